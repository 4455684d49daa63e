// §2 Figures by branch and day equal the rows they are made of, whatever has changed, and who writes meanwhile. HISTORIES and
// SEED select how many random histories and which.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Tx } from "#server/db/pool.ts";
import { splitStatements } from "#server/db/sql-statements.ts";
import { figuresVersion, settleDays } from "#server/features/reports/rollup/settle-days.ts";
import { createFactories } from "#tests/support/factories.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createHistory, type History } from "#tests/support/report-histories.ts";
import { computeReportFigures, readKeptFigures } from "#tests/support/report-figures.ts";
import { computeExceptionFigures, readKeptTimes } from "#tests/support/report-exceptions.ts";
import { computeVisitFigures, readKeptVisitFigures } from "#tests/support/report-visits.ts";
import { createSeededRandom } from "#tests/support/seeded-random.ts";

const { sql } = await createTestDatabase();
const make = createFactories(sql);
const histories = Number(process.env["HISTORIES"] ?? 100);
const seed = Number(process.env["SEED"] ?? 20_261_124);
let site: Parameters<typeof createHistory>[0]["site"];
let created = 0;

before(async () => {
  const branch = await make.branch();
  const { company } = branch;
  const offer = (title: string) => make.row("Offers", { company, coupon_title: title, kind: "flat", amount: 500 });
  site = {
    company,
    vehicleTypes: [
      (await make.row("Vehicle_Type", { name: "Car" })).id,
      (await make.row("Vehicle_Type", { name: "Bike" })).id,
    ],
    people: [(await make.user("staff", { branch })).id, (await make.user("staff", { branch })).id],
    offers: [(await offer("First")).id, (await offer("Second")).id],
  };
});

const always = { from: new Date(0), to: new Date("2100-01-01") };
const settle = (branch: number) => settleDays({ sql, branches: [{ id: branch, ...always }] });

async function startHistory(index = created): Promise<History> {
  created = index + 1;
  const history = createHistory({ index, random: createSeededRandom(seed + index), site });
  await sql.unsafe(history.start);
  return history;
}

async function runChange({ change }: History): Promise<void> {
  for (const text of change()) await sql.unsafe(text);
}

async function assertEqualFigures(branch: number, where: string): Promise<void> {
  const { figures, times } = await computeExceptionFigures(sql, branch);
  const computed = { ...(await computeReportFigures(sql, branch)), ...figures };
  const kept = await readKeptFigures(sql, branch);
  // A day of receipts that nothing has marked since the last check-in is read from the rows.
  for (const [key, [counted]] of Object.entries(figures))
    if (key.startsWith("receipts ") && kept[key]?.[0] !== counted) {
      delete computed[key];
      delete kept[key];
    }
  assert.deepEqual(kept, computed, where);
  assert.deepEqual(await readKeptTimes(sql, branch), times, where);
  assert.deepEqual(await readKeptVisitFigures(sql, branch), await computeVisitFigures(sql, branch), where);
}

async function hasDrifted(branch: number): Promise<boolean> {
  return assertEqualFigures(branch, "").then(
    () => false,
    (error: unknown) => {
      if (error instanceof assert.AssertionError) return true;
      throw error;
    },
  );
}

/** Short parts, so that a test ends every few minutes also with many histories. */
const partCount = Math.max(4, Math.ceil(histories / 25));
for (let part = 0; part < partCount; part += 1)
  test(`${histories} random histories (seed ${seed}), part ${part + 1} of ${partCount}`, async () => {
    for (let index = part; index < histories; index += partCount) {
      const history = await startHistory(index);
      for (let round = 0; round < 7; round += 1) {
        await runChange(history);
        await settle(history.branch);
        await assertEqualFigures(history.branch, `seed ${seed}, history ${index}, round ${round}`);
      }
    }
    created = histories;
  });

test("a history that nothing marks is not computed anew", async () => {
  const history = await startHistory(histories + 1);
  const { branch } = history;
  for (let round = 0; round < 5; round += 1) await runChange(history);
  await settle(branch);
  await sql`update report_figures set figures = '{1}' where branch = ${branch}`;
  await settle(branch);
  const kept = Object.values(await readKeptFigures(sql, branch));
  assert.ok(kept.length > 0 && kept.every((figures) => figures.length === 1));
});

test("writers and readers beside each other leave the figures equal to the rows", async () => {
  const histories = await Promise.all([startHistory(created + 10), startHistory(created + 20)]);
  const write = async (history: History) => {
    for (let round = 0; round < 40; round += 1) await runChange(history);
  };
  const read = async () => {
    for (let round = 0; round < 20; round += 1)
      await settleDays({ sql, branches: histories.map(({ branch: id }) => ({ id, ...always })) });
  };
  await Promise.all([...histories.map(write), read(), read(), read()]);
  for (const { branch } of histories) {
    await settle(branch);
    await assertEqualFigures(branch, `seed ${seed}`);
  }
});

/** A branch with one paid entry; its figures are settled. */
async function createPaidEntry(): Promise<{
  branch: number;
  entry: number;
  record: number;
  pay: (day: string, tx?: Tx) => Promise<unknown>;
}> {
  const { branch } = await startHistory(created + 30);
  const [row] = await sql<{ id: number; record: number }[]>`
    select id, parking_main_info as record from "Parking_Information" where branch = ${branch}`;
  const { id: entry, record } = row!;
  await sql`update "Parking_Main_Information" set vehicle_type = ${site.vehicleTypes[0]!} where id = ${record}`;
  const pay = (day: string, tx?: Tx): Promise<unknown> =>
    (tx ?? sql)`
    insert into payments (branch, company, kind, mode, channel, amount, received_at, parking_information)
    values (${branch}, ${site.company}, 'payment', 'cash', 'cash', 20, ${`${day}T06:00:00Z`}, ${entry})`.then(
      () => undefined,
    );
  await pay("2026-11-24");
  await settle(branch);
  return { branch, entry, record, pay };
}

/** Settles while another payment is not committed yet; `settleMeanwhile` is the reader. */
async function payDuring(
  settleMeanwhile: (branch: number, commit: () => Promise<void>) => Promise<void>,
): Promise<boolean> {
  const { branch, pay } = await createPaidEntry();
  const connection = await sql.reserve();
  try {
    // A change that is visible marks the same day.
    await pay("2026-11-24");
    await connection`begin`;
    await pay("2026-11-24", connection as unknown as Tx);
    await settleMeanwhile(branch, async () => {
      await connection`commit`;
    });
  } finally {
    connection.release();
  }
  await settle(branch);
  return hasDrifted(branch);
}

test("a payment that is committed while figures are computed is part of the next ones", async () => {
  const hasLost = await payDuring(async (branch, commit) => {
    await settle(branch);
    await commit();
  });
  assert.equal(hasLost, false);
});

test("control: marks that are removed by a statement after the reading one lose it", async () => {
  const hasLost = await payDuring(async (branch, commit) => {
    await sql.begin(async (tx) => {
      const marks = await tx`select at from report_marks where branch = ${branch}`;
      assert.equal(marks.length, 1);
      await settle(branch);
      await commit();
      await tx`select set_config('chaavi.report_figures', ${String(figuresVersion)}, true)`;
      await tx`delete from report_marks where branch = ${branch}`;
    });
  });
  assert.equal(hasLost, true);
});

test("the version of the figures is that of the migrations", async () => {
  const [row] = await sql<{ version: number }[]>`select report_version() as version`;
  assert.equal(row!.version, figuresVersion);
});

/** Computes a day as an earlier server did: without its version, and only the figures that it knows. */
async function settleAsEarlierServer(branch: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`delete from report_marks where branch = ${branch}`;
    await tx`delete from report_figures where branch = ${branch} and topic in ('exit', 'driver')`;
    await tx`delete from report_times where branch = ${branch}`;
  });
}

/** Whether figures are lost that a server computes after an earlier one. */
async function losesFigures(): Promise<boolean> {
  const { branch, entry, pay } = await createPaidEntry();
  await sql`update "Parking_Information" set parking_status_id = 2, is_person = false, is_test = false, voided_at = null,
    in_time = '2026-11-24T05:00:00Z', out_time = '2026-11-24T06:00:00Z' where id = ${entry}`;
  await sql`insert into "Parking_History" (parking_information, status_id, changes, user_created) values (${entry}, 2, '{"out_time": [null, 1]}', ${site.people[0]!})`;
  await settle(branch);
  assert.equal(await hasDrifted(branch), false);
  await pay("2026-11-24");
  await settleAsEarlierServer(branch);
  assert.equal(await hasDrifted(branch), true);
  await settle(branch);
  return hasDrifted(branch);
}

test("a day that an earlier server has computed is computed anew", async () => {
  assert.equal(await losesFigures(), false);
});

test("control: without the trigger its other figures are lost", async () => {
  await sql`alter table report_marks disable trigger report_marks_settled`;
  try {
    assert.equal(await losesFigures(), true);
  } finally {
    await sql`alter table report_marks enable trigger report_marks_settled`;
  }
});

test("a day with other vehicles inside that an earlier server has computed without a mark is computed anew", async () => {
  const { branch } = await createPaidEntry();
  const marks = () => sql<{ at: Date }[]>`select at from report_marks where branch = ${branch}`;
  assert.equal((await marks()).length, 0);
  const insert = (tx: Tx): Promise<unknown> =>
    tx`insert into report_visits (branch, day, service, open, flows, arrivals, stays) values (${branch}, '2026-11-20', 'is_parking', 9, '{9,0,0,0}', array_fill(0, array[24]), '')`.then(
      () => undefined,
    );
  await sql.begin(async (tx) => {
    await tx`select set_config('chaavi.report_figures', ${String(figuresVersion)}, true)`;
    await insert(tx);
  });
  assert.equal((await marks()).length, 0);
  await sql.begin(insert);
  assert.equal((await marks()).length, 1);
  await settle(branch);
  assert.equal(await hasDrifted(branch), false);
});

/** Changes the vehicle type in a transaction that is open while a payment is recorded and figures are computed. */
async function changeTypeDuringPayment({ isPaymentAwaited }: { isPaymentAwaited: boolean }): Promise<boolean> {
  const { branch, record, pay } = await createPaidEntry();
  const connection = await sql.reserve();
  let payment: Promise<unknown> = Promise.resolve();
  try {
    await connection`begin`;
    await connection`update "Parking_Main_Information" set vehicle_type = ${site.vehicleTypes[1]!} where id = ${record}`;
    // Another day than that of the earlier payment, which the change marks.
    payment = pay("2026-11-26");
    if (isPaymentAwaited) await payment;
    await settle(branch);
    await connection`commit`;
  } finally {
    connection.release();
  }
  await payment;
  await settle(branch);
  return hasDrifted(branch);
}

test("a payment waits for a change of the vehicle type that it is counted by", async () => {
  assert.equal(await changeTypeDuringPayment({ isPaymentAwaited: false }), false);
});

test("control: without the lock the payment keeps the earlier type", async () => {
  const [found] = await sql<{ text: string }[]>`
    select pg_get_functiondef('report_lock_paid(bigint, bigint, bigint)'::regprocedure) as text`;
  await sql.unsafe(
    `create or replace function report_lock_paid(entry bigint, ticket bigint, paid_pass bigint) returns void language sql as ''`,
  );
  try {
    // The day is marked by the payment only, whose mark is used up before the change is visible.
    assert.equal(await changeTypeDuringPayment({ isPaymentAwaited: true }), true);
  } finally {
    await sql.unsafe(found!.text);
  }
});

test("the migration of exceptions derives the figures that a server computes", async () => {
  const branches = [];
  for (let index = 0; index < 8; index += 1) {
    const history = await startHistory(created + 40);
    for (let round = 0; round < 12; round += 1) await runChange(history);
    await settle(history.branch);
    branches.push(history.branch);
  }
  const statements = splitStatements(readFileSync("server/db/migrations/0410-report-exception-sums.sql", "utf8"));
  const derived = statements.filter((statement) => /insert into report_figures/.test(statement));
  assert.equal(derived.length, 2);
  const topics = ["exceptions", "person-exceptions", "long-open"];
  await sql`delete from report_figures where topic = any(${topics})`;
  // Some histories have no exceptions.
  const drifted = await Promise.all(branches.map(hasDrifted));
  assert.ok(drifted.includes(true));
  for (const statement of derived) await sql.unsafe(statement);
  for (const branch of branches) await assertEqualFigures(branch, `seed ${seed}, branch ${branch}`);
});
