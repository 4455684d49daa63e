// §4 receipts and tax invoices: actions of holders of an entry's pay link and of the branch's managers.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { can } from "#domain/access/capabilities.ts";
import { anonymous } from "#domain/access/roles.ts";
import { isDateString } from "#domain/dates.ts";
import { paymentActions } from "#domain/payments/actions.ts";
import { paymentPage } from "#domain/payments/payment-page.ts";
import { receipt as receiptSchema } from "#domain/payments/receipt.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { type AppServices, createWriteContext, runInTransaction } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import {
  invoiceEntryPayments,
  invoiceRemainingSales,
  parseRecipient,
} from "#server/features/payments/invoices/issue-invoice.ts";
import { resolveReceiptLink } from "#server/features/payments/payer.ts";
import { readReceipt } from "#server/features/payments/receipt.ts";
import { createReceiptPdf, getReceiptFileName } from "#server/features/payments/receipts/receipt-pdf.ts";
import { sendReceipt } from "#server/features/payments/receipts/send-receipt.ts";
import { readPaymentPage } from "#server/features/payments/payment-page.ts";
import { resolvePayLink } from "#server/features/payments/resolve-pay-link.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

const pdfContent = z.object({ page: paymentPage, receipt: receiptSchema });

export function invoiceRoutes(
  app: FastifyInstance,
  { services, images }: { services: AppServices; images: ImageProcessor },
): void {
  const implementations = [
    implement(paymentActions.readReceipt, async ({ services, token }, { request }) =>
      readReceipt({ services, entry: await resolveReceiptLink({ services, request, token }) }),
    ),
    implement(paymentActions.readReceiptPdf, async ({ services, token }, { request, reply }) => {
      const entry = await resolveReceiptLink({ services, request, token });
      const content = {
        page: await readPaymentPage({ services, entry }),
        receipt: await readReceipt({ services, entry }),
      };
      // The same values as on the page, with times as text.
      const { page, receipt } = pdfContent.parse(JSON.parse(JSON.stringify(content)));
      const drawing = { images, queueKey: toClientAddressKey(request.ip) };
      const file = await createReceiptPdf({ page, receipt, drawing });
      return reply
        .header("content-disposition", `attachment; filename="${getReceiptFileName(page)}"`)
        .header("cache-control", "private, no-store")
        .type("application/pdf")
        .send(file);
    }),
    implement(paymentActions.sendReceipt, sendReceipt),
    implement(paymentActions.requestInvoice, async ({ services, origin, token, body }) => {
      const entry = await resolvePayLink({ services, token });
      const recipient = parseRecipient(body);
      await runTransaction({
        sql: services.sql,
        work: (tx) =>
          invoiceEntryPayments({
            ctx: createWriteContext({ services, tx, actor: anonymous, origin }),
            entry,
            recipient,
          }),
      });
      return readReceipt({ services, entry });
    }),
    implement(paymentActions.issueDayInvoices, async ({ body, ...context }) => {
      const { day } = body;
      if (!isDateString(day)) throwApiError("INVALID_PAYLOAD", { field: "day" });
      return runInTransaction({
        ...context,
        work: (ctx) => {
          const { branch } = ctx.actor;
          if (!can(ctx.actor, "invoice.issue") || branch === null) return throwApiError("FORBIDDEN");
          const duty = checkOnDuty(ctx.actor);
          return duty ? throwApiError(duty) : invoiceRemainingSales({ ctx, branch, day });
        },
      });
    }),
  ];
  for (const mount of implementations) mount(app, services);
}
