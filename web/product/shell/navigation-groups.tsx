// The links of the navigation in their groups. On a desktop the groups are collapsed, if not all links fit, except for the
// group of the current page.
import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { groupNavigationLinks } from "#web/product/shell/navigation.ts";
import type { NavigationGroup, NavigationLink } from "#web/product/shell/navigation.ts";
import { Stack } from "#web/ui/layout.tsx";
import { NavigationItem } from "#web/ui/links/navigation-item.tsx";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/product/shell/navigation-groups.module.css";

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
  const isCurrent = (link: NavigationLink): boolean => isWithin({ pathname, path: toPath(link.page) });
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
          <CollapsibleGroup key={group.name} group={group} isOpen={group.links.some(isCurrent)}>
            {items}
          </CollapsibleGroup>
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

interface CollapsibleGroupProps {
  group: NavigationGroup;
  isOpen: boolean;
  children: ReactNode;
}

/** Opening a group closes the open one. */
function CollapsibleGroup({ group, isOpen, children }: CollapsibleGroupProps) {
  return (
    <details className={styles["group"]} name="navigation" open={isOpen}>
      <summary className={styles["name"]}>
        <group.icon size={22} stroke={1.8} aria-hidden="true" />
        {group.name}
        <IconChevronDown size={18} className={styles["arrow"]} aria-hidden="true" />
      </summary>
      <div className={styles["links"]}>{children}</div>
    </details>
  );
}

function isWithin({ pathname, path }: { pathname: string; path: string }): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}
