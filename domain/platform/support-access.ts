// §1: access of the platform's support to a branch, to read it for one hour. See docs/rules/support-access.md.
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

export const supportAccessStatuses = ["requested", "open", "declined", "withdrawn", "ended"] as const;
type SupportAccessStatus = (typeof supportAccessStatuses)[number];

/** Of two answers to one request the first counts. */
export const supportAccessStates = {
  initial: ["requested", "open"],
  states: {
    requested: { name: "Requested", colour: "amber", transitions: ["open", "declined", "withdrawn"] },
    open: { name: "Open", colour: "blue", transitions: ["ended"] },
    declined: { name: "Declined", colour: "red", transitions: [] },
    withdrawn: { name: "Withdrawn", colour: "grey", transitions: [] },
    ended: { name: "Ended", colour: "grey", transitions: [] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "STATUS_ALREADY_UPDATED",
} as const satisfies StateTable;

const supportAccessMs = 60 * 60 * 1000;
/** An older request is not approved any more: whoever asked does not expect the answer. */
export const supportRequestMs = 24 * 60 * 60 * 1000;

type AccessArgs = RuleArgsOf<"Support_Access", "branch">;

/** Whether the branch is read, or can be: not longer than one hour, whatever happens. */
export function isSupportOpen({
  status,
  expiresAt,
  now,
}: {
  status: SupportAccessStatus;
  expiresAt: Date | null;
  now: Date;
}): boolean {
  return status === "open" && expiresAt !== null && now < expiresAt;
}

const startHour = (now: Date): Row => ({ opened_at: now, expires_at: new Date(now.getTime() + supportAccessMs) });

/**
 * Opens at once, or asks for consent. Only an admin of the branch approves and declines; either side ends, and the
 * platform withdraws. STATUS_ALREADY_UPDATED for a request of yesterday and an access that has expired.
 */
export function validateSupportAccess({
  before,
  after,
  changes,
  related,
  actor,
  now,
}: AccessArgs): Row | RuleViolation | undefined {
  if (!before) {
    if (!related.branch) return new RuleViolation("NO_MATCH_FOUND", "branch");
    const whose = { company: related.branch.company, supporter: actor.id, supporter_name: actor.name };
    return after.asks_consent ? { ...whose, status: "requested" } : { ...whose, status: "open", ...startHour(now) };
  }
  // Once, by the action that enters the branch, and cleared by the one that leaves it.
  if ("session_family" in changes && !("status" in changes)) return undefined;
  if (!("status" in changes)) return new RuleViolation("FORBIDDEN");
  if (Object.keys(changes).some((name) => name !== "status" && name !== "session_family"))
    return new RuleViolation("FORBIDDEN");
  const by = { name: actor.name, at: now };
  if (changes.status === "ended") {
    const isOpen = isSupportOpen({ status: before.status, expiresAt: before.expires_at, now });
    if (!isOpen) return new RuleViolation("STATUS_ALREADY_UPDATED");
    return { ended_by: by.name, ended_at: by.at };
  }
  if (can(actor, "support.answer") === (changes.status === "withdrawn"))
    return new RuleViolation("FORBIDDEN", "status");
  const decision = { decided_by: by.name, decided_at: by.at };
  if (changes.status !== "open") return decision;
  const isTooLate = now.getTime() - before.date_created.getTime() > supportRequestMs;
  return isTooLate ? new RuleViolation("STATUS_ALREADY_UPDATED") : { ...decision, ...startHour(now) };
}
