// §2 /success-registration: how a registration stands is told to who sent it, without a log-in, which is not open yet.
import type { House } from "#server/context.ts";

const purpose = "application-state";
const lifeMs = 30 * 24 * 3_600_000;

/** Opens the state of this admin's registration, and nothing else, for 30 days. */
export function applicationToken({ house, userId, now }: { house: House; userId: string; now: Date }): Promise<string> {
  return house.tokens.signFor({ purpose, subject: userId, now, lifeMs });
}

/** Throws INVALID_TOKEN, TOKEN_EXPIRED. */
export function applicantOf({ house, token }: { house: House; token: unknown }): Promise<string> {
  return house.tokens.verifyFor({ purpose, token: typeof token === "string" ? token : "", now: house.clock() });
}
