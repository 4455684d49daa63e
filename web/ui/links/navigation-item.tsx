// A link of a navigation; the one of the current page stands out.
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
      {LinkIcon && <LinkIcon size={22} stroke={1.8} aria-hidden="true" />}
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
