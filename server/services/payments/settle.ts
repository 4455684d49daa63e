// §4 Online payment: the one place where what the provider said takes effect, once, whoever brings it and however often.
import type { Row } from "#domain/collection.ts";
import { roles } from "#domain/roles.ts";
import { pageClosesAfterSeconds } from "#domain/rules/check-schedule.ts";
import { wireAmount } from "#domain/rules/money.ts";
import { mayStillCheckOut, usableAmount } from "#domain/rules/online-payment.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import type { ProviderAnswer } from "#server/adapters/pay/gateway.ts";
import type { House } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { transaction } from "#server/db/transaction.ts";
import { Refused } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import { queueMail } from "#server/services/outbox.ts";
import { freeEntry } from "#server/services/payments/free-entry.ts";
import {
  asServer,
  type Attempt,
  attempts,
  entryCollections,
  findAttempt,
  keepAnswer,
  lockEntry,
} from "#server/services/payments/ledger.ts";
import { queueLateRefund } from "#server/services/payments/refund.ts";
import { queueCheck } from "#server/services/payments/schedule.ts";

interface Settling {
  house: House;
  tx: Tx;
  attempt: Attempt;
  answer: ProviderAnswer;
}

/** What a payment that the provider does not know of has been given up after. */
const absentForMs = 3 * 60_000;

/** Acts on an answer the provider has given or signed. Deciding the same attempt twice changes nothing. */
export async function settle({
  house,
  id,
  answer,
  source,
}: {
  house: House;
  id: number;
  answer: ProviderAnswer;
  source: "status" | "callback";
}): Promise<void> {
  await transaction({
    sql: house.sql,
    work: async (tx) => {
      const attempt = await findAttempt({ sql: tx, id, isLocked: true });
      if (!attempt) return;
      const isSame = answer.verdict !== "success" || answer.amount === attempt.amount;
      const verdict = attempt.state === "success" ? "known" : isSame ? answer.verdict : "other-amount";
      await keepAnswer({ sql: tx, attempt: id, source, verdict, answer });
      const settling = { house, tx, attempt, answer };
      if (verdict === "known") return;
      if (verdict === "success") return succeed(settling);
      if (verdict === "other-amount") await review(settling);
      else await failOrWait(settling);
      await queueCheck({ house, tx, attempt: (await findAttempt({ sql: tx, id }))! });
    },
  });
}

/** Seconds since the start, as fast as this server counts them. */
function ageMs({ house, attempt }: Settling): number {
  return (house.clock().getTime() - attempt.startedAt.getTime()) * house.config.payCheckSpeed;
}

async function failOrWait(settling: Settling): Promise<void> {
  const { attempt, answer } = settling;
  const isGone = answer.verdict === "absent" && ageMs(settling) > absentForMs;
  if (answer.verdict === "failed" || isGone) return fail(settling);
  if (attempt.state === "initiated" && answer.verdict === "pending") await move({ ...settling, state: "pending" });
  if (ageMs(settling) >= pageClosesAfterSeconds * 1_000) await freeEntry(settling);
}

async function fail(settling: Settling): Promise<void> {
  if (settling.attempt.state === "failed") return;
  await move({ ...settling, state: "failed", set: { decided_at: settling.house.clock() } });
  await freeEntry(settling);
}

/** The provider names another amount than was asked for: nothing is paid by it, a person looks at it. */
async function review(settling: Settling): Promise<void> {
  if (settling.attempt.state === "review") return;
  await move({ ...settling, state: "review" });
}

async function move({
  house,
  tx,
  attempt,
  answer,
  state,
  set = {},
}: Settling & { state: string; set?: Row }): Promise<void> {
  const ctx = asServer({ house, tx });
  const told = { state, code: answer.code, ...set };
  await updateItem({ ctx, collection: attempts, id: attempt.id, payload: {}, set: told, isOurs: true });
}

async function succeed(settling: Settling): Promise<void> {
  const { house, tx, attempt, answer } = settling;
  const entry = await lockEntry({ tx, entry: attempt.entry });
  const now = house.clock();
  const { amount, isExtra } = attempt;
  const usable = entry ? usableAmount({ entry, amount, isExtra, now }).usable : 0;
  const applied = usable > 0 && (await receive({ ...settling, entry: entry!, usable })) ? usable : 0;
  const decided = {
    applied_amount: applied,
    provider_transaction_id: answer.providerTransactionId,
    utr: answer.utr,
    decided_at: now,
  };
  await move({ ...settling, state: "success", set: decided });
  if (applied < amount) await queueLateRefund({ house, tx, attempt, amount: amount - applied });
  if (applied === 0) await freeEntry(settling);
  else await tellAdmins({ ...settling, entry: entry!, amount: applied });
}

interface Receiving extends Settling {
  entry: Row;
  usable: number;
}

/** Pays the entry, and lets the vehicle out where that was meant; false where the entry's rules take no money. */
async function receive(receiving: Receiving): Promise<boolean> {
  const { house, attempt, entry } = receiving;
  const isAtGate = entry["parking_status_id"] === parkingSequence.in;
  const isLast =
    attempt.autoCheckout && isAtGate && mayStillCheckOut({ startedAt: attempt.startedAt, now: house.clock() });
  if (isLast && (await tryToReceive({ ...receiving, closing: { parking_status_id: parkingSequence.out } })))
    return true;
  return tryToReceive({ ...receiving, closing: {} });
}

async function tryToReceive({
  house,
  tx,
  attempt,
  entry,
  usable,
  closing,
}: Receiving & { closing: Row }): Promise<boolean> {
  const set = {
    paid_amount: ((entry["paid_amount"] ?? 0) as number) + usable,
    paid_at: attempt.startedAt,
    merchant_id: attempt.merchantId,
    merchant_transaction_id: attempt.transactionId,
  };
  const collection = entryCollections[attempt.entry.kind];
  const { id } = attempt.entry;
  try {
    await tx.savepoint(async (inner) => {
      const ctx = asServer({ house, tx: inner });
      await updateItem({ ctx, collection, id, payload: closing, set, isOurs: true });
    });
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** §4 "Success mails an admin a confirmation". */
async function tellAdmins({
  house,
  tx,
  attempt,
  entry,
  amount,
}: Settling & { entry: Row; amount: number }): Promise<void> {
  const admins = await tx<{ email: string }[]>`
    select email from users
    where role = ${roles.admin.id} and status = 'active' and default_company = ${attempt.company} order by email`;
  const [named] = await tx<{ plate: string | null }[]>`
    select coalesce(m.vehicle_no, m.name) as plate from "Parking_Main_Information" m
    where m.id = ${(entry["parking_main_info"] ?? null) as number | null}`;
  const values = {
    amount: wireAmount(amount),
    vehicle: (entry["Vehicle_Number"] as string | null) ?? named?.plate ?? "a visit",
    receipt: (entry["receipt_no"] as string | null) ?? "",
    transaction: attempt.transactionId,
  };
  const ctx = asServer({ house, tx });
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
