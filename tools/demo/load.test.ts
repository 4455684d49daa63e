import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Collection, Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { Users } from "#domain/collections/users.ts";
import { ValetAndParkingInformation } from "#domain/collections/valet-and-parking-information.ts";
import { fieldError } from "#domain/fields.ts";
import { isSettled, owedBy } from "#domain/rules/payment.ts";
import type { Sql } from "#server/db/pool.ts";
import { fromDatabase } from "#server/items/values.ts";
import { isPassword } from "#server/services/secrets.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { loadDemo, loadVisits } from "#tools/demo/load.ts";
import { demoLogIns, demoPassword } from "#tools/demo/people.ts";

const now = new Date("2026-11-21T09:30:00Z");
const secret = "a-secret-for-tests-that-is-long-enough";
const { sql } = await freshDatabase();
const { sql: small } = await freshDatabase();
const { sql: twin } = await freshDatabase();

before(async () => {
  const given = { log: () => {}, now, secret };
  await loadDemo({ ...given, sql });
  for (const at of [small, twin]) await loadDemo({ ...given, sql: at, visits: 1000 });
});

async function count(query: Promise<readonly Row[]>): Promise<number> {
  const [row] = await query;
  return Number(row!["count"]);
}

/** Relations that point to nothing, for every foreign key there is. */
async function lostRelations(at: Sql): Promise<string[]> {
  const keys = await at<{ child: string; field: string; parent: string }[]>`
    select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent, a.attname as field
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1] where k.contype = 'f'`;
  assert.ok(keys.length > 80);
  const lost: string[] = [];
  for (const { child, field, parent } of keys) {
    const found = await at.unsafe(
      `select 1 from ${child} c where c."${field}" is not null and not exists (select 1 from ${parent} p where p.id = c."${field}") limit 1`,
    );
    if (found.length > 0) lost.push(`${child}.${field}`);
  }
  return lost;
}

/** Days on which a branch's receipts are not 1, 2, 3 … up to its counter. */
async function receiptGaps(at: Sql): Promise<number> {
  return count(at`
    with entries as (
      select branch, receipt_no, date_created from "Parking_Information"
      union all select branch, receipt_no, date_created from "Valet_and_Parking_Information"),
    days as (
      select p.branch, (p.date_created at time zone b.time_zone)::date as day, count(*) as given,
        count(distinct split_part(receipt_no, '-', 2)) as different, max(split_part(receipt_no, '-', 2)::int) as last,
        bool_and(receipt_no ~ ('^(G[PV])?' || to_char(p.date_created at time zone b.time_zone, 'YYYYMMDD') || '-[1-9][0-9]*$')) as is_dated
      from entries p join "Branch" b on b.id = p.branch group by 1, 2)
    select count(*) from days full join (select branch, day, value from counters where name = 'receipt') c using (branch, day)
    where given is distinct from value or different <> given or last <> given or not is_dated`);
}

/** Visits whose time in a slot overlaps with another's in the same one. */
async function sharedSlots(at: Sql): Promise<number> {
  return count(at`
    with stays as (
      select slot_no, in_time, lag(coalesce(out_time, 'infinity')) over (partition by branch, slot_prefix, slot_no order by in_time) as free_since
      from "Parking_Information" where slot_no > 0 and in_time is not null)
    select count(*) from stays where free_since > in_time`);
}

async function entries(at: Sql, table: string): Promise<Row[]> {
  return at<Row[]>`select * from ${at(table)} order by md5(id::text) limit 1500`;
}

test("the demo is as large as it says", async () => {
  assert.equal(await count(sql`select count(*) from "Parking_Information" where parking_status_id = 2`), 20_000);
  assert.equal(await count(sql`select count(*) from "Companies"`), 8);
  assert.equal(await count(sql`select count(*) from "Branch" where status = 'published'`), 14);
  assert.equal(await count(sql`select count(*) from "Branch" where status = 'draft'`), 1);
  assert.ok(
    (await count(
      sql`select count(*) from "Parking_Information" where parking_status_id = 1 and in_time > ${now}::timestamptz - interval '10 hours'`,
    )) > 100,
  );
  assert.ok(
    (await count(sql`select count(*) from "Parking_Information" where parking_status_id = 3 and is_invited`)) > 10,
  );
  assert.ok(
    (await count(
      sql`select count(*) from "Parking_Main_Information" where is_waiting_for_approve and parking_status_id = 3`,
    )) >= 4,
  );
  assert.ok((await count(sql`select count(distinct status_id) from "Valet_and_Parking_Information"`)) === 6);
});

test("every row points to rows that are there", async () => {
  assert.deepEqual(await lostRelations(sql), []);
});

test("receipts are numbered without a gap for every branch and day, and the counter follows", async () => {
  assert.equal(await receiptGaps(sql), 0);
  const [{ branch, day }] =
    (await sql`select branch, day from counters where name = 'receipt' and value > 3 order by branch, day limit 1`) as unknown as [
      Row,
    ];
  await sql`update counters set value = value + 1 where branch = ${branch as number} and day = ${day as string}::date and name = 'receipt'`;
  assert.equal(await receiptGaps(sql), 1, "the check itself sees a gap");
  await sql`update counters set value = value - 1 where branch = ${branch as number} and day = ${day as string}::date and name = 'receipt'`;
});

test("no two cars stand in one slot", async () => {
  assert.ok((await count(sql`select count(*) from "Parking_Information" where slot_no > 0`)) > 15_000);
  assert.equal(await sharedSlots(sql), 0);
});

test("a vehicle is inside at most once, and its standing record says where its visit stands", async () => {
  assert.equal(
    await count(sql`select count(*) from "Parking_Main_Information" m where parking_status_id = 1
      and 1 <> (select count(*) from "Parking_Information" p where p.parking_main_info = m.id and p.parking_status_id = 1)`),
    0,
  );
  assert.equal(
    await count(sql`select count(*) from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
      where m.parking_type = 'single_time' and (m.parking_status_id <> p.parking_status_id or m.branch <> p.branch or m.is_person <> p.is_person)`),
    0,
  );
});

test("times run forwards and none but invites and passes lie ahead", async () => {
  assert.equal(
    await count(sql`select count(*) from "Parking_Information" where in_time < date_created or out_time < in_time
      or out_time > ${now} or in_time > ${now} or paid_at > ${now} or date_created > ${now}`),
    0,
  );
  assert.equal(
    await count(
      sql`select count(*) from "Valet_and_Parking_Information" where out_time <= in_time or out_time > ${now} or date_updated > ${now}`,
    ),
    0,
  );
});

for (const collection of [ParkingInformation, ValetAndParkingInformation] as unknown as Collection[])
  test(`${collection.name}: amounts are the tariff's arithmetic, and who has gone has settled`, async () => {
    for (const stored of await entries(sql, collection.name)) {
      const entry = fromDatabase(collection, stored);
      if (entry["out_time"] === null) continue;
      const owed = owedBy({ entry, now });
      assert.equal(entry["actual_amount"], owed.actual, `entry ${String(entry["id"])}`);
      assert.equal(entry["total_amount"], owed.total);
      assert.equal(entry["extended_amount"], 0);
      assert.ok(isSettled({ entry, now }));
      if (entry["payment_status"] === "paid") assert.ok((entry["paid_amount"] as number) >= owed.total);
    }
  });

test("the sums of money agree", async () => {
  const [row] = await sql`select sum(total_amount) as total, sum(paid_amount) as paid,
      sum(greatest(0, actual_amount + additional_charge - deduction_charge)) as made
    from "Parking_Information" where parking_status_id = 2`;
  assert.ok(row!["total"] > 500_000);
  assert.equal(row!["made"], row!["total"]);
  assert.equal(row!["paid"], row!["total"]);
});

test("every value holds what its field asks for", async () => {
  for (const collection of [ParkingInformation, ValetAndParkingInformation, Users] as unknown as Collection[])
    for (const stored of await entries(sql, collection.name))
      for (const [name, field] of Object.entries(collection.fields)) {
        if (field.kind === "many" || field.kind === "secret") continue;
        assert.equal(
          fieldError({ name, field, value: stored[name] }),
          undefined,
          `${collection.name}.${name}: ${String(stored[name])}`,
        );
      }
});

test("every visit has its history, from its first state to its last", async () => {
  assert.equal(
    await count(sql`select count(*) from "Parking_Information" p where p.parking_status_id is distinct from
      (select status_id from "Parking_History" h where h.parking_information = p.id order by h.date_created desc, h.id desc limit 1)`),
    0,
  );
});

test("everybody in the table of log-ins is there, with the password", async () => {
  const users = await sql<
    { email: string; password: string }[]
  >`select email, password from users where email = any(${demoLogIns.map(({ email }) => email)})`;
  assert.equal(users.length, demoLogIns.length);
  assert.equal(new Set(demoLogIns.map(({ role }) => role)).size, demoLogIns.length);
  assert.ok(await isPassword({ password: demoPassword, hashed: users[0]!.password }));
});

test("the same seed and time give the same rows", async () => {
  for (const table of [
    "Branch",
    "Parking_Main_Information",
    "Parking_Information",
    "Parking_History",
    "Valet_and_Parking_Information",
    "users",
    "counters",
  ]) {
    const print = (at: Sql) =>
      at`select md5(string_agg(md5((to_jsonb(t) - 'password')::text), '' order by (to_jsonb(t) - 'password')::text)) as sum from ${at(table)} t`;
    assert.deepEqual(await print(small), await print(twin), table);
  }
});

test("visits can be added by the portion, and everything still holds", async () => {
  const branches = (
    await twin<{ id: number }[]>`select id from "Branch" where is_parking and status = 'published'`
  ).map(({ id }) => id);
  await loadVisits({ sql: twin, branches, count: 4_000, portion: 2_500, until: now, seed: "more" });
  assert.equal(await count(twin`select count(*) from "Parking_Information" where parking_status_id = 2`), 5_000);
  assert.equal(await receiptGaps(twin), 0);
  assert.deepEqual(await lostRelations(twin), []);
  const repeated = await twin<
    Row[]
  >`select * from "Parking_Information" where out_time is not null order by md5(id::text) limit 3000`;
  for (const stored of repeated) {
    const entry = fromDatabase(ParkingInformation as unknown as Collection, stored);
    assert.equal(entry["total_amount"], owedBy({ entry, now }).total);
  }
});
