// §3 §4: what passes cost, that they are paid before they cover an entry, and that a renewal counts once it is paid.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createLastingClient, startApp, type TestResponse } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp({ poolSize: 20 });
const make = createFactories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-21T04:30:00Z");
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000);
const monthlyPass = {
  plans: [
    { name: "Standard", rates: [{ vehicle_type: null, lines: [{ kind: "each", to: null, step: 60, amount: 4_000 }] }] },
  ],
  passes: [
    { vehicle_type: null, per: "month", amount: 50_000 },
    { vehicle_type: null, per: "day", amount: 3_000 },
  ],
};
let branch: CreatedBranch;
let staff: CreatedUser;
let manager: CreatedUser;

/** A client whose session does not end when the clock moves. */
const createClient = (user: CreatedUser) => createLastingClient({ asUser, user });
type Client = ReturnType<typeof createClient>;
let gate: Client;
let boss: Client;

beforeEach(async () => {
  clock.now = start;
  branch = await make.branch({ rate: "40.00", allow_person_entries: true });
  staff = await make.user("staff", { branch });
  manager = await make.user("manager", { branch });
  [gate, boss] = [createClient(staff), createClient(manager)];
  const version = { branch: branch.id, service: "is_parking", tariff: monthlyPass };
  const created = await boss.post("/items/Tariff_Versions", version);
  assert.equal(created.status, 200, created.text);
});

const month = { time_type: "month", duration: 1 };
let phones = 0;
const vehicle = () => ({ vehicle_no: make.plate(), phone_no: `94${String((phones += 1)).padStart(8, "0")}` });

async function issue(body: object = {}): Promise<{ id: number; vehicle_no: string; phone_no: string }> {
  const visitor = vehicle();
  const response = await gate.post("/actions/passes", { ...visitor, ...month, ...body });
  assert.equal(response.status, 200, response.text);
  return { ...visitor, id: response.data.id };
}

const pay = (id: number, body: object = {}, by: Client = gate) => by.post(`/actions/passes/${id}/take-payment`, body);
const renew = (id: number, body: object = month, by: Client = gate) => by.post(`/actions/passes/${id}/renew`, body);

async function issuePaid(): ReturnType<typeof issue> {
  const pass = await issue();
  const paid = await pay(pass.id, { expected: 50_000 });
  assert.equal(paid.status, 200, paid.text);
  return pass;
}

const readPayments = (id: number) => sql<{ [field: string]: unknown }[]>`
  select amount::int as amount, kind, mode, channel, reference, request, collected_by, valid_from, valid_till,
    (select collector from cash_shifts s where s.id = p.shift) as shift_of
  from payments p where pass = ${id} order by id`;

/** The codes of failed requests, and a word for each that succeeded, sorted. */
const listOutcomes = (responses: readonly TestResponse[], success: string): string[] =>
  responses
    .map(({ status, code = "" }) => (status === 200 ? success : code))
    .toSorted((one, other) => one.localeCompare(other, "en"));

test("quotes new passes and renewals by the tariff in force, within the longest pass of the branch", async () => {
  const quote = (body: object, by: Client = gate) => by.post("/actions/passes/quote", body);
  const quoted = await quote({ time_type: "month", duration: 3 });
  assert.deepEqual(quoted.data, {
    price: 150_000,
    lines: [
      {
        text: "3 months at ₹500.00",
        amount: 150_000,
        translation: { message: "{count} months at {rate}", values: { count: 3, rate: "₹500.00" } },
      },
    ],
    needs_vehicle_type: false,
    starts: start.toISOString(),
    ends: "2027-02-21T04:30:00.000Z",
  });
  assert.equal((await quote({ ...month, is_person: true })).data.price, 0);
  const later = { pass_start_time: daysLater(1).toISOString(), pass_end_time: daysLater(3).toISOString() };
  assert.equal((await quote(later)).data.price, 6_000);
  const pass = await issuePaid();
  const renewal = await quote({ pass: pass.id, time_type: "days", duration: 7 });
  assert.deepEqual(
    [renewal.data.price, renewal.data.starts, renewal.data.ends],
    [21_000, "2026-12-21T04:30:00.000Z", "2026-12-28T04:30:00.000Z"],
  );
  for (const [body, field] of [
    [{}, "duration"],
    [{ time_type: "days", duration: 0 }, "duration"],
    [{ pass_end_time: start.toISOString() }, "pass_end_time"],
  ] as const)
    assert.equal((await quote(body)).errors[0]?.extensions["field"], field);
  const stranger = createClient(await make.user("staff", { branch: await make.branch() }));
  assert.equal((await quote({ pass: pass.id, ...month }, stranger)).code, "FORBIDDEN");
});

test("sells no pass and no renewal that is longer than the branch allows", async () => {
  const tooLong = async (body: object) => {
    const response = await gate.post("/actions/passes", { ...vehicle(), ...body });
    assert.equal(response.code, "FAILED_VALIDATION", response.text);
    return response.errors[0];
  };
  assert.equal((await tooLong({ time_type: "days", duration: 367 }))?.extensions["field"], "duration");
  assert.equal((await tooLong({ pass_end_time: "2027-12-01T00:00:00Z" }))?.extensions["field"], "pass_end_time");
  assert.equal((await gate.patch(`/items/Branch/${branch.id}`, { pass_max_days: 31 })).code, "FORBIDDEN");
  for (const wrong of [0, 367])
    assert.equal((await boss.patch(`/items/Branch/${branch.id}`, { pass_max_days: wrong })).code, "FAILED_VALIDATION");
  assert.equal((await boss.patch(`/items/Branch/${branch.id}`, { pass_max_days: 31 })).status, 200);
  assert.match(
    (await tooLong({ time_type: "days", duration: 32 }))?.message ?? "",
    /A pass of this branch lasts at most 31 days/,
  );
  const pass = await issuePaid();
  assert.equal((await renew(pass.id, { time_type: "days", duration: 32 })).code, "FAILED_VALIDATION");
  assert.equal((await renew(pass.id, { time_type: "days", duration: 31 })).status, 200);
});

test("a pass covers no entry before it is paid; the payment is in the ledger and in the shift", async () => {
  const pass = await issue({ expected: 50_000 });
  const unpaid = await gate.get(`/actions/passes/${pass.id}`);
  assert.deepEqual(
    [unpaid.data.is_unpaid, unpaid.data.due_amount, unpaid.data.due_till],
    [true, "500.00", "2026-12-21T04:30:00.000Z"],
  );
  assert.equal((await gate.post("/actions/parking/check-in", { parking_main_info: pass.id })).code, "NOT_SETTLED");
  const scanned = await gate.post("/actions/parking/scan", { text: unpaid.data.qr });
  assert.equal(scanned.data.next, "pay", scanned.text);
  const { vehicle_no, phone_no } = pass;
  const charged = await gate.post("/actions/parking/check-in", { vehicle_no, phone_no });
  assert.equal(charged.status, 200, charged.text);
  assert.notEqual(charged.data.parking_main_info.id, pass.id);
  assert.equal(charged.data.free_until, null);
  clock.now = new Date(start.getTime() + 1_800_000);
  assert.equal((await gate.post(`/actions/parking/${charged.data.id}/take-cash`, { auto_checkout: true })).status, 200);

  assert.equal((await renew(pass.id)).code, "NOT_SETTLED");
  assert.equal((await pay(pass.id, { expected: 40_000 })).code, "AMOUNT_MISMATCH");
  assert.deepEqual([...(await readPayments(pass.id))], []);
  const paid = await pay(pass.id, { expected: 50_000 });
  assert.deepEqual([paid.data.is_unpaid, paid.data.due_amount, paid.data.paid_amount], [false, null, "500.00"]);
  assert.deepEqual(
    [...(await readPayments(pass.id))],
    [
      {
        amount: 500,
        kind: "payment",
        mode: "cash",
        channel: "cash",
        reference: null,
        request: null,
        collected_by: staff.id,
        valid_from: start,
        valid_till: new Date("2026-12-21T04:30:00.000Z"),
        shift_of: staff.id,
      },
    ],
  );
  assert.equal((await pay(pass.id, { expected: 50_000 })).code, "ALREADY_PAID");
  const entry = await gate.post("/actions/parking/check-in", { vehicle_no, phone_no });
  assert.equal(entry.data.parking_main_info.id, pass.id, entry.text);
  assert.equal(entry.data.free_until, "2026-12-21T04:30:00.000Z");

  const [shift] = await sql`select id from cash_shifts where collector = ${staff.id} and closed_at is null`;
  const counted = await gate.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "540.00" });
  assert.deepEqual([counted.data.expected, counted.data.difference], ["540.00", "0.00"]);
  const day = await boss.get("/actions/cash/day?day=2026-11-21");
  assert.equal(day.data.totals.cash, 54_000);
  const ofPass = await sql<{ id: number }[]>`select id from payments where pass = ${pass.id}`;
  for (const action of ["reverse", "refund"]) {
    const body = { amount: "5.00", reason: "Wrong" };
    const corrected = await boss.post(
      `/actions/cash/payments/${ofPass[0]!.id}/${action}`,
      action === "refund" ? body : { reason: body.reason },
    );
    assert.equal(corrected.code, "REVERSAL_NOT_ALLOWED", corrected.text);
  }
});

test("a pass of another price than was shown is not issued, and a branch without prices issues free passes", async () => {
  const body = { ...vehicle(), ...month };
  assert.equal((await gate.post("/actions/passes", { ...body, expected: 45_000 })).code, "AMOUNT_MISMATCH");
  assert.equal((await sql`select 1 from "Parking_Main_Information" where vehicle_no = ${body.vehicle_no}`).length, 0);
  const other = await make.branch({ rate: "40.00" });
  const free = createClient(await make.user("staff", { branch: other }));
  const issued = await free.post("/actions/passes", { ...body, expected: 0 });
  assert.deepEqual([issued.data.is_unpaid, issued.data.due_amount], [false, null], issued.text);
  const person = { is_person: true, name: "Asha Rao", phone_no: "9840012345", entry_reason: "Trainer", ...month };
  assert.equal((await gate.post("/actions/passes", person)).data.is_unpaid, false);
  // What is due cannot be written by anybody.
  const { id } = await issue();
  for (const change of [{ is_unpaid: false }, { due_amount: null }, { paid_amount: "500.00" }])
    assert.equal((await boss.patch(`/items/Parking_Main_Information/${id}`, change)).code, "FORBIDDEN");
});

test("a check-in with a new pass is charged until the pass is paid", async () => {
  const body = { ...vehicle(), ...month, parking_type: "long_time" };
  const entry = await gate.post("/actions/parking/check-in", body);
  assert.equal(entry.status, 200, entry.text);
  assert.equal(entry.data.free_until, null);
  assert.equal(entry.data.parking_main_info.is_unpaid, true);
});

test("an unpaid pass keeps no period free, and only one of two is paid", async () => {
  const pass = await issue();
  const { vehicle_no, phone_no } = pass;
  const second = await issue({ vehicle_no, phone_no });
  assert.equal((await pay(pass.id)).status, 200);
  assert.equal((await pay(second.id)).code, "VEHICLE_PASS_EXIST");
  clock.now = daysLater(40);
  assert.equal((await pay(second.id)).code, "INVITE_NOT_VALID_NOW");
});

test("a renewal extends the pass once it is paid, by the price of that day", async () => {
  const pass = await issuePaid();
  const entry = await gate.post("/actions/parking/check-in", { parking_main_info: pass.id });
  const due = await renew(pass.id, { ...month, expected: 50_000 });
  assert.deepEqual(
    [due.data.is_unpaid, due.data.due_amount, due.data.pass_end_time, due.data.due_till],
    [false, "500.00", "2026-12-21T04:30:00.000Z", "2027-01-21T04:30:00.000Z"],
    due.text,
  );
  // Another renewal replaces it.
  const week = await renew(pass.id, { time_type: "days", duration: 7 });
  assert.equal(week.data.due_amount, "210.00");
  const renewed = await pay(pass.id, { expected: 21_000 });
  assert.deepEqual(
    [renewed.data.due_amount, renewed.data.pass_end_time, renewed.data.paid_amount],
    [null, "2026-12-28T04:30:00.000Z", "710.00"],
    renewed.text,
  );
  const inside = await gate.get(`/items/Parking_Information/${entry.data.id}?fields=free_until`);
  assert.equal(inside.data.free_until, "2026-12-28T04:30:00.000Z");

  clock.now = daysLater(60);
  await renew(pass.id);
  const again = await pay(pass.id);
  assert.deepEqual(
    [again.data.pass_start_time, again.data.pass_end_time],
    [daysLater(60).toISOString(), "2027-02-20T04:30:00.000Z"],
    again.text,
  );
  const overstay = await gate.get(`/items/Parking_Information/${entry.data.id}?fields=free_until`);
  assert.equal(overstay.data.free_until, "2026-12-28T04:30:00.000Z");
});

test("a branch that approves entries agrees before a pass is paid, and staff collect an agreed renewal", async () => {
  await sql`update "Branch" set entity_type = 'residential' where id = ${branch.id}`;
  await sql`update "Parking_Configuration" set security = 'advanced_security' where id = (select parking_config from "Branch" where id = ${branch.id})`;
  const pass = await issue();
  assert.equal((await pay(pass.id)).code, "APPROVAL_PENDING");
  assert.equal((await boss.post(`/actions/passes/${pass.id}/approve`)).status, 200);
  assert.equal((await pay(pass.id)).status, 200);
  assert.equal((await renew(pass.id)).code, "FORBIDDEN");
  assert.equal((await renew(pass.id, month, boss)).status, 200);
  assert.equal((await pay(pass.id)).data.pass_end_time, "2027-01-21T04:30:00.000Z");
});

test("a payment by UPI names its request and reference, and is confirmed once", async () => {
  const channels = { payment_channels: ["upi"], upi_vpa: "lot@okbank", upi_payee_name: "T Nagar Parking" };
  assert.equal((await boss.patch(`/items/Branch/${branch.id}`, channels)).status, 200);
  const pass = await issue();
  const { request } = (await gate.get(`/actions/passes/${pass.id}`)).data;
  assert.equal(request, `CHM${pass.id}N1`);
  const upi = { channel: "upi", reference: "4k7z", request, expected: 50_000 };
  for (const [body, code] of [
    [{ ...upi, reference: "12" }, "FAILED_VALIDATION"],
    [{ ...upi, request: "CHM1N9" }, "STATUS_ALREADY_UPDATED"],
    [{ ...upi, channel: "card_terminal" }, "PAYMENT_NOT_OFFERED"],
    [{ ...upi, channel: "online" }, "INVALID_PAYLOAD"],
  ] as const)
    assert.equal((await pay(pass.id, body)).code, code);
  const responses = await Promise.all([gate, boss, gate, boss].map((by) => pay(pass.id, upi, by)));
  assert.deepEqual(listOutcomes(responses, "paid"), ["ALREADY_PAID", "ALREADY_PAID", "ALREADY_PAID", "paid"]);
  const [payment, ...others] = await readPayments(pass.id);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [payment!["channel"], payment!["mode"], payment!["reference"], payment!["request"]],
    ["upi", "online", "4K7Z", request],
  );
});

test("two renewals at the same time are one, and it is paid once", async () => {
  const pass = await issuePaid();
  const renewals = await Promise.all([gate, boss, gate, boss].map((by) => renew(pass.id, month, by)));
  assert.deepEqual(
    renewals.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const payments = await Promise.all([gate, boss, gate, boss].map((by) => pay(pass.id, { expected: 50_000 }, by)));
  assert.deepEqual(listOutcomes(payments, "paid"), ["ALREADY_PAID", "ALREADY_PAID", "ALREADY_PAID", "paid"]);
  const read = await gate.get(`/actions/passes/${pass.id}`);
  assert.deepEqual([read.data.pass_end_time, read.data.paid_amount], ["2027-01-21T04:30:00.000Z", "1000.00"]);
});

test("control: without the lock and what is due, a renewal is paid twice", async () => {
  await sql`create table bare_passes (paid int not null, months int not null)`;
  await sql`insert into bare_passes values (500, 1)`;
  let reading = 2;
  const haveBothRead = Promise.withResolvers<void>();
  const renewOnce = () =>
    sql.begin(async (tx) => {
      const [row] = await tx`select months from bare_passes`;
      reading -= 1;
      if (reading === 0) haveBothRead.resolve();
      await haveBothRead.promise;
      if (row!["months"] === 1) await tx`update bare_passes set paid = paid + 500, months = months + 1`;
    });
  await Promise.all([renewOnce(), renewOnce()]);
  const [row] = await sql`select paid, months from bare_passes`;
  assert.deepEqual({ ...row }, { paid: 1_500, months: 3 });
});

test("a payment that is sent again with its key is taken once", async () => {
  const pass = await issue();
  const key = { "idempotency-key": `pass-${pass.id}` };
  const first = await gate.post(`/actions/passes/${pass.id}/take-payment`, {}, key);
  const again = await gate.post(`/actions/passes/${pass.id}/take-payment`, {}, key);
  assert.deepEqual([first.status, again.status], [200, 200], again.text);
  assert.equal((await readPayments(pass.id)).length, 1);
});

test("the tax invoices of a day contain what passes received", async () => {
  await sql`update "Branch" set gstin = '33AABCP0001B1ZM' where id = ${branch.id}`;
  await make.row("payment_settings", { branch: branch.id, tax_treatment: "taxable" });
  const [dear, cheap] = [await issuePaid(), await issue({ time_type: "days", duration: 1 })];
  assert.equal((await pay(cheap.id)).status, 200);
  clock.now = daysLater(1);
  const issued = await boss.post("/actions/invoices/day", { day: "2026-11-21" });
  assert.equal(issued.status, 200, issued.text);
  const invoices = await sql<{ kind: string; total: number; description: string }[]>`
    select i.kind, i.total::int as total, i.description from tax_invoices i
    where id in (select invoice from payments where pass in (${dear.id}, ${cheap.id})) order by total desc`;
  assert.deepEqual(
    invoices.map((invoice) => ({ ...invoice })),
    [
      { kind: "single", total: 500, description: "Parking pass" },
      { kind: "day", total: 30, description: "Parking of vehicles on 2026-11-21: 1 sales" },
    ],
  );
});

const reverse = (id: number, payment: number, by: Client = gate, reason = "Wrong channel") =>
  by.post(`/actions/passes/${id}/reverse-payment`, { payment, reason });
const findPayments = async (id: number): Promise<number[]> =>
  (await sql<{ id: number }[]>`select id from payments where pass = ${id} and kind = 'payment' order by id`).map(
    (payment) => payment.id,
  );

test("a mistyped payment is reversed by its collector until the shift is counted, and is due again", async () => {
  const pass = await issuePaid();
  const entry = await gate.post("/actions/parking/check-in", { parking_main_info: pass.id });
  const readFreeUntil = async () =>
    (await gate.get(`/items/Parking_Information/${entry.data.id}?fields=free_until`)).data.free_until;
  const end = await readFreeUntil();
  const [payment] = await findPayments(pass.id);
  assert.equal((await reverse(pass.id, payment!, gate, " ")).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await reverse(pass.id, payment!, boss)).code, "REVERSAL_NOT_ALLOWED");
  const other = await issuePaid();
  assert.equal((await reverse(other.id, payment!)).code, "FORBIDDEN");
  clock.now = daysLater(1);
  const { data, text } = await reverse(pass.id, payment!);
  assert.deepEqual([data.is_unpaid, data.due_amount, data.paid_amount], [true, "500.00", "0.00"], text);
  assert.equal(await readFreeUntil(), daysLater(1).toISOString());
  assert.equal((await reverse(pass.id, payment!)).code, "PAYMENT_CORRECTED");
  const [sum] = await sql`select sum(amount)::int as sum from payments where pass = ${pass.id}`;
  assert.equal(sum!["sum"], 0);
  // Paid again, it covers the vehicle that is inside.
  const again = await pay(pass.id, { expected: 50_000 });
  assert.deepEqual([again.data.is_unpaid, again.data.pass_end_time], [false, end], again.text);
  assert.equal(await readFreeUntil(), end);
  const [shift] = await sql`select id from cash_shifts where collector = ${staff.id} and closed_at is null`;
  const counted = await gate.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "1000.00" });
  assert.deepEqual([counted.data.expected, counted.data.difference], ["1000.00", "0.00"]);
  assert.equal((await reverse(pass.id, (await findPayments(pass.id))[1]!)).code, "SHIFT_ALREADY_CLOSED");
});

test("a reversed renewal leaves the pass as it was, and only the last payment is reversed", async () => {
  const pass = await issuePaid();
  await renew(pass.id);
  assert.equal((await pay(pass.id)).data.pass_end_time, "2027-01-21T04:30:00.000Z");
  const [first, second] = await findPayments(pass.id);
  assert.equal((await reverse(pass.id, first!)).code, "REVERSAL_NOT_ALLOWED");
  const { data, text } = await reverse(pass.id, second!);
  assert.deepEqual(
    [data.is_unpaid, data.pass_end_time, data.due_amount, data.paid_amount],
    [false, "2026-12-21T04:30:00.000Z", "500.00", "500.00"],
    text,
  );
  // With the renewal due again, the first payment is not the last one.
  assert.equal((await reverse(pass.id, first!)).code, "REVERSAL_NOT_ALLOWED");
  assert.equal((await pay(pass.id)).data.pass_end_time, "2027-01-21T04:30:00.000Z");
});

test("a reversal requested several times at the same time is made once", async () => {
  const pass = await issuePaid();
  const [payment] = await findPayments(pass.id);
  const responses = await Promise.all([gate, gate, gate, gate].map((by) => reverse(pass.id, payment!, by)));
  const others = Array.from({ length: 3 }, () => "PAYMENT_CORRECTED");
  assert.deepEqual(listOutcomes(responses, "reversed"), [...others, "reversed"]);
  const [sum] = await sql`select sum(amount)::int as sum from payments where pass = ${pass.id}`;
  assert.equal(sum!["sum"], 0);
});

test("control: without the lock of the pass, a payment is reversed twice", async () => {
  await sql`create table bare_reversals (amount int not null)`;
  let reading = 2;
  const haveBothRead = Promise.withResolvers<void>();
  const reverseOnce = () =>
    sql.begin(async (tx) => {
      const [row] = await tx<{ reversed: number }[]>`select count(*)::int as reversed from bare_reversals`;
      reading -= 1;
      if (reading === 0) haveBothRead.resolve();
      await haveBothRead.promise;
      if (row!.reversed === 0) await tx`insert into bare_reversals values (500)`;
    });
  await Promise.all([reverseOnce(), reverseOnce()]);
  const [row] = await sql`select sum(amount)::int as sum from bare_reversals`;
  assert.equal(row!["sum"], 1_000);
});
