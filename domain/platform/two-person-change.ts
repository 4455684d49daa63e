// §1 §3: a change of the platform that one person proposes and another one confirms: the fees of a branch, those of new
// branches, and whether publishing requires two approvals. See docs/rules/two-person-changes.md.
import { formatDate, isDateString } from "#domain/dates.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { PropagationOf, RuleArgsOf } from "#domain/schema/registry.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

/** What a change is about: fees of one branch, or a part of the platform's settings. */
export const twoPersonSubjects = ["branch_fees", "new_branch_fees", "publishing_rule"] as const;
export type TwoPersonSubject = (typeof twoPersonSubjects)[number];

export const twoPersonChangeStatuses = ["proposed", "confirmed", "declined", "withdrawn"] as const;
export type TwoPersonChangeStatus = (typeof twoPersonChangeStatuses)[number];

/** Of two decisions on one change the first counts. */
export const twoPersonChangeStates = {
  initial: ["proposed"],
  states: {
    proposed: { name: "Proposed", colour: "amber", transitions: ["confirmed", "declined", "withdrawn"] },
    confirmed: { name: "Confirmed", colour: "green", transitions: [] },
    declined: { name: "Declined", colour: "red", transitions: [] },
    withdrawn: { name: "Withdrawn", colour: "grey", transitions: [] },
  },
  alreadyInStateError: "REVIEW_ALREADY_DONE",
  invalidTransitionError: "REVIEW_ALREADY_DONE",
} as const satisfies StateTable;

/** Fees in hundredths of a percent; null is not set. */
export const feeNames = ["platform_charges", "service_charges"] as const;

/** The fields that a change of each subject sets. */
const changedFields = {
  branch_fees: feeNames,
  new_branch_fees: feeNames,
  publishing_rule: ["publishing_takes_two"],
} as const satisfies { readonly [subject in TwoPersonSubject]: readonly string[] };

const proposedFields = ["subject", "branch", ...feeNames, "publishing_takes_two", "start_day", "reason"] as const;

/** What a fee that is not set means to the vendor. */
export const noFee = "No fee";

/** '2.50%', or in words that nothing is set, so that the platform does not take a missing fee for one. */
export function formatFee(fee: unknown, missing = "Not set"): string {
  return typeof fee === "number" ? `${(fee / 100).toFixed(2)}%` : missing;
}

type ChangeArgs = RuleArgsOf<"Two_Person_Changes", "branch" | "settings">;

const pick = (row: Row | null, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row?.[name] ?? null]));

/** What is in force, of the fields that the change sets. */
function readCurrent({ after: { subject }, related: { branch, settings } }: ChangeArgs): Row {
  return pick(subject === "branch_fees" ? branch : settings, changedFields[subject]);
}

/**
 * A proposal says when fees start, today at the earliest, and differs from what is in force (NO_CHANGES). Only another
 * person confirms or declines it (SECOND_VERIFIER_REQUIRED), only its author withdraws it (FORBIDDEN). One that is
 * confirmed late starts on the day of the confirmation, so that no fee is changed for the past.
 */
export function validateTwoPersonChange(args: ChangeArgs): Row | RuleViolation | undefined {
  const { before, after, changes, related, actor, now } = args;
  const today = formatDate({ at: now, zone: related.branch?.time_zone });
  if (!before) {
    const isOfBranch = after.subject === "branch_fees";
    if (isOfBranch !== (after.branch !== null)) return new RuleViolation("FAILED_VALIDATION", "branch");
    if (isOfBranch && !related.branch) return new RuleViolation("NO_MATCH_FOUND", "branch");
    const startDay = isOfBranch ? after.start_day : today;
    if (!isDateString(startDay) || startDay < today)
      return new RuleViolation("FAILED_VALIDATION", "start_day", {}, "*Choose today or a later day");
    const previous = readCurrent(args);
    const proposed: Row = { ...after };
    if (Object.keys(previous).every((name) => previous[name] === proposed[name]))
      return new RuleViolation("NO_CHANGES");
    return { previous, start_day: startDay };
  }
  // What is confirmed is what was proposed, also for administrators, who may write all fields.
  if (proposedFields.some((name) => name in changes)) return new RuleViolation("FORBIDDEN");
  if (!("status" in changes)) return undefined;
  const isAuthor = actor.id !== null && before.user_created === actor.id;
  if (changes.status === "withdrawn") return isAuthor ? undefined : new RuleViolation("FORBIDDEN", "status");
  if (isAuthor) return new RuleViolation("SECOND_VERIFIER_REQUIRED");
  const decision = { decided_by: actor.name, decided_at: now };
  if (changes.status !== "confirmed") return decision;
  const startDay = isDateString(after.start_day) && after.start_day > today ? after.start_day : today;
  return { ...decision, previous: readCurrent(args), start_day: startDay };
}

/** Whether a confirmed change is in force now, or starts on a later day. */
export function isStarted({
  startDay,
  zone,
  now,
}: {
  startDay: string;
  zone?: string | undefined;
  now: Date;
}): boolean {
  return startDay <= formatDate({ at: now, zone });
}

/** Applies a change that is confirmed; fees that start later are applied by a job. */
export function applyTwoPersonChange({
  after,
  changes,
  related,
  now,
}: ChangeArgs): PropagationOf<"Two_Person_Changes">[] {
  if (changes.status !== "confirmed") return [];
  const set = pick(after, changedFields[after.subject]);
  if (after.subject !== "branch_fees") return [{ to: "settings", set }];
  return isStarted({ startDay: after.start_day ?? "", zone: related.branch?.time_zone, now })
    ? [{ to: "branch", set }]
    : [];
}
