// §4 A tip in cash: what the customer chose for the gate, until staff collect it with a payment in cash.
import { formatRupees } from "#domain/money.ts";
import { isSettled } from "#domain/payments/payment.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { fillText } from "#domain/text/filled-text.ts";
import { valetSequence } from "#domain/valet/states.ts";
import type { TicketChanges } from "#domain/valet/ticket-changes.ts";
import { canManageValet, isExternal } from "#domain/valet/valet-staff.ts";

type TicketArgs = RuleArgsOf<"Valet_and_Parking_Information">;

/**
 * Customers choose a tip until the handover, until staff collected one, or until the ticket is settled in cash. A choice
 * that was not collected ends when the tip is paid online instead.
 */
function checkChosenTip({ before, changes, now }: TicketArgs & { before: NonNullable<TicketArgs["before"]> }) {
  if (!before.tip_collected_at && changes.valet_tip === null) return undefined;
  const isSettledInCash = before.payment_mode === "cash" && isSettled({ entry: before, now });
  const isOver = before.tip_collected_at || isSettledInCash || before.status_id === valetSequence.checkedOut;
  return isOver ? new RuleViolation("NO_NEXT_STATUS", "valet_tip") : undefined;
}

/**
 * The tip that a payment in cash names, or the chosen one with a payment of the whole charge that names none, is collected
 * with it; a later payment can only add to it, else AMOUNT_TOO_LOW. Only managers correct it, apart from payments.
 * NO_NEXT_STATUS for a customer who chooses another.
 */
export function applyCashTip(args: TicketArgs): TicketChanges | RuleViolation | undefined {
  const { before, after, changes, actor, now } = args;
  if (!before) return undefined;
  if (!("valet_tip" in changes)) {
    const isWhole = changes.payment_mode === "cash" && changes.payment_status === "paid";
    return isWhole && before.valet_tip && !before.tip_collected_at ? { tip_collected_at: now } : undefined;
  }
  if (isExternal(actor)) return checkChosenTip({ ...args, before });
  const tip = after.valet_tip ?? 0;
  const isPayment = changes.payment_mode === "cash";
  if (!before.tip_collected_at) return isPayment && tip > 0 ? { tip_collected_at: now } : undefined;
  const isCorrection = !isPayment && canManageValet(actor);
  const collected = before.valet_tip ?? 0;
  if (tip < collected && !isCorrection)
    return new RuleViolation(
      "AMOUNT_TOO_LOW",
      "valet_tip",
      {},
      fillText("tipCollected", { amount: formatRupees(collected) }),
    );
  return tip === 0 ? { tip_collected_at: null } : undefined;
}

/** A tip that was only chosen ends with the handover: nobody can collect it any more. */
export function dropChosenTip({ before, after }: TicketArgs): TicketChanges | undefined {
  const isHandedOver =
    after.status_id === valetSequence.checkedOut &&
    before?.status_id !== undefined &&
    before.status_id !== after.status_id;
  return isHandedOver && after.valet_tip && !after.tip_collected_at ? { valet_tip: null } : undefined;
}
