// §4 Refunds: what came too late, and what a manager pays back. Each is sent under one id until the provider has decided.
import type { Row } from "#domain/collection.ts";
import { nextRefundCheck } from "#domain/rules/check-schedule.ts";
import type { ProviderAnswer } from "#server/adapters/pay/gateway.ts";
import type { House } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { transaction } from "#server/db/transaction.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { queueJob } from "#server/services/jobs.ts";
import {
  asServer,
  type Attempt,
  entryCollections,
  findAttempt,
  findRefund,
  keepAnswer,
  lockEntry,
  newTransactionId,
  type Refund,
  refunds,
} from "#server/services/payments/ledger.ts";

/** Writes a refund and the job that sends it. `amount` in paise. */
export async function queueRefund({
  house,
  ctx,
  attempt,
  amount,
  kind,
  reason,
}: {
  house: House;
  ctx: WriteContext;
  attempt: Attempt;
  amount: number;
  kind: Refund["kind"];
  reason: string;
}): Promise<number> {
  const set = {
    company: attempt.company,
    branch: attempt.branch,
    attempt: attempt.id,
    merchant_refund_id: newTransactionId({ house, letter: "R" }),
    amount,
    kind,
    reason,
    state: "queued",
  };
  const id = (await createItem({ ctx, collection: refunds, payload: {}, set, isOurs: true })) as number;
  await queueStep({ house, tx: ctx.tx, id, tries: 0, delayMs: 0 });
  return id;
}

/** For money that arrived when the entry could no longer take it. */
export async function queueLateRefund({
  house,
  tx,
  attempt,
  amount,
}: {
  house: House;
  tx: Tx;
  attempt: Attempt;
  amount: number;
}): Promise<void> {
  const reason = "Paid already when this payment came through";
  await queueRefund({ house, ctx: asServer({ house, tx }), attempt, amount, kind: "late", reason });
}

async function queueStep({
  tx,
  id,
  tries,
  delayMs,
}: {
  house: House;
  tx: Tx;
  id: number;
  tries: number;
  delayMs: number;
}): Promise<void> {
  await queueJob({ tx, task: "payment-refund", payload: { refund: id, tries }, key: `payment-refund:${id}`, delayMs });
}

/** One step of a refund: asks how it stands, sends it if the provider has never heard of it, and comes back until it is decided. */
export async function stepRefund({ house, id, tries }: { house: House; id: number; tries: number }): Promise<void> {
  const { sql } = house;
  const refund = await findRefund({ sql, id });
  if (!refund || refund.state === "done" || refund.state === "failed") return;
  const attempt = (await findAttempt({ sql, id: refund.attempt }))!;
  const found = await house.gateways.of({ sql, branch: attempt.branch, name: attempt.gateway });
  let answer: ProviderAnswer | undefined;
  if (found && found.merchantId === attempt.merchantId) {
    answer = await found.gateway.refundStatus(refund.refundId);
    await keepAnswer({ sql, refund: id, source: "refund-status", verdict: answer.verdict, answer });
    if (answer.verdict === "absent") {
      const { refundId, amount } = refund;
      const callbackUrl = `${house.config.publicUrl}/payments/callback/phonepe-v1`;
      answer = await found.gateway.refund({ refundId, transactionId: attempt.transactionId, amount, callbackUrl });
      await keepAnswer({ sql, refund: id, source: "refund", verdict: answer.verdict, answer });
    }
  }
  await transaction({ sql, work: (tx) => decide({ house, tx, id, attempt, answer, tries }) });
}

async function decide({
  house,
  tx,
  id,
  attempt,
  answer,
  tries,
}: {
  house: House;
  tx: Tx;
  id: number;
  attempt: Attempt;
  answer: ProviderAnswer | undefined;
  tries: number;
}): Promise<void> {
  const refund = (await findRefund({ sql: tx, id, isLocked: true }))!;
  if (refund.state === "done" || refund.state === "failed") return;
  const ctx = asServer({ house, tx });
  const write = (set: Row) => updateItem({ ctx, collection: refunds, id, payload: {}, set, isOurs: true });
  const isDone = answer?.verdict === "success" && answer.amount === refund.amount;
  const code = answer?.code ?? null;
  if (isDone) {
    await write({ state: "done", code, decided_at: ctx.now });
    if (refund.kind === "manager") await noteOnEntry({ house, tx, attempt, amount: refund.amount });
    return;
  }
  if (answer?.verdict === "failed") return write({ state: "failed", code, decided_at: ctx.now });
  if (answer?.verdict === "pending" && refund.state === "queued") await write({ state: "sent", code });
  const next = nextRefundCheck({ tries, now: ctx.now, speed: house.config.payCheckSpeed });
  await queueStep({ house, tx, id, tries: tries + 1, delayMs: next.getTime() - ctx.now.getTime() });
}

async function noteOnEntry({
  house,
  tx,
  attempt,
  amount,
}: {
  house: House;
  tx: Tx;
  attempt: Attempt;
  amount: number;
}): Promise<void> {
  const { entry } = attempt;
  const row = await lockEntry({ tx, entry });
  if (!row) return;
  const set = { refunded_amount: ((row["refunded_amount"] ?? 0) as number) + amount };
  const ctx = asServer({ house, tx });
  await updateItem({ ctx, collection: entryCollections[entry.kind], id: entry.id, payload: {}, set, isOurs: true });
}
