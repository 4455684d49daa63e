// Random queries of everything a query can ask, over what one person may name.
import fc from "fast-check";
import type { Field } from "#domain/collection.ts";
import type { ModelPart, ModelQuery, ModelWorld, Tree, Value } from "#tests/model/query-model.ts";

const timeParts = ["year", "month", "week", "day", "weekday", "hour", "minute", "second"];
const searches = ["a", "ch", "1", "20.00", "chennai", "%", "250", "TN", "zz"];

interface Naming {
  world: ModelWorld;
  collection: string;
}

/** The fields of a collection this person may name, by what can be done with them. */
function named({ world, collection }: Naming) {
  const declared = world.collections[collection]!.fields;
  const fields = world.views[collection]!.fields.map((name): [string, Field] => [name, declared[name]!]);
  const names = (test: (field: Field) => boolean): string[] =>
    fields.filter(([, field]) => test(field)).map(([name]) => name);
  const isKnown = (field: Field): boolean => world.views[field.to!] !== undefined;
  return {
    all: names(() => true),
    plain: names(({ kind }) => kind !== "many" && kind !== "json" && kind !== "one" && kind !== "secret"),
    times: names(({ kind }) => kind === "timestamp"),
    ones: names((field) => field.kind === "one" && isKnown(field)),
    manys: names((field) => field.kind === "many" && isKnown(field)),
    numbers: names(({ kind }) => kind === "integer" || kind === "money"),
    ordered: names(({ kind }) => ["integer", "money", "text", "timestamp"].includes(kind)),
    kind: (name: string) => declared[name]!.kind,
    to: (name: string) => declared[name]!.to!,
  };
}

const oneOf = <T>(...parts: (fc.Arbitrary<T> | false)[]): fc.Arbitrary<T> =>
  fc.oneof(...parts.filter((part) => part !== false));
const some = (names: string[]): fc.Arbitrary<string> | false => names.length > 0 && fc.constantFrom(...names);
const mapped = <A, B>(from: fc.Arbitrary<A> | false, to: (value: A) => B): fc.Arbitrary<B> | false =>
  from && from.map(to);
const chained = <B>(
  from: fc.Arbitrary<string> | false,
  to: (name: string) => fc.Arbitrary<B>,
): fc.Arbitrary<B> | false => from && from.chain(to);

/** `year(date_created)` and the like, and `count(history)`. */
function call(naming: Naming): fc.Arbitrary<string> | false {
  const { times, manys } = named(naming);
  const ofTime = times.length > 0 && fc.tuple(fc.constantFrom(...timeParts), fc.constantFrom(...times));
  const parts = [mapped(ofTime, ([part, name]) => `${part}(${name})`), mapped(some(manys), (name) => `count(${name})`)];
  return parts.some((part) => part !== false) && oneOf(...parts);
}

function path(naming: Naming, depth: number): fc.Arbitrary<string> {
  const { all, ones, manys, to } = named(naming);
  const deeper = (name: string): fc.Arbitrary<string> =>
    path({ ...naming, collection: to(name) }, depth - 1).map((rest) => `${name}.${rest}`);
  return oneOf<string>(
    fc.constantFrom(...all),
    call(naming),
    fc.constant("*"),
    depth > 0 && chained(some(ones), deeper),
    depth > 0 && chained(some(manys), deeper),
  );
}

/** Values that are there, so that conditions fit something. */
function valueOf(naming: Naming, name: string): fc.Arbitrary<Value> {
  const there = (naming.world.rows[naming.collection] ?? [])
    .map((row) => row[name] ?? null)
    .filter((one) => one !== null);
  if (there.length > 0) return fc.constantFrom(...there);
  const standard: { [kind: string]: Value } = { timestamp: "2026-01-01T00:00:00.000Z", uuid: noId };
  return fc.constant(standard[named(naming).kind(name)] ?? 1);
}

const noId = "00000000-0000-4000-8000-000000000000";

/** Keys of the rows a relation leads to, and of rows that are not there. */
function keyOf({ world }: Naming, to: string): fc.Arbitrary<Value> {
  if (world.collections[to]!.key === "integer") return fc.integer({ min: 1, max: 12 });
  return fc.constantFrom(noId, ...(world.rows[to] ?? []).map(({ id }) => String(id)));
}

const ofAll = ["_eq", "_neq"];
const ofOrder = ["_lt", "_lte", "_gt", "_gte"];
const ofText = ["contains", "starts_with", "ends_with", "icontains", "istarts_with", "iends_with"].flatMap((kind) =>
  kind === "icontains" ? [`_${kind}`] : [`_${kind}`, `_n${kind}`],
);

function operators({ kind, value }: { kind: string; value: fc.Arbitrary<Value> }): fc.Arbitrary<Tree> {
  const isOrdered = kind !== "boolean";
  const single = fc.tuple(fc.constantFrom(...ofAll, ...(isOrdered ? ofOrder : [])), value);
  const lists = fc.tuple(fc.constantFrom("_in", "_nin"), fc.array(value, { minLength: 1, maxLength: 4 }));
  const nulls = fc.tuple(fc.constantFrom("_null", "_nnull"), fc.boolean());
  const ranges = fc.tuple(
    fc.constantFrom("_between", "_nbetween"),
    fc.tuple(value, value).map((pair) => [...pair]),
  );
  const piece = value.chain((one) => fc.nat(3).map((from) => String(one).slice(from, from + 3) || "a"));
  const texts = fc.tuple(fc.constantFrom(...ofText), piece);
  const empties = fc.tuple(fc.constantFrom("_empty", "_nempty"), fc.constant(true));
  const all: (fc.Arbitrary<[string, Value]> | false)[] = [
    single as fc.Arbitrary<[string, Value]>,
    lists as fc.Arbitrary<[string, Value]>,
    nulls as fc.Arbitrary<[string, Value]>,
    isOrdered && (ranges as fc.Arbitrary<[string, Value]>),
    kind === "text" && (texts as fc.Arbitrary<[string, Value]>),
    kind === "text" && (empties as fc.Arbitrary<[string, Value]>),
  ];
  return fc
    .array(oneOf(...all), { minLength: 1, maxLength: 2, size: "xsmall" })
    .map((pairs) => Object.fromEntries(pairs));
}

const partValue: { [part: string]: number } = {
  year: 2025,
  month: 12,
  week: 30,
  day: 28,
  weekday: 6,
  hour: 23,
  minute: 59,
};

function condition(naming: Naming, depth: number): fc.Arbitrary<Tree> {
  const { plain, ones, manys, kind, to } = named(naming);
  const inner = (name: string): fc.Arbitrary<Tree> => filter({ ...naming, collection: to(name) }, depth - 1);
  const ofPlain = (name: string) =>
    operators({ kind: kind(name), value: valueOf(naming, name) }).map((asked): Tree => ({ [name]: asked }));
  const ofCall = (text: string) => {
    const most = text.startsWith("count") ? 4 : (partValue[text.split("(")[0]!] ?? 59);
    const value = fc.integer({ min: most > 2000 ? most - 2 : 0, max: most > 2000 ? most + 1 : most });
    return operators({ kind: "integer", value }).map((asked): Tree => ({ [text]: asked }));
  };
  const ofKey = (name: string) =>
    operators({ kind: "boolean", value: keyOf(naming, to(name)) }).map((asked): Tree => ({ [name]: asked }));
  const nested = (name: string) => inner(name).map((below): Tree => ({ [name]: below }));
  const quantified = (name: string) =>
    fc
      .tuple(fc.constantFrom("_some", "_none"), inner(name))
      .map(([key, below]): Tree => ({ [name]: { [key]: below } }));
  const group = fc
    .tuple(
      fc.constantFrom("_and", "_or"),
      fc.array(depth > 0 ? filter(naming, depth - 1) : fc.constant({}), { maxLength: 3 }),
    )
    .map(([key, parts]): Tree => ({ [key]: parts }));
  return oneOf<Tree>(
    chained(some(plain), ofPlain),
    chained(call(naming), ofCall),
    chained(some([...ones, ...manys]), ofKey),
    depth > 0 && chained(some([...ones, ...manys]), nested),
    depth > 0 && chained(some(manys), quantified),
    depth > 0 && group,
  );
}

function filter(naming: Naming, depth: number): fc.Arbitrary<Tree> {
  const few = fc.oneof({ arbitrary: fc.constant(1), weight: 3 }, { arbitrary: fc.constant(2), weight: 1 });
  const conditions = few.chain((count) => fc.array(condition(naming, depth), { minLength: count, maxLength: count }));
  return conditions.map((parts) => Object.assign({}, ...parts) as Tree);
}

function sortKey(naming: Naming, depth: number): fc.Arbitrary<string> {
  const { plain, ones, to } = named(naming);
  const deeper = (name: string) =>
    sortKey({ ...naming, collection: to(name) }, depth - 1).map((rest) => `${name}.${rest}`);
  return oneOf<string>(some(plain), call(naming), depth > 0 && chained(some(ones), deeper));
}

const sorts = (key: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.array(
    fc.tuple(fc.constantFrom("", "-"), key).map(([sign, name]) => sign + name),
    { minLength: 1, maxLength: 3 },
  );

const kept = <T extends object>(part: T): T =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as T;
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary, weight: 1 });

function part(naming: Naming, depth: number): fc.Arbitrary<ModelPart> {
  return fc
    .record({
      filter: maybe(filter(naming, depth)),
      sort: maybe(sorts(sortKey(naming, 2))),
      limit: maybe(fc.oneof(fc.integer({ min: -1, max: 6 }), fc.constant(-1))),
      offset: seldom(fc.nat(3)),
      page: seldom(fc.nat(3)),
      search: seldom(fc.constantFrom(...searches)),
    })
    .map((made) => kept(made) as ModelPart);
}

/** What is asked of the relations of a level: any it may name, wherever the fields go. */
function deep(naming: Naming, depth: number): fc.Arbitrary<{ [relation: string]: ModelPart }> {
  const { ones, manys, to } = named(naming);
  const relations = [...ones, ...manys];
  if (relations.length === 0) return fc.constant({});
  const entry = fc.constantFrom(...relations).chain((name) => {
    const there = { ...naming, collection: to(name) };
    const below = depth > 0 ? maybe(deep(there, depth - 1)) : fc.constant(undefined);
    return fc.tuple(part(there, 1), below).map(([own, inner]) => [name, kept({ ...own, deep: inner })] as const);
  });
  return fc
    .array(entry, { minLength: 1, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries) as { [relation: string]: ModelPart });
}

function list(naming: Naming): fc.Arbitrary<ModelQuery> {
  const { ones, manys } = named(naming);
  const relation = some([...ones, ...manys]);
  const alias = relation === false ? fc.constant(undefined) : fc.option(relation, { nil: undefined, freq: 4 });
  return fc
    .record({
      own: part(naming, 2),
      fields: fc.array(path(naming, 3), { minLength: 1, maxLength: 6 }),
      deep: maybe(deep(naming, 2)),
      alias,
    })
    .map(({ own, fields, deep: below, alias: of }) => {
      if (!of) return kept({ ...own, fields, deep: below }) as ModelQuery;
      // The relation once more, under another name and asked for something else.
      const again = { other: { ...below?.[of], limit: 2, sort: ["-id"] } };
      return { ...own, fields: [...fields, "other.id", "other.*"], deep: { ...below, ...again }, alias: { other: of } };
    });
}

function groups(naming: Naming): fc.Arbitrary<ModelQuery> {
  const { plain, numbers, ordered, times } = named(naming);
  const time = times.length > 0 && fc.tuple(fc.constantFrom(...timeParts), fc.constantFrom(...times));
  const by = oneOf<string>(
    some(plain),
    mapped(time, ([name, of]) => `${name}(${of})`),
  );
  const several = (names: string[]) => fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 });
  type Asked = [string, string[]];
  const of = (operations: string[], fields: string[]): fc.Arbitrary<Asked> | false =>
    fields.length > 0 && fc.tuple(fc.constantFrom(...operations), several(fields));
  const counts = of(["count", "countDistinct"], plain);
  const sums = of(["sum", "sumDistinct", "avg", "avgDistinct"], numbers);
  const ends = of(["min", "max"], ordered);
  const rows = fc.constant<Asked>(["count", ["*"]]);
  return fc
    .record({
      own: part(naming, 2),
      groupBy: maybe(fc.array(by, { minLength: 1, maxLength: 2 })),
      aggregate: fc.array(oneOf<Asked>(counts, sums, ends, rows), { minLength: 1, maxLength: 3 }),
      down: fc.boolean(),
    })
    .map(({ own, groupBy, aggregate, down }) => {
      const { sort: _, ...others } = own;
      const sorted = groupBy ? { groupBy, sort: [`${down ? "-" : ""}${groupBy.at(-1)}`] } : {};
      return { ...others, ...sorted, fields: [], aggregate: Object.fromEntries(aggregate) };
    });
}

/** A collection of the world and a query of it. */
export function randomQuery(world: ModelWorld): fc.Arbitrary<{ collection: string; query: ModelQuery }> {
  return fc.constantFrom(...Object.keys(world.views)).chain((collection) => {
    const naming = { world, collection };
    const query = fc.oneof({ arbitrary: list(naming), weight: 4 }, { arbitrary: groups(naming), weight: 1 });
    return query.map((made) => ({ collection, query: made }));
  });
}
