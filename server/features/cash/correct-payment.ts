// §4: gives money back (refund) or takes back a mistyped payment or settlement (reversal), under the lock of the entry or the
// account.
import type { Row } from "#domain/schema/collection.ts";
import type { ContractBody } from "#domain/schema/contract.ts";
import { can } from "#domain/access/capabilities.ts";
import { getAccountKey } from "#domain/debts/account.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import type { cashActions } from "#domain/cash/actions.ts";
import { type CorrectablePayment, checkCashRefund, checkReversal } from "#domain/cash/payment-correction.ts";
import { passReturnText } from "#domain/passes/pass-due.ts";
import { getPaidKey, type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { getPaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import { Payments } from "#domain/payments/payments.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Tx } from "#server/db/pool.ts";
import { type IdempotentContext, type SessionContext, requireChangeReason } from "#server/http/action-request.ts";
import { idResult } from "#server/http/idempotency.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { readListAs } from "#server/request.ts";
import { findPayingShift } from "#server/features/cash/own-shift.ts";
import { lockEntry, paidCollections } from "#server/features/payments/payment-records.ts";
import { getRefundLimit } from "#server/features/payments/refund-payment.ts";

interface StoredPayment extends CorrectablePayment {
  id: number;
  /** Null for a settlement, which belongs to an account. */
  entry: PaidKey | null;
  account: string | null;
  receivedAt: Date;
  collectedBy: string | null;
  shift: number | null;
}

/** Throws FORBIDDEN unless the caller may read the payment. */
export async function requireReadablePayment({
  services,
  session,
  id,
}: Pick<SessionContext, "services" | "session"> & { id: number }): Promise<void> {
  const query = buildQueryById({ collection: Payments, id: String(id), fields: ["id"] })!;
  const { data } = await readListAs({ services, session, collection: Payments, query });
  if (data === "[]") throwApiError("FORBIDDEN");
}

/**
 * Locks the entry or the account of the payment, so that its corrections are made one after the other, and then the payment, so that
 * it is not invoiced meanwhile.
 */
async function lockPayment({ tx, id }: { tx: Tx; id: number }): Promise<StoredPayment> {
  const find = async (lock: "" | "for update" = "") => {
    const [stored] = await tx.unsafe<Row[]>(`select * from "payments" where "id" = $1 ${lock}`, [id], {
      prepare: true,
    });
    return stored ? fromDatabase(Payments, stored) : throwApiError("FORBIDDEN");
  };
  const found = await find();
  if (found.pass !== null) throwApiError("REVERSAL_NOT_ALLOWED", {}, passReturnText);
  const entry = getPaidKey(found) ?? null;
  if (entry) await lockEntry({ tx, entry });
  else
    await acquireLock({
      tx,
      name: "accountSettlement",
      key: `${found.branch}:${getAccountKey(found.account ?? "")}`,
    });
  const [sum] = await tx<{ corrected: number }[]>`
    select (coalesce(-sum(amount), 0) * 100)::int as corrected from payments where corrects = ${id}`;
  const { received_at: receivedAt, collected_by: collectedBy, invoice, ...payment } = await find("for update");
  const { mode, channel, kind, account, amount, shift } = payment;
  const who = { account, receivedAt, collectedBy, shift };
  return { id, entry, mode, channel, kind, amount, isInvoiced: invoice !== null, corrected: sum!.corrected, ...who };
}

/** Locks the shift, so that it cannot be counted before this correction is committed; null unless it is open. */
export async function lockOpenShift({ tx, shift }: { tx: Tx; shift: number | null }): Promise<number | null> {
  const [open] = await tx<{ id: number }[]>`
    select id from cash_shifts where id = ${shift} and closed_at is null for share`;
  return open?.id ?? null;
}

/** Adds the row of the correction to the ledger; `amount` in paise is positive. */
async function recordCorrection({
  ctx,
  payment,
  values,
}: {
  ctx: WriteContext;
  payment: StoredPayment;
  values: { kind: "refund" | "reversal"; amount: number; shift: number | null; reason: string };
}): Promise<number> {
  const [place] = await ctx.tx<{ branch: number; company: number }[]>`
    select branch, company from payments where id = ${payment.id}`;
  const systemValues = {
    ...place,
    ...values,
    ...(payment.entry ? { [paidKinds[payment.entry.kind].field]: payment.entry.id } : { account: payment.account }),
    amount: -values.amount,
    mode: payment.mode,
    channel: getPaymentChannel(payment),
    received_at: ctx.now,
    collected_by: ctx.actor.id,
    corrects: payment.id,
  };
  return createItem({ ctx, collection: Payments, payload: {}, systemValues, bypassAccess: true });
}

/**
 * Reverses a payment or a settlement that was entered by mistake; the amount is owed again. Returns the id of the new row. The
 * errors of `checkReversal`, CHANGE_REASON_REQUIRED, USER_ATTENDANCE_OFF.
 */
export async function reversePayment({
  id,
  body,
  ...context
}: IdempotentContext & { id: number; body: Row }): Promise<number> {
  await requireReadablePayment({ ...context, id });
  const reason = requireChangeReason(body["reason"]);
  return runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      const payment = await lockPayment({ tx: ctx.tx, id });
      const shift = await lockOpenShift({ tx: ctx.tx, shift: payment.shift });
      const isOwn = payment.collectedBy === ctx.actor.id;
      const code = checkReversal({ payment, isOwn, isShiftOpen: shift !== null });
      if (code) throwApiError(code);
      // A tip that was collected with the payment is asked for again with the next one.
      const getValues = ({ paid, tipAt }: EntryAmounts) => ({
        paid_amount: paid - payment.amount,
        ...(tipAt?.getTime() === payment.receivedAt.getTime() ? { tip_collected_at: null } : {}),
      });
      await changeEntry({ ctx, payment, reason, getValues });
      return recordCorrection({ ctx, payment, values: { kind: "reversal", amount: payment.amount, shift, reason } });
    },
  });
}

/**
 * Refunds a payment that staff took the way it came: cash from the caller's shift. Returns the id of the new row. The errors of `checkCashRefund`,
 * CHANGE_REASON_REQUIRED.
 */
export async function refundCash({
  id,
  body: { amount, reason: givenReason },
  ...context
}: IdempotentContext & { id: number; body: ContractBody<typeof cashActions.refundCash> }): Promise<number> {
  await requireReadablePayment({ ...context, id });
  const reason = requireChangeReason(givenReason);
  return runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      if (!can(ctx.actor, "payment.refund-cash")) throwApiError("FORBIDDEN");
      const payment = await lockPayment({ tx: ctx.tx, id });
      const [place] = await ctx.tx<{ branch: number }[]>`select branch from payments where id = ${id}`;
      const limit = can(ctx.actor, "payment.refund-unlimited")
        ? null
        : await getRefundLimit({ tx: ctx.tx, branch: place!.branch });
      const shift = await findPayingShift(ctx);
      const refunded = amount ?? 0;
      const code = checkCashRefund({ payment, amount: refunded, limit, hasOpenShift: shift !== null });
      if (code) {
        const left = payment.amount - payment.corrected;
        throwApiError(code, { left, ...(code === "SHIFT_REQUIRED" ? {} : { field: "amount", path: ["amount"] }) });
      }
      const getValues = ({ refunded: before }: EntryAmounts) => ({ refunded_amount: before + refunded });
      await changeEntry({ ctx, payment, reason, getValues });
      return recordCorrection({ ctx, payment, values: { kind: "refund", amount: refunded, shift, reason } });
    },
  });
}

interface EntryAmounts {
  paid: number;
  refunded: number;
  /** Of a ticket: when its tip was collected in cash. */
  tipAt: Date | null;
}

/** Changes the locked entry, for its history; its rules check the actor's rights and duty. */
async function changeEntry({
  ctx,
  payment: { entry },
  reason,
  getValues,
}: {
  ctx: WriteContext;
  payment: StoredPayment;
  reason: string;
  getValues: (amounts: EntryAmounts) => Row;
}): Promise<void> {
  if (!entry) {
    // A settlement changes no entry, since what was booked on account counts as paid there.
    const dutyError = checkOnDuty(ctx.actor);
    if (dutyError) throwApiError(dutyError);
    return;
  }
  const before = await lockEntry({ tx: ctx.tx, entry });
  const values = getValues({
    paid: before?.paid_amount ?? 0,
    refunded: before?.refunded_amount ?? 0,
    tipAt: before?.tip_collected_at ?? null,
  });
  await updateItem({
    ctx,
    collection: paidCollections[entry.kind],
    id: entry.id,
    payload: {},
    systemValues: { ...values, payment_change_reason: reason },
  });
}
