// §6: the access rule of an actor in a collection.
import { can } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import { roles, type Actor } from "#domain/access/roles.ts";
import type { AccessRule, AccessRules } from "#domain/schema/collection.ts";

// Names of roles contain no dot, those of capabilities one.
const isCapability = (holder: string): holder is Capability => holder.includes(".");

/**
 * Returns the rule of the first capability that the actor has, otherwise that of the role, otherwise that of the role
 * it is based on; undefined means no access.
 */
export function findAccessRule({
  rules = {},
  actor,
}: {
  rules: AccessRules | undefined;
  actor: Pick<Actor, "role" | "exceptions">;
}): AccessRule | undefined {
  const capability = Object.keys(rules)
    .filter(isCapability)
    .find((name) => can(actor, name));
  if (capability) return rules[capability];
  const { basedOn } = roles[actor.role];
  return rules[actor.role] ?? (basedOn && rules[basedOn]);
}
