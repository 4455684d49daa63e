// §3 wire format of Parking_Information, and its conversion for the rules of domain/ (paise and Dates).
import type { WireRow } from "#domain/schema/registry.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { getPaymentLabel } from "#domain/payments/payment-label.ts";
import type { PaymentLabel } from "#domain/payments/payment-label.ts";
import { getPaymentStatus } from "#domain/payments/payment.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { getParkingLabel } from "#domain/parking/status-label.ts";
import type { StatusLabel } from "#domain/parking/status-label.ts";
import { createBalanceCache } from "#domain/tariffs/running-balance.ts";
import { decodeRow } from "#domain/schema/decode-row.ts";

/** `fields` of a query for `Entry`: what lists and the detail page show. */
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
/** Without the relations that other queries replace by rows. */
export type Entry = Omit<
  WireRow<"Parking_Information", typeof entryFields>,
  | "answered_by_member"
  | "approved_by"
  | "asked_member"
  | "branch"
  | "company"
  | "entry_images"
  | "exit_recorded_by"
  | "payment_collected_by"
  | "user_created"
  | "visitor_id"
  | "voided_by"
>;

/** Amounts in paise and times as Dates, as the rules of domain/ expect. */
export function toEntryRow(wire: object): Row {
  return decodeRow({ fields: ParkingInformation.fields, wire });
}

const findBalance = createBalanceCache<Entry>(toEntryRow);

/**
 * Balance of the entry at `now` in paise, with the charge breakdown. The first unit starts with the check-in, which may
 * be later than this device's last reading of the clock.
 */
export function computeEntryBalance({ entry, now }: { entry: Entry; now: Date }): EntryBalance {
  const firstMoment = entry.in_time === null ? 0 : Date.parse(entry.in_time) + 1;
  return findBalance({ row: entry, now: new Date(Math.max(now.getTime(), firstMoment)) });
}

export function getEntryStatusLabel(entry: Entry): StatusLabel {
  return getParkingLabel({
    sequence: entry.parking_status_id,
    isInvited: entry.is_invited,
    isWaiting: entry.parking_main_info?.is_waiting_for_approve,
    isApproved: Boolean(entry.approved_at),
    isPrepayVehicle: entry.is_vehicle_prepay_type,
    isBooked: entry.is_awaiting_arrival,
    isRejected: Boolean(entry.decision_reason),
  });
}

export function getEntryPaymentLabel({ entry, balance }: { entry: Entry; balance: EntryBalance }): PaymentLabel {
  return getPaymentLabel({
    kind: "parking",
    sequence: entry.parking_status_id,
    paymentStatus: getPaymentStatus(toEntryRow(entry)),
    total: balance.total,
    balanceDue: balance.extended,
    writtenOff: balance.writtenOff,
  });
}
