// Missed exits, recorded later at the time the vehicle left.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const start = new Date("2026-11-21T04:30:00Z");
const make = createFactories(sql, () => clock.now ?? start);
const getTime = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const minutesLater = (minutes: number) => (clock.now = getTime(minutes));
const reason = "Barrier was open";
let branch: CreatedBranch;
let gateUser: CreatedUser;
let managerUser: CreatedUser;
// Sessions end by the app's clock, which jumps here.
const asGate = () => asUser(gateUser);
const asManager = () => asUser(managerUser);

before(async () => {
  minutesLater(0);
  branch = await make.branch({ slots: 50, rate: "20.00" });
  gateUser = await make.user("staff", { branch, first_name: "Ravi" });
  managerUser = await make.user("manager", { branch, first_name: "Meena" });
});
beforeEach(() => minutesLater(0));

async function checkIn(vehicle_no = make.plate()): Promise<{ id: number; slot_no: number }> {
  const response = await (await asGate()).post("/actions/parking/check-in", { vehicle_no, phone_no: "9840012345" });
  assert.equal(response.status, 200, response.text);
  return response.data;
}

interface ExitOptions {
  client?: TestClient;
  expected?: number;
  reason?: string;
}

async function recordExit(id: number, minutes: number, { client, ...body }: ExitOptions = {}) {
  const path = `/actions/parking/${id}/record-exit`;
  return (client ?? (await asManager())).post(path, { out_time: getTime(minutes).toISOString(), reason, ...body });
}

test("the charge ends at the stated time, what is due becomes a debt, and the history has who and why", async () => {
  const plate = make.plate();
  const { id, slot_no } = await checkIn(plate);
  minutesLater(3_000);
  const recorded = await recordExit(id, 45, { expected: 4_000 });
  assert.equal(recorded.status, 200, recorded.text);
  const { parking_status_id, out_time, duration, total_amount, extended_amount, payment_type } = recorded.data;
  assert.deepEqual(
    { parking_status_id, out_time, duration, total_amount, extended_amount, payment_type },
    {
      parking_status_id: 2,
      out_time: getTime(45).toISOString(),
      duration: 45,
      total_amount: "40.00",
      extended_amount: "40.00",
      payment_type: "pay-later",
    },
  );
  const { data: history } = await (
    await asManager()
  ).get(
    `/items/Parking_History?filter[parking_information][_eq]=${id}&sort=-id&limit=1&fields=changes,user_created.first_name`,
  );
  const [{ changes, user_created: author }] = history;
  assert.deepEqual(changes.parking_status_id, [1, 2]);
  assert.deepEqual(changes.change_reason, [null, reason]);
  assert.equal(new Date(changes.out_time[1]).getTime(), getTime(45).getTime());
  assert.equal(changes.out_time[0], null);
  assert.equal(new Date(changes.exit_recorded_at[1]).getTime(), getTime(3_000).getTime());
  assert.equal(author.first_name, "Meena");
  // The slot and the plate are free, and the next check-in says what is owed.
  const again = await checkIn(plate);
  assert.equal(again.slot_no, slot_no);
  const { data: debts } = await (await asGate()).get(`/actions/debts?vehicle=${plate}`);
  assert.deepEqual([debts.count, debts.total, debts.debts[0].reason], [1, 4_000, reason]);
  assert.equal((await recordExit(id, 45)).code, "STATUS_ALREADY_UPDATED");
});

test("it needs entry.backdate, a reason, a possible time and the balance that was shown", async () => {
  const { id } = await checkIn();
  minutesLater(100);
  assert.equal((await recordExit(id, 45, { client: await asGate() })).code, "FORBIDDEN");
  assert.equal((await recordExit(id, 45, { reason: " " })).code, "CHANGE_REASON_REQUIRED");
  for (const minutes of [-1, 101]) assert.equal((await recordExit(id, minutes)).code, "EXIT_TIME_INVALID");
  assert.equal((await recordExit(id, 45, { expected: 2_000 })).code, "AMOUNT_MISMATCH");
  const path = `/items/Parking_Information/${id}`;
  for (const field of ["out_time", "exit_recorded_at"])
    assert.equal(
      (await (await asManager()).patch(path, { parking_status_id: 2, [field]: getTime(45).toISOString() })).code,
      "FORBIDDEN",
      field,
    );
  const malformed = await (
    await asManager()
  ).post(`/actions/parking/${id}/record-exit`, { reason, out_time: "yesterday" });
  assert.equal(malformed.code, "INVALID_PAYLOAD");
  const [row] = await sql`select parking_status_id, out_time from "Parking_Information" where id = ${id}`;
  assert.deepEqual({ ...row }, { parking_status_id: 1, out_time: null });
});

test("a paid vehicle left after its payment; the money stays on the day on which it was taken", async () => {
  const { id } = await checkIn();
  minutesLater(25);
  await (await asGate()).post(`/actions/parking/${id}/take-cash`);
  minutesLater(2_000);
  assert.equal((await recordExit(id, 24)).code, "EXIT_TIME_INVALID");
  const recorded = await recordExit(id, 30, { expected: 0 });
  assert.deepEqual(
    [recorded.data.total_amount, recorded.data.paid_amount, recorded.data.payment_type],
    ["20.00", "20.00", "post-pay"],
    recorded.text,
  );
});

test("the sheet of the day on which it was recorded shows it and what it owes, not that of the stated day", async () => {
  const readDay = async (day: string) => (await (await asManager()).get(`/actions/cash/day?day=${day}`)).data;
  const [leftDay, recordedDay] = ["2026-11-21", "2026-11-23"];
  const before = await readDay(leftDay);
  const { id } = await checkIn();
  minutesLater(2_880);
  const deferredBefore = (await readDay(recordedDay)).totals.deferred;
  await recordExit(id, 45);
  assert.equal((await readDay(leftDay)).totals.deferred, before.totals.deferred);
  const { totals, remarkable } = await readDay(recordedDay);
  assert.equal(totals.deferred, deferredBefore + 4_000);
  const flagged = remarkable.filter((row: { id: number }) => row.id === id);
  assert.deepEqual(
    flagged.map(({ why, note, by }: { why: string; note: string; by: string }) => [why, note, by]),
    [
      ["missed-exit", reason, "Meena"],
      ["pay-later", reason, "Meena"],
    ],
  );
  // Money that is taken later belongs to its own day.
  minutesLater(2_900);
  const paid = await (await asGate()).post(`/actions/parking/${id}/take-cash`, { expected: 4_000 });
  assert.equal(paid.status, 200, paid.text);
  assert.equal((await readDay(leftDay)).totals.cash, before.totals.cash);
  assert.equal((await readDay(recordedDay)).totals.debts_collected, 4_000);
});

const checkInLate = async (minutes: number, { client, ...body }: { client?: TestClient; reason?: string } = {}) =>
  (client ?? (await asManager())).post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
    in_time: getTime(minutes).toISOString(),
    reason,
    ...body,
  });

test("a late check-in is charged by the tariff in force at the stated time", async () => {
  const own = await make.branch({ slots: 5, rate: "20.00" });
  const manager = await make.user("manager", { branch: own });
  minutesLater(8_000);
  const [first] = await sql<{ id: number; number: number }[]>`
    select id, number from "Tariff_Versions" where branch = ${own.id} and service = 'is_parking'`;
  await sql`insert into "Tariff_Versions" (branch, service, number, starts_at, tariff)
    select branch, service, number + 1, ${getTime(7_900)}, replace(tariff::text, '2000', '5000')::jsonb
    from "Tariff_Versions" where id = ${first!.id}`;
  const client = await asUser(manager);
  const readCharge = async (minutes: number) => {
    const late = await checkInLate(minutes, { client });
    assert.equal(late.status, 200, late.text);
    const [row] = await sql<{ version: number }[]>`
      select v.number as version from "Parking_Information" p join "Tariff_Versions" v on v.id = p.tariff_version
      where p.id = ${late.data.id}`;
    return { version: row!.version - first!.number, total: late.data.total_amount };
  };
  // 130 minutes begin five half hours, 90 minutes three.
  assert.deepEqual(await readCharge(7_870), { version: 0, total: "100.00" });
  assert.deepEqual(await readCharge(7_910), { version: 1, total: "150.00" });
});

test("a vehicle that stood there is checked in late with its time, by who may back-date, with a reason", async () => {
  minutesLater(7_000);
  const late = await checkInLate(6_955);
  assert.deepEqual(
    [late.data.parking_status_id, late.data.in_time, late.data.total_amount],
    [1, getTime(6_955).toISOString(), "40.00"],
  );
  const { data } = await (
    await asManager()
  ).get(
    `/items/Parking_History?filter[parking_information][_eq]=${late.data.id}&sort=-id&limit=1&fields=changes,user_created.first_name`,
  );
  const [{ changes, user_created: author }] = data;
  assert.deepEqual(
    [changes.in_time, changes.change_reason[1], author.first_name],
    [[getTime(7_000).toISOString(), getTime(6_955).toISOString()], reason, "Meena"],
  );
  const refused: [string | undefined, { status: number; code: string | undefined }][] = [
    ["FORBIDDEN", await checkInLate(6_955, { client: await asGate() })],
    ["CHANGE_REASON_REQUIRED", await checkInLate(6_955, { reason: " " })],
    ["FAILED_VALIDATION", await checkInLate(7_001)],
    ["FAILED_VALIDATION", await checkInLate(7_000 - 31 * 1_440 - 1)],
  ];
  assert.deepEqual(
    refused.map(([, { code }]) => code),
    refused.map(([code]) => code),
  );
  // Nothing is checked in by a refused one.
  const [inside] =
    await sql`select count(*)::int as count from "Parking_Information" where date_created = ${getTime(7_000)}`;
  assert.equal(inside!["count"], 1);
  const written = await (
    await asManager()
  ).patch(`/items/Parking_Information/${late.data.id}`, { in_time: getTime(0) });
  assert.equal(written.code, "FORBIDDEN");
});
