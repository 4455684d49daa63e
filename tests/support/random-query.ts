// Random queries with every query feature, over the fields one user may name.
import fc from "fast-check";
import type { Field } from "#domain/schema/collection.ts";
import type { ModelPart, ModelQuery, ModelFixture, SelectionTree, JsonValue } from "#tests/model/query-model.ts";

const timeParts = ["year", "month", "week", "day", "weekday", "hour", "minute", "second"];
const searches = ["a", "ch", "1", "20.00", "chennai", "%", "250", "TN", "zz"];

interface QueryScope {
  fixture: ModelFixture;
  collection: string;
}

/** The fields of a collection this user may name, by possible use. */
function getQueryableFields({ fixture, collection }: QueryScope) {
  const declared = fixture.collections[collection]!.fields;
  const fields = fixture.views[collection]!.fields.map((name): [string, Field] => [name, declared[name]!]);
  const names = (test: (field: Field) => boolean): string[] =>
    fields.filter(([, field]) => test(field)).map(([name]) => name);
  const isKnown = (field: Field): boolean => fixture.views[field.target!] !== undefined;
  return {
    all: names(() => true),
    plain: names(({ kind }) => kind !== "many" && kind !== "json" && kind !== "one" && kind !== "secret"),
    times: names(({ kind }) => kind === "timestamp"),
    ones: names((field) => field.kind === "one" && isKnown(field)),
    manys: names((field) => field.kind === "many" && isKnown(field)),
    numbers: names(({ kind }) => kind === "integer" || kind === "money"),
    ordered: names(({ kind }) => ["integer", "money", "text", "timestamp"].includes(kind)),
    kind: (name: string) => declared[name]!.kind,
    to: (name: string) => declared[name]!.target!,
  };
}

const pickOne = <T>(...parts: (fc.Arbitrary<T> | false)[]): fc.Arbitrary<T> =>
  fc.oneof(...parts.filter((part) => part !== false));
const pickSome = (names: string[]): fc.Arbitrary<string> | false => names.length > 0 && fc.constantFrom(...names);
const mapped = <A, B>(from: fc.Arbitrary<A> | false, to: (value: A) => B): fc.Arbitrary<B> | false =>
  from && from.map(to);
const chained = <B>(
  from: fc.Arbitrary<string> | false,
  to: (name: string) => fc.Arbitrary<B>,
): fc.Arbitrary<B> | false => from && from.chain(to);

/** `year(date_created)` and the like, and `count(history)`. */
function randomFunction(naming: QueryScope): fc.Arbitrary<string> | false {
  const { times, manys } = getQueryableFields(naming);
  const ofTime = times.length > 0 && fc.tuple(fc.constantFrom(...timeParts), fc.constantFrom(...times));
  const parts = [
    mapped(ofTime, ([part, name]) => `${part}(${name})`),
    mapped(pickSome(manys), (name) => `count(${name})`),
  ];
  return parts.some((part) => part !== false) && pickOne(...parts);
}

function randomPath(naming: QueryScope, depth: number): fc.Arbitrary<string> {
  const { all, ones, manys, to } = getQueryableFields(naming);
  const deeper = (name: string): fc.Arbitrary<string> =>
    randomPath({ ...naming, collection: to(name) }, depth - 1).map((rest) => `${name}.${rest}`);
  return pickOne<string>(
    fc.constantFrom(...all),
    randomFunction(naming),
    fc.constant("*"),
    depth > 0 && chained(pickSome(ones), deeper),
    depth > 0 && chained(pickSome(manys), deeper),
  );
}

/** Existing values, so that conditions match something. */
function randomValue(naming: QueryScope, name: string): fc.Arbitrary<JsonValue> {
  const existingRows = (naming.fixture.rows[naming.collection] ?? [])
    .map((row) => row[name] ?? null)
    .filter((one) => one !== null);
  if (existingRows.length > 0) return fc.constantFrom(...existingRows);
  const standard: { [kind: string]: JsonValue } = { timestamp: "2026-01-01T00:00:00.000Z", uuid: unknownId };
  return fc.constant(standard[getQueryableFields(naming).kind(name)] ?? 1);
}

const unknownId = "00000000-0000-4000-8000-000000000000";

/** Keys of the rows of a relation, and of missing rows. */
function randomKey({ fixture }: QueryScope, to: string): fc.Arbitrary<JsonValue> {
  if (fixture.collections[to]!.keyType === "integer") return fc.integer({ min: 1, max: 12 });
  return fc.constantFrom(unknownId, ...(fixture.rows[to] ?? []).map(({ id }) => String(id)));
}

const equalityOperators = ["_eq", "_neq"];
const orderOperators = ["_lt", "_lte", "_gt", "_gte"];
const textOperators = ["contains", "starts_with", "ends_with", "icontains", "istarts_with", "iends_with"].flatMap(
  (kind) => (kind === "icontains" ? [`_${kind}`] : [`_${kind}`, `_n${kind}`]),
);

function randomOperator({
  kind,
  value,
}: {
  kind: string;
  value: fc.Arbitrary<JsonValue>;
}): fc.Arbitrary<SelectionTree> {
  const isOrdered = kind !== "boolean";
  const single = fc.tuple(fc.constantFrom(...equalityOperators, ...(isOrdered ? orderOperators : [])), value);
  const lists = fc.tuple(fc.constantFrom("_in", "_nin"), fc.array(value, { minLength: 1, maxLength: 4 }));
  const nulls = fc.tuple(fc.constantFrom("_null", "_nnull"), fc.boolean());
  const ranges = fc.tuple(
    fc.constantFrom("_between", "_nbetween"),
    fc.tuple(value, value).map((pair) => [...pair]),
  );
  const piece = value.chain((one) => fc.nat(3).map((from) => String(one).slice(from, from + 3) || "a"));
  const texts = fc.tuple(fc.constantFrom(...textOperators), piece);
  const empties = fc.tuple(fc.constantFrom("_empty", "_nempty"), fc.constant(true));
  const all: (fc.Arbitrary<[string, JsonValue]> | false)[] = [
    single as fc.Arbitrary<[string, JsonValue]>,
    lists as fc.Arbitrary<[string, JsonValue]>,
    nulls as fc.Arbitrary<[string, JsonValue]>,
    isOrdered && (ranges as fc.Arbitrary<[string, JsonValue]>),
    kind === "text" && (texts as fc.Arbitrary<[string, JsonValue]>),
    kind === "text" && (empties as fc.Arbitrary<[string, JsonValue]>),
  ];
  return fc
    .array(pickOne(...all), { minLength: 1, maxLength: 2, size: "xsmall" })
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

function randomCondition(naming: QueryScope, depth: number): fc.Arbitrary<SelectionTree> {
  const { plain, ones, manys, kind, to } = getQueryableFields(naming);
  const inner = (name: string): fc.Arbitrary<SelectionTree> =>
    randomFilter({ ...naming, collection: to(name) }, depth - 1);
  const ofPlain = (name: string) =>
    randomOperator({ kind: kind(name), value: randomValue(naming, name) }).map((query): SelectionTree => ({
      [name]: query,
    }));
  const ofCall = (text: string) => {
    const maxCount = text.startsWith("count") ? 4 : (partValue[text.split("(")[0]!] ?? 59);
    const value = fc.integer({
      min: maxCount > 2000 ? maxCount - 2 : 0,
      max: maxCount > 2000 ? maxCount + 1 : maxCount,
    });
    return randomOperator({ kind: "integer", value }).map((query): SelectionTree => ({ [text]: query }));
  };
  const ofKey = (name: string) =>
    randomOperator({ kind: "boolean", value: randomKey(naming, to(name)) }).map((query): SelectionTree => ({
      [name]: query,
    }));
  const nested = (name: string) => inner(name).map((below): SelectionTree => ({ [name]: below }));
  const quantified = (name: string) =>
    fc
      .tuple(fc.constantFrom("_some", "_none"), inner(name))
      .map(([key, below]): SelectionTree => ({ [name]: { [key]: below } }));
  const group = fc
    .tuple(
      fc.constantFrom("_and", "_or"),
      fc.array(depth > 0 ? randomFilter(naming, depth - 1) : fc.constant({}), { maxLength: 3 }),
    )
    .map(([key, parts]): SelectionTree => ({ [key]: parts }));
  return pickOne<SelectionTree>(
    chained(pickSome(plain), ofPlain),
    chained(randomFunction(naming), ofCall),
    chained(pickSome([...ones, ...manys]), ofKey),
    depth > 0 && chained(pickSome([...ones, ...manys]), nested),
    depth > 0 && chained(pickSome(manys), quantified),
    depth > 0 && group,
  );
}

function randomFilter(naming: QueryScope, depth: number): fc.Arbitrary<SelectionTree> {
  const smallCount = fc.oneof({ arbitrary: fc.constant(1), weight: 3 }, { arbitrary: fc.constant(2), weight: 1 });
  const conditions = smallCount.chain((count) =>
    fc.array(randomCondition(naming, depth), { minLength: count, maxLength: count }),
  );
  return conditions.map((parts) => Object.assign({}, ...parts) as SelectionTree);
}

function randomSortKey(naming: QueryScope, depth: number): fc.Arbitrary<string> {
  const { plain, ones, to } = getQueryableFields(naming);
  const deeper = (name: string) =>
    randomSortKey({ ...naming, collection: to(name) }, depth - 1).map((rest) => `${name}.${rest}`);
  return pickOne<string>(pickSome(plain), randomFunction(naming), depth > 0 && chained(pickSome(ones), deeper));
}

const randomSort = (key: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.array(
    fc.tuple(fc.constantFrom("", "-"), key).map(([sign, name]) => sign + name),
    { minLength: 1, maxLength: 3 },
  );

const withoutUndefined = <T extends object>(part: T): T =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as T;
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary, weight: 1 });

function randomPart(naming: QueryScope, depth: number): fc.Arbitrary<ModelPart> {
  return fc
    .record({
      filter: optional(randomFilter(naming, depth)),
      sort: optional(randomSort(randomSortKey(naming, 2))),
      limit: optional(fc.oneof(fc.integer({ min: -1, max: 6 }), fc.constant(-1))),
      offset: rarely(fc.nat(3)),
      page: rarely(fc.nat(3)),
      search: rarely(fc.constantFrom(...searches)),
    })
    .map((created) => withoutUndefined(created) as ModelPart);
}

/** Queries on the relations of a level: any it may name, whatever its fields. */
function randomDeep(naming: QueryScope, depth: number): fc.Arbitrary<{ [relation: string]: ModelPart }> {
  const { ones, manys, to } = getQueryableFields(naming);
  const relations = [...ones, ...manys];
  if (relations.length === 0) return fc.constant({});
  const entry = fc.constantFrom(...relations).chain((name) => {
    const there = { ...naming, collection: to(name) };
    const below = depth > 0 ? optional(randomDeep(there, depth - 1)) : fc.constant(undefined);
    return fc
      .tuple(randomPart(there, 1), below)
      .map(([own, inner]) => [name, withoutUndefined({ ...own, deep: inner })] as const);
  });
  return fc
    .array(entry, { minLength: 1, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries) as { [relation: string]: ModelPart });
}

function randomList(naming: QueryScope): fc.Arbitrary<ModelQuery> {
  const { ones, manys } = getQueryableFields(naming);
  const relation = pickSome([...ones, ...manys]);
  const alias = relation === false ? fc.constant(undefined) : fc.option(relation, { nil: undefined, freq: 4 });
  return fc
    .record({
      own: randomPart(naming, 2),
      fields: fc.array(randomPath(naming, 3), { minLength: 1, maxLength: 6 }),
      deep: optional(randomDeep(naming, 2)),
      alias,
    })
    .map(({ own, fields, deep: below, alias: of }) => {
      if (!of) return withoutUndefined({ ...own, fields, deep: below }) as ModelQuery;
      // The relation again, under another name and with another query.
      const repeated = { other: { ...below?.[of], limit: 2, sort: ["-id"] } };
      return {
        ...own,
        fields: [...fields, "other.id", "other.*"],
        deep: { ...below, ...repeated },
        alias: { other: of },
      };
    });
}

function randomGroups(naming: QueryScope): fc.Arbitrary<ModelQuery> {
  const { plain, numbers, ordered, times } = getQueryableFields(naming);
  const time = times.length > 0 && fc.tuple(fc.constantFrom(...timeParts), fc.constantFrom(...times));
  const by = pickOne<string>(
    pickSome(plain),
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
      own: randomPart(naming, 2),
      groupBy: optional(fc.array(by, { minLength: 1, maxLength: 2 })),
      aggregate: fc.array(pickOne<Asked>(counts, sums, ends, rows), { minLength: 1, maxLength: 3 }),
      down: fc.boolean(),
    })
    .map(({ own, groupBy, aggregate, down }) => {
      const { sort: _, ...others } = own;
      const sorted = groupBy ? { groupBy, sort: [`${down ? "-" : ""}${groupBy.at(-1)}`] } : {};
      return { ...others, ...sorted, fields: [], aggregate: Object.fromEntries(aggregate) };
    });
}

/** A collection of the data set and a query of it. */
export function randomQuery(fixture: ModelFixture): fc.Arbitrary<{ collection: string; query: ModelQuery }> {
  return fc.constantFrom(...Object.keys(fixture.views)).chain((collection) => {
    const naming = { fixture, collection };
    const query = fc.oneof(
      { arbitrary: randomList(naming), weight: 4 },
      { arbitrary: randomGroups(naming), weight: 1 },
    );
    return query.map((created) => ({ collection, query: created }));
  });
}
