// §4 Approvals (reading.md §4): which entries need approval, who may decide, and the effects. See
// docs/rules/approvals.md.
import { canRequireApproval } from "#domain/branches/entity-type.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { can } from "#domain/access/capabilities.ts";
import { isInScope, type Actor } from "#domain/access/roles.ts";
import { getRelationId } from "#domain/schema/relation-id.ts";
import { parseChangeReason } from "#domain/parking/void-entry.ts";
import { parkingSequence, getEntryStates } from "#domain/parking/states.ts";

type Entry = RowOf<"Parking_Information">;

/** Government and residential branches with advanced security require approval of entries. */
export function requiresApproval({
  branch,
  config,
}: {
  branch: { entity_type?: string };
  config: { security?: string } | null | undefined;
}): boolean {
  return canRequireApproval(branch) && config?.security === "advanced_security";
}

/** Approvers and managers decide for their branch, admins for all branches of the company. */
export function canDecideRequest({
  actor,
  branch,
  company,
}: {
  actor: Actor;
  branch: unknown;
  company: unknown;
}): boolean {
  return (
    can(actor, "request.decide") && isInScope({ actor, company: getRelationId(company), branch: getRelationId(branch) })
  );
}

function applyDecision({
  row,
  actor,
  isWaiting,
  isByMember = false,
  now,
}: {
  row: Pick<Entry, "branch" | "company" | "is_person">;
  actor: Actor;
  isWaiting: boolean;
  /** Set by the server for a member of the visited unit, whom the link authorises. */
  isByMember?: boolean;
  now: Date;
}): Pick<Entry, "approved_by" | "approved_at"> | RuleViolation {
  if (!isByMember && !canDecideRequest({ actor, branch: row.branch, company: row.company }))
    return new RuleViolation("FORBIDDEN");
  if (!isWaiting) return new RuleViolation(getEntryStates(row).alreadyInStateError);
  return { approved_by: actor.id, approved_at: now };
}

/** Withdrawing one's own invite, and the automatic expiry of an invite, are not decisions. */
function isWithdrawal({ before, actor }: { before: Entry; actor: Actor }): boolean {
  return before.is_invited && (actor.id === null || actor.id === before.user_created);
}

/** The reason of a rejection; a void has one of its own, and an invite is withdrawn without one. CHANGE_REASON_REQUIRED. */
function getRejectionReason(
  after: Partial<Pick<Entry, "decision_reason" | "is_invited" | "voided_at">>,
): string | null | RuleViolation {
  const isWithdrawn = after.is_invited === true && (after.decision_reason ?? null) === null;
  return after.voided_at || isWithdrawn ? null : parseChangeReason(after.decision_reason);
}

/**
 * A pending entry is approved by setting `approved_by` and rejected by cancelling it with a reason; user and time are
 * recorded in both cases. FORBIDDEN if the actor may not decide, or for a reason without a rejection;
 * STATUS_ALREADY_UPDATED or PERSON_STATUS_ALREADY_UPDATED if it is no longer waiting; CHANGE_REASON_REQUIRED.
 */
export function applyEntryDecision({
  before,
  after,
  changes,
  related,
  actor,
  now,
}: RuleArgsOf<"Parking_Information", "parking_main_info">): Partial<Entry> | RuleViolation | undefined {
  const isReasonGiven = (changes.decision_reason ?? null) !== null;
  if (!before) return isReasonGiven ? new RuleViolation("FORBIDDEN", "decision_reason") : undefined;
  const isPending = before.parking_status_id === parkingSequence.pending;
  const isWaiting = isPending && related.parking_main_info?.is_waiting_for_approve === true;
  const isByMember = (changes.answered_by_member ?? null) !== null;
  const isApproved = isByMember || (changes.approved_by ?? null) !== null;
  const isCancelled = isPending && after.parking_status_id === parkingSequence.cancelled;
  const isRejected = isCancelled && isWaiting && !isWithdrawal({ before, actor });
  if (isReasonGiven && !isCancelled) return new RuleViolation("FORBIDDEN", "decision_reason");
  if (!isApproved && !isRejected) return undefined;
  const decision = applyDecision({ row: after, actor, isWaiting, isByMember, now });
  if (decision instanceof RuleViolation || !isRejected) return decision;
  const reason = getRejectionReason(after);
  return reason instanceof RuleViolation ? reason : { ...decision, decision_reason: reason };
}

/** The same for a pass that was created before its first entry. */
export function applyPassDecision({
  before,
  after,
  changes,
  actor,
  now,
}: RuleArgsOf<"Parking_Main_Information">): Partial<RowOf<"Parking_Main_Information">> | RuleViolation | undefined {
  if (!before || (changes.approved_by ?? null) === null) return undefined;
  const isWaiting = before.is_waiting_for_approve;
  const decision = applyDecision({ row: after, actor, isWaiting, now });
  if (decision instanceof RuleViolation) return decision;
  const isRejected = after.parking_status_id === parkingSequence.cancelled;
  const reason = isRejected ? parseChangeReason(after.decision_reason) : null;
  return reason instanceof RuleViolation
    ? reason
    : { ...decision, is_waiting_for_approve: false, decision_reason: reason };
}
