// §2 /parking/scan-parking-entry: the next step of a scanned entry or pass.
import type { Row } from "#domain/schema/collection.ts";
import { isWithinPeriod } from "#domain/passes/pass.ts";
import { isSettled } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";

/** `arrive`: a pass can start its next entry; `wait`: outside the validity period; `none`: closed. */
export type NextStep = "approve" | "pay" | "check-in" | "check-out" | "arrive" | "wait" | "none";

/** Returns the next step of an entry at `now`. */
export function getNextStep({ entry, visitorRecord, now }: { entry: Row; visitorRecord: Row; now: Date }): NextStep {
  const status = entry["parking_status_id"];
  if (status === parkingSequence.in) return isSettled({ entry, now }) ? "check-out" : "pay";
  if (status !== parkingSequence.pending) return "none";
  if (visitorRecord["is_waiting_for_approve"] === true) return "approve";
  const start = (entry["invite_start_date"] ?? null) as Date | null;
  const end = (entry["invite_end_date"] ?? null) as Date | null;
  if (entry["is_invited"] === true && !isWithinPeriod({ start, end, at: now })) return "wait";
  return entry["is_prepay"] === true && !isSettled({ entry, now }) ? "pay" : "check-in";
}

/** Returns the next step of a pass without an open entry. */
export function getNextPassStep({ visitorRecord, now }: { visitorRecord: Row; now: Date }): NextStep {
  if (visitorRecord["parking_type"] !== "long_time" || visitorRecord["parking_status_id"] === parkingSequence.cancelled)
    return "none";
  if (visitorRecord["is_waiting_for_approve"] === true) return "approve";
  const start = (visitorRecord["pass_start_time"] ?? null) as Date | null;
  const end = (visitorRecord["pass_end_time"] ?? null) as Date | null;
  return isWithinPeriod({ start, end, at: now }) ? "arrive" : "wait";
}
