// §7: GraphQL's filters: for each collection the operators of its readable fields, and back into the filter of the read path.
import { GraphQLBoolean, GraphQLID, GraphQLInt, GraphQLList, GraphQLString } from "graphql";
import type { GraphQLInputFieldConfigMap, GraphQLInputObjectType, GraphQLInputType } from "graphql";
import type { Collection, Field } from "#domain/collection.ts";
import { momentParts, typeName } from "#server/items/graphql/names.ts";
import { DateText, StringOrFloat } from "#server/items/graphql/scalars.ts";
import { inputNamed, readableEnd, type Types } from "#server/items/graphql/made-types.ts";

type Inputs = GraphQLInputFieldConfigMap;

export function filterType({ types, collection }: { types: Types; collection: Collection }): GraphQLInputObjectType {
  const name = `${typeName(collection)}_filter`;
  const made: GraphQLInputObjectType = inputNamed({
    types,
    name,
    fields: () => ({ ...fieldFilters({ types, collection }), ...logic(() => made) }),
  });
  return made;
}

function logic(own: () => GraphQLInputObjectType): Inputs {
  return { _and: { type: new GraphQLList(own()) }, _or: { type: new GraphQLList(own()) } };
}

/** The rows at the other end: any of them, `_some`, or `_none`. */
function quantifierType({ types, collection }: { types: Types; collection: Collection }): GraphQLInputObjectType {
  const inner = () => filterType({ types, collection });
  const made: GraphQLInputObjectType = inputNamed({
    types,
    name: `${typeName(collection)}_quantifier_filter`,
    fields: () => ({
      ...fieldFilters({ types, collection }),
      ...logic(() => made),
      _some: { type: inner() },
      _none: { type: inner() },
    }),
  });
  return made;
}

function fieldFilters({ types, collection }: { types: Types; collection: Collection }): Inputs {
  const fields: Inputs = {};
  for (const name of types.sight.of(collection.name)!.read!) {
    const field = collection.fields[name]!;
    const other = readableEnd({ types, field });
    if (field.kind === "many") {
      if (!other) continue;
      fields[name] = { type: quantifierType({ types, collection: other }) };
      fields[`${name}_func`] = { type: countFilter(types) };
    } else if (other) fields[name] = { type: filterType({ types, collection: other }) };
    else {
      const type = operatorsOf({ types, field: name === "id" ? key : field });
      if (type) fields[name] = { type };
    }
    if (field.kind === "timestamp") fields[`${name}_func`] = { type: momentFilter(types) };
  }
  return fields;
}

const nulls: Inputs = { _null: { type: GraphQLBoolean }, _nnull: { type: GraphQLBoolean } };
function sameType(operators: readonly string[], type: GraphQLInputType): Inputs {
  return Object.fromEntries(operators.map((operator) => [operator, { type }]));
}
const equality = ["_eq", "_neq"];
const order = ["_lt", "_lte", "_gt", "_gte"];
const lists = ["_in", "_nin"];
const ranges = ["_between", "_nbetween"];
const ways = ["contains", "starts_with", "ends_with"];
/** "_contains", "_istarts_with", "_nends_with" …; there is no `_nicontains`. */
const matches = ["", "i", "n", "ni"]
  .flatMap((how) => ways.map((way) => `_${how}${way}`))
  .filter((one) => one !== "_nicontains");

function ordered(type: GraphQLInputType): Inputs {
  return {
    ...sameType([...equality, ...order], type),
    ...sameType([...lists, ...ranges], new GraphQLList(type)),
    ...nulls,
  };
}

/** Keys are text here, whatever they are in the database. */
const key: Field = { kind: "uuid" };

/** A secret is compared with nothing. */
function operatorsOf({ types, field }: { types: Types; field: Field }): GraphQLInputType | undefined {
  const operators = (name: string, fields: () => Inputs) =>
    inputNamed({ types, name: `${name}_filter_operators`, fields });
  switch (field.kind) {
    case "secret":
      return undefined;
    case "integer":
    case "money":
      return operators("number", () => ordered(StringOrFloat));
    case "timestamp":
      return operators("date", () => ordered(DateText));
    case "uuid":
    case "one":
      return operators("id", () => ordered(GraphQLID));
    case "boolean":
      return operators("boolean", () => ({ ...sameType(equality, GraphQLBoolean), ...nulls }));
    case "json":
      return operators("json", () => nulls);
    default:
      return operators("string", () => ({
        ...sameType([...equality, ...matches], GraphQLString),
        ...sameType(lists, new GraphQLList(GraphQLString)),
        _empty: { type: GraphQLBoolean },
        _nempty: { type: GraphQLBoolean },
        ...nulls,
      }));
  }
}

function momentFilter(types: Types): GraphQLInputObjectType {
  const of = partFilter(types);
  return inputNamed({
    types,
    name: "datetime_function_filter_operators",
    fields: () => sameType(momentParts, of),
  });
}

function countFilter(types: Types): GraphQLInputObjectType {
  return inputNamed({
    types,
    name: "count_function_filter_operators",
    fields: () => ({ count: { type: partFilter(types) } }),
  });
}

function partFilter(types: Types): GraphQLInputObjectType {
  return inputNamed({ types, name: "part_filter_operators", fields: () => ordered(GraphQLInt) });
}

/** `{ date_created_func: { year: … } }` is `{ "year(date_created)": … }` to the read path; all else is as it is. */
export function readableFilter(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map(readableFilter);
  if (typeof filter !== "object" || filter === null) return filter;
  const entries = Object.entries(filter).flatMap(([name, inner]): [string, unknown][] => {
    if (!name.endsWith("_func") || typeof inner !== "object" || inner === null) return [[name, readableFilter(inner)]];
    const field = name.slice(0, -"_func".length);
    return Object.entries(inner as object).map(([part, operators]) => [`${part}(${field})`, readableFilter(operators)]);
  });
  return Object.fromEntries(entries);
}
