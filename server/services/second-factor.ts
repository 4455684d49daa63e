// §7 two-factor: the secret an authenticator app shares with us, sealed; each password good once; recovery codes.
import { capitals } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import type { House } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { codeHash } from "#server/services/secrets.ts";
import { fromBase32, stepOf, toBase32 } from "#server/services/totp.ts";

const secretBytes = 20;

/** A new secret in base32, which is not kept before its first password was typed. */
export function newSecret(house: House): string {
  return toBase32(house.random(secretBytes));
}

/** What an app's camera reads. */
export function otpauthUrl({ secret, email }: { secret: string; email: string }): string {
  const query = new URLSearchParams({ secret, period: "30", digits: "6", algorithm: "SHA1", issuer: "Chaavi" });
  return `otpauth://totp/Chaavi:${encodeURIComponent(email)}?${query.toString()}`;
}

/** The step of the password an app with this secret shows now; undefined where it is not that. */
export function stepOfSecret({ secret, otp, now }: { secret: string; otp: string; now: Date }): number | undefined {
  const bytes = fromBase32(secret);
  return bytes && bytes.length >= secretBytes / 2 ? stepOf({ secret: bytes, code: otp, now }) : undefined;
}

/** Keeps the secret and answers fresh recovery codes in the clear, once; `step` is the one that was just used. */
export async function keepSecondFactor({
  house,
  tx,
  userId,
  secret,
  step,
}: {
  house: House;
  tx: Tx;
  userId: string;
  secret: string;
  step: number;
}): Promise<string[]> {
  await tx`insert into second_factors ("user", sealed, last_step) values (${userId}, ${house.sealer.seal(secret)}, ${step})`;
  return renewRecoveryCodes({ house, tx, userId });
}

/** Ten new codes in the clear; the old ones are worth nothing from now on. */
export async function renewRecoveryCodes({
  house,
  tx,
  userId,
}: {
  house: House;
  tx: Tx;
  userId: string;
}): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, () => {
    const letters = toBase32(house.random(7)).slice(0, 10);
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
  await tx`delete from recovery_codes where "user" = ${userId}`;
  for (const code of codes)
    await tx`insert into recovery_codes ("user", code_hash) values (${userId}, ${recoveryHash({ house, userId, code })})`;
  return codes;
}

/** Ours alone: what the app shows is then worth nothing. */
export async function dropSecondFactor({ tx, userId }: { tx: Tx; userId: string }): Promise<void> {
  await tx`delete from second_factors where "user" = ${userId}`;
  await tx`delete from recovery_codes where "user" = ${userId}`;
}

/**
 * Whether this is the password of the app or a recovery code, neither used before; it then counts as used, also where many
 * come with it at once.
 */
export async function takeSecondFactor({
  house,
  userId,
  otp,
  now,
}: {
  house: House;
  userId: string;
  otp: string;
  now: Date;
}): Promise<boolean> {
  const { sql } = house;
  const typed = capitals(otp);
  if (!/^\d{6}$/.test(typed)) return takeRecoveryCode({ house, userId, code: typed, now });
  const [known] = await sql<{ sealed: string }[]>`select sealed from second_factors where "user" = ${userId}`;
  const step = known && stepOfSecret({ secret: house.sealer.open(known.sealed), otp: typed, now });
  if (step === undefined) return false;
  const used = await sql`
    update second_factors set last_step = ${step} where "user" = ${userId} and last_step < ${step} returning 1`;
  return used.length === 1;
}

async function takeRecoveryCode({
  house,
  userId,
  code,
  now,
}: {
  house: House;
  userId: string;
  code: string;
  now: Date;
}): Promise<boolean> {
  const used = await house.sql`
    update recovery_codes set used_at = ${now}
    where "user" = ${userId} and code_hash = ${recoveryHash({ house, userId, code })} and used_at is null returning 1`;
  return used.length === 1;
}

/** How many recovery codes are left. */
export async function recoveryCodesLeft({ house, userId }: { house: House; userId: string }): Promise<number> {
  const [row] = await house.sql<{ left: number }[]>`
    select count(*)::int as left from recovery_codes where "user" = ${userId} and used_at is null`;
  return row!.left;
}

function recoveryHash({ house, userId, code }: { house: House; userId: string; code: string }): string {
  return codeHash({ code: `recovery:${userId}:${code.replaceAll("-", "")}`, key: house.config.secret });
}
