// §4: sends the jobs of one network printer, in their order. A claim in the database gives a job to one process only; the claim of a
// process that has ended expires, and its job is unclear, since the paper may have been printed.
import { anonymous } from "#domain/access/roles.ts";
import {
  getClaimMs,
  getPrinterRetryDelay,
  networkProblems,
  type PrinterConnection,
} from "#domain/printing/print-job.ts";
import { PrintJobs, Printers } from "#domain/printing/printers.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { createCredentialSealer, getCredentialsKeys } from "#server/auth/secrets.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { findAllowedAddress } from "#server/features/printing/printer-networks.ts";
import { sendToPrinter, type Transmission } from "#server/features/printing/send.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueJob } from "#server/jobs/jobs.ts";

/** After this time the work continues as another job, behind those of other printers. */
const sliceMs = 15_000;

interface ClaimedJob extends WaitingJob {
  address: string | null;
  failures: number;
}

interface WaitingJob {
  id: number;
  content: string;
}

/** Queues the next run of a printer; at most one is queued. */
export function queuePrinterRun({
  tx,
  printer,
  delayMs = 0,
}: {
  tx: Tx;
  printer: number;
  delayMs?: number;
}): Promise<void> {
  return queueJob({ tx, task: "print-papers", payload: { printer }, key: `printer:${printer}`, delayMs });
}

/** Prints what waits for a printer, and queues the next run if something is left. */
export async function printPapers({ services, printer }: { services: AppServices; printer: number }): Promise<void> {
  const end = performance.now() + sliceMs;
  while (performance.now() < end) {
    const next = await runWrite({ services, work: (ctx) => claimNext({ ctx, printer }) });
    if (next === undefined) return;
    if (typeof next === "number") return queueNext({ services, printer, delayMs: next });
    await transmit({ services, printer, job: next });
  }
  return queueNext({ services, printer, delayMs: 0 });
}

function queueNext({ services, ...run }: { services: AppServices; printer: number; delayMs: number }): Promise<void> {
  return runTransaction({ sql: services.sql, work: (tx) => queuePrinterRun({ tx, ...run }) });
}

function runWrite<T>({
  services,
  work,
}: {
  services: AppServices;
  work: (ctx: WriteContext) => Promise<T>;
}): Promise<T> {
  return runTransaction({
    sql: services.sql,
    work: (tx) => work(createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } })),
  });
}

export function updateJob({ ctx, id, values }: { ctx: WriteContext; id: number; values: Row }): Promise<void> {
  return updateItem({ ctx, collection: PrintJobs, id, payload: {}, systemValues: values, bypassAccess: true });
}

function updatePrinter({ ctx, id, values }: { ctx: WriteContext; id: number; values: Row }): Promise<void> {
  return updateItem({ ctx, collection: Printers, id, payload: {}, systemValues: values, bypassAccess: true });
}

/** Claims the oldest job; the time in ms until there may be one, or undefined if none waits. */
async function claimNext({
  ctx,
  printer: id,
}: {
  ctx: WriteContext;
  printer: number;
}): Promise<ClaimedJob | number | undefined> {
  const { tx, now } = ctx;
  const [printer] = await tx<{ address: string | null; failures: number; next_try_at: Date | null }[]>`
    select address, failures, next_try_at from "Printers" where id = ${id} and connection = 'network' for update`;
  if (!printer) return undefined;
  const claimedMs = await endClaims({ ctx, printer: id, connection: "network" });
  if (claimedMs !== undefined) return claimedMs;
  if (printer.next_try_at && printer.next_try_at > now) {
    const [waiting] = await tx`select id from "Print_Jobs" where printer = ${id} and state = 'waiting' limit 1`;
    return waiting && printer.next_try_at.getTime() - now.getTime();
  }
  const job = await claimOldest({ ctx, printer: id });
  return job && { ...job, address: printer.address, failures: printer.failures };
}

/** Ends claims that have expired; the time in ms until the end of another, or undefined. The printer is locked. */
export async function endClaims({
  ctx,
  printer,
  connection,
}: {
  ctx: WriteContext;
  printer: number;
  connection: PrinterConnection;
}): Promise<number | undefined> {
  const running = await ctx.tx<{ id: number; claimed_at: Date }[]>`
    select id, claimed_at from "Print_Jobs" where printer = ${printer} and state = 'printing' for update`;
  for (const job of running) {
    const leftMs = job.claimed_at.getTime() + getClaimMs(connection) - ctx.now.getTime();
    if (leftMs > 0) return leftMs;
    await updateJob({ ctx, id: job.id, values: { state: "unclear" } });
  }
  return undefined;
}

/** Claims the oldest waiting job, or the oldest that this user ordered. The printer is locked. */
export async function claimOldest({
  ctx,
  printer,
  orderedBy = null,
}: {
  ctx: WriteContext;
  printer: number;
  orderedBy?: string | null;
}): Promise<WaitingJob | undefined> {
  const [job] = await ctx.tx<WaitingJob[]>`
    select id, content from "Print_Jobs" where printer = ${printer} and state = 'waiting'
      and (${orderedBy}::uuid is null or user_created = ${orderedBy}::uuid) order by id limit 1 for update`;
  if (job) await updateJob({ ctx, id: job.id, values: { state: "printing", claimed_at: ctx.now } });
  return job;
}

async function transmit({
  services,
  printer,
  job,
}: {
  services: AppServices;
  printer: number;
  job: ClaimedJob;
}): Promise<void> {
  const { unseal } = createCredentialSealer(getCredentialsKeys(services.config));
  const address = findAllowedAddress({ text: job.address ?? "", networks: services.config.printerNetworks ?? [] });
  const transmission: Transmission = address
    ? await sendToPrinter({ address, bytes: Buffer.from(unseal(job.content), "base64") })
    : { outcome: "off", problem: networkProblems.forbidden };
  await runWrite({ services, work: (ctx) => recordTransmission({ ctx, printer, job, transmission }) });
}

async function recordTransmission({
  ctx,
  printer,
  job: { id, failures },
  transmission,
}: {
  ctx: WriteContext;
  printer: number;
  job: ClaimedJob;
  transmission: Transmission;
}): Promise<void> {
  const { tx } = ctx;
  await tx`select id from "Printers" where id = ${printer} for update`;
  const [row] = await tx<{ state: string }[]>`select state from "Print_Jobs" where id = ${id} for update`;
  // Deleted, or given up because this process was too slow.
  if (row?.state === "printing") await endTransmission({ ctx, printer: { id: printer, failures }, id, transmission });
}

/** Of a job whose row and printer are locked. The server tries a network printer again; a person tries another one. */
export async function endTransmission({
  ctx,
  printer: { id: printer, failures },
  id,
  transmission,
  isTriedAgain = true,
}: {
  ctx: WriteContext;
  printer: { id: number; failures: number };
  /** Of the job. */
  id: number;
  transmission: Transmission;
  isTriedAgain?: boolean;
}): Promise<void> {
  const { now } = ctx;
  if (transmission.outcome === "sent") {
    await updateJob({ ctx, id, values: { state: "printed", printed_at: now, content: null } });
    if (failures > 0)
      await updatePrinter({ ctx, id: printer, values: { failures: 0, problem: null, next_try_at: null } });
    return;
  }
  const isOff = transmission.outcome === "off";
  await updateJob({ ctx, id, values: isOff ? { state: "waiting", claimed_at: null } : { state: "unclear" } });
  const nextTryAt = isTriedAgain ? new Date(now.getTime() + getPrinterRetryDelay(failures + 1)) : null;
  const values = { failures: failures + 1, problem: transmission.problem, next_try_at: nextTryAt };
  await updatePrinter({ ctx, id: printer, values });
}
