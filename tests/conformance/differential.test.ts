// §7: thousands of random queries through the API, against the same worked out row by row in memory (query-model.ts).
// QUERIES and SEED choose how many and which; what differs is printed as the smallest query that still does.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { collections } from "#domain/collections/all.ts";
import type { Collection } from "#domain/collection.ts";
import type { Caller } from "#tests/support/app.ts";
import { startWorld } from "#tests/support/items-world.ts";
import { randomQuery } from "#tests/support/random-query.ts";
import {
  counted,
  type DataRow,
  listed,
  type ModelPart,
  type ModelQuery,
  type ModelWorld,
  rounded,
  type Tree,
  type View,
} from "#tests/model/query-model.ts";

/** Seeds that once found something; whoever changes the read path tries others with SEED. */
const keptSeeds = [1113021264, 1718762164];
const seeds = process.env["SEED"] ? [Number(process.env["SEED"])] : keptSeeds;
const queries = Number(process.env["QUERIES"] ?? 5_000);
const { sql, make, platform, as, ids } = await startWorld();

const names = [
  "Companies",
  "Branch",
  "Slot_Blocks",
  "Time_Charges",
  "Branch_Tags",
  "Tags_Category",
  "Areas",
  "Vehicle_Type",
];

/** More rows of every kind, with values that come again and values that are not there. */
async function addRows(): Promise<void> {
  await sql`insert into "Companies" (name, slug, status, company_type, registered_name, date_created)
    select 'Company ' || chr(65 + n), 'company-x-' || n, (array['published', 'draft'])[1 + n % 2],
      (array['franchise', 'individual', 'government'])[1 + n % 3], case when n % 3 > 0 then 'Reg ' || n % 2 end,
      timestamptz '2025-03-01T10:20:30.250Z' + n * interval '37 days' from generate_series(1, 6) n`;
  await sql`insert into "Branch" (company, name, slug, status, entity_type, city, state, pincode, platform_charges, area, is_parking, date_created)
    select (select min(id) from "Companies") + n % 10, 'Branch ' || n, 'branch-x-' || n, (array['published', 'published', 'archived'])[1 + n % 3],
      (array['commercial', 'government'])[1 + n % 2], (array['Chennai', 'chennai', null, 'Salem'])[1 + n % 4], case when n % 5 > 1 then 'TN' end,
      case when n % 3 = 0 then '60000' || n % 10 end, nullif(n % 4 * 50, 0), (array[null, ${ids["Adyar"]!}, ${ids["Guindy"]!}]::int[])[1 + n % 3],
      n % 2 = 0, timestamptz '2025-01-01T00:00:00Z' + n * interval '11 days 7 hours 13.125 seconds' from generate_series(1, 18) n`;
  await sql`insert into "Slot_Blocks" (branch, service, zone_or_block, slot_prefix, total_slots, sort)
    select b.id, 'is_valet_and_parking', 'Zone ' || n, chr(64 + n), (b.id * n) % 7 * 10, nullif((b.id + n) % 3, 0)
    from "Branch" b, generate_series(1, 2) n where b.id % 3 > 0`;
  await sql`insert into "Time_Charges" (branch, service, vehicle_type, parking_time_type, time_value_for_minutes, charge_amount_for_minutes, min_charge_of_minutes)
    select b.id, 'is_pre_booking', (array[null, ${ids["Car"]!}]::int[])[1 + b.id % 2], 'hours', b.id % 4 + 1, (b.id % 5) * 12.5,
      case when b.id % 2 = 0 then 5.25 end from "Branch" b where b.id % 2 = 0`;
  await sql`insert into "Branch_Tags" (branch, tag) select b.id, t.id from "Branch" b, "Tags_Category" t
    where (b.id + t.id) % 5 = 0 on conflict do nothing`;
  // The wire has milliseconds, and so has whatever our own code writes.
  for (const name of names)
    await sql.unsafe(`update "${name}" set date_created = date_trunc('milliseconds', date_created)`);
}

const declared = Object.fromEntries(collections.map((one) => [one.name, one as unknown as Collection]));

/** Every row as the wire has it. */
async function readAll(): Promise<ModelWorld["rows"]> {
  const rows: ModelWorld["rows"] = {};
  for (const name of names) {
    const { fields } = declared[name]!;
    const stored = await sql.unsafe<{ [field: string]: unknown }[]>(`select * from "${name}" order by id`);
    const wire = (field: string, value: unknown): unknown =>
      fields[field]!.kind === "money" && value !== null ? (value as number).toFixed(2) : value;
    const asWire = (row: object): object =>
      Object.fromEntries(Object.entries(row).map(([field, value]) => [field, wire(field, value)]));
    rows[name] = JSON.parse(JSON.stringify(stored.map(asWire))) as DataRow[];
  }
  return rows;
}

await addRows();
const rows = await readAll();
const everyField = (name: string): string[] => Object.keys(declared[name]!.fields);
const parts = ["Slot_Blocks", "Time_Charges", "Branch_Tags"];
const references = ["Tags_Category", "Areas", "Vehicle_Type"];
const branchOf = (row: DataRow): DataRow => rows["Branch"]!.find(({ id }) => id === row["branch"])!;
const isPublished = (row: DataRow): boolean => row["status"] === "published";

/** §6 in words of its own: what each of three people sees. */
const whole: View = { sees: () => true, fields: [] };
const views: { [person: string]: { [name: string]: View } } = {
  platform: Object.fromEntries(names.map((name) => [name, { ...whole, fields: everyField(name) }])),
  nobody: {
    ...Object.fromEntries(references.map((name) => [name, { ...whole, fields: everyField(name) }])),
    Companies: {
      sees: isPublished,
      fields: ["id", "name", "slug", "status", "company_type", "company_logo", "branches"],
    },
    Branch: {
      sees: isPublished,
      fields: [
        "id",
        "company",
        "name",
        "slug",
        "status",
        "entity_type",
        "valet_number",
        "address",
        "city",
        "state",
        "area",
        "pincode",
        "latitude",
        "longitude",
        "time_zone",
        "is_parking",
        "is_valet_and_parking",
        "is_pre_booking",
        "tags",
        "amenities",
        "banner_images",
        "time_charges",
        "opening_hours",
      ],
    },
    Time_Charges: { sees: (row) => isPublished(branchOf(row)), fields: everyField("Time_Charges") },
    Branch_Tags: { sees: (row) => isPublished(branchOf(row)), fields: everyField("Branch_Tags") },
  },
  manager: {
    ...Object.fromEntries(references.map((name) => [name, { ...whole, fields: everyField(name) }])),
    Companies: { sees: ({ id }) => id === ids["Alpha Parking"], fields: everyField("Companies") },
    Branch: { sees: ({ id }) => id === ids["Anna Nagar"], fields: everyField("Branch") },
    ...Object.fromEntries(
      parts.map((name) => [name, { sees: (row) => row["branch"] === ids["Anna Nagar"], fields: everyField(name) }]),
    ),
  },
};
const home = { id: ids["Anna Nagar"]!, company: ids["Alpha Parking"]!, name: "Anna Nagar", slug: "anna-nagar" };
const people: { [person: string]: { caller: Caller; share: number } } = {
  platform: { caller: platform, share: 0.6 },
  nobody: { caller: await as(), share: 0.25 },
  manager: { caller: await as(await make.user("manager", { branch: home })), share: 0.15 },
};

/** `deep` as the wire has it: its own keys with a mark. */
function marked(deep: { [relation: string]: ModelPart } | undefined): Tree {
  return Object.fromEntries(
    Object.entries(deep ?? {}).map(([relation, { deep: below, ...own }]) => [
      relation,
      {
        ...Object.fromEntries(Object.entries(own).map(([key, value]) => [`_${key}`, value])),
        ...marked(below),
      } as Tree,
    ]),
  );
}

/** The same query in the forms it may come in: a body, JSON in the address, and brackets. */
async function ask({ caller, name, query, form }: { caller: Caller; name: string; query: ModelQuery; form: number }) {
  const { deep, ...own } = query;
  const sent: { [key: string]: unknown } = { ...own, ...(deep ? { deep: marked(deep) } : {}), meta: "*" };
  // Brackets cannot say that a list is empty.
  const isBare = /\[\]|\{\}/.test(JSON.stringify(sent));
  if (form === 0) return caller.search(`/items/${name}`, { query: sent });
  const pairs = Object.entries(sent).flatMap(([key, value]): [string, string][] =>
    form === 1 || isBare || typeof value !== "object"
      ? [
          [
            key,
            Array.isArray(value) ? value.join(",") : typeof value === "object" ? JSON.stringify(value) : String(value),
          ],
        ]
      : brackets(key, value),
  );
  return caller.get(`/items/${name}?${new URLSearchParams(pairs).toString()}`);
}

function brackets(key: string, value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [[key, String(value)]];
  return Object.entries(value).flatMap(([inner, one]) => brackets(`${key}[${inner}]`, one));
}

/** Averages have more places in the database than a number can hold. */
function comparableRows(data: Tree[]): unknown {
  return data.map((row) => {
    const averages = Object.entries(row).filter(([key]) => key === "avg" || key === "avgDistinct");
    const near = averages.map(([key, of]) => [
      key,
      Object.fromEntries(
        Object.entries(of as Tree).map(([field, value]) => [field, value === null ? null : rounded(Number(value))]),
      ),
    ]);
    return { ...row, ...Object.fromEntries(near) };
  });
}

let compared = 0;
let empty = 0;
after(() => console.log(`${compared} queries compared (${empty} with an empty answer), seeds ${seeds.join(", ")}`));

const cases = seeds.flatMap((seed) => Object.entries(people).map(([person, one]) => ({ seed, person, ...one })));
for (const { seed, person, caller, share } of cases)
  test(
    `${person}: the API and the model answer alike (SEED=${seed} QUERIES=${queries})`,
    { timeout: 300_000 },
    async () => {
      const world: ModelWorld = { collections: declared, rows, views: views[person]! };
      const property = fc.asyncProperty(randomQuery(world), fc.nat(2), async ({ collection, query }, form) => {
        const answer = await ask({ caller, name: collection, query, form });
        const what = `${person} ${collection} ${JSON.stringify(query)}`;
        assert.equal(answer.status, 200, `${what}: ${answer.text}`);
        const expected = listed({ world, collection }, query);
        assert.deepEqual(comparableRows(answer.data), comparableRows(expected), what);
        assert.deepEqual(answer.meta, counted({ world, collection }, query), what);
        compared += 1;
        if (expected.length === 0) empty += 1;
      });
      await fc.assert(property, {
        seed,
        numRuns: Math.max(1, Math.round((queries * share) / seeds.length)),
        includeErrorInReport: true,
      });
    },
  );

test("a model that is wrong would be noticed", async () => {
  const world: ModelWorld = { collections: declared, rows, views: views["platform"]! };
  const blind = { ...world, rows: { ...rows, Branch: rows["Branch"]!.slice(1) } };
  const query: ModelQuery = { fields: ["id", "name"] };
  const answer = await ask({ caller: platform, name: "Branch", query, form: 0 });
  assert.deepEqual(answer.data, listed({ world, collection: "Branch" }, query));
  assert.notDeepEqual(answer.data, listed({ world: blind, collection: "Branch" }, query));
});
