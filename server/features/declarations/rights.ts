// §6 §7 /permissions and /policies: the access rules of domain/collections/ in the shapes of the wire contract. Every role
// has one policy; its rows are made by asking the rules for a person who is named and not known: $CURRENT_USER.
import type { Collection, Json, Operation } from "#domain/collection.ts";
import { collectionNamed, collections } from "#domain/collections/all.ts";
import { type Role, roleNames, roles, type Who } from "#domain/roles.ts";
import type { VirtualRow } from "#server/features/declarations/virtual-list.ts";
import { type Grant, grantOf, mayNameField } from "#server/items/grants.ts";

const operations = ["create", "read", "update", "delete"] as const satisfies Operation[];

/** The policy of a role has its id but for the first group. */
export function policyId(role: Role): string {
  return roles[role].id.replace(/^c4aa/, "c4ab");
}

/** Somebody of this role, by the words a filter has for them. */
function anybodyOf(role: Role): Who {
  const named = (field: string) => (role === "public" ? null : `$CURRENT_USER.${field}`);
  return {
    id: role === "public" ? null : "$CURRENT_USER",
    role,
    name: named("first_name"),
    phone: named("contact_number"),
    company: named("default_company") as unknown as number | null,
    branch: named("default_branch") as unknown as number | null,
    isActive: true,
    isPresent: true,
  };
}

const people = Object.fromEntries(roleNames.map((role) => [role, anybodyOf(role)])) as { [role in Role]: Who };

function fieldsOf({
  collection,
  grant,
  operation,
}: {
  collection: Collection;
  grant: Grant;
  operation: Operation;
}): string[] {
  return Object.entries(collection.fields)
    .filter(([name, field]) => mayNameField(grant, name) && (operation === "read" || !field.serverSet))
    .map(([name]) => name);
}

/** Every rule of every role; the numbers are their places. */
const everyPermission: readonly (VirtualRow & { id: number })[] = roleNames
  .flatMap((role) =>
    collections.flatMap((collection) =>
      operations.flatMap((action) => {
        const grant = grantOf({ collection, operation: action, who: people[role] });
        return grant ? [permissionRow({ role, collection, action, grant })] : [];
      }),
    ),
  )
  .map((row, place) => ({ id: place + 1, ...row }));

function permissionRow({
  role,
  collection,
  action,
  grant,
}: {
  role: Role;
  collection: Collection;
  action: Operation;
  grant: Grant;
}): VirtualRow {
  return {
    policy: policyId(role),
    role: roles[role].id,
    collection: collection.name,
    action,
    permissions: grant.rows === true ? {} : grant.rows,
    validation: null,
    presets: action === "create" ? presetsOf({ collection, who: people[role] }) : null,
    fields: grant.fields === null ? ["*"] : fieldsOf({ collection, grant, operation: action }),
    system: true,
  };
}

function presetsOf({ collection, who }: { collection: Collection; who: Who }): { [field: string]: Json } {
  return Object.fromEntries(Object.entries(collection.presets ?? {}).map(([field, preset]) => [field, preset(who)]));
}

/** The platform is told of every role's, all others of their own. */
function rolesToldTo(who: Who): readonly Role[] {
  return who.role === "platform" ? roleNames : [who.role];
}

export function permissionRows(who: Who): VirtualRow[] {
  const told = new Set<Json>(rolesToldTo(who).map((role) => roles[role].id));
  return everyPermission.filter((row) => told.has(row["role"]!));
}

export function policyRows(who: Who): VirtualRow[] {
  return rolesToldTo(who).map((role) => ({
    id: policyId(role),
    name: roles[role].name,
    icon: "badge",
    description: null,
    ip_access: null,
    enforce_tfa: false,
    admin_access: role === "platform",
    app_access: role !== "public",
    permissions: everyPermission.filter((row) => row["role"] === roles[role].id).map(({ id }) => id),
    users: [],
    roles: [roles[role].id],
  }));
}

/** What this person may do with each collection, told as it is for them. */
export function myPermissions(who: Who): { [collection: string]: VirtualRow } {
  const entries = collections.flatMap((collection): [string, VirtualRow][] => {
    const grants = operations.map((operation) => ({ operation, grant: grantOf({ collection, operation, who }) }));
    if (grants.every(({ grant }) => !grant)) return [];
    const rights = grants.map(({ operation, grant }) => [operation, myRight({ collection, operation, grant, who })]);
    return [[collection.name, { ...Object.fromEntries(rights), share: { access: "none" } } as VirtualRow]];
  });
  return Object.fromEntries(entries);
}

function myRight({
  collection,
  operation,
  grant,
  who,
}: {
  collection: Collection;
  operation: Operation;
  grant: Grant | undefined;
  who: Who;
}): VirtualRow {
  if (!grant) return { access: "none" };
  const access = grant.rows === true && grant.fields === null ? "full" : "partial";
  if (operation === "delete") return { access };
  const fields = fieldsOf({ collection, grant, operation });
  return { access, fields, ...(operation === "create" ? { presets: presetsOf({ collection, who }) } : {}) };
}

/** The grants that are asked for one row: null where the person has none. */
export function grantsOnRow({ name, who }: { name: string; who: Who }) {
  const collection = collectionNamed(name);
  if (!collection) return undefined;
  return {
    collection,
    update: grantOf({ collection, operation: "update", who }) ?? null,
    delete: grantOf({ collection, operation: "delete", who }) ?? null,
  };
}
