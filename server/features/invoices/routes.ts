// §4 receipts and tax invoices: for who holds an entry's link, and for the branch's managers.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isDay } from "#domain/rules/dates.ts";
import { nobody } from "#domain/roles.ts";
import { dutyRefusal } from "#domain/rules/on-duty.ts";
import { type House, inTransaction, writeContext } from "#server/context.ts";
import { transaction } from "#server/db/transaction.ts";
import { invoiceDay, invoiceEntry, recipientIn } from "#server/features/invoices/issue.ts";
import { receiptOf } from "#server/features/invoices/receipt.ts";
import { refuse } from "#server/items/refused.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { bodyOf } from "#server/services/action.ts";
import { readPayToken } from "#server/services/pay-link.ts";
import type { EntryKey } from "#server/services/payments/ledger.ts";

export function invoiceRoutes(app: FastifyInstance, house: House): void {
  const entryOf = (request: FastifyRequest): EntryKey => {
    const { token } = request.params as { token: string };
    return readPayToken({ token, secret: house.config.secret }) ?? refuse("INVALID_TOKEN");
  };

  app.get("/actions/receipts/:token", async (request, reply) => {
    const data = await receiptOf({ house, entry: entryOf(request) });
    return reply.header("cache-control", "no-store").send({ data });
  });

  app.post("/actions/receipts/:token/invoice", async (request, reply) => {
    const entry = entryOf(request);
    const body = bodyOf({ request, fields: ["recipient_name", "recipient_address", "recipient_gstin"] });
    const recipient = recipientIn(body);
    await transaction({
      sql: house.sql,
      work: (tx) =>
        invoiceEntry({ ctx: writeContext({ house, tx, who: nobody, origin: originOf(request) }), entry, recipient }),
    });
    return reply.header("cache-control", "no-store").send({ data: await receiptOf({ house, entry }) });
  });

  app.post("/actions/invoices/day", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const { day } = bodyOf({ request, fields: ["day"] });
    if (!isDay(day)) refuse("INVALID_PAYLOAD", { field: "day" });
    const data = await inTransaction({
      house,
      session,
      origin: originOf(request),
      work: (ctx) => {
        const { role, branch } = ctx.who;
        if ((role !== "manager" && role !== "admin") || branch === null) return refuse("FORBIDDEN");
        const duty = dutyRefusal(ctx.who);
        return duty ? refuse(duty) : invoiceDay({ ctx, branch, day });
      },
    });
    return reply.send({ data });
  });
}
