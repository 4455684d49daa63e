// reading.md §6: one-time codes for log-in, registration and verification: made and checked here, carried by the outbox.
// A ticket's handover code is another thing: server/services/scarce/otp.ts.
import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { email, fieldError, phone } from "#domain/fields.ts";
import type { Channel } from "#domain/messages.ts";
import { otpBytes, otpFrom } from "#domain/rules/otp.ts";
import { type Challenge, judgeTry, otpLimits, refuseSending, type SentBefore } from "#domain/rules/otp-limits.ts";
import { nobody } from "#domain/roles.ts";
import { type House, type Origin, writeContext } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { transaction } from "#server/db/transaction.ts";
import { refuse } from "#server/items/refused.ts";
import { isSameHash } from "#server/services/code-tries.ts";
import { queueMail, queueSms, withdraw } from "#server/services/outbox.ts";

/** What a code is for: one sent for one purpose opens nothing else. */
export const otpPurposes = ["login", "registration", "verification", "reset"] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

export interface Addressee {
  channel: Channel;
  /** Ten digits, or an email address. */
  to: string;
  purpose: OtpPurpose;
}

export interface SentOtp {
  /** Its row in the outbox; the code itself is told to nobody but the recipient. */
  message: number;
  /** Whether one was sent for the same before. */
  isAgain: boolean;
  expiresAt: Date;
  /** When another may be asked for. */
  resendAt: Date;
}

/** A number or email in the form in which it is kept. Throws INVALID_PHONE, or RESET_INVALID_EMAIL. */
export function addressOf({ channel, to }: Pick<Addressee, "channel" | "to">): string {
  if (channel === "mail") {
    if (fieldError({ name: "email", field: email(), value: to })) refuse("RESET_INVALID_EMAIL", { field: "to" });
    return to.trim().toLowerCase();
  }
  const digits = to.trim().replace(/^\+?91(?=\d{10}$)/, "");
  // Landlines and numbers that are none cost an SMS all the same.
  const isMobile = !fieldError({ name: "phone", field: phone(), value: digits }) && /^[6-9]/.test(digits);
  return isMobile ? digits : refuse("INVALID_PHONE", { field: "phone_number" });
}

/**
 * Makes a code and queues the message that carries it; an older one of the same purpose no longer holds. Throws
 * VALID_OTP_ALREADY_EXIST within 30 s, REQUESTS_EXCEEDED above the limits of domain/rules/otp-limits.ts, INVALID_PHONE.
 */
export async function sendOtp({
  house,
  branch,
  origin,
  ...given
}: Addressee & { house: House; branch: number | null; origin: Origin }): Promise<SentOtp> {
  const addressee = { ...given, to: addressOf(given) };
  const now = house.clock();
  return transaction({
    sql: house.sql,
    work: async (tx) => {
      // All sendings take turns, so that many at once are counted one after the other.
      await tx`select pg_advisory_xact_lock(7307, 0)`;
      const sent = await sentBefore({ tx, addressee, ip: origin.ip, now });
      const code = refuseSending({ sent, now });
      if (code) refuse(code);
      const otp = otpFrom(house.random(otpBytes));
      const ctx = writeContext({ house, tx, who: nobody, origin });
      // A code that no longer holds is not worth sending, and must not hold up the one that does.
      if (sent.lastMessage !== null) await withdraw({ ctx, id: sent.lastMessage });
      const message = { ctx, branch, to: addressee.to, template: "otp", values: { otp } } as const;
      const id = addressee.channel === "sms" ? await queueSms(message) : await queueMail(message);
      const expiresAt = new Date(now.getTime() + otpLimits.lifeMs);
      const { channel, to, purpose } = addressee;
      await tx`
        insert into otp_challenges (channel, recipient, purpose, code_hash, ip, message, created_at, expires_at)
        values (${channel}, ${to}, ${purpose}, ${hashOf({ house, addressee, otp })}, ${origin.ip}, ${id!}, ${now}, ${expiresAt})`;
      const resendAt = new Date(now.getTime() + otpLimits.resendAfterMs);
      return { message: id!, isAgain: sent.recipientHour > 0, expiresAt, resendAt };
    },
  });
}

/**
 * Tries a code; a right one is used up by it. Throws NO_OTP, OTP_EXPIRED, OTP_INVALID, OTP_TOO_MANY_TRIES.
 * A wrong try is kept whatever becomes of the caller's own transaction.
 */
export async function checkOtp({ house, otp, ...given }: Addressee & { house: House; otp: string }): Promise<void> {
  const addressee = { ...given, to: addressOf(given) };
  const now = house.clock();
  const code = await transaction({
    sql: house.sql,
    work: async (tx) => {
      const challenge = await lockNewest({ tx, addressee });
      // Compared even where there is nothing to compare with, so that the time tells nothing.
      const hash = hashOf({ house, addressee, otp: otp.trim() });
      const isRight = isSameHash(challenge?.hash ?? randomUUID(), hash);
      const verdict = judgeTry({ challenge, isRight, now });
      if (challenge && verdict === undefined)
        await tx`update otp_challenges set used_at = ${now} where id = ${challenge.id}`;
      else if (challenge && !isRight) await tx`update otp_challenges set tries = tries + 1 where id = ${challenge.id}`;
      return verdict;
    },
  });
  if (code) refuse(code, { field: "otp", path: ["otp"] });
}

async function lockNewest({
  tx,
  addressee: { channel, to, purpose },
}: {
  tx: Tx;
  addressee: Addressee;
}): Promise<(Challenge & { id: number; hash: string }) | null> {
  const [row] = await tx<(Challenge & { id: number; hash: string })[]>`
    select id, code_hash as hash, tries, expires_at as "expiresAt", used_at as "usedAt" from otp_challenges
    where channel = ${channel} and recipient = ${to} and purpose = ${purpose} order by id desc limit 1 for update`;
  return row ?? null;
}

async function sentBefore({
  tx,
  addressee: { channel, to, purpose },
  ip,
  now,
}: {
  tx: Tx;
  addressee: Addressee;
  ip: string | null;
  now: Date;
}): Promise<SentBefore & { lastMessage: number | null }> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000);
  const [row] = await tx<(SentBefore & { lastMessage: number | null })[]>`select
    (select message from otp_challenges where channel = ${channel} and recipient = ${to} and purpose = ${purpose}
      order by id desc limit 1) as "lastMessage",
    (select created_at from otp_challenges where channel = ${channel} and recipient = ${to} and purpose = ${purpose}
      and used_at is null and expires_at > ${now} order by id desc limit 1) as "lastOpenAt",
    (select count(*)::int from otp_challenges where channel = ${channel} and recipient = ${to} and created_at > ${hourAgo}) as "recipientHour",
    (select count(*)::int from otp_challenges where channel = ${channel} and recipient = ${to} and created_at > ${dayAgo}) as "recipientDay",
    (select count(*)::int from otp_challenges where ip = ${ip} and created_at > ${hourAgo}) as "addressHour",
    (select count(*)::int from otp_challenges where created_at > ${hourAgo}) as "totalHour"`;
  return row!;
}

/** Bound to whom and what it is for: the hash of one is of no use for another. */
function hashOf({ house, addressee, otp }: { house: House; addressee: Addressee; otp: string }): string {
  const { channel, to, purpose } = addressee;
  return createHmac("sha256", house.config.secret)
    .update(`otp:${JSON.stringify([channel, to, purpose, otp])}`)
    .digest("base64url");
}

const lookEveryMs = 100;

/**
 * Waits until the message was sent or could not be; `waiting` where that is not known in time. It goes on being tried
 * meanwhile, and afterwards.
 */
export async function fateOf({
  house,
  message,
  withinMs,
}: {
  house: House;
  message: number;
  withinMs: number;
}): Promise<"sent" | "failing" | "waiting"> {
  for (let waited = 0; ; waited += lookEveryMs) {
    const [row] = await house.sql<{ status: string; attempts: number }[]>`
      select status, attempts from "Outbox" where id = ${message}`;
    if (row?.status === "sent") return "sent";
    if (row && (row.attempts > 0 || row.status !== "waiting")) return "failing";
    if (waited >= withinMs) return "waiting";
    await wait(lookEveryMs);
  }
}
