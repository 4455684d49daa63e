// §7 two-factor: time-based one-time passwords (RFC 6238) with HMAC-SHA-1, six digits and steps of 30 s.
import { Secret, TOTP } from "otpauth";

const secretBytes = 20;

/** Generates a secret in base32, as authenticator apps require. */
export function generateTotpSecret(random: (bytes: number) => Uint8Array): string {
  return toBase32(random(secretBytes));
}

/** RFC 4648 without padding. */
export function toBase32(bytes: Uint8Array): string {
  // Copies the bytes: the library reads the whole buffer under a view.
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}

/** Returns the URL of the QR code for authenticator apps. */
export function buildOtpauthUrl({ secret, email }: { secret: string; email: string }): string {
  return createTotp({ secret, label: email }).toString();
}

/**
 * Returns the time step of a valid code: the current, previous or next one, to tolerate clock differences. Undefined if
 * the code is wrong, or the secret is not base32 of at least half the usual length.
 */
export function verifyTotp({ secret, otp, now }: { secret: string; otp: string; now: Date }): number | undefined {
  if (!/^[A-Z2-7]{16,}$/.test(secret) || !/^[0-9]{6}$/.test(otp)) return undefined;
  const totp = createTotp({ secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: otp, timestamp, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

function createTotp({ secret, label = "" }: { secret: string; label?: string }): TOTP {
  return new TOTP({ issuer: "Chaavi", label, secret: Secret.fromBase32(secret) });
}
