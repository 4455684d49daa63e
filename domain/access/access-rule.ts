// §6: the access rule of an actor in a collection. Access is denied without a rule.
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { getKeys } from "#domain/object-keys.ts";
import type { AccessRule, AccessRules } from "#domain/schema/collection.ts";

/** Returns the rule of the first capability that the actor has; undefined means no access. */
export function findAccessRule({
  rules = {},
  actor,
}: {
  rules: AccessRules | undefined;
  actor: Pick<Actor, "role" | "exceptions">;
}): AccessRule | undefined {
  const capability = getKeys(rules).find((name) => can(actor, name));
  return capability && rules[capability];
}
