// §7: GraphQL's object types, made of the declarations for one person's sight: what may not be read is not there.
import {
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLObjectType,
  GraphQLString,
} from "graphql";
import type { Collection, Field } from "#domain/collection.ts";
import { filterType } from "#server/items/graphql/filters.ts";
import { aggregateFunctions, aliasOf, momentParts, typeName } from "#server/items/graphql/names.ts";
import { type Answered, objectNamed, readableEnd, type Types } from "#server/items/graphql/made-types.ts";
import { DateText, Json, scalarOf } from "#server/items/graphql/scalars.ts";
import { ownUser } from "#server/items/own-user.ts";

type Fields = GraphQLFieldConfigMap<Answered, unknown>;

/** A row; the collection must be readable. */
export function rowType({ types, collection }: { types: Types; collection: Collection }): GraphQLObjectType {
  const read = types.sight.of(collection.name)!.read!;
  return objectNamed({ types, name: typeName(collection), fields: () => rowFields({ types, collection, read }) });
}

/** One's own user: more of it may be read than of others. */
export function ownUserType(types: Types): GraphQLObjectType {
  const read = Object.keys(ownUser.fields);
  const name = `${typeName(ownUser)}_me`;
  return objectNamed({ types, name, fields: () => rowFields({ types, collection: ownUser, read }) });
}

function rowFields({
  types,
  collection,
  read,
}: {
  types: Types;
  collection: Collection;
  read: readonly string[];
}): Fields {
  const fields: Fields = {};
  for (const name of read) {
    const field = collection.fields[name]!;
    const other = readableEnd({ types, field });
    if (field.to && other) fields[name] = relation({ types, field, other });
    else if (field.kind !== "many") fields[name] = value({ name, field });
    if (field.kind === "timestamp") fields[`${name}_func`] = momentFunctions({ types, name });
    if (field.kind === "many" && other) fields[`${name}_func`] = countFunction({ types, name });
  }
  return fields;
}

function relation({ types, field, other }: { types: Types; field: Field; other: Collection }): Fields[string] {
  const type = rowType({ types, collection: other });
  return {
    type: field.kind === "many" ? new GraphQLList(type) : type,
    args: listArgs({ types, collection: other }),
    resolve: (row, _args, _context, { fieldName, path }) => {
      const alias = aliasOf({ field: fieldName, key: String(path.key) });
      return alias in row ? row[alias] : row[fieldName];
    },
  };
}

function value({ name, field }: { name: string; field: Field }): Fields[string] {
  const type = scalarOf(field);
  const described = field.values ? { description: `One of ${field.values.join(", ")}.` } : {};
  if (field.kind === "money") return { type, resolve: (row) => numberOf(row[name]), ...described };
  return { type: name === "id" ? new GraphQLNonNull(GraphQLID) : type, ...described };
}

/** Counts and sums come as text, so that none is too large for the wire; here they are numbers. */
function numberOf(text: unknown): number | null {
  return text === null || text === undefined ? null : Number(text);
}

function momentFunctions({ types, name }: { types: Types; name: string }): Fields[string] {
  const parts: Fields = {};
  for (const part of momentParts) parts[part] = { type: GraphQLInt, resolve: (of) => partOf({ of, part }) };
  const type = objectNamed({ types, name: "datetime_functions", fields: () => parts });
  return { type, resolve: (row) => ({ row, name }) };
}

function partOf({ of, part }: { of: Answered; part: string }): number | null {
  const { row, name } = of as { row: Answered; name: string };
  const number = numberOf(row[`${name}_${part}`]);
  return number === null ? null : Math.trunc(number);
}

function countFunction({ types, name }: { types: Types; name: string }): Fields[string] {
  const fields: Fields = { count: { type: GraphQLInt, resolve: (of) => partOf({ of, part: "count" }) } };
  return {
    type: objectNamed({ types, name: "count_functions", fields: () => fields }),
    resolve: (row) => ({ row, name }),
  };
}

/** What narrows and orders a list. */
export function listArgs({
  types,
  collection,
}: {
  types: Types;
  collection: Collection;
}): GraphQLFieldConfigArgumentMap {
  return {
    filter: { type: filterType({ types, collection }) },
    sort: { type: new GraphQLList(GraphQLString) },
    limit: { type: GraphQLInt },
    offset: { type: GraphQLInt },
    page: { type: GraphQLInt },
    search: { type: GraphQLString },
  };
}

/** Counts, sums and the like over the rows one may read, by group where groups are asked for. */
export function aggregatedType({ types, collection }: { types: Types; collection: Collection }): GraphQLObjectType {
  const name = `${typeName(collection)}_aggregated`;
  return objectNamed({
    types,
    name,
    fields: () => {
      const fields: Fields = {
        group: { type: Json, resolve: (row) => row["group"] ?? null },
        countAll: { type: GraphQLInt, resolve: (row) => numberOf(row["countAll"]) },
      };
      for (const used of aggregateFunctions) {
        const of = aggregateFields({ types, collection, used });
        if (Object.keys(of).length === 0) continue;
        fields[used] = { type: objectNamed({ types, name: `${name}_${used}`, fields: () => of }) };
      }
      return fields;
    },
  });
}

const sums: readonly string[] = ["sum", "sumDistinct", "avg", "avgDistinct"];

function aggregateFields({ types, collection, used }: { types: Types; collection: Collection; used: string }): Fields {
  const fields: Fields = {};
  for (const name of types.sight.of(collection.name)!.read!) {
    const field = collection.fields[name]!;
    if (field.kind === "many" || field.kind === "secret" || field.kind === "json") continue;
    const isNumber = field.kind === "integer" || field.kind === "money";
    const asNumber = (row: Answered): number | null => numberOf(row[name]);
    if (used.startsWith("count")) fields[name] = { type: GraphQLInt, resolve: asNumber };
    else if (sums.includes(used) && isNumber && name !== "id") fields[name] = { type: GraphQLFloat, resolve: asNumber };
    else if ((used === "min" || used === "max") && isNumber) fields[name] = { type: GraphQLFloat, resolve: asNumber };
    else if ((used === "min" || used === "max") && field.kind === "timestamp") fields[name] = { type: DateText };
  }
  return fields;
}
