// Listings are found by indexes, however many branches there are. The plans are those of the server's own statements.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseListingAddress } from "#domain/site/listing-address.ts";
import type { ListingSearch } from "#domain/site/site-data.ts";
import { tariffSchema } from "#domain/tariffs/tariff.ts";
import { createPool } from "#server/db/pool.ts";
import { findBranches, readListing } from "#server/features/site/listing.ts";
import { buildSimilarWordsStatement } from "#server/features/site/listing-conditions.ts";
import {
  buildListingStatement,
  buildPositionsStatement,
  listingPageSize,
  maxFreeBranches,
} from "#server/features/site/listing-statement.ts";
import { buildPlaceNamesStatement } from "#server/features/site/places.ts";
import { countStatements } from "#tests/support/count-statements.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { sql, url } = await createTestDatabase();
const branches = 2_000;
const cities = 50;
const now = new Date("2026-11-18T04:30:00Z");

/** On a busy machine this may take longer than a request may. */
const bulkConnection = createPool(url, { max: 1, statementTimeoutMs: 0 });
const names = "(array['Anna', 'Gandhi', 'Nehru', 'Usman', 'Church', 'Temple', 'Station', 'Market', 'Lake', 'Garden'])";
const tariff = tariffSchema.parse({
  plans: [
    { name: "Standard", rates: [{ vehicle_type: null, lines: [{ kind: "each", to: null, step: 60, amount: 2_000 }] }] },
  ],
});
await bulkConnection.unsafe(`
  insert into "Areas" (area_name, city, state)
    select 'Area ' || n || ' ' || ${names}[1 + n % 10], 'City ' || n % ${cities}, 'State ' || n % 10 from generate_series(0, ${cities * 4 - 1}) n;
  insert into "Companies" (name, slug, status, company_type)
    select ${names}[1 + n % 10] || ' Parking ' || n, 'company-' || n, 'published', 'single_organization' from generate_series(1, ${branches / 4}) n;
  insert into "Branch" (company, name, slug, status, entity_type, is_parking, city, state, area, pincode, address, latitude, longitude, amenities)
    select c.id, ${names}[1 + n % 7] || ' Road ' || n, 'branch-' || n, case when n % 40 = 0 then 'draft' else 'published' end, 'commercial', true,
      'City ' || n % ${cities}, 'State ' || n % 10, a.id, (600000 + n % 900)::text, n || ' Main Road', (8 + n % 20 + n / 10000.0)::numeric(9, 6)::text,
      (70 + n % ${cities} / 3.0 + n / 10000.0)::numeric(9, 6)::text, case when n % 3 = 0 then '["Covered"]'::jsonb else '[]' end
    from generate_series(1, ${branches}) n join "Companies" c on c.slug = 'company-' || (1 + n % ${branches / 4})
      join "Areas" a on a.area_name = 'Area ' || n % ${cities * 4} || ' ' || ${names}[1 + n % ${cities * 4} % 10];
  insert into "Slot_Blocks" (branch, service, zone_or_block, slot_prefix, total_slots) select id, 'is_parking', 'A', 'A', 20 from "Branch";
  insert into "Tariff_Versions" (branch, service, number, starts_at, tariff)
    select id, 'is_parking', 1, '2026-01-01', '${JSON.stringify(tariff)}' from "Branch"`);
await bulkConnection`analyze`;
await bulkConnection.end();

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

type PlanMode = "force_custom_plan" | "force_generic_plan";

const toSqlLiteral = (value: unknown): string =>
  value === null ? "null" : `'${Array.isArray(value) ? `{${value.join(",")}}` : String(value).replaceAll("'", "''")}'`;

function parseAddress(address: string): ListingSearch {
  const [path = "", query = ""] = address.split("?");
  const search = parseListingAddress({ path, query: new URLSearchParams(query), now });
  assert.ok(search, address);
  return search;
}

const explain = (address: string, mode: PlanMode): Promise<PlanNode[]> =>
  explainStatement(buildListingStatement({ search: parseAddress(address), now }), mode);

async function explainStatement(
  { text, values }: { text: string; values: readonly unknown[] },
  mode: PlanMode,
): Promise<PlanNode[]> {
  const connection = await sql.reserve();
  try {
    await connection.unsafe(`set plan_cache_mode = ${mode}`);
    await connection.unsafe(`prepare explained as ${text}`);
    const [row] = await connection.unsafe<{ "QUERY PLAN": { Plan: PlanNode }[] }[]>(
      `explain (analyze, format json) execute explained(${values.map(toSqlLiteral).join(", ")})`,
    );
    return listNodes(row!["QUERY PLAN"][0]!.Plan);
  } finally {
    await connection.unsafe("deallocate explained");
    await connection.unsafe("reset plan_cache_mode");
    connection.release();
  }
}

const countRows = (nodes: readonly PlanNode[], relation: string): number =>
  nodes
    .filter((node) => node["Relation Name"] === relation)
    .reduce(
      (sum, node) => sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    );

/** Far less than the branches, and more than a place has: they are read once to find them and once to show them. */
const maxRowsRead = branches / 4;
const listings: [name: string, address: string][] = [
  ["a city", "/parking/commercial/state-3/city-3"],
  ["a city by price", "/parking/commercial/state-3/city-3?sort=price"],
  ["an area", "/parking/commercial/state-3/city-3/area-3-usman"],
  ["free and covered in a city", "/parking/commercial/state-3/city-3?filter=free&filter=covered"],
  ["what is near", "/parking?lat=11.03&lng=71.03&sort=distance"],
  ["a PIN code", "/parking?q=600017"],
];

describe("a listing reads the branches of its place, and no others", () => {
  for (const mode of ["force_custom_plan", "force_generic_plan"] as const)
    for (const [name, address] of listings)
      test(`${name}, ${mode}`, async () => {
        const nodes = await explain(address, mode);
        const tables = ["Branch", "site_branches"];
        const scans = nodes.filter(
          (node) => node["Node Type"] === "Seq Scan" && tables.includes(node["Relation Name"] ?? ""),
        );
        assert.equal(scans.length, 0);
        for (const table of tables) {
          const rows = countRows(nodes, table);
          assert.ok(rows <= maxRowsRead, `${rows} rows of ${table} read`);
        }
      });
});

describe("the names of a place come from its branches, and only of one without a branch from the list of areas", () => {
  for (const mode of ["force_custom_plan", "force_generic_plan"] as const)
    test(mode, async () => {
      const readsOf = async (address: string): Promise<number[]> => {
        const nodes = await explainStatement(buildPlaceNamesStatement(parseAddress(address)), mode);
        return ["site_branches", "Areas", "postal_places"].map((table) => countRows(nodes, table));
      };
      assert.deepEqual(await readsOf("/parking/commercial/state-3/city-3"), [1, 0, 0]);
      await sql`insert into "Areas" (area_name, city, state) values ('Area', 'Empty', 'State 3') on conflict do nothing`;
      assert.deepEqual(await readsOf("/parking/commercial/state-3/empty"), [0, 1, 0]);
    });
});

describe("similar words are found by their index", () => {
  for (const mode of ["force_custom_plan", "force_generic_plan"] as const)
    test(mode, async () => {
      const nodes = await explainStatement(buildSimilarWordsStatement(["usmn", "strt"]), mode);
      assert.ok(nodes.some((node) => node["Index Name"] === "site_words_similar_idx"));
    });
});

test("a listing finds its branches", async () => {
  const nodes = await explain("/parking/commercial/state-3/city-3", "force_custom_plan");
  assert.ok(nodes.some((node) => node["Index Name"] === "site_branches_places_idx"));
  assert.ok(countRows(nodes, "site_branches") >= 20);
});

test("positions are read only of as many branches as are cached", async () => {
  const search = parseListingAddress({
    path: "/parking",
    query: new URLSearchParams("sort=distance&lat=12.05&lng=71.05"),
    now,
  });
  assert.ok(search);
  const readPositions = async (margin: number): Promise<unknown[] | null> => {
    const { text, values } = buildPositionsStatement({ search, margin, now });
    const [read] = await sql.unsafe<{ positions: unknown[] | null }[]>(text, values);
    return read!.positions;
  };
  const near = await readPositions(0.05);
  assert.ok(near && near.length > 0 && near.length < branches / 10);
  assert.equal(await readPositions(40), null);
});

async function readPage(query: string) {
  const search = parseListingAddress({ path: "/parking/commercial", query: new URLSearchParams(query), now });
  assert.ok(search);
  const result = await readListing({ sql, search, now });
  assert.ok(result.kind === "page");
  return result.page;
}

describe("free slots are counted only of as many branches as are listed and counted", () => {
  for (const mode of ["force_custom_plan", "force_generic_plan"] as const)
    for (const query of ["", "&q=road", "&lat=11.03&lng=71.03&sort=distance"])
      test(`${query || "by name"}, ${mode}`, async () => {
        const nodes = await explain(`/parking?filter=free${query}`, mode);
        // Those counted, those searched for the page, and those shown on it.
        const rows = countRows(nodes, "Slot_Blocks");
        assert.ok(rows <= maxFreeBranches + 1 + 2 * listingPageSize, `slots of ${rows} branches counted`);
      });
});

test("more places with free slots than are counted", async () => {
  const full = branches / 2;
  await sql`update "Slot_Blocks" set total_slots = 0 where branch in (select id from "Branch" order by name limit ${full})`;
  try {
    const byName = await readPage("filter=free&page=2");
    assert.deepEqual([byName.total, byName.hasUncounted], [maxFreeBranches, true]);
    const names = byName.branches.map(({ name }) => name);
    const expected = await sql<{ name: string }[]>`
      select b.name from "Branch" b join site_branches s on s.branch = b.id join "Slot_Blocks" k on k.branch = b.id
      where k.total_slots > 0 order by s.sorted_name, b.id limit 20 offset 20`;
    assert.deepEqual(
      names,
      [...expected].map(({ name }) => name),
    );
    const [city] = await sql<{ count: number }[]>`
      select count(*)::int as count from site_branches s join "Slot_Blocks" k on k.branch = s.branch
      where s.city_name = 'City 3' and k.total_slots > 0`;
    const search = parseListingAddress({
      path: "/parking/commercial/state-3/city-3",
      query: new URLSearchParams("filter=free&sort=price"),
      now,
    });
    const result = await readListing({ sql, search: search!, now });
    assert.ok(result.kind === "page" && city!.count > 0);
    assert.deepEqual(
      [result.page.total, result.page.hasUncounted, result.page.sortedBy],
      [city!.count, false, "price"],
    );
  } finally {
    await sql`update "Slot_Blocks" set total_slots = 20`;
  }
});

test("too many branches to price are sorted by name, by the same statement, and say so", async () => {
  const { counted, count } = countStatements(sql);
  const search = parseListingAddress({ path: "/parking/commercial", query: new URLSearchParams("sort=price"), now });
  const { sortedBy, branches: found } = await findBranches({ sql: counted, search: search!, now });
  assert.deepEqual([count(), sortedBy, found.length], [1, "name", 20]);
  const byPrice = await readPage("sort=price&page=3");
  assert.equal(byPrice.sortedBy, "name");
  assert.deepEqual(byPrice.branches, (await readPage("page=3")).branches);
  assert.deepEqual([byPrice.branches.length, byPrice.total], [20, branches - branches / 40]);
});

test("control: without the index of places the listing of a city reads all branches", async () => {
  const definition = "site_branches_places_idx";
  const [index] = await sql<{ text: string }[]>`select pg_get_indexdef(${definition}::regclass) as text`;
  await sql.unsafe(`drop index ${definition}`);
  try {
    const nodes = await explain("/parking/commercial/state-3/city-3", "force_custom_plan");
    assert.ok(countRows(nodes, "site_branches") >= branches / 2);
  } finally {
    await sql.unsafe(index!.text);
  }
});
