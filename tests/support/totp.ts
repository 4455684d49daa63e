// An authenticator app.
import { Secret, TOTP } from "otpauth";

/** The app's code for a secret; `ahead` is the number of 30 s steps later. */
export function createTotpCode({
  secret,
  at,
  stepsAhead = 0,
}: {
  secret: string;
  at: Date;
  stepsAhead?: number;
}): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + stepsAhead * 30_000 });
}
