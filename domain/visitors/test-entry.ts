// §4: while a branch is under review its admin tries the gate with test entries, and the valet with test tickets. They take
// no money, notify nobody, have numbers of their own, and are deleted when the branch leaves the state Draft. See
// docs/rules/onboarding.md.
import type { Actor } from "#domain/access/roles.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";

/** What the admin of a set-up session may change in a test entry: it leaves, moves to another slot, and is printed. */
const changeable: readonly string[] = ["parking_status_id", "slot_prefix", "slot_no", "slip_prints"];

/** Only a set-up session writes test entries, and nothing else. FORBIDDEN. */
export function validateTestEntry({
  before,
  after,
  changes,
  actor,
}: RuleArgsOf<"Parking_Information">): RuleViolation | undefined {
  if (!actor.isSettingUp && !before?.is_test) return undefined;
  const isAllowed = before
    ? actor.isSettingUp && before.is_test && Object.keys(changes).every((name) => changeable.includes(name))
    : !after.is_invited;
  return isAllowed ? undefined : new RuleViolation("FORBIDDEN");
}

/** What the admin of a set-up session may change in a test ticket: it goes through its states, and is printed. */
const changeableInTicket: readonly string[] = [
  "status_id",
  "slot_prefix",
  "slot_no",
  "key_tag",
  "handover_mode",
  "handover_note",
  "entry_images",
  "slip_prints",
];

/** Only a set-up session writes test tickets, and nothing else. FORBIDDEN. */
export function validateTestTicket({
  before,
  changes,
  actor,
}: RuleArgsOf<"Valet_and_Parking_Information">): RuleViolation | undefined {
  if (!before || (!actor.isSettingUp && !before.is_test)) return undefined;
  const isAllowed =
    actor.isSettingUp && before.is_test && Object.keys(changes).every((name) => changeableInTicket.includes(name));
  return isAllowed ? undefined : new RuleViolation("FORBIDDEN");
}

/** The record of a test entry is created with it: no pass, and none that exists. FORBIDDEN. */
export function validateTestVisitor({
  before,
  after,
  actor,
}: RuleArgsOf<"Parking_Main_Information">): RuleViolation | undefined {
  if (!actor.isSettingUp) return undefined;
  const isAllowed = before ? before.is_test : after.parking_type !== "long_time";
  return isAllowed ? undefined : new RuleViolation("FORBIDDEN");
}

/**
 * For a set-up session instead of `checkPublished`: STATUS_ALREADY_UPDATED once the branch is published, also while its
 * company is not.
 */
export function checkTestBranch({ status }: Partial<Pick<RowOf<"Branch">, "status">>): RuleViolation | undefined {
  return status === "draft" ? undefined : new RuleViolation("STATUS_ALREADY_UPDATED");
}

/** Rows that a set-up session creates are of a test. */
export const isTestOf = (actor: Actor): boolean => actor.isSettingUp === true;
