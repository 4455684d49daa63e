// §4 Cash handed from one person to another: the giver offers an amount, the receiver confirms it. Until then it
// belongs to the giver's shift, from then on to the receiver's, so that nothing is lost or counted twice.
import { can } from "#domain/access/capabilities.ts";
import { findRole, isInScope, isOnDuty, type Actor } from "#domain/access/roles.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import type { ShiftCash } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

export const handoverStates = ["offered", "confirmed", "declined", "withdrawn"] as const;
export type HandoverState = (typeof handoverStates)[number];
export const handoverDecisions = ["confirmed", "declined", "withdrawn"] as const satisfies readonly HandoverState[];
export type HandoverDecision = (typeof handoverDecisions)[number];

export const handoverStateTable = {
  initial: ["offered"],
  states: {
    offered: { name: "Not confirmed", colour: "amber", transitions: ["confirmed", "declined", "withdrawn"] },
    confirmed: { name: "Confirmed", colour: "green", transitions: [] },
    declined: { name: "Declined", colour: "red", transitions: [] },
    withdrawn: { name: "Withdrawn", colour: "grey", transitions: [] },
  },
  alreadyInStateError: "CASH_HANDOVER_DECIDED",
  invalidTransitionError: "CASH_HANDOVER_DECIDED",
} as const satisfies StateTable;

export type HandoverReceiver = Pick<RowOf<"users">, "id" | "role" | "status" | "in_out_flag" | "default_branch">;

/** Colleagues of the branch who are on duty and may collect cash. */
export function canReceiveCash({ user, branch }: { user: HandoverReceiver; branch: number }): boolean {
  if (user.default_branch !== branch || user.status !== "active") return false;
  const role = findRole(user.role);
  return can({ role }, "cash.count") && isOnDuty({ role, isActive: true, isPresent: user.in_out_flag });
}

/**
 * `amount` and the float are in paise. SHIFT_NOT_OPEN, CASH_RECEIVER_NOT_AVAILABLE, CASH_HANDOVER_PENDING,
 * CASH_HANDOVER_TOO_LOW, CASH_HANDOVER_TOO_HIGH and duty errors.
 */
export function checkHandoverOffer({
  actor,
  amount,
  shift,
  receiver,
}: {
  actor: Actor;
  amount: number;
  shift: { branch: number; openingFloat: number; cash: ShiftCash } | null;
  receiver: HandoverReceiver | null;
}): { code: ErrorCode; field?: string } | undefined {
  const dutyError = checkOnDuty(actor);
  if (dutyError) return { code: dutyError };
  if (!shift) return { code: "SHIFT_NOT_OPEN" };
  const isAvailable =
    receiver !== null && receiver.id !== actor.id && canReceiveCash({ user: receiver, branch: shift.branch });
  if (!isAvailable) return { code: "CASH_RECEIVER_NOT_AVAILABLE", field: "receiver" };
  if (shift.cash.isHandoverPending) return { code: "CASH_HANDOVER_PENDING" };
  if (amount <= 0) return { code: "CASH_HANDOVER_TOO_LOW", field: "amount" };
  return amount > shift.openingFloat + shift.cash.paise
    ? { code: "CASH_HANDOVER_TOO_HIGH", field: "amount" }
    : undefined;
}

/** Only the receiver confirms or declines; the giver, or who may close shifts, withdraws. FORBIDDEN, duty errors. */
export function checkHandoverDecision({
  actor,
  handover,
  decision,
}: {
  actor: Actor;
  handover: Pick<RowOf<"cash_handovers">, "giver" | "receiver" | "company" | "branch">;
  decision: HandoverDecision;
}): ErrorCode | undefined {
  const mayClose = can(actor, "cash.close") && isInScope({ actor, ...handover });
  const isAllowed = decision === "withdrawn" ? handover.giver === actor.id || mayClose : handover.receiver === actor.id;
  if (!isAllowed) return "FORBIDDEN";
  return decision === "confirmed" ? checkOnDuty(actor) : undefined;
}
