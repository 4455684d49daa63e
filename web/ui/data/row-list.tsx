// List of rows with a leading icon and a trailing badge or button. A row's only link or button opens it, wherever it is pressed.
import type { HTMLAttributes, KeyboardEvent, ReactNode } from "react";
import { Link } from "react-router";
import { joinClassNames } from "#web/ui/class-names.ts";
import { Group, setVariable, toShrinkingColumns } from "#web/ui/layout.tsx";
import styles from "#web/ui/data/row-list.module.css";

interface RowListProps {
  /** Accessible name. */
  label?: string | undefined;
  labelledBy?: string | undefined;
  /** False inside a card: lines between the rows only. */
  isFramed?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function RowList({ label, labelledBy, isFramed = true, className, children }: RowListProps) {
  return (
    <ul
      className={joinClassNames(styles["rows"], isFramed && styles["framed"], className)}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {children}
    </ul>
  );
}

interface RowProps extends HTMLAttributes<HTMLLIElement> {
  leading?: ReactNode;
  trailing?: ReactNode;
  /** Widths of the children's columns on a desktop, such as "240px 1fr 170px"; on a phone they stand below each other. */
  columns?: string | undefined;
}

export function Row({ leading, trailing, columns, className, style, children, ...rest }: RowProps) {
  return (
    <li
      {...rest}
      className={joinClassNames(styles["row"], className)}
      style={columns ? { ...setVariable("--columns", toShrinkingColumns(columns)), ...style } : style}
    >
      {leading && <span className={styles["leading"]}>{leading}</span>}
      {/* On a phone a badge or button that does not fit goes below the text, not below the icon. */}
      <Group style={{ flex: 1 }}>
        <div className={joinClassNames(styles["body"], columns !== undefined && styles["inColumns"])}>{children}</div>
        {trailing && <div className={styles["trailing"]}>{trailing}</div>}
      </Group>
    </li>
  );
}

/** Arrow keys move the focus between the rows. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const list = event.currentTarget.closest("tbody, ul");
  const openers = [...(list?.querySelectorAll<HTMLElement>("[data-row-opener]") ?? [])];
  const next = openers[openers.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Opens the row of a list, a table or a card; its click area is the whole row. */
export function RowLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <Link to={to} className={joinClassNames(styles["open"], className)} data-row-opener onKeyDown={moveBetweenRows}>
      {children}
    </Link>
  );
}

/** As `RowLink`, for a row that opens a sheet. */
export function RowButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles["open"]} data-row-opener onClick={onPress} onKeyDown={moveBetweenRows}>
      {children}
    </button>
  );
}
