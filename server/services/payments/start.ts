// §4 Online payment: an attempt is written down before the provider hears of it, so that whatever happens then is found again.
import type { Row } from "#domain/collection.ts";
import { amountToAsk, isStillOffered } from "#domain/rules/online-payment.ts";
import type { Who } from "#domain/roles.ts";
import { type House, type Origin, writeContext } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { transaction } from "#server/db/transaction.ts";
import { refuse } from "#server/items/refused.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { BranchGateway } from "#server/services/gateways.ts";
import { checkAttempt } from "#server/services/payments/check.ts";
import { freeEntry } from "#server/services/payments/free-entry.ts";
import {
  asServer,
  type Attempt,
  attemptOf,
  attempts,
  type EntryKey,
  entryCollections,
  entryField,
  findAttempt,
  keepAnswer,
  lockEntry,
  newTransactionId,
} from "#server/services/payments/ledger.ts";
import { queueCheck } from "#server/services/payments/schedule.ts";
import { payToken } from "#server/services/pay-link.ts";

export interface StartArgs {
  house: House;
  who: Who;
  origin: Origin;
  entry: EntryKey;
  /** Paise of what is owed; all of it without. */
  part?: number;
  /** What the payer was shown, in paise. */
  expected?: number;
  autoCheckout?: boolean;
}

/**
 * Opens a pay page for what an entry owes, or hands out the one that is open already. Throws PAYMENT_NOT_OFFERED, ALREADY_PAID,
 * AMOUNT_MISMATCH, AMOUNT_TOO_HIGH, AMOUNT_BELOW_MINIMUM, and PAYMENT_REDIRECT_FAILED where the provider opens none.
 */
export async function startPayment(args: StartArgs): Promise<Attempt & { payUrl: string }> {
  const { house, entry } = args;
  await askAboutOpenOne({ house, entry });
  const begun = await transaction({ sql: house.sql, work: (tx) => begin({ ...args, tx }) });
  if (begun.attempt.payUrl !== null) return { ...begun.attempt, payUrl: begun.attempt.payUrl };
  return openPage({ ...args, ...begun });
}

/** §4 "A status check runs first": an earlier attempt may have been paid or given up meanwhile. */
async function askAboutOpenOne({ house, entry }: Pick<StartArgs, "house" | "entry">): Promise<void> {
  const open = await openAttempt({ house, entry });
  if (open && !isReusable({ attempt: open, house })) await checkAttempt({ house, id: open.id });
}

function isReusable({ attempt, house }: { attempt: Attempt; house: House }): boolean {
  return attempt.payUrl !== null && isStillOffered({ startedAt: attempt.startedAt, now: house.clock() });
}

/** The attempt an entry waits for, if any. */
export async function openAttempt({ house, entry }: { house: House; entry: EntryKey }): Promise<Attempt | undefined> {
  const table = entryCollections[entry.kind].name;
  const [row] = await house.sql<Row[]>`
    select a.* from payment_attempts a join ${house.sql(table)} e on e.merchant_transaction_id = a.merchant_transaction_id
    where e.id = ${entry.id} and a.state in ('initiated', 'pending')`;
  return row && attemptOf(row);
}

interface Begun {
  attempt: Attempt;
  gateway: BranchGateway;
}

async function begin(args: StartArgs & { tx: Tx }): Promise<Begun> {
  const { house, tx, entry, part, expected } = args;
  const row = await lockEntry({ tx, entry });
  if (!row) refuse("FORBIDDEN");
  const gateway = await house.gateways.of({ sql: tx, branch: row["branch"] as number });
  if (!gateway) refuse("PAYMENT_NOT_OFFERED");
  const known = row["merchant_transaction_id"] as string | null;
  const open = known === null ? undefined : await findAttempt({ sql: tx, transactionId: known });
  const isOpen = open !== undefined && (open.state === "initiated" || open.state === "pending");
  if (isOpen && isReusable({ attempt: open, house }) && (part ?? open.amount) === open.amount)
    return { attempt: open, gateway };
  const asked = amountToAsk({ entry: row, part, now: house.clock() });
  if (typeof asked === "string") refuse(asked);
  if (expected !== undefined && expected !== asked.amount) refuse("AMOUNT_MISMATCH", { expected, owed: asked.amount });
  return { attempt: await write({ ...args, ...asked, row, gateway }), gateway };
}

/** The attempt, the entry that waits for it, and the job that will ask about it: all or nothing. */
async function write({
  house,
  tx,
  who,
  origin,
  entry,
  row,
  gateway,
  amount,
  isExtra,
  autoCheckout = false,
}: StartArgs & { tx: Tx; row: Row; gateway: BranchGateway; amount: number; isExtra: boolean }): Promise<Attempt> {
  const transactionId = newTransactionId({ house, letter: "P" });
  const merchant = { merchant_id: gateway.merchantId, merchant_transaction_id: transactionId };
  const set = {
    ...merchant,
    [entryField[entry.kind]]: entry.id,
    company: row["company"],
    branch: row["branch"],
    gateway: gateway.name,
    amount,
    is_extra: isExtra,
    auto_checkout: autoCheckout && entry.kind === "P",
    state: "initiated",
  };
  const ctx = writeContext({ house, tx, who, origin });
  const id = (await createItem({ ctx, collection: attempts, payload: {}, set, isOurs: true })) as number;
  const collection = entryCollections[entry.kind];
  await updateItem({
    ctx: asServer({ house, tx }),
    collection,
    id: entry.id,
    payload: {},
    set: merchant,
    isOurs: true,
  });
  const attempt = (await findAttempt({ sql: tx, id }))!;
  await queueCheck({ house, tx, attempt });
  return attempt;
}

async function openPage({ house, entry, attempt, gateway }: StartArgs & Begun): Promise<Attempt & { payUrl: string }> {
  const token = payToken({ ...entry, secret: house.config.secret });
  const { publicUrl } = house.config;
  const { url, answer } = await gateway.gateway.start({
    transactionId: attempt.transactionId,
    amount: attempt.amount,
    payer: `${entry.kind}${entry.id}`,
    redirectUrl: `${publicUrl}/pay/${token}?returned=1`,
    callbackUrl: `${publicUrl}/payments/callback/phonepe-v1`,
  });
  const opened = await transaction({
    sql: house.sql,
    work: async (tx) => {
      await keepAnswer({ sql: tx, attempt: attempt.id, source: "pay", verdict: answer.verdict, answer });
      const now = (await findAttempt({ sql: tx, id: attempt.id, isLocked: true }))!;
      return url === null
        ? giveUp({ house, tx, attempt: now, answer })
        : keepUrl({ house, tx, attempt: now, url, answer });
    },
  });
  if (!opened) refuse("PAYMENT_REDIRECT_FAILED");
  return { ...attempt, payUrl: url! };
}

/** The provider may have said how it ended before it answered us: then that stands. */
async function keepUrl({
  house,
  tx,
  attempt,
  url,
  answer,
}: {
  house: House;
  tx: Tx;
  attempt: Attempt;
  url: string;
  answer: { code: string };
}): Promise<true> {
  const isFirst = attempt.state === "initiated";
  const set = { pay_url: url, ...(isFirst ? { state: "pending", code: answer.code } : {}) };
  const ctx = asServer({ house, tx });
  await updateItem({ ctx, collection: attempts, id: attempt.id, payload: {}, set, isOurs: true });
  return true;
}

/** No page, so nobody can pay there: the entry is free again. Where the provider said no for certain, the attempt has failed too. */
async function giveUp({
  house,
  tx,
  attempt,
  answer,
}: {
  house: House;
  tx: Tx;
  attempt: Attempt;
  answer: { verdict: string; code: string };
}): Promise<false> {
  if (attempt.state !== "initiated") return false;
  const ctx = asServer({ house, tx });
  const isFailed = answer.verdict === "failed";
  const set = { code: answer.code, ...(isFailed ? { state: "failed", decided_at: ctx.now } : {}) };
  await updateItem({ ctx, collection: attempts, id: attempt.id, payload: {}, set, isOurs: true });
  await freeEntry({ house, tx, attempt });
  return false;
}
