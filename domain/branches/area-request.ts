// §2 'Others', §8 AREA_EXIST: a branch requests a missing area; the platform creates it or rejects the request with a
// note.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { PropagationOf, RuleArgsOf } from "#domain/schema/registry.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

export const areaRequestStates = {
  initial: ["draft"],
  states: {
    draft: { name: "Waiting", colour: "amber", transitions: ["published", "rejected", "archived"] },
    published: { name: "Added", colour: "green", transitions: [] },
    rejected: { name: "Rejected", colour: "red", transitions: [] },
    archived: { name: "Archived", colour: "grey", transitions: [] },
  },
  alreadyInStateError: "REVIEW_ALREADY_DONE",
  invalidTransitionError: "REVIEW_ALREADY_DONE",
} as const satisfies StateTable;

type AreaRequestArgs = RuleArgsOf<"Area_Request_List">;

/** AREA_REQUIRED if it is granted without an area, REMARK_REQUIRED if it is rejected without a note. */
export function validateAreaRequest({ before, after, changes }: AreaRequestArgs): RuleViolation | undefined {
  if (!before || !("status" in changes)) return undefined;
  if (changes.status === "published" && after.area === null) return new RuleViolation("AREA_REQUIRED", "area");
  const isNoteMissing = changes.status === "rejected" && !after.note?.trim();
  return isNoteMissing ? new RuleViolation("REMARK_REQUIRED", "note") : undefined;
}

/** Assigns the granted area to the requesting branch. */
export function assignGrantedArea({ before, after, changes }: AreaRequestArgs): PropagationOf<"Area_Request_List">[] {
  const isGranted = before !== null && changes.status === "published";
  return isGranted && after.area_request_branch_id !== null
    ? [{ to: "area_request_branch_id", set: { area: after.area } }]
    : [];
}
