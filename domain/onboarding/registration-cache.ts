// §4 Registration caching: concurrent changes of one registration on several devices.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

/**
 * Increments the revision. REGISTRATION_CHANGED if the sent revision is outdated, so that the client can merge; without
 * a revision the row is overwritten.
 */
export function applyCacheRevision({
  before,
  changes,
}: RuleArgsOf<"Company_Branch_Registration_Cache">): Row | RuleViolation | undefined {
  if (!before || Object.keys(changes).length === 0) return undefined;
  const next = before.revision + 1;
  if (changes.revision !== undefined && changes.revision !== next)
    return new RuleViolation("REGISTRATION_CHANGED", "revision");
  return { revision: next };
}
