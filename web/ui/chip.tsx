// The chips above a list: one press shows a part of it.
import styles from "#web/ui/filters.module.css";

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
