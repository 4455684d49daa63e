// Names and values of a record.
import { createContext, useContext } from "react";
import type { ReactNode } from "react";
import { joinClassNames } from "#web/ui/class-names.ts";
import { getSpace, setVariable } from "#web/ui/layout.tsx";
import type { Space } from "#web/ui/layout.tsx";
import styles from "#web/ui/data/key-value-list.module.css";

/**
 * columns: labels in a column of their own. spread: the value at the right edge, for amounts. stacked: the label above the value,
 * in as many columns as fit. inline: the label before the value, one pair after the other.
 */
type KeyValueLayout = "columns" | "spread" | "stacked" | "inline";

const LayoutContext = createContext<KeyValueLayout>("columns");

interface KeyValueListProps {
  layout?: KeyValueLayout | undefined;
  /** Width of the column of labels in px, of the layout "columns". */
  labelWidth?: number | undefined;
  /** Smallest width of a pair in px, of the layout "stacked". */
  minColumnWidth?: number | undefined;
  gap?: Space | undefined;
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function KeyValueList({
  layout = "columns",
  labelWidth = 104,
  minColumnWidth = 150,
  gap = "sm",
  label,
  className,
  children,
}: KeyValueListProps) {
  return (
    <LayoutContext value={layout}>
      <dl
        className={joinClassNames(styles["list"], layout === "inline" && styles["inline"], className)}
        aria-label={label}
        style={{
          gap: layout === "inline" ? `var(--space-2xs) ${getSpace(gap)}` : getSpace(gap),
          gridTemplateColumns:
            layout === "stacked" ? `repeat(auto-fit, minmax(min(100%, ${minColumnWidth}px), 1fr))` : undefined,
          ...setVariable("--label-width", `${labelWidth}px`),
        }}
      >
        {children}
      </dl>
    </LayoutContext>
  );
}

interface KeyValueProps {
  label: ReactNode;
  /** The sum of the lines above it. */
  isTotal?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function KeyValue({ label, isTotal = false, className, children }: KeyValueProps) {
  const layout = useContext(LayoutContext);
  return (
    <div
      className={joinClassNames(styles[layout === "inline" ? "pair" : layout], isTotal && styles["total"], className)}
    >
      <dt>{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
