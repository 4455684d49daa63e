// A person's own rows are found by an index, whatever the size of the table: one customer's reads must not depend on
// the number of entries of all vendors. The plans are those of the server's own statements.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findCollection } from "#domain/collections.ts";
import type { Role } from "#domain/access/roles.ts";
import { createPool } from "#server/db/pool.ts";
import { parseQueryString } from "#server/items/query/query.ts";
import { buildListStatement } from "#server/items/read/read.ts";
import { loadSession } from "#server/items/access/session.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, url } = await startApp();
const factories = createFactories(sql);

const entries = 20_000;
const ownByPhone = 12;
const createdEntryCount = 3;
/** A fraction of the table, and far more than a person's own rows. */
const maxRowsTouched = 600;

/** On a busy machine this may take longer than a request may. */
const bulkConnection = createPool(url, { max: 1, statementTimeoutMs: 0 });

const branch = await factories.branch();
const gates: CreatedUser[] = [];
for (let gate = 1; gate <= 40; gate += 1) gates.push(await factories.user("staff", { branch }));
const gateExpression = `(array[${gates.map(({ id }) => `'${id}'`).join(", ")}]::uuid[])[1 + n % ${gates.length}]`;
const phone = "9840055555";
const customer = await factories.user("customer", { contact_number: phone });
const customerWithoutEntries = await factories.user("customer", { contact_number: "9840066666" });
const manager = await factories.user("manager", { branch });
const employee = await factories.user("employee", { branch });

await bulkConnection.unsafe(`
  insert into "Parking_Main_Information" (company, branch, phone_no, vehicle_no, is_person, parking_status_id, status_id, user_created, date_created)
  select ${branch.company}, ${branch.id},
    case when n % ${Math.floor(entries / ownByPhone)} = 1 and n < ${entries / 2 + entries / 3} then '${phone}' else (7000000000 + n % 20000)::text end,
    'TN01' || chr(65 + n % 26) || lpad(n::text, 6, '0'), false, 2, 2, ${gateExpression}, now() - n * interval '1 minute'
  from generate_series(1, ${entries}) n`);
await bulkConnection.unsafe(`
  insert into "Parking_Information" (company, branch, parking_main_info, receipt_no, parking_status_id, is_person, user_created, in_time, out_time, date_created)
  select company, branch, id, 'R' || id, 2, false,
    case when id % ${Math.floor(entries / createdEntryCount)} = 7 then '${customer.id}'::uuid else user_created end,
    date_created, date_created, date_created
  from "Parking_Main_Information" order by id`);
await bulkConnection.unsafe(`update "Parking_Information" set visitor_id = '${employee.id}' where id % 2500 = 3`);
await bulkConnection.unsafe(`
  insert into "Valet_and_Parking_Information" (company, branch, "Vehicle_Number", "Customer_Phone_Number", status_id, token_no, receipt_no, out_time, date_created)
  select company, branch, vehicle_no, phone_no, 6, 'T' || id, 'V' || id, date_created, date_created from "Parking_Main_Information"`);
await bulkConnection`analyze`;
await bulkConnection.end();

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

const countTouchedRows = (node: PlanNode): number => {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const own = node["Node Type"].includes("Scan") ? (node["Actual Rows"] + removed) * node["Actual Loops"] : 0;
  return own + (node.Plans ?? []).reduce((sum, inner) => sum + countTouchedRows(inner), 0);
};

const largeTables = ["Parking_Information", "Parking_Main_Information", "Valet_and_Parking_Information"];
const sequentialScans = (node: PlanNode): string[] => [
  ...(node["Node Type"] === "Seq Scan" && largeTables.includes(node["Relation Name"] ?? "")
    ? [node["Relation Name"]!]
    : []),
  ...(node.Plans ?? []).flatMap(sequentialScans),
];

const toSqlLiteral = (value: unknown): string =>
  value === null ? "null" : `'${Array.isArray(value) ? `{${value.join(",")}}` : String(value).replaceAll("'", "''")}'`;

/** The plan of a list's statement; a prepared statement is planned with or without its values. */
async function explainQuery({
  user,
  list,
  planned,
  rewrite = (text) => text,
}: {
  user: CreatedUser;
  list: string;
  planned: "force_custom_plan" | "force_generic_plan";
  /** Changes the statement, for a control. */
  rewrite?: (text: string) => string;
}): Promise<PlanNode> {
  const [name = "", queryText = ""] = list.split("?");
  const { actor } = (await loadSession({ sql, userId: user.id }))!;
  const query = parseQueryString(queryText);
  const { text, values } = buildListStatement({ collection: findCollection(name)!, actor, query, now: new Date() });
  const literals = values.map(toSqlLiteral);
  const connection = await sql.reserve();
  try {
    await connection.unsafe(`set plan_cache_mode = ${planned}`);
    await connection.unsafe(`prepare explained as ${rewrite(text)}`);
    const provided = literals.length > 0 ? `(${literals.join(", ")})` : "";
    const [row] = await connection.unsafe(`explain (analyze, buffers, format json) execute explained${provided}`);
    return (row!["QUERY PLAN"] as { Plan: PlanNode }[])[0]!.Plan;
  } finally {
    await connection.unsafe("deallocate all");
    await connection.unsafe("reset plan_cache_mode");
    connection.release();
  }
}

const lists: [role: Role, user: CreatedUser, list: string][] = [
  ["customer", customer, "Parking_Information?sort=-id&limit=10&fields=*,parking_main_info.*,branch.name"],
  ["customer", customer, "Parking_Information?sort=-in_time&limit=10&meta=filter_count,total_count"],
  ["customer", customer, "Parking_Information?limit=100&filter[parking_status_id][_in]=1,2,3"],
  ["customer", customer, "Parking_Information?aggregate[count]=*&groupBy=parking_status_id"],
  ["customer", customer, "Parking_Main_Information?sort=-id&limit=10&fields=*,entries.*"],
  ["customer", customer, "Valet_and_Parking_Information?sort=-id&limit=10&meta=*"],
  ["customer", customer, "Parking_Information?sort=parking_main_info.vehicle_no&limit=10"],
  [
    "customer",
    customer,
    "Parking_Information?sort=-parking_main_info.branch.name,parking_main_info.vehicle_no&limit=10",
  ],
  ["customer without entries", customerWithoutEntries, "Parking_Information?sort=-id&limit=10"],
  ["customer without entries", customerWithoutEntries, "Parking_Main_Information?sort=-id&limit=10"],
  ["customer without entries", customerWithoutEntries, "Valet_and_Parking_Information?sort=-id&limit=10"],
  ["employee", employee, "Parking_Information?sort=-id&limit=10&meta=filter_count"],
  ["employee", employee, "Parking_Information?sort=parking_main_info.vehicle_no&limit=10"],
  ["employee", employee, "Parking_Main_Information?sort=-id&limit=10&meta=filter_count"],
].map(([role, user, list]) => [role as Role, user as CreatedUser, list as string]);

describe("a person's own list uses an index", () => {
  for (const planned of ["force_custom_plan", "force_generic_plan"] as const)
    for (const [role, user, list] of lists)
      test(`${role}, ${list}, ${planned}`, async () => {
        const plan = await explainQuery({ user, list, planned });
        assert.deepEqual(sequentialScans(plan), []);
        assert.ok(countTouchedRows(plan) <= maxRowsTouched, `${countTouchedRows(plan)} rows touched`);
      });
});

describe("a branch's list sorted by fields of a relation reads related rows once, not per row and key", () => {
  for (const planned of ["force_custom_plan", "force_generic_plan"] as const)
    for (const sort of ["parking_main_info.vehicle_no", "-parking_main_info.phone_no,parking_main_info.vehicle_no"])
      test(`${sort}, ${planned}`, async () => {
        const plan = await explainQuery({ user: manager, list: `Parking_Information?sort=${sort}&limit=25`, planned });
        const blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
        assert.ok(blocks <= entries / 10, `${blocks} blocks read for ${entries} rows`);
      });
});

describe("a branch's entries that are inside or of today are counted by the index of each", () => {
  const since = new Date(Date.now() - 200 * 60_000).toISOString();
  const filter = JSON.stringify({ _or: [{ parking_status_id: { _eq: 1 } }, { date_created: { _gte: since } }] });
  const list = `Parking_Information?limit=0&meta=filter_count&filter=${encodeURIComponent(filter)}`;

  for (const planned of ["force_custom_plan", "force_generic_plan"] as const)
    test(planned, async () => {
      const rows = countTouchedRows(await explainQuery({ user: manager, list, planned }));
      assert.ok(rows <= maxRowsTouched, `${rows} rows touched`);
    });

  test("control: with open ranges a plan without the values reads all entries of the branch", async () => {
    const openRanges = (text: string): string =>
      text.replaceAll(/between (\$\d+::bigint) and \$\d+::bigint/g, "= $1").replaceAll(/ and \S+ <= 'infinity'/g, "");
    const plan = await explainQuery({ user: manager, list, planned: "force_generic_plan", rewrite: openRanges });
    assert.ok(countTouchedRows(plan) >= entries, `${countTouchedRows(plan)} rows touched`);
  });
});

test("the list contains rows by phone and by creator, each once and in order", async () => {
  const expected = await sql<{ id: number }[]>`
    select p.id from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    where m.phone_no = ${phone} or p.user_created = ${customer.id} order by p.id desc`;
  assert.ok(expected.length >= ownByPhone / 2 + createdEntryCount);
  const caller = await asUser(customer);
  const response = await caller.get("/items/Parking_Information?sort=-id&limit=-1&fields=id&meta=*");
  assert.deepEqual(
    response.data.map(({ id }: { id: number }) => id),
    expected.map(({ id }) => id),
  );
  assert.deepEqual(response.meta, { total_count: expected.length, filter_count: expected.length });
});
