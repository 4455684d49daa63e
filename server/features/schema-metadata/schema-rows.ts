// §7 /collections, /fields, /relations: the collection definitions in the shapes of the wire contract, limited to what
// the caller may read.
import type { Collection, Field } from "#domain/schema/collection.ts";
import { findCollection, collections } from "#domain/collections.ts";
import type { Actor } from "#domain/access/roles.ts";
import { getColumns, type ColumnDefinition } from "#server/db/schema.ts";
import { getGrant, canNameField } from "#server/items/access/grants.ts";
import type { VirtualRow } from "#server/features/schema-metadata/virtual-list.ts";

/** Lists the collections the actor may read. */
export function listReadableCollections(actor: Actor): Collection[] {
  return collections.filter((collection) => getGrant({ collection, operation: "read", actor }));
}

function canReadField({ collection, field, actor }: { collection: Collection; field: string; actor: Actor }): boolean {
  const grant = getGrant({ collection, operation: "read", actor });
  return grant !== undefined && canNameField(grant, field);
}

export function toCollectionRow(collection: Collection): VirtualRow {
  const {
    name,
    isSingleton: singleton = false,
    isSystem: system = false,
    manualOrder,
    isAudited = true,
    isStatic = false,
  } = collection;
  return {
    collection: name,
    meta: {
      collection: name,
      icon: null,
      note: null,
      hidden: false,
      singleton,
      system,
      sort_field: manualOrder?.field ?? null,
      accountability: isAudited ? "all" : null,
      is_declared: isStatic,
    },
    schema: { name, schema: "public", comment: null },
  };
}

/** Lists the readable fields of a collection in declaration order. */
export function listFieldRows({ collection, actor }: { collection: Collection; actor: Actor }): VirtualRow[] {
  const columns = new Map(getColumns(collection).map((column) => [column.name, column]));
  return Object.entries(collection.fields)
    .filter(([field]) => canReadField({ collection, field, actor }))
    .map(([name, field], index) => ({
      collection: collection.name,
      field: name,
      type: getFieldTypeName(field),
      schema: field.kind === "many" ? null : toFieldSchema({ collection, field, column: columns.get(name)! }),
      meta: toFieldMeta({ collection, name, field, index }),
    }));
}

function getFieldTypeName(field: Field): string {
  switch (field.kind) {
    case "text":
      return field.max && field.max <= 255 ? "string" : "text";
    case "money":
      return "decimal";
    case "secret":
      return "hash";
    case "one":
      return field.hasUuidTarget ? "uuid" : "integer";
    case "many":
      return "alias";
    default:
      return field.kind;
  }
}

function toFieldSchema({
  collection,
  field,
  column,
}: {
  collection: Collection;
  field: Field;
  column: ColumnDefinition;
}): VirtualRow {
  const [type, length] = column.type.split(/[()]/);
  return {
    name: column.name,
    table: collection.name,
    schema: "public",
    data_type: dataTypes[type!] ?? type!,
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
    foreign_key_table: field.target && field.kind === "one" ? field.target : null,
    foreign_key_column: field.kind === "one" ? "id" : null,
    comment: null,
  };
}

/** An id is a JSON number in every response: clients that map types by name would read a bigint as text. */
const dataTypes: { readonly [type: string]: string } = { varchar: "character varying", bigint: "integer" };

const specialsByKind: { [kind in Field["kind"]]?: string[] } = {
  boolean: ["cast-boolean"],
  json: ["cast-json"],
  secret: ["hash", "conceal"],
  one: ["m2o"],
  many: ["o2m"],
};

function toFieldMeta({
  collection,
  name,
  field,
  index,
}: {
  collection: Collection;
  name: string;
  field: Field;
  index: number;
}): VirtualRow {
  return {
    collection: collection.name,
    field: name,
    special: name === "id" && collection.keyType === "uuid" ? ["uuid"] : (specialsByKind[field.kind] ?? null),
    interface: null,
    options: field.allowedValues ? { choices: field.allowedValues.map((value) => ({ text: value, value })) } : null,
    readonly: Boolean(field.serverSet),
    hidden: false,
    sort: index + 1,
    width: "full",
    required: Boolean(field.required),
    note: field.label ?? null,
    validation: field.pattern ? { [name]: { _regex: field.pattern.source } } : null,
    validation_message: field.message ?? null,
  };
}

/** Lists the relations between readable collections, each once, from the side with the foreign key. */
export function listRelationRows({ collection, actor }: { collection: Collection; actor: Actor }): VirtualRow[] {
  return Object.entries(collection.fields).flatMap(([name, field]) => {
    const relatedCollection = field.kind === "one" ? findCollection(field.target!) : undefined;
    if (
      !relatedCollection ||
      !canReadField({ collection, field: name, actor }) ||
      !getGrant({ collection: relatedCollection, operation: "read", actor })
    )
      return [];
    return [toRelationRow({ collection, name, field, relatedCollection })];
  });
}

function toRelationRow({
  collection,
  name,
  field,
  relatedCollection,
}: {
  collection: Collection;
  name: string;
  field: Field;
  relatedCollection: Collection;
}): VirtualRow {
  const inverse = Object.entries(relatedCollection.fields).find(
    ([, relatedField]) => relatedField.target === collection.name && relatedField.inverseField === name,
  );
  return {
    collection: collection.name,
    field: name,
    related_collection: relatedCollection.name,
    schema: {
      constraint_name: `${collection.name}_${name}_fkey`.slice(0, 63),
      table: collection.name,
      column: name,
      foreign_key_schema: "public",
      foreign_key_table: relatedCollection.name,
      foreign_key_column: "id",
      on_update: "NO ACTION",
      on_delete: (field.onDelete ?? "restrict").toUpperCase(),
    },
    meta: {
      many_collection: collection.name,
      many_field: name,
      one_collection: relatedCollection.name,
      one_field: inverse?.[0] ?? null,
      one_collection_field: null,
      one_allowed_collections: null,
      junction_field: null,
      sort_field: relatedCollection.fields[inverse?.[0] ?? ""] ? (collection.manualOrder?.field ?? null) : null,
      one_deselect_action: "nullify",
    },
  };
}
