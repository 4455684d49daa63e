// The result of a query, calculated row by row in memory from the rows of the database: written from the wire contract,
// independently of the server's code. Deliberately simple and slow.
import type { Collection, Field } from "#domain/schema/collection.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type DataRow = { id: number; [field: string]: JsonValue };
export type SelectionTree = { [key: string]: JsonValue };

/** What one user can read of a collection. */
export interface PersonView {
  canSeeRow: (row: DataRow) => boolean;
  fields: readonly string[];
}

export interface ModelFixture {
  collections: { [name: string]: Collection };
  rows: { [collection: string]: DataRow[] };
  views: { [collection: string]: PersonView };
}

export interface ModelPart {
  filter?: SelectionTree;
  sort?: string[];
  limit?: number;
  offset?: number;
  page?: number;
  search?: string;
  alias?: { [key: string]: string };
  deep?: { [relation: string]: ModelPart };
}
export interface ModelQuery extends ModelPart {
  fields: string[];
  aggregate?: { [operation: string]: string[] };
  groupBy?: string[];
}

interface ModelScope {
  fixture: ModelFixture;
  collection: string;
}

const getField = ({ fixture, collection }: ModelScope, name: string): Field =>
  fixture.collections[collection]!.fields[name]!;
/** The rows of a collection that one user can read, ordered by key; cached, since every condition needs them. */
interface VisibleRows {
  rows: DataRow[];
  byId: Map<JsonValue, DataRow>;
  byParent: Map<string, Map<JsonValue, DataRow[]>>;
}
const visibleRowsCache = new WeakMap<ModelFixture, Map<string, VisibleRows>>();

function getVisibleRows({ fixture, collection }: ModelScope): VisibleRows {
  const cached = visibleRowsCache.get(fixture) ?? new Map<string, VisibleRows>();
  visibleRowsCache.set(fixture, cached);
  const before = cached.get(collection);
  if (before) return before;
  const rows = (fixture.rows[collection] ?? []).filter((row) => fixture.views[collection]?.canSeeRow(row) ?? false);
  const visibleRows: VisibleRows = { rows, byId: new Map(rows.map((row) => [row.id, row])), byParent: new Map() };
  cached.set(collection, visibleRows);
  return visibleRows;
}

const listVisible = (scope: ModelScope): DataRow[] => getVisibleRows(scope).rows;
const parseCall = (text: string): { name: string; field: string } | null => {
  const parts = /^(\w+)\((\w+)\)$/.exec(text);
  return parts && { name: parts[1]!, field: parts[2]! };
};

function getParent(scope: ModelScope, row: DataRow, name: string): DataRow | null {
  return getVisibleRows(getRelatedScope(scope, name)).byId.get(row[name] ?? null) ?? null;
}

function getChildren(scope: ModelScope, row: DataRow, name: string): DataRow[] {
  const { inverseField } = getField(scope, name);
  const { rows, byParent } = getVisibleRows(getRelatedScope(scope, name));
  const groups = byParent.get(inverseField!) ?? Map.groupBy(rows, (child) => child[inverseField!]!);
  byParent.set(inverseField!, groups);
  return groups.get(row.id) ?? [];
}

const getRelatedScope = (scope: ModelScope, name: string): ModelScope => ({
  fixture: scope.fixture,
  collection: getField(scope, name).target!,
});

/** A part of a timestamp in UTC, as a number. */
function getTimePart(part: string, value: JsonValue): number | null {
  if (value === null) return null;
  const timestamp = new Date(value as string);
  switch (part) {
    case "year":
      return timestamp.getUTCFullYear();
    case "month":
      return timestamp.getUTCMonth() + 1;
    case "week": {
      // The ISO week: that of the week's Thursday.
      const thursday = new Date(Date.UTC(timestamp.getUTCFullYear(), timestamp.getUTCMonth(), timestamp.getUTCDate()));
      thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
      const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
      return Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1;
    }
    case "day":
      return timestamp.getUTCDate();
    case "weekday":
      return timestamp.getUTCDay();
    case "hour":
      return timestamp.getUTCHours();
    case "minute":
      return timestamp.getUTCMinutes();
    default:
      return timestamp.getUTCSeconds() + timestamp.getUTCMilliseconds() / 1000;
  }
}

/** The value of a field or function that conditions compare; an undefined kind is a number. */
function getComparable(scope: ModelScope, row: DataRow, name: string): JsonValue {
  const call = parseCall(name);
  if (call?.name === "count") return getChildren(scope, row, call.field).length;
  if (call) return getTimePart(call.name, row[call.field] ?? null);
  const value = row[name] ?? null;
  if (value === null) return null;
  const { kind } = getField(scope, name);
  if (kind === "money") return Number(value);
  return kind === "timestamp" ? new Date(value as string).getTime() : value;
}

function toComparable(scope: ModelScope, name: string, value: JsonValue): JsonValue {
  if (value === null) return null;
  const kind = parseCall(name) ? "integer" : getField(scope, name).kind;
  if (kind === "timestamp") return new Date(value as string).getTime();
  if (kind === "boolean") return value === true || value === "true";
  return kind === "text" ? String(value) : Number(value);
}

function matchesOperator(scope: ModelScope, row: DataRow, name: string, operator: string, value: JsonValue): boolean {
  const has = getComparable(scope, row, name);
  const against = (one: JsonValue): JsonValue => toComparable(scope, name, one);
  const isNull = operator === "_null" || operator === "_nnull";
  if (isNull) return (has === null) === ((operator === "_null") === (value !== false));
  if (operator === "_empty") return has === null || has === "";
  if (operator === "_nempty") return has !== null && has !== "";
  if (value === null) return operator === "_eq" ? has === null : has !== null;
  if (has === null) return false;
  const list = (): JsonValue[] => (value as JsonValue[]).map(against);
  const text = String(has);
  const part = String(value);
  const [low, lowPart] = [text.toLowerCase(), part.toLowerCase()];
  switch (operator) {
    case "_eq":
      return has === against(value);
    case "_neq":
      return has !== against(value);
    case "_lt":
      return has < against(value)!;
    case "_lte":
      return has <= against(value)!;
    case "_gt":
      return has > against(value)!;
    case "_gte":
      return has >= against(value)!;
    case "_in":
      return list().includes(has);
    case "_nin":
      return !list().includes(has);
    case "_between":
      return has >= list()[0]! && has <= list()[1]!;
    case "_nbetween":
      return !(has >= list()[0]! && has <= list()[1]!);
    case "_contains":
      return text.includes(part);
    case "_ncontains":
      return !text.includes(part);
    case "_icontains":
      return low.includes(lowPart);
    case "_starts_with":
      return text.startsWith(part);
    case "_nstarts_with":
      return !text.startsWith(part);
    case "_istarts_with":
      return low.startsWith(lowPart);
    case "_nistarts_with":
      return !low.startsWith(lowPart);
    case "_ends_with":
      return text.endsWith(part);
    case "_nends_with":
      return !text.endsWith(part);
    case "_iends_with":
      return low.endsWith(lowPart);
    case "_niends_with":
      return !low.endsWith(lowPart);
    default:
      throw new Error(`unknown operator ${operator}`);
  }
}

export function matchesFilter(at: ModelScope, row: DataRow, filter: SelectionTree): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and") return (value as SelectionTree[]).every((one) => matchesFilter(at, row, one));
    if (key === "_or")
      return (
        (value as SelectionTree[]).length === 0 || (value as SelectionTree[]).some((one) => matchesFilter(at, row, one))
      );
    return Object.entries(value as SelectionTree).every(([operator, inner]) =>
      matchesKey(at, row, key, operator, inner),
    );
  });
}

function matchesKey(scope: ModelScope, row: DataRow, name: string, key: string, value: JsonValue): boolean {
  const field = parseCall(name) ? undefined : getField(scope, name);
  const isOperator = key.startsWith("_") && key !== "_and" && key !== "_or";
  const there = (one: DataRow | null, filter: SelectionTree): boolean =>
    one !== null && matchesFilter(getRelatedScope(scope, name), one, filter);
  if (field?.kind === "many") {
    const all = getChildren(scope, row, name);
    if (key === "_some") return all.some((one) => there(one, value as SelectionTree));
    if (key === "_none") return !all.some((one) => there(one, value as SelectionTree));
    const filter: SelectionTree = isOperator ? { id: { [key]: value } } : { [key]: value };
    if (['{"id":{"_null":true}}', '{"id":{"_nnull":false}}'].includes(JSON.stringify(filter))) return all.length === 0;
    return all.some((one) => there(one, filter));
  }
  if (isOperator) return matchesOperator(scope, row, name, key, value);
  return there(getParent(scope, row, name), { [key]: value });
}

/** The sort keys of a row, through relations. */
function getSortValue(scope: ModelScope, row: DataRow | null, path: string[]): JsonValue {
  if (!row) return null;
  const [name, ...rest] = path;
  if (rest.length === 0) return getComparable(scope, row, name!);
  return getSortValue(getRelatedScope(scope, name!), getParent(scope, row, name!), rest);
}

/** Nulls last when ascending and first when descending, as in PostgreSQL. */
function compareValues(one: JsonValue, two: JsonValue): number {
  if (one === two) return 0;
  if (one === null) return 1;
  if (two === null) return -1;
  return one < two ? -1 : 1;
}

function sortRows(scope: ModelScope, rows: DataRow[], sort: string[]): DataRow[] {
  const keys = sort.map((key) => ({ path: key.replace(/^-/, "").split("."), sign: key.startsWith("-") ? -1 : 1 }));
  const last = sort.at(-1)?.startsWith("-") ? -1 : 1;
  return rows.toSorted((one, two) => {
    for (const { path, sign } of keys) {
      const order = sign * compareValues(getSortValue(scope, one, path), getSortValue(scope, two, path));
      if (order !== 0) return order;
    }
    return last * (one.id - two.id);
  });
}

function matchesSearch(scope: ModelScope, row: DataRow, search: string): boolean {
  return scope.fixture.views[scope.collection]!.fields.some((name) => {
    const value = row[name] ?? null;
    const { kind } = getField(scope, name);
    if (value === null) return false;
    if (kind === "text") return String(value).toLowerCase().includes(search.toLowerCase());
    if (kind === "integer") return /^\d{1,9}$/.test(search) && value === Number(search);
    return kind === "money" && /^\d{1,10}(\.\d{1,2})?$/.test(search) && Number(value) === Number(search);
  });
}

function filterRows(scope: ModelScope, rows: DataRow[], { filter = {}, search }: ModelPart): DataRow[] {
  return rows.filter((row) => matchesFilter(scope, row, filter) && (!search || matchesSearch(scope, row, search)));
}

function paginate<T>(rows: T[], { limit = 100, offset = 0, page = 0 }: ModelPart): T[] {
  const from = page > 0 && limit > 0 ? (page - 1) * limit : offset;
  return rows.slice(from, limit === -1 ? undefined : from + limit);
}

const selectRows = (scope: ModelScope, rows: DataRow[], part: ModelPart): DataRow[] =>
  paginate(sortRows(scope, filterRows(scope, rows, part), part.sort ?? []), part);

/** A function's value in a result: text, seconds with six decimals. */
function projectCall(scope: ModelScope, row: DataRow, call: { name: string; field: string }): JsonValue {
  const value = getComparable(scope, row, `${call.name}(${call.field})`) as number | null;
  if (value === null) return null;
  return call.name === "second" ? value.toFixed(6) : String(value);
}

function projectRow(scope: ModelScope, row: DataRow, paths: string[][], part: ModelPart): SelectionTree {
  const result: SelectionTree = {};
  const inner = new Map<string, string[][]>();
  const { alias = {} } = part;
  const add = (key: string, rest: string[]): void => {
    const name = alias[key] ?? key;
    const call = parseCall(name);
    if (call) result[alias[key] ? key : `${call.field}_${call.name}`] = projectCall(scope, row, call);
    else if (rest.length > 0) inner.set(key, [...(inner.get(key) ?? []), rest]);
    else if (!(key in result)) {
      const isMany = getField(scope, name).kind === "many";
      result[key] = isMany
        ? selectRows(getRelatedScope(scope, name), getChildren(scope, row, name), part.deep?.[key] ?? {}).map(
            ({ id }) => id,
          )
        : (row[name] ?? null);
    }
  };
  for (const [key, ...rest] of paths) {
    if (key !== "*") add(key!, rest);
    else
      for (const name of [...scope.fixture.views[scope.collection]!.fields, ...Object.keys(alias)]) {
        const to = parseCall(alias[name] ?? name) ? undefined : getField(scope, alias[name] ?? name).target;
        if (rest.length === 0 || !to) add(name, []);
        else if (scope.fixture.views[to]) add(name, rest);
      }
  }
  for (const [key, below] of inner) result[key] = projectRelation(scope, row, key, below, part);
  return result;
}

function projectRelation(scope: ModelScope, row: DataRow, key: string, paths: string[][], part: ModelPart): JsonValue {
  const name = part.alias?.[key] ?? key;
  const deep = part.deep?.[key] ?? {};
  const there = getRelatedScope(scope, name);
  if (getField(scope, name).kind === "many")
    return selectRows(there, getChildren(scope, row, name), deep).map((one) => projectRow(there, one, paths, deep));
  const [one] = filterRows(
    there,
    [getParent(scope, row, name)].filter((found) => found !== null),
    deep,
  );
  return one ? projectRow(there, one, paths, deep) : null;
}

/** The rows of a list. */
export function listRows(at: ModelScope, query: ModelQuery): SelectionTree[] {
  if (query.aggregate || query.groupBy) return groupRows(at, query);
  const paths = query.fields.map((path) => path.split("."));
  return selectRows(at, listVisible(at), query).map((row) => projectRow(at, row, paths, query));
}

export function countRows(at: ModelScope, query: ModelPart): { total_count: number; filter_count: number } {
  const rows = listVisible(at);
  return { total_count: rows.length, filter_count: filterRows(at, rows, query).length };
}

function groupRows(scope: ModelScope, query: ModelQuery): SelectionTree[] {
  const groupKeys = [...new Set(query.groupBy ?? [])];
  const groups = new Map<string, DataRow[]>();
  if (groupKeys.length === 0) groups.set("[]", []);
  for (const row of filterRows(scope, listVisible(scope), query)) {
    const key = JSON.stringify(groupKeys.map((name) => getComparable(scope, row, name)));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const keys = (query.sort ?? []).filter((key) => groupKeys.includes(key.replace(/^-/, "")));
  const order = [...keys, ...groupKeys];
  const sorted = [...groups].toSorted(([one], [two]) => {
    const [first, second] = [JSON.parse(one) as JsonValue[], JSON.parse(two) as JsonValue[]];
    for (const key of order) {
      const position = groupKeys.indexOf(key.replace(/^-/, ""));
      const result = (key.startsWith("-") ? -1 : 1) * compareValues(first[position]!, second[position]!);
      if (result !== 0) return result;
    }
    return 0;
  });
  const rows = sorted.map(([, rows]) => ({
    ...Object.fromEntries(groupKeys.map((name) => projectGroupKey(scope, rows[0]!, name))),
    ...aggregateGroup(scope, rows, query.aggregate ?? {}),
  }));
  return groupKeys.length === 0 ? rows : paginate(rows, query);
}

function projectGroupKey(scope: ModelScope, row: DataRow, name: string): [string, JsonValue] {
  const call = parseCall(name);
  return call ? [`${call.field}_${call.name}`, projectCall(scope, row, call)] : [name, row[name] ?? null];
}

function aggregateGroup(
  scope: ModelScope,
  rows: DataRow[],
  aggregate: { [operation: string]: string[] },
): SelectionTree {
  return Object.fromEntries(
    Object.entries(aggregate).map(([operation, fields]) => [
      operation,
      fields.length === 1 && fields[0] === "*"
        ? String(rows.length)
        : Object.fromEntries(fields.map((name) => [name, computeAggregate(scope, rows, operation, name)])),
    ]),
  );
}

function computeAggregate(scope: ModelScope, rows: DataRow[], operation: string, name: string): JsonValue {
  if (name === "*") return String(rows.length);
  const isDistinct = operation.endsWith("Distinct");
  const all = rows
    .filter((row) => row[name] !== null)
    .map((row) => [getComparable(scope, row, name), row[name]!] as const);
  const values = isDistinct
    ? [...new Map(all.map(([key, value]) => [JSON.stringify(key), [key, value] as const])).values()]
    : all;
  const sum = (): number => values.reduce((so, [value]) => so + (value as number), 0);
  const isMoney = getField(scope, name).kind === "money";
  switch (operation.replace("Distinct", "")) {
    case "count":
      return String(values.length);
    case "sum":
      return values.length === 0 ? null : isMoney ? sum().toFixed(2) : String(sum());
    case "avg":
      return values.length === 0 ? null : roundAverage(sum() / values.length);
    default: {
      const sign = operation === "max" ? -1 : 1;
      return values.toSorted(([one], [two]) => sign * compareValues(one, two))[0]?.[1] ?? null;
    }
  }
}

/** An average with the precision of a number: the database has more digits. */
export function roundAverage(value: number): string {
  return value.toPrecision(12);
}
