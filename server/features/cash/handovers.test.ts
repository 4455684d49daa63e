// §4 Cash per shift: day of each payment, count by a manager, opening float, exceptions before the count, handovers.
// Race tests have a control: the same without the protection, which must fail.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 40, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);

interface Collector {
  user: CreatedUser;
  client: TestClient;
}

async function createCollector(branch: CreatedBranch, first_name: string): Promise<Collector> {
  const user = await make.user("staff", { branch, first_name, in_out_flag: false });
  const client = await asUser(user);
  await client.patch(`/users/${user.id}`, { in_out_flag: true });
  return { user, client };
}

/** A branch that charges ₹20 per 30 minutes, with gate staff on duty. */
async function createGate(...names: string[]): Promise<{ branch: CreatedBranch; staff: Collector[] }> {
  const branch = await make.branch({ rate: "20.00", config: { is_free: false } });
  const staff: Collector[] = [];
  for (const name of names) staff.push(await createCollector(branch, name));
  return { branch, staff };
}

/** An entry of 50 minutes, which costs ₹40. */
async function createEntry({ client }: Collector, minutes = 50): Promise<number> {
  const { data } = await client.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  return data.id;
}

async function takeCash(collector: Collector, body: object = {}): Promise<number> {
  const id = await createEntry(collector);
  const { status, text } = await collector.client.post(`/actions/parking/${id}/take-cash`, body);
  assert.equal(status, 200, text);
  return id;
}

interface ShiftRow {
  id: number;
  expected: string | null;
  difference: string | null;
}
const findShifts = ({ user }: Collector) =>
  sql<ShiftRow[]>`select id, expected, difference from cash_shifts where collector = ${user.id} order by id`;
const count = async (collector: Collector, counted: string) => {
  const shift = (await findShifts(collector)).at(-1)!;
  return collector.client.patch(`/items/cash_shifts/${shift.id}`, { counted });
};
const offer = (from: Collector, to: Collector, amount: string) =>
  from.client.post("/actions/cash/hand-over", { receiver: to.user.id, amount });
const decide = ({ client }: Collector, id: number, state: string) =>
  client.post(`/actions/cash/handovers/${id}/decide`, { state });
const getDay = (at: Date): string => at.toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });

test("cash belongs to the day it was taken, however long the shift lasts", async () => {
  const { branch, staff } = await createGate("Ravi");
  const [ravi] = staff as [Collector];
  await takeCash(ravi);
  await takeCash(ravi);
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  const [oldest] = await sql`select min(id) as id from payments where collected_by = ${ravi.user.id}`;
  await sql`update payments set received_at = ${yesterday} where id = ${oldest!["id"]}`;
  await sql`update cash_shifts set opened_at = ${yesterday} where collector = ${ravi.user.id}`;
  const manager = await asUser(await make.user("manager", { branch }));
  for (const day of [yesterday, new Date()]) {
    const { data } = await manager.get(`/actions/cash/day?day=${getDay(day)}`);
    assert.deepEqual(
      [
        data.totals.cash,
        data.shifts.map((shift: { taken: number; takenInShift: number }) => [shift.taken, shift.takenInShift]),
      ],
      [4000, [[4000, 8000]]],
    );
  }
});

test("a manager closes the shift of someone else with a reason; colleagues and other branches cannot", async () => {
  const { branch, staff } = await createGate("Ravi", "Sita");
  const [ravi, sita] = staff as [Collector, Collector];
  await takeCash(ravi);
  const [shift] = await findShifts(ravi);
  const path = `/items/cash_shifts/${shift!.id}`;
  const foreignManager = await asUser(await make.user("manager", { branch: await make.branch() }));
  const body = { counted: "40.00", note: "Went home ill" };
  for (const caller of [sita.client, foreignManager]) assert.equal((await caller.patch(path, body)).code, "FORBIDDEN");
  const manager = await asUser(await make.user("manager", { branch, first_name: "Meena" }));
  assert.equal((await manager.patch(path, { counted: "40.00" })).code, "SHIFT_NOTE_REQUIRED");
  const absentManager = await asUser(await make.user("manager", { branch, in_out_flag: false }));
  assert.equal((await absentManager.patch(path, body)).code, "USER_ATTENDANCE_OFF");
  assert.equal((await manager.patch(path, body)).data.difference, "0.00");
  const { data } = await manager.get(`/actions/cash/day?day=${getDay(new Date())}`);
  const found = data.shifts.find(({ id }: { id: number }) => id === shift!.id);
  assert.equal((await manager.get(`/actions/cash/shift?shift=${shift!.id}`)).data, null);
  assert.deepEqual([found.closedBy, found.note, found.difference], ["Meena", "Went home ill", 0]);
});

test("the opening float is part of the expected cash and cannot be changed after the count", async () => {
  const { staff } = await createGate("Ravi");
  const [ravi] = staff as [Collector];
  await takeCash(ravi);
  const [shift] = await findShifts(ravi);
  const path = `/items/cash_shifts/${shift!.id}`;
  assert.equal((await ravi.client.patch(path, { opening_float: "500.00" })).status, 200);
  const counted = await count(ravi, "540.00");
  assert.deepEqual([counted.data.expected, counted.data.difference], ["540.00", "0.00"]);
  assert.equal((await ravi.client.patch(path, { opening_float: "540.00" })).code, "SHIFT_ALREADY_CLOSED");
});

test("the summary before the count lists unpaid, cancelled, discounted and free exits, but not the expected cash", async () => {
  const { branch, staff } = await createGate("Ravi", "Sita");
  const [ravi, sita] = staff as [Collector, Collector];
  assert.equal((await ravi.client.get("/actions/cash/shift")).data.needsCount, false);
  const discounted = await takeCash(ravi, { deduction_charge: "10.00", deduction_note: "Regular" });
  const free = await createEntry(ravi, 0);
  await sql`update "Parking_Information" set free_until = now() + interval '1 day' where id = ${free}`;
  assert.equal((await ravi.client.post(`/actions/parking/${free}/check-out`, {})).status, 200);
  // A visit that a pass covers is not let out free.
  const covered = await createEntry(ravi, 0);
  await sql`update "Parking_Information" set free_until = now() + interval '1 day' where id = ${covered}`;
  await sql`update "Parking_Main_Information" set parking_type = 'long_time', pass_start_time = now() - interval '1 day', pass_end_time = now() + interval '1 day'
    where id = (select parking_main_info from "Parking_Information" where id = ${covered})`;
  assert.equal((await ravi.client.post(`/actions/parking/${covered}/check-out`, {})).status, 200);
  const deferred = await createEntry(ravi);
  const manager = await asUser(await make.user("manager", { branch }));
  await manager.patch(`/items/Parking_Information/${deferred}`, {
    payment_type: "pay-later",
    pay_later_reason: "Regular",
  });
  assert.equal((await ravi.client.post(`/actions/parking/${deferred}/check-out`, {})).status, 200);
  await takeCash(sita, { deduction_charge: "5.00", deduction_note: "Not Ravi's" });
  const { data, text } = await ravi.client.get("/actions/cash/shift");
  assert.deepEqual(
    data.exceptions.map(({ id, why, size }: { id: number; why: string; size: number }) => [id, why, size]),
    [
      [deferred, "pay-later", 4000],
      [discounted, "discount", 1000],
      [free, "free", 0],
    ],
  );
  assert.equal(data.needsCount, true);
  assert.doesNotMatch(text, /expected|3000/);
  const [shift] = await findShifts(ravi);
  assert.equal((await sita.client.get(`/actions/cash/shift?shift=${shift!.id}`)).code, "FORBIDDEN");
  assert.equal((await manager.get(`/actions/cash/shift?shift=${shift!.id}`)).data.name, "Ravi");
});

test("tips of tickets paid in cash are listed apart from the cash", async () => {
  const branch = await make.valetBranch({ rate: "20.00" });
  const ravi = await createCollector(branch, "Ravi");
  const ticket = await ravi.client.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  assert.equal(ticket.status, 200, ticket.text);
  await sql`update "Valet_and_Parking_Information" set in_time = now() - interval '50 minutes' where id = ${ticket.data.id}`;
  const sita = await createCollector(branch, "Sita");
  const path = `/actions/valet/${ticket.data.id}/take-cash`;
  const part = await sita.client.post(path, { part: "10.00" });
  assert.equal(part.status, 200, part.text);
  const paid = await ravi.client.post(path, { valet_tip: "50.00" });
  assert.equal(paid.status, 200, paid.text);
  // In the shift that collected it alone.
  assert.equal((await sita.client.get("/actions/cash/shift")).data.tips, 0);
  const { data } = await ravi.client.get("/actions/cash/shift");
  assert.equal(data.tips, 5000);
  const counted = await count(ravi, "0.00");
  assert.equal(counted.data.expected, "30.00");
});

test("handed-over cash moves from one shift to the other when the receiver confirms it", async () => {
  const { staff } = await createGate("Ravi", "Sita");
  const [ravi, sita] = staff as [Collector, Collector];
  await takeCash(ravi);
  assert.equal((await offer(ravi, sita, "40.01")).code, "CASH_HANDOVER_TOO_HIGH");
  assert.equal((await offer(ravi, sita, "0.00")).code, "CASH_HANDOVER_TOO_LOW");
  assert.equal((await offer(ravi, ravi, "10.00")).code, "CASH_RECEIVER_NOT_AVAILABLE");
  const first = await offer(ravi, sita, "30.00");
  assert.equal(first.status, 200, first.text);
  assert.equal((await offer(ravi, sita, "10.00")).code, "CASH_HANDOVER_PENDING");
  assert.equal((await count(ravi, "40.00")).code, "CASH_HANDOVER_PENDING");
  // Only the receiver confirms: neither the giver nor a third person.
  assert.equal((await decide(ravi, first.data.id, "confirmed")).code, "FORBIDDEN");
  assert.equal((await decide(sita, first.data.id, "withdrawn")).code, "FORBIDDEN");
  assert.equal((await decide(sita, first.data.id, "confirmed")).status, 204);
  assert.equal((await decide(sita, first.data.id, "confirmed")).code, "CASH_HANDOVER_DECIDED");
  assert.equal((await decide(ravi, first.data.id, "withdrawn")).code, "CASH_HANDOVER_DECIDED");
  assert.equal((await offer(ravi, sita, "10.01")).code, "CASH_HANDOVER_TOO_HIGH");
  assert.equal((await count(ravi, "10.00")).data.difference, "0.00");
  assert.equal((await count(sita, "30.00")).data.difference, "0.00");
});

test("declined and withdrawn cash stays in the giver's shift", async () => {
  const { branch, staff } = await createGate("Ravi", "Sita");
  const [ravi, sita] = staff as [Collector, Collector];
  await takeCash(ravi);
  const declined = await offer(ravi, sita, "40.00");
  assert.equal((await decide(sita, declined.data.id, "declined")).status, 204);
  const withdrawn = await offer(ravi, sita, "40.00");
  const manager = await asUser(await make.user("manager", { branch }));
  const response = await manager.post(`/actions/cash/handovers/${withdrawn.data.id}/decide`, { state: "withdrawn" });
  assert.equal(response.status, 204, response.text);
  assert.equal((await count(ravi, "40.00")).data.difference, "0.00");
  assert.equal((await count(sita, "0.00")).data.difference, "0.00");
});

test("a receiver without an open shift gets one with the confirmed cash", async () => {
  const { branch, staff } = await createGate("Ravi", "Sita");
  const [ravi, sita] = staff as [Collector, Collector];
  await takeCash(ravi);
  await count(sita, "0.00");
  const { data } = await offer(ravi, sita, "40.00");
  await decide(sita, data.id, "confirmed");
  const shifts = await findShifts(sita);
  assert.equal(shifts.length, 2);
  assert.equal((await count(sita, "40.00")).data.expected, "40.00");
  const absent = await make.user("staff", { branch, in_out_flag: false });
  const toAbsent = await ravi.client.post("/actions/cash/hand-over", { receiver: absent.id, amount: "1.00" });
  assert.equal(toAbsent.code, "CASH_RECEIVER_NOT_AVAILABLE");
});

/** Cash that all shifts of the collectors hold together after the count, in rupees. */
async function sumExpected(collectors: readonly Collector[]): Promise<number> {
  for (const collector of collectors) {
    const [open] = await sql`select id from cash_shifts where collector = ${collector.user.id} and closed_at is null`;
    if (open) assert.equal((await count(collector, "0.00")).status, 200);
  }
  const ids = collectors.map(({ user }) => user.id);
  const [row] = await sql<{ sum: number }[]>`
    select sum(expected)::int as sum from cash_shifts where collector = any(${ids}::uuid[])`;
  return row!.sum;
}

test("race: the same cash offered many times and confirmed many times is handed over once", async () => {
  const { staff } = await createGate("Ravi", "Sita", "Arun");
  const [ravi, sita, arun] = staff as [Collector, Collector, Collector];
  await takeCash(ravi);
  const offers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => offer(ravi, index % 2 === 0 ? sita : arun, "40.00")),
  );
  const accepted = offers.filter(({ status }) => status === 200);
  assert.equal(accepted.length, 1);
  const id: number = accepted[0]!.data.id;
  const decisions = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? decide(ravi, id, "withdrawn")
        : Promise.all([decide(sita, id, "confirmed"), decide(arun, id, "confirmed")]),
    ),
  );
  assert.equal(decisions.flat().filter(({ status }) => status === 204).length, 1);
  assert.equal(await sumExpected(staff), 40);
});

test("race: payments, handovers and counts at once lose and double nothing", async () => {
  const { staff } = await createGate("Ravi", "Sita");
  const [ravi, sita] = staff as [Collector, Collector];
  const entries: number[] = [];
  for (let index = 0; index < 10; index += 1) entries.push(await createEntry(ravi));
  await takeCash(ravi);
  const { data } = await offer(ravi, sita, "40.00");
  await Promise.all([
    ...entries.map((id) => ravi.client.post(`/actions/parking/${id}/take-cash`, {})),
    decide(sita, data.id, "confirmed"),
    ...Array.from({ length: 4 }, () => count(ravi, "0.00")),
    ...Array.from({ length: 4 }, () => count(sita, "0.00")),
  ]);
  assert.equal(await sumExpected(staff), 440);
});

// The control: plain SQL without the locks and the compare-and-set, on plain tables. It must fail.
test("control: without locks, cash is handed over twice and a count misses a payment", async () => {
  await sql`create table plain_shifts (id int primary key, cash int, expected int)`;
  await sql`create table plain_payments (shift int, amount int)`;
  await sql`insert into plain_shifts values (1, 40, null), (2, 0, null), (3, 0, null)`;
  const haveBothRead = Promise.withResolvers<void>();
  let reading = 2;
  const handOver = async (to: number): Promise<void> => {
    const [from] = await sql<{ cash: number }[]>`select cash from plain_shifts where id = 1`;
    if (--reading === 0) haveBothRead.resolve();
    await haveBothRead.promise;
    if (from!.cash < 40) return;
    await sql`update plain_shifts set cash = 0 where id = 1`;
    await sql`update plain_shifts set cash = cash + 40 where id = ${to}`;
  };
  await Promise.all([handOver(2), handOver(3)]);
  const [held] = await sql<{ cash: number }[]>`select sum(cash)::int as cash from plain_shifts`;
  assert.notEqual(held!.cash, 40);
  const [sum] = await sql<{ amount: number }[]>`select coalesce(sum(amount), 0)::int as amount from plain_payments`;
  await sql`insert into plain_payments values (2, 40)`;
  await sql`update plain_shifts set expected = ${sum!.amount} where id = 2`;
  const [counted] = await sql<{ expected: number }[]>`select expected from plain_shifts where id = 2`;
  assert.notEqual(counted!.expected, 40);
});
