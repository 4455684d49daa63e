// §4 Cash per shift: opened with attendance, counted before it is told, to the rupee; nothing falls between two shifts.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "#domain/collection.ts";
import { startApp, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql } = await startApp();
const make = factories(sql);

async function entry({ gate, minutes = 50 }: { gate: Caller; minutes?: number }): Promise<number> {
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  return data.id;
}

interface Gate {
  branch: MadeBranch;
  user: MadeUser;
  gate: Caller;
}

async function atGate(): Promise<Gate> {
  const branch = await make.branch({ rate: "20.00" });
  const user = await make.user("staff", { branch, in_out_flag: false });
  const gate = await as(user);
  await gate.patch(`/users/${user.id}`, { in_out_flag: true });
  return { branch, user, gate };
}

const shiftsOf = (user: MadeUser) => sql`select * from cash_shifts where collector = ${user.id} order by id`;

test("attendance opens a shift, once; coming back the same day goes on with it", async () => {
  const { gate, user } = await atGate();
  await gate.patch(`/users/${user.id}`, { in_out_flag: false });
  await gate.patch(`/users/${user.id}`, { in_out_flag: true });
  const shifts = await shiftsOf(user);
  assert.equal(shifts.length, 1);
  assert.equal(shifts[0]!["closed_at"], null);
});

test("cash through any door belongs to the shift; the count closes it and tells what it should have been", async () => {
  const { gate, user } = await atGate();
  const [one, two] = [await entry({ gate }), await entry({ gate, minutes: 20 })];
  await gate.post(`/actions/parking/${one}/take-cash`, {});
  await gate.patch(`/items/Parking_Information/${two}`, { payment_status: "paid", payment_mode: "cash" });
  const [shift] = await shiftsOf(user);
  const before = await gate.get(`/items/cash_shifts/${shift!["id"]}`);
  assert.equal(before.data.expected, null);
  const closed = await gate.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "40.00" });
  assert.deepEqual([closed.data.expected, closed.data.difference], ["60.00", "-20.00"]);
  const again = await gate.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "60.00" });
  assert.equal(again.code, "SHIFT_ALREADY_CLOSED");
  const named = await gate.patch(`/items/cash_shifts/${shift!["id"]}`, { expected: "40.00" });
  assert.equal(named.code, "FORBIDDEN");
});

test("a shift is only its own collector's to count, and the manager reads it", async () => {
  const { branch, user, gate } = await atGate();
  await gate.post(`/actions/parking/${await entry({ gate })}/take-cash`, {});
  const [shift] = await shiftsOf(user);
  const other = await as(await make.user("staff", { branch }));
  const manager = await as(await make.user("manager", { branch }));
  for (const caller of [other, manager])
    assert.equal((await caller.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "1.00" })).code, "FORBIDDEN");
  assert.equal((await other.get(`/items/cash_shifts/${shift!["id"]}`)).code, "FORBIDDEN");
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const seen = await manager.get(`/actions/cash/day?day=${day}`);
  assert.deepEqual([seen.data.totals.cash, seen.data.shifts[0].taken], [4000, 4000]);
  assert.equal((await other.get(`/actions/cash/day?day=${day}`)).code, "FORBIDDEN");
});

test("cash and counts at once: every rupee is in exactly one shift, and every count was told the truth", async () => {
  const { gate, user } = await atGate();
  const entries: number[] = [];
  for (let car = 0; car < 12; car += 1) entries.push(await entry({ gate }));
  const count = async (): Promise<void> => {
    const [open] = await sql`select id from cash_shifts where collector = ${user.id} and closed_at is null`;
    if (open) await gate.patch(`/items/cash_shifts/${open["id"]}`, { counted: "0.00" });
  };
  await Promise.all(
    entries.flatMap((id, place) => [
      gate.post(`/actions/parking/${id}/take-cash`, {}).then(({ status }) => assert.equal(status, 200)),
      ...(place % 4 === 0 ? [count()] : []),
    ]),
  );
  await count();
  const [sums] = await sql`select
    (select sum(amount) from payments where collected_by = ${user.id}) as taken,
    (select count(*)::int from payments where collected_by = ${user.id} and shift is null) as nowhere,
    (select count(*)::int from cash_shifts s where collector = ${user.id} and closed_at is not null and expected <>
      (select coalesce(sum(amount), 0) from payments p where p.shift = s.id)) as untrue`;
  assert.deepEqual({ ...sums }, { taken: 480, nowhere: 0, untrue: 0 });
});

test("discounts stand beside the cash of the day", async () => {
  const { branch, gate } = await atGate();
  const id = await entry({ gate });
  await gate.post(`/actions/parking/${id}/take-cash`, { deduction_charge: "10.00", deduction_note: "Regular" });
  const manager = await as(await make.user("manager", { branch }));
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const { data } = await manager.get(`/actions/cash/day?day=${day}`);
  const [found] = data.remarkable.filter((row: { id: number }) => row.id === id);
  assert.deepEqual([found.why, found.size, found.note], ["discount", 1000, "Regular"]);
});

test("what was changed by hand stands there with who did it; the moves of an entry do not", async () => {
  const { id: config } = await make.row("Parking_Configuration", { is_slot_required: false });
  const branch = await make.valetBranch({ is_parking: true, parking_config: config });
  const gate = await as(await make.user("staff", { branch, first_name: "Ravi" }));
  const [moved, untouched] = [await entry({ gate }), await entry({ gate })];
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
  const manager = await as(await make.user("manager", { branch }));
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const answer = await manager.get(`/actions/cash/day?day=${day}`);
  assert.deepEqual(
    answer.data.remarkable.map(({ kind, id, why, fields, by }: Row) => ({ kind, id, why, fields, by })),
    [
      { kind: "P", id: moved, why: "changed", fields: ["entry_reason"], by: "Ravi" },
      { kind: "V", id: ticket.id, why: "changed", fields: ["key_tag"], by: "Ravi" },
    ],
  );
});
