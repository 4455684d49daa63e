// §7: JSON Schemas of the declared collections, for one person's sight: what may not be read or sent is not there.
import type { Collection, Field } from "#domain/collection.ts";
import { labelOf } from "#domain/fields.ts";
import type { Seen, Sight } from "#server/items/seen.ts";

export type Schema = { [key: string]: unknown };

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** As clients know them: the system's own carry a prefix. */
export function schemaName(collection: Collection): string {
  return collection.system ? `directus_${collection.name}` : collection.name;
}

const orNull = (type: string): string[] => [type, "null"];

/** A value as it is answered; relations are keys here. */
function readValue(field: Field): Schema {
  switch (field.kind) {
    case "integer":
      return { type: orNull("integer") };
    case "money":
      return { type: orNull("string"), pattern: "^-?\\d+\\.\\d{2}$", description: "Rupees, with two decimals." };
    case "boolean":
      return { type: orNull("boolean") };
    case "timestamp":
      return { type: orNull("string"), format: "date-time" };
    case "secret":
      return { enum: ["**********", null], description: "A secret: it is written, and never read back." };
    case "uuid":
      return { type: orNull("string"), format: "uuid" };
    case "one":
      return field.isByUuid ? { type: orNull("string"), format: "uuid" } : { type: orNull("integer") };
    case "json":
      return {};
    default:
      return field.values ? { enum: [...field.values, null] } : { type: orNull("string") };
  }
}

function readField({ sight, field }: { sight: Sight; field: Field }): Schema | undefined {
  const other = field.to === undefined ? undefined : sight.of(field.to);
  const row = other?.read ? refTo(schemaName(other.collection)) : undefined;
  if (field.kind === "many") {
    if (!row || !other) return undefined;
    const key = { type: other.collection.key === "uuid" ? "string" : "integer" };
    return { type: "array", items: { anyOf: [key, row] } };
  }
  const value = readValue(field);
  return row ? { anyOf: [value, row] } : value;
}

/** A row as it is answered; which fields come along, the caller says. */
export function readSchema({ sight, seen }: { sight: Sight; seen: Seen }): Schema {
  const properties: Schema = {};
  for (const name of seen.read ?? []) {
    const schema = readField({ sight, field: seen.collection.fields[name]! });
    if (schema) properties[name] = schema;
  }
  return { type: "object", properties };
}

/** A value as it may be sent, with the limits of its field. */
export function sentValue({ name, field }: { name: string; field: Field }): Schema {
  const title = labelOf(name, field);
  switch (field.kind) {
    case "integer":
      return { title, type: orNull("integer"), ...range(field) };
    case "money":
      return { title, type: ["string", "number", "null"], description: "Rupees, with at most two decimals." };
    case "boolean":
      return { title, type: "boolean" };
    case "timestamp":
      return { title, type: orNull("string"), format: "date-time" };
    case "uuid":
      return { title, type: orNull("string"), format: "uuid" };
    case "one":
      return {
        title,
        anyOf: [readValue(field), { type: "object" }],
        description: `The key of a row of ${field.to}, or the row itself.`,
      };
    case "many":
      return { title, description: `Rows of ${field.to}: a list, or { create, update, delete }.` };
    case "json":
      return { title };
    default:
      return {
        title,
        ...(field.values ? { enum: [...field.values, null] } : { type: orNull("string") }),
        ...(field.max === undefined ? {} : { maxLength: field.max }),
        ...(field.min === undefined ? {} : { minLength: field.min }),
      };
  }
}

function range({ min, max }: Field): Schema {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
}

/** A row as it may be sent; a new one must have what is required. */
export function sentSchema({ seen, operation }: { seen: Seen; operation: "create" | "update" }): Schema {
  const { collection } = seen;
  const names = seen[operation] ?? [];
  const properties = Object.fromEntries(
    names.map((name) => [name, sentValue({ name, field: collection.fields[name]! })]),
  );
  const required = names.filter((name) => {
    const field = collection.fields[name]!;
    return field.required && field.default === undefined && collection.presets?.[name] === undefined;
  });
  const isNew = operation === "create" && required.length > 0;
  return { type: "object", properties, additionalProperties: false, ...(isNew ? { required } : {}) };
}
