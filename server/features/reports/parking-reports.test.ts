// §2 Reports of parking against figures that were computed by hand.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createLastingClient, startApp } from "#tests/support/app.ts";
import { type CreatedBranch, type CreatedUser, createFactories } from "#tests/support/factories.ts";

const { sql, asUser, clock } = await startApp();
const make = createFactories(sql, () => clock.now ?? new Date());
type Client = ReturnType<typeof createLastingClient>;

const day = "2026-11-10";
/** A time in India. */
const at = (time: string, on = day): Date => new Date(`${on}T${time}:00+05:30`);
const readTime = at("12:00", "2026-11-12");

let branch: CreatedBranch;
let other: CreatedBranch;
let gateUser: CreatedUser;
let gate: Client;
let manager: Client;
let vehicleType: number;

async function run<T>(time: Date, work: () => Promise<T>): Promise<T> {
  clock.now = time;
  return work();
}

const succeed = (response: { status: number; text: string }): void => assert.ok(response.status < 300, response.text);

async function checkIn(time: Date, client = gate): Promise<number> {
  const body = { vehicle_no: make.plate(), phone_no: "9840012345", vehicle_type: vehicleType };
  const response = await run(time, () => client.post("/actions/parking/check-in", body));
  succeed(response);
  return response.data.id;
}

async function leave(id: number, time: Date, { discount }: { discount?: string } = {}): Promise<void> {
  clock.now = time;
  if (discount)
    succeed(
      await gate.patch(`/items/Parking_Information/${id}`, { deduction_charge: discount, deduction_note: "Regular" }),
    );
  const paid = await gate.post(`/actions/parking/${id}/take-cash`, { auto_checkout: true });
  if (paid.code === "ALREADY_PAID" || paid.code === "NOTHING_OWED")
    succeed(await gate.post(`/actions/parking/${id}/check-out`));
  else succeed(paid);
}

async function read(report: string, query: Record<string, string> = {}, client = manager) {
  clock.now = readTime;
  const parameters = new URLSearchParams({ from: day, ...query });
  const response = await client.get(`/actions/reports/${report}?${parameters.toString()}`);
  assert.equal(response.status, 200, response.text);
  return response.data as {
    rows: { values: Record<string, string | number | null>; link?: unknown }[];
    totals: Record<string, number | null>;
  };
}

const pick = (rows: { values: Record<string, unknown> }[], ...columns: string[]): unknown[][] =>
  rows.map(({ values }) => columns.map((column) => values[column]));

const ids: { [name in "a" | "b" | "c" | "d" | "e"]?: number } = {};

before(async () => {
  clock.now = at("08:00", "2026-11-09");
  branch = await make.branch({ name: "East", slots: 3, rate: "20.00", config: { is_free: false } });
  other = await make.branch({ name: "West", slots: 1, rate: "20.00", company: branch.company });
  vehicleType = (await make.row("Vehicle_Type", { name: "Car" })).id;
  gateUser = await make.user("staff", { branch });
  gate = createLastingClient({ asUser, user: gateUser });
  manager = createLastingClient({ asUser, user: await make.user("manager", { branch }) });
  const otherGate = createLastingClient({ asUser, user: await make.user("staff", { branch: other }) });
  await checkIn(at("10:00"), otherGate);
  ids.e = await checkIn(at("23:00", "2026-11-09"));
  await leave(ids.e, at("00:30"));
  ids.a = await checkIn(at("09:00"));
  ids.b = await checkIn(at("09:30"));
  ids.c = await checkIn(at("10:00"));
  succeed(await run(at("10:05"), () => manager.post(`/actions/parking/${ids.c}/void`, { reason: "Wrong plate" })));
  ids.d = await checkIn(at("10:15"));
  // More than the charge of ₹20.00: what counts is what it took off.
  await leave(ids.d, at("10:20"), { discount: "500.00" });
  await leave(ids.a, at("10:30"));
  await leave(ids.b, at("11:00"), { discount: "10.00" });
  const test_entry = await checkIn(at("11:10"));
  await leave(test_entry, at("11:50"));
  await sql`update "Parking_Information" set is_test = true where id = ${test_entry}`;
});

test("occupancy is weighted by time, over midnight, without voided and test entries", async () => {
  const { rows, totals } = await read("occupancy", { group: "hour" });
  const values = new Map(rows.map(({ values: { hour, inside, highest } }) => [hour, [inside, highest]]));
  assert.equal(rows.length, 24);
  assert.deepEqual(values.get(0), [0.5, 1]);
  assert.deepEqual(values.get(1), [0, 0]);
  assert.deepEqual(values.get(9), [1.5, 2]);
  assert.deepEqual(values.get(10), [1.6, 3]);
  assert.deepEqual(values.get(11), [0, 0]);
  assert.equal(totals["highest"], 3);
  const week = await read("occupancy");
  assert.deepEqual(pick(week.rows, "weekday", "hour").slice(9, 11), [
    [2, 9],
    [2, 10],
  ]);
  // 0.5 + 1.5 + 95/60 hours of 24.
  assert.deepEqual(pick((await read("occupancy", { group: "day" })).rows, "group", "inside"), [[day, 0.1]]);
});

test("a branch is full while all its slots are occupied, and refusals are counted", async () => {
  const site = await make.branch({ slots: 1, rate: "20.00", config: { is_free: false, is_slot_required: true } });
  const siteGate = createLastingClient({ asUser, user: await make.user("staff", { branch: site }) });
  const siteManager = createLastingClient({ asUser, user: await make.user("manager", { branch: site }) });
  await checkIn(at("09:00"), siteGate);
  const body = { vehicle_no: make.plate(), phone_no: "9840012345", vehicle_type: vehicleType };
  const refuse = () => siteGate.post("/actions/parking/check-in", body);
  assert.equal((await run(at("10:00"), refuse)).code, "SLOT_FULL");
  assert.deepEqual(pick((await read("full", {}, siteManager)).rows, "slots", "highest", "full", "refused"), [
    [1, 1, 900, 1],
  ]);

  const { rows } = await read("full", { to: "2026-11-11" });
  assert.deepEqual(pick(rows, "group", "slots", "highest", "full", "refused"), [
    [day, 3, 3, 5, 0],
    ["2026-11-11", 3, 0, 0, 0],
  ]);
});

test("stays are counted by class on the day of the exit", async () => {
  const { rows, totals } = await read("stays");
  assert.deepEqual(
    pick(rows, "group", "stays", "share").filter(([, stays]) => stays !== 0),
    [
      ["Under 30 min", 1, 25],
      ["1 h to 2 h", 3, 75],
    ],
  );
  assert.deepEqual(totals, { stays: 4, median: 90, ninetieth: 90 });
});

test("turnover is of vehicles that came, by block and by slot", async () => {
  const { rows, totals } = await read("turnover");
  assert.deepEqual(pick(rows, "group", "slots", "entries", "revenue", "daily_entries", "slot_revenue"), [
    ["A", 3, 3, 11_000, 1, 3_667],
  ]);
  assert.equal(totals["revenue"], 11_000);
  assert.equal((await read("turnover", { group: "slot" })).rows.length, 3);
});

test("exceptions are counted by kind and person, and each figure opens its entries", async () => {
  await sql`update counters set value = value + 1 where branch = ${branch.id} and name = 'receipt' and day = ${day}`;
  const { rows } = await read("exceptions");
  const sums = pick(rows, "group", "count", "amount").filter(([, count]) => count !== 0);
  assert.deepEqual(sums, [
    ["Void after entry", 1, 0],
    // What made it free is in the amount of the discount, once.
    ["Exit without a charge", 1, 0],
    ["Discount", 2, 3_000],
    ["Gap in receipt numbers", 1, 0],
  ]);
  const discounts = rows.find(({ values }) => values["group"] === "Discount");
  assert.deepEqual(discounts?.link, { report: "exception-entries", filters: { kind: "discount" } });
  const entries = await read("exception-entries", { kind: "discount" });
  assert.deepEqual(
    entries.rows.map(({ values: { amount, reason }, link }) => [amount, reason, link]),
    [
      [1_000, "Regular", { kind: "P", id: ids.b }],
      [2_000, "Regular", { kind: "P", id: ids.d }],
    ],
  );
  const people = await read("exceptions", { group: "person", kind: "discount" });
  assert.deepEqual(pick(people.rows, "count", "amount", "exits", "rate"), [[2, 3_000, 4, null]]);
  assert.deepEqual(people.rows[0]?.link, {
    report: "exception-entries",
    filters: { kind: "discount", person: gateUser.id },
  });
  assert.equal((await read("exception-entries", { kind: "nonsense" })).rows.length, 0);
});

test("corrections, lost slips, prints, long stays and shifts are exceptions, too", async () => {
  const on = "2026-11-05";
  const id = await checkIn(at("10:00", on));
  clock.now = at("10:01", on);
  succeed(await manager.post(`/actions/parking/${id}/correct`, { vehicle_no: make.plate(), reason: "Misread" }));
  await sql`update "Parking_Information" set is_slip_lost = true, slip_prints = 2 where id = ${id}`;
  await leave(id, at("11:00", "2026-11-06"));
  await sql`insert into cash_shifts ${sql({ company: branch.company, branch: branch.id, collector: gateUser.id, opened_at: at("08:00", on), closed_at: at("18:00", "2026-11-06"), difference: "-15.50", note: "Short" })}`;
  const { rows } = await read("exceptions", { from: "2026-11-06" });
  assert.deepEqual(
    pick(rows, "group", "count", "amount").filter(([, count]) => count !== 0),
    [
      ["Plate or vehicle type edited", 1, 0],
      ["Lost slip", 1, 0],
      ["Open for over 24 hours", 1, 0],
      ["Cash difference of a shift", 1, 1_550],
      ["Slip or receipt printed again", 1, 0],
    ],
  );
});

test("refunds and charges set by hand are exceptions as on the page of daily cash; what is returned is a sum of its own", async () => {
  const on = "2026-11-12";
  const id = await checkIn(at("10:00", on));
  const setByHand = { charge_override: "15.00", charge_override_reason: "Gate was blocked" };
  succeed(await run(at("10:10", on), () => manager.patch(`/items/Parking_Information/${id}`, setByHand)));
  await leave(id, at("10:20", on));
  const [payment] = await sql`select id from payments where parking_information = ${id}`;
  const refund = (amount: string, reason: string) =>
    manager.post(`/actions/cash/payments/${payment!["id"]}/refund`, { amount, reason });
  succeed(await run(at("10:30", on), () => refund("5.00", "Waited too long")));
  succeed(await run(at("10:40", on), () => refund("2.50", "Rude")));
  clock.now = at("12:00", on);
  const { rows, totals } = await read("exceptions", { from: on });
  assert.deepEqual(
    pick(rows, "group", "count", "amount", "returned").filter(([, count]) => count !== 0),
    [
      ["Charge set by hand", 1, 0, 0],
      ["Refund", 2, 0, 750],
    ],
  );
  assert.deepEqual(totals, { count: 3, amount: 0, returned: 750 });
  const listed = await read("exception-entries", { from: on });
  assert.deepEqual(pick(listed.rows, "kind", "reason", "amount", "returned"), [
    ["Refund", "Rude", null, 250],
    ["Refund", "Waited too long", null, 500],
    ["Charge set by hand", "Gate was blocked", null, null],
  ]);
  assert.deepEqual(listed.totals, { amount: 0, returned: 750 });
  const cash = (await manager.get(`/actions/cash/day?day=${on}`)).data;
  assert.deepEqual(
    cash.remarkable.map(({ why, note }: Record<string, unknown>) => [why, note]),
    [
      ["override", "Gate was blocked"],
      ["refunded", "Waited too long"],
      ["refunded", "Rude"],
    ],
  );
});

test("all branches of the company are compared by the group branch", async () => {
  const admin = createLastingClient({ asUser, user: await make.user("admin", { branch }) });
  const { rows } = await read("turnover", { group: "branch", branch: "all" }, admin);
  assert.deepEqual(pick(rows, "group", "entries"), [
    [branch.name, 3],
    [other.name, 1],
  ]);
  const all = await read("occupancy", { group: "branch", branch: "all" }, admin);
  assert.deepEqual(pick(all.rows, "group", "highest"), [
    [branch.name, 3],
    [other.name, 1],
  ]);
});
