import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { Users } from "#domain/people/users.collection.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { isSettled, computeBalance } from "#domain/payments/payment.ts";
import type { Sql } from "#server/db/pool.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { verifyPassword } from "#server/auth/password-hash.ts";
import { hashCode } from "#server/auth/secrets.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { loadDemo, loadMorePastEntries } from "#tools/demo/load.ts";
import { demoLogIns, demoPassword, firstDemoPin } from "#tools/demo/people.ts";

const now = new Date("2026-11-21T09:30:00Z");
const secret = "a-secret-for-tests-that-is-long-enough";
const { sql } = await createTestDatabase();
const { sql: smallDemo } = await createTestDatabase();
const { sql: twinDemo } = await createTestDatabase();

before(async () => {
  const options = { log: () => {}, now, secret };
  await loadDemo({ ...options, sql });
  for (const database of [smallDemo, twinDemo]) await loadDemo({ ...options, sql: database, pastEntries: 1000 });
});

async function count(query: Promise<readonly Row[]>): Promise<number> {
  const [row] = await query;
  return Number(row!["count"]);
}

/** Finds relations without target row, for every foreign key. */
async function findLostRelations(database: Sql): Promise<string[]> {
  const keys = await database<{ child: string; field: string; parent: string }[]>`
    select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent, a.attname as field
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1] where k.contype = 'f'`;
  assert.ok(keys.length > 80);
  const lostKeys: string[] = [];
  for (const { child, field, parent } of keys) {
    const rows = await database.unsafe(
      `select 1 from ${child} c where c."${field}" is not null and not exists (select 1 from ${parent} p where p.id = c."${field}") limit 1`,
    );
    if (rows.length > 0) lostKeys.push(`${child}.${field}`);
  }
  return lostKeys;
}

test("a branch whose area is requested has none until the request is decided", async () => {
  const rows = await smallDemo`
    select b.area, b.area_request = r.id as "isOfBranch" from "Area_Request_List" r join "Branch" b on b.id = r.area_request_branch_id
    where r.status = 'draft'`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ area: null, isOfBranch: true }],
  );
});

/** Counts days on which the receipts of a branch are not 1, 2, 3 … up to its counter. */
async function countReceiptGaps(database: Sql): Promise<number> {
  return count(database`
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

/** Counts entries that overlap with another one in the same slot. */
async function countSharedSlots(database: Sql): Promise<number> {
  return count(database`
    with stays as (
      select slot_no, in_time, lag(coalesce(out_time, 'infinity')) over (partition by branch, slot_prefix, slot_no order by in_time) as free_since
      from "Parking_Information" where slot_no > 0 and in_time is not null)
    select count(*) from stays where free_since > in_time`);
}

async function readSample(database: Sql, table: string): Promise<Row[]> {
  return database<Row[]>`select * from ${database(table)} order by md5(id::text) limit 1500`;
}

test("loads the expected number of rows", async () => {
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

test("the platform has its company data for the legal pages", async () => {
  const filled = sql`select count(*) from "Configuration_Settings"
    where legal_name is not null and legal_address is not null and support_phone is not null and support_email is not null`;
  assert.equal(await count(filled), 1);
});

test("leaves no relation without target row", async () => {
  assert.deepEqual(await findLostRelations(sql), []);
});

test("numbers receipts without gaps per branch and day, in line with the counter", async () => {
  assert.equal(await countReceiptGaps(sql), 0);
  const [{ branch, day }] =
    (await sql`select branch, day from counters where name = 'receipt' and value > 3 order by branch, day limit 1`) as unknown as [
      Row,
    ];
  await sql`update counters set value = value + 1 where branch = ${branch as number} and day = ${day as string}::date and name = 'receipt'`;
  assert.equal(await countReceiptGaps(sql), 1, "the check detects a gap");
  await sql`update counters set value = value - 1 where branch = ${branch as number} and day = ${day as string}::date and name = 'receipt'`;
});

test("assigns each slot to one vehicle at a time", async () => {
  assert.ok((await count(sql`select count(*) from "Parking_Information" where slot_no > 0`)) > 15_000);
  assert.equal(await countSharedSlots(sql), 0);
});

test("keeps each vehicle inside at most once, with the visitor record in the state of its entry", async () => {
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

test("writes times in order, and none in the future except those of invites and passes", async () => {
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
  test(`computes amounts of ${collection.name} by the tariff and settles every checked-out entry`, async () => {
    for (const stored of await readSample(sql, collection.name)) {
      const entry = fromDatabase(collection, stored);
      if (entry["out_time"] === null) continue;
      const balance = computeBalance({ entry, now });
      assert.equal(entry["actual_amount"], balance.actual, `entry ${String(entry["id"])}`);
      assert.equal(entry["total_amount"], balance.total);
      assert.equal(entry["extended_amount"], 0);
      assert.ok(isSettled({ entry, now }));
      if (entry["payment_status"] === "paid") assert.ok((entry["paid_amount"] as number) >= balance.total);
    }
  });

test("writes consistent sums of money", async () => {
  const [row] = await sql`select sum(total_amount) as total, sum(paid_amount) as paid,
      sum(greatest(0, actual_amount + additional_charge - deduction_charge)) as computed
    from "Parking_Information" where parking_status_id = 2`;
  assert.ok(row!["total"] > 500_000);
  assert.equal(row!["computed"], row!["total"]);
  assert.equal(row!["paid"], row!["total"]);
});

test("writes a payment for each amount that was received, and counts the cash of earlier days in a shift", async () => {
  for (const [table, relation] of [
    ["Parking_Information", "parking_information"],
    ["Valet_and_Parking_Information", "valet_and_parking_information"],
  ] as const)
    assert.equal(
      await count(sql`select count(*) from ${sql(table)} e
        where coalesce(e.paid_amount, 0) <> (select coalesce(sum(p.amount), 0) from payments p where p.${sql(relation)} = e.id)`),
      0,
      table,
    );
  assert.ok((await count(sql`select count(*) from payments where mode = 'cash'`)) > 1_000);
  assert.ok((await count(sql`select count(*) from payments where mode = 'online'`)) > 1_000);
  assert.equal(await count(sql`select count(*) from payments where (mode = 'cash') <> (shift is not null)`), 0);
  assert.equal(
    await count(sql`select count(*) from cash_shifts s where s.closed_at is not null and s.expected <>
      (select sum(p.amount) from payments p where p.shift = s.id)`),
    0,
  );
  assert.ok((await count(sql`select count(*) from cash_shifts where difference < 0`)) > 0);
});

test("writes only values that are valid for their field", async () => {
  for (const collection of [ParkingInformation, ValetAndParkingInformation, Users] as unknown as Collection[])
    for (const stored of await readSample(sql, collection.name))
      for (const [name, field] of Object.entries(collection.fields)) {
        if (field.kind === "many" || field.kind === "secret") continue;
        assert.equal(
          checkField({ name, field, value: stored[name] }),
          undefined,
          `${collection.name}.${name}: ${String(stored[name])}`,
        );
      }
});

test("writes the history of every entry up to its current state", async () => {
  assert.equal(
    await count(sql`select count(*) from "Parking_Information" p where p.parking_status_id is distinct from
      (select status_id from "Parking_History" h where h.parking_information = p.id order by h.date_created desc, h.id desc limit 1)`),
    0,
  );
});

test("creates every user of the table of log-ins with the password", async () => {
  const users = await sql<
    { email: string; password: string }[]
  >`select email, password from users where email = any(${demoLogIns.map(({ email }) => email)})`;
  assert.equal(users.length, demoLogIns.length);
  assert.equal(new Set(demoLogIns.map(({ role }) => role)).size, demoLogIns.length);
  assert.ok(await verifyPassword({ password: demoPassword, hashed: users[0]!.password }));
  const [staff] = await sql`select pin_number from users where email = 'staff.tnagar@saravana.example'`;
  assert.equal(staff!["pin_number"], hashCode({ code: String(firstDemoPin), key: secret }));
});

test("writes the same rows for the same seed and time", async () => {
  for (const table of [
    "Branch",
    "Parking_Main_Information",
    "Parking_Information",
    "Parking_History",
    "Valet_and_Parking_Information",
    "users",
    "counters",
    "payments",
    "cash_shifts",
  ]) {
    const computeChecksum = (database: Sql) =>
      database`select md5(string_agg(md5((to_jsonb(t) - 'password')::text), '' order by (to_jsonb(t) - 'password')::text)) as sum from ${database(table)} t`;
    assert.deepEqual(await computeChecksum(smallDemo), await computeChecksum(twinDemo), table);
  }
});

test("adds consistent entries in batches", async () => {
  const branches = (
    await twinDemo<{ id: number }[]>`select id from "Branch" where is_parking and status = 'published'`
  ).map(({ id }) => id);
  await loadMorePastEntries({ sql: twinDemo, branches, count: 4_000, maxBatchSize: 2_500, until: now, seed: "more" });
  assert.equal(await count(twinDemo`select count(*) from "Parking_Information" where parking_status_id = 2`), 5_000);
  assert.equal(await countReceiptGaps(twinDemo), 0);
  assert.deepEqual(await findLostRelations(twinDemo), []);
  const repeated = await twinDemo<
    Row[]
  >`select * from "Parking_Information" where out_time is not null order by md5(id::text) limit 3000`;
  for (const stored of repeated) {
    const entry = fromDatabase(ParkingInformation as unknown as Collection, stored);
    assert.equal(entry["total_amount"], computeBalance({ entry, now }).total);
  }
});

test("parks vehicles only in blocks for their type", async () => {
  const typed = sql`from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    join "Slot_Blocks" s on s.branch = p.branch and s.service = 'is_parking' and s.slot_prefix = p.slot_prefix
    where p.slot_no > 0 and jsonb_array_length(s.vehicle_types) > 0`;
  assert.ok((await count(sql`select count(*) ${typed}`)) > 100);
  assert.equal(await count(sql`select count(*) ${typed} and not s.vehicle_types @> to_jsonb(m.vehicle_type)`), 0);
});
