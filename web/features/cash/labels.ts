import type { FlaggedEntry } from "#domain/cash/cash-day.ts";
import { formatRupees } from "#domain/money.ts";
import { capitalize } from "#domain/text/labels.ts";
import { t } from "#web/languages/t.ts";

/** 'No difference', '₹20.00 short', '₹5.00 over'; `difference` is in paise. */
export function formatDifference(difference: number): string {
  if (difference === 0) return t("No difference");
  return t(difference < 0 ? "{amount} short" : "{amount} over", { amount: formatRupees(Math.abs(difference)) });
}

const exceptionLabels: { readonly [reason in FlaggedEntry["why"]]: string } = {
  discount: "Discount",
  addition: "Extra charge",
  override: "Charge set by hand",
  cancelled: "Cancelled",
  changed: "Edited",
  "long-open": "Long stay",
  refunded: "Refunded",
  "pay-later": "Pay later",
  "written-off": "Written off",
  reversed: "Reversed",
  recounted: "Count corrected",
  "missed-exit": "Missed exit",
  "no-code": "Handed over without OTP",
  "new-code": "New OTP issued",
};

export function getExceptionLabel(reason: FlaggedEntry["why"]): string {
  return exceptionLabels[reason];
}

const fieldLabels: { readonly [field: string]: string } = {
  Vehicle_Number: "vehicle number",
  Customer_Name: "name",
  Customer_Phone_Number: "phone number",
  slot_prefix: "slot",
  slot_no: "slot",
  key_tag: "key tag",
  vehicle_type: "vehicle type",
  valet_charge: "valet charge",
  vehicle_no: "vehicle number",
  phone_no: "phone number",
  entry_reason: "purpose of visit",
  visitor_id: "person to meet",
};

/** 'Slot, vehicle type': labels of manually edited fields. */
export function formatChangedFields(fields: readonly string[]): string {
  return capitalize([...new Set(fields.map((field) => fieldLabels[field] ?? field))].join(", "));
}
