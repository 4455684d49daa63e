// §2 'Others', §8 AREA_EXIST: an area that is missing is asked for by a branch; the platform makes it or says why not.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import { idOf } from "#domain/rules/charge.ts";
import type { StateTable } from "#domain/states/state-table.ts";

export const areaRequestStates = {
  initial: ["draft"],
  states: {
    draft: { name: "Waiting", colour: "amber", to: ["published", "rejected", "archived"] },
    published: { name: "Made", colour: "green", to: [] },
    rejected: { name: "Refused", colour: "red", to: [] },
    archived: { name: "Archived", colour: "grey", to: [] },
  },
  alreadyMoved: "REVIEW_ALREADY_DONE",
  noMove: "REVIEW_ALREADY_DONE",
} as const satisfies StateTable;

/** AREA_REQUIRED where it is granted without the area it leads to, REMARK_REQUIRED where it is refused without a word. */
export function areaRequestIsSound({ before, after, changes }: RuleArgs): Refusal | undefined {
  if (!before || !("status" in changes)) return undefined;
  if (changes["status"] === "published" && idOf(after["area"]) === null) return new Refusal("AREA_REQUIRED", "area");
  const isUnsaid = changes["status"] === "rejected" && !String(after["note"] ?? "").trim();
  return isUnsaid ? new Refusal("REMARK_REQUIRED", "note") : undefined;
}

/** The branch that asked lies in the area from then on. */
export function areaOfBranch({ before, after, changes }: RuleArgs): { to: string; set: Row }[] {
  const isMade = before !== null && changes["status"] === "published";
  return isMade && idOf(after["area_request_branch_id"]) !== null
    ? [{ to: "area_request_branch_id", set: { area: after["area"] } }]
    : [];
}
