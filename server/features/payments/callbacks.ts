// §4: callbacks of the payment provider. A callback takes effect only if its signature is valid and it matches a
// payment of this system.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { VerifiedCallback } from "#server/features/payments/providers/gateway.ts";
import { paymentProviders } from "#server/features/payments/providers/branch-gateways.ts";
import type { AppServices } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import {
  type PaymentAttempt,
  findPaymentAttempt,
  findRefund,
  type PaymentRefund,
} from "#server/features/payments/payment-records.ts";
import { recordRejectedCallback, RejectedCallbackLimiter } from "#server/features/payments/rejected-callbacks.ts";
import { queuePaymentCheckNow } from "#server/features/payments/schedule-check.ts";
import { recordUnknownPayment } from "#server/features/payments/unclear/record-unknown.ts";
import { settlePayment } from "#server/features/payments/settle.ts";

const maxBodyBytes = 32 * 1024;
const rejectedCallbackLimiter = new RejectedCallbackLimiter();

interface CallbackInput {
  services: AppServices;
  request: FastifyRequest;
  gatewayName: string;
  transactionId: string | undefined;
}

export function callbackRoutes(app: FastifyInstance, services: AppServices): void {
  void app.register((inner, _options, done) => {
    // The signature covers the raw body, so it is not parsed here.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBodyBytes }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const respond = async (reply: FastifyReply, incoming: CallbackInput): Promise<FastifyReply> => {
      await handleCallback(incoming);
      return reply.send({ received: true });
    };
    for (const { name: gatewayName, callbackPath, parseUnverifiedTransactionId } of paymentProviders)
      inner.post(callbackPath, (request, reply) => {
        const transactionId = parseUnverifiedTransactionId(getRawBody(request));
        return respond(reply, { services, request, gatewayName, transactionId });
      });
    done();
  });
}

function getRawBody(request: FastifyRequest): string {
  return typeof request.body === "string" ? request.body : "";
}

/**
 * Applies a credible callback. Others are logged, and stored if they name an existing payment. PAYMENT_NOT_CREDIBLE.
 */
async function handleCallback(incoming: CallbackInput): Promise<void> {
  const { services, transactionId = "" } = incoming;
  const attempt = await findPaymentAttempt({ sql: services.sql, transactionId });
  const refund = attempt ? undefined : await findRefund({ sql: services.sql, refundId: transactionId });
  if (!attempt && !refund) return handleUnknownTransaction(incoming);
  const message = await verifyCallback({ ...incoming, branch: (attempt ?? refund)!.branch, attempt });
  if (!message) return rejectCallback({ incoming, attempt, refund, reason: "signature" });
  if (refund) return advanceRefundNow({ services, refund });
  return applyCallback({ incoming, attempt: attempt!, message });
}

/** Rejected, as it belongs to no entry; a received payment is stored for a person. */
async function handleUnknownTransaction(incoming: CallbackInput): Promise<void> {
  const { services, request, gatewayName: gateway, transactionId = "" } = incoming;
  const message = { headers: request.headers, body: getRawBody(request) };
  await recordUnknownPayment({ services, gateway, transactionId, message });
  await rejectCallback({ incoming, reason: "no such transaction" });
}

async function verifyCallback({
  services,
  request,
  gatewayName: name,
  branch,
  attempt,
}: CallbackInput & { branch: number; attempt: PaymentAttempt | undefined }): Promise<VerifiedCallback | undefined> {
  if (attempt && attempt.gateway !== name) return undefined;
  const branchGateway = await services.paymentGateways.get({ sql: services.sql, branch, name });
  if (!branchGateway || (attempt && attempt.merchantId !== branchGateway.merchantId)) return undefined;
  return branchGateway.gateway.verifyCallback({ headers: request.headers, body: getRawBody(request) });
}

async function applyCallback({
  incoming,
  attempt,
  message: { result },
}: {
  incoming: CallbackInput;
  attempt: PaymentAttempt;
  message: VerifiedCallback;
}): Promise<void> {
  const { services } = incoming;
  // An unsigned body only triggers a status check, as does an amount that differs from the requested one.
  const isAmountDifferent = result?.verdict === "success" && result.amount !== attempt.amount;
  if (result === null || isAmountDifferent) await queuePaymentCheckNow({ services, attempt });
  if (isAmountDifferent)
    return rejectCallback({ incoming, attempt, reason: `amount ${result.amount} instead of ${attempt.amount}` });
  if (result) await settlePayment({ services, id: attempt.id, result, source: "callback" });
}

async function rejectCallback({
  incoming: { services, request, gatewayName, transactionId },
  attempt,
  refund,
  reason,
}: {
  incoming: CallbackInput;
  attempt?: PaymentAttempt | undefined;
  refund?: PaymentRefund | undefined;
  reason: string;
}): Promise<never> {
  const payment = attempt ?? refund;
  // Limits the traces of a flood of forged callbacks; genuine ones never get here.
  const about = payment ? transactionId! : "unknown payment";
  if (!rejectedCallbackLimiter.canRecord({ about, now: services.clock() }))
    return throwApiError("PAYMENT_NOT_CREDIBLE");
  request.log.warn({ gateway: gatewayName, transactionId, ip: request.ip, reason }, "rejected a payment callback");
  const body = getRawBody(request).slice(0, 2_000);
  if (payment)
    await recordRejectedCallback({ services, attempt: attempt?.id ?? null, refund: refund?.id ?? null, body });
  return throwApiError("PAYMENT_NOT_CREDIBLE");
}

async function advanceRefundNow({
  services,
  refund: { id },
}: {
  services: AppServices;
  refund: PaymentRefund;
}): Promise<void> {
  const job = { task: "payment-refund", payload: { refund: id, tries: 0 }, key: `payment-refund:${id}` } as const;
  await runTransaction({ sql: services.sql, work: (tx) => queueJob({ tx, ...job }) });
}
