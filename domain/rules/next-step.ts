// §2 /parking/scan-parking-entry: what can be done next with an entry that was just scanned.
import type { Row } from "#domain/collection.ts";
import { isWithin } from "#domain/rules/pass.ts";
import { isSettled } from "#domain/rules/payment.ts";
import { parkingSequence } from "#domain/states/parking.ts";

/** `arrive` is a pass's next visit; `wait` one that is outside its window; `none` what is over. */
export type NextStep = "approve" | "pay" | "check-in" | "check-out" | "arrive" | "wait" | "none";

/** For an entry and its standing record, at `now`. */
export function nextStep({ entry, main, now }: { entry: Row; main: Row; now: Date }): NextStep {
  const status = entry["parking_status_id"];
  if (status === parkingSequence.in) return isSettled({ entry, now }) ? "check-out" : "pay";
  if (status !== parkingSequence.pending) return "none";
  if (main["is_waiting_for_approve"] === true) return "approve";
  const start = (entry["invite_start_date"] ?? null) as Date | null;
  const end = (entry["invite_end_date"] ?? null) as Date | null;
  if (entry["is_invited"] === true && !isWithin({ start, end, at: now })) return "wait";
  return entry["is_prepay"] === true && !isSettled({ entry, now }) ? "pay" : "check-in";
}

/** For a pass that has no open visit. */
export function nextStepOfPass({ main, now }: { main: Row; now: Date }): NextStep {
  if (main["parking_type"] !== "long_time" || main["parking_status_id"] === parkingSequence.cancelled) return "none";
  if (main["is_waiting_for_approve"] === true) return "approve";
  const start = (main["pass_start_time"] ?? null) as Date | null;
  const end = (main["pass_end_time"] ?? null) as Date | null;
  return isWithin({ start, end, at: now }) ? "arrive" : "wait";
}
