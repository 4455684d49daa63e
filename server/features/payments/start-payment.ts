// §4 Online payment: stores an attempt before it is sent to the provider, so that its result can always be matched.
import { PaymentAttempts } from "#domain/payments/payments.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";
import type { Redemption } from "#domain/offers/redemption.ts";
import { isPayPageReusable, keepsCheckoutOf } from "#domain/payments/online/online-payment.ts";
import { onlineTerms } from "#domain/payments/online/online-terms.ts";
import { isEntryKey, type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import type { PendingQuery } from "postgres";
import type { PaidPeriod } from "#domain/passes/pass-due.ts";
import type { Actor } from "#domain/access/roles.ts";
import { type AppServices, type RequestOrigin, createWriteContext } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { idResult, type IdempotentRequest, releaseKey, runOnce } from "#server/http/idempotency.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import type { BranchGateway } from "#server/features/payments/providers/branch-gateways.ts";
import { checkAttempt } from "#server/features/payments/check-attempt.ts";
import { holdOffers, isHeldFor } from "#server/features/offers/hold-offers.ts";
import { releaseEntry } from "#server/features/payments/release-entry.ts";
import {
  createSystemContext,
  type PaymentAttempt,
  toPaymentAttempt,
  paidCollections,
  findPaymentAttempt,
  recordProviderResponse,
  lockEntry,
  generateTransactionId,
} from "#server/features/payments/payment-records.ts";
import { schedulePaymentCheck } from "#server/features/payments/schedule-check.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";

export interface StartPaymentOptions {
  services: AppServices;
  actor: Actor;
  origin: RequestOrigin;
  /** What is paid: an entry, a ticket or a pass. */
  entry: PaidKey;
  /** Part of the balance due in paise; the full balance by default. */
  partAmount?: number | undefined;
  /** Amount shown to the payer, in paise. */
  expectedAmount?: number | undefined;
  /** Holds the offers that save most; not for a part. Without it an open page keeps what it holds. */
  offers?: Redemption | undefined;
  /** Chosen by staff; undefined if the payer starts the payment. */
  autoCheckout?: boolean | undefined;
  idempotency?: IdempotentRequest | undefined;
}

/**
 * Opens a pay page for the balance due of an entry, or returns the page already open. Throws PAYMENT_NOT_OFFERED,
 * ALREADY_PAID, AMOUNT_MISMATCH, AMOUNT_TOO_HIGH, AMOUNT_BELOW_MINIMUM, PAYMENT_REDIRECT_FAILED if the provider opens
 * no page, OFFER_NOT_APPLICABLE, REQUESTS_EXCEEDED for an entry with too many recent attempts, and the errors of `runOnce`.
 */
export async function startPayment(args: StartPaymentOptions): Promise<PaymentAttempt & { payUrl: string }> {
  const { services, entry, idempotency } = args;
  await checkOpenAttempt({ services, entry });
  const { id, started } = await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const created: StartedAttempt[] = [];
      const work = async () => {
        const attempt = await createAttempt({ ...args, tx });
        created.push(attempt);
        return attempt.attempt.id;
      };
      const id = await runOnce({
        tx,
        now: services.clock(),
        idempotency,
        sealer: services.sealer,
        work,
        result: idResult,
      });
      return { id, started: created[0] };
    },
  });
  if (!started) return readRepeatedAttempt({ services, entry, idempotency, id });
  const { attempt, gateway, renewedAt } = started;
  if (attempt.payUrl !== null) return { ...attempt, payUrl: attempt.payUrl };
  const token = createPayToken({ tokens: services.tokens, entry, renewedAt });
  const returnPath = `/pay/${token}?returned=1`;
  return openPaymentPage({ services, attempt, gateway, idempotency, payer: getPayer(entry), returnPath });
}

/** The payer's name at the provider. */
export const getPayer = ({ kind, id }: PaidKey): string => `${kind}${id}`;

/** The attempt of the first request with the same key. REQUEST_IN_PROGRESS while its page is being opened. */
async function readRepeatedAttempt({
  services,
  entry,
  idempotency,
  id,
}: Pick<StartPaymentOptions, "services" | "entry" | "idempotency"> & { id: number }): Promise<
  PaymentAttempt & { payUrl: string }
> {
  const attempt = (await findPaymentAttempt({ sql: services.sql, id }))!;
  if (attempt.payUrl !== null) return { ...attempt, payUrl: attempt.payUrl };
  const open = await findOpenAttempt({ services, entry });
  if (open?.id === id) throwApiError("REQUEST_IN_PROGRESS");
  await releaseKey({ sql: services.sql, idempotency });
  return throwApiError("PAYMENT_REDIRECT_FAILED");
}

/** §4 "A status check runs first": an earlier attempt may have succeeded or failed in the meantime. */
async function checkOpenAttempt({ services, entry }: Pick<StartPaymentOptions, "services" | "entry">): Promise<void> {
  const open = await findOpenAttempt({ services, entry });
  if (open && !isReusable({ attempt: open, services })) await checkAttempt({ services, id: open.id });
}

function isReusable({ attempt, services }: { attempt: PaymentAttempt; services: AppServices }): boolean {
  return attempt.payUrl !== null && isPayPageReusable({ startedAt: attempt.startedAt, now: services.clock() });
}

/** Finds the open attempt of an entry. */
export async function findOpenAttempt({
  services,
  entry,
}: {
  services: AppServices;
  entry: PaidKey;
}): Promise<PaymentAttempt | undefined> {
  const table = paidCollections[entry.kind].name;
  const [row] = await services.sql<Row[]>`
    select a.* from payment_attempts a join ${services.sql(table)} e on e.merchant_transaction_id = a.merchant_transaction_id
    where e.id = ${entry.id} and a.state in ('initiated', 'pending')`;
  return row && toPaymentAttempt(row);
}

/** The tip whose page was opened last, while it can still be paid there. */
export async function findOpenTip({
  services,
  sql,
  ticket,
}: {
  services: AppServices;
  sql: Sql | Tx;
  ticket: number;
}): Promise<(PaymentAttempt & { payUrl: string }) | undefined> {
  const [row] = await sql<Row[]>`
    select * from payment_attempts
    where valet_and_parking_information = ${ticket} and is_tip and state in ('initiated', 'pending')
    order by id desc limit 1`;
  const attempt = row && toPaymentAttempt(row);
  return attempt && attempt.payUrl !== null && isReusable({ attempt, services })
    ? { ...attempt, payUrl: attempt.payUrl }
    : undefined;
}

interface StartedAttempt {
  attempt: PaymentAttempt;
  gateway: BranchGateway;
  /** `link_renewed_at` of the entry. */
  renewedAt: Date | null | undefined;
}

async function createAttempt(args: StartPaymentOptions & { tx: Tx }): Promise<StartedAttempt> {
  const { services, tx, entry, partAmount, expectedAmount: expected, offers } = args;
  if (offers && (partAmount !== undefined || entry.kind === "M"))
    throwApiError("OFFER_NOT_APPLICABLE", { reason: "part" });
  const row = await lockEntry({ tx, entry });
  if (!row) throwApiError("FORBIDDEN");
  const gateway = await services.paymentGateways.get({ sql: tx, branch: row.branch });
  if (!gateway) throwApiError("PAYMENT_NOT_OFFERED");
  const { merchant_transaction_id: transactionId, link_renewed_at: renewedAt } = row;
  const open = transactionId === null ? undefined : await findPaymentAttempt({ sql: tx, transactionId });
  const isOpen = open !== undefined && (open.state === "initiated" || open.state === "pending");
  const { getPayable, isStillDue } = onlineTerms[entry.kind];
  const now = services.clock();
  const isSame =
    isOpen &&
    (partAmount ?? open.amount) === open.amount &&
    isStillDue({ row, attempt: open, amount: open.amount, now }) &&
    (offers === undefined || (await isHeldFor({ tx, attempt: open.id, offers })));
  if (isSame && isReusable({ attempt: open, services })) return { attempt: open, gateway, renewedAt };
  await assertAttemptLimit({ services, tx, of: tx`${tx(paidKinds[entry.kind].field)} = ${entry.id}` });
  const hold = isEntryKey(entry) ? await holdOffers({ ...args, entry, row, now }) : undefined;
  const payable = getPayable({ row: hold?.row ?? row, partAmount, now });
  if (typeof payable === "string") throwApiError(payable);
  if (expected !== undefined && expected !== payable.amount)
    throwApiError("AMOUNT_MISMATCH", { expected, owed: payable.amount });
  const autoCheckout = args.autoCheckout ?? (partAmount === undefined && (await keepsCheckout({ tx, entry, now })));
  const attempt = await writeAttempt({ ...args, ...payable, autoCheckout, row, gateway });
  await hold?.write(attempt.id);
  return { attempt, gateway, renewedAt };
}

/** Whether the check-out that staff chose for the last page of an entry applies to the payer's next one. */
async function keepsCheckout({ tx, entry, now }: { tx: Tx; entry: PaidKey; now: Date }): Promise<boolean> {
  if (entry.kind !== "P") return false;
  const [row] = await tx<Row[]>`
    select * from payment_attempts where parking_information = ${entry.id} order by id desc limit 1`;
  return row !== undefined && keepsCheckoutOf({ last: toPaymentAttempt(row), now });
}

/**
 * Limits the attempts that meet the condition `of`, since each costs a row, a job and a provider request. The caller has
 * locked what is paid, so concurrent attempts are counted.
 */
export async function assertAttemptLimit({
  services,
  tx,
  of,
}: {
  services: AppServices;
  tx: Tx;
  of: PendingQuery<never[]>;
}): Promise<void> {
  const { attempts: maxAttempts, attemptsMinutes } = limits.payAttempts;
  const windowMs = attemptsMinutes * 60_000;
  const since = new Date(services.clock().getTime() - windowMs);
  const recent = await tx<{ at: Date }[]>`
    select date_created as at from payment_attempts
    where ${of} and date_created > ${since} order by id desc limit ${maxAttempts}`;
  if (recent.length < maxAttempts) return;
  throwApiError("REQUESTS_EXCEEDED", {
    limit: maxAttempts,
    reset: new Date(recent.at(-1)!.at.getTime() + windowMs).toISOString(),
  });
}

/** Writes the attempt, its reference in the entry unless it is a tip, and the job of the status check in one transaction. */
export async function writeAttempt({
  services,
  tx,
  actor,
  origin,
  entry,
  row,
  gateway,
  amount,
  isExtra,
  period = { from: null, till: null },
  autoCheckout = false,
  isTip = false,
}: StartPaymentOptions & {
  tx: Tx;
  row: Row;
  gateway: BranchGateway;
  amount: number;
  isExtra: boolean;
  /** Of a pass. */
  period?: PaidPeriod | undefined;
  isTip?: boolean;
}): Promise<PaymentAttempt> {
  const values = {
    [paidKinds[entry.kind].field]: entry.id,
    company: row["company"],
    branch: row["branch"],
    amount,
    valid_from: period.from,
    valid_till: period.till,
    is_extra: isExtra,
    is_tip: isTip,
    auto_checkout: autoCheckout && entry.kind === "P",
  };
  const ctx = createWriteContext({ services, tx, actor, origin });
  const attempt = await insertAttempt({ services, ctx, gateway, values });
  // The entry refers to the payment of its charge only.
  if (!isTip)
    await updateItem({
      ctx: createSystemContext({ services, tx }),
      collection: paidCollections[entry.kind],
      id: entry.id,
      payload: {},
      systemValues: { merchant_id: attempt.merchantId, merchant_transaction_id: attempt.transactionId },
      bypassAccess: true,
    });
  return attempt;
}

/** Writes an attempt under a new transaction id, and the job of its status check. */
export async function insertAttempt({
  services,
  ctx,
  gateway,
  values,
}: {
  services: AppServices;
  ctx: WriteContext;
  gateway: BranchGateway;
  values: Row;
}): Promise<PaymentAttempt> {
  const { tx } = ctx;
  const id = await createItem({
    ctx,
    collection: PaymentAttempts,
    payload: {},
    systemValues: {
      ...values,
      merchant_id: gateway.merchantId,
      merchant_transaction_id: generateTransactionId({ services, letter: "P" }),
      gateway: gateway.provider.name,
      state: "initiated",
    },
    bypassAccess: true,
  });
  const attempt = (await findPaymentAttempt({ sql: tx, id }))!;
  await schedulePaymentCheck({ services, tx, attempt });
  return attempt;
}

/**
 * Requests the provider's page of a stored attempt; it returns to `returnPath`. PAYMENT_REDIRECT_FAILED if the provider
 * opens none.
 */
export async function openPaymentPage({
  services,
  attempt,
  gateway,
  payer,
  returnPath,
  idempotency,
}: {
  services: AppServices;
  attempt: PaymentAttempt;
  gateway: BranchGateway;
  payer: string;
  returnPath: string;
  idempotency?: IdempotentRequest | undefined;
}): Promise<PaymentAttempt & { payUrl: string }> {
  const { publicUrl } = services.config;
  const { url, result } = await gateway.gateway.startPayment({
    transactionId: attempt.transactionId,
    amount: attempt.amount,
    payer,
    redirectUrl: `${publicUrl}${returnPath}`,
    callbackUrl: `${publicUrl}${gateway.provider.callbackPath}`,
  });
  const opened = await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      await recordProviderResponse({
        sql: tx,
        attempt: attempt.id,
        source: "pay",
        verdict: result.verdict,
        result,
      });
      const currentAttempt = (await findPaymentAttempt({ sql: tx, id: attempt.id, isLocked: true }))!;
      if (url !== null) return recordPayUrl({ services, tx, attempt: currentAttempt, url, result });
      await releaseKey({ sql: tx, idempotency });
      return abandonAttempt({ services, tx, attempt: currentAttempt, result });
    },
  });
  if (!opened) throwApiError("PAYMENT_REDIRECT_FAILED");
  return { ...attempt, payUrl: url! };
}

/**
 * Stores the URL. The state changes only from `initiated`: a callback may have decided the attempt before this
 * response.
 */
async function recordPayUrl({
  services,
  tx,
  attempt,
  url,
  result,
}: {
  services: AppServices;
  tx: Tx;
  attempt: PaymentAttempt;
  url: string;
  result: { code: string };
}): Promise<true> {
  const isInitiated = attempt.state === "initiated";
  const systemValues = { pay_url: url, ...(isInitiated ? { state: "pending", code: result.code } : {}) };
  const ctx = createSystemContext({ services, tx });
  await updateItem({ ctx, collection: PaymentAttempts, id: attempt.id, payload: {}, systemValues, bypassAccess: true });
  return true;
}

/** Releases the entry, since no page was opened. The attempt fails only if the provider definitely rejected it. */
async function abandonAttempt({
  services,
  tx,
  attempt,
  result,
}: {
  services: AppServices;
  tx: Tx;
  attempt: PaymentAttempt;
  result: { verdict: string; code: string };
}): Promise<false> {
  if (attempt.state !== "initiated") return false;
  const ctx = createSystemContext({ services, tx });
  const isFailed = result.verdict === "failed";
  const systemValues = { code: result.code, ...(isFailed ? { state: "failed", decided_at: ctx.now } : {}) };
  await updateItem({ ctx, collection: PaymentAttempts, id: attempt.id, payload: {}, systemValues, bypassAccess: true });
  await releaseEntry({ services, tx, attempt });
  return false;
}
