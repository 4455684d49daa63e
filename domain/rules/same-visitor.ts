// §8 VEHICLE_PASS_EXIST, vehicle or person in progress: what other standing records of the same visitor forbid. Prose: docs/rules/passes.md.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs } from "#domain/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { isWithin } from "#domain/rules/pass.ts";
import { parkingSequence } from "#domain/states/parking.ts";

/** Another standing record of the same vehicle or person at the same branch. */
export interface SameVisitor {
  id: number;
  phone_no: string;
  parking_type: string | null;
  pass_start_time: Date | null;
  pass_end_time: Date | null;
  parking_status_id: number | null;
  is_waiting_for_approve: boolean;
  /** It has a visit that is inside, or at the gate waiting to pay or to be approved; an invite for later is not open. */
  is_open: boolean;
}

/** What a new visit of a standing record that is there already must know. */
export interface OpenVisit {
  isOpen: boolean;
  /** The record as it stands at this moment. */
  standing: SameVisitor | undefined;
}

/** §8: which of the four refusals tells that the vehicle or person is inside already. */
export function inProgressCode({ isPerson, isSamePhone }: { isPerson: boolean; isSamePhone: boolean }): ErrorCode {
  const code = isPerson ? "PERSON_IN_PROGRESS" : "VEHICLE_IN_PROGRESS";
  return isSamePhone ? code : `${code}_OTHER_PHONE`;
}

function isRejected(record: SameVisitor): boolean {
  return record.parking_status_id === parkingSequence.cancelled;
}

/** Two windows that share a moment; the end is not part of a window. */
export function overlaps(one: { start: Date; end: Date }, other: { start: Date; end: Date }): boolean {
  return one.start < other.end && other.start < one.end;
}

/** A pass that was not rejected and holds at this moment. */
export function holdsNow({ record, now }: { record: SameVisitor; now: Date }): boolean {
  if (record.parking_type !== "long_time" || isRejected(record)) return false;
  const { pass_start_time: start, pass_end_time: end } = record;
  return start !== null && end !== null && isWithin({ start, end, at: now });
}

function clashes({ record, start, end }: { record: SameVisitor; start: Date; end: Date }): boolean {
  if (record.parking_type !== "long_time" || isRejected(record)) return false;
  const { pass_start_time: from, pass_end_time: to } = record;
  return from !== null && to !== null && overlaps({ start, end }, { start: from, end: to });
}

/**
 * One open visit at a time, and one pass for one time: a new pass must not overlap a valid one, and who has a valid pass
 * comes in with it. VEHICLE_IN_PROGRESS and its three kin, VEHICLE_PASS_EXIST.
 */
export function isNotHereYet({ before, after, facts, now }: RuleArgs): Refusal | undefined {
  const others = (facts?.sameVisitor ?? []) as SameVisitor[];
  const isPass = after["parking_type"] === "long_time";
  // An invite is for later: the vehicle may be inside now.
  if (!before && after["is_invited"] === true) return undefined;
  const [start, end] = [after["pass_start_time"], after["pass_end_time"]] as (Date | null)[];
  const isForLater = isPass && start && start > now;
  const open = before || isForLater ? undefined : others.find((record) => record.is_open);
  if (open) {
    const isSamePhone = open.phone_no === after["phone_no"];
    return new Refusal(inProgressCode({ isPerson: after["is_person"] === true, isSamePhone }), "vehicle_no");
  }
  const existing = others.find((record) =>
    isPass && start && end ? clashes({ record, start, end }) : !isPass && !before && holdsNow({ record, now }),
  );
  return existing && new Refusal("VEHICLE_PASS_EXIST", "vehicle_no", { pass: existing.id });
}
