// §6: probes made from the declarations: whatever position of a query a field may stand in, one that may not be read is
// refused there; and nothing of another company's rows comes through any random query.
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { collections } from "#domain/collections/all.ts";
import type { Collection } from "#domain/collection.ts";
import { nobody, type Role, type Who } from "#domain/roles.ts";
import { grantOf, mayNameField } from "#server/items/grants.ts";
import { loadSession } from "#server/items/who.ts";
import { startApp, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";
import { randomQuery } from "#tests/support/random-query.ts";
import type { ModelPart, ModelQuery, ModelWorld } from "#tests/model/query-model.ts";

const seed = Number(process.env["SEED"] ?? randomInt(2 ** 31));
const queries = Number(process.env["QUERIES"] ?? 60);
/** Stands in every text of the other company that can hold it. */
const mark = "ZQXJ";
const { as, sql } = await startApp();
const make = factories(sql);
const roles: Role[] = ["admin", "manager", "staff", "approver", "employee", "customer", "verifier", "public"];
const all = collections as readonly Collection[];
const people = new Map<Role, { caller: Caller; who: Who }>();
let foreign: MadeBranch;
let probes = 0;
let asked = 0;
after(() => console.log(`${probes} probes refused, ${asked} random queries told nothing, seed ${seed}`));

before(async () => {
  const branch = await make.branch({ slots: 5, rate: "20.00" });
  foreign = await make.branch({ slots: 5, rate: "30.00" });
  for (const place of [branch, foreign]) {
    const gate = await as(await make.user("staff", { branch: place }));
    for (let visit = 0; visit < 3; visit += 1) {
      const entered = await gate.post("/actions/parking/check-in", {
        vehicle_no: make.plate(),
        phone_no: "9840012345",
        name: "Asha",
      });
      assert.equal(entered.status, 200, entered.text);
    }
    await gate.post("/presets", { bookmark: "mine", collection: "Branch" });
  }
  await markOthers();
  // Only now: until then the other company's staff had to work.
  await sql`update "Branch" set status = 'draft' where id = ${foreign.id}`;
  await sql`update "Companies" set status = 'draft' where id = ${foreign.company}`;
  for (const role of roles) {
    if (role === "public") people.set(role, { caller: await as(), who: nobody });
    else {
      const isOfBranch = role !== "customer" && role !== "verifier";
      const user = await make.user(role, isOfBranch ? { branch } : { contact_number: "9999900000" });
      people.set(role, { caller: await as(user), who: (await loadSession({ sql, userId: user.id }))!.who });
    }
  }
});

/** Writes the mark into every text of the other company's rows that takes one. */
async function markOthers(): Promise<void> {
  const own: { [collection: string]: string } = {
    Companies: `id = ${foreign.company}`,
    Branch: `id = ${foreign.id}`,
    users: `default_branch = ${foreign.id}`,
    presets: `"user" in (select id from users where default_branch = ${foreign.id})`,
    revisions: `activity in (select id from activity where company = ${foreign.company})`,
    Parking_Configuration: `id = (select parking_config from "Branch" where id = ${foreign.id})`,
    Parking_History: `parking_information in (select id from "Parking_Information" where branch = ${foreign.id})`,
  };
  for (const { name, fields } of all) {
    const rows = own[name] ?? (fields["branch"] ? `branch = ${foreign.id}` : undefined);
    if (!rows) continue;
    for (const [field, { kind, max = 100, values, states }] of Object.entries(fields)) {
      if (kind !== "text" || max < 8 || values || states) continue;
      const text = `'${mark}' || left(id::text, 4)`;
      // A text some index or check will not have stays as it was.
      await sql.unsafe(`update "${name}" set "${field}" = ${text} where ${rows}`).catch(() => undefined);
    }
  }
}

const addressOf = ({ name, system }: Collection): string => (system ? `/${name}` : `/items/${name}`);
const mayRead = (collection: Collection, who: Who) => grantOf({ collection, operation: "read", who });

/** Every way in which a query can name a field. */
function queriesNaming(field: string): object[] {
  const few = { fields: ["id"], limit: 1 };
  return [
    { fields: [field], limit: 1 },
    { fields: [`${field}.id`], limit: 1 },
    { fields: [`year(${field})`], limit: 1 },
    { fields: [`count(${field})`], limit: 1 },
    { fields: [`json(${field}, a)`], limit: 1 },
    { fields: ["x"], alias: { x: field }, limit: 1 },
    { fields: ["x"], alias: { x: `year(${field})` }, limit: 1 },
    { ...few, filter: { [field]: { _nnull: true } } },
    { ...few, filter: { _or: [{ [field]: { _null: true } }] } },
    { ...few, filter: { [`year(${field})`]: { _gt: 0 } } },
    { ...few, filter: { [`count(${field})`]: { _gte: 0 } } },
    { ...few, sort: [field] },
    { ...few, sort: [`-${field}`] },
    { ...few, sort: [`year(${field})`] },
    { ...few, sort: [`count(${field})`] },
    { ...few, deep: { [field]: { _limit: 1 } } },
    { groupBy: [field] },
    { groupBy: [`month(${field})`] },
    { aggregate: { count: ["*"] }, groupBy: ["id"], sort: [field] },
    { aggregate: { count: [field] } },
    { aggregate: { countDistinct: [field] } },
    { aggregate: { max: [field] } },
    { aggregate: { sum: [field] } },
  ];
}

/** The same from a collection that has a relation to it. */
function queriesThrough(relation: string, field: string, isMany: boolean): object[] {
  const few = { fields: ["id"], limit: 1 };
  const shown = { fields: [`${relation}.id`], limit: 1 };
  return [
    { fields: [`${relation}.${field}`], limit: 1 },
    { fields: [`${relation}.year(${field})`], limit: 1 },
    { fields: [`r.${field}`], alias: { r: relation }, limit: 1 },
    { ...few, filter: { [relation]: { [field]: { _nnull: true } } } },
    ...(isMany ? [{ ...few, filter: { [relation]: { _none: { [field]: { _null: true } } } } }] : []),
    ...(isMany ? [] : [{ ...few, sort: [`${relation}.${field}`] }]),
    { ...shown, deep: { [relation]: { _filter: { [field]: { _nnull: true } } } } },
    { fields: [`${relation}.x`], limit: 1, deep: { [relation]: { _alias: { x: field } } } },
    ...(isMany ? [{ ...shown, deep: { [relation]: { _sort: [field] } } }] : []),
    { aggregate: { count: ["*"] }, filter: { [relation]: { [field]: { _nnull: true } } } },
  ];
}

async function refused({
  caller,
  collection,
  query,
}: {
  caller: Caller;
  collection: Collection;
  query: object;
}): Promise<void> {
  const answer = await caller.search(addressOf(collection), { query });
  assert.equal(answer.code, "FORBIDDEN", `${collection.name} ${JSON.stringify(query)}: ${answer.text.slice(0, 300)}`);
  probes += 1;
}

/** A secret may be shown as stars; every other way of naming it is closed. */
const showsOnly = (query: object): boolean =>
  "fields" in query &&
  !("filter" in query) &&
  !("sort" in query) &&
  !/year|count|json|\.id/.test(JSON.stringify(query.fields));

for (const role of roles)
  test(`${role}: a field that may not be read is refused wherever a query names it`, async () => {
    const { caller, who } = people.get(role)!;
    for (const collection of all) {
      if (collection.singleton) continue;
      const grant = mayRead(collection, who);
      for (const [name, field] of Object.entries(collection.fields)) {
        const isSecret = field.kind === "secret" && grant !== undefined && mayNameField(grant, name);
        const isOpen = grant !== undefined && mayNameField(grant, name) && !isSecret;
        if (isOpen) continue;
        // A collection that is closed altogether is refused before anything is read of the query: two fields tell as much as all.
        if (!grant && name !== "id" && name !== "date_created") continue;
        for (const query of queriesNaming(name)) {
          const isNamed = JSON.stringify(query).includes(`alias`) || showsOnly(query) || "deep" in query;
          if (isSecret && (isNamed || /year|count\(|json\(|\.id/.test(JSON.stringify(query)))) continue;
          await refused({ caller, collection, query });
        }
      }
    }
  });

for (const role of roles)
  test(`${role}: nor through a relation`, async () => {
    const { caller, who } = people.get(role)!;
    const tried = new Set<string>();
    for (const collection of all) {
      const grant = mayRead(collection, who);
      if (!grant || collection.singleton) continue;
      for (const [relation, { to, kind }] of Object.entries(collection.fields)) {
        if (!to || !mayNameField(grant, relation)) continue;
        const other = all.find((one) => one.name === to)!;
        const there = mayRead(other, who);
        const closed = Object.keys(other.fields).filter((name) => !there || !mayNameField(there, name));
        if (closed.length === 0) continue;
        // Every closed field by the first relation of its kind that leads there; one by each of the others.
        const isFirst = there && !tried.has(`${to} ${kind}`);
        tried.add(`${to} ${kind}`);
        const names = isFirst ? closed : [closed.at(-1)!];
        for (const name of names)
          for (const query of queriesThrough(relation, name, kind === "many"))
            await refused({ caller, collection, query });
        for (const [name, field] of isFirst ? Object.entries(other.fields) : [])
          if (field.kind === "secret" && there && mayNameField(there, name))
            await refused({
              caller,
              collection,
              query: { fields: ["id"], filter: { [relation]: { [name]: { _nnull: true } } } },
            });
      }
    }
  });

test("the mark stands where it would be seen", async () => {
  const platform = await as(await make.user("platform"));
  let seen = 0;
  for (const collection of all)
    if ((await platform.get(`${addressOf(collection)}?limit=-1`)).text.includes(mark)) seen += 1;
  assert.ok(seen >= 8, `${seen} collections`);
});

/** `deep` with its marks. */
function wire({ deep, ...own }: ModelPart): object {
  const mapped = Object.entries(deep ?? {}).map(([key, { deep: below, ...part }]) => [
    key,
    {
      ...Object.fromEntries(Object.entries(part).map(([name, value]) => [`_${name}`, value])),
      ...(wire({ deep: below ?? {} }) as { deep: object }).deep,
    },
  ]);
  return { ...own, deep: Object.fromEntries(mapped) };
}

for (const role of roles.filter((one) => one !== "verifier"))
  test(
    `${role}: random queries over everything tell nothing of another company (SEED=${seed})`,
    { timeout: 120_000 },
    async () => {
      const { caller, who } = people.get(role)!;
      const declared = Object.fromEntries(all.map((one) => [one.name, one]));
      const views = Object.fromEntries(
        all.flatMap((collection) => {
          const grant = mayRead(collection, who);
          const fields = Object.keys(collection.fields).filter((name) => grant && mayNameField(grant, name));
          return grant && !collection.singleton
            ? [
                [
                  collection.name,
                  { sees: () => true, fields: fields.filter((name) => collection.fields[name]!.kind !== "secret") },
                ],
              ]
            : [];
        }),
      );
      const rows = Object.fromEntries(
        await Promise.all(all.map(async ({ name, fields }) => [name, await valuesOf(name, fields)] as const)),
      );
      const world: ModelWorld = { collections: declared, rows, views };
      await fc.assert(
        fc.asyncProperty(randomQuery(world), async ({ collection, query }) => {
          const answer = await caller.search(addressOf(declared[collection]!), { query: wire(query as ModelQuery) });
          asked += 1;
          assert.equal(answer.status, 200, answer.text);
          assert.ok(!answer.text.includes(mark), answer.text);
        }),
        { seed, numRuns: queries, includeErrorInReport: true },
      );
    },
  );

/** Values of the other company's rows, to be asked for. */
async function valuesOf(name: string, fields: Collection["fields"]): Promise<ModelWorld["rows"][string]> {
  const stored = await sql.unsafe<{ [field: string]: unknown }[]>(`select * from "${name}" order by id desc limit 20`);
  return stored.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([field]) => fields[field] && fields[field].kind !== "json")
        .map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value]),
    ),
  ) as ModelWorld["rows"][string];
}

test("counts, groups and filters of marked rows find none of them", async () => {
  for (const role of roles.filter((one) => one !== "verifier")) {
    const { caller, who } = people.get(role)!;
    for (const collection of all) {
      const grant = mayRead(collection, who);
      if (!grant || collection.singleton) continue;
      const anywhere = textPaths({ collection, who }).map((path) =>
        path.reduceRight<object>((inner, step) => ({ [step]: inner }), { _contains: mark }),
      );
      const query = { filter: { _or: anywhere }, aggregate: { count: ["*"] }, meta: "*" };
      const counted = anywhere.length > 0 && (await caller.search(addressOf(collection), { query }));
      if (counted)
        assert.deepEqual(
          [counted.data, counted.meta?.filter_count],
          [[{ count: "0" }], 0],
          `${role} ${collection.name}`,
        );
      asked += 1;
      const found = await caller.search(addressOf(collection), { query: { search: mark, meta: "filter_count" } });
      assert.deepEqual([found.data, found.meta], [[], { filter_count: 0 }], `${role} ${collection.name}`);
    }
  }
});

/** Every text of a collection, and of those it points to or that point to it, that this person may name. */
function textPaths({ collection, who }: { collection: Collection; who: Who }): string[][] {
  const textsOf = (one: Collection): string[] =>
    Object.keys(one.fields).filter(
      (name) => one.fields[name]!.kind === "text" && mayNameField(mayRead(one, who)!, name),
    );
  const grant = mayRead(collection, who)!;
  const relations = Object.entries(collection.fields).filter(([name, { to }]) => to && mayNameField(grant, name));
  const through = relations.flatMap(([name, { to }]) => {
    const other = all.find((one) => one.name === to)!;
    return mayRead(other, who) ? textsOf(other).map((text) => [name, text]) : [];
  });
  // A filter may hold a hundred relations.
  return [...textsOf(collection).map((text) => [text]), ...through.slice(0, 100)];
}
