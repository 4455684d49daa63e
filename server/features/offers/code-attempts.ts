// §3 Offers: limits how many codes are typed, so that codes cannot be guessed in bulk.
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import * as limits from "#domain/limits.ts";
import type { PaidKey } from "#domain/payments/online/paid-kinds.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { ApiError } from "#server/items/api-error.ts";

const { perEntry, perAddress } = limits.offerCodes;

interface TypedCode {
  services: AppServices;
  origin: RequestOrigin;
  /** Undefined for who has no account. */
  user?: string | null | undefined;
  entry: PaidKey;
  code: string | null | undefined;
}

const toKeys = ({ origin, user, entry }: TypedCode) => [
  { key: `offer-code:${entry.kind}${entry.id}`, limit: createAttemptLimit(perEntry) },
  // The users of a branch share an address.
  { key: `offer-code:${user ?? toClientAddressKey(origin.ip)}`, limit: createAttemptLimit(perAddress) },
];

/** Without a code only the offers that need none are looked up. */
export const isTypedCode = (code: string | null | undefined): boolean => (code ?? "").trim() !== "";

/**
 * Runs `work`, which looks the code up. A typed code is counted before, so that concurrent ones are counted too; one that is not
 * refused does not count. REQUESTS_EXCEEDED.
 */
export async function limitTypedCode<T>({
  typed,
  work,
  isRefused = () => false,
}: {
  typed: TypedCode;
  work: () => Promise<T>;
  /** Of a result that says so instead of OFFER_NOT_APPLICABLE. */
  isRefused?: (result: T) => boolean;
}): Promise<T> {
  if (!isTypedCode(typed.code)) return work();
  const { throttle, clock } = typed.services;
  const keys = toKeys(typed);
  await throttle.count({ keys, now: clock() });
  let hasGuessed = true;
  try {
    const result = await work();
    hasGuessed = isRefused(result);
    return result;
  } catch (error) {
    hasGuessed = error instanceof ApiError && error.code === "OFFER_NOT_APPLICABLE";
    throw error;
  } finally {
    if (!hasGuessed) await throttle.reset(keys);
  }
}
