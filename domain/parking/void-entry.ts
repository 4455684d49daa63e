// §4: voids an entry made by mistake (1 → 4), and cancels one whose vehicle turned away (3 → 4). See
// docs/rules/corrections.md.
import { isRecent } from "#domain/visitors/is-recent.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import * as limits from "#domain/limits.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { checkField } from "#domain/schema/fields.ts";
import { countStartedMinutes } from "#domain/tariffs/stay-charge.ts";
import { computeBalance, getPaymentStatus, toAmountFields } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";

/** Money that an entry received and that was not returned, in paise. */
export interface ReceivedMoney {
  /** Through all channels but the provider. */
  cash: number;
  /** Of online payments, less their refunds, including pending ones. */
  online: number;
}
declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    receivedMoney: ReceivedMoney;
  }
}

type Entry = RowOf<"Parking_Information">;
/** What decides who may void an entry. */
export type VoidableEntry = Pick<Entry, "parking_status_id" | "user_created" | "in_time" | "date_created"> &
  Partial<Pick<Entry, "payment_status" | "paid_amount">>;

/** The reason of a change in its stored form. CHANGE_REASON_REQUIRED, VALUE_TOO_LONG. */
export function parseChangeReason(reason: unknown): string | RuleViolation {
  const text = typeof reason === "string" ? reason.trim() : "";
  if (text.length > limits.message) return new RuleViolation("VALUE_TOO_LONG", "reason");
  return checkField({ name: "reason", field: changeReason, value: text })
    ? new RuleViolation("CHANGE_REASON_REQUIRED", "reason")
    : text;
}

/**
 * True if the actor may void the entry: with `visit.void` any open one; gate staff a pending one without a payment, and
 * their own that is unpaid for some minutes.
 */
export function canVoidEntry({
  entry,
  actor,
  now,
}: {
  entry: VoidableEntry;
  actor: Pick<Actor, "id" | "role" | "exceptions">;
  now: Date;
}): boolean {
  const status = entry.parking_status_id;
  if (status !== parkingSequence.in && status !== parkingSequence.pending) return false;
  if (can(actor, "visit.void")) return true;
  const isUnpaid = getPaymentStatus(entry) === "not_paid" && (entry.paid_amount ?? 0) === 0;
  if (!can(actor, "gate.operate") || !isUnpaid) return false;
  if (status === parkingSequence.pending) return true;
  const madeAt = entry.in_time ?? entry.date_created;
  const isOwn = actor.id !== null && entry.user_created === actor.id;
  return isOwn && isRecent({ at: madeAt, minutes: limits.ownVoidMinutes, now });
}

/**
 * A cancelled entry or ticket must not keep money: an expired invite is cancelled by the server, which refunds what was paid
 * online itself, and leaves an invite with cash until that was returned. A member of the visited unit rejects without an account.
 * VOID_CASH_RECEIVED, VOID_ONLINE_RECEIVED.
 */
export function checkMoneyReturned({
  actor,
  lookups,
  isByMember = false,
}: Pick<RuleArgsOf<"Parking_Information">, "actor" | "lookups"> & { isByMember?: boolean }): RuleViolation | undefined {
  const received = lookups?.receivedMoney;
  const isByServer = actor.id === null && !isByMember;
  if (!received) return undefined;
  if (received.cash > 0) return new RuleViolation("VOID_CASH_RECEIVED", undefined, { owed: received.cash });
  return received.online > 0 && !isByServer
    ? new RuleViolation("VOID_ONLINE_RECEIVED", undefined, { owed: received.online })
    : undefined;
}

/**
 * Checks a void and sets the end of the stay and its charge, which is nothing. An entry that is inside is voided by the
 * action with its reason only: NO_NEXT_STATUS otherwise. VOID_NOT_ALLOWED, VOID_CASH_RECEIVED, VOID_ONLINE_RECEIVED.
 */
export function applyVoid(args: RuleArgsOf<"Parking_Information">): Partial<Entry> | RuleViolation | undefined {
  const { before, after, changes, actor, now } = args;
  if (!before || changes.parking_status_id !== parkingSequence.cancelled) return undefined;
  const isVoid = changes.voided_at instanceof Date;
  const isInside = before.parking_status_id === parkingSequence.in;
  if (isInside && !isVoid) return new RuleViolation("NO_NEXT_STATUS", "parking_status_id");
  if (isVoid && !canVoidEntry({ entry: before, actor, now })) return new RuleViolation("VOID_NOT_ALLOWED");
  const violation = checkMoneyReturned({ ...args, isByMember: (changes.answered_by_member ?? null) !== null });
  if (violation || !isVoid) return violation;
  const amounts = toAmountFields(computeBalance({ entry: after, now }));
  if (!isInside) return amounts;
  const from = before.in_time ?? now;
  return { ...amounts, out_time: now, duration: countStartedMinutes({ from, to: now }) };
}
