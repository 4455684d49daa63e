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

/** Of a value of one character, in percent of the tile's width: figures are about half as wide as they are high. */
const largestSize = 190;

function StatContent({ label, value, hint, c }: StatTileProps) {
  // Smaller only where it would not fit the tile otherwise, so that the values of a row are alike.
  const size = typeof value === "string" ? `min(1em, ${Math.floor(largestSize / value.length)}cqi)` : undefined;
  return (
    <>
      <span
        className={joinClassNames("figures", styles["value"])}
        style={size ? { alignSelf: "stretch", containerType: "inline-size" } : undefined}
      >
        {size ? <span style={{ fontSize: size }}>{value}</span> : value}
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
