// §4: cancels a ticket that was made by mistake, or whose customer takes the car back. See docs/rules/corrections.md.
import { isRecent } from "#domain/visitors/is-recent.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { maxDate } from "#domain/dates.ts";
import { formatRupees } from "#domain/money.ts";
import { fillText } from "#domain/text/filled-text.ts";
import * as limits from "#domain/limits.ts";
import { checkMoneyReturned } from "#domain/parking/void-entry.ts";
import { computeBalance, getPaymentStatus, toAmountFields } from "#domain/payments/payment.ts";
import { countStartedMinutes } from "#domain/tariffs/stay-charge.ts";
import type { TicketChanges } from "#domain/valet/ticket-changes.ts";

type Ticket = RowOf<"Valet_and_Parking_Information">;
type TicketArgs = RuleArgsOf<"Valet_and_Parking_Information">;
/** What decides who may cancel a ticket. */
export type VoidableTicket = Pick<Ticket, "out_time" | "user_created" | "date_created"> &
  Partial<Pick<Ticket, "payment_status" | "paid_amount">>;

/** True if the actor may cancel the ticket: with `visit.void` any open one; gate staff their own unpaid one for some minutes. */
export function canVoidTicket({
  ticket,
  actor,
  now,
}: {
  ticket: VoidableTicket;
  actor: Pick<Actor, "id" | "role" | "exceptions">;
  now: Date;
}): boolean {
  if (ticket.out_time !== null) return false;
  if (can(actor, "visit.void")) return true;
  const isUnpaid = getPaymentStatus(ticket) === "not_paid" && (ticket.paid_amount ?? 0) === 0;
  const isOwn = actor.id !== null && ticket.user_created === actor.id;
  return (
    can(actor, "gate.operate") &&
    isOwn &&
    isUnpaid &&
    isRecent({ at: ticket.date_created, minutes: limits.ownVoidMinutes, now })
  );
}

/** The tip that was collected in cash, in paise. */
export const getCollectedTip = ({
  valet_tip,
  tip_collected_at,
}: Partial<Pick<Ticket, "valet_tip" | "tip_collected_at">>) => (tip_collected_at ? (valet_tip ?? 0) : 0);

/** Nobody brought the car of a cancelled ticket, so that its tip would belong to nobody. */
function checkTipReturned({ after }: TicketArgs): RuleViolation | undefined {
  const tip = getCollectedTip(after);
  if (tip === 0) return undefined;
  const text = fillText("tipKept", { amount: formatRupees(tip) });
  return new RuleViolation("VOID_CASH_RECEIVED", undefined, { owed: tip }, text);
}

/**
 * Closes the ticket and charges nothing; slot, key tag and plate are free at once. VOID_NOT_ALLOWED, VOID_CASH_RECEIVED,
 * VOID_ONLINE_RECEIVED.
 */
export function applyTicketVoid(args: TicketArgs & { before: Ticket }): TicketChanges | RuleViolation {
  const { before, after, actor, now } = args;
  if (!canVoidTicket({ ticket: before, actor, now })) return new RuleViolation("VOID_NOT_ALLOWED");
  const violation = checkMoneyReturned(args) ?? checkTipReturned(args);
  if (violation) return violation;
  const from = before.in_time ?? now;
  // Prevents an end before the start if the clock was set back.
  const to = maxDate(from, now);
  return {
    ...toAmountFields(computeBalance({ entry: after, now })),
    out_time: to,
    duration: countStartedMinutes({ from, to }),
    started_time: null,
    otp_sealed: null,
    pickup_due_at: null,
  };
}
