// §4 Approvals (reading.md §4): which entries wait, who may answer, and what an answer sets. Prose: docs/rules/approvals.md.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { idOf } from "#domain/rules/charge.ts";
import { parkingSequence, statesOf } from "#domain/states/parking.ts";

const askingEntities: readonly unknown[] = ["government", "residential"];

/** Government and residential branches with advanced security let nobody in unasked. */
export function needsApproval({ branch, config }: { branch: Row; config: unknown }): boolean {
  return askingEntities.includes(branch["entity_type"]) && (config as Row | null)?.["security"] === "advanced_security";
}

/** Approvers and managers answer for their branch, an admin for every branch of the company. */
export function mayDecide({ who, branch, company }: { who: Who; branch: unknown; company: unknown }): boolean {
  if (who.role === "platform") return true;
  if (who.role === "admin") return who.company !== null && who.company === idOf(company);
  return (who.role === "approver" || who.role === "manager") && who.branch !== null && who.branch === idOf(branch);
}

function answers({ row, who, isWaiting, now }: { row: Row; who: Who; isWaiting: boolean; now: Date }): Row | Refusal {
  if (!mayDecide({ who, branch: row["branch"], company: row["company"] })) return new Refusal("FORBIDDEN");
  if (!isWaiting) return new Refusal(statesOf(row).alreadyMoved);
  return { approved_by: who.id, approved_at: now };
}

/** Who withdraws an invite of their own, and the clock that ends one, answer nothing. */
function withdraws({ before, who }: { before: Row; who: Who }): boolean {
  return before["is_invited"] === true && (who.id === null || who.id === before["user_created"]);
}

/**
 * A visit that waits is approved by naming who approves, and rejected by cancelling it; either way who and when is kept.
 * FORBIDDEN for who may not answer; STATUS_ALREADY_UPDATED or PERSON_STATUS_ALREADY_UPDATED where it waits no longer.
 */
export function decidesApproval({ before, after, changes, related, who, now }: RuleArgs): Row | Refusal | undefined {
  if (!before) return undefined;
  const isPending = before["parking_status_id"] === parkingSequence.pending;
  const isWaiting = isPending && related["parking_main_info"]?.["is_waiting_for_approve"] === true;
  const isNamed = (changes["approved_by"] ?? null) !== null;
  const isCancelled = isPending && after["parking_status_id"] === parkingSequence.cancelled;
  if (!isNamed && !(isCancelled && isWaiting && !withdraws({ before, who }))) return undefined;
  return answers({ row: after, who, isWaiting, now });
}

/** The same for a pass that was made before its first visit. */
export function decidesPass({ before, after, changes, who, now }: RuleArgs): Row | Refusal | undefined {
  if (!before || (changes["approved_by"] ?? null) === null) return undefined;
  const isWaiting = before["is_waiting_for_approve"] === true;
  const answer = answers({ row: after, who, isWaiting, now });
  return answer instanceof Refusal ? answer : { ...answer, is_waiting_for_approve: false };
}
