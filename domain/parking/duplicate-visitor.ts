// §8 VEHICLE_PASS_EXIST, vehicle or person in progress: checks other records of the same visitor. Described in
// docs/rules/passes.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { isWithinPeriod } from "#domain/passes/pass.ts";
import { getHeldPeriod } from "#domain/passes/pass-payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";

/** Another visitor record of the same vehicle or person at the same branch. */
export interface MatchingVisitor extends Pick<
  RowOf<"Parking_Main_Information">,
  | "id"
  | "phone_no"
  | "parking_type"
  | "pass_start_time"
  | "pass_end_time"
  | "is_unpaid"
  | "parking_status_id"
  | "is_waiting_for_approve"
> {
  /** Has an entry that is inside, or at the gate waiting for payment or approval; an invite or a booking for later is not open. */
  is_open: boolean;
}

/** What the rules need to know to open another entry of an existing visitor record. */
export interface OpenEntryLookup {
  isOpen: boolean;
  /** The visitor record, read under the lock. */
  visitorRecord: MatchingVisitor | undefined;
}

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    matchingVisitors: MatchingVisitor[];
    openEntry: OpenEntryLookup;
  }
}

/** §8: error code for a vehicle or person that is already inside. */
export function getInProgressError({ isPerson, isSamePhone }: { isPerson: boolean; isSamePhone: boolean }): ErrorCode {
  const code = isPerson ? "PERSON_IN_PROGRESS" : "VEHICLE_IN_PROGRESS";
  return isSamePhone ? code : `${code}_OTHER_PHONE`;
}

/** Names the field by which the vehicle or person is known. */
export function createInProgressViolation(visitor: { isPerson: boolean; isSamePhone: boolean }): RuleViolation {
  return new RuleViolation(getInProgressError(visitor), visitor.isPerson ? "name" : "vehicle_no");
}

/** A rejected or unpaid pass covers nothing and keeps no period free. */
function isPassIgnored(record: MatchingVisitor): boolean {
  return record.parking_status_id === parkingSequence.cancelled || record.is_unpaid;
}

/** True if two half-open periods overlap; the end is exclusive. */
export function isOverlapping(first: { start: Date; end: Date }, second: { start: Date; end: Date }): boolean {
  return first.start < second.end && second.start < first.end;
}

/** True for a pass that is neither rejected nor unpaid, and valid at `now`. */
export function isPassValidNow({ record, now }: { record: MatchingVisitor; now: Date }): boolean {
  if (record.parking_type !== "long_time" || isPassIgnored(record)) return false;
  const { pass_start_time: start, pass_end_time: end } = record;
  return start !== null && end !== null && isWithinPeriod({ start, end, at: now });
}

function hasPassOverlap({ record, start, end }: { record: MatchingVisitor; start: Date; end: Date }): boolean {
  if (record.parking_type !== "long_time" || isPassIgnored(record)) return false;
  const { pass_start_time: from, pass_end_time: to } = record;
  return from !== null && to !== null && isOverlapping({ start, end }, { start: from, end: to });
}

/**
 * Allows one open entry at a time and no overlapping passes: a new pass must not overlap a valid one, and a visitor
 * with a valid pass must check in with it. VEHICLE_IN_PROGRESS and its three variants, VEHICLE_PASS_EXIST.
 */
export function validateNoOpenEntry({
  before,
  after,
  changes,
  lookups,
  now,
}: RuleArgsOf<"Parking_Main_Information">): RuleViolation | undefined {
  const otherRecords = lookups?.matchingVisitors ?? [];
  const isPass = after.parking_type === "long_time";
  // An invite is for a later visit: the vehicle may be inside now.
  if (!before && after.is_invited) return undefined;
  const { start, end } = getHeldPeriod(after);
  const startsLater = isPass && start && start > now;
  // A corrected vehicle number must not be that of another vehicle that is inside; a closed entry conflicts with none.
  const isClosed =
    before?.parking_status_id === parkingSequence.out || before?.parking_status_id === parkingSequence.cancelled;
  if ("corrected_at" in changes && isClosed) return undefined;
  const isNew = !before || "corrected_at" in changes;
  const openRecord = !isNew || startsLater ? undefined : otherRecords.find((record) => record.is_open);
  if (openRecord) {
    const phones = [openRecord.phone_no, after.phone_no];
    const isSamePhone = phones.includes(null) || openRecord.phone_no === after.phone_no;
    return createInProgressViolation({ isPerson: after.is_person, isSamePhone });
  }
  const existing = otherRecords.find((record) =>
    isPass && start && end
      ? hasPassOverlap({ record, start, end })
      : !isPass && isNew && isPassValidNow({ record, now }),
  );
  return existing && new RuleViolation("VEHICLE_PASS_EXIST", "vehicle_no", { pass: existing.id });
}
