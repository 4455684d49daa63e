// A message within a page or form: something to know before going on.
import type { Icon } from "@tabler/icons-react";
import type { HTMLAttributes, ReactNode } from "react";
import { joinClassNames } from "#web/ui/class-names.ts";
import { getSoftColours } from "#web/ui/theme/status-colours.ts";
import type { StatusColour } from "#web/ui/theme/status-colours.ts";
import styles from "#web/ui/notice.module.css";

interface NoticeProps extends HTMLAttributes<HTMLDivElement> {
  c?: StatusColour | undefined;
  icon?: Icon | undefined;
  /** Button or link at the end. */
  actions?: ReactNode;
}

export function Notice({ c = "amber", icon: NoticeIcon, actions, className, style, children, ...rest }: NoticeProps) {
  return (
    <div {...rest} className={joinClassNames(styles["notice"], className)} style={{ ...getSoftColours(c), ...style }}>
      {NoticeIcon && <NoticeIcon size={22} className={styles["icon"]} aria-hidden="true" />}
      <div className={styles["text"]}>{children}</div>
      {actions}
    </div>
  );
}
