// §6: naming a field in a query: only what the caller may read, and a secret not at all.
import type { Collection, Field } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import type { Who } from "#domain/roles.ts";
import { grantOf, mayNameField } from "#server/items/grants.ts";
import { refuseField } from "#server/items/refused.ts";

export interface Naming {
  collection: Collection;
  /** Null: a query of our own, which may look at everything. */
  who: Who | null;
  /** Where in the query, for the refusal's text. */
  path: string;
}

/** Which fields of a collection this person may name. */
export function readableFields({ collection, who }: Pick<Naming, "collection" | "who">): (field: string) => boolean {
  if (!who) return () => true;
  const grant = grantOf({ collection, operation: "read", who });
  return (field) => grant !== undefined && mayNameField(grant, field);
}

/** The field of this name, to be shown; throws FORBIDDEN for what there is not and what one may not read alike. */
export function shownField({ name, ...naming }: Naming & { name: string }): Field {
  const { collection, path } = naming;
  const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
  return field && readableFields(naming)(name)
    ? field
    : refuseField({ field: name, collection: collection.name, path });
}

/** The same, to compare, sort or count by: a caller's question about a secret is refused whatever it asks. */
export function comparableField(naming: Naming & { name: string }): Field {
  const { name, collection, who, path } = naming;
  const field = shownField(naming);
  if (field.kind === "secret" && who) refuseField({ field: name, collection: collection.name, path });
  return field;
}

/** The collection a relation leads to. */
export function otherEnd(field: Field): Collection {
  return collectionNamed(field.to!)!;
}
