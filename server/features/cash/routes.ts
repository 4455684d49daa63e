// §4 Cash per shift: the own shift, handovers, and the manager's view of a day.
import type { FastifyInstance } from "fastify";
import { cashActions } from "#domain/cash/actions.ts";
import { debtActions } from "#domain/debts/actions.ts";
import { offerActions } from "#domain/offers/actions.ts";
import { isDateString } from "#domain/dates.ts";
import { isId } from "#domain/schema/fields.ts";
import type { AppServices } from "#server/context.ts";
import { readCashDay } from "#server/features/cash/cash-day.ts";
import { correctCount } from "#server/features/cash/correct-count.ts";
import { refundCash, reversePayment } from "#server/features/cash/correct-payment.ts";
import { decideHandover, handOverCash, listReceivers } from "#server/features/cash/handovers.ts";
import { printSettlement } from "#server/features/cash/print-settlement.ts";
import { quoteOffers } from "#server/features/payments/offers/quote-offers.ts";
import { readShift } from "#server/features/cash/read-shift.ts";
import { settleAccount } from "#server/features/cash/settle-account.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

const implementations = [
  implement(cashActions.readDay, async ({ services, session, query: { day = "" } }) => {
    const { branch } = session.actor;
    if (branch === null) throwApiError("FORBIDDEN");
    if (!isDateString(day)) throwApiError("INVALID_QUERY", { reason: "day is YYYY-MM-DD" });
    return readCashDay({ services, branch, day });
  }),
  implement(cashActions.readShift, ({ services, session, query: { shift } }) => {
    if (shift !== undefined && !isId(shift)) throwApiError("INVALID_QUERY", { reason: "shift is an id" });
    return readShift({ services, session, id: shift === undefined ? null : Number(shift) });
  }),
  implement(cashActions.correctCount, (call) => correctCount(call)),
  implement(cashActions.listReceivers, (call) => listReceivers(call)),
  implement(cashActions.handOver, (call) => handOverCash(call)),
  implement(cashActions.reversePayment, async (call) => ({ id: await reversePayment(call) })),
  implement(cashActions.refundCash, async (call) => ({ id: await refundCash(call) })),
  implement(cashActions.printSettlement, (call) => printSettlement(call)),
  implement(offerActions.quoteEntry, (call) => quoteOffers({ ...call, kind: "P" })),
  implement(offerActions.quoteTicket, (call) => quoteOffers({ ...call, kind: "V" })),
  implement(debtActions.settleAccount, async (call) => ({ id: await settleAccount(call) })),
  implement(cashActions.decideHandover, ({ body, ...call }) => decideHandover({ ...call, decision: body.state })),
];

export function cashRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
