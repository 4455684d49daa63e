// §9 and reading.md §4: many at once. Every test has a control: the same without the protection, which must go wrong,
// so that we know that the test would see it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sql } from "#server/db/pool.ts";
import { startApp, type Answer } from "#tests/support/app.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";

const { as, sql } = await startApp({ poolSize: 40 });
const make = factories(sql);

interface Gate {
  branch: MadeBranch;
  checkIn: (vehicle?: string) => Promise<Answer>;
  post: (path: string, body?: unknown) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
}

/** A branch with a person at its gate. */
async function openGate(given: Parameters<typeof make.branch>[0] = {}): Promise<Gate> {
  const branch = await make.branch(given);
  const gate = await as(await make.user("staff", { branch }));
  const checkIn = (vehicle = make.plate()): Promise<Answer> =>
    gate.post("/actions/parking/check-in", { vehicle_no: vehicle, phone_no: "9840012345" });
  return { branch, checkIn, post: gate.post, get: gate.get };
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const byNumber = (one: number, other: number): number => one - other;
const receiptNumber = (receipt: string): number => Number(receipt.split("-")[1]);
const codesOf = (answers: readonly Answer[]): string[] => answers.map(({ code, status }) => code ?? String(status));
const isDouble = (values: readonly unknown[]): boolean => new Set(values).size < values.length;

/** How many came through, of those that may not both. */
function winners(answers: readonly Answer[]): number {
  return answers.filter(({ status }) => status === 200).length;
}

test("50 check-ins at once on 40 slots: 40 distinct lowest slots, 10 refusals, receipts without gap or double", async () => {
  const { branch, checkIn } = await openGate({ slots: 40 });
  const answers = await times(50, () => checkIn());
  const inside = answers.filter(({ status }) => status === 200);
  assert.deepEqual(inside.map(({ data }) => data.slot_no).toSorted(byNumber), upTo(40));
  assert.deepEqual(inside.map(({ data }) => receiptNumber(data.receipt_no)).toSorted(byNumber), upTo(40));
  const refused = codesOf(answers.filter(({ status }) => status !== 200));
  assert.deepEqual(
    refused,
    Array.from({ length: 10 }, () => "SLOT_FULL"),
  );
  const [kept] = await sql<{ visits: number; mains: number; counter: number }[]>`
    select (select count(*)::int from "Parking_Information" where branch = ${branch.id}) as visits,
      (select count(*)::int from "Parking_Main_Information" where branch = ${branch.id}) as mains,
      (select value from counters where branch = ${branch.id}) as counter`;
  assert.deepEqual({ ...kept }, { visits: 40, mains: 40, counter: 40 });
});

test("the receipts go on where they stopped, and a freed slot is the next one given", async () => {
  const { checkIn, post } = await openGate({ slots: 5 });
  const answers = await times(5, () => checkIn());
  const third = answers.find(({ data }) => data.slot_no === 3)!;
  const gone = await post(`/actions/parking/${third.data.id}/take-cash`, { auto_checkout: true });
  assert.equal(gone.data.parking_status_id, 2, gone.text);
  const next = await checkIn();
  assert.equal(next.data.slot_no, 3);
  assert.equal(receiptNumber(next.data.receipt_no), 6);
});

test("one slot asked for by many: one gets it, the others SLOT_EXIST", async () => {
  const { post } = await openGate({ slots: 10 });
  const answers = await times(12, () =>
    post("/actions/parking/check-in", {
      vehicle_no: make.plate(),
      phone_no: "9840012345",
      slot_prefix: "A",
      slot_no: 7,
    }),
  );
  assert.equal(winners(answers), 1);
  assert.deepEqual([...new Set(codesOf(answers.filter(({ status }) => status !== 200)))], ["SLOT_EXIST"]);
});

test("the same vehicle at two gates at once: one comes in, the other is told that it is inside", async () => {
  const { branch, checkIn } = await openGate({ slots: 100 });
  const rounds = await times(15, async () => {
    const vehicle = make.plate();
    return times(2, () => checkIn(vehicle));
  });
  for (const answers of rounds) assert.deepEqual(codesOf(answers).toSorted(), ["200", "VEHICLE_IN_PROGRESS"]);
  // Who was refused has left nothing behind, not even a number.
  const [kept] =
    await sql`select count(*)::int as visits, max(slot_no) as slot from "Parking_Information" where branch = ${branch.id}`;
  assert.deepEqual({ ...kept }, { visits: 15, slot: 15 });
  const [counter] = await sql`select value from counters where branch = ${branch.id}`;
  assert.equal(counter!["value"], 15);
});

test("two cash payments at once: one is paid, the other ALREADY_PAID, and the money is counted once", async () => {
  const { checkIn, post, branch } = await openGate({ slots: 100, rate: "20.00" });
  const entries = await times(25, () => checkIn());
  const rounds = await times(25, (index) => {
    const path = `/actions/parking/${entries[index]!.data.id}/take-cash`;
    return times(2, () => post(path, {}));
  });
  for (const answers of rounds) assert.deepEqual(codesOf(answers).toSorted(), ["200", "ALREADY_PAID"]);
  const [kept] = await sql<{ paid: number; payments: number }[]>`
    select sum(paid_amount)::int as paid, count(*) filter (where payment_status = 'paid')::int as payments
    from "Parking_Information" where branch = ${branch.id}`;
  assert.deepEqual({ ...kept }, { paid: 25 * 20, payments: 25 });
  const [history] = await sql<{ payments: number }[]>`
    select count(*)::int as payments from "Parking_History" h join "Parking_Information" p on p.id = h.parking_information
    where p.branch = ${branch.id} and h.changes ? 'payment_status'`;
  assert.equal(history!.payments, 25);
});

test("a payment and an addition at once never leave an entry paid with less than it costs", async () => {
  const { checkIn, branch } = await openGate({ slots: 100, rate: "20.00" });
  const cashier = await as(await make.user("manager", { branch }));
  const entries = await times(20, () => checkIn());
  const rounds = await times(20, (index) => {
    const { id } = entries[index]!.data;
    return Promise.all([
      cashier.post(`/actions/parking/${id}/take-cash`, {}),
      cashier.patch(`/items/Parking_Information/${id}`, { additional_charge: "5.00", addition_note: "Two tickets" }),
    ]);
  });
  for (const [paid] of rounds) assert.equal(paid.status, 200, paid.text);
  const rows =
    await sql`select paid_amount, total_amount, extended_amount, actual_amount, additional_charge from "Parking_Information" where branch = ${branch.id}`;
  for (const row of rows) {
    assert.equal(row["total_amount"], row["actual_amount"] + (row["additional_charge"] ?? 0));
    assert.equal(row["extended_amount"], row["total_amount"] - row["paid_amount"]);
  }
});

test("check-out twice: one goes out, the other STATUS_ALREADY_UPDATED", async () => {
  const { checkIn, post, branch } = await openGate({ slots: 100 });
  const entries = await times(20, () => checkIn());
  const rounds = await times(20, (index) =>
    times(2, () => post(`/actions/parking/${entries[index]!.data.id}/check-out`)),
  );
  for (const answers of rounds) assert.deepEqual(codesOf(answers).toSorted(), ["200", "STATUS_ALREADY_UPDATED"]);
  const [kept] = await sql<{ out: number; moves: number }[]>`
    select (select count(*)::int from "Parking_Information" where branch = ${branch.id} and parking_status_id = 2) as out,
      (select count(*)::int from "Parking_History" h join "Parking_Information" p on p.id = h.parking_information where p.branch = ${branch.id} and h.status_id = 2) as moves`;
  assert.deepEqual({ ...kept }, { out: 20, moves: 20 });
});

test("pay-and-go and check-out at once end in one way out", async () => {
  const { checkIn, post, branch } = await openGate({ slots: 100 });
  const entries = await times(15, () => checkIn());
  const rounds = await times(15, (index) => {
    const { id } = entries[index]!.data;
    return Promise.all([
      post(`/actions/parking/${id}/take-cash`, { auto_checkout: true }),
      post(`/actions/parking/${id}/check-out`),
    ]);
  });
  for (const answers of rounds) assert.equal(winners(answers), 1, codesOf(answers).join());
  const [kept] =
    await sql`select count(*)::int as moves from "Parking_History" h join "Parking_Information" p on p.id = h.parking_information
    where p.branch = ${branch.id} and h.status_id = 2`;
  assert.equal(kept!["moves"], 15);
});

test("two branches mixed, in and out together: nobody waits for somebody who waits for them", async () => {
  const company = await make.company();
  const gates = [
    await openGate({ company: company.id, slots: 60, rate: "10.00" }),
    await openGate({ company: company.id, slots: 60, rate: "10.00" }),
  ];
  const answers = await times(60, async (index) => {
    const { checkIn, post } = gates[index % 2]!;
    const entered = await checkIn();
    if (entered.status !== 200) return entered;
    return post(`/actions/parking/${entered.data.id}/take-cash`, { auto_checkout: true });
  });
  assert.deepEqual(
    codesOf(answers),
    Array.from({ length: 60 }, () => "200"),
  );
  for (const { branch } of gates) {
    const rows = await sql<
      { receipt_no: string }[]
    >`select receipt_no from "Parking_Information" where branch = ${branch.id}`;
    assert.deepEqual(rows.map(({ receipt_no }) => receiptNumber(receipt_no)).toSorted(byNumber), upTo(30));
  }
});

test("lists that touch two branches in opposite orders are answered, not given up to a deadlock", async () => {
  const company = await make.company();
  const one = await make.branch({ company: company.id, slots: 100 });
  const other = await make.branch({ company: company.id, slots: 100 });
  const admin = await as(await make.user("admin", { branch: one }));
  const entry = ({ id }: MadeBranch) => ({
    parking_main_info: { branch: id, vehicle_no: make.plate(), phone_no: "9840012345" },
  });
  const answers = await times(16, (index) => {
    const [first, second] = index % 2 === 0 ? [one, other] : [other, one];
    return admin.post("/items/Parking_Information?fields=id", [entry(first), entry(second)]);
  });
  assert.deepEqual(
    codesOf(answers),
    Array.from({ length: 16 }, () => "200"),
  );
});

// The controls: bare SQL as it would be written without the protections, on plain tables. Each must go wrong.

async function plainTable(on: Sql, name: string): Promise<void> {
  await on.unsafe(`create table ${name} (id int generated always as identity primary key, vehicle text, slot int, number int,
    status int not null default 1, paid int not null default 0)`);
}

/** Runs two transactions so that both have read before either writes: the moment a race needs. */
async function readTogetherThenWrite<T>({
  count,
  read,
  write,
}: {
  count: number;
  read: (tx: Sql) => Promise<T>;
  write: (tx: Sql, seen: T) => Promise<unknown>;
}): Promise<void> {
  let waiting = count;
  let release = (): void => {};
  const haveAllRead = new Promise<void>((resolve) => (release = resolve));
  await times(count, () =>
    sql.begin(async (tx) => {
      const seen = await read(tx as unknown as Sql);
      if (--waiting === 0) release();
      await haveAllRead;
      await write(tx as unknown as Sql, seen);
    }),
  );
}

test("control: without the lock and the counter row, slots and receipts come double", async () => {
  await plainTable(sql, "bare_slots");
  await readTogetherThenWrite({
    count: 10,
    read: async (tx) => {
      const [row] = await tx<{ slot: number; number: number }[]>`
        select coalesce((select min(n) from generate_series(1, 40) n where not exists (select 1 from bare_slots where slot = n)), 0)::int as slot,
          (select count(*)::int + 1 from bare_slots) as number`;
      return row!;
    },
    write: (tx, { slot, number }) => tx`insert into bare_slots (slot, number) values (${slot}, ${number})`,
  });
  const rows = await sql<{ slot: number; number: number }[]>`select slot, number from bare_slots`;
  assert.ok(isDouble(rows.map(({ slot }) => slot)), "slots were expected to come double");
  assert.ok(isDouble(rows.map(({ number }) => number)), "receipts were expected to come double");
});

test("control: without the unique index, one vehicle is inside twice", async () => {
  await plainTable(sql, "bare_vehicles");
  await readTogetherThenWrite({
    count: 2,
    read: (tx) => tx`select 1 from bare_vehicles where vehicle = 'TN09AB1234' and status = 1`,
    write: async (tx, inside) => {
      if (inside.length === 0) await tx`insert into bare_vehicles (vehicle) values ('TN09AB1234')`;
    },
  });
  const [row] = await sql`select count(*)::int as inside from bare_vehicles`;
  assert.equal(row!["inside"], 2);
});

test("control: without compare-and-set, one entry is paid twice and goes out twice", async () => {
  await plainTable(sql, "bare_payments");
  const [entry] = await sql<{ id: number }[]>`insert into bare_payments (vehicle) values ('TN09AB1234') returning id`;
  let moves = 0;
  await readTogetherThenWrite({
    count: 2,
    read: (tx) => tx`select paid, status from bare_payments where id = ${entry!.id}`,
    write: async (tx, [seen]) => {
      if (seen!["paid"] > 0 || seen!["status"] === 2) return;
      await tx`update bare_payments set paid = paid + 20, status = 2 where id = ${entry!.id}`;
      moves += 1;
    },
  });
  const [row] = await sql`select paid from bare_payments`;
  assert.deepEqual([row!["paid"], moves], [40, 2]);
});

test("even without the index, those who enter one vehicle take turns: the second sees the first", async () => {
  const { branch, checkIn } = await openGate({ slots: 100 });
  await sql`drop index "Parking_Main_Information_u1"`;
  const vehicle = make.plate();
  const answers = await times(2, () => checkIn(vehicle));
  assert.equal(winners(answers), 1, codesOf(answers).join());
  const [row] =
    await sql`select count(*)::int as inside from "Parking_Main_Information" where branch = ${branch.id} and parking_status_id = 1`;
  assert.equal(row!["inside"], 1);
});
