// What a pass is at a time, and where its page is.
import { parkingSequence } from "#domain/parking/states.ts";
import type { Pass } from "#web/features/passes/api.ts";

/** Fields that determine the state and renewal of a pass. */
export type PassValidityFields = Pick<
  Pass,
  "id" | "pass_start_time" | "pass_end_time" | "parking_status_id" | "is_waiting_for_approve" | "is_unpaid" | "ended_at"
>;

export function toDate(wire: string | null): Date | null {
  return wire === null ? null : new Date(wire);
}

export function getPassPage({ id, is_person: isPerson }: Pick<Pass, "id" | "is_person">): string {
  return `${isPerson ? "person" : "vehicle"}-entry/edit?id=${id}`;
}

export function getPassState({ pass, now }: { pass: PassValidityFields; now: Date }): {
  label: string;
  colour: string;
} {
  const start = toDate(pass.pass_start_time);
  const end = toDate(pass.pass_end_time);
  if (pass.ended_at) return { label: "Ended", colour: "grey" };
  if (pass.parking_status_id === parkingSequence.cancelled) return { label: "Rejected", colour: "grey" };
  if (pass.is_waiting_for_approve) return { label: "Approval Pending", colour: "amber" };
  if (end && end <= now) return { label: "Expired", colour: "red" };
  if (pass.is_unpaid) return { label: "Payment due", colour: "amber" };
  return start && start > now ? { label: "Starts later", colour: "amber" } : { label: "Valid", colour: "green" };
}
