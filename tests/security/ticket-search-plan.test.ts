// The header search finds a branch's tickets by indexes, whatever their number: the plans are those of the server's own
// statements, and a control without the index shows what they would read otherwise.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseSearchTerm } from "#domain/valet/header-search.ts";
import { createPool } from "#server/db/pool.ts";
import { buildTicketSearch } from "#server/features/valet/find-tickets.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql, url } = await startApp();
const factories = createFactories(sql);
const tickets = 100_000;
/** A fraction of the table, and more than any of the searches matches. */
const maxRowsTouched = 500;
const searchIndex = "Valet_and_Parking_Information_search_idx";

/** On a busy machine this may take longer than a request may. */
const bulkConnection = createPool(url, { max: 1, statementTimeoutMs: 0 });
const branch = await factories.branch();
const staff = await asUser(await factories.user("staff", { branch }));
// An index of trigrams is built faster than it is extended row by row.
const [index] = await sql<
  { definition: string }[]
>`select pg_get_indexdef(${`"${searchIndex}"`}::regclass) as definition`;
await bulkConnection.unsafe(`drop index "${searchIndex}"`);
await bulkConnection.unsafe(`
  insert into "Valet_and_Parking_Information" (company, branch, "Vehicle_Number", "Customer_Phone_Number", "Customer_Name", status_id, token_no, receipt_no, out_time, date_created)
  select ${branch.company}, ${branch.id}, 'TN' || lpad((n / 10000)::text, 2, '0') || 'AB' || lpad((n % 10000)::text, 4, '0'), (7000000000 + n)::text,
    'Guest ' || n % 997 || case when n % 25000 = 7 then ' Kathiravan' else '' end, 6, 'T' || n, '26112300-' || n, now(), now() - n * interval '1 minute'
  from generate_series(1, ${tickets}) n`);
await bulkConnection.unsafe(index!.definition);
await bulkConnection`analyze`;
await bulkConnection.end();

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

const countTouchedRows = (node: PlanNode): number => {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const own = node["Relation Name"] ? (node["Actual Rows"] + removed) * node["Actual Loops"] : 0;
  return own + (node.Plans ?? []).reduce((sum, inner) => sum + countTouchedRows(inner), 0);
};

type PlanMode = "force_custom_plan" | "force_generic_plan";

/** The rows of the table that a search reads; without the index, if `isWithoutIndex`. */
async function countRowsOfSearch(input: string, mode: PlanMode, isWithoutIndex = false): Promise<number> {
  const term = parseSearchTerm(input);
  assert.ok(typeof term === "object", input);
  const { text, values } = buildTicketSearch({ branch: branch.id, term, codeHashes: ["unknown"] });
  const literals = values.map((value) => `'${Array.isArray(value) ? `{${value.join(",")}}` : value}'`);
  const connection = await sql.reserve();
  try {
    await connection.unsafe("begin");
    if (isWithoutIndex) await connection.unsafe(`drop index "${searchIndex}"`);
    await connection.unsafe(`set local plan_cache_mode = ${mode}`);
    await connection.unsafe(`prepare explained as ${text}`);
    const [row] = await connection.unsafe(`explain (analyze, format json) execute explained(${literals.join(", ")})`);
    return countTouchedRows((row!["QUERY PLAN"] as { Plan: PlanNode }[])[0]!.Plan);
  } finally {
    await connection.unsafe("rollback");
    await connection.unsafe("deallocate all");
    connection.release();
  }
}

const searches = {
  "the last digits of plates": "4321",
  "a part of a name": "kathir",
  "a name that no ticket has": "Nobody Here",
  "a vehicle number": "TN03AB4321",
  "a phone number": "7000004321",
  "a receipt number": "26112300-4321",
  "a token without its prefix": "54321",
  "a token with its prefix": "T54321",
};

describe("a search reads the rows that match, and no others", () => {
  for (const mode of ["force_custom_plan", "force_generic_plan"] as const)
    for (const [name, input] of Object.entries(searches))
      test(`${name}, ${mode}`, async () => {
        const rows = await countRowsOfSearch(input, mode);
        assert.ok(rows <= maxRowsTouched, `${rows} rows read`);
      });
});

test("control: without the index the searches by a part read all tickets of the branch", async () => {
  for (const input of ["4321", "kathir"])
    assert.ok((await countRowsOfSearch(input, "force_custom_plan", true)) >= tickets, input);
});

test("finds every ticket that matches, the newest first", async () => {
  for (const [input, column] of [
    ["4321", "Vehicle_Number"],
    ["kathir", "Customer_Name"],
  ] as const) {
    const expected = await sql<{ id: number }[]>`
      select id from "Valet_and_Parking_Information" where ${sql(column)} ilike ${column === "Vehicle_Number" ? "%4321" : "%kathir%"}
      order by id desc`;
    assert.ok(expected.length >= 4 && expected.length <= 20, input);
    const response = await staff.get(`/actions/valet/find?text=${input}`);
    assert.deepEqual(
      response.data,
      expected.map(({ id }) => id),
    );
  }
});
