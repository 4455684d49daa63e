// §6: probes generated from the collection definitions: an unreadable field is rejected in every position of a query,
// and no random query returns anything of another company's rows.
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { collections } from "#domain/collections.ts";
import type { Collection } from "#domain/schema/collection.ts";
import { anonymous, type Role, type Actor } from "#domain/access/roles.ts";
import { getGrant, canNameField } from "#server/items/access/grants.ts";
import { loadSession } from "#server/items/access/session.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { randomQuery } from "#tests/support/random-query.ts";
import type { ModelPart, ModelQuery, ModelFixture } from "#tests/model/query-model.ts";

const seed = Number(process.env["SEED"] ?? randomInt(2 ** 31));
const queries = Number(process.env["QUERIES"] ?? 60);
/** Marks every text of the other company that can hold it. */
const mark = "ZQXJ";
const { asUser, sql } = await startApp();
const factories = createFactories(sql);
const roles: Role[] = ["admin", "manager", "staff", "approver", "employee", "customer", "verifier", "public"];
const all = collections as readonly Collection[];
const people = new Map<Role, { caller: TestClient; actor: Actor }>();
let foreign: CreatedBranch;
let probes = 0;
let queryCount = 0;
after(() => console.log(`${probes} probes rejected, ${queryCount} random queries without disclosure, seed ${seed}`));

before(async () => {
  const branch = await factories.branch({ slots: 5, rate: "20.00" });
  foreign = await factories.branch({ slots: 5, rate: "30.00" });
  for (const site of [branch, foreign]) {
    const gate = await asUser(await factories.user("staff", { branch: site }));
    for (let round = 0; round < 3; round += 1) {
      const checkInResponse = await gate.post("/actions/parking/check-in", {
        vehicle_no: factories.plate(),
        phone_no: "9840012345",
        name: "Asha",
      });
      assert.equal(checkInResponse.status, 200, checkInResponse.text);
    }
    await gate.post("/presets", { bookmark: "mine", collection: "Branch" });
  }
  await markForeignRows();
  // A row of the own branch but of another user: an export is readable by its creator only.
  await factories.row(
    "files",
    { filename_download: "a.csv" },
    { branch: branch.id, type: "text/csv", purpose: "export" },
  );
  await sql`update files set filename_download = ${`${mark}.csv`}, title = ${mark} where purpose = 'export'`;
  // Set only now: until then the other company's staff had to work.
  await sql`update "Branch" set status = 'draft' where id = ${foreign.id}`;
  await sql`update "Companies" set status = 'draft' where id = ${foreign.company}`;
  for (const role of roles) {
    if (role === "public") people.set(role, { caller: await asUser(), actor: anonymous });
    else {
      const isOfBranch = role !== "customer" && role !== "verifier";
      const user = await factories.user(role, isOfBranch ? { branch } : { contact_number: "9999900000" });
      people.set(role, { caller: await asUser(user), actor: (await loadSession({ sql, userId: user.id }))!.actor });
    }
  }
});

/** Writes the mark into every text of the other company's rows that accepts it. */
async function markForeignRows(): Promise<void> {
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
    for (const [field, { kind, max = 100, allowedValues, stateTable }] of Object.entries(fields)) {
      if (kind !== "text" || max < 8 || allowedValues || stateTable) continue;
      const text = `'${mark}' || left(id::text, 4)`;
      // A text rejected by an index or check stays unchanged.
      await sql.unsafe(`update "${name}" set "${field}" = ${text} where ${rows}`).catch(() => undefined);
    }
  }
}

const getPath = ({ name, isSystem }: Collection): string => (isSystem ? `/${name}` : `/items/${name}`);
const canRead = (collection: Collection, actor: Actor) => getGrant({ collection, operation: "read", actor });

/** Every way in which a query can name a field. */
function buildFieldQueries(field: string): object[] {
  const query = { fields: ["id"], limit: 1 };
  return [
    { fields: [field], limit: 1 },
    { fields: [`${field}.id`], limit: 1 },
    { fields: [`year(${field})`], limit: 1 },
    { fields: [`count(${field})`], limit: 1 },
    { fields: [`json(${field}, a)`], limit: 1 },
    { fields: ["x"], alias: { x: field }, limit: 1 },
    { fields: ["x"], alias: { x: `year(${field})` }, limit: 1 },
    { ...query, filter: { [field]: { _nnull: true } } },
    { ...query, filter: { _or: [{ [field]: { _null: true } }] } },
    { ...query, filter: { [`year(${field})`]: { _gt: 0 } } },
    { ...query, filter: { [`count(${field})`]: { _gte: 0 } } },
    { ...query, sort: [field] },
    { ...query, sort: [`-${field}`] },
    { ...query, sort: [`year(${field})`] },
    { ...query, sort: [`count(${field})`] },
    { ...query, deep: { [field]: { _limit: 1 } } },
    { groupBy: [field] },
    { groupBy: [`month(${field})`] },
    { aggregate: { count: ["*"] }, groupBy: ["id"], sort: [field] },
    { aggregate: { count: [field] } },
    { aggregate: { countDistinct: [field] } },
    { aggregate: { max: [field] } },
    { aggregate: { sum: [field] } },
  ];
}

/** The same from a collection with a relation to it. */
function buildRelationQueries(relation: string, field: string, isMany: boolean): object[] {
  const query = { fields: ["id"], limit: 1 };
  const visible = { fields: [`${relation}.id`], limit: 1 };
  return [
    { fields: [`${relation}.${field}`], limit: 1 },
    { fields: [`${relation}.year(${field})`], limit: 1 },
    { fields: [`r.${field}`], alias: { r: relation }, limit: 1 },
    { ...query, filter: { [relation]: { [field]: { _nnull: true } } } },
    ...(isMany ? [{ ...query, filter: { [relation]: { _none: { [field]: { _null: true } } } } }] : []),
    ...(isMany ? [] : [{ ...query, sort: [`${relation}.${field}`] }]),
    { ...visible, deep: { [relation]: { _filter: { [field]: { _nnull: true } } } } },
    { fields: [`${relation}.x`], limit: 1, deep: { [relation]: { _alias: { x: field } } } },
    ...(isMany ? [{ ...visible, deep: { [relation]: { _sort: [field] } } }] : []),
    { aggregate: { count: ["*"] }, filter: { [relation]: { [field]: { _nnull: true } } } },
  ];
}

async function isRejected({
  caller,
  collection,
  query,
}: {
  caller: TestClient;
  collection: Collection;
  query: object;
}): Promise<void> {
  const response = await caller.search(getPath(collection), { query });
  assert.equal(
    response.code,
    "FORBIDDEN",
    `${collection.name} ${JSON.stringify(query)}: ${response.text.slice(0, 300)}`,
  );
  probes += 1;
}

/** A secret may be shown as asterisks; every other way of naming it is closed. */
const showsOnlyOwnRows = (query: object): boolean =>
  "fields" in query &&
  !("filter" in query) &&
  !("sort" in query) &&
  !/year|count|json|\.id/.test(JSON.stringify(query.fields));

for (const role of roles)
  test(`${role}: an unreadable field is rejected wherever a query names it`, async () => {
    const { caller, actor } = people.get(role)!;
    for (const collection of all) {
      if (collection.isSingleton) continue;
      const grant = canRead(collection, actor);
      for (const [name, field] of Object.entries(collection.fields)) {
        const isSecret = field.kind === "secret" && grant !== undefined && canNameField(grant, name);
        const isOpen = grant !== undefined && canNameField(grant, name) && !isSecret;
        if (isOpen) continue;
        // An inaccessible collection is rejected before the query is parsed: two fields are as good as all.
        if (!grant && name !== "id" && name !== "date_created") continue;
        for (const query of buildFieldQueries(name)) {
          const isNamed = JSON.stringify(query).includes(`alias`) || showsOnlyOwnRows(query) || "deep" in query;
          if (isSecret && (isNamed || /year|count\(|json\(|\.id/.test(JSON.stringify(query)))) continue;
          await isRejected({ caller, collection, query });
        }
      }
    }
  });

for (const role of roles)
  test(`${role}: nor through a relation`, async () => {
    const { caller, actor } = people.get(role)!;
    const covered = new Set<string>();
    for (const collection of all) {
      const grant = canRead(collection, actor);
      if (!grant || collection.isSingleton) continue;
      for (const [relation, { target, kind }] of Object.entries(collection.fields)) {
        if (!target || !canNameField(grant, relation)) continue;
        const other = all.find((one) => one.name === target)!;
        const isReadable = canRead(other, actor);
        const closed = Object.keys(other.fields).filter((name) => !isReadable || !canNameField(isReadable, name));
        if (closed.length === 0) continue;
        // Every closed field through the first relation of its kind that leads there, and one through each other
        // relation.
        const isFirst = isReadable && !covered.has(`${target} ${kind}`);
        covered.add(`${target} ${kind}`);
        const names = isFirst ? closed : [closed.at(-1)!];
        for (const name of names)
          for (const query of buildRelationQueries(relation, name, kind === "many"))
            await isRejected({ caller, collection, query });
        for (const [name, field] of isFirst ? Object.entries(other.fields) : [])
          if (field.kind === "secret" && isReadable && canNameField(isReadable, name))
            await isRejected({
              caller,
              collection,
              query: { fields: ["id"], filter: { [relation]: { [name]: { _nnull: true } } } },
            });
      }
    }
  });

test("the mark is found where it would be visible", async () => {
  const platform = await asUser(await factories.user("platform"));
  let count = 0;
  for (const collection of all)
    if ((await platform.get(`${getPath(collection)}?limit=-1`)).text.includes(mark)) count += 1;
  assert.ok(count >= 8, `${count} collections`);
});

/** `deep` with its prefixes. */
function toWireQuery({ deep, ...own }: ModelPart): object {
  const mapped = Object.entries(deep ?? {}).map(([key, { deep: below, ...part }]) => [
    key,
    {
      ...Object.fromEntries(Object.entries(part).map(([name, value]) => [`_${name}`, value])),
      ...(toWireQuery({ deep: below ?? {} }) as { deep: object }).deep,
    },
  ]);
  return { ...own, deep: Object.fromEntries(mapped) };
}

for (const role of roles.filter((one) => one !== "verifier"))
  test(`${role}: random queries return nothing of another company (SEED=${seed})`, { timeout: 120_000 }, async () => {
    const { caller, actor } = people.get(role)!;
    const declared = Object.fromEntries(all.map((one) => [one.name, one]));
    const views = Object.fromEntries(
      all.flatMap((collection) => {
        const grant = canRead(collection, actor);
        const fields = Object.keys(collection.fields).filter((name) => grant && canNameField(grant, name));
        return grant && !collection.isSingleton
          ? [
              [
                collection.name,
                {
                  canSeeRow: () => true,
                  fields: fields.filter((name) => collection.fields[name]!.kind !== "secret"),
                },
              ],
            ]
          : [];
      }),
    );
    const rows = Object.fromEntries(
      await Promise.all(all.map(async ({ name, fields }) => [name, await readValues(name, fields)] as const)),
    );
    const fixture: ModelFixture = { collections: declared, rows, views };
    await fc.assert(
      fc.asyncProperty(randomQuery(fixture), async ({ collection, query }) => {
        const response = await caller.search(getPath(declared[collection]!), {
          query: toWireQuery(query as ModelQuery),
        });
        queryCount += 1;
        assert.equal(response.status, 200, response.text);
        assert.ok(!response.text.includes(mark), response.text);
      }),
      { seed, numRuns: queries, includeErrorInReport: true },
    );
  });

/** Values of the other company's rows, used in conditions. */
async function readValues(name: string, fields: Collection["fields"]): Promise<ModelFixture["rows"][string]> {
  const stored = await sql.unsafe<{ [field: string]: unknown }[]>(`select * from "${name}" order by id desc limit 20`);
  return stored.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([field]) => fields[field] && fields[field].kind !== "json")
        .map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value]),
    ),
  ) as ModelFixture["rows"][string];
}

test("counts, groups and filters of marked rows find none of them", async () => {
  for (const role of roles.filter((one) => one !== "verifier")) {
    const { caller, actor } = people.get(role)!;
    for (const collection of all) {
      const grant = canRead(collection, actor);
      if (!grant || collection.isSingleton) continue;
      const anywhere = textPaths({ collection, actor }).map((path) =>
        path.reduceRight<object>((inner, step) => ({ [step]: inner }), { _contains: mark }),
      );
      const query = { filter: { _or: anywhere }, aggregate: { count: ["*"] }, meta: "*" };
      const counted = anywhere.length > 0 && (await caller.search(getPath(collection), { query }));
      if (counted)
        assert.deepEqual(
          [counted.data, counted.meta?.filter_count],
          [[{ count: "0" }], 0],
          `${role} ${collection.name}`,
        );
      queryCount += 1;
      const found = await caller.search(getPath(collection), { query: { search: mark, meta: "filter_count" } });
      assert.deepEqual([found.data, found.meta], [[], { filter_count: 0 }], `${role} ${collection.name}`);
    }
  }
});

/** Every text of a collection and of its related collections that this user may name. */
function textPaths({ collection, actor }: { collection: Collection; actor: Actor }): string[][] {
  const getTexts = (one: Collection): string[] =>
    Object.keys(one.fields).filter(
      (name) => one.fields[name]!.kind === "text" && canNameField(canRead(one, actor)!, name),
    );
  const grant = canRead(collection, actor)!;
  const relations = Object.entries(collection.fields).filter(
    ([name, { target }]) => target && canNameField(grant, name),
  );
  const relationPaths = relations.flatMap(([name, { target }]) => {
    const other = all.find((one) => one.name === target)!;
    return canRead(other, actor) ? getTexts(other).map((text) => [name, text]) : [];
  });
  // A filter may have a hundred relations.
  return [...getTexts(collection).map((text) => [text]), ...relationPaths.slice(0, 100)];
}
