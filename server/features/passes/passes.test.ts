import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { limits } from "#domain/limits.ts";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql, clock } = await startApp();
const make = factories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-21T04:30:00Z");
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
let branch: MadeBranch;
let staff: MadeUser;
const phone = () => `98${String(Math.trunc(Number(make.plate().slice(-4)))).padStart(8, "0")}`;

beforeEach(async () => {
  clock.now = start;
  branch = await make.branch({ rate: "20.00", allow_person_entries: true });
  staff = await make.user("staff", { branch });
});

test("a pass: made, its arrivals are free visits of one standing record, its window is exact", async () => {
  const gate = await as(staff);
  const plate = make.plate();
  const made = await gate.post("/actions/passes", {
    vehicle_no: plate,
    phone_no: phone(),
    time_type: "month",
    duration: 1,
  });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.data.pass_end_time, "2026-12-21T04:30:00.000Z");
  assert.match(made.data.qr, /^CHAAVI:M:\d+:/);

  const body = { vehicle_no: plate.toLowerCase(), phone_no: "9840099999" };
  const first = await gate.post("/actions/parking/check-in", body);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.data.parking_main_info.id, made.data.id);
  assert.equal(first.data.parking_status_id, 1);
  assert.equal((await gate.post("/actions/parking/check-in", body)).code, "VEHICLE_IN_PROGRESS_OTHER_PHONE");
  assert.equal(
    (await gate.post("/actions/parking/check-in", { parking_main_info: made.data.id })).code,
    "VEHICLE_IN_PROGRESS",
  );

  clock.now = hoursLater(9);
  const evening = await as(staff);
  const out = await evening.post(`/actions/parking/${first.data.id}/check-out`);
  assert.equal(out.status, 200, out.text);
  assert.equal(out.data.total_amount, "0.00");
  const second = await evening.post("/actions/parking/check-in", { parking_main_info: made.data.id });
  assert.equal(second.data.parking_main_info.id, made.data.id);
  await evening.post(`/actions/parking/${second.data.id}/check-out`);

  clock.now = new Date("2026-12-21T04:30:00Z");
  const after = await (await as(staff)).post("/actions/parking/check-in", body);
  assert.equal(after.status, 200, after.text);
  assert.notEqual(after.data.parking_main_info.id, made.data.id);
  assert.equal(after.data.charge_amount_for_minutes, "20.00");
});

test("who outstays a pass owes from its end on; a renewal before that end moves it, a later one does not", async () => {
  const gate = await as(staff);
  const enter = async () => {
    const made = await gate.post("/actions/passes", {
      vehicle_no: make.plate(),
      phone_no: phone(),
      time_type: "hours",
      duration: 2,
    });
    const visit = await gate.post("/actions/parking/check-in", { parking_main_info: made.data.id });
    assert.equal(visit.data.free_until, hoursLater(2).toISOString(), visit.text);
    return { pass: made.data.id, visit: visit.data.id };
  };
  const [kept, early, late] = [await enter(), await enter(), await enter()];
  clock.now = hoursLater(1);
  let caller = await as(staff);
  assert.equal(
    (await caller.post(`/actions/passes/${early.pass}/renew`, { time_type: "hours", duration: 4 })).status,
    200,
  );
  clock.now = hoursLater(4);
  caller = await as(staff);
  assert.equal(
    (await caller.post(`/actions/passes/${late.pass}/renew`, { time_type: "hours", duration: 4 })).status,
    200,
  );
  for (const { visit } of [kept, late]) {
    assert.equal((await caller.post(`/actions/parking/${visit}/check-out`)).code, "NOT_SETTLED");
    const paid = await caller.post(`/actions/parking/${visit}/take-cash`, { expected: 8000, auto_checkout: true });
    assert.equal(paid.data.total_amount, "80.00", paid.text);
  }
  const out = await caller.post(`/actions/parking/${early.visit}/check-out`);
  assert.equal(out.data.total_amount, "0.00", out.text);
});

test("a renewal at the moment of an arrival covers the visit, whichever was first", async () => {
  for (let round = 0; round < 8; round += 1) {
    const gate = await as(staff);
    const pass = { vehicle_no: make.plate(), phone_no: phone() };
    const made = await gate.post("/actions/passes", { ...pass, time_type: "hours", duration: 2 });
    const [renewed, arrived] = await Promise.all([
      gate.post(`/actions/passes/${made.data.id}/renew`, { time_type: "hours", duration: 3 }),
      gate.post("/actions/parking/check-in", { parking_main_info: made.data.id }),
    ]);
    assert.deepEqual([renewed.status, arrived.status], [200, 200], renewed.text + arrived.text);
    const visit = await gate.get(`/items/Parking_Information/${arrived.data.id}?fields=free_until`);
    assert.equal(visit.data.free_until, hoursLater(5).toISOString());
  }
});

test("two arrivals with one pass at the same moment: one is in, the other is told so", async () => {
  const full = await make.branch({ slots: 1 });
  const gate = await as(await make.user("staff", { branch: full }));
  const pass = { vehicle_no: make.plate(), phone_no: phone() };
  const made = await gate.post("/actions/passes", { ...pass, time_type: "days", duration: 2 });
  const arrivals = [pass, { parking_main_info: made.data.id }, pass, { parking_main_info: made.data.id }];
  const answers = await Promise.all(arrivals.map((arrival) => gate.post("/actions/parking/check-in", arrival)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(
    answers.every(({ status, code }) => status === 200 || code === "VEHICLE_IN_PROGRESS"),
    answers.map(({ text }) => text).join(),
  );
});

test("one pass at a time, by any door and at the same moment", async () => {
  const gate = await as(staff);
  const pass = { vehicle_no: make.plate(), phone_no: phone(), time_type: "days", duration: 2 };
  const answers = await Promise.all(Array.from({ length: 6 }, () => gate.post("/actions/passes", pass)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409, 409, 409, 409],
  );
  assert.ok(answers.every(({ status, code }) => status === 200 || code === "VEHICLE_PASS_EXIST"));
  assert.equal(
    (await gate.post("/actions/parking/check-in", { ...pass, parking_type: "long_time" })).code,
    "VEHICLE_PASS_EXIST",
  );
  const { vehicle_no, phone_no } = pass;
  const walkIn = await gate.post("/items/Parking_Information", { parking_main_info: { vehicle_no, phone_no } });
  assert.equal(walkIn.code, "VEHICLE_PASS_EXIST");
  const next = await gate.post("/actions/passes", { ...pass, pass_start_time: hoursLater(48).toISOString() });
  assert.equal(next.status, 200, next.text);
});

test("a renewal goes on where the pass ends, or from now where it has ended", async () => {
  const gate = await as(staff);
  const pass = { vehicle_no: make.plate(), phone_no: phone(), time_type: "days", duration: 2 };
  const { data: made } = await gate.post("/actions/passes", pass);
  const longer = await gate.post(`/actions/passes/${made.id}/renew`, { time_type: "month", duration: 1 });
  assert.equal(longer.data.pass_end_time, "2026-12-23T04:30:00.000Z", longer.text);
  assert.equal(longer.data.pass_start_time, "2026-11-21T04:30:00.000Z");
  clock.now = new Date("2027-01-01T00:00:00Z");
  const late = await (await as(staff)).post(`/actions/passes/${made.id}/renew`, { time_type: "hours", duration: 5 });
  assert.equal(late.data.pass_start_time, "2027-01-01T00:00:00.000Z");
  assert.equal(late.data.pass_end_time, "2027-01-01T05:00:00.000Z");
  for (const [body, field] of [
    [{ time_type: "weeks", duration: 1 }, "time_type"],
    [{ time_type: "days", duration: 0 }, "duration"],
    [{ time_type: "days" }, "duration"],
    [{ pass_end_time: "2026-12-01T00:00:00Z" }, "pass_end_time"],
  ] as const) {
    const wrong = await (await as(staff)).post(`/actions/passes/${made.id}/renew`, body);
    assert.equal(wrong.code, "FAILED_VALIDATION", wrong.text);
    assert.equal(wrong.errors[0]?.extensions.field, field);
  }
  const stranger = await as(await make.user("staff", { branch: await make.branch() }));
  assert.equal(
    (await stranger.post(`/actions/passes/${made.id}/renew`, { time_type: "days", duration: 1 })).code,
    "FORBIDDEN",
  );
});

test("a person meets an employee of the branch and nobody else", async () => {
  const gate = await as(staff);
  const employee = await make.user("employee", { branch });
  const elsewhere = await make.user("employee", { branch: await make.branch() });
  const person = { is_person: true, name: "Asha Rao", phone_no: phone(), entry_reason: "Interview" };
  for (const visitor_id of [elsewhere.id, staff.id])
    assert.equal((await gate.post("/actions/parking/check-in", { ...person, visitor_id })).code, "INVALID_FOREIGN_KEY");
  const met = await gate.post("/actions/parking/check-in", { ...person, visitor_id: employee.id });
  assert.equal(met.status, 200, met.text);
  assert.equal(met.data.is_person, true);
  assert.equal(
    (await gate.post("/actions/parking/check-in", { ...person, name: "asha rao" })).code,
    "PERSON_IN_PROGRESS",
  );
  const own = await (await as(employee)).get(`/items/Parking_Information?fields=id`);
  assert.deepEqual(own.data, [{ id: met.data.id }]);
});

test("the customer behind a vehicle: found by phone or email and given it, or made without a password", async () => {
  const gate = await as(staff);
  const [mobile, plate] = [phone(), make.plate()];
  const customers = () =>
    sql`select email, password, user_vehicles, user_vehicle_type from users where contact_number = ${mobile}`;
  const { data: first } = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: mobile });
  const [made] = await customers();
  assert.equal(made!["email"], `c_${mobile}_${plate.toLowerCase()}@${limits.customerMailDomain}`);
  assert.equal(made!["password"], null);
  assert.equal(made!["user_vehicle_type"], "single");

  await gate.post(`/actions/parking/${first.id}/take-cash`, { auto_checkout: true });
  await gate.post("/actions/parking/check-in", { vehicle_no: plate.toLowerCase(), phone_no: mobile });
  assert.equal((await customers())[0]!["user_vehicles"].length, 1);
  const others = Array.from({ length: 3 }, () => make.plate());
  const answers = await Promise.all(
    others.map((vehicle_no) => gate.post("/actions/parking/check-in", { vehicle_no, phone_no: mobile })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const after = await customers();
  assert.equal(after.length, 1);
  assert.deepEqual(
    after[0]!["user_vehicles"].map(({ vehicleNo }: { vehicleNo: string }) => vehicleNo).toSorted(),
    [plate, ...others].toSorted(),
  );
  const known = await make.user("customer", { contact_number: phone() });
  await gate.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: phone(),
    email: known.email.toUpperCase(),
  });
  const [found] = await sql`select user_vehicles from users where id = ${known.id}`;
  assert.equal(found!["user_vehicles"].length, 1);
});

test("two gates that meet one new customer make one", async () => {
  const gate = await as(staff);
  const mobile = phone();
  const entries = Array.from({ length: 5 }, () => ({ vehicle_no: make.plate(), phone_no: mobile }));
  const answers = await Promise.all(entries.map((entry) => gate.post("/actions/parking/check-in", entry)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    entries.map(() => 200),
  );
  const [{ count, vehicles }] = (await sql`select count(*) as count, max(jsonb_array_length(user_vehicles)) as vehicles
    from users where contact_number = ${mobile}`) as unknown as [{ count: number; vehicles: number }];
  assert.deepEqual([count, vehicles], [1, 5]);
});
