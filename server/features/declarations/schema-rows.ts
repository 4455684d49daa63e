// §7 /collections, /fields, /relations: what domain/collections/ declares, in the shapes of the wire contract. Each caller
// is told of what they may read.
import type { Collection, Field } from "#domain/collection.ts";
import { collectionNamed, collections } from "#domain/collections/all.ts";
import type { Who } from "#domain/roles.ts";
import { columnsOf, columnType, type Column } from "#server/db/schema.ts";
import { grantOf, mayNameField } from "#server/items/grants.ts";
import type { VirtualRow } from "#server/features/declarations/virtual-list.ts";

/** The collections a person may read at all. */
export function readable(who: Who): Collection[] {
  return collections.filter((collection) => grantOf({ collection, operation: "read", who }));
}

function mayRead({ collection, field, who }: { collection: Collection; field: string; who: Who }): boolean {
  const grant = grantOf({ collection, operation: "read", who });
  return grant !== undefined && mayNameField(grant, field);
}

export function collectionRow(collection: Collection): VirtualRow {
  const { name, singleton = false, system = false, sorted, tracked = true, isDeclared = false } = collection;
  return {
    collection: name,
    meta: {
      collection: name,
      icon: null,
      note: null,
      hidden: false,
      singleton,
      system,
      sort_field: sorted?.by ?? null,
      accountability: tracked ? "all" : null,
      is_declared: isDeclared,
    },
    schema: { name, schema: "public", comment: null },
  };
}

/** The fields of a collection a person may read, in their declared order. */
export function fieldRows({ collection, who }: { collection: Collection; who: Who }): VirtualRow[] {
  const columns = new Map(columnsOf(collection).map((column) => [column.name, column]));
  return Object.entries(collection.fields)
    .filter(([field]) => mayRead({ collection, field, who }))
    .map(([name, field], place) => ({
      collection: collection.name,
      field: name,
      type: typeOf(field),
      schema: field.kind === "many" ? null : schemaOf({ collection, field, column: columns.get(name)! }),
      meta: metaOf({ collection, name, field, place }),
    }));
}

function typeOf(field: Field): string {
  switch (field.kind) {
    case "text":
      return field.max && field.max <= 255 ? "string" : "text";
    case "money":
      return "decimal";
    case "secret":
      return "hash";
    case "one":
      return columnType(field);
    case "many":
      return "alias";
    default:
      return field.kind;
  }
}

function schemaOf({ collection, field, column }: { collection: Collection; field: Field; column: Column }): VirtualRow {
  const [type, length] = column.type.split(/[()]/);
  return {
    name: column.name,
    table: collection.name,
    schema: "public",
    data_type: type === "varchar" ? "character varying" : type!,
    default_value: field.default ?? null,
    max_length: type === "varchar" ? Number(length) : null,
    numeric_precision: field.kind === "money" ? 12 : null,
    numeric_scale: field.kind === "money" ? 2 : null,
    is_nullable: !column.isRequired,
    is_unique: column.name === "id" || Boolean(field.unique),
    is_primary_key: column.name === "id",
    is_generated: false,
    has_auto_increment: column.isIdentity,
    foreign_key_schema: field.kind === "one" ? "public" : null,
    foreign_key_table: field.to && field.kind === "one" ? field.to : null,
    foreign_key_column: field.kind === "one" ? "id" : null,
    comment: null,
  };
}

const specials: { [kind in Field["kind"]]?: string[] } = {
  boolean: ["cast-boolean"],
  json: ["cast-json"],
  secret: ["hash", "conceal"],
  one: ["m2o"],
  many: ["o2m"],
};

function metaOf({
  collection,
  name,
  field,
  place,
}: {
  collection: Collection;
  name: string;
  field: Field;
  place: number;
}): VirtualRow {
  return {
    collection: collection.name,
    field: name,
    special: name === "id" && collection.key === "uuid" ? ["uuid"] : (specials[field.kind] ?? null),
    interface: null,
    options: field.values ? { choices: field.values.map((value) => ({ text: value, value })) } : null,
    readonly: Boolean(field.serverSet),
    hidden: false,
    sort: place + 1,
    width: "full",
    required: Boolean(field.required),
    note: field.label ?? null,
    validation: field.pattern ? { [name]: { _regex: field.pattern.source } } : null,
    validation_message: field.message ?? null,
  };
}

/** The relations between what a person may read, each told once, from the side that holds the key. */
export function relationRows({ collection, who }: { collection: Collection; who: Who }): VirtualRow[] {
  return Object.entries(collection.fields).flatMap(([name, field]) => {
    const other = field.kind === "one" ? collectionNamed(field.to!) : undefined;
    if (!other || !mayRead({ collection, field: name, who }) || !grantOf({ collection: other, operation: "read", who }))
      return [];
    return [relationRow({ collection, name, field, other })];
  });
}

function relationRow({
  collection,
  name,
  field,
  other,
}: {
  collection: Collection;
  name: string;
  field: Field;
  other: Collection;
}): VirtualRow {
  const back = Object.entries(other.fields).find(([, there]) => there.to === collection.name && there.via === name);
  return {
    collection: collection.name,
    field: name,
    related_collection: other.name,
    schema: {
      constraint_name: `${collection.name}_${name}_fkey`.slice(0, 63),
      table: collection.name,
      column: name,
      foreign_key_schema: "public",
      foreign_key_table: other.name,
      foreign_key_column: "id",
      on_update: "NO ACTION",
      on_delete: (field.onDelete ?? "restrict").toUpperCase(),
    },
    meta: {
      many_collection: collection.name,
      many_field: name,
      one_collection: other.name,
      one_field: back?.[0] ?? null,
      one_collection_field: null,
      one_allowed_collections: null,
      junction_field: null,
      sort_field: other.fields[back?.[0] ?? ""] ? (collection.sorted?.by ?? null) : null,
      one_deselect_action: "nullify",
    },
  };
}
