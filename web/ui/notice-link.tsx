// A notice that opens a page wherever it is pressed.
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { getSoftColours } from "#web/ui/theme/status-colours.ts";
import type { StatusColour } from "#web/ui/theme/status-colours.ts";
import styles from "#web/ui/notice.module.css";

interface NoticeLinkProps {
  to: string;
  c?: StatusColour | undefined;
  icon?: Icon | undefined;
  children: ReactNode;
}

export function NoticeLink({ to, c = "amber", icon: NoticeIcon, children }: NoticeLinkProps) {
  return (
    <Link to={to} className={styles["notice"]} style={getSoftColours(c)}>
      {NoticeIcon && <NoticeIcon size={22} className={styles["icon"]} aria-hidden="true" />}
      <span className={styles["text"]}>{children}</span>
    </Link>
  );
}
