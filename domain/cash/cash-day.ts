// §2 /reporting/cash: the shifts of a day with collected and counted cash, and flagged entries.

export interface CashDayShift {
  id: number;
  collector: string | null;
  name: string | null;
  opened_at: Date;
  closed_at: Date | null;
  /** Paise; `expected` and `difference` are null until the shift is counted. */
  counted: number | null;
  expected: number | null;
  difference: number | null;
  note: string | null;
  /** Cash collected in this shift so far, in paise, and the number of payments. */
  taken: number;
  payments: number;
}
export interface FlaggedEntry {
  kind: "P" | "V";
  id: number;
  name: string | null;
  receipt_no: string | null;
  why: "discount" | "addition" | "cancelled" | "changed" | "long-open" | "refunded";
  /** Paise; minutes for `long-open`. */
  size: number;
  note: string | null;
  by: string | null;
  /** Names of the changed fields, for `changed`. */
  fields: string[] | null;
}
export interface CashDay {
  shifts: CashDayShift[];
  /** Totals of the day in paise. */
  totals: { cash: number; online: number; refunded: number };
  remarkable: FlaggedEntry[];
}
