import { showRupees } from "#domain/rules/money.ts";
import { capitalised } from "#domain/words.ts";

/** 'Exact', '₹20.00 short', '₹5.00 over'; the difference in paise. */
export function differenceWords(difference: number): string {
  if (difference === 0) return "Exact";
  return `${showRupees(Math.abs(difference))} ${difference < 0 ? "short" : "over"}`;
}

const reasons = {
  discount: "Discount",
  addition: "Added",
  cancelled: "Cancelled",
  changed: "Changed",
  "long-open": "Open long",
  refunded: "Paid back",
} as const;
export type Why = keyof typeof reasons;

export function reasonWords(why: Why): string {
  return reasons[why];
}

const fieldWords: { readonly [field: string]: string } = {
  Vehicle_Number: "vehicle number",
  Customer_Name: "name",
  Customer_Phone_Number: "phone number",
  slot_prefix: "slot",
  slot_no: "slot",
  key_tag: "key tag",
  vehicle_type: "vehicle type",
  valet_charge: "valet charge",
  entry_reason: "reason",
  visitor_id: "whom they meet",
};

/** 'Slot, vehicle type': what of an entry was changed by hand. */
export function changedWords(fields: readonly string[]): string {
  return capitalised([...new Set(fields.map((field) => fieldWords[field] ?? field))].join(", "));
}
