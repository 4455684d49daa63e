// The chips above a list, or of words to choose: one press shows a part of it, or takes one.
import type { ReactNode } from "react";
import styles from "#web/ui/filters.module.css";

interface ChipsProps {
  /** What they are read out as; `labelledBy` is the id of what says it on the page. */
  label?: string;
  labelledBy?: string;
  className?: string | undefined;
  children: ReactNode;
}

export function Chips({ label, labelledBy, className = "", children }: ChipsProps) {
  return (
    <div className={`${styles["chips"]} ${className}`} role="group" aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </div>
  );
}

interface ChipProps {
  label: string;
  /** How many there are of it, where that is known. */
  count?: number | undefined;
  isChosen: boolean;
  onPress: () => void;
}

export function Chip({ label, count, isChosen, onPress }: ChipProps) {
  return (
    <button type="button" className={styles["chip"]} aria-pressed={isChosen} onClick={onPress}>
      {label}
      {count !== undefined && (
        <>
          {" "}
          <span className={`figures ${styles["count"]}`}>{count}</span>
        </>
      )}
    </button>
  );
}
