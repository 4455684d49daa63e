// Toggle chips that filter a list or select a value.
import type { ReactNode } from "react";
import { Group } from "#web/ui/layout.tsx";
import styles from "#web/ui/filters/filters.module.css";

interface FilterChipGroupProps {
  /** Accessible name, or with `labelledBy` the id of the element that holds it. */
  label?: string;
  labelledBy?: string;
  className?: string | undefined;
  children: ReactNode;
}

export function FilterChipGroup({ label, labelledBy, className, children }: FilterChipGroupProps) {
  return (
    <Group className={className} role="group" aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </Group>
  );
}

interface FilterChipProps {
  label: string;
  /** Number of matching rows, if known. */
  count?: number | undefined;
  isChosen: boolean;
  onPress: () => void;
}

export function FilterChip({ label, count, isChosen, onPress }: FilterChipProps) {
  return (
    <button type="button" className={styles["chip"]} aria-pressed={isChosen} onClick={onPress}>
      {label}
      {count !== undefined && (
        <>
          {" "}
          <span className="figures">{count}</span>
        </>
      )}
    </button>
  );
}
