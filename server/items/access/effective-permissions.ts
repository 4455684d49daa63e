// §6: permissions of an actor on all collections; the GraphQL schema and the OpenAPI document are built from them.
import type { Collection, Operation } from "#domain/schema/collection.ts";
import { collections } from "#domain/collections.ts";
import type { Actor } from "#domain/access/roles.ts";
import { getGrant, canNameField } from "#server/items/access/grants.ts";

export interface CollectionPermissions {
  collection: Collection;
  /** Readable fields in the order of their definition; null if reading is not allowed. */
  read: readonly string[] | null;
  /** Fields allowed in a new row; null if creating is not allowed. */
  create: readonly string[] | null;
  update: readonly string[] | null;
  canDelete: boolean;
}

export interface EffectivePermissions {
  /** Equal for two actors with the same permissions, so that schemas built for one can be reused for the other. */
  signature: string;
  /** True for a logged-in actor. */
  isAuthenticated: boolean;
  get: (name: string) => CollectionPermissions | undefined;
  all: readonly CollectionPermissions[];
}

const permissionsCache = new WeakMap<Actor, EffectivePermissions>();

/** Returns the actor's permissions by collection and field; row filters are applied per query. */
export function getEffectivePermissions(actor: Actor): EffectivePermissions {
  const cached = permissionsCache.get(actor);
  if (cached) return cached;
  const all = collections.map((collection) => getCollectionPermissions({ collection, actor }));
  const byName = new Map(all.map((entry) => [entry.collection.name, entry]));
  const isAuthenticated = actor.id !== null;
  const permissionLists = all.map(({ read, create, update, canDelete }) => [read, create, update, canDelete]);
  const permissions: EffectivePermissions = {
    signature: JSON.stringify([isAuthenticated, permissionLists]),
    isAuthenticated,
    all,
    get: (name) => byName.get(name),
  };
  permissionsCache.set(actor, permissions);
  return permissions;
}

function getCollectionPermissions({
  collection,
  actor,
}: {
  collection: Collection;
  actor: Actor;
}): CollectionPermissions {
  const writableFields = Object.keys(collection.fields).filter((name) => !collection.fields[name]!.serverSet);
  // Files are created by uploads only.
  const canCreate = !collection.isSingleton && collection.name !== "files";
  return {
    collection,
    read: getNamedFields({ collection, actor, operation: "read", fields: Object.keys(collection.fields) }),
    create: canCreate ? getNamedFields({ collection, actor, operation: "create", fields: writableFields }) : null,
    update: getNamedFields({ collection, actor, operation: "update", fields: writableFields }),
    canDelete: !collection.isSingleton && getGrant({ collection, operation: "delete", actor }) !== undefined,
  };
}

function getNamedFields({
  collection,
  actor,
  operation,
  fields,
}: {
  collection: Collection;
  actor: Actor;
  operation: Operation;
  fields: readonly string[];
}): readonly string[] | null {
  const grant = getGrant({ collection, operation, actor });
  return grant ? fields.filter((name) => canNameField(grant, name)) : null;
}
