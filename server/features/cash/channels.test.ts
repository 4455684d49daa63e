// §4: payments by UPI, by card terminal and on account: one row of the ledger each, confirmed once, apart from the cash.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createPaymentRequest } from "#domain/payments/channels/payment-channels.ts";
import { startApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 20, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
let branch: CreatedBranch;
let gateUser: CreatedUser;
let gate: TestClient;
let second: TestClient;
let manager: TestClient;

const account = { upi_vpa: "lot@okbank", upi_payee_name: "T Nagar Parking" };
const setChannels = (payment_channels: unknown, by = manager) =>
  by.patch(`/items/Branch/${branch.id}`, { payment_channels, ...account });

before(async () => {
  branch = await make.branch({ rate: "20.00" });
  gateUser = await make.user("staff", { branch });
  gate = await asUser(gateUser);
  second = await asUser(await make.user("staff", { branch }));
  const managerUser = await make.user("manager", { branch, in_out_flag: false });
  manager = await asUser(managerUser);
  await manager.patch(`/users/${managerUser.id}`, { in_out_flag: true });
  assert.equal((await setChannels(["upi", "card_terminal", "on_account"])).status, 200);
});

/** An entry that owes ₹40. */
async function checkIn(): Promise<number> {
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return data.id;
}

const readRequest = async (id: number, by = gate): Promise<string> =>
  (await by.get(`/actions/payments/parking/${id}`)).data.request;

interface Confirmation {
  body?: object;
  by?: TestClient;
  request?: string;
  headers?: { [name: string]: string };
}

async function confirm(
  id: number,
  { body = {}, by = gate, request, headers }: Confirmation = {},
): Promise<TestResponse> {
  const confirmed = { channel: "upi", reference: "4k7z", request: request ?? (await readRequest(id)), ...body };
  return by.post(`/actions/parking/${id}/take-payment`, confirmed, headers);
}

const findPayments = (id: number) => sql<{ [field: string]: unknown; id: number; amount: number }[]>`
  select id, amount::int as amount, kind, mode, channel, reference, request, shift, collected_by from payments
  where parking_information = ${id} order by id`;
async function readEntry(id: number) {
  const [row] = await sql`select payment_status as status, paid_amount::int as paid, payment_mode as mode,
    payment_channel as channel, payment_reference as reference, parking_status_id as sequence
    from "Parking_Information" where id = ${id}`;
  return { ...row };
}

test("a UPI payment is one row of the ledger with reference, request and shift, and checks out", async () => {
  const id = await checkIn();
  const request = await readRequest(id);
  const paid = await confirm(id, { body: { expected: 4000, auto_checkout: true } });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual(await readEntry(id), {
    status: "paid",
    paid: 40,
    mode: "online",
    channel: "upi",
    reference: "4K7Z",
    sequence: 2,
  });
  const [payment, ...others] = await findPayments(id);
  assert.equal(others.length, 0);
  const { id: _, shift, ...row } = payment!;
  assert.deepEqual(row, {
    amount: 40,
    kind: "payment",
    mode: "online",
    channel: "upi",
    reference: "4K7Z",
    request,
    collected_by: gateUser.id,
  });
  assert.ok(shift);
});

test("a channel that is off, a missing reference and an unknown request are refused, and nothing is recorded", async () => {
  const id = await checkIn();
  const rows: [object, string, string?][] = [
    [{ reference: "12" }, "FAILED_VALIDATION", "reference"],
    [{ channel: "card_terminal", reference: "" }, "FAILED_VALIDATION", "reference"],
    [{ channel: "cash" }, "INVALID_PAYLOAD"],
    [{ channel: "online" }, "INVALID_PAYLOAD"],
    [{ request: createPaymentRequest({ kind: "P", id, recorded: 1 }) }, "STATUS_ALREADY_UPDATED"],
    [{ channel: "on_account", reference: "Acme Ltd" }, "FORBIDDEN"],
    [{ expected: 2000 }, "AMOUNT_MISMATCH"],
    [{ part: "40.01" }, "AMOUNT_TOO_HIGH"],
  ];
  for (const [body, code, field] of rows) {
    const response = await confirm(id, { body });
    assert.equal(response.code, code, JSON.stringify(body));
    if (field) assert.equal(response.errors[0]!.extensions["field"], field);
  }
  await setChannels(["card_terminal"]);
  assert.equal((await confirm(id)).code, "PAYMENT_NOT_OFFERED");
  await setChannels(["upi", "card_terminal", "on_account"]);
  assert.equal((await findPayments(id)).length, 0);
  const written = await gate.patch(`/items/Parking_Information/${id}`, { payment_channel: "upi" });
  assert.equal(written.code, "FORBIDDEN");
});

test("parts through different channels add up, and cash after UPI keeps no reference", async () => {
  const id = await checkIn();
  assert.equal((await confirm(id, { body: { part: "10.00" } })).status, 200);
  assert.equal(
    (await confirm(id, { body: { channel: "card_terminal", reference: "RRN1", part: "12.00" } })).status,
    200,
  );
  const onAccount = { channel: "on_account", reference: "Acme Ltd", part: "8.00" };
  assert.equal((await confirm(id, { body: onAccount, by: manager })).status, 200);
  assert.deepEqual(await readEntry(id), {
    status: "partially_paid",
    paid: 30,
    mode: "online",
    channel: "on_account",
    reference: "Acme Ltd",
    sequence: 1,
  });
  assert.equal((await gate.post(`/actions/parking/${id}/take-cash`, { auto_checkout: true })).status, 200);
  const entry = await readEntry(id);
  assert.deepEqual(
    [entry["status"], entry["mode"], entry["channel"], entry["reference"]],
    ["paid", "cash", "cash", null],
  );
  assert.deepEqual(
    (await findPayments(id)).map(({ amount, channel, mode }) => [amount, channel, mode]),
    [
      [10, "upi", "online"],
      [12, "card_terminal", "online"],
      [8, "on_account", "online"],
      [10, "cash", "cash"],
    ],
  );
});

test("two people confirm the same UPI payment at the same time: it is recorded once", async () => {
  for (const body of [{ part: "15.00" }, { expected: 4000 }]) {
    const id = await checkIn();
    const request = await readRequest(id);
    const responses = await Promise.all([gate, second].map((by) => confirm(id, { body, by, request })));
    const codes = responses.map(({ status, code }) => code ?? String(status)).toSorted();
    assert.deepEqual(codes, ["200", "part" in body ? "STATUS_ALREADY_UPDATED" : "ALREADY_PAID"]);
    assert.equal((await findPayments(id)).length, 1);
  }
});

test("control: without the reference of the request, both are recorded", async () => {
  const id = await checkIn();
  const take = (by: TestClient) => by.post(`/actions/parking/${id}/take-cash`, { part: "15.00" });
  const responses = await Promise.all([gate, second].map(take));
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await findPayments(id)).length, 2);
});

test("a repeated confirmation with the same key gets the first reply", async () => {
  const id = await checkIn();
  const request = await readRequest(id);
  const headers = { "idempotency-key": `upi-${id}` };
  const body = { part: "15.00" };
  const responses = [await confirm(id, { body, request, headers }), await confirm(id, { body, request, headers })];
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await findPayments(id)).length, 1);
});

test("a card payment is reversed by its collector and refunded by a manager, without touching the cash", async () => {
  const id = await checkIn();
  await confirm(id, { body: { channel: "card_terminal", reference: "RRN1234" } });
  const [mistyped] = await findPayments(id);
  const reason = { reason: "Wrong vehicle" };
  assert.equal((await second.post(`/actions/cash/payments/${mistyped!.id}/reverse`, reason)).code, "FORBIDDEN");
  assert.equal((await gate.post(`/actions/cash/payments/${mistyped!.id}/reverse`, reason)).status, 200);
  assert.deepEqual(await readEntry(id), {
    status: "not_paid",
    paid: 0,
    mode: null,
    channel: null,
    reference: null,
    sequence: 1,
  });
  await confirm(id, { body: { channel: "card_terminal", reference: "RRN1235" } });
  const payment = (await findPayments(id)).at(-1)!;
  const refund = { amount: "10.00", reason: "Gate was blocked" };
  assert.equal((await manager.post(`/actions/cash/payments/${payment.id}/refund`, refund)).status, 200);
  assert.deepEqual(
    (await findPayments(id)).map(({ amount, kind, channel, mode }) => [amount, kind, channel, mode]),
    [
      [40, "payment", "card_terminal", "online"],
      [-40, "reversal", "card_terminal", "online"],
      [40, "payment", "card_terminal", "online"],
      [-10, "refund", "card_terminal", "online"],
    ],
  );
});

/** A debt of ₹40 of the vehicle, and its next entry, which owes ₹40. */
async function checkInWithDebt(): Promise<{ debt: number; id: number }> {
  const vehicle = { vehicle_no: make.plate(), phone_no: "9840012345" };
  const checkInAgain = async () => {
    const { data } = await gate.post("/actions/parking/check-in", vehicle);
    await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
    return data.id;
  };
  const debt = await checkInAgain();
  const later = { payment_type: "pay-later", pay_later_reason: "No money" };
  assert.equal((await manager.patch(`/items/Parking_Information/${debt}`, later)).status, 200);
  assert.equal((await gate.post(`/actions/parking/${debt}/check-out`)).status, 200);
  return { debt, id: await checkInAgain() };
}

test("a UPI payment takes an extra charge, a discount and an earlier debt with it, in one row for each entry", async () => {
  const { debt, id } = await checkInWithDebt();
  const adjustments = { additional_charge: "15.00", addition_note: "Wash", deduction_charge: "5.00" };
  const debts = [{ kind: "P", id: debt }];
  const without = await confirm(id, { body: { ...adjustments, debts, expected: 9000 } });
  assert.deepEqual([without.code, without.errors[0]!.extensions["field"]], ["NOTE_REQUIRED", "deduction_note"]);
  const body = { ...adjustments, deduction_note: "Regular", debts, auto_checkout: true };
  assert.equal((await confirm(id, { body: { ...body, expected: 5000 } })).code, "AMOUNT_MISMATCH");
  assert.deepEqual([await findPayments(id), await findPayments(debt)].flat(), []);
  const paid = await confirm(id, { body: { ...body, expected: 9000 } });
  assert.equal(paid.status, 200, paid.text);
  const rows = [...(await findPayments(id)), ...(await findPayments(debt))];
  assert.deepEqual(
    rows.map(({ amount, channel, reference, request }) => [amount, channel, reference, request]),
    [
      [50, "upi", "4K7Z", createPaymentRequest({ kind: "P", id, recorded: 0 })],
      [40, "upi", "4K7Z", createPaymentRequest({ kind: "P", id: debt, recorded: 0 })],
    ],
  );
  assert.equal(new Set(rows.map(({ shift }) => shift)).size, 1);
  assert.deepEqual([(await readEntry(id))["sequence"], (await readEntry(debt))["status"]], [2, "paid"]);
});

test("what was paid after the charge went up is a part, with the debt; nothing is recorded if the debt is gone", async () => {
  const { debt, id } = await checkInWithDebt();
  const body = { part: "30.00", debts: [{ kind: "P", id: debt }] };
  assert.equal((await confirm(id, { body })).status, 200);
  const amounts = async () => [await findPayments(id), await findPayments(debt)].flat().map(({ amount }) => amount);
  assert.deepEqual(await amounts(), [30, 40]);
  assert.equal((await confirm(id, { body: { ...body, part: "10.00" } })).code, "ALREADY_PAID");
  assert.deepEqual(await amounts(), [30, 40]);
});

test("a debt that is collected in cash and by UPI at the same time is paid once", async () => {
  const { debt, id } = await checkInWithDebt();
  const debts = [{ kind: "P", id: debt }];
  const request = await readRequest(id);
  const responses = await Promise.all([
    confirm(id, { body: { debts }, request }),
    second.post("/actions/debts/collect", { debts }),
  ]);
  const codes = responses.map(({ status, code }) => code ?? String(status)).toSorted();
  assert.deepEqual(codes, ["200", "ALREADY_PAID"]);
  assert.equal((await findPayments(debt)).length, 1);
});

test("the day and the shift list each channel apart, and the count expects the cash only", async () => {
  const place = await make.branch({ rate: "20.00" });
  const user = await make.user("staff", { branch: place, in_out_flag: false });
  const collector = await asUser(user);
  await collector.patch(`/users/${user.id}`, { in_out_flag: true });
  const admin = await asUser(await make.user("admin", { branch: place }));
  await admin.patch(`/items/Branch/${place.id}`, { payment_channels: ["upi", "card_terminal"], ...account });
  const pay = async (action: string, body: object) => {
    const { data } = await collector.post("/actions/parking/check-in", {
      vehicle_no: make.plate(),
      phone_no: "9840012345",
    });
    await sql`update "Parking_Information" set in_time = now() - interval '20 minutes' where id = ${data.id}`;
    const request = createPaymentRequest({ kind: "P", id: data.id, recorded: 0 });
    const sent = action === "take-payment" ? { request, ...body } : body;
    const response = await collector.post(`/actions/parking/${data.id}/${action}`, sent);
    assert.equal(response.status, 200, response.text);
  };
  await pay("take-cash", {});
  await pay("take-payment", { channel: "upi", reference: "4K7Z" });
  await pay("take-payment", { channel: "upi", reference: "4K7A" });
  await pay("take-payment", { channel: "card_terminal", reference: "RRN1234" });
  const channels = [
    { channel: "upi", amount: 4000 },
    { channel: "card_terminal", amount: 2000 },
  ];
  assert.deepEqual((await collector.get("/actions/cash/shift")).data.channels, channels);
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const { totals, shifts } = (await admin.get(`/actions/cash/day?day=${day}`)).data;
  assert.deepEqual(
    [totals.cash, totals.online, totals.upi, totals.card_terminal, totals.on_account],
    [2000, 0, 4000, 2000, 0],
  );
  assert.deepEqual([shifts[0].taken, shifts[0].payments, shifts[0].channels], [2000, 1, channels]);
  const [shift] = await sql`select id from cash_shifts where collector = ${user.id}`;
  const closed = await collector.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "20.00" });
  assert.deepEqual([closed.data.expected, closed.data.difference], ["20.00", "0.00"]);
});

test("an entry that received a UPI payment is refunded before it is voided", async () => {
  const id = await checkIn();
  await confirm(id, { body: { part: "10.00" } });
  assert.equal((await manager.post(`/actions/parking/${id}/void`, { reason: "Twice" })).code, "VOID_CASH_RECEIVED");
});

test("a manager turns channels on, staff do not; UPI needs its account", async () => {
  assert.equal((await setChannels(["upi"], gate)).code, "FORBIDDEN");
  const set = (values: object) => manager.patch(`/items/Branch/${branch.id}`, values);
  const missing = await set({ upi_vpa: null });
  assert.deepEqual([missing.code, missing.errors[0]!.extensions["field"]], ["FAILED_VALIDATION", "upi_vpa"]);
  assert.equal((await set({ upi_vpa: "not an id" })).code, "FAILED_VALIDATION");
  for (const payment_channels of [["gold"], ["cash"], "upi", { upi: true }])
    assert.equal((await set({ payment_channels })).code, "FAILED_VALIDATION");
  assert.equal((await set({ payment_channels: [], upi_vpa: null })).status, 200);
  assert.equal((await setChannels(["upi", "card_terminal", "on_account"])).status, 200);
});
