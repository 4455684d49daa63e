// §3 Parking_Information as the wire has it, and as the rules of domain/ read it: rupees to paise, text to moments.
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import type { Row } from "#domain/collection.ts";
import { paymentBadge } from "#domain/rules/badge.ts";
import type { Badge } from "#domain/rules/badge.ts";
import { owedBy, paymentStatusOf } from "#domain/rules/payment.ts";
import type { Owed } from "#domain/rules/payment.ts";
import { parkingLabel } from "#domain/rules/status-label.ts";
import type { Label } from "#domain/rules/status-label.ts";
import type { PaymentStatus } from "#domain/states/payment.ts";
import { rowOfWire } from "#web/items/row-of-wire.ts";

export interface MainWire {
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

/** What lists and the detail page ask for. */
export interface EntryWire {
  id: number;
  parking_status_id: number;
  parking_main_info: MainWire | null;
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

/** `fields` of a query that answers EntryWire. */
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

/** Money in whole paise and times as Dates, as every rule of domain/ takes a row. */
export function rowOfEntry(wire: object): Row {
  return rowOfWire({ fields: ParkingInformation.fields, wire });
}

/** What the entry owes at a moment, in paise, with the arithmetic. */
export function owedByEntry({ entry, now }: { entry: EntryWire; now: Date }): Owed {
  return owedBy({ entry: rowOfEntry(entry), now });
}

export function labelOfEntry(entry: EntryWire): Label {
  return parkingLabel({
    sequence: entry.parking_status_id,
    isInvited: entry.is_invited,
    isWaiting: entry.parking_main_info?.is_waiting_for_approve === true,
    isPrepayVehicle: entry.is_vehicle_prepay_type,
  });
}

export function badgeOfEntry({ entry, owed }: { entry: EntryWire; owed: Owed }): Badge {
  return paymentBadge({
    kind: "parking",
    sequence: entry.parking_status_id,
    paymentStatus: paymentStatusOf(rowOfEntry(entry)),
    total: owed.total,
    extended: owed.extended,
  });
}

/** 'A12'; undefined where the entry stands in no slot. */
export function slotOf(entry: { slot_prefix: string | null; slot_no: number | null }): string | undefined {
  return entry.slot_no ? `${entry.slot_prefix ?? ""}${entry.slot_no}` : undefined;
}
