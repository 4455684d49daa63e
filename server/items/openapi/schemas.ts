// §7: JSON Schemas of the collections, with readable and writable fields only.
import type { Collection, Field } from "#domain/schema/collection.ts";
import { getFieldLabel } from "#domain/schema/fields.ts";
import type { CollectionPermissions, EffectivePermissions } from "#server/items/access/effective-permissions.ts";

export type OpenApiSchema = { [key: string]: unknown };

export const toSchemaRef = (name: string): OpenApiSchema => ({ $ref: `#/components/schemas/${name}` });

/** Schema name; system collections have the prefix that clients expect. */
export function getSchemaName(collection: Collection): string {
  return collection.isSystem ? `directus_${collection.name}` : collection.name;
}

const toNullableType = (type: string): string[] => [type, "null"];

/** Schema of a returned value; relations are keys. */
function buildReadValueSchema(field: Field): OpenApiSchema {
  switch (field.kind) {
    case "integer":
      return { type: toNullableType("integer") };
    case "money":
      return {
        type: toNullableType("string"),
        pattern: "^-?\\d+\\.\\d{2}$",
        description: "Rupees, with two decimals.",
      };
    case "boolean":
      return { type: toNullableType("boolean") };
    case "timestamp":
      return { type: toNullableType("string"), format: "date-time" };
    case "secret":
      return { enum: ["**********", null], description: "A secret: write-only, never returned." };
    case "uuid":
      return { type: toNullableType("string"), format: "uuid" };
    case "one":
      return field.hasUuidTarget
        ? { type: toNullableType("string"), format: "uuid" }
        : { type: toNullableType("integer") };
    case "json":
      return {};
    default:
      return field.allowedValues ? { enum: [...field.allowedValues, null] } : { type: toNullableType("string") };
  }
}

function buildReadFieldSchema({
  permissions,
  field,
}: {
  permissions: EffectivePermissions;
  field: Field;
}): OpenApiSchema | undefined {
  const relatedPermissions = field.target === undefined ? undefined : permissions.get(field.target);
  const row = relatedPermissions?.read ? toSchemaRef(getSchemaName(relatedPermissions.collection)) : undefined;
  if (field.kind === "many") {
    if (!row || !relatedPermissions) return undefined;
    const key = { type: relatedPermissions.collection.keyType === "uuid" ? "string" : "integer" };
    return { type: "array", items: { anyOf: [key, row] } };
  }
  const value = buildReadValueSchema(field);
  return row ? { anyOf: [value, row] } : value;
}

/** Schema of a returned row; the fields depend on the request. */
export function buildReadSchema({
  permissions,
  collectionPermissions,
}: {
  permissions: EffectivePermissions;
  collectionPermissions: CollectionPermissions;
}): OpenApiSchema {
  const properties: OpenApiSchema = {};
  for (const name of collectionPermissions.read ?? []) {
    const schema = buildReadFieldSchema({ permissions, field: collectionPermissions.collection.fields[name]! });
    if (schema) properties[name] = schema;
  }
  return { type: "object", properties };
}

/** Schema of an input value with the limits of its field. */
export function buildWriteValueSchema({ name, field }: { name: string; field: Field }): OpenApiSchema {
  const title = getFieldLabel(name, field);
  switch (field.kind) {
    case "integer":
      return { title, type: toNullableType("integer"), ...getRange(field) };
    case "money":
      return { title, type: ["string", "number", "null"], description: "Rupees, with at most two decimals." };
    case "boolean":
      return { title, type: "boolean" };
    case "timestamp":
      return { title, type: toNullableType("string"), format: "date-time" };
    case "uuid":
      return { title, type: toNullableType("string"), format: "uuid" };
    case "one":
      return {
        title,
        anyOf: [buildReadValueSchema(field), { type: "object" }],
        description: `The key of a row of ${field.target}, or the row itself.`,
      };
    case "many":
      return { title, description: `Rows of ${field.target}: a list, or { create, update, delete }.` };
    case "json":
      return { title };
    default:
      return {
        title,
        ...(field.allowedValues ? { enum: [...field.allowedValues, null] } : { type: toNullableType("string") }),
        ...(field.max === undefined ? {} : { maxLength: field.max }),
        ...(field.min === undefined ? {} : { minLength: field.min }),
      };
  }
}

function getRange({ min, max }: Field): OpenApiSchema {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
}

/** Schema of an input row; required fields apply to new rows. */
export function buildWriteSchema({
  permissions,
  operation,
}: {
  permissions: CollectionPermissions;
  operation: "create" | "update";
}): OpenApiSchema {
  const { collection } = permissions;
  const names = permissions[operation] ?? [];
  const properties = Object.fromEntries(
    names.map((name) => [name, buildWriteValueSchema({ name, field: collection.fields[name]! })]),
  );
  const required = names.filter((name) => {
    const field = collection.fields[name]!;
    const hasDefault = [collection.createDefaults, collection.derivedDefaults].some((defaults) => defaults?.[name]);
    return field.required && field.default === undefined && !hasDefault;
  });
  const isNew = operation === "create" && required.length > 0;
  return { type: "object", properties, additionalProperties: false, ...(isNew ? { required } : {}) };
}
