// §6: log-in of staff without an email, by a code or by a card and PIN. See docs/rules/staff-log-in.md.
import { addressLimit, createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import type { staffLogInActions } from "#domain/accounts/staff-log-in.ts";
import { describeWrongPin, pinRoleIds } from "#domain/devices/pin-log-in.ts";
import { isPhoneLogInSql } from "#domain/people/phone-log-in.ts";
import { Users } from "#domain/people/users.collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { asUser } from "#server/auth/as-user.ts";
import { isEqualConstantTime } from "#server/auth/code-attempts.ts";
import { attemptPin, resetWrongPins } from "#server/auth/devices/pin-attempts.ts";
import { sendOtp, verifyOtp } from "#server/auth/otp/otp.ts";
import { getSecretKeys, hashCodeWithAll } from "#server/auth/secrets.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import type { AppServices } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import type { PublicContext } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import { updateItem } from "#server/items/write/write.ts";

/** Sends the code to every number alike, so that the reply discloses no account. Throws the errors of `sendOtp`, NO_OTP. */
export async function sendStaffCode({
  services,
  origin,
  phone,
  values: sentValues,
}: PublicContext & { phone: string; values: unknown }): Promise<ContractResult<typeof staffLogInActions.sendCode>> {
  const kind = tokenKinds.otp.staff;
  const sent = sentValues ? services.tokens.verify({ kind, token: sentValues }).binding : undefined;
  const recipient = { channel: "sms", purpose: "staff", to: sent?.recipient ?? phone } as const;
  const requestKey = sent?.requestKey;
  const { binding, resendAt } = await sendOtp({ services, branch: null, origin, requestKey, ...recipient });
  return { values: services.tokens.issue({ kind, payload: { binding, extra: {} } }), resend_at: resendAt };
}

/** Staff who log in without an email. A second factor, which they cannot set, would not be asked for. */
const selectStaff = (sql: Sql | Tx) => sql`
  from users where role = any(${[...pinRoleIds]}::uuid[]) and ${sql.unsafe(isPhoneLogInSql)}
    and status in ('active', 'invited') and integration is null and tfa_secret is null`;

/**
 * Returns the session of the staff member with this number. Throws the errors of `verifyOtp`; only after the code was
 * verified INVALID_CREDENTIALS for a number without an account, and access errors of the account.
 */
export async function logInWithStaffCode({
  services,
  origin,
  values,
  otp,
}: PublicContext & { values: unknown; otp: string }): Promise<Session> {
  const { binding } = services.tokens.verify({ kind: tokenKinds.otp.staff, token: values });
  await verifyOtp({ services, origin, binding, otp });
  const session = await openAccount({
    services,
    origin,
    resolveUserId: async (tx) => {
      const [found] = await tx<{ id: string }[]>`
        select id ${selectStaff(tx)} and contact_number = ${binding.recipient}`;
      return found?.id ?? throwApiError("INVALID_CREDENTIALS", { field: "otp" }, "*No staff account has this number");
    },
  });
  await resetWrongPins({ sql: services.sql, userId: session.actor.id! });
  return session;
}

/** PINs typed with cards from one address, and with one card. */
const cardLimit = createAttemptLimit(30);

/**
 * Returns the session of the owner of the card. Throws INVALID_CREDENTIALS for a revoked card and a wrong PIN,
 * PIN_LOCKED after the third wrong one in succession, REQUESTS_EXCEEDED, and access errors after the PIN.
 */
export async function logInWithCard({
  services,
  origin,
  card,
  pin,
}: PublicContext & { card: string; pin: string }): Promise<Session> {
  const secretKeys = getSecretKeys(services.config);
  const cardHashes = hashCodeWithAll({ code: card.slice(0, 100), keys: secretKeys });
  const keys = [
    { key: `card:${cardHashes[0]}`, limit: cardLimit },
    { key: `card:|${toClientAddressKey(origin.ip)}`, limit: addressLimit },
  ];
  await services.throttle.count({ keys, now: services.clock() });
  const owner = await findOwner({ services, cardHashes });
  if (!owner) throwApiError("INVALID_CREDENTIALS", { field: "pin" }, "*This card is not valid. Ask for a new one");
  const pinHashes = hashCodeWithAll({ code: pin.slice(0, 10), keys: secretKeys });
  const isCorrect = () => pinHashes.some((hash) => isEqualConstantTime(owner.pin, hash));
  const verdict = await attemptPin({ sql: services.sql, userId: owner.id, isCorrect });
  if (verdict.kind === "locked")
    throwApiError("PIN_LOCKED", { field: "pin" }, "*Too many wrong PINs. Log in with an OTP");
  if (verdict.kind === "wrong")
    throwApiError("INVALID_CREDENTIALS", { field: "pin" }, describeWrongPin(verdict.triesLeft));
  await services.throttle.reset(keys);
  // The card may have been revoked since.
  const resolveUserId = async (tx: Tx): Promise<string> =>
    (await findOwner({ services, cardHashes, sql: tx }))?.id ?? throwApiError("INVALID_CREDENTIALS", { field: "pin" });
  return openAccount({ services, origin, resolveUserId });
}

async function findOwner({
  services,
  cardHashes,
  sql = services.sql,
}: {
  services: AppServices;
  cardHashes: readonly string[];
  sql?: Sql | Tx;
}): Promise<{ id: string; pin: string } | undefined> {
  const [owner] = await sql<{ id: string; pin: string }[]>`
    select id, pin_number as pin ${selectStaff(sql)} and log_in_card = any(${[...cardHashes]}) and pin_number is not null`;
  return owner;
}

/** Loads the session of the user; the first log-in accepts the invitation, once for several at the same time. */
async function openAccount({
  services,
  origin,
  resolveUserId,
}: Pick<PublicContext, "services" | "origin"> & { resolveUserId: (tx: Tx) => Promise<string> }): Promise<Session> {
  const session = await asUser({
    services,
    origin,
    resolveUserId: async (tx) => {
      const id = await resolveUserId(tx);
      await tx`select 1 from users where id = ${id} for update`;
      return id;
    },
    work: async ({ ctx, person: { id, status } }) => {
      if (status === "invited")
        await updateItem({ ctx, collection: Users, id, payload: { status: "active" }, bypassAccess: true });
      return loadSession({ sql: ctx.tx, userId: id });
    },
  });
  if (!session) throwApiError("INVALID_CREDENTIALS");
  if (session.accessError) throwApiError(session.accessError);
  return session;
}
