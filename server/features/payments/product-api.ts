// §7 Product API host: /pay and /pay-status in the shapes of the specification. The server computes the hash; the
// client's `token` is ignored.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Row } from "#domain/schema/collection.ts";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import type { AppServices } from "#server/context.ts";
import { getSecretKeys } from "#server/auth/secrets.ts";
import { getUserScope, readIdempotencyKey } from "#server/http/idempotency.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { getRequestOrigin, getSession } from "#server/request.ts";
import { assertCanViewPayment, requirePayer } from "#server/features/payments/payer.ts";
import { checkAttempt } from "#server/features/payments/check-attempt.ts";
import { findPaymentAttempt, isOfEntry, type PaymentAttempt } from "#server/features/payments/payment-records.ts";
import { startPayment } from "#server/features/payments/start-payment.ts";

const codes: { readonly [state in PaymentAttempt["state"]]: string } = {
  initiated: "PAYMENT_PENDING",
  pending: "PAYMENT_PENDING",
  review: "PAYMENT_PENDING",
  failed: "PAYMENT_ERROR",
  success: "PAYMENT_SUCCESS",
};

export function productApiRoutes(app: FastifyInstance, services: AppServices): void {
  app.post("/pay", async (request, reply) => {
    const entry = parseEntryKey(parseRow(request.body));
    const session = await getSession({ services, request });
    await requirePayer({ services, session, entry });
    const { actor } = session;
    const idempotency = readIdempotencyKey({
      request,
      scope: getUserScope(actor.id),
      keys: getSecretKeys(services.config),
    });
    const attempt = await startPayment({ services, actor, origin: getRequestOrigin(request), idempotency, entry });
    const data = {
      merchantId: attempt.merchantId,
      merchantTransactionId: attempt.transactionId,
      amount: attempt.amount,
      instrumentResponse: { type: "PAY_PAGE", redirectInfo: { url: attempt.payUrl, method: "GET" } },
    };
    const output = { success: true, code: "PAYMENT_INITIATED", message: "Payment initiated", data };
    return reply.send({ output: JSON.stringify(output) });
  });

  app.post("/pay-status", async (request, reply) => {
    const attempt = await loadVisibleAttempt({ services, request });
    if (attempt.state !== "success") await checkAttempt({ services, id: attempt.id });
    const { state, amount, transactionId, merchantId, code } = (await findPaymentAttempt({
      sql: services.sql,
      id: attempt.id,
    }))!;
    const data = {
      merchantId,
      merchantTransactionId: transactionId,
      amount,
      state: wireStateNames[state],
      responseCode: code,
    };
    const output = { success: state === "success", code: codes[state], message: messages[state], data };
    return reply.send({ output: JSON.stringify(output) });
  });
}

const wireStateNames = {
  initiated: "PENDING",
  pending: "PENDING",
  review: "PENDING",
  failed: "FAILED",
  success: "COMPLETED",
} as const;
const messages = {
  initiated: "The payment is not confirmed yet.",
  pending: "The payment is not confirmed yet.",
  review: "The payment is under review.",
  failed: "The payment did not go through.",
  success: "Your payment is successful.",
} as const;

/** Parses the entry from `parking_information` or `valet_and_parking_information`, which hold its id. */
function parseEntryKey(body: Row): EntryKey {
  const [parking, valet] = [body["parking_information"], body["valet_and_parking_information"]];
  const id = Number(parking ?? valet);
  if (!Number.isInteger(id) || id < 1 || id > Number.MAX_SAFE_INTEGER)
    throwInvalidPayload('Send "parking_information" or "valet_and_parking_information": the id of what is paid.');
  return { kind: parking === undefined ? "V" : "P", id };
}

/**
 * Loads an attempt whose entry the caller may view; FORBIDDEN for a missing attempt and for one of another merchant
 * alike.
 */
async function loadVisibleAttempt({
  services,
  request,
}: {
  services: AppServices;
  request: FastifyRequest;
}): Promise<PaymentAttempt> {
  const { merchantId, merchantTransactionId: transactionId } = parseRow(request.body);
  if (typeof merchantId !== "string" || typeof transactionId !== "string")
    throwInvalidPayload('Send "merchantId" and "merchantTransactionId".');
  const attempt = await findPaymentAttempt({ sql: services.sql, transactionId });
  if (!attempt || !isOfEntry(attempt) || attempt.merchantId !== merchantId) throwApiError("FORBIDDEN");
  await assertCanViewPayment({ services, request, entry: attempt.entry });
  return attempt;
}
