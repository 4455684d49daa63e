import { showRupees } from "#domain/rules/money.ts";

/** 'Exact', '₹20.00 short', '₹5.00 over'; the difference in paise. */
export function differenceWords(difference: number): string {
  if (difference === 0) return "Exact";
  return `${showRupees(Math.abs(difference))} ${difference < 0 ? "short" : "over"}`;
}

const reasons = {
  discount: "Discount",
  addition: "Added",
  cancelled: "Cancelled",
  "long-open": "Open long",
  refunded: "Paid back",
} as const;
export type Why = keyof typeof reasons;

export function reasonWords(why: Why): string {
  return reasons[why];
}
