// §3 §4: the early end of a pass with money back, its moves to other plates, and what happens beside a check-in or a renewal.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createLastingClient, startApp, type TestResponse } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp({ poolSize: 20 });
const make = createFactories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-02T04:30:00Z");
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000);
const tariff = {
  plans: [
    { name: "Standard", rates: [{ vehicle_type: null, lines: [{ kind: "each", to: null, step: 60, amount: 4_000 }] }] },
  ],
  passes: [
    { vehicle_type: null, per: "month", amount: 30_000 },
    { vehicle_type: null, per: "day", amount: 2_000 },
  ],
};
let branch: CreatedBranch;
let managerUser: CreatedUser;

/** A client whose session does not end when the clock moves. */
const createClient = (user: CreatedUser) => createLastingClient({ asUser, user });
type Client = ReturnType<typeof createClient>;
let gate: Client;
let manager: Client;

beforeEach(async () => {
  clock.now = start;
  branch = await make.branch({ rate: "40.00" });
  managerUser = await make.user("manager", { branch });
  [gate, manager] = [createClient(await make.user("staff", { branch })), createClient(managerUser)];
  const created = await manager.post("/items/Tariff_Versions", { branch: branch.id, service: "is_parking", tariff });
  assert.equal(created.status, 200, created.text);
});

let phones = 0;
interface IssuedPass {
  id: number;
  vehicle_no: string;
  phone_no: string;
}

/** A pass of 30 days for ₹300 that the manager was paid for in cash. */
async function issuePaid(body: object = {}): Promise<IssuedPass> {
  const visitor = { vehicle_no: make.plate(), phone_no: `95${String((phones += 1)).padStart(8, "0")}` };
  const issued = await manager.post("/actions/passes", { ...visitor, time_type: "days", duration: 30, ...body });
  assert.equal(issued.status, 200, issued.text);
  assert.equal((await manager.post(`/actions/passes/${issued.data.id}/take-payment`, {})).status, 200);
  return { ...visitor, id: issued.data.id };
}

const end = (id: number, body: object = {}, by = manager) =>
  by.post(`/actions/passes/${id}/end`, { reason: "Moved away", ...body });
const move = (id: number, vehicle_no: string, by = gate) => by.post(`/actions/passes/${id}/move`, { vehicle_no });
const readPass = async (id: number) => (await gate.get(`/actions/passes/${id}`)).data;
const readPayments = (id: number) => sql<{ [field: string]: unknown }[]>`
  select (amount * 100)::int as amount, kind, mode, reason, corrects is not null as is_correction,
    (select collector from cash_shifts s where s.id = p.shift) as shift_of
  from payments p where pass = ${id} order by id`;

/** The codes of failed requests, and a word for each that succeeded, sorted. */
const listOutcomes = (responses: readonly TestResponse[], success: string): string[] =>
  responses
    .map(({ status, code = "" }) => (status === 200 ? success : code))
    .toSorted((one, other) => one.localeCompare(other, "en"));

test("an early end returns the unused days in cash from the own shift, and the vehicle pays from then on", async () => {
  const pass = await issuePaid();
  await manager.post(`/actions/passes/${pass.id}/renew`, { time_type: "days", duration: 2 });
  assert.equal((await manager.post(`/actions/passes/${pass.id}/take-payment`, { expected: 4_000 })).status, 200);
  const entry = await gate.post("/actions/parking/check-in", { parking_main_info: pass.id });
  assert.equal(entry.status, 200, entry.text);
  clock.now = new Date(daysLater(9).getTime() + 1);
  // Ten of 30 days are used, and none of the renewal.
  const expected = 20_000 + 4_000;
  const returned = await gate.get(`/actions/passes/${pass.id}/return`);
  assert.deepEqual(returned.data, {
    amount: expected,
    parts: [
      { channel: "cash", amount: 20_000 },
      { channel: "cash", amount: 4_000 },
    ],
  });
  assert.equal((await end(pass.id, {}, gate)).code, "FORBIDDEN");
  assert.equal((await end(pass.id, { reason: " " })).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await end(pass.id, { expected: 30_000 })).code, "AMOUNT_MISMATCH");
  const ended = await end(pass.id, { expected });
  assert.equal(ended.status, 200, ended.text);
  assert.deepEqual(
    [ended.data.pass_end_time, ended.data.ended_at, ended.data.refunded_amount, ended.data.change_reason],
    [clock.now.toISOString(), clock.now.toISOString(), "240.00", "Moved away"],
  );
  const correction = {
    kind: "refund",
    mode: "cash",
    reason: "Moved away",
    is_correction: true,
    shift_of: managerUser.id,
  };
  assert.deepEqual(
    (await readPayments(pass.id)).slice(2).map((row) => ({ ...row })),
    [
      { amount: -20_000, ...correction },
      { amount: -4_000, ...correction },
    ],
  );
  const [shift] = await sql`select id from cash_shifts where collector = ${managerUser.id} and closed_at is null`;
  const counted = await manager.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "100.00" });
  assert.deepEqual([counted.data.expected, counted.data.difference], ["100.00", "0.00"]);
  assert.equal((await end(pass.id)).code, "INVITE_NOT_VALID_NOW");

  clock.now = new Date(clock.now.getTime() + 3_600_000);
  const paid = await gate.post(`/actions/parking/${entry.data.id}/take-cash`, { auto_checkout: true });
  assert.equal(paid.data.total_amount, "40.00", paid.text);
  const again = await gate.post("/actions/parking/check-in", { vehicle_no: pass.vehicle_no, phone_no: pass.phone_no });
  assert.notEqual(again.data.parking_main_info.id, pass.id);
  await gate.post(`/actions/parking/${again.data.id}/take-cash`, { auto_checkout: true });

  // Renewed after its end, it returns what the renewal cost and nothing of the first payments again.
  await gate.post(`/actions/passes/${pass.id}/renew`, { time_type: "days", duration: 4 });
  assert.equal((await gate.post(`/actions/passes/${pass.id}/take-payment`, {})).status, 200);
  assert.equal((await gate.get(`/actions/passes/${pass.id}/return`)).data.amount, 8_000);
});

test("cash belongs to a shift, which is opened on duty, and stays within the refund limit; what was never used comes back in full", async () => {
  const later = { pass_start_time: daysLater(5).toISOString() };
  const [pass, dear] = [await issuePaid(later), await issuePaid({ ...later, duration: 300 })];
  await sql`update cash_shifts set closed_at = ${start}, counted = 0 where collector = ${managerUser.id}`;
  const ended = await end(pass.id, { expected: 30_000 });
  assert.deepEqual([ended.data.parking_status_id, ended.data.refunded_amount], [4, "300.00"], ended.text);
  assert.equal((await end(dear.id)).code, "REFUND_OVER_LIMIT");
  const freed = await issuePaid({ vehicle_no: pass.vehicle_no, phone_no: pass.phone_no });
  assert.notEqual(freed.id, pass.id);
});

test("staff drop an unpaid pass; a free one is ended without money", async () => {
  const unpaid = await gate.post("/actions/passes", {
    vehicle_no: make.plate(),
    phone_no: "9500099999",
    time_type: "month",
    duration: 1,
  });
  const dropped = await end(unpaid.data.id, {}, gate);
  assert.deepEqual([dropped.status, dropped.data.parking_status_id], [200, 4], dropped.text);
  assert.equal((await gate.post(`/actions/passes/${unpaid.data.id}/take-payment`, {})).code, "INVITE_NOT_VALID_NOW");
  await sql`update "Tariff_Versions" set tariff = jsonb_set(tariff, '{passes}', '[]') where branch = ${branch.id}`;
  const free = await gate.post("/actions/passes", {
    vehicle_no: make.plate(),
    phone_no: "9500099997",
    time_type: "month",
    duration: 1,
  });
  clock.now = daysLater(1);
  assert.equal((await end(free.data.id, {}, gate)).code, "FORBIDDEN");
  const ended = await end(free.data.id, { expected: 0 });
  assert.deepEqual([ended.status, ended.data.refunded_amount], [200, "0.00"], ended.text);
  // A pass that has ended is renewed from then on.
  clock.now = daysLater(2);
  const renewed = await gate.post(`/actions/passes/${free.data.id}/renew`, { time_type: "days", duration: 1 });
  assert.deepEqual([renewed.data.ended_at, renewed.data.pass_start_time], [null, daysLater(2).toISOString()]);
});

const sell = async (by: Client): Promise<number> => {
  const visitor = { vehicle_no: make.plate(), phone_no: `95${String((phones += 1)).padStart(8, "0")}` };
  const issued = await by.post("/actions/passes", { ...visitor, time_type: "days", duration: 1 });
  assert.equal(issued.status, 200, issued.text);
  return issued.data.id;
};
const takePayment = (id: number, by: Client, body: object = {}) => by.post(`/actions/passes/${id}/take-payment`, body);
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

test("gate staff cancel a pass that they sold a moment ago: what they took is reversed in their shift", async () => {
  const id = await sell(gate);
  assert.equal((await takePayment(id, gate)).status, 200);
  clock.now = minutesLater(5);
  assert.equal((await gate.get(`/actions/passes/${id}/return`)).data.amount, 2_000);
  assert.equal((await end(id, { reason: "" }, gate)).code, "CHANGE_REASON_REQUIRED");
  const cancelled = await end(id, { reason: "Wrong vehicle", expected: 2_000 }, gate);
  assert.equal(cancelled.status, 200, cancelled.text);
  const { parking_status_id: status, is_unpaid: isUnpaid, paid_amount: paid, due_amount: due } = cancelled.data;
  assert.deepEqual([status, isUnpaid, paid, due], [4, false, "0.00", null]);
  const payments = await readPayments(id);
  assert.deepEqual(
    payments.map(({ amount, kind, mode, reason }) => [amount, kind, mode, reason]),
    [
      [2_000, "payment", "cash", null],
      [-2_000, "reversal", "cash", "Wrong vehicle"],
    ],
  );
  assert.equal(payments[0]!["shift_of"], payments[1]!["shift_of"]);
});

test("gate staff cancel neither a pass of a colleague, nor an older one, nor what somebody else took or a counted shift has", async () => {
  const colleague = createClient(await make.user("staff", { branch }));
  const own = await sell(gate);
  assert.equal((await takePayment(own, gate)).status, 200);
  assert.equal((await end(own, {}, colleague)).code, "FORBIDDEN");
  const paidElsewhere = await sell(gate);
  assert.equal((await takePayment(paidElsewhere, colleague)).status, 200);
  assert.equal((await end(paidElsewhere, {}, gate)).code, "REVERSAL_NOT_ALLOWED");
  const counted = await sell(colleague);
  assert.equal((await takePayment(counted, colleague)).status, 200);
  await sql`update cash_shifts set closed_at = ${start}, counted = 0 where id in (select shift from payments where pass = ${counted})`;
  assert.equal((await end(counted, {}, colleague)).code, "SHIFT_ALREADY_CLOSED");
  clock.now = new Date(minutesLater(5).getTime() + 1);
  assert.equal((await end(own, {}, gate)).code, "FORBIDDEN");
  for (const id of [own, paidElsewhere, counted]) assert.equal((await readPayments(id)).length, 1);
});

test("a vehicle that came in with a pass that is cancelled is charged from then on", async () => {
  const id = await sell(gate);
  assert.equal((await takePayment(id, gate)).status, 200);
  const entry = await gate.post("/actions/parking/check-in", { parking_main_info: id });
  assert.equal(entry.status, 200, entry.text);
  clock.now = minutesLater(3);
  const cancelled = await end(id, { expected: 2_000 }, gate);
  assert.equal(cancelled.status, 200, cancelled.text);
  assert.equal(cancelled.data.pass_end_time, clock.now.toISOString());
  const [open] = await sql`select free_until from "Parking_Information" where id = ${entry.data.id}`;
  assert.deepEqual(open!["free_until"], clock.now);
});

test("a manager who ends a pass shortly after its payment returns all of it", async () => {
  const id = await sell(gate);
  assert.equal((await takePayment(id, gate)).status, 200);
  clock.now = minutesLater(5);
  const ended = await end(id, { expected: 2_000 });
  assert.equal(ended.status, 200, ended.text);
  assert.equal(ended.data.refunded_amount, "20.00");
  assert.equal((await readPayments(id))[1]!["kind"], "refund");
});

test("an end requested twice at the same time returns the money once", async () => {
  const pass = await issuePaid();
  const responses = await Promise.all([manager, manager, manager, manager].map((by) => end(pass.id, {}, by)));
  assert.deepEqual(listOutcomes(responses, "ended"), [
    "ended",
    "INVITE_NOT_VALID_NOW",
    "INVITE_NOT_VALID_NOW",
    "INVITE_NOT_VALID_NOW",
  ]);
  const refunds = (await readPayments(pass.id)).filter(({ kind }) => kind === "refund");
  assert.equal(refunds.length, 1);
});

test("a pass moves to another plate as often as the branch allows in a calendar month", async () => {
  const pass = await issuePaid();
  const [second, third, fourth] = [make.plate(), make.plate(), make.plate()];
  const moved = await move(pass.id, second.toLowerCase());
  assert.deepEqual([moved.data.vehicle_no, moved.data.moves_in_month], [second, 1], moved.text);
  const walkIn = await gate.post("/actions/parking/check-in", {
    vehicle_no: pass.vehicle_no,
    phone_no: pass.phone_no,
  });
  assert.equal(walkIn.data.free_until, null);
  const entry = await gate.post("/actions/parking/check-in", { vehicle_no: second, phone_no: pass.phone_no });
  assert.equal(entry.data.parking_main_info.id, pass.id);
  assert.equal((await move(pass.id, third)).code, "VEHICLE_IN_PROGRESS");
  await gate.post(`/actions/parking/${entry.data.id}/check-out`);
  assert.equal((await move(pass.id, second)).errors[0]?.extensions["field"], "vehicle_no");
  assert.equal((await move(pass.id, "")).code, "FAILED_VALIDATION");
  const other = await issuePaid();
  assert.equal((await move(pass.id, other.vehicle_no)).code, "VEHICLE_PASS_EXIST");
  assert.equal((await move(pass.id, third)).status, 200);
  const refused = await move(pass.id, fourth);
  assert.equal(refused.errors[0]?.message, "*Moved 2 of 2 times this month");
  const values = { moves: 2, limit: 2 };
  assert.deepEqual(refused.errors[0]?.extensions["translation"], {
    message: "*Moved {moves} of {limit} times this month",
    values,
  });
  // In the branch's zone, November ends at 18:30 UTC.
  clock.now = new Date("2026-11-30T18:29:00Z");
  assert.equal((await move(pass.id, fourth)).code, "FAILED_VALIDATION");
  clock.now = new Date("2026-11-30T18:30:00Z");
  assert.equal((await move(pass.id, fourth)).data.moves_in_month, 1);
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, { pass_moves_per_month: 0 })).status, 200);
  assert.match((await move(other.id, make.plate())).errors[0]?.message ?? "", /are not moved/);
  const revisions = await sql`
    select r.delta from revisions r where r.collection = 'Parking_Main_Information' and r.item = ${String(pass.id)} and r.delta ->> 'moved_at' is not null`;
  assert.equal(revisions.length, 3);
});

test("a move and a renewal at the same time both count", async () => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const pass = await issuePaid();
    const plate = make.plate();
    await gate.post(`/actions/passes/${pass.id}/renew`, { time_type: "days", duration: 10 });
    const [moved, paid] = await Promise.all([
      move(pass.id, plate),
      manager.post(`/actions/passes/${pass.id}/take-payment`, {}),
    ]);
    assert.deepEqual([moved.status, paid.status], [200, 200], moved.text + paid.text);
    const { vehicle_no, pass_end_time, due_amount } = await readPass(pass.id);
    assert.deepEqual([vehicle_no, pass_end_time, due_amount], [plate, daysLater(40).toISOString(), null]);
  }
});

test("control: without the lock, a move written beside a renewal undoes it", async () => {
  await sql`create table bare_moves (plate text not null, till int not null)`;
  await sql`insert into bare_moves values ('A', 30)`;
  let reading = 2;
  const haveBothRead = Promise.withResolvers<void>();
  const renewed = Promise.withResolvers<void>();
  const change = (write: (row: { plate: string; till: number }) => { plate: string; till: number }, isLast: boolean) =>
    sql.begin(async (tx) => {
      const [row] = await tx<{ plate: string; till: number }[]>`select plate, till from bare_moves`;
      reading -= 1;
      if (reading === 0) haveBothRead.resolve();
      await haveBothRead.promise;
      if (isLast) await renewed.promise;
      const { plate, till } = write(row!);
      await tx`update bare_moves set plate = ${plate}, till = ${till}`;
    });
  await Promise.all([
    change((row) => ({ ...row, till: row.till + 10 }), false).then(renewed.resolve),
    change((row) => ({ ...row, plate: "B" }), true),
  ]);
  const [row] = await sql`select plate, till from bare_moves`;
  assert.deepEqual({ ...row }, { plate: "B", till: 30 });
});

test("a check-in and a move at the same time: the old plate is inside with the pass, or pays", async () => {
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { id, ...visitor } = await issuePaid();
    const plate = make.plate();
    const [moved, arrived] = await Promise.all([move(id, plate), manager.post("/actions/parking/check-in", visitor)]);
    assert.equal(arrived.status, 200, arrived.text);
    const { vehicle_no, parking_status_id: status } = await readPass(id);
    if (moved.status === 200) {
      assert.notEqual(arrived.data.parking_main_info.id, id);
      assert.deepEqual([vehicle_no, status, arrived.data.free_until], [plate, 3, null]);
    } else {
      assert.equal(moved.code, "VEHICLE_IN_PROGRESS", moved.text);
      assert.deepEqual([arrived.data.parking_main_info.id, vehicle_no, status], [id, visitor.vehicle_no, 1]);
    }
  }
});

test("gate staff add the vehicle type of a pass, and managers change it, since it decided the price", async () => {
  const types = await sql<{ id: number }[]>`select id from "Vehicle_Type" order by id limit 2`;
  const [type, other] = types.map(({ id }) => id);
  const pass = await issuePaid();
  const setType = async (by: Client, vehicle_type: number | undefined) =>
    (await by.patch(`/items/Parking_Main_Information/${pass.id}`, { vehicle_type })).code;
  assert.equal(await setType(gate, type), undefined);
  assert.equal(await setType(gate, other), "FORBIDDEN");
  assert.equal(await setType(manager, other), undefined);
  assert.equal((await readPass(pass.id)).vehicle_type.id, other);
  // The same type again is no change.
  assert.equal(await setType(gate, other), undefined);
});

test("details of a pass are edited; what somebody else has changed meanwhile is not overwritten", async () => {
  const { id } = await issuePaid({ name: "Asha" });
  const edit = (body: object, by = gate) => by.post(`/actions/passes/${id}/edit`, body);
  const shown = { name: "Asha", email: null, entry_reason: null, vehicle_type: null };
  const edited = await edit({ name: "Asha R", entry_reason: "Gym", shown });
  assert.equal(edited.status, 200, edited.text);
  assert.deepEqual([edited.data.name, edited.data.entry_reason], ["Asha R", "Gym"]);
  const late = await edit({ name: "Asha K", email: "asha@visitor.example", shown }, manager);
  assert.deepEqual([late.status, late.code], [409, "ENTRY_CHANGED"], late.text);
  assert.equal((await readPass(id)).email, null, "nothing of it is saved");
  assert.equal((await edit({ email: "asha@visitor.example", shown }, manager)).status, 200);
  assert.equal((await edit({ name: "Asha R" })).code, "NO_CHANGES");
  assert.equal((await edit({ vehicle_no: make.plate() })).status, 400, "a move has an action of its own");
});

test("of two edits of the same detail of a pass at once, one is told", async () => {
  const { id } = await issuePaid({ name: "Asha" });
  const edit = (name: string, shown?: object) => gate.post(`/actions/passes/${id}/edit`, { name, shown });
  const answers = await Promise.all(["Asha R", "Asha K"].map((name) => edit(name, { name: "Asha" })));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
  );
  const controls = await Promise.all(["Usha R", "Usha K"].map((name) => edit(name)));
  assert.deepEqual(
    controls.map(({ status }) => status),
    [200, 200],
    "the later one overwrites without what was shown",
  );
});
