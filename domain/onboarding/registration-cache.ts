// §4 Registration caching: concurrent changes of one registration on several devices.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row, RuleArgs } from "#domain/schema/collection.ts";

/**
 * Increments the revision. REGISTRATION_CHANGED if the sent revision is outdated, so that the client can merge; without
 * a revision the row is overwritten.
 */
export function applyCacheRevision({ before, changes }: RuleArgs): Row | RuleViolation | undefined {
  if (!before || Object.keys(changes).length === 0) return undefined;
  const next = (before["revision"] as number) + 1;
  if (changes["revision"] !== undefined && changes["revision"] !== next)
    return new RuleViolation("REGISTRATION_CHANGED", "revision");
  return { revision: next };
}
