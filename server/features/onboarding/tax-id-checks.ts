// §5 §8: checks GSTIN and PAN with their registers. An unreachable register gives `unavailable`, which is stored and
// retried by a job until the register answers.
import { createHmac } from "node:crypto";
import type { Json, Row } from "#domain/schema/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { toGstinState, extractPan } from "#domain/gstin.ts";
import { maskPan, getPanHolderType } from "#domain/pan.ts";
import { decideRetry } from "#domain/messages/retry.ts";
import type { RegisterResult, GstinDetails, PanDetails } from "#server/features/onboarding/tax-id-provider.ts";
import type { AppServices } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { queueJob } from "#server/jobs/jobs.ts";

export type TaxIdKind = "gstin" | "pan";
export type TaxIdState = "active" | "not_active" | "not_found" | "unavailable";

export interface TaxIdCheck {
  state: TaxIdState;
  /** Response of the register with wire field names; empty if it was unreachable. */
  answer: { [name: string]: Json };
  checkedAt: Date;
}

interface TaxIdInput {
  services: AppServices;
  kind: TaxIdKind;
  /** Normalised and validated. */
  number: string;
}

/** How long a result is valid; a number may be cancelled the day after. */
const resultTtlMs = 24 * 3_600_000;
/** How long a check is retried during an outage. */
const giveUpAfterMs = 24 * 3_600_000;
const maxChecksPerUserHour = 30;

/**
 * Returns the register's result for a number, cached for one day. Throws REQUESTS_EXCEEDED if the user checks too many.
 */
export async function checkTaxId({ userId, ...input }: TaxIdInput & { userId: string }): Promise<TaxIdCheck> {
  const now = input.services.clock();
  const cached = await findCachedCheck(input);
  const isFresh = cached && cached.state !== "unavailable" && now.getTime() - cached.checkedAt.getTime() < resultTtlMs;
  if (isFresh) return cached;
  await assertCheckLimit({ services: input.services, userId, now });
  const check = await queryRegister(input);
  await saveCheck({ ...input, check, userId });
  return check;
}

/**
 * Throws GSTIN_UNAVAILABLE or PAN_UNAVAILABLE, GSTIN_NOT_ACTIVE, GSTIN_VERIFICATION_FAILED or PAN_VERIFICATION_FAILED.
 */
export function assertTaxIdActive({ kind, check }: { kind: TaxIdKind; check: TaxIdCheck }): void {
  const { state, answer } = check;
  if (state === "active") return;
  const codes: { [State in Exclude<TaxIdState, "active">]: ErrorCode } =
    kind === "gstin"
      ? { unavailable: "GSTIN_UNAVAILABLE", not_active: "GSTIN_NOT_ACTIVE", not_found: "GSTIN_VERIFICATION_FAILED" }
      : { unavailable: "PAN_UNAVAILABLE", not_active: "PAN_VERIFICATION_FAILED", not_found: "PAN_VERIFICATION_FAILED" };
  throwApiError(codes[state], { field: kind, path: [kind], ...(answer["status"] ? { status: answer["status"] } : {}) });
}

async function findCachedCheck({ services, ...input }: TaxIdInput): Promise<TaxIdCheck | undefined> {
  const [row] = await services.sql<TaxIdCheck[]>`
    select state, answer, checked_at as "checkedAt" from tax_id_checks
    where kind = ${input.kind} and number_hash = ${hashTaxId({ services, ...input })}`;
  return row;
}

async function assertCheckLimit({
  services,
  userId,
  now,
}: {
  services: AppServices;
  userId: string;
  now: Date;
}): Promise<void> {
  const since = new Date(now.getTime() - 3_600_000);
  const [row] = await services.sql<{ count: number }[]>`
    select count(*)::int as count from tax_id_checks where asked_by = ${userId} and checked_at > ${since}`;
  if (row!.count >= maxChecksPerUserHour) throwApiError("REQUESTS_EXCEEDED", { limit: maxChecksPerUserHour });
}

async function queryRegister({ services, kind, number }: TaxIdInput): Promise<TaxIdCheck> {
  const checkedAt = services.clock();
  const { taxIds } = services.integrations;
  if (!taxIds) return { state: "unavailable", answer: {}, checkedAt };
  if (kind === "gstin") return { ...toGstinResult({ gstin: number, result: await taxIds.gstin(number) }), checkedAt };
  return { ...toPanResult({ pan: number, result: await taxIds.pan({ pan: number, name: null }) }), checkedAt };
}

type TaxIdResult = Omit<TaxIdCheck, "checkedAt">;

function toGstinResult({ gstin, result }: { gstin: string; result: RegisterResult<GstinDetails> }): TaxIdResult {
  if (!result.hasResponse) return { state: "unavailable", answer: {} };
  const { details } = result;
  const answer = {
    gstin,
    status: details.status,
    legal_name: details.legalName,
    trade_name: details.tradeName,
    address: details.address,
    constitution: details.constitution,
    taxpayer_type: details.taxpayerType,
    registered_on: details.registeredOn || null,
    pan_masked: maskPan(extractPan(gstin)),
    state_code: gstin.slice(0, 2),
    reference_id: details.providerId,
  };
  return { state: toGstinState(details.status), answer };
}

function toPanResult({ pan, result }: { pan: string; result: RegisterResult<PanDetails> }): TaxIdResult {
  if (!result.hasResponse) return { state: "unavailable", answer: {} };
  const { isValid, registeredName, category, providerId } = result.details;
  const holder = category || (getPanHolderType(pan) ?? "");
  const answer = {
    pan_masked: maskPan(pan),
    registered_name: registeredName,
    category: holder,
    reference_id: providerId,
  };
  return { state: isValid ? "active" : "not_found", answer };
}

async function saveCheck({
  services,
  kind,
  number,
  check,
  userId,
}: TaxIdInput & { check: TaxIdCheck; userId: string }): Promise<void> {
  const isOpen = check.state === "unavailable";
  const row: Row = {
    kind,
    number_hash: hashTaxId({ services, kind, number }),
    state: check.state,
    answer: check.answer,
    sealed: isOpen ? services.sealer.seal(number) : null,
    asked_by: userId,
    checked_at: check.checkedAt,
  };
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      await tx`
        insert into tax_id_checks ${tx(row)} on conflict (kind, number_hash) do update set
          state = excluded.state, answer = excluded.answer, sealed = excluded.sealed, attempts = 0,
          asked_by = excluded.asked_by, checked_at = excluded.checked_at`;
      if (isOpen) await queueRecheck({ tx, kind, hash: String(row["number_hash"]), delayMs: firstDelayMs });
    },
  });
}

const firstDelayMs = 5_000;

function queueRecheck({
  tx,
  kind,
  hash,
  delayMs,
}: {
  tx: Parameters<typeof queueJob>[0]["tx"];
  kind: TaxIdKind;
  hash: string;
  delayMs: number;
}): Promise<void> {
  return queueJob({ tx, task: "check-tax-id", payload: { kind, hash }, key: `tax-id:${kind}:${hash}`, delayMs });
}

/** Job that retries a number whose register was unreachable; gives up a day after the first check. */
export async function recheckTaxId({
  services,
  kind,
  hash,
}: {
  services: AppServices;
  kind: TaxIdKind;
  hash: string;
}): Promise<void> {
  const [row] = await services.sql<{ sealed: string | null; attempts: number; checked_at: Date }[]>`
    select sealed, attempts, checked_at from tax_id_checks
    where kind = ${kind} and number_hash = ${hash} and state = 'unavailable'`;
  if (!row?.sealed) return;
  const check = await queryRegister({ services, kind, number: services.sealer.unseal(row.sealed) });
  const { state, answer, checkedAt } = check;
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      if (state !== "unavailable") {
        await tx`
          update tax_id_checks set state = ${state}, answer = ${tx.json(answer)}, sealed = null, checked_at = ${checkedAt}
          where kind = ${kind} and number_hash = ${hash}`;
        return;
      }
      const attempts = row.attempts + 1;
      const expiresAt = new Date(row.checked_at.getTime() + giveUpAfterMs);
      const retry = decideRetry({ attempts, isFinal: false, expiresAt, now: services.clock() });
      const isFinished = retry.status !== "waiting";
      await tx`
        update tax_id_checks set attempts = ${attempts}, sealed = ${isFinished ? null : row.sealed}
        where kind = ${kind} and number_hash = ${hash}`;
      if (retry.status === "waiting") await queueRecheck({ tx, kind, hash, delayMs: retry.delayMs });
    },
  });
}

/**
 * Keyed hash under which a check is stored: a PAN is personal data and also part of a GSTIN, so neither is stored
 * readable.
 */
function hashTaxId({ services, kind, number }: TaxIdInput): string {
  return createHmac("sha256", services.config.secret).update(`tax-id:${kind}:${number}`).digest("base64url");
}
