// What a query answers, worked out row by row in memory from the same rows the database has: written for the tests, from
// the wire contract and not from the server's code. Slow and plain on purpose.
import type { Collection, Field } from "#domain/collection.ts";

export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };
export type DataRow = { id: number; [field: string]: Value };
export type Tree = { [key: string]: Value };

/** What one person sees of a collection. */
export interface View {
  sees: (row: DataRow) => boolean;
  fields: readonly string[];
}

export interface ModelWorld {
  collections: { [name: string]: Collection };
  rows: { [collection: string]: DataRow[] };
  views: { [collection: string]: View };
}

export interface ModelPart {
  filter?: Tree;
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

interface At {
  world: ModelWorld;
  collection: string;
}

const fieldOf = ({ world, collection }: At, name: string): Field => world.collections[collection]!.fields[name]!;
/** The rows one person sees of a collection, in the order of their keys; kept, since every condition asks for them. */
interface Seen {
  rows: DataRow[];
  byId: Map<Value, DataRow>;
  byParent: Map<string, Map<Value, DataRow[]>>;
}
const kept = new WeakMap<ModelWorld, Map<string, Seen>>();

function seen({ world, collection }: At): Seen {
  const known = kept.get(world) ?? new Map<string, Seen>();
  kept.set(world, known);
  const before = known.get(collection);
  if (before) return before;
  const rows = (world.rows[collection] ?? []).filter((row) => world.views[collection]?.sees(row) ?? false);
  const made: Seen = { rows, byId: new Map(rows.map((row) => [row.id, row])), byParent: new Map() };
  known.set(collection, made);
  return made;
}

const visible = (at: At): DataRow[] => seen(at).rows;
const callIn = (text: string): { name: string; field: string } | null => {
  const parts = /^(\w+)\((\w+)\)$/.exec(text);
  return parts && { name: parts[1]!, field: parts[2]! };
};

function parent(at: At, row: DataRow, name: string): DataRow | null {
  return seen(other(at, name)).byId.get(row[name] ?? null) ?? null;
}

function children(at: At, row: DataRow, name: string): DataRow[] {
  const { via } = fieldOf(at, name);
  const { rows, byParent } = seen(other(at, name));
  const groups = byParent.get(via!) ?? Map.groupBy(rows, (child) => child[via!]!);
  byParent.set(via!, groups);
  return groups.get(row.id) ?? [];
}

const other = (at: At, name: string): At => ({ world: at.world, collection: fieldOf(at, name).to! });

/** A part of a time in UTC, as a number. */
function timePart(part: string, value: Value): number | null {
  if (value === null) return null;
  const at = new Date(value as string);
  switch (part) {
    case "year":
      return at.getUTCFullYear();
    case "month":
      return at.getUTCMonth() + 1;
    case "week": {
      // The week of the year that has the Thursday of this one.
      const thursday = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
      thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
      const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
      return Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1;
    }
    case "day":
      return at.getUTCDate();
    case "weekday":
      return at.getUTCDay();
    case "hour":
      return at.getUTCHours();
    case "minute":
      return at.getUTCMinutes();
    default:
      return at.getUTCSeconds() + at.getUTCMilliseconds() / 1000;
  }
}

/** What a field or function of a row is compared as; undefined kind is a number. */
function comparable(at: At, row: DataRow, name: string): Value {
  const call = callIn(name);
  if (call?.name === "count") return children(at, row, call.field).length;
  if (call) return timePart(call.name, row[call.field] ?? null);
  const value = row[name] ?? null;
  if (value === null) return null;
  const { kind } = fieldOf(at, name);
  if (kind === "money") return Number(value);
  return kind === "timestamp" ? new Date(value as string).getTime() : value;
}

function asked(at: At, name: string, value: Value): Value {
  if (value === null) return null;
  const kind = callIn(name) ? "integer" : fieldOf(at, name).kind;
  if (kind === "timestamp") return new Date(value as string).getTime();
  if (kind === "boolean") return value === true || value === "true";
  return kind === "text" ? String(value) : Number(value);
}

function holds(at: At, row: DataRow, name: string, operator: string, value: Value): boolean {
  const has = comparable(at, row, name);
  const against = (one: Value): Value => asked(at, name, one);
  const isNull = operator === "_null" || operator === "_nnull";
  if (isNull) return (has === null) === ((operator === "_null") === (value !== false));
  if (operator === "_empty") return has === null || has === "";
  if (operator === "_nempty") return has !== null && has !== "";
  if (value === null) return operator === "_eq" ? has === null : has !== null;
  if (has === null) return false;
  const list = (): Value[] => (value as Value[]).map(against);
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
      throw new Error(`the model does not know ${operator}`);
  }
}

export function fits(at: At, row: DataRow, filter: Tree): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and") return (value as Tree[]).every((one) => fits(at, row, one));
    if (key === "_or") return (value as Tree[]).length === 0 || (value as Tree[]).some((one) => fits(at, row, one));
    return Object.entries(value as Tree).every(([operator, inner]) => fitsKey(at, row, key, operator, inner));
  });
}

function fitsKey(at: At, row: DataRow, name: string, key: string, value: Value): boolean {
  const field = callIn(name) ? undefined : fieldOf(at, name);
  const isOperator = key.startsWith("_") && key !== "_and" && key !== "_or";
  const there = (one: DataRow | null, filter: Tree): boolean => one !== null && fits(other(at, name), one, filter);
  if (field?.kind === "many") {
    const all = children(at, row, name);
    if (key === "_some") return all.some((one) => there(one, value as Tree));
    if (key === "_none") return !all.some((one) => there(one, value as Tree));
    const filter: Tree = isOperator ? { id: { [key]: value } } : { [key]: value };
    if (['{"id":{"_null":true}}', '{"id":{"_nnull":false}}'].includes(JSON.stringify(filter))) return all.length === 0;
    return all.some((one) => there(one, filter));
  }
  if (isOperator) return holds(at, row, name, key, value);
  return there(parent(at, row, name), { [key]: value });
}

/** What rows are sorted by, through relations. */
function sortValue(at: At, row: DataRow | null, path: string[]): Value {
  if (!row) return null;
  const [name, ...rest] = path;
  if (rest.length === 0) return comparable(at, row, name!);
  return sortValue(other(at, name!), parent(at, row, name!), rest);
}

/** Nulls last going up and first going down, as PostgreSQL has it. */
function compared(one: Value, two: Value): number {
  if (one === two) return 0;
  if (one === null) return 1;
  if (two === null) return -1;
  return one < two ? -1 : 1;
}

function inOrder(at: At, rows: DataRow[], sort: string[]): DataRow[] {
  const keys = sort.map((key) => ({ path: key.replace(/^-/, "").split("."), sign: key.startsWith("-") ? -1 : 1 }));
  const last = sort.at(-1)?.startsWith("-") ? -1 : 1;
  return rows.toSorted((one, two) => {
    for (const { path, sign } of keys) {
      const order = sign * compared(sortValue(at, one, path), sortValue(at, two, path));
      if (order !== 0) return order;
    }
    return last * (one.id - two.id);
  });
}

function found(at: At, row: DataRow, search: string): boolean {
  return at.world.views[at.collection]!.fields.some((name) => {
    const value = row[name] ?? null;
    const { kind } = fieldOf(at, name);
    if (value === null) return false;
    if (kind === "text") return String(value).toLowerCase().includes(search.toLowerCase());
    if (kind === "integer") return /^\d{1,9}$/.test(search) && value === Number(search);
    return kind === "money" && /^\d{1,10}(\.\d{1,2})?$/.test(search) && Number(value) === Number(search);
  });
}

function matching(at: At, rows: DataRow[], { filter = {}, search }: ModelPart): DataRow[] {
  return rows.filter((row) => fits(at, row, filter) && (!search || found(at, row, search)));
}

function paged<T>(rows: T[], { limit = 100, offset = 0, page = 0 }: ModelPart): T[] {
  const from = page > 0 && limit > 0 ? (page - 1) * limit : offset;
  return rows.slice(from, limit === -1 ? undefined : from + limit);
}

const chosen = (at: At, rows: DataRow[], part: ModelPart): DataRow[] =>
  paged(inOrder(at, matching(at, rows, part), part.sort ?? []), part);

/** A function as the answer shows it: a text, seconds with six places. */
function shownCall(at: At, row: DataRow, call: { name: string; field: string }): Value {
  const value = comparable(at, row, `${call.name}(${call.field})`) as number | null;
  if (value === null) return null;
  return call.name === "second" ? value.toFixed(6) : String(value);
}

function shown(at: At, row: DataRow, paths: string[][], part: ModelPart): Tree {
  const answer: Tree = {};
  const inner = new Map<string, string[][]>();
  const { alias = {} } = part;
  const add = (key: string, rest: string[]): void => {
    const name = alias[key] ?? key;
    const call = callIn(name);
    if (call) answer[alias[key] ? key : `${call.field}_${call.name}`] = shownCall(at, row, call);
    else if (rest.length > 0) inner.set(key, [...(inner.get(key) ?? []), rest]);
    else if (!(key in answer)) {
      const isMany = fieldOf(at, name).kind === "many";
      answer[key] = isMany
        ? chosen(other(at, name), children(at, row, name), part.deep?.[key] ?? {}).map(({ id }) => id)
        : (row[name] ?? null);
    }
  };
  for (const [key, ...rest] of paths) {
    if (key !== "*") add(key!, rest);
    else
      for (const name of [...at.world.views[at.collection]!.fields, ...Object.keys(alias)]) {
        const to = callIn(alias[name] ?? name) ? undefined : fieldOf(at, alias[name] ?? name).to;
        if (rest.length === 0 || !to) add(name, []);
        else if (at.world.views[to]) add(name, rest);
      }
  }
  for (const [key, below] of inner) answer[key] = related(at, row, key, below, part);
  return answer;
}

function related(at: At, row: DataRow, key: string, paths: string[][], part: ModelPart): Value {
  const name = part.alias?.[key] ?? key;
  const deep = part.deep?.[key] ?? {};
  const there = other(at, name);
  if (fieldOf(at, name).kind === "many")
    return chosen(there, children(at, row, name), deep).map((one) => shown(there, one, paths, deep));
  const [one] = matching(
    there,
    [parent(at, row, name)].filter((found) => found !== null),
    deep,
  );
  return one ? shown(there, one, paths, deep) : null;
}

/** The rows of a list. */
export function listed(at: At, query: ModelQuery): Tree[] {
  if (query.aggregate || query.groupBy) return grouped(at, query);
  const paths = query.fields.map((path) => path.split("."));
  return chosen(at, visible(at), query).map((row) => shown(at, row, paths, query));
}

export function counted(at: At, query: ModelPart): { total_count: number; filter_count: number } {
  const rows = visible(at);
  return { total_count: rows.length, filter_count: matching(at, rows, query).length };
}

function grouped(at: At, query: ModelQuery): Tree[] {
  const by = [...new Set(query.groupBy ?? [])];
  const groups = new Map<string, DataRow[]>();
  if (by.length === 0) groups.set("[]", []);
  for (const row of matching(at, visible(at), query)) {
    const key = JSON.stringify(by.map((name) => comparable(at, row, name)));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const keys = (query.sort ?? []).filter((key) => by.includes(key.replace(/^-/, "")));
  const order = [...keys, ...by];
  const sorted = [...groups].toSorted(([one], [two]) => {
    const [first, second] = [JSON.parse(one) as Value[], JSON.parse(two) as Value[]];
    for (const key of order) {
      const place = by.indexOf(key.replace(/^-/, ""));
      const result = (key.startsWith("-") ? -1 : 1) * compared(first[place]!, second[place]!);
      if (result !== 0) return result;
    }
    return 0;
  });
  const rows = sorted.map(([, rows]) => ({
    ...Object.fromEntries(by.map((name) => groupShown(at, rows[0]!, name))),
    ...together(at, rows, query.aggregate ?? {}),
  }));
  return by.length === 0 ? rows : paged(rows, query);
}

function groupShown(at: At, row: DataRow, name: string): [string, Value] {
  const call = callIn(name);
  return call ? [`${call.field}_${call.name}`, shownCall(at, row, call)] : [name, row[name] ?? null];
}

function together(at: At, rows: DataRow[], aggregate: { [operation: string]: string[] }): Tree {
  return Object.fromEntries(
    Object.entries(aggregate).map(([operation, fields]) => [
      operation,
      fields.length === 1 && fields[0] === "*"
        ? String(rows.length)
        : Object.fromEntries(fields.map((name) => [name, aggregated(at, rows, operation, name)])),
    ]),
  );
}

function aggregated(at: At, rows: DataRow[], operation: string, name: string): Value {
  if (name === "*") return String(rows.length);
  const isDistinct = operation.endsWith("Distinct");
  const all = rows.filter((row) => row[name] !== null).map((row) => [comparable(at, row, name), row[name]!] as const);
  const values = isDistinct
    ? [...new Map(all.map(([key, value]) => [JSON.stringify(key), [key, value] as const])).values()]
    : all;
  const sum = (): number => values.reduce((so, [value]) => so + (value as number), 0);
  const isMoney = fieldOf(at, name).kind === "money";
  switch (operation.replace("Distinct", "")) {
    case "count":
      return String(values.length);
    case "sum":
      return values.length === 0 ? null : isMoney ? sum().toFixed(2) : String(sum());
    case "avg":
      return values.length === 0 ? null : rounded(sum() / values.length);
    default: {
      const sign = operation === "max" ? -1 : 1;
      return values.toSorted(([one], [two]) => sign * compared(one, two))[0]?.[1] ?? null;
    }
  }
}

/** An average as far as a number can hold it: the database has more places. */
export function rounded(value: number): string {
  return value.toPrecision(12);
}
