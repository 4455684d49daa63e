// §9 and reading.md §4: concurrency. Every test has a control: the same without the protection, which must fail, to
// prove that the test would detect it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sql } from "#server/db/pool.ts";
import { startApp, type TestResponse } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

// One user acts for all gates here.
const { asUser, sql } = await startApp({ poolSize: 40, config: { requestsPerPerson: 0 } });
const factories = createFactories(sql);

interface GateSession {
  branch: CreatedBranch;
  checkIn: (vehicle?: string) => Promise<TestResponse>;
  post: (path: string, body?: unknown) => Promise<TestResponse>;
  get: (path: string) => Promise<TestResponse>;
}

/** A branch with gate staff. */
async function createGateSession(provided: Parameters<typeof factories.branch>[0] = {}): Promise<GateSession> {
  const branch = await factories.branch(provided);
  const gate = await asUser(await factories.user("staff", { branch }));
  const checkIn = (vehicle = factories.plate()): Promise<TestResponse> =>
    gate.post("/actions/parking/check-in", { vehicle_no: vehicle, phone_no: "9840012345" });
  return { branch, checkIn, post: gate.post, get: gate.get };
}

const repeat = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const listNumbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const compareNumbers = (one: number, other: number): number => one - other;
const receiptNumber = (receipt: string): number => Number(receipt.split("-")[1]);
const getCodes = (responses: readonly TestResponse[]): string[] =>
  responses.map(({ code, status }) => code ?? String(status));
const hasDuplicates = (values: readonly unknown[]): boolean => new Set(values).size < values.length;

/** How many of the mutually exclusive requests succeeded. */
function countSuccesses(responses: readonly TestResponse[]): number {
  return responses.filter(({ status }) => status === 200).length;
}

test("50 concurrent check-ins on 40 slots: 40 distinct lowest slots, 10 rejections, receipts without gaps or duplicates", async () => {
  const { branch, checkIn } = await createGateSession({ slots: 40 });
  const responses = await repeat(50, () => checkIn());
  const inside = responses.filter(({ status }) => status === 200);
  assert.deepEqual(inside.map(({ data }) => data.slot_no).toSorted(compareNumbers), listNumbersTo(40));
  assert.deepEqual(
    inside.map(({ data }) => receiptNumber(data.receipt_no)).toSorted(compareNumbers),
    listNumbersTo(40),
  );
  const rejected = getCodes(responses.filter(({ status }) => status !== 200));
  assert.deepEqual(
    rejected,
    Array.from({ length: 10 }, () => "SLOT_FULL"),
  );
  const [stored] = await sql<{ visits: number; mains: number; counter: number }[]>`
    select (select count(*)::int from "Parking_Information" where branch = ${branch.id}) as visits,
      (select count(*)::int from "Parking_Main_Information" where branch = ${branch.id}) as mains,
      (select value from counters where branch = ${branch.id}) as counter`;
  assert.deepEqual({ ...stored }, { visits: 40, mains: 40, counter: 40 });
});

test("receipts continue where they stopped, and a freed slot is allocated next", async () => {
  const { checkIn, post } = await createGateSession({ slots: 5 });
  const responses = await repeat(5, () => checkIn());
  const third = responses.find(({ data }) => data.slot_no === 3)!;
  const checkedOut = await post(`/actions/parking/${third.data.id}/take-cash`, { auto_checkout: true });
  assert.equal(checkedOut.data.parking_status_id, 2, checkedOut.text);
  const next = await checkIn();
  assert.equal(next.data.slot_no, 3);
  assert.equal(receiptNumber(next.data.receipt_no), 6);
});

test("one slot requested by many: one gets it, the others SLOT_EXIST", async () => {
  const { post } = await createGateSession({ slots: 10 });
  const responses = await repeat(12, () =>
    post("/actions/parking/check-in", {
      vehicle_no: factories.plate(),
      phone_no: "9840012345",
      slot_prefix: "A",
      slot_no: 7,
    }),
  );
  assert.equal(countSuccesses(responses), 1);
  assert.deepEqual([...new Set(getCodes(responses.filter(({ status }) => status !== 200)))], ["SLOT_EXIST"]);
});

test("the same vehicle at two gates at once: one check-in succeeds, the other reports that it is inside", async () => {
  const { branch, checkIn } = await createGateSession({ slots: 100 });
  const rounds = await repeat(15, async () => {
    const vehicle = factories.plate();
    return repeat(2, () => checkIn(vehicle));
  });
  for (const responses of rounds) assert.deepEqual(getCodes(responses).toSorted(), ["200", "VEHICLE_IN_PROGRESS"]);
  // A rejected request leaves nothing behind, not even a number.
  const [stored] =
    await sql`select count(*)::int as visits, max(slot_no) as slot from "Parking_Information" where branch = ${branch.id}`;
  assert.deepEqual({ ...stored }, { visits: 15, slot: 15 });
  const [counter] = await sql`select value from counters where branch = ${branch.id}`;
  assert.equal(counter!["value"], 15);
});

test("two concurrent cash payments: one succeeds, the other is ALREADY_PAID, and the money is counted once", async () => {
  const { checkIn, post, branch } = await createGateSession({ slots: 100, rate: "20.00" });
  const entries = await repeat(25, () => checkIn());
  const rounds = await repeat(25, (index) => {
    const path = `/actions/parking/${entries[index]!.data.id}/take-cash`;
    // Half of them check out as well, which is refused for the payment too.
    return repeat(2, () => post(path, { auto_checkout: index % 2 === 0 }));
  });
  for (const responses of rounds) assert.deepEqual(getCodes(responses).toSorted(), ["200", "ALREADY_PAID"]);
  const [stored] = await sql<{ paid: number; payments: number }[]>`
    select sum(paid_amount)::int as paid, count(*) filter (where payment_status = 'paid')::int as payments
    from "Parking_Information" where branch = ${branch.id}`;
  assert.deepEqual({ ...stored }, { paid: 25 * 20, payments: 25 });
  const [history] = await sql<{ payments: number }[]>`
    select count(*)::int as payments from "Parking_History" h join "Parking_Information" p on p.id = h.parking_information
    where p.branch = ${branch.id} and h.changes ? 'payment_status'`;
  assert.equal(history!.payments, 25);
});

test("a concurrent payment and additional charge never leave an entry paid with less than its total", async () => {
  const { checkIn, branch } = await createGateSession({ slots: 100, rate: "20.00" });
  const cashier = await asUser(await factories.user("manager", { branch }));
  const entries = await repeat(20, () => checkIn());
  const rounds = await repeat(20, (index) => {
    const { id } = entries[index]!.data;
    return Promise.all([
      cashier.post(`/actions/parking/${id}/take-cash`, {}),
      cashier.patch(`/items/Parking_Information/${id}`, { additional_charge: "5.00", addition_note: "Two tickets" }),
    ]);
  });
  for (const [payment] of rounds) assert.equal(payment.status, 200, payment.text);
  const rows =
    await sql`select paid_amount, total_amount, extended_amount, actual_amount, additional_charge from "Parking_Information" where branch = ${branch.id}`;
  for (const row of rows) {
    assert.equal(row["total_amount"], row["actual_amount"] + (row["additional_charge"] ?? 0));
    assert.equal(row["extended_amount"], row["total_amount"] - row["paid_amount"]);
  }
});

test("concurrent check-outs: one succeeds, the other is STATUS_ALREADY_UPDATED", async () => {
  const { checkIn, post, branch } = await createGateSession({ slots: 100 });
  const entries = await repeat(20, () => checkIn());
  const rounds = await repeat(20, (index) =>
    repeat(2, () => post(`/actions/parking/${entries[index]!.data.id}/check-out`)),
  );
  for (const responses of rounds) assert.deepEqual(getCodes(responses).toSorted(), ["200", "STATUS_ALREADY_UPDATED"]);
  const [stored] = await sql<{ out: number; moves: number }[]>`
    select (select count(*)::int from "Parking_Information" where branch = ${branch.id} and parking_status_id = 2) as out,
      (select count(*)::int from "Parking_History" h join "Parking_Information" p on p.id = h.parking_information where p.branch = ${branch.id} and h.status_id = 2) as moves`;
  assert.deepEqual({ ...stored }, { out: 20, moves: 20 });
});

test("concurrent pay-and-go and check-out check the vehicle out once", async () => {
  const { checkIn, post, branch } = await createGateSession({ slots: 100 });
  const entries = await repeat(15, () => checkIn());
  const rounds = await repeat(15, (index) => {
    const { id } = entries[index]!.data;
    return Promise.all([
      post(`/actions/parking/${id}/take-cash`, { auto_checkout: true }),
      post(`/actions/parking/${id}/check-out`),
    ]);
  });
  for (const responses of rounds) assert.equal(countSuccesses(responses), 1, getCodes(responses).join());
  const [stored] =
    await sql`select count(*)::int as moves from "Parking_History" h join "Parking_Information" p on p.id = h.parking_information
    where p.branch = ${branch.id} and h.status_id = 2`;
  assert.equal(stored!["moves"], 15);
});

test("concurrent check-ins and check-outs at two branches do not deadlock", async () => {
  const company = await factories.company();
  const gates = [
    await createGateSession({ company: company.id, slots: 60, rate: "10.00" }),
    await createGateSession({ company: company.id, slots: 60, rate: "10.00" }),
  ];
  const responses = await repeat(60, async (index) => {
    const { checkIn, post } = gates[index % 2]!;
    const checkInResponse = await checkIn();
    if (checkInResponse.status !== 200) return checkInResponse;
    return post(`/actions/parking/${checkInResponse.data.id}/take-cash`, { auto_checkout: true });
  });
  assert.deepEqual(
    getCodes(responses),
    Array.from({ length: 60 }, () => "200"),
  );
  for (const { branch } of gates) {
    const rows = await sql<
      { receipt_no: string }[]
    >`select receipt_no from "Parking_Information" where branch = ${branch.id}`;
    assert.deepEqual(
      rows.map(({ receipt_no }) => receiptNumber(receipt_no)).toSorted(compareNumbers),
      listNumbersTo(30),
    );
  }
});

test("lists that lock two branches in opposite orders succeed without a deadlock", async () => {
  const company = await factories.company();
  const one = await factories.branch({ company: company.id, slots: 100 });
  const other = await factories.branch({ company: company.id, slots: 100 });
  const admin = await asUser(await factories.user("admin", { branch: one }));
  const entry = ({ id }: CreatedBranch) => ({
    parking_main_info: { branch: id, vehicle_no: factories.plate(), phone_no: "9840012345" },
  });
  const responses = await repeat(16, (index) => {
    const [first, second] = index % 2 === 0 ? [one, other] : [other, one];
    return admin.post("/items/Parking_Information?fields=id", [entry(first), entry(second)]);
  });
  assert.deepEqual(
    getCodes(responses),
    Array.from({ length: 16 }, () => "200"),
  );
});

test("a concurrent void and payment: one succeeds, and a voided entry has received nothing", async () => {
  const { branch, checkIn, post } = await createGateSession({ slots: 100, rate: "20.00" });
  const manager = await asUser(await factories.user("manager", { branch }));
  const entries = await repeat(20, () => checkIn());
  const rounds = await repeat(20, (index) => {
    const { id } = entries[index]!.data;
    return Promise.all([
      post(`/actions/parking/${id}/take-cash`, {}),
      manager.post(`/actions/parking/${id}/void`, { reason: "Entered twice" }),
    ]);
  });
  for (const responses of rounds)
    assert.ok(
      ["200,VOID_CASH_RECEIVED", "NO_NEXT_STATUS,200"].includes(getCodes(responses).join()),
      getCodes(responses).join(),
    );
  const [stored] = await sql<{ voidedWithMoney: number; paid: number; voided: number }[]>`
    select count(*) filter (where parking_status_id = 4 and paid_amount > 0)::int as "voidedWithMoney",
      count(*) filter (where paid_amount = 20)::int as paid, count(*) filter (where parking_status_id = 4)::int as voided
    from "Parking_Information" where branch = ${branch.id}`;
  assert.equal(stored!.voidedWithMoney, 0);
  assert.equal(stored!.paid + stored!.voided, 20);
});

test("a concurrent correction and exit: the charge collected is that of the vehicle type that is stored", async () => {
  const { branch, checkIn, post } = await createGateSession({ slots: 100 });
  const [car, scooter] = await repeat(2, (index) => factories.row("Vehicle_Type", { name: `Race type ${index}` }));
  for (const [type, charge_amount_for_minutes] of [
    [null, "20.00"],
    [car!.id, "20.00"],
    [scooter!.id, "10.00"],
  ] as const)
    await factories.row("Time_Charges", {
      branch: branch.id,
      service: "is_parking",
      vehicle_type: type,
      parking_time_type: "minutes",
      time_value_for_minutes: 30,
      charge_amount_for_minutes,
    });
  const manager = await asUser(await factories.user("manager", { branch }));
  const entries = await repeat(20, () => checkIn());
  const rounds = await repeat(20, (index) => {
    const { id } = entries[index]!.data;
    return Promise.all([
      post(`/actions/parking/${id}/take-cash`, { auto_checkout: true }),
      manager.post(`/actions/parking/${id}/correct`, { vehicle_type: scooter!.id, reason: "Wrong type" }),
    ]);
  });
  for (const responses of rounds)
    assert.ok(
      ["200,200", "200,CORRECTION_OF_CLOSED_TYPE"].includes(getCodes(responses).join()),
      getCodes(responses).join(),
    );
  const rows = await sql<{ type: number | null; paid: number }[]>`
    select m.vehicle_type as type, p.paid_amount as paid from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info where p.branch = ${branch.id}`;
  for (const { type, paid } of rows) assert.equal(paid, type === scooter!.id ? 10 : 20);
});

const longAgo = (branch: CreatedBranch) =>
  sql`update "Parking_Information" set in_time = in_time - interval '2 days' where branch = ${branch.id}`;
/** A stay of less than 24 hours. */
const dayAgo = () => new Date(Date.now() - 86_400_000 - 600_000).toISOString();

test("a concurrent void and missed exit: one succeeds, and a voided entry has no debt", async () => {
  const { branch, checkIn } = await createGateSession({ slots: 100, rate: "20.00" });
  const manager = await asUser(await factories.user("manager", { branch }));
  const entries = await repeat(20, () => checkIn());
  await longAgo(branch);
  const rounds = await repeat(20, (index) => {
    const path = `/actions/parking/${entries[index]!.data.id}`;
    return Promise.all([
      manager.post(`${path}/record-exit`, { out_time: dayAgo(), reason: "Barrier was open" }),
      manager.post(`${path}/void`, { reason: "Entered twice" }),
    ]);
  });
  for (const responses of rounds) assert.equal(countSuccesses(responses), 1, getCodes(responses).join());
  const rows = await sql<{ status: number; owed: number; moves: number }[]>`
    select p.parking_status_id as status, coalesce(p.extended_amount, 0)::int as owed,
      (select count(*)::int from "Parking_History" h where h.parking_information = p.id and h.changes ? 'parking_status_id') as moves
    from "Parking_Information" p where p.branch = ${branch.id}`;
  assert.equal(rows.length, 20);
  for (const { status, owed, moves } of rows) {
    assert.equal(owed, status === 2 ? 48 * 20 : 0);
    assert.equal(moves, 1);
  }
});

test("a concurrent correction and missed exit: the debt is that of the vehicle type that is stored", async () => {
  const { branch, checkIn } = await createGateSession({ slots: 100, rate: "20.00" });
  const scooter = await factories.row("Vehicle_Type", { name: "Missed exit type" });
  await factories.row("Time_Charges", {
    branch: branch.id,
    service: "is_parking",
    vehicle_type: scooter.id,
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: "10.00",
  });
  // In force at the check-in, which is moved back below.
  await sql`update "Tariff_Versions" set starts_at = starts_at - interval '9 days' where branch = ${branch.id}`;
  const managers = await repeat(2, async () => asUser(await factories.user("manager", { branch })));
  const entries = await repeat(20, () => checkIn());
  await longAgo(branch);
  const rounds = await repeat(20, (index) => {
    const path = `/actions/parking/${entries[index]!.data.id}`;
    return Promise.all([
      managers[0]!.post(`${path}/record-exit`, { out_time: dayAgo(), reason: "Barrier was open" }),
      managers[1]!.post(`${path}/correct`, { vehicle_type: scooter.id, reason: "Wrong type" }),
    ]);
  });
  for (const responses of rounds)
    assert.ok(
      ["200,200", "200,CORRECTION_OF_CLOSED_TYPE"].includes(getCodes(responses).join()),
      getCodes(responses).join(),
    );
  const rows = await sql<{ type: number | null; owed: number }[]>`
    select m.vehicle_type as type, p.extended_amount::int as owed from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info where p.branch = ${branch.id}`;
  assert.equal(rows.length, 20);
  for (const { type, owed } of rows) assert.equal(owed, 48 * (type === scooter.id ? 10 : 20));
});

test("a concurrent payment and missed exit: nothing is charged twice or lost", async () => {
  const { branch, checkIn, post } = await createGateSession({ slots: 100, rate: "20.00" });
  const manager = await asUser(await factories.user("manager", { branch }));
  const entries = await repeat(20, () => checkIn());
  await longAgo(branch);
  const rounds = await repeat(20, (index) => {
    const path = `/actions/parking/${entries[index]!.data.id}`;
    return Promise.all([
      manager.post(`${path}/record-exit`, { out_time: dayAgo(), reason: "Barrier was open" }),
      post(`${path}/take-cash`, {}),
    ]);
  });
  // After the payment the vehicle cannot have left a day earlier; after the exit its debt is paid.
  for (const responses of rounds)
    assert.ok(["200,200", "EXIT_TIME_INVALID,200"].includes(getCodes(responses).join()), getCodes(responses).join());
  const rows = await sql<{ status: number; paid: number; total: number; owed: number }[]>`
    select parking_status_id as status, paid_amount::int as paid, total_amount::int as total, coalesce(extended_amount, 0)::int as owed
    from "Parking_Information" where branch = ${branch.id}`;
  for (const { status, paid, total, owed } of rows) {
    assert.equal(total, (status === 2 ? 48 : 97) * 20);
    assert.equal(paid + owed, total);
  }
});

test("of vehicles that are moved to one slot at the same time one gets it, the others are SLOT_EXIST", async () => {
  const { branch, checkIn } = await createGateSession({ slots: 20 });
  const manager = await asUser(await factories.user("manager", { branch }));
  const entries = await repeat(8, () => checkIn());
  const moves = await repeat(8, (index) =>
    manager.patch(`/items/Parking_Information/${entries[index]!.data.id}`, { slot_prefix: "A", slot_no: 20 }),
  );
  assert.deepEqual(getCodes(moves).toSorted(), ["200", ...Array.from({ length: 7 }, () => "SLOT_EXIST")]);
  const rows = await sql<{ slot: number }[]>`
    select slot_no as slot from "Parking_Information" where branch = ${branch.id} and slot_no is not null`;
  assert.equal(rows.length, 8);
  assert.equal(hasDuplicates(rows.map(({ slot }) => slot)), false);
});

// The controls: plain SQL without the protections, on plain tables. Each must fail.

async function createTableWithoutConstraint(on: Sql, name: string): Promise<void> {
  await on.unsafe(`create table ${name} (id int generated always as identity primary key, vehicle text, slot int, number int,
    status int not null default 1, paid int not null default 0)`);
}

/** Runs two transactions so that both have read before either writes, as a race requires. */
async function readThenWriteConcurrently<T>({
  count,
  read,
  write,
}: {
  count: number;
  read: (tx: Sql) => Promise<T>;
  write: (tx: Sql, value: T) => Promise<unknown>;
}): Promise<void> {
  let pending = count;
  let release = (): void => {};
  const haveAllRead = new Promise<void>((resolve) => (release = resolve));
  await repeat(count, () =>
    sql.begin(async (tx) => {
      const observed = await read(tx as unknown as Sql);
      if (--pending === 0) release();
      await haveAllRead;
      await write(tx as unknown as Sql, observed);
    }),
  );
}

test("control: without the lock and the counter row, slots and receipts are duplicated", async () => {
  await createTableWithoutConstraint(sql, "bare_slots");
  await readThenWriteConcurrently({
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
  assert.ok(hasDuplicates(rows.map(({ slot }) => slot)), "duplicate slots are expected");
  assert.ok(hasDuplicates(rows.map(({ number }) => number)), "duplicate receipts are expected");
});

test("control: without the lock and the unique index, two vehicles are moved to one slot", async () => {
  await createTableWithoutConstraint(sql, "bare_moves");
  await sql`insert into bare_moves (vehicle, slot) values ('first', 1), ('second', 2)`;
  let mover = 0;
  await readThenWriteConcurrently({
    count: 2,
    read: (tx) => tx`select 1 from bare_moves where slot = 20`,
    write: async (tx, occupied) => {
      const vehicle = ["first", "second"][mover++]!;
      if (occupied.length === 0) await tx`update bare_moves set slot = 20 where vehicle = ${vehicle}`;
    },
  });
  const [row] = await sql`select count(*)::int as vehicles from bare_moves where slot = 20`;
  assert.equal(row!["vehicles"], 2);
});

test("control: without the unique index, one vehicle is inside twice", async () => {
  await createTableWithoutConstraint(sql, "bare_vehicles");
  await readThenWriteConcurrently({
    count: 2,
    read: (tx) => tx`select 1 from bare_vehicles where vehicle = 'TN09AB1234' and status = 1`,
    write: async (tx, inside) => {
      if (inside.length === 0) await tx`insert into bare_vehicles (vehicle) values ('TN09AB1234')`;
    },
  });
  const [row] = await sql`select count(*)::int as inside from bare_vehicles`;
  assert.equal(row!["inside"], 2);
});

test("control: without compare-and-set, one entry is paid twice and checked out twice", async () => {
  await createTableWithoutConstraint(sql, "bare_payments");
  const [entry] = await sql<{ id: number }[]>`insert into bare_payments (vehicle) values ('TN09AB1234') returning id`;
  let moves = 0;
  await readThenWriteConcurrently({
    count: 2,
    read: (tx) => tx`select paid, status from bare_payments where id = ${entry!.id}`,
    write: async (tx, [observed]) => {
      if (observed!["paid"] > 0 || observed!["status"] === 2) return;
      await tx`update bare_payments set paid = paid + 20, status = 2 where id = ${entry!.id}`;
      moves += 1;
    },
  });
  const [row] = await sql`select paid from bare_payments`;
  assert.deepEqual([row!["paid"], moves], [40, 2]);
});

test("control: without compare-and-set, an entry is voided and keeps the money", async () => {
  await createTableWithoutConstraint(sql, "bare_voids");
  const [entry] = await sql<{ id: number }[]>`insert into bare_voids (vehicle) values ('TN09AB1234') returning id`;
  let isVoid = false;
  await readThenWriteConcurrently({
    count: 2,
    read: (tx) => tx`select paid, status from bare_voids where id = ${entry!.id}`,
    write: async (tx, [observed]) => {
      if (observed!["paid"] > 0 || observed!["status"] === 4) return;
      isVoid = !isVoid;
      await (isVoid
        ? tx`update bare_voids set status = 4 where id = ${entry!.id}`
        : tx`update bare_voids set paid = 20 where id = ${entry!.id}`);
    },
  });
  const [row] = await sql`select paid, status from bare_voids`;
  assert.deepEqual([row!["paid"], row!["status"]], [20, 4]);
});

test("control: without compare-and-set, an entry is voided and leaves a debt", async () => {
  await createTableWithoutConstraint(sql, "bare_exits");
  const [entry] = await sql<{ id: number }[]>`insert into bare_exits (vehicle) values ('TN09AB1234') returning id`;
  let moves = 0;
  const exited = Promise.withResolvers<void>();
  await readThenWriteConcurrently({
    count: 2,
    read: (tx) => tx`select status from bare_exits where id = ${entry!.id}`,
    write: async (tx, [observed]) => {
      if (observed!["status"] !== 1) return;
      const status = moves++ === 0 ? 2 : 4;
      if (status === 2) {
        await tx`update bare_exits set status = 2, paid = -960 where id = ${entry!.id}`;
        exited.resolve();
      } else {
        await exited.promise;
        await tx`update bare_exits set status = 4 where id = ${entry!.id}`;
      }
    },
  });
  const [row] = await sql`select status, paid from bare_exits`;
  assert.deepEqual([moves, row!["status"], row!["paid"]], [2, 4, -960]);
});

test("control: without the lock and the check of the state, a type is corrected after its exit was charged", async () => {
  await createTableWithoutConstraint(sql, "bare_corrections");
  const [entry] = await sql<{ id: number }[]>`
    insert into bare_corrections (vehicle) values ('car') returning id`;
  let isExit = false;
  await readThenWriteConcurrently({
    count: 2,
    read: (tx) => tx`select vehicle, status from bare_corrections where id = ${entry!.id}`,
    write: async (tx, [observed]) => {
      if (observed!["status"] === 2) return;
      isExit = !isExit;
      const charge = observed!["vehicle"] === "car" ? 20 : 10;
      await (isExit
        ? tx`update bare_corrections set status = 2, paid = ${charge} where id = ${entry!.id}`
        : tx`update bare_corrections set vehicle = 'scooter' where id = ${entry!.id}`);
    },
  });
  const [row] = await sql`select vehicle, paid from bare_corrections`;
  assert.deepEqual([row!["vehicle"], row!["paid"]], ["scooter", 20]);
});

test("without the index, concurrent check-ins of one vehicle still serialise: the second sees the first", async () => {
  const { branch, checkIn } = await createGateSession({ slots: 100 });
  await sql`drop index "Parking_Main_Information_u1"`;
  const vehicle = factories.plate();
  const responses = await repeat(2, () => checkIn(vehicle));
  assert.equal(countSuccesses(responses), 1, getCodes(responses).join());
  const [row] =
    await sql`select count(*)::int as inside from "Parking_Main_Information" where branch = ${branch.id} and parking_status_id = 1`;
  assert.equal(row!["inside"], 1);
});
