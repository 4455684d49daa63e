// §5 §8 GSTIN and PAN asked of their registers. A register that cannot be reached says nothing about a number: that is told
// as what it is, kept, and asked again by a job until there is an answer.
import { createHmac } from "node:crypto";
import type { Json, Row } from "#domain/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { gstinState, panOfGstin } from "#domain/rules/gstin.ts";
import { maskedPan, panHolder } from "#domain/rules/pan.ts";
import { afterFailure } from "#domain/rules/retry.ts";
import type { Asked, GstinAnswer, PanAnswer } from "#server/adapters/tax-ids.ts";
import type { House } from "#server/context.ts";
import { transaction } from "#server/db/transaction.ts";
import { refuse } from "#server/items/refused.ts";
import { queueJob } from "#server/services/jobs.ts";

export type TaxIdKind = "gstin" | "pan";
export type TaxIdState = "active" | "not_active" | "not_found" | "unavailable";

export interface TaxIdCheck {
  state: TaxIdState;
  /** What the register said, in the words of the wire; empty where it could not be asked. */
  answer: { [name: string]: Json };
  checkedAt: Date;
}

interface Number {
  house: House;
  kind: TaxIdKind;
  /** In the form it is stored in, checked by its rule. */
  number: string;
}

/** So long an answer holds; a number may be cancelled the day after. */
const holdsMs = 24 * 3_600_000;
/** So long an outage is asked after. */
const givenUpAfterMs = 24 * 3_600_000;
const perPersonHour = 30;

/** What the register says of a number, from the last day's answer or anew. Throws REQUESTS_EXCEEDED for a person who asks for too many. */
export async function checkTaxId({ who, ...asked }: Number & { who: string }): Promise<TaxIdCheck> {
  const now = asked.house.clock();
  const known = await knownCheck(asked);
  const isFresh = known && known.state !== "unavailable" && now.getTime() - known.checkedAt.getTime() < holdsMs;
  if (isFresh) return known;
  await refuseTooMany({ house: asked.house, who, now });
  const check = await askRegister(asked);
  await keep({ ...asked, check, who });
  return check;
}

/** Throws GSTIN_UNAVAILABLE or PAN_UNAVAILABLE, GSTIN_NOT_ACTIVE, GSTIN_VERIFICATION_FAILED or PAN_VERIFICATION_FAILED. */
export function refuseInactive({ kind, check }: { kind: TaxIdKind; check: TaxIdCheck }): void {
  const { state, answer } = check;
  if (state === "active") return;
  const codes: { [State in Exclude<TaxIdState, "active">]: ErrorCode } =
    kind === "gstin"
      ? { unavailable: "GSTIN_UNAVAILABLE", not_active: "GSTIN_NOT_ACTIVE", not_found: "GSTIN_VERIFICATION_FAILED" }
      : { unavailable: "PAN_UNAVAILABLE", not_active: "PAN_VERIFICATION_FAILED", not_found: "PAN_VERIFICATION_FAILED" };
  refuse(codes[state], { field: kind, path: [kind], ...(answer["status"] ? { status: answer["status"] } : {}) });
}

async function knownCheck({ house, ...of }: Number): Promise<TaxIdCheck | undefined> {
  const [row] = await house.sql<TaxIdCheck[]>`
    select state, answer, checked_at as "checkedAt" from tax_id_checks
    where kind = ${of.kind} and number_hash = ${hashOf({ house, ...of })}`;
  return row;
}

async function refuseTooMany({ house, who, now }: { house: House; who: string; now: Date }): Promise<void> {
  const since = new Date(now.getTime() - 3_600_000);
  const [row] = await house.sql<{ count: number }[]>`
    select count(*)::int as count from tax_id_checks where asked_by = ${who} and checked_at > ${since}`;
  if (row!.count >= perPersonHour) refuse("REQUESTS_EXCEEDED", { limit: perPersonHour });
}

async function askRegister({ house, kind, number }: Number): Promise<TaxIdCheck> {
  const checkedAt = house.clock();
  const { taxIds } = house.outside;
  if (!taxIds) return { state: "unavailable", answer: {}, checkedAt };
  if (kind === "gstin") return { ...gstinCheck({ gstin: number, asked: await taxIds.gstin(number) }), checkedAt };
  return { ...panCheck({ pan: number, asked: await taxIds.pan({ pan: number, name: null }) }), checkedAt };
}

type Judged = Omit<TaxIdCheck, "checkedAt">;

function gstinCheck({ gstin, asked }: { gstin: string; asked: Asked<GstinAnswer> }): Judged {
  if (!asked.isAnswered) return { state: "unavailable", answer: {} };
  const { answer } = asked;
  const said = {
    gstin,
    status: answer.status,
    legal_name: answer.legalName,
    trade_name: answer.tradeName,
    address: answer.address,
    constitution: answer.constitution,
    taxpayer_type: answer.taxpayerType,
    registered_on: answer.registeredOn || null,
    pan_masked: maskedPan(panOfGstin(gstin)),
    state_code: gstin.slice(0, 2),
    reference_id: answer.providerId,
  };
  return { state: gstinState(answer.status), answer: said };
}

function panCheck({ pan, asked }: { pan: string; asked: Asked<PanAnswer> }): Judged {
  if (!asked.isAnswered) return { state: "unavailable", answer: {} };
  const { isValid, registeredName, category, providerId } = asked.answer;
  const holder = category || (panHolder(pan) ?? "");
  const said = {
    pan_masked: maskedPan(pan),
    registered_name: registeredName,
    category: holder,
    reference_id: providerId,
  };
  return { state: isValid ? "active" : "not_found", answer: said };
}

async function keep({ house, kind, number, check, who }: Number & { check: TaxIdCheck; who: string }): Promise<void> {
  const isOpen = check.state === "unavailable";
  const row: Row = {
    kind,
    number_hash: hashOf({ house, kind, number }),
    state: check.state,
    answer: check.answer,
    sealed: isOpen ? house.sealer.seal(number) : null,
    asked_by: who,
    checked_at: check.checkedAt,
  };
  await transaction({
    sql: house.sql,
    work: async (tx) => {
      await tx`
        insert into tax_id_checks ${tx(row as { [name: string]: string })} on conflict (kind, number_hash) do update set
          state = excluded.state, answer = excluded.answer, sealed = excluded.sealed, attempts = 0,
          asked_by = excluded.asked_by, checked_at = excluded.checked_at`;
      if (isOpen) await queueAgain({ tx, kind, hash: String(row["number_hash"]), delayMs: firstDelayMs });
    },
  });
}

const firstDelayMs = 5_000;

function queueAgain({
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

/** The job: asks again about a number whose register was out of reach; gives up a day after it was first asked. */
export async function checkAgain({
  house,
  kind,
  hash,
}: {
  house: House;
  kind: TaxIdKind;
  hash: string;
}): Promise<void> {
  const [row] = await house.sql<{ sealed: string | null; attempts: number; checked_at: Date }[]>`
    select sealed, attempts, checked_at from tax_id_checks
    where kind = ${kind} and number_hash = ${hash} and state = 'unavailable'`;
  if (!row?.sealed) return;
  const check = await askRegister({ house, kind, number: house.sealer.open(row.sealed) });
  const { state, answer, checkedAt } = check;
  await transaction({
    sql: house.sql,
    work: async (tx) => {
      if (state !== "unavailable") {
        await tx`
          update tax_id_checks set state = ${state}, answer = ${tx.json(answer)}, sealed = null, checked_at = ${checkedAt}
          where kind = ${kind} and number_hash = ${hash}`;
        return;
      }
      const attempts = row.attempts + 1;
      const expiresAt = new Date(row.checked_at.getTime() + givenUpAfterMs);
      const after = afterFailure({ attempts, isFinal: false, expiresAt, now: house.clock() });
      const isOver = after.status !== "waiting";
      await tx`
        update tax_id_checks set attempts = ${attempts}, sealed = ${isOver ? null : row.sealed}
        where kind = ${kind} and number_hash = ${hash}`;
      if (after.status === "waiting") await queueAgain({ tx, kind, hash, delayMs: after.delayMs });
    },
  });
}

/** A PAN is personal, and a company's number stands in its GSTIN: kept so that it can be found again, and not read. */
function hashOf({ house, kind, number }: Number): string {
  return createHmac("sha256", house.config.secret).update(`tax-id:${kind}:${number}`).digest("base64url");
}
