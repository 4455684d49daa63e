// §4 receipts and tax invoices: routes for holders of an entry's pay link and for the branch's managers.
import { getPathParam } from "#server/http/request-values.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isDateString } from "#domain/dates.ts";
import { can } from "#domain/access/capabilities.ts";
import { anonymous } from "#domain/access/roles.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { type AppServices, runInTransaction, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import {
  invoiceRemainingSales,
  invoiceEntryPayments,
  parseRecipient,
} from "#server/features/payments/issue-invoice.ts";
import { readReceipt } from "#server/features/payments/receipt.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { getRequestOrigin, getSession } from "#server/request.ts";
import { parseActionBody } from "#server/http/action-request.ts";
import type { EntryKey } from "#server/features/payments/payment-records.ts";
import { resolvePayLink } from "#server/features/payments/resolve-pay-link.ts";

export function invoiceRoutes(app: FastifyInstance, services: AppServices): void {
  const resolveEntry = (request: FastifyRequest): Promise<EntryKey> =>
    resolvePayLink({ services, token: getPathParam({ params: request.params, name: "token" }) });

  app.get("/actions/receipts/:token", async (request, reply) => {
    const data = await readReceipt({ services, entry: await resolveEntry(request) });
    return reply.send({ data });
  });

  app.post("/actions/receipts/:token/invoice", async (request, reply) => {
    const entry = await resolveEntry(request);
    const body = parseActionBody({ request, fields: ["recipient_name", "recipient_address", "recipient_gstin"] });
    const recipient = parseRecipient(body);
    await runTransaction({
      sql: services.sql,
      work: (tx) =>
        invoiceEntryPayments({
          ctx: createWriteContext({ services, tx, actor: anonymous, origin: getRequestOrigin(request) }),
          entry,
          recipient,
        }),
    });
    return reply.send({ data: await readReceipt({ services, entry }) });
  });

  app.post("/actions/invoices/day", async (request, reply) => {
    const session = await getSession({ services, request });
    const { day } = parseActionBody({ request, fields: ["day"] });
    if (!isDateString(day)) throwApiError("INVALID_PAYLOAD", { field: "day" });
    const data = await runInTransaction({
      services,
      session,
      origin: getRequestOrigin(request),
      work: (ctx) => {
        const { branch } = ctx.actor;
        if (!can(ctx.actor, "invoice.issue") || branch === null) return throwApiError("FORBIDDEN");
        const duty = checkOnDuty(ctx.actor);
        return duty ? throwApiError(duty) : invoiceRemainingSales({ ctx, branch, day });
      },
    });
    return reply.send({ data });
  });
}
