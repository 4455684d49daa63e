// reading.md §6: counters of sent and attempted codes: by recipient, by address, and by both.
import { maxSendsPerHour, otpAttemptLimits, isCodeFlood, otpSendLimits } from "#domain/accounts/otp-limits.ts";
import { isPhoneLogInSql } from "#domain/people/phone-log-in.ts";
import { roles } from "#domain/access/roles.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { createProductEntry } from "#server/security-log/entry.ts";
import type { OtpBinding } from "#server/auth/otp/otp-binding.ts";
import type { AttemptKey } from "#server/auth/throttle.ts";

export interface OtpRequest {
  services: AppServices;
  binding: OtpBinding;
  origin: RequestOrigin;
  now: Date;
}

const getSendAddressKey = ({ origin }: Pick<OtpRequest, "origin">): string =>
  `otp-send:${toClientAddressKey(origin.ip)}`;

/** Rejects an address that has to wait, before any other query. Throws REQUESTS_EXCEEDED. */
export function assertAddressMaySend({ services, origin, now }: Omit<OtpRequest, "binding">): Promise<void> {
  // The stored wait may have been set under the longer limit of a flood.
  const { maxWaitMs: longestWaitMs } = otpSendLimits.fromAddressInFlood;
  const keys = [{ key: getSendAddressKey({ origin }), limit: { ...otpSendLimits.fromAddress, longestWaitMs } }];
  return services.throttle.assertNotBlocked({ keys, now });
}

/** Returns the counters for sending a code. */
export async function getSendKeys({ services, binding, origin, now }: OtpRequest): Promise<AttemptKey[]> {
  const { channel, recipient } = binding;
  const address = toClientAddressKey(origin.ip);
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const [row] = await services.sql<{ lastHourCount: number }[]>`
    select count(*)::int as "lastHourCount" from (
      select 1 from otp_challenges where created_at > ${hourAgo} limit ${maxSendsPerHour}) recent`;
  const isFlood = isCodeFlood(row!.lastHourCount);
  if (isFlood)
    services.securityLog.recordHourly(
      createProductEntry({ kind: "code_flood_began", at: now, detail: { codes_an_hour: maxSendsPerHour } }),
    );
  const keys: AttemptKey[] = [
    { key: `otp-send:${channel}:${recipient}|${address}`, limit: otpSendLimits.toRecipientFromAddress },
    {
      key: getSendAddressKey({ origin }),
      limit: isFlood ? otpSendLimits.fromAddressInFlood : otpSendLimits.fromAddress,
    },
  ];
  // Exempts addresses the user has logged in from, so that other clients' requests for the same account do not block
  // the user.
  if (!(await isKnownAddress({ services, binding, origin, now })))
    keys.push({ key: `otp-send:${channel}:${recipient}`, limit: otpSendLimits.toRecipient });
  return keys;
}

/** Returns the counters for an attempt. */
export async function getAttemptKeys({ services, binding, origin, now }: OtpRequest): Promise<AttemptKey[]> {
  const { channel, recipient } = binding;
  const keys: AttemptKey[] = [{ key: `otp-try:${toClientAddressKey(origin.ip)}`, limit: otpAttemptLimits.fromAddress }];
  if (!(await isKnownAddress({ services, binding, origin, now })))
    keys.push({ key: `otp-try:${channel}:${recipient}`, limit: otpAttemptLimits.atRecipient });
  return keys;
}

/** Returns whether `deliverTo` has received too many codes, counted together with those requested for it directly. */
export async function isRecipientLimitReached({
  services,
  tx,
  binding,
  deliverTo,
  now,
}: Omit<OtpRequest, "origin"> & { tx: Tx; deliverTo: string }): Promise<boolean> {
  if (deliverTo === binding.recipient) return false;
  const keys = [{ key: `otp-send:${binding.channel}:${deliverTo}`, limit: otpSendLimits.toRecipient }];
  return (await services.throttle.countInTransaction({ tx, keys, now })) !== undefined;
}

const knownAddressMs = 30 * 24 * 3_600_000;

/** Returns whether the owner of this verified phone number or email has logged in from this address within 30 days. */
async function isKnownAddress({
  services,
  binding: { channel, recipient, purpose },
  origin,
  now,
}: OtpRequest): Promise<boolean> {
  const { sql } = services;
  const isOwnAccount =
    channel === "sms"
      ? purpose === "staff"
        ? sql`u.contact_number = ${recipient} and u.id = (select id from users where contact_number = ${recipient} and ${sql.unsafe(isPhoneLogInSql)})`
        : sql`u.contact_number = ${recipient} and u.phone_verified_at is not null and u.role = ${roles.customer.id}`
      : sql`lower(u.email) = ${recipient} and u.is_email_verified`;
  const rows = await sql<{ ip: string | null }[]>`
    select distinct s.ip from sessions s join users u on u.id = s."user"
    where ${isOwnAccount} and s.created_at > ${new Date(now.getTime() - knownAddressMs)}`;
  const address = toClientAddressKey(origin.ip);
  return origin.ip !== null && rows.some(({ ip }) => toClientAddressKey(ip) === address);
}
