// Starts a session with a PIN on a shared device. Without an enrolled device a PIN opens nothing.
import { addressLimit, createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { describeWrongPin } from "#domain/devices/pin-log-in.ts";
import { isEqualConstantTime } from "#server/auth/code-attempts.ts";
import { attemptPin, type PinVerdict } from "#server/auth/devices/pin-attempts.ts";
import { getSecretKeys, hashCodeWithAll } from "#server/auth/secrets.ts";
import type { PublicContext } from "#server/http/implement.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import { findPinHash, type SharedDevice } from "#server/features/devices/find-device.ts";

/** PINs typed on one device, whoever they are of. */
const deviceLimit = createAttemptLimit(30);

interface PinLogIn extends PublicContext {
  device: SharedDevice;
  userId: string;
  pin: unknown;
}

/**
 * Returns the session of the user. Throws INVALID_CREDENTIALS for a wrong PIN and for a user who cannot switch here,
 * PIN_LOCKED once only the full log-in is possible, REQUESTS_EXCEEDED, and access errors of the account after the PIN.
 */
export async function logInWithPin({ services, origin, device, userId, pin }: PinLogIn): Promise<Session> {
  const now = services.clock();
  const keys = [
    { key: `pin:${device.id}`, limit: deviceLimit },
    { key: `pin:|${toClientAddressKey(origin.ip)}`, limit: addressLimit },
  ];
  await services.throttle.count({ keys, now });
  const verdict = await checkPin({ services, device, userId, pin });
  if (verdict.kind === "locked") throwApiError("PIN_LOCKED", { field: "pin" });
  if (verdict.kind === "wrong")
    throwApiError("INVALID_CREDENTIALS", { field: "pin" }, describeWrongPin(verdict.triesLeft));
  await services.throttle.reset(keys);
  const session = await loadSession({ sql: services.sql, userId });
  if (!session) throwApiError("INVALID_CREDENTIALS");
  if (session.accessError) throwApiError(session.accessError);
  await services.sql`update "Shared_Devices" set last_used_at = ${now}, last_user = ${userId} where id = ${device.id}`;
  return session;
}

async function checkPin({ services, device: { branch }, userId, pin }: Omit<PinLogIn, "origin">): Promise<PinVerdict> {
  const stored = await findPinHash({ services, branch, userId });
  if (stored === undefined) return { kind: "locked" };
  const code = typeof pin === "string" ? pin.slice(0, 10) : "";
  const hashes = hashCodeWithAll({ code, keys: getSecretKeys(services.config) });
  return attemptPin({
    sql: services.sql,
    userId,
    isCorrect: () => hashes.some((hash) => isEqualConstantTime(stored, hash)),
  });
}
