// §4 Refunds of late payments and by managers. Each is sent under one id until the provider has decided.
import { PaymentRefunds } from "#domain/payments/payments.collection.ts";
import { formatDateTime12 } from "#domain/dates.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import type { Row } from "#domain/schema/collection.ts";
import { formatWireAmount } from "#domain/money.ts";
import { onlineTerms } from "#domain/payments/online/online-terms.ts";
import { getNextRefundCheck } from "#domain/payments/online/payment-check-schedule.ts";
import { applyTipRefund } from "#domain/valet/tips/online-tip.ts";
import type { ProviderResult } from "#server/features/payments/providers/gateway.ts";
import type { AppServices } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import { queueSms } from "#server/messaging/outbox.ts";
import {
  createSystemContext,
  isOfEntry,
  type PaymentAttempt,
  paidCollections,
  findPaymentAttempt,
  findRefund,
  readEntry,
  recordProviderResponse,
  lockEntry,
  generateTransactionId,
  type PaymentRefund,
} from "#server/features/payments/payment-records.ts";

/** Writes a refund and the job that sends it, under the lock of its attempt. `amount` in paise. */
export async function queueRefund({
  services,
  ctx,
  attempt,
  amount,
  kind,
  reason,
}: {
  services: AppServices;
  ctx: WriteContext;
  attempt: PaymentAttempt;
  amount: number;
  kind: PaymentRefund["kind"];
  reason: string;
}): Promise<number> {
  const systemValues = {
    company: attempt.company,
    branch: attempt.branch,
    attempt: attempt.id,
    merchant_refund_id: generateTransactionId({ services, letter: "R" }),
    amount,
    kind,
    reason,
    state: "queued",
  };
  const id = await createItem({
    ctx,
    collection: PaymentRefunds,
    payload: {},
    systemValues,
    bypassAccess: true,
  });
  await queueRefundStep({ services, tx: ctx.tx, id, attempts: 0, delayMs: 0 });
  if (attempt.isTip && kind === "manager") await reduceTip({ ctx, attempt, refunded: amount });
  return id;
}

/** Reduces what the driver is due as soon as the refund is queued, so that it is not paid out meanwhile. */
async function reduceTip({
  ctx,
  attempt,
  refunded,
}: {
  ctx: WriteContext;
  attempt: PaymentAttempt;
  refunded: number;
}): Promise<void> {
  if (!isOfEntry(attempt)) return;
  const { entry } = attempt;
  const ticket = await lockEntry({ tx: ctx.tx, entry });
  if (!ticket) return;
  await updateItem({
    ctx,
    collection: paidCollections.V,
    id: entry.id,
    payload: {},
    systemValues: applyTipRefund({ ticket, refunded }),
    bypassAccess: true,
  });
}

/** Queues the refund of a payment that the entry can no longer accept. */
export async function queueLateRefund({
  services,
  tx,
  attempt,
  amount,
  reason = "The entry was already paid when this payment was confirmed",
}: {
  services: AppServices;
  tx: Tx;
  attempt: PaymentAttempt;
  amount: number;
  reason?: string | undefined;
}): Promise<void> {
  await queueRefund({ services, ctx: createSystemContext({ services, tx }), attempt, amount, kind: "late", reason });
}

async function queueRefundStep({
  tx,
  id,
  attempts,
  delayMs,
}: {
  services: AppServices;
  tx: Tx;
  id: number;
  attempts: number;
  delayMs: number;
}): Promise<void> {
  await queueJob({
    tx,
    task: "payment-refund",
    payload: { refund: id, tries: attempts },
    key: `payment-refund:${id}`,
    delayMs,
  });
}

/**
 * Advances a refund: requests its status, sends it if the provider does not know it, and reschedules itself until it is
 * decided.
 */
export async function advanceRefund({
  services,
  id,
  attempts,
}: {
  services: AppServices;
  id: number;
  attempts: number;
}): Promise<void> {
  const { sql } = services;
  const refund = await findRefund({ sql, id });
  if (!refund || refund.state === "failed") return;
  const attempt = (await findPaymentAttempt({ sql, id: refund.attempt }))!;
  if (refund.state !== "done") await requestRefund({ services, refund, attempt, attempts });
  // A transaction of its own: the entry is not locked while a message is queued.
  await runTransaction({ sql, work: (tx) => notifyPayer({ services, tx, id, attempt }) });
}

async function requestRefund({
  services,
  refund,
  attempt,
  attempts,
}: {
  services: AppServices;
  refund: PaymentRefund;
  attempt: PaymentAttempt;
  attempts: number;
}): Promise<void> {
  const { sql } = services;
  const { id } = refund;
  const branchGateway = await services.paymentGateways.get({ sql, branch: attempt.branch, name: attempt.gateway });
  let result: ProviderResult | undefined;
  if (branchGateway && branchGateway.merchantId === attempt.merchantId) {
    result = await branchGateway.gateway.getRefundStatus(refund.refundId);
    await recordProviderResponse({ sql, refund: id, source: "refund-status", verdict: result.verdict, result });
    if (result.verdict === "absent") {
      const { refundId, amount } = refund;
      const callbackUrl = `${services.config.publicUrl}${branchGateway.provider.callbackPath}`;
      result = await branchGateway.gateway.refund({
        refundId,
        transactionId: attempt.transactionId,
        amount,
        callbackUrl,
      });
      await recordProviderResponse({ sql, refund: id, source: "refund", verdict: result.verdict, result });
    }
  }
  await runTransaction({ sql, work: (tx) => applyRefundResult({ services, tx, id, attempt, result, attempts }) });
}

async function applyRefundResult({
  services,
  tx,
  id,
  attempt,
  result,
  attempts,
}: {
  services: AppServices;
  tx: Tx;
  id: number;
  attempt: PaymentAttempt;
  result: ProviderResult | undefined;
  attempts: number;
}): Promise<void> {
  const refund = (await findRefund({ sql: tx, id, isLocked: true }))!;
  if (refund.state === "done" || refund.state === "failed") return;
  // Before the refund changes: its trigger takes a share lock of the entry, which two refunds could not both raise.
  if (isOfEntry(attempt)) await lockEntry({ tx, entry: attempt.entry });
  const ctx = createSystemContext({ services, tx });
  const updateRefund = (systemValues: Row) =>
    updateItem({ ctx, collection: PaymentRefunds, id, payload: {}, systemValues, bypassAccess: true });
  const isDone = result?.verdict === "success" && result.amount === refund.amount;
  const code = result?.code ?? null;
  if (isDone) {
    await updateRefund({ state: "done", code, decided_at: ctx.now });
    if (refund.kind === "manager" && !attempt.isTip) await addRefundToEntry({ services, tx, attempt, refund });
    return;
  }
  if (result?.verdict === "failed") {
    await updateRefund({ state: "failed", code, decided_at: ctx.now });
    if (refund.kind === "manager" && attempt.isTip) await reduceTip({ ctx, attempt, refunded: -refund.amount });
    return;
  }
  if (result?.verdict === "pending" && refund.state === "queued") await updateRefund({ state: "sent", code });
  const nextCheckAt = getNextRefundCheck({ attempts, now: ctx.now, speed: services.config.payCheckSpeed });
  await queueRefundStep({
    services,
    tx,
    id,
    attempts: attempts + 1,
    delayMs: nextCheckAt.getTime() - ctx.now.getTime(),
  });
}

async function addRefundToEntry({
  services,
  tx,
  attempt,
  refund,
}: {
  services: AppServices;
  tx: Tx;
  attempt: PaymentAttempt;
  refund: PaymentRefund;
}): Promise<void> {
  if (!isOfEntry(attempt)) return;
  const { entry } = attempt;
  const row = await lockEntry({ tx, entry });
  if (!row) return;
  const [decision] = await tx<{ reason: string | null; by: string | null }[]>`
    select reason, user_created as by from payment_refunds where id = ${refund.id}`;
  const systemValues = {
    refunded_amount: (row.refunded_amount ?? 0) + refund.amount,
    [onlineTerms[entry.kind].noteField]: decision?.reason ?? null,
  };
  const ctx = createSystemContext({ services, tx });
  await updateItem({
    // The history names who refunded; that the provider confirms it later is no decision of the server.
    ctx: { ...ctx, actor: { ...ctx.actor, id: decision?.by ?? null } },
    collection: paidCollections[entry.kind],
    id: entry.id,
    payload: {},
    systemValues,
    bypassAccess: true,
  });
}

/** Queues the SMS about a refund of a manager that is done: on the account the payer would see it days later only. */
async function notifyPayer({
  services,
  tx,
  id,
  attempt,
}: {
  services: AppServices;
  tx: Tx;
  id: number;
  attempt: PaymentAttempt;
}): Promise<void> {
  const refund = (await findRefund({ sql: tx, id }))!;
  if (refund.state !== "done" || refund.kind !== "manager" || !isOfEntry(attempt)) return;
  const { entry, branch } = attempt;
  const row = await readEntry({ sql: tx, entry });
  if (!row) return;
  const visitorRecord = entry.kind === "M" ? entry.id : (row.parking_main_info ?? null);
  const [payer] =
    entry.kind === "V"
      ? [{ phone: row.Customer_Phone_Number ?? null, vehicle: row.Vehicle_Number ?? null }]
      : await tx<{ phone: string | null; vehicle: string | null }[]>`
          select phone_no as phone, coalesce(vehicle_no, name) as vehicle from "Parking_Main_Information"
          where id = ${visitorRecord}`;
  if (!payer?.phone) return;
  const sms = {
    ctx: createSystemContext({ services, tx }),
    branch,
    to: payer.phone,
    event: `payment-refunded:${id}`,
  };
  const values = { amount: formatWireAmount(refund.amount), vehicle: payer.vehicle ?? "a visit" };
  const from = entry.kind === "P" ? await findCancelledBooking({ tx, entry: entry.id }) : undefined;
  await (from === undefined
    ? queueSms({ ...sms, template: "payment-refunded", values })
    : queueSms({ ...sms, template: "booking-refunded", values: { ...values, from } }));
}

/** The start of the cancelled booking for which the entry was made, in the branch's time. */
async function findCancelledBooking({ tx, entry }: { tx: Tx; entry: number }): Promise<string | undefined> {
  const [booking] = await tx<{ at: Date; zone: string }[]>`
    select k.booking_start_time as at, b.time_zone as zone
    from "Pre_Booking_Information" k join "Branch" b on b.id = k.branch
    where k.parking_information = ${entry} and k.pre_booking_status_id = ${bookingSequence.cancelled}`;
  return booking && formatDateTime12(booking);
}
