// Tiles: links to the parts of a page, and numbers with a label.
import { IconChevronRight } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { joinClassNames } from "#web/ui/class-names.ts";
import type { StatusColour } from "#web/ui/theme/status-colours.ts";
import styles from "#web/ui/data/tile.module.css";

interface LinkTileProps {
  /** Undefined for a part that is not available yet. */
  to: string | undefined;
  icon: Icon;
  title: string;
  text?: ReactNode;
  /** Below the text, such as a count. */
  children?: ReactNode;
}

export function LinkTile({ to, icon: TileIcon, title, text, children }: LinkTileProps) {
  const content = (
    <>
      <span className={styles["icon"]} aria-hidden="true">
        <TileIcon size={30} stroke={1.7} />
      </span>
      <span className={styles["words"]}>
        <span className={styles["title"]}>{title}</span>
        {text && <span className={styles["text"]}>{text}</span>}
        {children}
      </span>
      {to !== undefined && <IconChevronRight className={styles["text"]} aria-hidden="true" />}
    </>
  );
  return to === undefined ? (
    <div className={joinClassNames(styles["tile"], styles["part"], styles["unavailable"])}>{content}</div>
  ) : (
    <Link to={to} className={joinClassNames(styles["tile"], styles["part"])}>
      {content}
    </Link>
  );
}

interface StatTileProps {
  label: ReactNode;
  value: ReactNode;
  /** Below the label: a comparison or an explanation. */
  hint?: ReactNode;
  /** Colour of the dot beside the label. */
  c?: StatusColour | undefined;
}

/** Longer texts, such as ₹1,23,240.00, are smaller, so that they fit the narrowest tile. */
const mostLargeCharacters = 8;

function StatContent({ label, value, hint, c }: StatTileProps) {
  const isLong = typeof value === "string" && value.length > mostLargeCharacters;
  return (
    <>
      <span
        className={joinClassNames("figures", styles["value"])}
        style={isLong ? { fontSize: "var(--text-lg)" } : undefined}
      >
        {value}
      </span>
      <span className={styles["label"]}>
        {c && <span className={styles["dot"]} style={{ background: `var(--${c})` }} aria-hidden="true" />}
        {label}
      </span>
      {hint && <span className={styles["text"]}>{hint}</span>}
    </>
  );
}

export function StatTile(props: StatTileProps) {
  return (
    <div className={joinClassNames(styles["tile"], styles["stat"])}>
      <StatContent {...props} />
    </div>
  );
}

/** A number whose details are on another page. */
export function StatLink({ to, ...stat }: StatTileProps & { to: string }) {
  return (
    <Link
      to={to}
      className={joinClassNames(styles["tile"], styles["stat"], styles["toggle"])}
      style={{ textDecoration: "none" }}
    >
      <StatContent {...stat} />
    </Link>
  );
}

interface StatToggleProps extends StatTileProps {
  isPressed: boolean;
  onPress: () => void;
}

/** A number that filters the list below it. */
export function StatToggle({ isPressed, onPress, ...stat }: StatToggleProps) {
  return (
    <button
      type="button"
      className={joinClassNames(styles["tile"], styles["stat"], styles["toggle"])}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      <StatContent {...stat} />
    </button>
  );
}
