// Amount in rupees as in §9: sign, Indian grouping, two decimals, tabular figures.
import { parsePaise, formatRupees } from "#domain/money.ts";
import styles from "#web/ui/data/amount.module.css";

interface AmountProps {
  /** A wire amount ('120.00'); exactly one of `rupees` and `paise`. */
  rupees?: string | number | null | undefined;
  paise?: number | undefined;
  size?: "normal" | "large" | "huge" | undefined;
}

export function Amount({ rupees, paise, size = "normal" }: AmountProps) {
  const amount = paise ?? parsePaise(rupees ?? "");
  return (
    <span className={`figures ${styles["amount"]} ${styles[size]}`}>
      {amount === undefined ? "–" : formatRupees(amount)}
    </span>
  );
}
