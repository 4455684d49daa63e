// §7: GraphQL filter types with the operators of readable fields, and conversion to filters of the read path.
import { GraphQLBoolean, GraphQLID, GraphQLInt, GraphQLList, GraphQLString } from "graphql";
import type { GraphQLInputFieldConfigMap, GraphQLInputObjectType, GraphQLInputType } from "graphql";
import type { Collection, Field } from "#domain/schema/collection.ts";
import { timestampParts, getTypeName } from "#server/items/graphql/names.ts";
import { DateScalar, StringOrFloatScalar } from "#server/items/graphql/scalars.ts";
import { getNamedInputType, getReadableTarget, type TypeRegistry } from "#server/items/graphql/type-registry.ts";

type Inputs = GraphQLInputFieldConfigMap;

export function getFilterType({
  types,
  collection,
}: {
  types: TypeRegistry;
  collection: Collection;
}): GraphQLInputObjectType {
  const name = `${getTypeName(collection)}_filter`;
  const filterType: GraphQLInputObjectType = getNamedInputType({
    types,
    name,
    fields: () => ({ ...buildFieldFilters({ types, collection }), ...buildLogicFields(() => filterType) }),
  });
  return filterType;
}

function buildLogicFields(getOwnType: () => GraphQLInputObjectType): Inputs {
  return { _and: { type: new GraphQLList(getOwnType()) }, _or: { type: new GraphQLList(getOwnType()) } };
}

/** Filter on related rows: any of them, `_some` or `_none`. */
function getQuantifierType({
  types,
  collection,
}: {
  types: TypeRegistry;
  collection: Collection;
}): GraphQLInputObjectType {
  const inner = () => getFilterType({ types, collection });
  const filterType: GraphQLInputObjectType = getNamedInputType({
    types,
    name: `${getTypeName(collection)}_quantifier_filter`,
    fields: () => ({
      ...buildFieldFilters({ types, collection }),
      ...buildLogicFields(() => filterType),
      _some: { type: inner() },
      _none: { type: inner() },
    }),
  });
  return filterType;
}

function buildFieldFilters({ types, collection }: { types: TypeRegistry; collection: Collection }): Inputs {
  const fields: Inputs = {};
  for (const name of types.permissions.get(collection.name)!.read!) {
    const field = collection.fields[name]!;
    const relatedCollection = getReadableTarget({ types, field });
    if (field.kind === "many") {
      if (!relatedCollection) continue;
      fields[name] = { type: getQuantifierType({ types, collection: relatedCollection }) };
      fields[`${name}_func`] = { type: countFilter(types) };
    } else if (relatedCollection) fields[name] = { type: getFilterType({ types, collection: relatedCollection }) };
    else {
      const type = getOperatorType({ types, field: name === "id" ? keyField : field });
      if (type) fields[name] = { type };
    }
    if (field.kind === "timestamp") fields[`${name}_func`] = { type: timestampFilter(types) };
  }
  return fields;
}

const nullOperators: Inputs = { _null: { type: GraphQLBoolean }, _nnull: { type: GraphQLBoolean } };
function toSameTypeFields(operators: readonly string[], type: GraphQLInputType): Inputs {
  return Object.fromEntries(operators.map((operator) => [operator, { type }]));
}
const equalityOperators = ["_eq", "_neq"];
const orderOperators = ["_lt", "_lte", "_gt", "_gte"];
const listOperators = ["_in", "_nin"];
const rangeOperators = ["_between", "_nbetween"];
const matchModes = ["contains", "starts_with", "ends_with"];
/** "_contains", "_istarts_with", "_nends_with" …; there is no `_nicontains`. */
const textOperators = ["", "i", "n", "ni"]
  .flatMap((modifier) => matchModes.map((mode) => `_${modifier}${mode}`))
  .filter((operator) => operator !== "_nicontains");

function buildOrderedOperators(type: GraphQLInputType): Inputs {
  return {
    ...toSameTypeFields([...equalityOperators, ...orderOperators], type),
    ...toSameTypeFields([...listOperators, ...rangeOperators], new GraphQLList(type)),
    ...nullOperators,
  };
}

/** Keys are text in GraphQL, whatever their type in the database. */
const keyField: Field = { kind: "uuid" };

/** Secrets have no filter operators. */
function getOperatorType({ types, field }: { types: TypeRegistry; field: Field }): GraphQLInputType | undefined {
  const operators = (name: string, fields: () => Inputs) =>
    getNamedInputType({ types, name: `${name}_filter_operators`, fields });
  switch (field.kind) {
    case "secret":
      return undefined;
    case "integer":
    case "money":
      return operators("number", () => buildOrderedOperators(StringOrFloatScalar));
    case "timestamp":
      return operators("date", () => buildOrderedOperators(DateScalar));
    case "uuid":
    case "one":
      return operators("id", () => buildOrderedOperators(GraphQLID));
    case "boolean":
      return operators("boolean", () => ({ ...toSameTypeFields(equalityOperators, GraphQLBoolean), ...nullOperators }));
    case "json":
      return operators("json", () => nullOperators);
    default:
      return operators("string", () => ({
        ...toSameTypeFields([...equalityOperators, ...textOperators], GraphQLString),
        ...toSameTypeFields(listOperators, new GraphQLList(GraphQLString)),
        _empty: { type: GraphQLBoolean },
        _nempty: { type: GraphQLBoolean },
        ...nullOperators,
      }));
  }
}

function timestampFilter(types: TypeRegistry): GraphQLInputObjectType {
  const partFilter = timestampPartFilter(types);
  return getNamedInputType({
    types,
    name: "datetime_function_filter_operators",
    fields: () => toSameTypeFields(timestampParts, partFilter),
  });
}

function countFilter(types: TypeRegistry): GraphQLInputObjectType {
  return getNamedInputType({
    types,
    name: "count_function_filter_operators",
    fields: () => ({ count: { type: timestampPartFilter(types) } }),
  });
}

function timestampPartFilter(types: TypeRegistry): GraphQLInputObjectType {
  return getNamedInputType({ types, name: "part_filter_operators", fields: () => buildOrderedOperators(GraphQLInt) });
}

/**
 * `{ date_created_func: { year: … } }` becomes `{ "year(date_created)": … }` for the read path; other filters are
 * unchanged.
 */
export function toReadFilter(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map(toReadFilter);
  if (typeof filter !== "object" || filter === null) return filter;
  const entries = Object.entries(filter).flatMap(([name, inner]): [string, unknown][] => {
    if (!name.endsWith("_func") || typeof inner !== "object" || inner === null) return [[name, toReadFilter(inner)]];
    const field = name.slice(0, -"_func".length);
    return Object.entries(inner as object).map(([part, operators]) => [`${part}(${field})`, toReadFilter(operators)]);
  });
  return Object.fromEntries(entries);
}
