// §6 §7 /permissions and /policies: the access rules of the collections in the shapes of the wire contract. Every role
// has one policy; its rows are computed by evaluating the rules for a symbolic user, $CURRENT_USER.
import type { Collection, Json, Operation } from "#domain/schema/collection.ts";
import { findCollection, collections } from "#domain/collections.ts";
import { can } from "#domain/access/capabilities.ts";
import { type Role, roleNames, roles, type Actor } from "#domain/access/roles.ts";
import type { VirtualRow } from "#server/features/schema-metadata/virtual-list.ts";
import { type AccessGrant, getGrant, canNameField } from "#server/items/access/grants.ts";

const operations = ["create", "read", "update", "delete"] as const satisfies Operation[];

/** Policy id of a role: the role id with another first group. */
export function getPolicyId(role: Role): string {
  return roles[role].id.replace(/^c4aa/, "c4ab");
}

/** Symbolic actor of a role, with the filter variables of the current user as values. */
function toSampleActor(role: Role): Actor {
  const isPublic = roles[role].scope === "public";
  const toVariable = (field: string) => (isPublic ? null : `$CURRENT_USER.${field}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- names of variables instead of ids
  return {
    id: isPublic ? null : "$CURRENT_USER",
    role,
    name: toVariable("first_name"),
    phone: toVariable("contact_number"),
    company: toVariable("default_company"),
    branch: toVariable("default_branch"),
    isActive: true,
    isPresent: true,
  } as Actor;
}

/** Flags of a policy in the wire contract. */
export function getPolicyFlags(role: Role) {
  return {
    app_access: roles[role].scope !== "public",
    admin_access: can({ role }, "platform.administer"),
    enforce_tfa: false,
  };
}

function getGrantedFields({
  collection,
  grant,
  operation,
}: {
  collection: Collection;
  grant: AccessGrant;
  operation: Operation;
}): string[] {
  return Object.entries(collection.fields)
    .filter(([name, field]) => canNameField(grant, name) && (operation === "read" || !field.serverSet))
    .map(([name]) => name);
}

type PermissionRow = VirtualRow & { id: number };

/** Permissions of a role with the exceptions of a branch. Ids are the same with and without exceptions. */
function listRolePermissions({ role, exceptions }: Pick<Actor, "role" | "exceptions">): PermissionRow[] {
  const actor = { ...toSampleActor(role), exceptions };
  const first = roleNames.indexOf(role) * collections.length * operations.length + 1;
  return collections.flatMap((collection, index) =>
    operations.flatMap((action, offset): PermissionRow[] => {
      const grant = getGrant({ collection, operation: action, actor });
      const id = first + index * operations.length + offset;
      return grant ? [{ id, ...toPermissionRow({ actor, collection, action, grant }) }] : [];
    }),
  );
}

const standardPermissions = new Map(roleNames.map((role) => [role, listRolePermissions({ role })]));

function toPermissionRow({
  actor,
  collection,
  action,
  grant,
}: {
  actor: Actor;
  collection: Collection;
  action: Operation;
  grant: AccessGrant;
}): VirtualRow {
  return {
    policy: getPolicyId(actor.role),
    role: roles[actor.role].id,
    collection: collection.name,
    action,
    permissions: grant.rows === true ? {} : grant.rows,
    validation: null,
    presets: action === "create" ? getCreateDefaults({ collection, actor }) : null,
    fields: grant.fields === null ? ["*"] : getGrantedFields({ collection, grant, operation: action }),
    system: true,
  };
}

function getCreateDefaults({ collection, actor }: { collection: Collection; actor: Actor }): { [field: string]: Json } {
  return Object.fromEntries(
    Object.entries(collection.createDefaults ?? {}).map(([field, preset]) => [field, preset(actor)]),
  );
}

/**
 * The platform sees the permissions of all roles as they are without exceptions, others those of their own role at
 * their branch.
 */
function listVisiblePermissions(actor: Actor): { role: Role; permissions: readonly PermissionRow[] }[] {
  if (can(actor, "platform.administer"))
    return roleNames.map((role) => ({ role, permissions: standardPermissions.get(role)! }));
  const permissions = actor.exceptions ? listRolePermissions(actor) : standardPermissions.get(actor.role)!;
  return [{ role: actor.role, permissions }];
}

export function listPermissions(actor: Actor): VirtualRow[] {
  return listVisiblePermissions(actor).flatMap(({ permissions }) => permissions);
}

export function listPolicies(actor: Actor): VirtualRow[] {
  return listVisiblePermissions(actor).map(({ role, permissions }) => ({
    id: getPolicyId(role),
    name: roles[role].name,
    icon: "badge",
    description: null,
    ip_access: null,
    ...getPolicyFlags(role),
    permissions: permissions.map(({ id }) => id),
    users: [],
    roles: [roles[role].id],
  }));
}

/** Returns the actor's permissions for each collection, with the actor's own filters. */
export function getOwnPermissions(actor: Actor): { [collection: string]: VirtualRow } {
  const entries = collections.flatMap((collection): [string, VirtualRow][] => {
    const grants = operations.map((operation) => ({ operation, grant: getGrant({ collection, operation, actor }) }));
    if (grants.every(({ grant }) => !grant)) return [];
    const permissions = grants.map(({ operation, grant }): [Operation, VirtualRow] => [
      operation,
      getOwnPermission({ collection, operation, grant, actor }),
    ]);
    return [[collection.name, { ...Object.fromEntries(permissions), share: { access: "none" } }]];
  });
  return Object.fromEntries(entries);
}

function getOwnPermission({
  collection,
  operation,
  grant,
  actor,
}: {
  collection: Collection;
  operation: Operation;
  grant: AccessGrant | undefined;
  actor: Actor;
}): VirtualRow {
  if (!grant) return { access: "none" };
  const access = grant.rows === true && grant.fields === null ? "full" : "partial";
  if (operation === "delete") return { access };
  const fields = getGrantedFields({ collection, grant, operation });
  return { access, fields, ...(operation === "create" ? { presets: getCreateDefaults({ collection, actor }) } : {}) };
}

/** Returns the update and delete grants of a collection; null where the actor has none. */
export function getRowGrants({ name, actor }: { name: string; actor: Actor }) {
  const collection = findCollection(name);
  if (!collection) return undefined;
  return {
    collection,
    update: getGrant({ collection, operation: "update", actor }) ?? null,
    delete: getGrant({ collection, operation: "delete", actor }) ?? null,
  };
}
