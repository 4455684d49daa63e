// §4 Online payment: the single place where a provider's result is applied, exactly once, for callbacks and status
// checks alike.
import { PaymentAttempts } from "#domain/payments/payments.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { getRoleIdsWith } from "#domain/access/capabilities.ts";
import { payPageTimeoutSeconds } from "#domain/payments/online/payment-check-schedule.ts";
import { formatWireAmount } from "#domain/money.ts";
import { canCheckOutOnPayment, splitReceivedAmount } from "#domain/payments/online/online-payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { ProviderResult } from "#server/features/payments/providers/gateway.ts";
import type { AppServices } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { ApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { releaseEntry } from "#server/features/payments/release-entry.ts";
import {
  createSystemContext,
  type PaymentAttempt,
  entryCollections,
  findPaymentAttempt,
  recordProviderResponse,
  lockEntry,
  type PaidEntry,
} from "#server/features/payments/payment-records.ts";
import { queueLateRefund } from "#server/features/payments/refund.ts";
import { schedulePaymentCheck } from "#server/features/payments/schedule-check.ts";

interface SettleInput {
  services: AppServices;
  tx: Tx;
  attempt: PaymentAttempt;
  result: ProviderResult;
}

/** Time after which a payment unknown to the provider is considered failed. */
const absentGraceMs = 3 * 60_000;

/** Applies a status response or signed callback of the provider. Applying a success again changes nothing. */
export async function settlePayment({
  services,
  id,
  result,
  source,
}: {
  services: AppServices;
  id: number;
  result: ProviderResult;
  source: "status" | "callback";
}): Promise<void> {
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const attempt = await findPaymentAttempt({ sql: tx, id, isLocked: true });
      if (!attempt) return;
      const isAmountEqual = result.verdict !== "success" || result.amount === attempt.amount;
      const verdict = attempt.state === "success" ? "known" : isAmountEqual ? result.verdict : "other-amount";
      await recordProviderResponse({ sql: tx, attempt: id, source, verdict, result });
      const settlement = { services, tx, attempt, result };
      if (verdict === "known") return;
      if (verdict === "success") return completeAttempt(settlement);
      if (verdict === "other-amount") await markForReview(settlement);
      else await failOrRecheck(settlement);
      await schedulePaymentCheck({ services, tx, attempt: (await findPaymentAttempt({ sql: tx, id }))! });
    },
  });
}

/** Milliseconds since the start, scaled by `payCheckSpeed`. */
function getAgeMs({ services, attempt }: SettleInput): number {
  return (services.clock().getTime() - attempt.startedAt.getTime()) * services.config.payCheckSpeed;
}

async function failOrRecheck(settlement: SettleInput): Promise<void> {
  const { attempt, result } = settlement;
  const isAbandoned = result.verdict === "absent" && getAgeMs(settlement) > absentGraceMs;
  if (result.verdict === "failed" || isAbandoned) return failAttempt(settlement);
  // Also reopens a failed attempt, since it may still be paid: it is checked like any other again.
  const isReopened = result.verdict === "pending" && (attempt.state === "initiated" || attempt.state === "failed");
  if (isReopened) await updateAttempt({ ...settlement, state: "pending", values: { decided_at: null } });
  if (getAgeMs(settlement) >= payPageTimeoutSeconds * 1_000) await releaseEntry(settlement);
}

async function failAttempt(settlement: SettleInput): Promise<void> {
  if (settlement.attempt.state === "failed") return;
  await updateAttempt({ ...settlement, state: "failed", values: { decided_at: settlement.services.clock() } });
  await releaseEntry(settlement);
}

/**
 * Flags an attempt whose amount at the provider differs from the requested one: nothing is paid; it needs a manual
 * review.
 */
async function markForReview(settlement: SettleInput): Promise<void> {
  if (settlement.attempt.state === "review") return;
  await updateAttempt({ ...settlement, state: "review" });
}

async function updateAttempt({
  services,
  tx,
  attempt,
  result,
  state,
  values = {},
}: SettleInput & { state: string; values?: Row }): Promise<void> {
  const ctx = createSystemContext({ services, tx });
  const systemValues = { state, code: result.code, ...values };
  await updateItem({ ctx, collection: PaymentAttempts, id: attempt.id, payload: {}, systemValues, bypassAccess: true });
}

async function completeAttempt(settlement: SettleInput): Promise<void> {
  const { services, tx, attempt, result } = settlement;
  const entry = await lockEntry({ tx, entry: attempt.entry });
  const now = services.clock();
  const { amount, isExtra } = attempt;
  const usable = entry ? splitReceivedAmount({ entry, amount, isAdditional: isExtra, now }).usable : 0;
  const applied = usable > 0 && (await receivePayment({ ...settlement, entry: entry!, usable })) ? usable : 0;
  const values = {
    applied_amount: applied,
    provider_transaction_id: result.providerTransactionId,
    utr: result.utr,
    decided_at: now,
  };
  await updateAttempt({ ...settlement, state: "success", values });
  if (applied < amount) await queueLateRefund({ services, tx, attempt, amount: amount - applied });
  if (applied === 0) await releaseEntry(settlement);
  else await notifyAdmins({ ...settlement, entry: entry!, amount: applied });
}

interface ReceiveInput extends SettleInput {
  entry: PaidEntry;
  usable: number;
}

/**
 * Records the payment of the entry, with the check-out if requested; returns false if the entry's rules reject the
 * payment.
 */
async function receivePayment(payment: ReceiveInput): Promise<boolean> {
  const { services, attempt, entry } = payment;
  const isAtGate = entry["parking_status_id"] === parkingSequence.in;
  const isAutoCheckout =
    attempt.autoCheckout && isAtGate && canCheckOutOnPayment({ startedAt: attempt.startedAt, now: services.clock() });
  if (isAutoCheckout && (await tryReceivePayment({ ...payment, closing: { parking_status_id: parkingSequence.out } })))
    return true;
  return tryReceivePayment({ ...payment, closing: {} });
}

async function tryReceivePayment({
  services,
  tx,
  attempt,
  entry,
  usable,
  closing,
}: ReceiveInput & { closing: Row }): Promise<boolean> {
  const systemValues = {
    paid_amount: (entry.paid_amount ?? 0) + usable,
    paid_at: attempt.startedAt,
    merchant_id: attempt.merchantId,
    merchant_transaction_id: attempt.transactionId,
  };
  const collection = entryCollections[attempt.entry.kind];
  const { id } = attempt.entry;
  try {
    await tx.savepoint(async (inner) => {
      const ctx = createSystemContext({ services, tx: inner });
      await updateItem({ ctx, collection, id, payload: closing, systemValues, bypassAccess: true });
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** §4 "Success mails an admin a confirmation". */
async function notifyAdmins({
  services,
  tx,
  attempt,
  entry,
  amount,
}: SettleInput & { entry: PaidEntry; amount: number }): Promise<void> {
  const admins = await tx<{ email: string }[]>`
    select email from users
    where role = any(${getRoleIdsWith("payment.configure")}) and status = 'active' and default_company = ${attempt.company} order by email`;
  const [visitorRecord] = await tx<{ plate: string | null }[]>`
    select coalesce(m.vehicle_no, m.name) as plate from "Parking_Main_Information" m
    where m.id = ${entry.parking_main_info ?? null}`;
  const values = {
    amount: formatWireAmount(amount),
    vehicle: entry.Vehicle_Number ?? visitorRecord?.plate ?? "a visit",
    receipt: entry.receipt_no ?? "",
    transaction: attempt.transactionId,
  };
  const ctx = createSystemContext({ services, tx });
  for (const { email: to } of admins)
    await queueMail({
      ctx,
      branch: attempt.branch,
      to,
      template: "payment-received",
      values,
      event: `payment:${attempt.id}:${to}`,
    });
}
