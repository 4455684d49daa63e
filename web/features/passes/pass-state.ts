// What a pass is at a time, and where its page is.
import { getPassState, type PassState } from "#domain/passes/pass.ts";
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

const stateBadges: { [state in PassState]: { label: string; colour: string } } = {
  valid: { label: "Valid", colour: "green" },
  later: { label: "Starts later", colour: "amber" },
  unpaid: { label: "Payment due", colour: "amber" },
  waiting: { label: "Approval Pending", colour: "amber" },
  expired: { label: "Expired", colour: "red" },
  ended: { label: "Ended", colour: "grey" },
  rejected: { label: "Rejected", colour: "grey" },
};

export function getPassBadge(options: { pass: PassValidityFields; now: Date }): { label: string; colour: string } {
  return stateBadges[getPassState(options)];
}
