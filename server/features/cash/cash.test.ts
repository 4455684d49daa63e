// §4 Cash per shift: opened with attendance, expected amount hidden until the count, every payment in exactly one
// shift.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import { toPaise } from "#domain/money.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);

async function createEntry({ gate, minutes = 50 }: { gate: TestClient; minutes?: number }): Promise<number> {
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  return data.id;
}

interface Gate {
  branch: CreatedBranch;
  user: CreatedUser;
  gate: TestClient;
}

async function startDuty(): Promise<Gate> {
  const branch = await make.branch({ rate: "20.00" });
  const user = await make.user("staff", { branch, in_out_flag: false });
  const gate = await asUser(user);
  await gate.patch(`/users/${user.id}`, { in_out_flag: true });
  return { branch, user, gate };
}

const findShifts = (user: CreatedUser) => sql`select * from cash_shifts where collector = ${user.id} order by id`;

test("opens a shift with attendance and continues it when the user returns the same day", async () => {
  const { gate, user } = await startDuty();
  await gate.patch(`/users/${user.id}`, { in_out_flag: false });
  await gate.patch(`/users/${user.id}`, { in_out_flag: true });
  const shifts = await findShifts(user);
  assert.equal(shifts.length, 1);
  assert.equal(shifts[0]!["closed_at"], null);
});

test("assigns cash of every route to the shift; the count closes it and reveals the expected amount", async () => {
  const { gate, user } = await startDuty();
  const [first, second] = [await createEntry({ gate }), await createEntry({ gate, minutes: 20 })];
  await gate.post(`/actions/parking/${first}/take-cash`, {});
  await gate.patch(`/items/Parking_Information/${second}`, { payment_status: "paid", payment_mode: "cash" });
  const [shift] = await findShifts(user);
  const before = await gate.get(`/items/cash_shifts/${shift!["id"]}`);
  assert.equal(before.data.expected, null);
  const closed = await gate.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "40.00" });
  assert.deepEqual([closed.data.expected, closed.data.difference], ["60.00", "-20.00"]);
  const secondCount = await gate.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "60.00" });
  assert.equal(secondCount.code, "SHIFT_ALREADY_CLOSED");
  const overwritten = await gate.patch(`/items/cash_shifts/${shift!["id"]}`, { expected: "40.00" });
  assert.equal(overwritten.code, "FORBIDDEN");
});

test("counts a vehicle once, however often it paid, and not if its payment was reversed", async () => {
  const { branch, gate, user } = await startDuty();
  const [twice, once, mistyped] = [
    await createEntry({ gate }),
    await createEntry({ gate }),
    await createEntry({ gate }),
  ];
  for (const part of ["10.00", "30.00"]) await gate.post(`/actions/parking/${twice}/take-cash`, { part });
  await gate.post(`/actions/parking/${once}/take-cash`, {});
  await gate.post(`/actions/parking/${mistyped}/take-cash`, {});
  const [payment] = await sql`select id from payments where parking_information = ${mistyped}`;
  const reversed = await gate.post(`/actions/cash/payments/${payment!["id"]}/reverse`, { reason: "Wrong vehicle" });
  assert.equal(reversed.status, 200, reversed.text);
  assert.equal((await gate.get("/actions/cash/shift")).data.vehicles, 2);
  const manager = await asUser(await make.user("manager", { branch }));
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  assert.equal((await manager.get(`/actions/cash/day?day=${day}`)).data.shifts[0].vehicles, 2);
  const [shift] = await findShifts(user);
  const closed = await gate.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "80.00" });
  assert.deepEqual([closed.data.difference, closed.data.vehicles], ["0.00", 2]);
});

test("lets no colleague count a shift, a manager only with a reason, and the manager read it", async () => {
  const { branch, user, gate } = await startDuty();
  await gate.post(`/actions/parking/${await createEntry({ gate })}/take-cash`, {});
  const [shift] = await findShifts(user);
  const other = await asUser(await make.user("staff", { branch }));
  const manager = await asUser(await make.user("manager", { branch }));
  const withoutReason = { counted: "1.00" };
  assert.equal((await other.patch(`/items/cash_shifts/${shift!["id"]}`, withoutReason)).code, "FORBIDDEN");
  assert.equal((await manager.patch(`/items/cash_shifts/${shift!["id"]}`, withoutReason)).code, "SHIFT_NOTE_REQUIRED");
  assert.equal((await other.get(`/items/cash_shifts/${shift!["id"]}`)).code, "FORBIDDEN");
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const report = await manager.get(`/actions/cash/day?day=${day}`);
  assert.deepEqual([report.data.totals.cash, report.data.shifts[0].taken], [4000, 4000]);
  assert.equal((await other.get(`/actions/cash/day?day=${day}`)).code, "FORBIDDEN");
});

test("assigns every payment to exactly one shift during concurrent counts, with correct expected amounts", async () => {
  const { gate, user } = await startDuty();
  const entries: number[] = [];
  for (let index = 0; index < 12; index += 1) entries.push(await createEntry({ gate }));
  const countShift = async (): Promise<void> => {
    const [openShift] = await sql`select id from cash_shifts where collector = ${user.id} and closed_at is null`;
    if (openShift) await gate.patch(`/items/cash_shifts/${openShift["id"]}`, { counted: "0.00" });
  };
  await Promise.all(
    entries.flatMap((id, index) => [
      gate.post(`/actions/parking/${id}/take-cash`, {}).then(({ status }) => assert.equal(status, 200)),
      ...(index % 4 === 0 ? [countShift()] : []),
    ]),
  );
  await countShift();
  const [sums] = await sql`select
    (select sum(amount) from payments where collected_by = ${user.id}) as taken,
    (select count(*)::int from payments where collected_by = ${user.id} and shift is null) as nowhere,
    (select count(*)::int from cash_shifts s where collector = ${user.id} and closed_at is not null and expected <>
      (select coalesce(sum(amount), 0) from payments p where p.shift = s.id)) as untrue`;
  assert.deepEqual({ ...sums }, { taken: 480, nowhere: 0, untrue: 0 });
});

test("reports discounts with the cash of the day", async () => {
  const { branch, gate } = await startDuty();
  const id = await createEntry({ gate });
  await gate.post(`/actions/parking/${id}/take-cash`, { deduction_charge: "10.00", deduction_note: "Regular" });
  const manager = await asUser(await make.user("manager", { branch }));
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const { data } = await manager.get(`/actions/cash/day?day=${day}`);
  const [found] = data.remarkable.filter((row: { id: number }) => row.id === id);
  assert.deepEqual([found.why, found.size, found.note], ["discount", 1000, "Regular"]);
});

test("of a discount above the charge, day, shift and entry have what it took off", async () => {
  const { branch, gate } = await startDuty();
  const id = await createEntry({ gate });
  const typed = { deduction_charge: "5000.00", deduction_note: "Complaint", expected: 0 };
  assert.equal((await gate.post(`/actions/parking/${id}/take-cash`, typed)).status, 200);
  const { data: entry } = await gate.get(`/items/Parking_Information/${id}?fields=actual_amount,deduction_charge`);
  assert.ok(entry.actual_amount > 0);
  assert.equal(entry.deduction_charge, entry.actual_amount);
  const waived = toPaise(entry.actual_amount);
  const manager = await asUser(await make.user("manager", { branch }));
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const { data } = await manager.get(`/actions/cash/day?day=${day}`);
  const isDiscount = (row: Row) => row["id"] === id && row["why"] === "discount";
  assert.deepEqual(
    data.remarkable.filter(isDiscount).map((row: Row) => row["size"]),
    [waived],
  );
  const { data: shift } = await gate.get("/actions/cash/shift");
  assert.deepEqual(
    shift.exceptions.filter(isDiscount).map((row: Row) => row["size"]),
    [waived],
  );
});

test("names who gave a discount, although another person has changed the entry since", async () => {
  const { branch, user, gate } = await startDuty();
  const id = await createEntry({ gate });
  const discount = { deduction_charge: "10.00", deduction_note: "Regular", part: "5.00" };
  assert.equal((await gate.post(`/actions/parking/${id}/take-cash`, discount)).status, 200);
  const other = await asUser(await make.user("staff", { branch, first_name: "Sita" }));
  assert.equal((await other.post(`/actions/parking/${id}/take-cash`, {})).status, 200);
  const manager = await asUser(await make.user("manager", { branch }));
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const { data } = await manager.get(`/actions/cash/day?day=${day}`);
  const [found] = data.remarkable.filter((row: Row) => row["id"] === id && row["why"] === "discount");
  const [giver] = await sql`select first_name from users where id = ${user.id}`;
  assert.equal(found.by, giver!["first_name"]);
  assert.notEqual(found.by, "Sita");
});

test("reports manual changes with their author, but not status changes", async () => {
  const { id: config } = await make.row("Parking_Configuration", { is_slot_required: false });
  const branch = await make.valetBranch({ is_parking: true, parking_config: config });
  const gate = await asUser(await make.user("staff", { branch, first_name: "Ravi" }));
  const [moved, untouched] = [await createEntry({ gate }), await createEntry({ gate })];
  const { data } = await gate.get(`/items/Parking_Information/${moved}?fields=parking_main_info`);
  const changed = await gate.patch(`/items/Parking_Main_Information/${data.parking_main_info}`, {
    entry_reason: "Bank",
  });
  assert.equal(changed.status, 200, changed.text);
  await gate.post(`/actions/parking/${moved}/take-cash`, {});
  await gate.post(`/actions/parking/${untouched}/take-cash`, {});
  const { data: ticket } = await gate.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  const tagged = await gate.patch(`/items/Valet_and_Parking_Information/${ticket.id}`, { key_tag: "K7" });
  assert.equal(tagged.status, 200, tagged.text);
  const manager = await asUser(await make.user("manager", { branch }));
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const response = await manager.get(`/actions/cash/day?day=${day}`);
  assert.deepEqual(
    response.data.remarkable.map(({ kind, id, why, fields, by }: Row) => ({ kind, id, why, fields, by })),
    [
      { kind: "P", id: moved, why: "changed", fields: ["entry_reason"], by: "Ravi" },
      { kind: "V", id: ticket.id, why: "changed", fields: ["key_tag"], by: "Ravi" },
    ],
  );
});
