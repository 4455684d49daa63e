// reading.md §6: generates and checks one-time codes for log-in, registration and verification; the outbox delivers
// them. The handover code of a ticket is separate: server/features/valet/allocate-handover-code.ts.
import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { email, checkField, phone } from "#domain/schema/fields.ts";
import type { Channel } from "#domain/messages/messages.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { generateLoginCode, otpRandomBytes } from "#domain/accounts/otp.ts";
import { type OtpChallenge, checkOtpAttempt, otpLimits, checkOtpResend } from "#domain/accounts/otp-limits.ts";
import { anonymous } from "#domain/access/roles.ts";
import { type AppServices, type RequestOrigin, createWriteContext } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { isEqualConstantTime } from "#server/auth/code-attempts.ts";
import { getSecretKeys } from "#server/auth/secrets.ts";
import type { OtpBinding, OtpPurpose } from "#server/auth/otp/otp-binding.ts";
import {
  getAttemptKeys,
  isRecipientLimitReached,
  assertAddressMaySend,
  getSendKeys,
} from "#server/auth/otp/otp-limits.ts";
import { queueMail, queueSms, withdrawMessage } from "#server/messaging/outbox.ts";

export interface OtpRecipient {
  channel: Channel;
  /** Ten digits or an email address. */
  address: string;
  purpose: OtpPurpose;
}

export interface SentOtp {
  binding: OtpBinding;
  /** Id of the message in the outbox; null if there is no recipient. The code itself is only sent to the recipient. */
  message: number | null;
  /** Whether a code was sent for the same request key or address before. */
  isAgain: boolean;
  expiresAt: Date;
  /** Earliest time to request another code. */
  resendAt: Date;
}

/** Normalises a phone number or email to its stored form. Throws INVALID_PHONE or RESET_INVALID_EMAIL. */
export function normaliseAddress({ channel, address }: Pick<OtpRecipient, "channel" | "address">): string {
  if (channel === "mail") {
    if (checkField({ name: "email", field: email(), value: address }) || isPlaceholderEmail(address))
      throwApiError("RESET_INVALID_EMAIL", { field: "to" });
    return address.trim().toLowerCase();
  }
  const digits = address.trim().replace(/^\+?91(?=\d{10}$)/, "");
  // An SMS to a landline or an invalid number is charged too.
  const isMobile = !checkField({ name: "phone", field: phone(), value: digits }) && /^[6-9]/.test(digits);
  return isMobile ? digits : throwApiError("INVALID_PHONE", { field: "phone_number" });
}

type SendOtpOptions = Omit<OtpBinding, "requestKey"> & {
  services: AppServices;
  branch: number | null;
  origin: RequestOrigin;
  /** Request key of a code that is resent; the new code replaces the previous one. */
  requestKey?: string | undefined;
  /**
   * Recipient of the message. With null no message is sent, but the result and the timing are the same, so that callers
   * cannot detect accounts.
   */
  deliverTo: string | null;
};

/** Generates a code for a phone number or email and queues its message. Throws as `sendOtpTo`, and INVALID_PHONE. */
export async function sendOtp({
  to: typed,
  ...options
}: Omit<SendOtpOptions, "recipient" | "deliverTo"> & { to: string }): Promise<SentOtp> {
  const to = normaliseAddress({ channel: options.channel, address: typed });
  return sendOtpTo({ ...options, recipient: to, deliverTo: to });
}

/**
 * Generates a code that is counted for `recipient` and delivered to `deliverTo`. Throws VALID_OTP_ALREADY_EXIST within
 * 30 s of the previous code, REQUESTS_EXCEEDED if a limit of domain/accounts/otp-limits.ts is reached. If `deliverTo`
 * is another address and has reached its limit, nothing is sent and the caller is not informed, since it must not learn
 * that address.
 */
export async function sendOtpTo({ services, branch, origin, deliverTo, ...request }: SendOtpOptions): Promise<SentOtp> {
  const { channel, recipient, purpose } = request;
  const now = services.clock();
  const address = toClientAddressKey(origin.ip);
  const requestKey = request.requestKey ?? Buffer.from(services.random(16)).toString("base64url");
  const binding = { channel, recipient, purpose, requestKey };
  await assertAddressMaySend({ services, origin, now });
  const keys = await getSendKeys({ services, binding, origin, now });
  return runTransaction({
    sql: services.sql,
    work: async (tx) => {
      // Serialises sendings to one recipient, so that concurrent ones are counted.
      await acquireLock({ tx, name: "otpSending", key: `${channel}:${recipient}` });
      const previous = await findPreviousOtp({ tx, binding, address, now });
      const errorCode = checkOtpResend({ lastOpenAt: previous.lastOpenAt, now });
      if (errorCode) throwApiError(errorCode);
      const blocked = await services.throttle.countInTransaction({ tx, keys, now });
      if (blocked) throwApiError("REQUESTS_EXCEEDED", blocked);
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin });
      // A code that is requested again was not delivered: its message is withdrawn, so that it does not block the next
      // one.
      if (previous.lastMessage !== null) await withdrawMessage({ ctx, id: previous.lastMessage });
      const otp = generateLoginCode(services.random(otpRandomBytes));
      const isHeldBack =
        deliverTo !== null && (await isRecipientLimitReached({ services, tx, binding, deliverTo, now }));
      const to = isHeldBack ? null : deliverTo;
      const values = { otp };
      const message =
        to === null
          ? null
          : ((await (channel === "sms"
              ? queueSms({ ctx, branch, to, template: "otp", values })
              : queueMail({ ctx, branch, to, template: "otp", values }))) ?? null);
      const expiresAt = new Date(now.getTime() + otpLimits.lifeMs);
      await tx`
        insert into otp_challenges (channel, recipient, purpose, asker, code_hash, ip, message, created_at, expires_at)
        values (${channel}, ${recipient}, ${purpose}, ${requestKey}, ${hashOtp({ key: services.config.secret, binding, otp })}, ${address}, ${message}, ${now}, ${expiresAt})`;
      const resendAt = new Date(now.getTime() + otpLimits.resendAfterMs);
      return { binding, message, isAgain: previous.isAgain, expiresAt, resendAt };
    },
  });
}

/**
 * Verifies a code and uses it up if it is right. Throws NO_OTP, OTP_EXPIRED, OTP_INVALID, OTP_TOO_MANY_TRIES, and
 * REQUESTS_EXCEEDED after too many wrong attempts from this address or, from unknown addresses, for this recipient. A
 * wrong attempt is recorded even if the caller's own transaction is rolled back.
 */
export async function verifyOtp({
  services,
  origin,
  binding,
  otp,
}: {
  services: AppServices;
  origin: RequestOrigin;
  binding: OtpBinding;
  otp: string;
}): Promise<void> {
  const now = services.clock();
  const keys = await getAttemptKeys({ services, binding, origin, now });
  await services.throttle.count({ keys, now });
  const errorCode = await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const challenge = await lockNewestOtp({ tx, binding });
      // Compared also without a stored code, so that the timing discloses nothing.
      const hashes = getSecretKeys(services.config).map((key) => hashOtp({ key, binding, otp: otp.trim() }));
      const storedHash = challenge?.hash ?? randomUUID();
      const isCorrect = hashes.filter((hash) => isEqualConstantTime(storedHash, hash)).length > 0;
      const verdict = checkOtpAttempt({ challenge, isCorrect, now });
      if (challenge && verdict === undefined)
        await tx`update otp_challenges set used_at = ${now} where id = ${challenge.id}`;
      else if (challenge && !isCorrect)
        await tx`update otp_challenges set tries = tries + 1 where id = ${challenge.id}`;
      return verdict;
    },
  });
  if (errorCode) throwApiError(errorCode, { field: "otp", path: ["otp"] });
  await services.throttle.reset(keys);
}

async function lockNewestOtp({
  tx,
  binding: { channel, recipient, purpose, requestKey },
}: {
  tx: Tx;
  binding: OtpBinding;
}): Promise<(OtpChallenge & { id: number; hash: string }) | null> {
  const [row] = await tx<(OtpChallenge & { id: number; hash: string })[]>`
    select id, code_hash as hash, tries, expires_at as "expiresAt", used_at as "usedAt" from otp_challenges
    where channel = ${channel} and recipient = ${recipient} and purpose = ${purpose} and asker = ${requestKey}
    order by id desc limit 1 for update`;
  return row ?? null;
}

/** Finds the previous code sent for this request key or to this address. */
async function findPreviousOtp({
  tx,
  binding: { channel, recipient, purpose, requestKey },
  address,
  now,
}: {
  tx: Tx;
  binding: OtpBinding;
  address: string;
  now: Date;
}): Promise<{ lastOpenAt: Date | null; lastMessage: number | null; isAgain: boolean }> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const [row] = await tx<{ lastOpenAt: Date | null; lastMessage: number | null; isAgain: boolean }[]>`
    with own as (
      select * from otp_challenges where channel = ${channel} and recipient = ${recipient} and purpose = ${purpose}
        and (asker = ${requestKey} or ip = ${address}) and created_at > ${hourAgo})
    select (select created_at from own where used_at is null and expires_at > ${now} order by id desc limit 1) as "lastOpenAt",
      (select message from own order by id desc limit 1) as "lastMessage",
      exists (select 1 from own) as "isAgain"`;
  return row!;
}

function hashOtp({ key, binding, otp }: { key: string; binding: OtpBinding; otp: string }): string {
  const { channel, recipient, purpose, requestKey } = binding;
  return createHmac("sha256", key)
    .update(`otp:${JSON.stringify([channel, recipient, purpose, requestKey, otp])}`)
    .digest("base64url");
}

type DeliveryState = "waiting" | "sent" | "failed";

/**
 * Whether the newest message with a code for `binding` was sent; `failed` after the first failed attempt, although it
 * may be retried. A code that was held back is `waiting`, like one that is about to be sent.
 */
export async function readOtpDelivery({
  services,
  binding: { channel, recipient, purpose, requestKey },
}: {
  services: AppServices;
  binding: OtpBinding;
}): Promise<DeliveryState> {
  const [row] = await services.sql<{ status: string; attempts: number }[]>`
    select m.status, m.attempts from otp_challenges c join "Outbox" m on m.id = c.message
    where c.channel = ${channel} and c.recipient = ${recipient} and c.purpose = ${purpose} and c.asker = ${requestKey}
    order by c.id desc limit 1`;
  return getDeliveryState(row);
}

function getDeliveryState(message: { status: string; attempts: number } | undefined): DeliveryState {
  if (message?.status === "sent") return "sent";
  return message && (message.attempts > 0 || message.status !== "waiting") ? "failed" : "waiting";
}

const pollIntervalMs = 100;

/**
 * Waits until the message was sent or failed; returns `waiting` if that is not known within `withinMs`. Delivery
 * continues independently.
 */
export async function waitForDelivery({
  services,
  message,
  withinMs,
}: {
  services: AppServices;
  message: number;
  withinMs: number;
}): Promise<DeliveryState> {
  for (let waitedMs = 0; ; waitedMs += pollIntervalMs) {
    const [row] = await services.sql<{ status: string; attempts: number }[]>`
      select status, attempts from "Outbox" where id = ${message}`;
    const state = getDeliveryState(row);
    if (state !== "waiting" || waitedMs >= withinMs) return state;
    await wait(pollIntervalMs);
  }
}
