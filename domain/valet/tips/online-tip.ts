// §4 A tip paid online is a payment of its own: the charge of the ticket does not know it.
import type { ErrorCode } from "#domain/errors.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { valetSequence } from "#domain/valet/states.ts";

const minTipPaise = 100;
/** As for tips at the gate. */
export const maxTipPaise = 1_000_000;

/** From the pickup request on, also after the handover. NO_NEXT_STATUS, AMOUNT_BELOW_MINIMUM. */
export function checkOnlineTip({
  ticket,
  amount,
}: {
  ticket: Partial<Pick<RowOf<"Valet_and_Parking_Information">, "status_id" | "voided_at">>;
  /** Paise. */
  amount: number;
}): ErrorCode | undefined {
  if ((ticket.status_id ?? 0) < valetSequence.pickupRequested || ticket.voided_at) return "NO_NEXT_STATUS";
  return amount < minTipPaise ? "AMOUNT_BELOW_MINIMUM" : undefined;
}

type TippedTicket = Partial<
  Pick<RowOf<"Valet_and_Parking_Information">, "status_id" | "voided_at" | "online_tip" | "tip_collected_at">
>;

/** What a received tip changes; undefined if the ticket was cancelled, and the tip is returned. */
export function applyOnlineTip({ ticket, received }: { ticket: TippedTicket; received: number }) {
  if (ticket.voided_at) return undefined;
  const online_tip = (ticket.online_tip ?? 0) + received;
  // The tip that was chosen for the gate is paid now, unless staff collected it already.
  const isChosenOnly = ticket.status_id !== valetSequence.checkedOut && !ticket.tip_collected_at;
  return isChosenOnly ? { online_tip, valet_tip: null } : { online_tip };
}

/** What a refund leaves of the tip; null without any. A refund that failed is added again as a negative amount. */
export function applyTipRefund({ ticket, refunded }: { ticket: TippedTicket; refunded: number }) {
  const remaining = (ticket.online_tip ?? 0) - refunded;
  return { online_tip: remaining > 0 ? remaining : null };
}
