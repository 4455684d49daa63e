// §7: converts a GraphQL selection to one query of the read path: nested selections, arguments and aliases become
// `fields`, `deep` and `alias`, so that each root field is one statement.
import {
  type FieldNode,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
} from "graphql";
import type { Collection } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import * as limits from "#domain/limits.ts";
import { toReadFilter } from "#server/items/graphql/filters.ts";
import { aggregateFunctions, toAlias } from "#server/items/graphql/names.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";

export type GraphqlListQuery = { [key: string]: unknown };
type SelectionInfo = Pick<GraphQLResolveInfo, "fragments" | "variableValues">;

/** Maximum number of values in a result, assuming that every list has its maximum length. */
const maxValues = 500_000;
/** Assumed length of a list without a limit. */
const assumedRowsForAll = 1_000;

/** Collects the fields below the nodes by response key, with expanded fragments and without skipped fields. */
export function collectFields({
  nodes,
  info,
}: {
  nodes: readonly FieldNode[];
  info: SelectionInfo;
}): Map<string, FieldNode[]> {
  const byKey = new Map<string, FieldNode[]>();
  for (const node of nodes) collect({ selections: node.selectionSet?.selections ?? [], info, byKey });
  return byKey;
}

function collect({
  selections,
  info,
  byKey,
}: {
  selections: readonly SelectionNode[];
  info: SelectionInfo;
  byKey: Map<string, FieldNode[]>;
}): void {
  for (const selection of selections) {
    if (getDirectiveValues(GraphQLSkipDirective, selection, info.variableValues)?.["if"] === true) continue;
    if (getDirectiveValues(GraphQLIncludeDirective, selection, info.variableValues)?.["if"] === false) continue;
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      byKey.set(key, [...(byKey.get(key) ?? []), selection]);
    } else {
      // There are no union or interface types: a validated fragment always applies.
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value] : selection;
      collect({ selections: fragment?.selectionSet.selections ?? [], info, byKey });
    }
  }
}

interface SelectionLevel {
  info: SelectionInfo;
  type: GraphQLObjectType;
  collection: Collection;
  nodes: readonly FieldNode[];
  /** Path prefix of the fields of this level, such as `branch.company.`. */
  prefix: string;
  /** Maximum number of rows at this level, and the remaining budget of values. */
  rows: number;
  budget: { left: number };
}

interface SelectionPlan {
  fields: string[];
  deep: GraphqlListQuery;
  alias: { [key: string]: string };
}

/** Builds the query of a list from its root field; INVALID_QUERY if it could return too many values. */
export function buildListQuery({
  collection,
  info,
  args,
}: {
  collection: Collection;
  info: GraphQLResolveInfo;
  args: GraphqlListQuery;
}): GraphqlListQuery {
  const raw = pickListArguments({ args, keyPrefix: "" });
  const budget = { left: maxValues };
  const rows = getRowLimit(args["limit"]);
  const type = getNamedType(info.returnType) as GraphQLObjectType;
  const plan = planSelection({ info, type, collection, nodes: info.fieldNodes, prefix: "", rows, budget });
  const { fields, deep, alias } = plan;
  return {
    ...raw,
    fields: fields.length > 0 ? fields : ["id"],
    ...(Object.keys(deep).length > 0 ? { deep } : {}),
    ...(Object.keys(alias).length > 0 ? { alias } : {}),
  };
}

function getRowLimit(limit: unknown): number {
  if (typeof limit !== "number") return limits.defaultQueryLimit;
  return limit < 0 ? assumedRowsForAll : limit;
}

const listArgumentNames = ["filter", "sort", "limit", "offset", "page", "search"] as const;

/** Converts list arguments to the names of the read path: `limit`, or `_limit` within `deep`. */
function pickListArguments({ args, keyPrefix }: { args: GraphqlListQuery; keyPrefix: "" | "_" }): GraphqlListQuery {
  const raw: GraphqlListQuery = {};
  for (const name of listArgumentNames) {
    const value = args[name];
    if (value === undefined || value === null) continue;
    raw[keyPrefix + name] = name === "filter" ? toReadFilter(value) : value;
  }
  return raw;
}

function planSelection(level: SelectionLevel): SelectionPlan {
  const { collection, info, prefix, rows, budget } = level;
  const plan: SelectionPlan = { fields: [], deep: {}, alias: {} };
  const selectedFields = collectFields(level);
  const keyCounts = new Map<string, number>();
  for (const nodes of selectedFields.values()) {
    const name = nodes[0]!.name.value;
    keyCounts.set(name, (keyCounts.get(name) ?? 0) + 1);
  }
  for (const [key, nodes] of selectedFields) {
    const name = nodes[0]!.name.value;
    if (name.startsWith("__")) continue;
    const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
    spendBudget({ budget, values: rows });
    if (!field) plan.fields.push(...getFunctionFields({ prefix, name, nodes, info }));
    else if (!nodes[0]!.selectionSet) plan.fields.push(prefix + name);
    else {
      // A relation selected under two keys needs an alias for each.
      const alias = keyCounts.get(name) === 1 ? name : toAlias({ field: name, key });
      if (alias !== name) plan.alias[alias] = name;
      const inner = planRelation({
        ...level,
        nodes,
        alias,
        relatedCollection: findCollection(field.target!)!,
        isMany: field.kind === "many",
      });
      plan.fields.push(...inner.fields);
      if (Object.keys(inner.deep).length > 0) plan.deep[alias] = inner.deep;
    }
  }
  return plan;
}

function spendBudget({ budget, values }: { budget: SelectionLevel["budget"]; values: number }): void {
  budget.left -= values;
  if (budget.left < 0)
    throwInvalidQuery(
      `This may bring more than ${maxValues} values at once: ask for fewer rows or fields, or less deep.`,
    );
}

function planRelation(level: SelectionLevel & { alias: string; relatedCollection: Collection; isMany: boolean }): {
  fields: string[];
  deep: GraphqlListQuery;
} {
  const { info, type, nodes, alias, relatedCollection, isMany, prefix, rows } = level;
  const definition = type.getFields()[nodes[0]!.name.value]!;
  const args = getArgumentValues(definition, nodes[0]!, info.variableValues);
  const inner = planSelection({
    ...level,
    type: getNamedType(definition.type) as GraphQLObjectType,
    collection: relatedCollection,
    prefix: `${prefix}${alias}.`,
    rows: isMany ? rows * Math.max(1, getRowLimit(args["limit"])) : rows,
  });
  const fields = inner.fields.length > 0 ? inner.fields : [`${prefix}${alias}.id`];
  const nestedAliases = Object.keys(inner.alias).length > 0 ? { _alias: inner.alias } : {};
  return { fields, deep: { ...pickListArguments({ args, keyPrefix: "_" }), ...nestedAliases, ...inner.deep } };
}

/** `date_created_func { year month }` → `year(date_created)`, `month(date_created)`. */
function getFunctionFields({
  prefix,
  name,
  nodes,
  info,
}: {
  prefix: string;
  name: string;
  nodes: readonly FieldNode[];
  info: SelectionInfo;
}): string[] {
  const field = name.slice(0, -"_func".length);
  const parts = [...collectFields({ nodes, info }).values()].map(([node]) => node!.name.value);
  return parts.filter((part) => !part.startsWith("__")).map((part) => `${prefix}${part}(${field})`);
}

/** Builds the query of an `_aggregated` field. */
export function buildAggregateQuery({
  info,
  args,
}: {
  info: GraphQLResolveInfo;
  args: GraphqlListQuery;
}): GraphqlListQuery {
  const aggregate: { [functionName: string]: string[] } = {};
  for (const nodes of collectFields({ nodes: info.fieldNodes, info }).values()) {
    const functionName = nodes[0]!.name.value;
    if (functionName === "countAll") aggregate["countAll"] = ["*"];
    else if ((aggregateFunctions as readonly string[]).includes(functionName)) {
      const fieldNames = [...collectFields({ nodes, info }).values()].map(([node]) => node!.name.value);
      const previousFields = aggregate[functionName] ?? [];
      aggregate[functionName] = [
        ...new Set([...previousFields, ...fieldNames.filter((name) => !name.startsWith("__"))]),
      ];
    }
  }
  const groupBy = getGroups(args);
  if (groupBy.length === 0 && Object.keys(aggregate).length === 0) aggregate["countAll"] = ["*"];
  return { ...pickListArguments({ args, keyPrefix: "" }), aggregate, ...(groupBy.length > 0 ? { groupBy } : {}) };
}

export function getGroups(args: GraphqlListQuery): string[] {
  const { groupBy } = args;
  return Array.isArray(groupBy) ? groupBy.filter((name): name is string => typeof name === "string") : [];
}
