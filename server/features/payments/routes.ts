// §2 §4: online payment with a pay link without an account, and at the gate.
import type { FastifyInstance } from "fastify";
import { anonymous, isCustomer } from "#domain/access/roles.ts";
import { paymentActions } from "#domain/payments/actions.ts";
import type { ContractBody, ContractResult } from "#domain/schema/contract.ts";
import type { PaidKey } from "#domain/payments/online/paid-kinds.ts";
import { getSecretKeys } from "#server/auth/secrets.ts";
import type { AppServices } from "#server/context.ts";
import { callbackRoutes } from "#server/features/payments/callbacks.ts";
import { requireEntryReader, requirePayer, resolveReceiptLink } from "#server/features/payments/payer.ts";
import { readPaymentPage } from "#server/features/payments/payment-page.ts";
import { describeProvider, paymentProviders } from "#server/features/payments/providers/branch-gateways.ts";
import { productApiRoutes } from "#server/features/payments/product-api.ts";
import { refreshPaymentStatus } from "#server/features/payments/refresh-payment-status.ts";
import { checkAttempt } from "#server/features/payments/check-attempt.ts";
import { decidePayment } from "#server/features/payments/unclear/decide-payment.ts";
import {
  listUnclearPayments,
  readPaymentReview,
  requireReadableAttempt,
} from "#server/features/payments/unclear/read-unclear.ts";
import { offerActions } from "#domain/offers/actions.ts";
import { limitTypedCode } from "#server/features/offers/code-attempts.ts";
import { quoteByLink } from "#server/features/payments/offers/quote-offers.ts";
import { redeemByLink } from "#server/features/payments/offers/redeem-by-link.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { reconcile } from "#server/features/payments/reconciliation/reconcile.ts";
import { refundPayment } from "#server/features/payments/refund-payment.ts";
import { resolvePayLink } from "#server/features/payments/resolve-pay-link.ts";
import { startPayment, type StartPaymentOptions } from "#server/features/payments/start-payment.ts";
import { streamPaymentEvents } from "#server/features/payments/stream-payment-events.ts";
import { startTrial } from "#server/features/payments/trial/start-trial.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import { readIdempotencyKey } from "#server/http/idempotency.ts";
import { implement } from "#server/http/implement.ts";
import type { LiveUpdates } from "#server/live/live.ts";

type StartOptions = Omit<StartPaymentOptions, "partAmount" | "expectedAmount"> & {
  body: ContractBody<typeof paymentActions.startByLink>;
};
type PaymentPage = ContractResult<typeof paymentActions.readLink>;
type StartedPayment = ContractResult<typeof paymentActions.startByLink>;
type PaidCall = SessionContext & PaidKey;

async function startWithBody({ body: { part, expected, offers }, ...options }: StartOptions): Promise<StartedPayment> {
  const amounts = { partAmount: part ?? undefined, expectedAmount: expected ?? undefined, offers };
  const { id, transactionId, amount, payUrl } = await limitTypedCode({
    typed: { ...options, user: options.actor.id, code: offers?.code },
    work: () => startPayment({ ...options, ...amounts }),
  });
  return { id, transaction: transactionId, amount, url: payUrl };
}

async function readAtGate({ services, session, kind, id }: PaidCall): Promise<PaymentPage> {
  const entry = { kind, id };
  await requireEntryReader({ services, session, entry });
  return readPaymentPage({ services, entry });
}

async function startAtGate({
  session,
  kind,
  id,
  ...call
}: PaidCall & Pick<StartOptions, "body" | "idempotency">): Promise<StartedPayment> {
  const { actor } = session;
  const entry = { kind, id };
  await requirePayer({ services: call.services, session, entry });
  const autoCheckout = isCustomer(actor) ? undefined : call.body["auto_checkout"] === true;
  return startWithBody({ ...call, actor, entry, autoCheckout });
}

const implementations = [
  implement(offerActions.quoteByLink, quoteByLink),
  implement(offerActions.redeemByLink, redeemByLink),
  implement(paymentActions.readLink, async ({ services, token }, { request }) =>
    readPaymentPage({ services, entry: await resolveReceiptLink({ services, request, token }) }),
  ),
  implement(paymentActions.startByLink, async ({ token, ...call }, { request }) => {
    const { services } = call;
    const entry = await resolvePayLink({ services, token });
    // A holder of the link has no user: the keys belong to the entry.
    const scope = `pay-link:${entry.kind}${entry.id}`;
    const idempotency = readIdempotencyKey({ request, scope, keys: getSecretKeys(services.config) });
    return startWithBody({ ...call, actor: anonymous, entry, idempotency });
  }),
  implement(paymentActions.checkLink, async ({ services, token }) => {
    const entry = await resolvePayLink({ services, token });
    await refreshPaymentStatus({ services, entry });
    return readPaymentPage({ services, entry });
  }),
  implement(paymentActions.readEntry, (call) => readAtGate({ ...call, kind: "P" })),
  implement(paymentActions.readTicket, (call) => readAtGate({ ...call, kind: "V" })),
  implement(paymentActions.readPass, (call) => readAtGate({ ...call, kind: "M" })),
  implement(paymentActions.startOfEntry, (call) => startAtGate({ ...call, kind: "P" })),
  implement(paymentActions.startOfTicket, (call) => startAtGate({ ...call, kind: "V" })),
  implement(paymentActions.listProviders, ({ services }) =>
    Promise.resolve(
      paymentProviders.map((provider) => describeProvider({ provider, simulatorUrl: services.config.paySimulatorUrl })),
    ),
  ),
  implement(paymentActions.startTrial, startTrial),
  implement(paymentActions.listUnclear, ({ services, session }) => {
    const { branch } = session.actor;
    return branch === null ? throwApiError("FORBIDDEN") : listUnclearPayments({ services, branch });
  }),
  implement(paymentActions.readReview, async (call) => {
    await requireReadableAttempt(call);
    return readPaymentReview(call);
  }),
  implement(paymentActions.checkAttempt, async (call) => {
    await requireReadableAttempt(call);
    await checkAttempt(call);
  }),
  implement(paymentActions.decide, decidePayment),
  implement(paymentActions.reconcile, (call, { request }) => reconcile(call, request)),
  implement(paymentActions.refund, async (call) => ({ id: await refundPayment(call) })),
];

const watchLink = (live: LiveUpdates) =>
  implement(paymentActions.watchLink, async ({ services, token }, { reply }) => {
    const entry = await resolvePayLink({ services, token });
    return streamPaymentEvents({ services, live, entry, reply });
  });

export function paymentRoutes(
  app: FastifyInstance,
  { services, live }: { services: AppServices; live: LiveUpdates },
): void {
  callbackRoutes(app, services);
  productApiRoutes(app, services);
  for (const mount of [...implementations, watchLink(live)]) mount(app, services);
}
