// §2 invites, §4 Invited (reading.md §4): who may invite to which branch, and the invite period. See
// docs/rules/invites.md.
import { type FilledText, fillText } from "#domain/text/filled-text.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { can, isApprover } from "#domain/access/capabilities.ts";
import { isCustomer, type Actor } from "#domain/access/roles.ts";
import { parkingSequence } from "#domain/parking/states.ts";

/** How the gate identifies an invited visitor: by the invite code or by the phone number of the invite. */
export const inviteProofs = ["code", "phone"] as const;
export type InviteProof = (typeof inviteProofs)[number];

type InviteArgs = RuleArgsOf<"Parking_Information", "parking_main_info.branch">;
type InviteBranch = Partial<Pick<RowOf<"Branch">, "id" | "entity_type">>;

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** For an invite of a customer: the branch lists the customer's verified phone number as a member of a unit. */
    isHomeOfHost: boolean;
  }
}

/**
 * Employees invite to their own branch; customers to branches where they are at home (a member of a unit, such as a flat,
 * department or class, or assigned to a residential branch) and to any commercial branch.
 */
export function canInviteToBranch({
  actor,
  branch,
  isHome,
}: {
  actor: Actor;
  branch: InviteBranch;
  isHome: boolean;
}): boolean {
  if (!isHost(actor)) return true;
  if (!isCustomer(actor)) return actor.branch === branch.id;
  if (isHome || branch.entity_type === "commercial") return true;
  return branch.entity_type === "residential" && actor.branch === branch.id;
}

const isHost = (actor: Actor): boolean => can(actor, "invite.host");

/** Employees and customers can only create and withdraw invites, approvers can only decide requests. FORBIDDEN. */
export function validateHostEntry({
  before,
  after,
  changes,
  actor,
  related,
  lookups,
}: InviteArgs): RuleViolation | undefined {
  if (!isHost(actor) && !isApprover(actor)) return undefined;
  if (!before) {
    const branch = related.parking_main_info?.branch;
    const isHome = lookups?.isHomeOfHost ?? false;
    const isAllowed = isHost(actor) && after.is_invited && branch && canInviteToBranch({ actor, branch, isHome });
    return isAllowed ? undefined : new RuleViolation("FORBIDDEN", "branch");
  }
  if ((changes.approved_by ?? null) !== null) return undefined;
  const isCancelled = after.parking_status_id === parkingSequence.cancelled;
  if (!isCancelled) return new RuleViolation("FORBIDDEN", "parking_status_id");
  if (!isApprover(actor)) return undefined;
  // Cancelling by an approver is a rejection, so that the entry must be waiting for approval.
  return related.parking_main_info?.is_waiting_for_approve === true
    ? undefined
    : new RuleViolation("FORBIDDEN", "parking_status_id");
}

const periodFields = ["invite_start_date", "invite_end_date"] as const;

const dayMs = 24 * 60 * 60_000;

interface InvitePeriodInput {
  start: Date;
  end: Date | null;
  now: Date;
  /** Maximum length of the period in days. */
  maxDays: number;
}

export const invitePeriodTexts = { order: "*The end must be after the start", past: "*The end must be in the future" };

/**
 * Checks that the period ends after its start and after now, and lasts `maxDays` at most. FAILED_VALIDATION,
 * INVITE_TOO_LONG with the allowed days.
 */
export function checkInvitePeriod({ start, end, now, maxDays }: InvitePeriodInput): RuleViolation | undefined {
  if (!end) return new RuleViolation("FAILED_VALIDATION", "invite_end_date", { type: "required" });
  const reject = (text: string) => new RuleViolation("FAILED_VALIDATION", "invite_end_date", { type: "gt" }, text);
  if (end <= start) return reject(invitePeriodTexts.order);
  if (end <= now) return reject(invitePeriodTexts.past);
  return end.getTime() - start.getTime() > maxDays * dayMs
    ? new RuleViolation("INVITE_TOO_LONG", "invite_end_date", { days: maxDays })
    : undefined;
}

/** Text of INVITES_EXCEEDED for the limit of a branch. */
export function describeHostLimit(allowed: number): FilledText {
  return allowed === 1 ? fillText("hostLimitOne", {}) : fillText("hostLimit", { count: allowed });
}

/** Maximum invite period of a branch in days: its own limit, capped by the product's. */
export function getMaxInviteDays(branch: { invite_max_days?: number | null } | null | undefined): number {
  const branchLimit = branch?.invite_max_days ?? limits.inviteDays;
  return Math.min(branchLimit, limits.inviteDays);
}

const isSameTime = (one: Date | null | undefined, other: Date | null | undefined): boolean =>
  one?.getTime() === other?.getTime();

/**
 * An invite needs an end and starts now by default. `is_invited` does not change after the creation, and its period by its creator
 * and holders of `entry.correct` only: gate staff would let a visitor in whom the host expects later. FORBIDDEN, NO_NEXT_STATUS.
 */
export function applyInviteRules({
  before,
  after,
  changes,
  actor,
  related,
  now,
}: InviteArgs): Row | RuleViolation | undefined {
  const isInvited = after.is_invited;
  if (before && !before.is_invited !== !isInvited) return new RuleViolation("FORBIDDEN", "is_invited");
  if (!before && !isInvited) return { invite_start_date: null, invite_end_date: null };
  const moved = periodFields.find((field) => field in changes && !isSameTime(changes[field], before?.[field]));
  if (before && !moved) return undefined;
  const canMove = isInvited && (before?.user_created === actor.id || can(actor, "entry.correct"));
  if (before && !canMove) return new RuleViolation("FORBIDDEN", moved);
  if (before && before.parking_status_id !== parkingSequence.pending)
    return new RuleViolation("NO_NEXT_STATUS", "invite_end_date");
  const start = after.invite_start_date ?? now;
  const end = after.invite_end_date;
  const maxDays = getMaxInviteDays(related.parking_main_info?.branch);
  return checkInvitePeriod({ start, end, now, maxDays }) ?? { invite_start_date: start };
}
