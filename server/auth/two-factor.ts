// §7 two-factor: sealed secrets shared with authenticator apps, whose codes are valid once; recovery codes.
import { uppercase } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { toBase32, generateTotpSecret, verifyTotp } from "#server/auth/totp.ts";
import type { AppServices } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { hashCodeWithAll, getSecretKeys } from "#server/auth/secrets.ts";

/** Largest time between showing the QR code and the first code of the app. */
const setupTtlMs = 10 * 60_000;

/**
 * Creates a pending secret in base32, confirmed by its first code. It is bound to this session, whose user has just
 * entered the password, so that a stolen session of the same user cannot enable it.
 */
export async function startTwoFactorSetup({
  services,
  userId,
  family,
}: {
  services: AppServices;
  userId: string;
  family: string;
}): Promise<string> {
  const secret = generateTotpSecret(services.random);
  const row = { user: userId, family, sealed: services.sealer.seal(secret), created_at: services.clock() };
  await services.sql`
    insert into second_factor_setups ${services.sql(row)}
    on conflict ("user") do update set family = excluded.family, sealed = excluded.sealed, created_at = excluded.created_at`;
  return secret;
}

/** Returns the pending secret of this session; undefined if there is none or it has expired. */
export async function findPendingSecret({
  services,
  userId,
  family,
}: {
  services: AppServices;
  userId: string;
  family: string;
}): Promise<string | undefined> {
  const since = new Date(services.clock().getTime() - setupTtlMs);
  const [row] = await services.sql<{ sealed: string }[]>`
    select sealed from second_factor_setups where "user" = ${userId} and family = ${family} and created_at > ${since}`;
  return row && services.sealer.unseal(row.sealed);
}

/** Stores the secret and returns new recovery codes in clear text, once; `step` is the step of the code just used. */
export async function enableTwoFactor({
  services,
  tx,
  userId,
  secret,
  step,
}: {
  services: AppServices;
  tx: Tx;
  userId: string;
  secret: string;
  step: number;
}): Promise<string[]> {
  await tx`delete from second_factor_setups where "user" = ${userId}`;
  await tx`insert into second_factors ("user", sealed, last_step) values (${userId}, ${services.sealer.seal(secret)}, ${step})`;
  return renewRecoveryCodes({ services, tx, userId });
}

/** Replaces the recovery codes and returns the new ones in clear text. */
export async function renewRecoveryCodes({
  services,
  tx,
  userId,
}: {
  services: AppServices;
  tx: Tx;
  userId: string;
}): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, () => {
    const letters = toBase32(services.random(7)).slice(0, 10);
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
  await tx`delete from recovery_codes where "user" = ${userId}`;
  for (const code of codes)
    await tx`insert into recovery_codes ("user", code_hash) values (${userId}, ${hashRecoveryCode({ services, userId, code })[0]!})`;
  return codes;
}

/** Deletes the secret and the recovery codes, so that the app's codes become invalid. */
export async function disableTwoFactor({ tx, userId }: { tx: Tx; userId: string }): Promise<void> {
  await tx`delete from second_factors where "user" = ${userId}`;
  await tx`delete from recovery_codes where "user" = ${userId}`;
}

export type CodeOutcome = "accepted" | "invalid" | "recovery-code-used";

/** Checks an unused code of the app or a recovery code and marks it as used; of concurrent calls only one succeeds. */
export async function consumeTwoFactorCode({
  services,
  userId,
  otp,
  now,
}: {
  services: AppServices;
  userId: string;
  otp: string;
  now: Date;
}): Promise<CodeOutcome> {
  const { sql } = services;
  const typed = uppercase(otp);
  if (!/^\d{6}$/.test(typed)) return consumeRecoveryCode({ services, userId, code: typed, now });
  const [row] = await sql<{ sealed: string }[]>`select sealed from second_factors where "user" = ${userId}`;
  const step = row && verifyTotp({ secret: services.sealer.unseal(row.sealed), otp: typed, now });
  if (step === undefined) return "invalid";
  const used = await sql`
    update second_factors set last_step = ${step} where "user" = ${userId} and last_step < ${step} returning 1`;
  return used.length === 1 ? "accepted" : "invalid";
}

async function consumeRecoveryCode({
  services,
  userId,
  code,
  now,
}: {
  services: AppServices;
  userId: string;
  code: string;
  now: Date;
}): Promise<CodeOutcome> {
  const hashes = hashRecoveryCode({ services, userId, code });
  const used = await services.sql`
    update recovery_codes set used_at = ${now}
    where "user" = ${userId} and code_hash = any(${hashes}) and used_at is null returning 1`;
  if (used.length === 1) return "accepted";
  const known = await services.sql`
    select 1 from recovery_codes where "user" = ${userId} and code_hash = any(${hashes})`;
  return known.length > 0 ? "recovery-code-used" : "invalid";
}

/** Returns the number of unused recovery codes. */
export async function countRecoveryCodes({
  services,
  userId,
}: {
  services: AppServices;
  userId: string;
}): Promise<number> {
  const [row] = await services.sql<{ left: number }[]>`
    select count(*)::int as left from recovery_codes where "user" = ${userId} and used_at is null`;
  return row!.left;
}

/** Returns the hashes of a recovery code, one for each accepted key; the first uses the current key. */
function hashRecoveryCode({
  services,
  userId,
  code,
}: {
  services: AppServices;
  userId: string;
  code: string;
}): string[] {
  return hashCodeWithAll({
    code: `recovery:${userId}:${code.replaceAll("-", "")}`,
    keys: getSecretKeys(services.config),
  });
}
