// §4 Cash per shift: the count of a closed shift is corrected by who may close shifts, and the first count stays.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);

interface ClosedShift {
  branch: CreatedBranch;
  collector: CreatedUser;
  own: TestClient;
  manager: TestClient;
  managerUser: CreatedUser;
  id: number;
}

/** A shift of Ravi that took ₹40 and was counted with 0 by mistake. */
async function closeShift({ handedOver = false }: { handedOver?: boolean } = {}): Promise<ClosedShift> {
  const branch = await make.branch({ rate: "20.00" });
  const collector = await make.user("staff", { branch, first_name: "Ravi", in_out_flag: false });
  const own = await asUser(collector);
  await own.patch(`/users/${collector.id}`, { in_out_flag: true });
  const { data } = await own.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  await own.post(`/actions/parking/${data.id}/take-cash`, {});
  if (handedOver) {
    const receiver = await make.user("staff", { branch, first_name: "Sita" });
    const offer = await own.post("/actions/cash/hand-over", { receiver: receiver.id, amount: "30.00" });
    const confirmed = await (
      await asUser(receiver)
    ).post(`/actions/cash/handovers/${offer.data.id}/decide`, {
      state: "confirmed",
    });
    assert.equal(confirmed.status, 204, confirmed.text);
  }
  const [shift] = await sql<{ id: number }[]>`select id from cash_shifts where collector = ${collector.id}`;
  const closed = await own.patch(`/items/cash_shifts/${shift!.id}`, { counted: "4.00", note: "Counted twice" });
  assert.equal(closed.status, 200, closed.text);
  const managerUser = await make.user("manager", { branch, first_name: "Meena" });
  return { branch, collector, own, manager: await asUser(managerUser), managerUser, id: shift!.id };
}

const correct = (client: TestClient, id: number, body: Row) =>
  client.post(`/actions/cash/shifts/${id}/correct-count`, body);
const right = { counted: "40.00", expected: 4_00, reason: "Zero left out" };

const getToday = () => new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });

const readDay = async (client: TestClient) => {
  const { data } = await client.get(`/actions/cash/day?day=${getToday()}`);
  return data;
};

test("a manager corrects the count; the first one stays with who made it, and the difference follows", async () => {
  const { own, manager, managerUser, collector, id } = await closeShift();
  const corrected = await correct(manager, id, right);
  assert.equal(corrected.status, 204, corrected.text);
  const { data } = await own.get(
    `/items/cash_shifts/${id}?fields=counted,first_counted,expected,difference,note,closed_by,corrected_by,correction_reason`,
  );
  assert.deepEqual(data, {
    counted: "40.00",
    first_counted: "4.00",
    expected: "40.00",
    difference: "0.00",
    note: "Counted twice",
    closed_by: collector.id,
    corrected_by: managerUser.id,
    correction_reason: "Zero left out",
  });
  const { shifts, remarkable } = await readDay(manager);
  const shift = shifts.find((row: Row) => row["id"] === id);
  assert.deepEqual([shift.counted, shift.difference, shift.closedBy], [4_000, 0, null]);
  const { at, ...correction } = shift.correction;
  assert.deepEqual(correction, { counted: 400, by: "Meena", reason: "Zero left out" });
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000, at);
  assert.deepEqual(
    remarkable
      .filter(({ why }: Row) => why === "recounted")
      .map(({ name, size, note, by }: Row) => [name, size, note, by]),
    [["Ravi", 3_600, "Zero left out", "Meena"]],
  );
});

test("a second correction keeps the first count, and the day lists both", async () => {
  const { manager, branch, id } = await closeShift();
  assert.equal((await correct(manager, id, right)).status, 204);
  const other = await asUser(await make.user("manager", { branch, first_name: "Suresh" }));
  const again = await correct(other, id, { counted: "35.50", expected: 40_00, reason: "A torn note" });
  assert.equal(again.status, 204, again.text);
  const { shifts, remarkable } = await readDay(manager);
  const shift = shifts.find((row: Row) => row["id"] === id);
  assert.deepEqual([shift.counted, shift.difference, shift.correction.counted], [3_550, -450, 400]);
  assert.deepEqual(
    remarkable.filter(({ why }: Row) => why === "recounted").map(({ size, note, by }: Row) => [size, note, by]),
    [
      [3_600, "Zero left out", "Meena"],
      [450, "A torn note", "Suresh"],
    ],
  );
});

test("of two corrections of the same count one gets AMOUNT_MISMATCH", async () => {
  const { branch, manager, id } = await closeShift();
  const other = await asUser(await make.user("manager", { branch }));
  const answers = await Promise.all([correct(manager, id, right), correct(other, id, { ...right, counted: "39.00" })]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [204, 409],
  );
  assert.equal(answers.find(({ status }) => status === 409)?.code, "AMOUNT_MISMATCH");
});

test("a repeated request corrects once", async () => {
  const { manager, id } = await closeShift();
  const headers = { "idempotency-key": crypto.randomUUID() };
  for (const _ of [1, 2]) {
    const answer = await manager.post(`/actions/cash/shifts/${id}/correct-count`, right, headers);
    assert.equal(answer.status, 204, answer.text);
  }
  assert.equal((await correct(manager, id, right)).code, "AMOUNT_MISMATCH");
});

test("is refused to gate staff, without a reason, off duty, for another branch, for an open shift and without a change", async () => {
  const { own, branch, manager, collector, id } = await closeShift();
  assert.equal((await correct(own, id, right)).code, "FORBIDDEN");
  const stranger = await asUser(await make.user("manager", { branch: await make.branch({ company: branch.company }) }));
  assert.equal((await correct(stranger, id, right)).code, "FORBIDDEN");
  const absent = await asUser(await make.user("manager", { branch, in_out_flag: false }));
  assert.equal((await correct(absent, id, right)).code, "USER_ATTENDANCE_OFF");
  assert.equal((await correct(manager, id, { ...right, reason: " " })).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await correct(manager, id, { ...right, counted: "4.00" })).code, "NO_CHANGES");
  assert.equal((await correct(manager, id, { expected: 4_00, reason: "Nothing" })).code, "SHIFT_COUNT_REQUIRED");
  const written = await manager.patch(`/items/cash_shifts/${id}`, { corrected_at: new Date(), counted: "40.00" });
  assert.equal(written.code, "FORBIDDEN");
  await sql`update cash_shifts set closed_at = null, counted = null where id = ${id}`;
  assert.equal((await correct(manager, id, right)).code, "SHIFT_COUNT_REQUIRED");
  const [shift] = await sql`select counted, corrected_at from cash_shifts where collector = ${collector.id}`;
  assert.deepEqual({ ...shift }, { counted: null, corrected_at: null });
});

test("a manager corrects an own count, and a shift closed before its closer was recorded", async () => {
  const { branch, managerUser, manager } = await closeShift();
  const [shift] = await sql<{ id: number }[]>`
    insert into cash_shifts (company, branch, collector, opened_at, closed_at, counted, expected, difference, user_updated)
    values (${branch.company}, ${branch.id}, ${managerUser.id}, now(), now(), 4, 40, -36, ${managerUser.id}) returning id`;
  assert.equal((await correct(manager, shift!.id, right)).status, 204);
  const [row] = await sql`select closed_by from cash_shifts where id = ${shift!.id}`;
  assert.equal(row!["closed_by"], managerUser.id);
  const { remarkable } = await readDay(manager);
  assert.deepEqual(
    remarkable.filter(({ why }: Row) => why === "recounted").map(({ size }: Row) => size),
    [3_600],
  );
});

test("cash that was handed over is no part of the count: the correction changes neither shift's expected cash", async () => {
  const { manager, id } = await closeShift({ handedOver: true });
  assert.equal((await correct(manager, id, { ...right, counted: "10.00" })).status, 204);
  const { shifts } = await readDay(manager);
  const giver = shifts.find((row: Row) => row["id"] === id);
  const receiver = shifts.find((row: Row) => row["name"] === "Sita");
  assert.deepEqual([giver.given, giver.expected, giver.difference], [3_000, 1_000, 0]);
  assert.deepEqual([receiver.received, receiver.counted], [3_000, null]);
});

test("the day sheet has the difference and how much of it is of corrections; the list of differences the reason", async () => {
  const { manager, id } = await closeShift();
  assert.equal((await correct(manager, id, { ...right, counted: "30.00" })).status, 204);
  const day = getToday();
  const sheet = await manager.get(`/actions/reports/day-sheet?from=${day}`);
  assert.equal(sheet.status, 200, sheet.text);
  const getLine = (name: string) =>
    sheet.data.rows.find(({ values }: { values: Row }) => values["line"] === name)?.values.amount;
  assert.equal(getLine("Cash differences of closed shifts"), -1_000);
  assert.equal(getLine("Of these, by corrections of counts"), 2_600);
  const { data } = await manager.get(`/actions/reports/exception-entries?from=${day}&to=${day}&kind=cash-difference`);
  assert.deepEqual(
    data.rows.map(({ values }: { values: Row }) => [values["amount"], values["reason"]]),
    [[1_000, "Counted twice · Zero left out"]],
  );
});
