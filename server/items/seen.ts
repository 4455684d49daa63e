// §6: what of the declarations one person may see and do, whatever the door: GraphQL's schema and the OpenAPI document are made of it.
import type { Collection, Operation } from "#domain/collection.ts";
import { collections } from "#domain/collections/all.ts";
import type { Who } from "#domain/roles.ts";
import { grantOf, mayNameField } from "#server/items/grants.ts";

export interface Seen {
  collection: Collection;
  /** Fields that may be read, in declared order; null where nothing may. */
  read: readonly string[] | null;
  /** Fields that may be sent with a new row; null where none may be made. */
  create: readonly string[] | null;
  update: readonly string[] | null;
  mayDelete: boolean;
}

export interface Sight {
  /** Equal for two people who see and may do the same: what is made of one's sight serves the other. */
  signature: string;
  /** Logged in. */
  isSomebody: boolean;
  of: (name: string) => Seen | undefined;
  all: readonly Seen[];
}

const known = new WeakMap<Who, Sight>();

/** Everything one person may do by their grants: which rows is still asked of every row. */
export function sightOf(who: Who): Sight {
  const before = known.get(who);
  if (before) return before;
  const all = collections.map((collection) => seen({ collection, who }));
  const byName = new Map(all.map((one) => [one.collection.name, one]));
  const isSomebody = who.id !== null;
  const rights = all.map(({ read, create, update, mayDelete }) => [read, create, update, mayDelete]);
  const sight: Sight = {
    signature: JSON.stringify([isSomebody, rights]),
    isSomebody,
    all,
    of: (name) => byName.get(name),
  };
  known.set(who, sight);
  return sight;
}

function seen({ collection, who }: { collection: Collection; who: Who }): Seen {
  const sent = Object.keys(collection.fields).filter((name) => !collection.fields[name]!.serverSet);
  // Files are made by an upload, not by a row.
  const mayCreate = !collection.singleton && collection.name !== "files";
  return {
    collection,
    read: named({ collection, who, operation: "read", among: Object.keys(collection.fields) }),
    create: mayCreate ? named({ collection, who, operation: "create", among: sent }) : null,
    update: named({ collection, who, operation: "update", among: sent }),
    mayDelete: !collection.singleton && grantOf({ collection, operation: "delete", who }) !== undefined,
  };
}

function named({
  collection,
  who,
  operation,
  among,
}: {
  collection: Collection;
  who: Who;
  operation: Operation;
  among: readonly string[];
}): readonly string[] | null {
  const grant = grantOf({ collection, operation, who });
  return grant ? among.filter((name) => mayNameField(grant, name)) : null;
}
