// §3 wire format of Parking_Information, and its conversion for the rules of domain/ (paise and Dates).
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { getPaymentLabel } from "#domain/payments/payment-label.ts";
import type { PaymentLabel } from "#domain/payments/payment-label.ts";
import { computeBalance, getPaymentStatus } from "#domain/payments/payment.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { getParkingLabel } from "#domain/parking/status-label.ts";
import type { StatusLabel } from "#domain/parking/status-label.ts";
import type { PaymentStatus } from "#domain/payments/states.ts";
import { decodeRow } from "#web/api/decode-row.ts";

export interface VisitorRecordWire {
  id: number;
  vehicle_no: string | null;
  phone_no: string;
  name: string | null;
  is_person: boolean;
  is_waiting_for_approve: boolean;
  parking_type: string;
  pass_end_time: string | null;
  entry_reason: string | null;
  vehicle_type: { name: string; icon: string | null } | null;
}

/** Fields used by lists and the detail page. */
export interface EntryWire {
  id: number;
  parking_status_id: number;
  parking_main_info: VisitorRecordWire | null;
  receipt_no: string | null;
  slot_prefix: string | null;
  slot_no: number | null;
  is_person: boolean;
  is_invited: boolean;
  is_prepay: boolean;
  is_vehicle_prepay_type: boolean;
  date_created: string;
  in_time: string | null;
  out_time: string | null;
  duration: number | null;
  payment_status: PaymentStatus;
  payment_mode: string | null;
  payment_type: string | null;
  additional_charge: string | null;
  addition_note: string | null;
  deduction_charge: string | null;
  deduction_note: string | null;
  total_amount: string | null;
  paid_amount: string | null;
}

/** `fields` of a query for EntryWire. */
export const entryFields = [
  "*",
  "parking_main_info.id",
  "parking_main_info.vehicle_no",
  "parking_main_info.phone_no",
  "parking_main_info.name",
  "parking_main_info.is_person",
  "parking_main_info.is_waiting_for_approve",
  "parking_main_info.parking_type",
  "parking_main_info.pass_end_time",
  "parking_main_info.entry_reason",
  "parking_main_info.vehicle_type.name",
  "parking_main_info.vehicle_type.icon",
] as const;

/** Amounts in paise and times as Dates, as the rules of domain/ expect. */
export function toEntryRow(wire: object): Row {
  return decodeRow({ fields: ParkingInformation.fields, wire });
}

/** Balance of the entry at `now` in paise, with the charge breakdown. */
export function computeEntryBalance({ entry, now }: { entry: EntryWire; now: Date }): EntryBalance {
  return computeBalance({ entry: toEntryRow(entry), now });
}

export function getEntryStatusLabel(entry: EntryWire): StatusLabel {
  return getParkingLabel({
    sequence: entry.parking_status_id,
    isInvited: entry.is_invited,
    isWaiting: entry.parking_main_info?.is_waiting_for_approve === true,
    isPrepayVehicle: entry.is_vehicle_prepay_type,
  });
}

export function getEntryPaymentLabel({ entry, balance }: { entry: EntryWire; balance: EntryBalance }): PaymentLabel {
  return getPaymentLabel({
    kind: "parking",
    sequence: entry.parking_status_id,
    paymentStatus: getPaymentStatus(toEntryRow(entry)),
    total: balance.total,
    balanceDue: balance.extended,
  });
}

/** 'A12'; undefined without a slot. */
export function formatSlot(entry: { slot_prefix: string | null; slot_no: number | null }): string | undefined {
  return entry.slot_no ? `${entry.slot_prefix ?? ""}${entry.slot_no}` : undefined;
}
