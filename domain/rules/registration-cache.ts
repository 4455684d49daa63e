// §4 Registration caching: one registration, typed on several devices.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";

/**
 * Who says which revision they make is refused with REGISTRATION_CHANGED where another device was faster, and adds what they
 * typed to what was typed there; who does not say it writes over it.
 */
export function cacheFollowsTheLast({ before, changes }: RuleArgs): Row | Refusal | undefined {
  if (!before || Object.keys(changes).length === 0) return undefined;
  const next = (before["revision"] as number) + 1;
  if (changes["revision"] !== undefined && changes["revision"] !== next)
    return new Refusal("REGISTRATION_CHANGED", "revision");
  return { revision: next };
}
