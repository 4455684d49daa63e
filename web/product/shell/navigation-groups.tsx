// The links of the navigation in their groups. On a desktop the groups are collapsed, if not all links fit, except for the
// group of the current page.
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { NavigationDisclosure, NavigationItem } from "#web/ui/links/navigation-item.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/** More links, with the headings of their groups, are higher than a screen of 900 px. */
const maxExpandedLinks = 8;

/** In px: two links beside each other on a phone, so that the sheet of a guard needs no scrolling. */
const minLinkWidth = 152;

export interface NavigationGroup {
  name: string;
  icon: Icon;
  links: readonly NavigationGroupLink[];
  /** Beside the name of a collapsed group. */
  badge?: ReactNode;
}

export interface NavigationGroupLink {
  label: string;
  path: string;
  icon: Icon;
  /** Further paths on which, and below which, the link is current. */
  siblings?: readonly string[];
  /** Current on its own path only, as other links are below it. */
  isExact?: boolean;
  badge?: ReactNode;
}

interface NavigationGroupsProps {
  groups: readonly NavigationGroup[];
  /** Collapses the groups if there are many links. */
  isCollapsible?: boolean;
}

export function NavigationGroups({ groups, isCollapsible = false }: NavigationGroupsProps) {
  const { pathname } = useLocation();
  const isCollapsed = isCollapsible && groups.flatMap((group) => group.links).length > maxExpandedLinks;
  const isCurrent = ({ path, siblings = [], isExact = false }: NavigationGroupLink): boolean =>
    pathname === path ||
    (!isExact && isBelow({ pathname, path })) ||
    siblings.some((sibling) => pathname === sibling || isBelow({ pathname, path: sibling }));
  return (
    <Stack gap={isCollapsed ? "0" : "sm"}>
      {groups.map((group) => {
        const items = group.links.map((link) => (
          <NavigationItem key={link.path} to={link.path} icon={link.icon} isCurrent={isCurrent(link)}>
            {t(link.label)}
            {link.badge}
          </NavigationItem>
        ));
        if (group.links.length === 1) return items;
        return isCollapsed ? (
          <NavigationDisclosure
            key={group.name}
            label={t(group.name)}
            icon={group.icon}
            badge={group.badge}
            name="navigation"
            isOpen={group.links.some(isCurrent)}
          >
            {items}
          </NavigationDisclosure>
        ) : (
          <Stack key={group.name} gap="2xs">
            <Text size="sm" c="dimmed" fw="bold">
              {t(group.name)}
            </Text>
            <Grid minColumnWidth={minLinkWidth} gap="2xs" fill>
              {items}
            </Grid>
          </Stack>
        );
      })}
    </Stack>
  );
}

function isBelow({ pathname, path }: { pathname: string; path: string }): boolean {
  return pathname.startsWith(`${path}/`);
}
