// §4 Online payment: the single place where a provider's result is applied, exactly once, for callbacks and status
// checks alike.
import { PaymentAttempts } from "#domain/payments/payments.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { getRoleIdsWith } from "#domain/access/capabilities.ts";
import { payPageTimeoutSeconds } from "#domain/payments/online/payment-check-schedule.ts";
import { formatWireAmount } from "#domain/money.ts";
import * as limits from "#domain/limits.ts";
import type { AttemptState } from "#domain/payments/online/online-payment-states.ts";
import { canCheckOutOnPayment } from "#domain/payments/online/online-payment.ts";
import { onlineTerms, type PaidRow } from "#domain/payments/online/online-terms.ts";
import { isEntryKey } from "#domain/payments/online/paid-kinds.ts";
import type { OfferDiscount } from "#domain/offers/choose-offers.ts";
import { applyOnlineTip } from "#domain/valet/tips/online-tip.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { ProviderResult } from "#server/features/payments/providers/gateway.ts";
import type { AppServices } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { ApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import { coverOpenEntry } from "#server/features/payments/passes/cover-open-entry.ts";
import { redeemHeldOffers } from "#server/features/payments/offers/held-offers.ts";
import { returnUses } from "#server/features/offers/return-uses.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { releaseEntry } from "#server/features/payments/release-entry.ts";
import {
  createSystemContext,
  type EntryAttempt,
  isOfEntry,
  type PaymentAttempt,
  paidCollections,
  findPaymentAttempt,
  recordProviderResponse,
  lockEntry,
} from "#server/features/payments/payment-records.ts";
import { queueLateRefund } from "#server/features/payments/refund.ts";
import { schedulePaymentCheck } from "#server/features/payments/schedule-check.ts";

interface AttemptInput {
  services: AppServices;
  tx: Tx;
  attempt: PaymentAttempt;
}

interface EntryInput extends AttemptInput {
  attempt: EntryAttempt;
}

interface SettleInput extends AttemptInput {
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
  if (isReopened)
    await updateAttempt({ ...settlement, state: "pending", values: { code: result.code, decided_at: null } });
  if (getAgeMs(settlement) >= payPageTimeoutSeconds * 1_000) await releaseEntry(settlement);
}

async function failAttempt(settlement: SettleInput): Promise<void> {
  if (settlement.attempt.state === "failed") return;
  const values = { code: settlement.result.code, decided_at: settlement.services.clock() };
  await updateAttempt({ ...settlement, state: "failed", values });
  await releaseEntry(settlement);
}

/**
 * Flags an attempt whose amount at the provider differs from the requested one: nothing is paid; it needs a manual
 * review.
 */
async function markForReview(settlement: SettleInput): Promise<void> {
  const { attempt, result } = settlement;
  const received = result.amount ?? null;
  if (attempt.state === "review" && attempt.received === received) return;
  await updateAttempt({
    ...settlement,
    ...(attempt.state === "review" ? {} : { state: "review" }),
    values: { code: result.code, received_amount: received },
  });
}

async function updateAttempt({
  services,
  tx,
  attempt,
  state,
  values,
}: AttemptInput & { state?: AttemptState; values: Row }): Promise<void> {
  const ctx = createSystemContext({ services, tx });
  const systemValues = { ...values, ...(state === undefined ? {} : { state }) };
  await updateItem({ ctx, collection: PaymentAttempts, id: attempt.id, payload: {}, systemValues, bypassAccess: true });
}

async function completeAttempt({ services, tx, attempt, result }: SettleInput): Promise<void> {
  const { code, utr, providerTransactionId } = result;
  const values = { code, utr, provider_transaction_id: providerTransactionId, received_amount: null };
  await applyReceivedAmount({ services, tx, attempt, received: attempt.amount, values });
}

/** What a person decided about another amount than requested. */
interface PaymentDecision {
  /** Otherwise all of it is returned. */
  isUsed: boolean;
  reason: string;
  /** First name of the person, for the entry's history. */
  by: string;
}

/**
 * Applies what the provider received to the entry, as far as the entry can use it, and returns the rest. The caller has
 * locked the attempt.
 */
export async function applyReceivedAmount({
  services,
  tx,
  attempt,
  received,
  values,
  decision,
}: AttemptInput & { received: number; values: Row; decision?: PaymentDecision }): Promise<void> {
  if (!isOfEntry(attempt)) return returnTrial({ services, tx, attempt, received, values });
  const entry = await lockEntry({ tx, entry: attempt.entry });
  const now = services.clock();
  const canUse = entry !== undefined && decision?.isUsed !== false;
  if (attempt.isTip) return applyTip({ services, tx, attempt, received, values, entry: canUse ? entry : undefined });
  // Held offers are for the whole of the amount that was asked for.
  const isWhole = canUse && received >= attempt.amount;
  const discounts = isWhole ? await redeemHeldDiscounts({ services, tx, attempt, entry }) : [];
  const row = entry && discounts.length > 0 ? { ...entry, offer_discounts: discounts } : entry;
  const usable = canUse ? onlineTerms[attempt.entry.kind].getUsable({ row: row!, attempt, amount: received, now }) : 0;
  const note = decision && `${decision.by}: ${decision.reason}`.slice(0, limits.message);
  const isApplied =
    usable > 0 && (await receivePayment({ services, tx, attempt, entry: row!, usable, note, discounts }));
  const applied = isApplied ? usable : 0;
  await updateAttempt({
    services,
    tx,
    attempt,
    state: "success",
    values: { ...values, applied_amount: applied, decided_at: now },
  });
  const amount = received - applied;
  if (amount > 0) await queueLateRefund({ services, tx, attempt, amount, reason: decision?.reason });
  if (applied === 0) await releaseEntry({ services, tx, attempt });
  else if (!isWhole) await returnUses({ ctx: createSystemContext({ services, tx }), of: { attempt: attempt.id } });
  if (applied > 0) await notifyAdmins({ services, tx, attempt, entry: entry!, amount: applied });
}

/** What the offers that were held for the payment save of the entry. */
async function redeemHeldDiscounts({
  services,
  tx,
  attempt: { id, entry, isExtra },
  entry: row,
}: EntryInput & { entry: PaidRow }): Promise<OfferDiscount[]> {
  if (!isEntryKey(entry) || isExtra) return [];
  return redeemHeldOffers({ ctx: createSystemContext({ services, tx }), attempt: id, entry, row });
}

/** Returns a trial payment: it has shown that the keys work. */
async function returnTrial({
  services,
  tx,
  attempt,
  received,
  values,
}: AttemptInput & { received: number; values: Row }): Promise<void> {
  const decidedValues = { ...values, applied_amount: 0, decided_at: services.clock() };
  await updateAttempt({ services, tx, attempt, state: "success", values: decidedValues });
  await queueLateRefund({ services, tx, attempt, amount: received, reason: "Trial payment" });
}

/** Adds a tip to the ticket, or returns it if the ticket was cancelled. */
async function applyTip({
  services,
  tx,
  attempt,
  received,
  values,
  entry,
}: EntryInput & { received: number; values: Row; entry: PaidRow | undefined }): Promise<void> {
  const systemValues = entry && applyOnlineTip({ ticket: entry, received });
  const decidedValues = { ...values, applied_amount: systemValues ? received : 0, decided_at: services.clock() };
  await updateAttempt({ services, tx, attempt, state: "success", values: decidedValues });
  if (!systemValues) return queueLateRefund({ services, tx, attempt, amount: received });
  await updateItem({
    ctx: createSystemContext({ services, tx }),
    collection: paidCollections.V,
    id: attempt.entry.id,
    payload: {},
    systemValues,
    bypassAccess: true,
  });
}

interface ReceiveInput extends EntryInput {
  entry: PaidRow;
  usable: number;
  /** Who decided to use the payment, and why. */
  note: string | undefined;
  discounts: readonly OfferDiscount[];
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
  note,
  discounts,
  closing,
}: ReceiveInput & { closing: Row }): Promise<boolean> {
  const { kind, id } = attempt.entry;
  const { getPaidFields, noteField } = onlineTerms[kind];
  const systemValues = {
    ...getPaidFields(attempt.startedAt),
    paid_amount: (entry.paid_amount ?? 0) + usable,
    merchant_id: attempt.merchantId,
    merchant_transaction_id: attempt.transactionId,
    ...(note === undefined ? {} : { [noteField]: note }),
    ...(discounts.length > 0 ? { offer_discounts: discounts } : {}),
  };
  const collection = paidCollections[kind];
  try {
    await tx.savepoint(async (inner) => {
      const ctx = createSystemContext({ services, tx: inner });
      await updateItem({ ctx, collection, id, payload: closing, systemValues, bypassAccess: true });
      if (kind === "M") await coverOpenEntry({ ctx, pass: { pass_end_time: null, is_unpaid: false, ...entry } });
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
}: EntryInput & { entry: PaidRow; amount: number }): Promise<void> {
  const admins = await tx<{ email: string }[]>`
    select email from users
    where role = any(${getRoleIdsWith("payment.configure")}) and status = 'active' and default_company = ${attempt.company} order by email`;
  const [visitorRecord] = await tx<{ plate: string | null }[]>`
    select coalesce(m.vehicle_no, m.name) as plate from "Parking_Main_Information" m
    where m.id = ${attempt.entry.kind === "M" ? entry.id : (entry.parking_main_info ?? null)}`;
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
