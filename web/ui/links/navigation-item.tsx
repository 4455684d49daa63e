// A link of a navigation, which stands out on its page, and a group of links that is opened and closed.
import { IconChevronDown } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import styles from "#web/ui/links/navigation-item.module.css";

interface NavigationItemProps {
  to: string;
  icon?: Icon;
  /** For links that differ in their query only; by default the path decides. */
  isCurrent?: boolean;
  children: ReactNode;
}

export function NavigationItem({ to, icon: LinkIcon, isCurrent, children }: NavigationItemProps) {
  const content = (
    <>
      {LinkIcon && <LinkIcon size={22} stroke={1.8} style={{ flexShrink: 0 }} aria-hidden="true" />}
      {children}
    </>
  );
  if (isCurrent === undefined)
    return (
      <NavLink to={to} className={styles["link"]!}>
        {content}
      </NavLink>
    );
  return (
    <Link to={to} className={styles["link"]} aria-current={isCurrent ? "page" : undefined}>
      {content}
    </Link>
  );
}

interface NavigationDisclosureProps {
  label: string;
  icon: Icon;
  /** Of several with the same name, opening one closes the others. */
  name: string;
  badge?: ReactNode;
  isOpen: boolean;
  children: ReactNode;
}

export function NavigationDisclosure({
  label,
  icon: GroupIcon,
  name,
  badge,
  isOpen,
  children,
}: NavigationDisclosureProps) {
  return (
    <details name={name} open={isOpen}>
      <summary className={styles["link"]} style={{ cursor: "pointer" }}>
        <GroupIcon size={22} stroke={1.8} aria-hidden="true" />
        {label}
        {badge}
        <IconChevronDown size={18} style={{ marginLeft: "auto" }} aria-hidden="true" />
      </summary>
      <div className={styles["nested"]}>{children}</div>
    </details>
  );
}
