import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as limits from "#domain/limits.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-21T04:30:00Z");
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
let branch: CreatedBranch;
let staff: CreatedUser;
const phone = () => `98${String(Math.trunc(Number(make.plate().slice(-4)))).padStart(8, "0")}`;

beforeEach(async () => {
  clock.now = start;
  branch = await make.branch({ rate: "20.00", allow_person_entries: true });
  staff = await make.user("staff", { branch });
});

test("issues a pass whose entries are free, share one visitor record and end exactly with its period", async () => {
  const gate = await asUser(staff);
  const plate = make.plate();
  const created = await gate.post("/actions/passes", {
    vehicle_no: plate,
    phone_no: phone(),
    time_type: "month",
    duration: 1,
  });
  assert.equal(created.status, 200, created.text);
  assert.equal(created.data.pass_end_time, "2026-12-21T04:30:00.000Z");
  assert.match(created.data.qr, /^CHAAVI:M:\d+:/);

  const body = { vehicle_no: plate.toLowerCase(), phone_no: "9840099999" };
  const first = await gate.post("/actions/parking/check-in", body);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.data.parking_main_info.id, created.data.id);
  assert.equal(first.data.parking_status_id, 1);
  assert.equal((await gate.post("/actions/parking/check-in", body)).code, "VEHICLE_IN_PROGRESS_OTHER_PHONE");
  assert.equal(
    (await gate.post("/actions/parking/check-in", { parking_main_info: created.data.id })).code,
    "VEHICLE_IN_PROGRESS",
  );

  clock.now = hoursLater(9);
  const eveningClient = await asUser(staff);
  const checkedOut = await eveningClient.post(`/actions/parking/${first.data.id}/check-out`);
  assert.equal(checkedOut.status, 200, checkedOut.text);
  assert.equal(checkedOut.data.total_amount, "0.00");
  const second = await eveningClient.post("/actions/parking/check-in", { parking_main_info: created.data.id });
  assert.equal(second.data.parking_main_info.id, created.data.id);
  await eveningClient.post(`/actions/parking/${second.data.id}/check-out`);

  clock.now = new Date("2026-12-21T04:30:00Z");
  const after = await (await asUser(staff)).post("/actions/parking/check-in", body);
  assert.equal(after.status, 200, after.text);
  assert.notEqual(after.data.parking_main_info.id, created.data.id);
  assert.equal(after.data.charge_amount_for_minutes, "20.00");
});

test("charges an overstay from the end of the pass; only a renewal before that end extends the free period", async () => {
  const gate = await asUser(staff);
  const checkInWithPass = async () => {
    const created = await gate.post("/actions/passes", {
      vehicle_no: make.plate(),
      phone_no: phone(),
      time_type: "hours",
      duration: 2,
    });
    const entry = await gate.post("/actions/parking/check-in", { parking_main_info: created.data.id });
    assert.equal(entry.data.free_until, hoursLater(2).toISOString(), entry.text);
    return { pass: created.data.id, entry: entry.data.id };
  };
  const [overstayed, renewedInTime, renewedLate] = [
    await checkInWithPass(),
    await checkInWithPass(),
    await checkInWithPass(),
  ];
  clock.now = hoursLater(1);
  let caller = await asUser(staff);
  assert.equal(
    (await caller.post(`/actions/passes/${renewedInTime.pass}/renew`, { time_type: "hours", duration: 4 })).status,
    200,
  );
  clock.now = hoursLater(4);
  caller = await asUser(staff);
  assert.equal(
    (await caller.post(`/actions/passes/${renewedLate.pass}/renew`, { time_type: "hours", duration: 4 })).status,
    200,
  );
  for (const { entry } of [overstayed, renewedLate]) {
    assert.equal((await caller.post(`/actions/parking/${entry}/check-out`)).code, "NOT_SETTLED");
    const paid = await caller.post(`/actions/parking/${entry}/take-cash`, { expected: 8000, auto_checkout: true });
    assert.equal(paid.data.total_amount, "80.00", paid.text);
  }
  const checkedOut = await caller.post(`/actions/parking/${renewedInTime.entry}/check-out`);
  assert.equal(checkedOut.data.total_amount, "0.00", checkedOut.text);
});

test("covers an entry by a concurrent renewal in either order", async () => {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const gate = await asUser(staff);
    const pass = { vehicle_no: make.plate(), phone_no: phone() };
    const created = await gate.post("/actions/passes", { ...pass, time_type: "hours", duration: 2 });
    const [renewed, arrived] = await Promise.all([
      gate.post(`/actions/passes/${created.data.id}/renew`, { time_type: "hours", duration: 3 }),
      gate.post("/actions/parking/check-in", { parking_main_info: created.data.id }),
    ]);
    assert.deepEqual([renewed.status, arrived.status], [200, 200], renewed.text + arrived.text);
    const entry = await gate.get(`/items/Parking_Information/${arrived.data.id}?fields=free_until`);
    assert.equal(entry.data.free_until, hoursLater(5).toISOString());
  }
});

test("accepts one of several concurrent check-ins with one pass", async () => {
  const smallBranch = await make.branch({ slots: 1 });
  const gate = await asUser(await make.user("staff", { branch: smallBranch }));
  const pass = { vehicle_no: make.plate(), phone_no: phone() };
  const created = await gate.post("/actions/passes", { ...pass, time_type: "days", duration: 2 });
  const arrivals = [pass, { parking_main_info: created.data.id }, pass, { parking_main_info: created.data.id }];
  const responses = await Promise.all(arrivals.map((arrival) => gate.post("/actions/parking/check-in", arrival)));
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  assert.ok(
    responses.every(({ status, code }) => status === 200 || code === "VEHICLE_IN_PROGRESS"),
    responses.map(({ text }) => text).join(),
  );
});

test("allows one valid pass per vehicle on every route and under concurrency", async () => {
  const gate = await asUser(staff);
  const pass = { vehicle_no: make.plate(), phone_no: phone(), time_type: "days", duration: 2 };
  const responses = await Promise.all(Array.from({ length: 6 }, () => gate.post("/actions/passes", pass)));
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409, 409, 409, 409],
  );
  assert.ok(responses.every(({ status, code }) => status === 200 || code === "VEHICLE_PASS_EXIST"));
  assert.equal(
    (await gate.post("/actions/parking/check-in", { ...pass, parking_type: "long_time" })).code,
    "VEHICLE_PASS_EXIST",
  );
  const { vehicle_no, phone_no } = pass;
  const walkIn = await gate.post("/items/Parking_Information", { parking_main_info: { vehicle_no, phone_no } });
  assert.equal(walkIn.code, "VEHICLE_PASS_EXIST");
  const nextPass = await gate.post("/actions/passes", { ...pass, pass_start_time: hoursLater(48).toISOString() });
  assert.equal(nextPass.status, 200, nextPass.text);
});

test("renews from the end of the pass, or from now if it has expired", async () => {
  const gate = await asUser(staff);
  const pass = { vehicle_no: make.plate(), phone_no: phone(), time_type: "days", duration: 2 };
  const { data: created } = await gate.post("/actions/passes", pass);
  const longer = await gate.post(`/actions/passes/${created.id}/renew`, { time_type: "month", duration: 1 });
  assert.equal(longer.data.pass_end_time, "2026-12-23T04:30:00.000Z", longer.text);
  assert.equal(longer.data.pass_start_time, "2026-11-21T04:30:00.000Z");
  clock.now = new Date("2027-01-01T00:00:00Z");
  const late = await (
    await asUser(staff)
  ).post(`/actions/passes/${created.id}/renew`, { time_type: "hours", duration: 5 });
  assert.equal(late.data.pass_start_time, "2027-01-01T00:00:00.000Z");
  assert.equal(late.data.pass_end_time, "2027-01-01T05:00:00.000Z");
  for (const [body, field] of [
    [{ time_type: "weeks", duration: 1 }, "time_type"],
    [{ time_type: "days", duration: 0 }, "duration"],
    [{ time_type: "days" }, "duration"],
    [{ pass_end_time: "2026-12-01T00:00:00Z" }, "pass_end_time"],
  ] as const) {
    const rejected = await (await asUser(staff)).post(`/actions/passes/${created.id}/renew`, body);
    assert.equal(rejected.code, "FAILED_VALIDATION", rejected.text);
    assert.equal(rejected.errors[0]?.extensions.field, field);
  }
  const stranger = await asUser(await make.user("staff", { branch: await make.branch() }));
  assert.equal(
    (await stranger.post(`/actions/passes/${created.id}/renew`, { time_type: "days", duration: 1 })).code,
    "FORBIDDEN",
  );
});

test("accepts only employees of the branch as hosts of a person", async () => {
  const gate = await asUser(staff);
  const employee = await make.user("employee", { branch });
  const otherBranchEmployee = await make.user("employee", { branch: await make.branch() });
  const person = { is_person: true, name: "Asha Rao", phone_no: phone(), entry_reason: "Interview" };
  for (const visitor_id of [otherBranchEmployee.id, staff.id])
    assert.equal((await gate.post("/actions/parking/check-in", { ...person, visitor_id })).code, "INVALID_FOREIGN_KEY");
  const response = await gate.post("/actions/parking/check-in", { ...person, visitor_id: employee.id });
  assert.equal(response.status, 200, response.text);
  assert.equal(response.data.is_person, true);
  assert.equal(
    (await gate.post("/actions/parking/check-in", { ...person, name: "asha rao" })).code,
    "PERSON_IN_PROGRESS",
  );
  const ownEntries = await (await asUser(employee)).get(`/items/Parking_Information?fields=id`);
  assert.deepEqual(ownEntries.data, [{ id: response.data.id }]);
});

test("adds a vehicle to the customer with the phone or e-mail, or creates one without a password", async () => {
  const gate = await asUser(staff);
  const [phoneNumber, plate] = [phone(), make.plate()];
  const customers = () =>
    sql`select email, password, user_vehicles, user_vehicle_type from users where contact_number = ${phoneNumber}`;
  const { data: first } = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: phoneNumber });
  const [created] = await customers();
  assert.equal(created!["email"], `c_${phoneNumber}_${plate.toLowerCase()}@${limits.customerMailDomain}`);
  assert.equal(created!["password"], null);
  assert.equal(created!["user_vehicle_type"], "single");

  await gate.post(`/actions/parking/${first.id}/take-cash`, { auto_checkout: true });
  await gate.post("/actions/parking/check-in", { vehicle_no: plate.toLowerCase(), phone_no: phoneNumber });
  assert.equal((await customers())[0]!["user_vehicles"].length, 1);
  const others = Array.from({ length: 3 }, () => make.plate());
  const responses = await Promise.all(
    others.map((vehicle_no) => gate.post("/actions/parking/check-in", { vehicle_no, phone_no: phoneNumber })),
  );
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200],
  );
  const after = await customers();
  assert.equal(after.length, 1);
  assert.deepEqual(
    after[0]!["user_vehicles"].map(({ vehicleNo }: { vehicleNo: string }) => vehicleNo).toSorted(),
    [plate, ...others].toSorted(),
  );
  const existing = await make.user("customer", { contact_number: phone() });
  await gate.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: phone(),
    email: existing.email.toUpperCase(),
  });
  const [found] = await sql`select user_vehicles from users where id = ${existing.id}`;
  assert.equal(found!["user_vehicles"].length, 1);
});

test("creates one customer from concurrent check-ins", async () => {
  const gate = await asUser(staff);
  const phoneNumber = phone();
  const entries = Array.from({ length: 5 }, () => ({ vehicle_no: make.plate(), phone_no: phoneNumber }));
  const responses = await Promise.all(entries.map((entry) => gate.post("/actions/parking/check-in", entry)));
  assert.deepEqual(
    responses.map(({ status }) => status),
    entries.map(() => 200),
  );
  const [{ count, vehicles }] = (await sql`select count(*) as count, max(jsonb_array_length(user_vehicles)) as vehicles
    from users where contact_number = ${phoneNumber}`) as unknown as [{ count: number; vehicles: number }];
  assert.deepEqual([count, vehicles], [1, 5]);
});
