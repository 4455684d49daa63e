// §2 invites, §4 Invited (reading.md §4): who may invite whom to where, and for which window. Prose: docs/rules/invites.md.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { parkingSequence } from "#domain/states/parking.ts";

/** Employees invite to their own branch; customers to the residence they belong to, and to any commercial branch. */
export function mayInviteTo({ who, branch }: { who: Who; branch: Row }): boolean {
  if (who.role === "employee") return who.branch === branch["id"];
  if (who.role !== "customer") return true;
  if (branch["entity_type"] === "residential") return who.branch === branch["id"];
  return branch["entity_type"] === "commercial";
}

function invites(who: Who): boolean {
  return who.role === "employee" || who.role === "customer";
}

/**
 * Employees and customers invite, and withdraw what they invited; approvers answer requests: nothing else of an entry is
 * theirs. FORBIDDEN.
 */
export function entryIsTheirs({ before, after, changes, who, related }: RuleArgs): Refusal | undefined {
  if (!invites(who) && who.role !== "approver") return undefined;
  if (!before) {
    const branch = related["parking_main_info"]?.["branch"] as Row | null | undefined;
    const isAllowed = invites(who) && after["is_invited"] === true && branch && mayInviteTo({ who, branch });
    return isAllowed ? undefined : new Refusal("FORBIDDEN", "branch");
  }
  if ((changes["approved_by"] ?? null) !== null) return undefined;
  const isCancelled = after["parking_status_id"] === parkingSequence.cancelled;
  if (!isCancelled) return new Refusal("FORBIDDEN", "parking_status_id");
  if (who.role !== "approver") return undefined;
  // An approver who cancels rejects; what waits for no answer is not theirs to cancel.
  return related["parking_main_info"]?.["is_waiting_for_approve"] === true
    ? undefined
    : new Refusal("FORBIDDEN", "parking_status_id");
}

const windowFields = ["invite_start_date", "invite_end_date"];

/** A window that is over before it begins, or before now, invites nobody. */
export function windowRefusal({ start, end, now }: { start: Date; end: Date | null; now: Date }): Refusal | undefined {
  if (!end) return new Refusal("FAILED_VALIDATION", "invite_end_date", { type: "required" });
  return end <= start || end <= now ? new Refusal("FAILED_VALIDATION", "invite_end_date", { type: "gt" }) : undefined;
}

/** An invite says until when it holds, from now where it does not say from when; it is one from the start, or never. */
export function isInvite({ before, after, changes, now }: RuleArgs): Row | Refusal | undefined {
  const isInvited = after["is_invited"] === true;
  if (before && (before["is_invited"] === true) !== isInvited) return new Refusal("FORBIDDEN", "is_invited");
  const isWindowSet = windowFields.some((field) => field in changes);
  if (!isInvited) return isWindowSet && !before ? { invite_start_date: null, invite_end_date: null } : undefined;
  if (before && !isWindowSet) return undefined;
  if (before && before["parking_status_id"] !== parkingSequence.pending)
    return new Refusal("NO_NEXT_STATUS", "invite_end_date");
  const start = (after["invite_start_date"] ?? now) as Date;
  return (
    windowRefusal({ start, end: (after["invite_end_date"] ?? null) as Date | null, now }) ?? {
      invite_start_date: start,
    }
  );
}
