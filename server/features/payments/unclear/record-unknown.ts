// §4: a signed message of the provider about a payment that was not started here is stored for a person to look at.
import { UnknownPayments } from "#domain/payments/online/unknown-payments.collection.ts";
import type { AppServices } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { createSystemContext } from "#server/features/payments/payment-records.ts";
import { paymentProviders } from "#server/features/payments/providers/branch-gateways.ts";
import type { CallbackRequest, ProviderResult } from "#server/features/payments/providers/gateway.ts";
import { RejectedCallbackLimiter } from "#server/features/payments/rejected-callbacks.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";

/** Branches whose keys are tried: those of one company usually share a merchant and its keys. */
const maxTriedBranches = 5;
const limiter = new RejectedCallbackLimiter();

interface UnknownPayment {
  company: number;
  branch: number;
  gateway: string;
  merchantId: string;
  transactionId: string;
  result: ProviderResult;
}

interface UnknownMessage {
  services: AppServices;
  gateway: string;
  transactionId: string;
  message: CallbackRequest;
}

/** The received payment that the message is about; undefined unless the provider has signed it for one of our merchants. */
async function identifyPayment({
  services,
  gateway: name,
  transactionId,
  message,
}: UnknownMessage): Promise<UnknownPayment | undefined> {
  const { sql } = services;
  const provider = paymentProviders.find((known) => known.name === name);
  const merchantId = provider?.parseUnverifiedMerchantId(message.body);
  if (merchantId === undefined || transactionId === "") return undefined;
  if (!limiter.canRecord({ about: merchantId, now: services.clock() })) return undefined;
  const branches = await sql<{ branch: number; company: number }[]>`
    select s.branch, b.company from payment_settings s join "Branch" b on b.id = s.branch
    where s.merchant_id = ${merchantId} order by s.branch limit ${maxTriedBranches}`;
  for (const { branch, company } of branches) {
    const branchGateway = await services.paymentGateways.get({ sql, branch, name });
    const verified = branchGateway?.gateway.verifyCallback(message);
    if (!branchGateway || verified?.transactionId !== transactionId) continue;
    // An unsigned body proves nothing about the amount.
    const result = verified.result ?? (await branchGateway.gateway.getPaymentStatus(transactionId));
    return result.verdict === "success"
      ? { company, branch, gateway: name, merchantId, transactionId, result }
      : undefined;
  }
  return undefined;
}

/** Stores the payment, or counts a repeated message; does nothing unless it is a received payment of a known merchant. */
export async function recordUnknownPayment(message: UnknownMessage): Promise<void> {
  const { services } = message;
  const payment = await identifyPayment(message);
  if (!payment) return;
  const { transactionId, merchantId, result } = payment;
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      await acquireLock({ tx, name: "refusedCallback", key: `${merchantId}:${transactionId}` });
      const ctx = createSystemContext({ services, tx });
      const write = { ctx, collection: UnknownPayments, payload: {}, bypassAccess: true };
      const [known] = await tx<{ id: number; messages: number }[]>`
        select id, messages from unknown_payments
        where merchant_id = ${merchantId} and merchant_transaction_id = ${transactionId}`;
      if (known) return updateItem({ ...write, id: known.id, systemValues: { messages: known.messages + 1 } });
      await createItem({
        ...write,
        systemValues: {
          company: payment.company,
          branch: payment.branch,
          gateway: payment.gateway,
          merchant_id: merchantId,
          merchant_transaction_id: transactionId,
          amount: result.amount,
          code: result.code,
          provider_transaction_id: result.providerTransactionId,
          utr: result.utr,
        },
      });
    },
  });
}
