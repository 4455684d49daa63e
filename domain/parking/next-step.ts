// §2 /parking/scan-parking-entry: the next step of a scanned entry or pass.
import type { RowOf } from "#domain/schema/registry.ts";
import { isWithinPeriod } from "#domain/passes/pass.ts";
import { type ChargedEntry, isSettled } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";

/** `arrive`: a pass can start its next entry; `wait`: outside the validity period; `none`: closed. */
export const nextSteps = ["approve", "pay", "check-in", "check-out", "arrive", "wait", "none"] as const;
export type NextStep = (typeof nextSteps)[number];

type ScannedEntry = ChargedEntry &
  Partial<
    Pick<
      RowOf<"Parking_Information">,
      "parking_status_id" | "is_invited" | "is_prepay" | "is_awaiting_arrival" | "invite_start_date" | "invite_end_date"
    >
  >;
type ScannedVisitor = Partial<
  Pick<
    RowOf<"Parking_Main_Information">,
    "parking_type" | "parking_status_id" | "is_waiting_for_approve" | "pass_start_time" | "pass_end_time" | "is_unpaid"
  >
>;

/** Returns the next step of an entry at `now`. */
export function getNextStep({
  entry,
  visitorRecord,
  now,
}: {
  entry: ScannedEntry;
  visitorRecord: ScannedVisitor;
  now: Date;
}): NextStep {
  const status = entry.parking_status_id;
  if (status === parkingSequence.in) return isSettled({ entry, now }) ? "check-out" : "pay";
  if (status !== parkingSequence.pending) return "none";
  if (visitorRecord.is_waiting_for_approve === true) return "approve";
  const { invite_start_date: start = null, invite_end_date: end = null } = entry;
  if (entry.is_invited === true && !isWithinPeriod({ start, end, at: now })) return "wait";
  // The vehicle of a booking that is not paid is checked in from the bookings, when it comes.
  const isPaidFirst = entry.is_prepay === true || entry.is_awaiting_arrival === true;
  return isPaidFirst && !isSettled({ entry, now }) ? "pay" : "check-in";
}

/** Returns the next step of a pass without an open entry. */
export function getNextPassStep({ visitorRecord, now }: { visitorRecord: ScannedVisitor; now: Date }): NextStep {
  if (visitorRecord.parking_type !== "long_time" || visitorRecord.parking_status_id === parkingSequence.cancelled)
    return "none";
  if (visitorRecord.is_waiting_for_approve === true) return "approve";
  const { pass_start_time: start = null, pass_end_time: end = null } = visitorRecord;
  if (visitorRecord.is_unpaid === true && end && now < end) return "pay";
  return isWithinPeriod({ start, end, at: now }) ? "arrive" : "wait";
}
