// §2 /reporting/cash: the exceptions of a day are what happened on it, with its own person, reason and amount.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { createLastingClient, startApp, type TestResponse } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const start = new Date("2026-11-21T04:30:00Z");
const make = createFactories(sql, () => clock.now ?? start);
const [firstDay, secondDay] = ["2026-11-21", "2026-11-22"];
type Client = ReturnType<typeof createLastingClient>;
let branch: CreatedBranch;
let gate: Client;
let colleague: Client;
let manager: Client;
let other: Client;

const minutesLater = (minutes: number) => {
  clock.now = new Date(start.getTime() + minutes * 60_000);
};
const nextDay = () => minutesLater(24 * 60);

before(async () => {
  minutesLater(0);
  branch = await make.branch({ rate: "20.00" });
  const createClient = async (role: "staff" | "manager", first_name: string) =>
    createLastingClient({ asUser, user: await make.user(role, { branch, first_name }) });
  gate = await createClient("staff", "Dinesh");
  colleague = await createClient("staff", "Sita");
  manager = await createClient("manager", "Padma");
  other = await createClient("manager", "Kumar");
});
beforeEach(() => minutesLater(0));

function succeed(response: TestResponse): TestResponse {
  assert.ok(response.status === 200 || response.status === 204, response.text);
  return response;
}

/** An entry that owes ₹40. */
async function checkIn(body: object = {}): Promise<number> {
  const vehicle = { vehicle_no: make.plate(), phone_no: "9840012345" };
  const { data } = succeed(await gate.post("/actions/parking/check-in", { ...vehicle, ...body }));
  minutesLater(50);
  return data.id;
}

interface Shift {
  name: string;
  vehicles: number;
  passes: number;
}
interface Listed {
  id: number | null;
  why: string;
  size: number;
  note: string | null;
  by: string | null;
}
async function listOf(day: string, id: number): Promise<unknown[]> {
  const { data } = succeed(await manager.get(`/actions/cash/day?day=${day}`));
  return (data.remarkable as Listed[])
    .filter((row) => row.id === id)
    .map(({ why, size, note, by }) => [why, size, note, by]);
}

async function findPayment(id: number): Promise<number> {
  const [row] = await sql<
    { id: number }[]
  >`select id from payments where parking_information = ${id} and kind = 'payment'`;
  return row!.id;
}
const refund = async (id: number, amount: string, reason: string, by: Client) =>
  succeed(await by.post(`/actions/cash/payments/${await findPayment(id)}/refund`, { amount, reason }));

test("a discount stays on the day on which it was given, whoever touches the entry later", async () => {
  const id = await checkIn();
  const discount = { deduction_charge: "10.00", deduction_note: "Regular", expected: 3_000 };
  succeed(await gate.post(`/actions/parking/${id}/take-cash`, discount));
  nextDay();
  succeed(await colleague.post(`/actions/parking/${id}/print-slip`, {}));
  assert.deepEqual(await listOf(firstDay, id), [["discount", 1_000, "Regular", "Dinesh"]]);
  assert.deepEqual(await listOf(secondDay, id), []);
});

test("a discount that is raised on another day is listed on both days, as it was on each", async () => {
  const id = await checkIn();
  const give = (by: Client, deduction_charge: string, deduction_note: string) =>
    by.patch(`/items/Parking_Information/${id}`, { deduction_charge, deduction_note });
  succeed(await give(gate, "4.00", "Wrong"));
  succeed(await give(gate, "5.00", "Regular"));
  nextDay();
  succeed(await give(colleague, "8.00", "Complaint"));
  assert.deepEqual(await listOf(firstDay, id), [["discount", 500, "Regular", "Dinesh"]]);
  assert.deepEqual(await listOf(secondDay, id), [["discount", 800, "Complaint", "Sita"]]);
  succeed(await give(colleague, "0.00", ""));
  assert.deepEqual(await listOf(secondDay, id), []);
});

test("an extra charge with which an entry was created is of the day of its creation", async () => {
  const visitor = { branch: branch.id, vehicle_no: make.plate(), phone_no: "9840012345", parking_type: "single_time" };
  const extra = { additional_charge: "15.00", addition_note: "Two slots" };
  const { data } = succeed(await gate.post("/items/Parking_Information", { parking_main_info: visitor, ...extra }));
  nextDay();
  succeed(await colleague.patch(`/items/Parking_Information/${data.id}`, { additional_charge: "20.00" }));
  assert.deepEqual(await listOf(firstDay, data.id), [["addition", 1_500, "Two slots", "Dinesh"]]);
  assert.deepEqual(await listOf(secondDay, data.id), [["addition", 2_000, "Two slots", "Sita"]]);
});

test("each refund is listed with who made it and why, also after somebody else has let the vehicle out", async () => {
  const id = await checkIn();
  succeed(await gate.post(`/actions/parking/${id}/take-cash`, {}));
  await refund(id, "5.00", "Waited too long", manager);
  await refund(id, "7.50", "Wrong tariff", other);
  succeed(await gate.post(`/actions/parking/${id}/check-out`));
  nextDay();
  succeed(await colleague.post(`/actions/parking/${id}/print-slip`, {}));
  assert.deepEqual(await listOf(firstDay, id), [
    ["refunded", 750, "Wrong tariff", "Kumar"],
    ["refunded", 500, "Waited too long", "Padma"],
  ]);
  assert.deepEqual(await listOf(secondDay, id), []);
});

test("a void has the charge that it removed, and stays on its day", async () => {
  const id = await checkIn();
  succeed(
    await manager.patch(`/items/Parking_Information/${id}`, { additional_charge: "10.00", addition_note: "Key lost" }),
  );
  succeed(await manager.post(`/actions/parking/${id}/void`, { reason: "Entered twice" }));
  nextDay();
  await sql`update "Parking_Information" set date_updated = ${clock.now}, user_updated = null where id = ${id}`;
  assert.deepEqual(await listOf(firstDay, id), [
    ["addition", 1_000, "Key lost", "Padma"],
    ["cancelled", 5_000, "Entered twice", "Padma"],
  ]);
  assert.deepEqual(await listOf(secondDay, id), []);
});

test("a charge set by hand stays on its day; one that was taken back on it is not listed", async () => {
  const [id, takenBack] = [await checkIn(), await checkIn()];
  const set = (entry: number, charge_override: string | null, charge_override_reason = "Gate was blocked") =>
    manager.patch(`/items/Parking_Information/${entry}`, { charge_override, charge_override_reason });
  succeed(await set(id, "15.00"));
  succeed(await set(takenBack, "15.00"));
  succeed(await set(takenBack, null));
  nextDay();
  succeed(await gate.post(`/actions/parking/${id}/take-cash`, {}));
  assert.deepEqual(await listOf(firstDay, id), [["override", 1_500, "Gate was blocked", "Padma"]]);
  assert.deepEqual(await listOf(firstDay, takenBack), []);
  assert.deepEqual(await listOf(secondDay, id), []);
});

test("a vehicle that was inside for over 24 hours at the end of a day is still listed there when it has left", async () => {
  const id = await checkIn();
  minutesLater(2 * 24 * 60);
  succeed(await gate.post(`/actions/parking/${id}/take-cash`, { auto_checkout: true }));
  minutesLater(3 * 24 * 60);
  assert.deepEqual(await listOf(firstDay, id), []);
  const [long] = await listOf(secondDay, id);
  // From 10:00 to the midnight after the next day.
  assert.deepEqual(long, ["long-open", 38 * 60, null, "Dinesh"]);
  assert.deepEqual(await listOf("2026-11-23", id), []);
});

test("a pass that is ended is listed with the vehicle, and what was refunded, by whom and why", async () => {
  const plans = [
    { name: "Standard", rates: [{ vehicle_type: null, lines: [{ kind: "each", to: null, step: 60, amount: 4_000 }] }] },
  ];
  const tariff = { plans, passes: [{ vehicle_type: null, per: "month", amount: 60_000 }] };
  succeed(await manager.post("/items/Tariff_Versions", { branch: branch.id, service: "is_parking", tariff }));
  const vehicle = { vehicle_no: make.plate(), phone_no: "9840012346" };
  const { data } = succeed(await gate.post("/actions/passes", { ...vehicle, time_type: "month", duration: 1 }));
  succeed(await gate.post(`/actions/passes/${data.id}/take-payment`, { expected: 60_000 }));
  succeed(await manager.post(`/actions/passes/${data.id}/end`, { reason: "Sold the car" }));
  const day = succeed(await manager.get(`/actions/cash/day?day=${firstDay}`)).data;
  const row = day.remarkable.find((listed: Listed & { name: string }) => listed.name === vehicle.vehicle_no);
  assert.deepEqual([row.kind, row.id, row.why, row.note, row.by], ["M", data.id, "refunded", "Sold the car", "Padma"]);
  const [{ refunded }] =
    (await sql`select (-sum(amount) * 100)::int as refunded from payments where pass = ${data.id} and kind = 'refund'`) as unknown as [
      { refunded: number },
    ];
  assert.ok(refunded > 0);
  assert.equal(row.size, refunded);
});

test("shifts collected the cash of the day less what was refunded in cash, and passes sold are counted beside vehicles", async () => {
  const { shifts, totals } = succeed(await manager.get(`/actions/cash/day?day=${firstDay}`)).data;
  const taken = shifts.reduce((sum: number, shift: { taken: number }) => sum + shift.taken, 0);
  assert.ok(totals.cash_refunded > 1_250);
  assert.equal(taken, totals.cash - totals.cash_refunded);
  const collected = shifts.map(({ name, vehicles, passes }: Shift) => [name, vehicles > 0, passes]);
  assert.deepEqual(
    collected.find(([name]: [string]) => name === "Dinesh"),
    ["Dinesh", true, 1],
  );
});
