// The links of the navigation in their groups. On a desktop the groups are collapsed, if not all links fit, except for the
// group of the current page.
import { useLocation } from "react-router";
import { groupNavigationLinks } from "#web/product/shell/navigation.ts";
import type { NavigationLink } from "#web/product/shell/navigation.ts";
import { Stack } from "#web/ui/layout.tsx";
import { NavigationDisclosure, NavigationItem } from "#web/ui/links/navigation-item.tsx";
import { Text } from "#web/ui/text.tsx";

/** More links, with the headings of their groups, are higher than a screen of 900 px. */
const maxExpandedLinks = 8;

interface NavigationGroupsProps {
  links: readonly NavigationLink[];
  /** Path of a page under /{company}/{branch}/. */
  toPath: (page: string) => string;
  /** Collapses the groups if there are many links. */
  isCollapsible?: boolean;
}

export function NavigationGroups({ links, toPath, isCollapsible = false }: NavigationGroupsProps) {
  const { pathname } = useLocation();
  const groups = groupNavigationLinks(links);
  const isCollapsed = isCollapsible && groups.flatMap((group) => group.links).length > maxExpandedLinks;
  const isCurrent = ({ page, siblings = [] }: NavigationLink): boolean =>
    [page, ...siblings].some((name) => isWithin({ pathname, path: toPath(name) }));
  const isSettings = links.some((link) => link.group === "Settings" && isCurrent(link));
  return (
    <Stack gap={isCollapsed ? "0" : "sm"}>
      {groups.map((group) => {
        const items = group.links.map((link) => (
          <NavigationItem
            key={link.page}
            to={toPath(link.page)}
            icon={link.icon}
            isCurrent={isCurrent(link) || (group.name === "Settings" && isSettings)}
          >
            {link.label}
          </NavigationItem>
        ));
        if (group.links.length === 1) return items;
        return isCollapsed ? (
          <NavigationDisclosure
            key={group.name}
            label={group.name}
            icon={group.icon}
            name="navigation"
            isOpen={group.links.some(isCurrent)}
          >
            {items}
          </NavigationDisclosure>
        ) : (
          <Stack key={group.name} gap="2xs">
            <Text size="sm" c="dimmed" fw="bold">
              {group.name}
            </Text>
            {items}
          </Stack>
        );
      })}
    </Stack>
  );
}

function isWithin({ pathname, path }: { pathname: string; path: string }): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}
