// §6: the access rule of a role in a collection.
import { roles, type Role } from "#domain/access/roles.ts";
import type { Access, AccessRule, Operation } from "#domain/schema/collection.ts";

/** Returns the role's own rule, or that of the role it is based on; undefined means no access. */
export function findAccessRule({
  rules,
  role,
}: {
  rules: Access[Operation] | undefined;
  role: Role;
}): AccessRule | undefined {
  const { basedOn } = roles[role];
  return rules?.[role] ?? (basedOn && rules?.[basedOn]);
}
