// A word on a coloured ground, with an icon: a status is never shown by its colour alone.
import type { ComponentType, ReactNode } from "react";
import { joinClassNames } from "#web/ui/class-names.ts";
import type { StatusColour } from "#web/ui/theme/status-colours.ts";
import styles from "#web/ui/badge.module.css";

/** An icon of Tabler, or one that is drawn like them. */
export type BadgeIcon = ComponentType<{ size?: number; stroke?: number; "aria-hidden"?: "true" }>;

interface BadgeProps {
  c: StatusColour;
  icon?: BadgeIcon | undefined;
  size?: "md" | "lg" | undefined;
  children: ReactNode;
}

export function Badge({ c, icon: Icon, size = "md", children }: BadgeProps) {
  return (
    <span
      className={joinClassNames(styles["badge"], size === "lg" && styles["large"])}
      style={{ background: `var(--${c}-soft)`, color: `var(--${c}-ink)` }}
    >
      {Icon && <Icon size={size === "lg" ? 20 : 16} stroke={2.2} aria-hidden="true" />}
      {children}
    </span>
  );
}
