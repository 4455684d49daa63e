// §6: access checks for fields named in a query: readable fields only, and never secrets in comparisons.
import type { Collection, Field } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import type { Actor } from "#domain/access/roles.ts";
import { getGrant, canNameField } from "#server/items/access/grants.ts";
import { throwFieldForbidden } from "#server/items/api-error.ts";

export interface FieldReference {
  collection: Collection;
  /** Null for internal queries without access checks. */
  actor: Actor | null;
  /** Path within the query, for the error text. */
  path: string;
}

/** Returns a predicate for the fields the actor may name. */
export function getReadableFields({
  collection,
  actor,
}: Pick<FieldReference, "collection" | "actor">): (field: string) => boolean {
  if (!actor) return () => true;
  const grant = getGrant({ collection, operation: "read", actor });
  return (field) => grant !== undefined && canNameField(grant, field);
}

/** Returns a field for output; throws FORBIDDEN both for unknown and for unreadable fields. */
export function getReadableField({ name, ...reference }: FieldReference & { name: string }): Field {
  const { collection, path } = reference;
  const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
  return field && getReadableFields(reference)(name)
    ? field
    : throwFieldForbidden({ field: name, collection: collection.name, path });
}

/**
 * Returns a field for filters, sorting or aggregates; throws FORBIDDEN for secrets, which could be guessed by
 * comparison.
 */
export function getComparableField(reference: FieldReference & { name: string }): Field {
  const { name, collection, actor, path } = reference;
  const field = getReadableField(reference);
  if (field.kind === "secret" && actor) throwFieldForbidden({ field: name, collection: collection.name, path });
  return field;
}

/** Returns the related collection of a relation. */
export function getRelatedCollection(field: Field): Collection {
  return findCollection(field.target!)!;
}
