// §7: what a GraphQL query selects, as one query of the read path: nested selections, their arguments and aliases become
// fields, deep and alias, so that every root field is one statement.
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
import type { Collection } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { limits } from "#domain/limits.ts";
import { readableFilter } from "#server/items/graphql/filters.ts";
import { aggregateFunctions, aliasOf } from "#server/items/graphql/names.ts";
import { refuseQuery } from "#server/items/refused.ts";

export type RawQuery = { [key: string]: unknown };
type Info = Pick<GraphQLResolveInfo, "fragments" | "variableValues">;

/** So many values may come along in all, if every list is as long as it may be. */
const mostValues = 500_000;
/** What a list without an end is reckoned as. */
const reckonedAll = 1_000;

/** The fields under these nodes, those of one response key together; fragments opened, what is skipped left out. */
export function selectedFields({ nodes, info }: { nodes: readonly FieldNode[]; info: Info }): Map<string, FieldNode[]> {
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
  info: Info;
  byKey: Map<string, FieldNode[]>;
}): void {
  for (const selection of selections) {
    if (getDirectiveValues(GraphQLSkipDirective, selection, info.variableValues)?.["if"] === true) continue;
    if (getDirectiveValues(GraphQLIncludeDirective, selection, info.variableValues)?.["if"] === false) continue;
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      byKey.set(key, [...(byKey.get(key) ?? []), selection]);
    } else {
      // No type here is more than one: a fragment that passed validation always fits.
      const of = selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value] : selection;
      collect({ selections: of?.selectionSet.selections ?? [], info, byKey });
    }
  }
}

interface Level {
  info: Info;
  type: GraphQLObjectType;
  collection: Collection;
  nodes: readonly FieldNode[];
  /** Before every field of this level, as `branch.company.`. */
  prefix: string;
  /** How many rows of this level there may be in all, and what they hold together. */
  rows: number;
  budget: { left: number };
}

interface Planned {
  fields: string[];
  deep: RawQuery;
  alias: { [key: string]: string };
}

/** The query of a list, with the arguments of its root field; INVALID_QUERY where it asks for too much at once. */
export function listQuery({
  collection,
  info,
  args,
}: {
  collection: Collection;
  info: GraphQLResolveInfo;
  args: RawQuery;
}): RawQuery {
  const raw = narrowing({ args, mark: "" });
  const budget = { left: mostValues };
  const rows = rowsOf(args["limit"]);
  const type = getNamedType(info.returnType) as GraphQLObjectType;
  const planned = plan({ info, type, collection, nodes: info.fieldNodes, prefix: "", rows, budget });
  const { fields, deep, alias } = planned;
  return {
    ...raw,
    fields: fields.length > 0 ? fields : ["id"],
    ...(Object.keys(deep).length > 0 ? { deep } : {}),
    ...(Object.keys(alias).length > 0 ? { alias } : {}),
  };
}

function rowsOf(limit: unknown): number {
  if (typeof limit !== "number") return limits.defaultQueryLimit;
  return limit < 0 ? reckonedAll : limit;
}

const narrowers = ["filter", "sort", "limit", "offset", "page", "search"] as const;

/** The arguments of a list as the read path names them: `limit`, or `_limit` inside `deep`. */
function narrowing({ args, mark }: { args: RawQuery; mark: "" | "_" }): RawQuery {
  const raw: RawQuery = {};
  for (const name of narrowers) {
    const given = args[name];
    if (given === undefined || given === null) continue;
    raw[mark + name] = name === "filter" ? readableFilter(given) : given;
  }
  return raw;
}

function plan(level: Level): Planned {
  const { collection, info, prefix, rows, budget } = level;
  const planned: Planned = { fields: [], deep: {}, alias: {} };
  const selected = selectedFields(level);
  const keysOf = new Map<string, number>();
  for (const nodes of selected.values()) {
    const name = nodes[0]!.name.value;
    keysOf.set(name, (keysOf.get(name) ?? 0) + 1);
  }
  for (const [key, nodes] of selected) {
    const name = nodes[0]!.name.value;
    if (name.startsWith("__")) continue;
    const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
    spend({ budget, values: rows });
    if (!field) planned.fields.push(...functionFields({ prefix, name, nodes, info }));
    else if (!nodes[0]!.selectionSet) planned.fields.push(prefix + name);
    else {
      // The same relation under two keys needs a name for each.
      const own = keysOf.get(name) === 1 ? name : aliasOf({ field: name, key });
      if (own !== name) planned.alias[own] = name;
      const inner = planRelation({
        ...level,
        nodes,
        own,
        to: collectionNamed(field.to!)!,
        isMany: field.kind === "many",
      });
      planned.fields.push(...inner.fields);
      if (Object.keys(inner.deep).length > 0) planned.deep[own] = inner.deep;
    }
  }
  return planned;
}

function spend({ budget, values }: { budget: Level["budget"]; values: number }): void {
  budget.left -= values;
  if (budget.left < 0)
    refuseQuery(`This may bring more than ${mostValues} values at once: ask for fewer rows or fields, or less deep.`);
}

function planRelation(level: Level & { own: string; to: Collection; isMany: boolean }): {
  fields: string[];
  deep: RawQuery;
} {
  const { info, type, nodes, own, to, isMany, prefix, rows } = level;
  const definition = type.getFields()[nodes[0]!.name.value]!;
  const args = getArgumentValues(definition, nodes[0]!, info.variableValues);
  const inner = plan({
    ...level,
    type: getNamedType(definition.type) as GraphQLObjectType,
    collection: to,
    prefix: `${prefix}${own}.`,
    rows: isMany ? rows * Math.max(1, rowsOf(args["limit"])) : rows,
  });
  const fields = inner.fields.length > 0 ? inner.fields : [`${prefix}${own}.id`];
  const alias = Object.keys(inner.alias).length > 0 ? { _alias: inner.alias } : {};
  return { fields, deep: { ...narrowing({ args, mark: "_" }), ...alias, ...inner.deep } };
}

/** `date_created_func { year month }` → `year(date_created)`, `month(date_created)`. */
function functionFields({
  prefix,
  name,
  nodes,
  info,
}: {
  prefix: string;
  name: string;
  nodes: readonly FieldNode[];
  info: Info;
}): string[] {
  const field = name.slice(0, -"_func".length);
  const parts = [...selectedFields({ nodes, info }).values()].map(([node]) => node!.name.value);
  return parts.filter((part) => !part.startsWith("__")).map((part) => `${prefix}${part}(${field})`);
}

/** The query of an `_aggregated` field. */
export function aggregateQuery({ info, args }: { info: GraphQLResolveInfo; args: RawQuery }): RawQuery {
  const aggregate: { [used: string]: string[] } = {};
  for (const nodes of selectedFields({ nodes: info.fieldNodes, info }).values()) {
    const used = nodes[0]!.name.value;
    if (used === "countAll") aggregate["countAll"] = ["*"];
    else if ((aggregateFunctions as readonly string[]).includes(used)) {
      const of = [...selectedFields({ nodes, info }).values()].map(([node]) => node!.name.value);
      const known = aggregate[used] ?? [];
      aggregate[used] = [...new Set([...known, ...of.filter((name) => !name.startsWith("__"))])];
    }
  }
  const groupBy = groupsOf(args);
  if (groupBy.length === 0 && Object.keys(aggregate).length === 0) aggregate["countAll"] = ["*"];
  return { ...narrowing({ args, mark: "" }), aggregate, ...(groupBy.length > 0 ? { groupBy } : {}) };
}

export function groupsOf(args: RawQuery): string[] {
  const { groupBy } = args;
  return Array.isArray(groupBy) ? groupBy.filter((name): name is string => typeof name === "string") : [];
}
