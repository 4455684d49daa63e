// Rupees as §9 shows them: the sign, Indian grouping, two decimals, figures of one width.
import { paiseFrom, showRupees } from "#domain/rules/money.ts";
import styles from "#web/ui/amount.module.css";

interface AmountProps {
  /** '120.00' as the wire has it, or whole paise; exactly one of the two. */
  rupees?: string | number | null | undefined;
  paise?: number | undefined;
  size?: "normal" | "large" | "huge" | undefined;
}

export function Amount({ rupees, paise, size = "normal" }: AmountProps) {
  const amount = paise ?? paiseFrom(rupees ?? "");
  return (
    <span className={`figures ${styles["amount"]} ${styles[size]}`}>
      {amount === undefined ? "–" : showRupees(amount)}
    </span>
  );
}
