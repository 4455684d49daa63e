// §2 The customer's page: the code and where the car stands, a tip paid online, and the rating.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import type { TestClient } from "#tests/support/app.ts";
import { pressProviderAction, providerSettings, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { app, asUser, sql, factories: make } = await startPaymentsApp();
let branch: CreatedBranch;
let ravi: CreatedUser;

before(async () => {
  branch = await make.valetBranch({ slots: 20, charge: "50.00" });
  await make.row("payment_settings", {
    branch: branch.id,
    environment: "simulator",
    ...providerSettings["phonepe-v1"],
  });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
});

async function createTicketAt(sequence: number) {
  const driver = await asUser(ravi);
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  const { data } = await driver.post("/actions/valet/create-ticket", body);
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"].slice(0, sequence - 1))
    assert.equal((await driver.post(`/actions/valet/${data.id}/${verb}`)).status, 200);
  return { driver, id: Number(data.id), ...(await readCustomerTicket({ sql, id: data.id })) };
}

async function asHolder({ token, action, body }: { token: string; action: string; body?: object }) {
  const response = await app.inject({
    method: body ? "POST" : "GET",
    url: `/actions/valet/customer/${action}`,
    headers: { "x-ticket": token, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  const { data, errors } = response.json();
  return { status: response.statusCode, data, code: errors?.[0].extensions.code, text: response.body };
}

const readRow = async (id: number) => (await sql`select * from "Valet_and_Parking_Information" where id = ${id}`)[0]!;

test("the page shows the current code, key tag and slot until the handover, and nobody else reads the code", async () => {
  const { driver, id, otp, token } = await createTicketAt(2);
  const { data } = await asHolder({ token, action: "status" });
  assert.deepEqual([data.otp, data.slot], [otp, "B1"]);
  const atTheGate = await createTicketAt(5);
  assert.equal((await asHolder({ token: atTheGate.token, action: "status" })).data.slot, null);
  const item = await driver.get(`/items/Valet_and_Parking_Information/${id}`);
  assert.equal(item.data.otp_sealed, "**********");
  const manager = await asUser(await make.user("manager", { branch }));
  const renewed = await manager.post(`/actions/valet/${id}/new-code`);
  assert.equal((await asHolder({ token, action: "status" })).code, "INVALID_TOKEN");
  const { token: current } = await readCustomerTicket({ sql, id });
  assert.equal((await asHolder({ token: current, action: "status" })).data.otp, renewed.data.otp);
  await driver.post(`/actions/valet/${id}/void`, { reason: "Entered twice" });
  assert.deepEqual((await asHolder({ token: current, action: "status" })).data.otp, null);
  assert.equal((await readRow(id))["otp_sealed"], null);
});

test("a tip paid online is apart from the charge, replaces the chosen one, and is paid out after the handover", async () => {
  const { driver, id, otp, token } = await createTicketAt(3);
  await asHolder({ token, action: "tip", body: { tip: "50.00" } });
  for (const [tip, code] of [
    ["0.50", "AMOUNT_BELOW_MINIMUM"],
    ["10000.01", "FAILED_VALIDATION"],
  ])
    assert.equal((await asHolder({ token, action: "pay-tip", body: { tip } })).code, code);
  const started = await asHolder({ token, action: "pay-tip", body: { tip: "50.00" } });
  assert.equal(started.status, 200, started.text);
  await pressProviderAction(started.data.url, "succeed");
  const row = await waitUntil(
    () => readRow(id),
    (now) => now["online_tip"] !== null,
  );
  assert.deepEqual(
    [row["online_tip"], row["valet_tip"], row["paid_amount"], row["payment_status"], row["merchant_transaction_id"]],
    [50, null, 0, "not_paid", null],
  );
  assert.equal((await sql`select 1 from payments where valet_and_parking_information = ${id}`).length, 0);
  const page = await driver.get(`/actions/payments/valet/${id}`);
  assert.deepEqual([page.data.attempt, page.data.owed.extended], [null, 5000]);
  for (const verb of ["accept-pickup", "at-the-gate"]) await driver.post(`/actions/valet/${id}/${verb}`);
  const paid = await driver.post(`/actions/valet/${id}/take-cash`, { expected: 5000, auto_checkout: true, otp });
  assert.equal(paid.status, 200, paid.text);
  const accounts = (await driver.get("/actions/valet/tips")).data;
  assert.deepEqual(accounts[0] && [accounts[0].cash, accounts[0].online], [0, 5000]);
});

test("a tip that was only chosen is removed at the handover of a ticket that was paid online", async () => {
  const { driver, id, otp, token } = await createTicketAt(3);
  const chosen = await asHolder({ token, action: "tip", body: { tip: "50.00" } });
  const started = await app.inject({
    method: "POST",
    url: `/actions/payments/link/${chosen.data.pay}/start`,
    payload: {},
  });
  await pressProviderAction(started.json().data.url, "succeed");
  const paid = await waitUntil(
    () => readRow(id),
    (now) => now["payment_status"] === "paid",
  );
  assert.equal(paid["valet_tip"], 50);
  for (const verb of ["accept-pickup", "at-the-gate"]) await driver.post(`/actions/valet/${id}/${verb}`);
  const handedOver = await driver.post(`/actions/valet/${id}/hand-over`, { otp });
  assert.equal(handedOver.status, 200, handedOver.text);
  assert.equal((await readRow(id))["valet_tip"], null);
  assert.equal((await asHolder({ token, action: "status" })).data.valet_tip, null);
});

test("a tip that staff collected with a part is neither changed nor removed by a later payment, in cash or online", async () => {
  const { driver, id, token } = await createTicketAt(4);
  const choose = (tip: string) => asHolder({ token, action: "tip", body: { tip } });
  assert.equal((await choose("50.00")).status, 200);
  const take = (body: object) => driver.post(`/actions/valet/${id}/take-cash`, body);
  // A part for the charge alone leaves the tip as the customer chose it.
  assert.equal((await take({ expected: 5000, part: "10.00" })).status, 200);
  assert.equal((await choose("40.00")).data.is_tip_collected, false);
  const part = await take({ expected: 4000, part: "20.00", valet_tip: "40.00" });
  assert.equal(part.status, 200, part.text);
  assert.equal((await choose("20.00")).code, "NO_NEXT_STATUS");
  assert.equal((await asHolder({ token, action: "status" })).data.is_tip_collected, true);
  for (const valet_tip of [null, "30.00"]) {
    const removed = await take({ expected: 2000, valet_tip });
    assert.deepEqual([removed.status, removed.code], [400, "AMOUNT_TOO_LOW"], removed.text);
  }
  assert.equal(
    (await driver.patch(`/items/Valet_and_Parking_Information/${id}`, { valet_tip: null })).code,
    "AMOUNT_TOO_LOW",
  );
  // A further tip online is one of its own.
  const started = await asHolder({ token, action: "pay-tip", body: { tip: "30.00" } });
  assert.equal(started.status, 200, started.text);
  await pressProviderAction(started.data.url, "succeed");
  await waitUntil(
    () => readRow(id),
    (row) => row["online_tip"] === 30,
  );
  assert.equal((await readRow(id))["valet_tip"], 40);
  assert.equal((await take({ expected: 2000 })).status, 200);
  assert.equal((await readRow(id))["valet_tip"], 40);
});

test("a tip that is paid online after a part in cash is not asked for in cash again", async () => {
  const { driver, id, token } = await createTicketAt(4);
  await asHolder({ token, action: "tip", body: { tip: "50.00" } });
  const part = await driver.post(`/actions/valet/${id}/take-cash`, { expected: 5000, part: "20.00" });
  assert.equal(part.status, 200, part.text);
  const started = await asHolder({ token, action: "pay-tip", body: { tip: "50.00" } });
  await pressProviderAction(started.data.url, "succeed");
  const paid = await waitUntil(
    () => readRow(id),
    (row) => row["online_tip"] === 50,
  );
  assert.equal(paid["valet_tip"], null);
});

test("a collected tip is asked for again when its payment is reversed, and managers correct it", async () => {
  const { driver, id, token } = await createTicketAt(4);
  const take = (body: object) => driver.post(`/actions/valet/${id}/take-cash`, body);
  assert.equal((await take({ expected: 5000, part: "10.00" })).status, 200);
  assert.equal((await take({ expected: 4000, valet_tip: "50.00" })).status, 200);
  const isCollected = async () => (await asHolder({ token, action: "status" })).data.is_tip_collected;
  const payments = await sql<{ id: number }[]>`
    select id from payments where valet_and_parking_information = ${id} order by id`;
  const reason = { reason: "Typed twice" };
  assert.equal((await driver.post(`/actions/cash/payments/${payments[0]!.id}/reverse`, reason)).status, 200);
  assert.equal(await isCollected(), true);
  assert.equal((await driver.post(`/actions/cash/payments/${payments[1]!.id}/reverse`, reason)).status, 200);
  assert.equal(await isCollected(), false);
  assert.equal((await take({ expected: 5000, valet_tip: "50.00" })).status, 200);
  const manager = await asUser(await make.user("manager", { branch }));
  const correct = await manager.patch(`/items/Valet_and_Parking_Information/${id}`, { valet_tip: "5.00" });
  assert.equal(correct.status, 200, correct.text);
  assert.equal((await readRow(id))["valet_tip"], 5);
});

test("a manager refunds a tip, a cancelled ticket the rest of it, apart from the charge", async () => {
  const { driver, id, token } = await createTicketAt(3);
  const started = await asHolder({ token, action: "pay-tip", body: { tip: "50.00" } });
  await pressProviderAction(started.data.url, "succeed");
  await waitUntil(
    () => readRow(id),
    (row) => row["online_tip"] === 50,
  );
  const [attempt] = await sql`select id from payment_attempts where valet_and_parking_information = ${id}`;
  const manager = await asUser(await make.user("manager", { branch, first_name: "Latha" }));
  const refund = (client: TestClient, amount: string) =>
    client.post(`/actions/payments/attempts/${attempt!["id"]}/refund`, { amount, reason: "Wrong car" });
  assert.equal((await refund(driver, "20.00")).code, "FORBIDDEN");
  assert.equal((await refund(manager, "50.01")).code, "REFUND_TOO_HIGH");
  const refunded = await refund(manager, "20.00");
  assert.equal(refunded.status, 200, refunded.text);
  assert.equal((await readRow(id))["online_tip"], 30, "the driver is due less before the provider has decided");
  // The driver, who made the ticket just now, may cancel it, but may not refund payments.
  const cancelled = await driver.post(`/actions/valet/${id}/void`, { reason: "Entered twice" });
  assert.equal(cancelled.status, 200, cancelled.text);
  const refunds = await waitUntil(
    () => sql`select amount, state from payment_refunds where attempt = ${attempt!["id"]} order by id`,
    (rows) => rows.every(({ state }) => state === "done"),
  );
  assert.deepEqual(
    refunds.map(({ amount }) => amount),
    [20, 30],
  );
  const row = await readRow(id);
  assert.deepEqual([row["online_tip"], row["refunded_amount"], row["total_amount"]], [null, null, 0]);
  const page = await asHolder({ token, action: "status" });
  assert.deepEqual([page.data.is_cancelled, page.data.online_tip], [true, null]);
  const history = await manager.get(
    `/items/Valet_and_Parking_History?filter[valet_and_parking_information][_eq]=${id}&fields=changes&sort=id&limit=-1`,
  );
  const changes = history.data.map((line: { changes: { online_tip?: unknown } | null }) => line.changes?.online_tip);
  assert.equal(changes.filter(Boolean).length, 3, "paid, refunded by the manager, and by the cancellation");
});

test("a refund of a tip that the provider declines is due to the driver again", async () => {
  const { id, token } = await createTicketAt(3);
  const started = await asHolder({ token, action: "pay-tip", body: { tip: "40.00" } });
  await pressProviderAction(started.data.url, "succeed");
  await waitUntil(
    () => readRow(id),
    (row) => row["online_tip"] === 40,
  );
  const [attempt] = await sql`select id from payment_attempts where valet_and_parking_information = ${id}`;
  // The provider has received less than the product believes, and declines to return more.
  await sql`update payment_attempts set received_amount = 60 where id = ${attempt!["id"]}`;
  await sql`update "Valet_and_Parking_Information" set online_tip = 60 where id = ${id}`;
  const manager = await asUser(await make.user("manager", { branch }));
  const body = { amount: "60.00", reason: "Wrong car" };
  const refund = await manager.post(`/actions/payments/attempts/${attempt!["id"]}/refund`, body);
  assert.equal(refund.status, 200, refund.text);
  await waitUntil(
    () => sql`select 1 from payment_refunds where attempt = ${attempt!["id"]} and state = 'failed'`,
    (rows) => rows.length > 0,
  );
  assert.equal((await readRow(id))["online_tip"], 60);
});

test("a tip for a ticket that was cancelled meanwhile is returned", async () => {
  const { driver, id, token } = await createTicketAt(3);
  const started = await asHolder({ token, action: "pay-tip", body: { tip: "20.00" } });
  assert.equal((await driver.post(`/actions/valet/${id}/void`, { reason: "Entered twice" })).status, 200);
  await pressProviderAction(started.data.url, "succeed");
  const [refund] = await waitUntil(
    () => sql`select r.amount, r.kind from payment_refunds r join payment_attempts a on a.id = r.attempt
      where a.valet_and_parking_information = ${id}`,
    (rows) => rows.length > 0,
  );
  assert.deepEqual([refund!["amount"], refund!["kind"]], [20, "late"]);
  assert.equal((await readRow(id))["online_tip"], null);
});

test("the service is rated after the handover only, and the rating can be changed", async () => {
  const { driver, id, otp, token } = await createTicketAt(5);
  assert.equal((await asHolder({ token, action: "rate", body: { rating: 4 } })).code, "NO_NEXT_STATUS");
  await driver.post(`/actions/valet/${id}/take-cash`, { auto_checkout: true, otp });
  assert.equal((await asHolder({ token, action: "rate", body: { rating: 6 } })).code, "INVALID_PAYLOAD");
  assert.equal((await asHolder({ token, action: "rate", body: { rating: 4 } })).data.rating, 4);
  assert.equal((await asHolder({ token, action: "rate", body: { rating: 5 } })).data.rating, 5);
  assert.equal((await driver.patch(`/items/Valet_and_Parking_Information/${id}`, { rating: 1 })).status, 403);
});

/** A parked car at a branch with two gates. */
async function createGatedTicket(phone: string) {
  const gated = await make.valetBranch({ slots: 5, config: { pickup_gates: "Main gate, Tower B" } });
  const driver = await asUser(await make.user("staff", { branch: gated }));
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: phone };
  const { id } = (await driver.post("/actions/valet/create-ticket", body)).data;
  await driver.post(`/actions/valet/${id}/park`);
  return { driver, id: Number(id) };
}

test("the guest chooses one of the branch's gates until the car is there, and the driver and the history show it", async () => {
  const { driver, id } = await createGatedTicket("9840012346");
  const { token } = await readCustomerTicket({ sql, id });
  const choose = (gate: string) => asHolder({ token, action: "pickup-gate", body: { pickup_gate: gate } });
  const { data } = await asHolder({ token, action: "status" });
  assert.deepEqual([data.pickup_gate, data.pickup_gates], [null, ["Main gate", "Tower B"]]);
  assert.equal((await choose("Tower C")).code, "FAILED_VALIDATION");
  // A request without a choice is for the first gate.
  assert.equal((await asHolder({ token, action: "request-pickup", body: {} })).data.pickup_gate, "Main gate");
  assert.equal((await choose("Tower B")).data.pickup_gate, "Tower B");
  await driver.post(`/actions/valet/${id}/accept-pickup`);
  const byStaff = await driver.post(`/actions/valet/${id}/pickup-gate`, { pickup_gate: "Main gate" });
  assert.equal(byStaff.status, 200, byStaff.text);
  await driver.post(`/actions/valet/${id}/at-the-gate`);
  assert.equal((await choose("Tower B")).code, "NO_NEXT_STATUS");
  assert.equal((await readRow(id))["pickup_gate"], "Main gate");
  const history = await driver.get(
    `/items/Valet_and_Parking_History?filter[valet_and_parking_information][_eq]=${id}&fields=changes&sort=id&limit=-1`,
  );
  const gates = history.data.flatMap(
    (line: { changes: { pickup_gate?: unknown } | null }) => line.changes?.pickup_gate ?? [],
  );
  assert.deepEqual(gates, [null, "Main gate", "Main gate", "Tower B", "Tower B", "Main gate"]);
  const other = await createTicketAt(2);
  assert.deepEqual((await asHolder({ token: other.token, action: "status" })).data.pickup_gates, []);
  const refused = await asHolder({ token: other.token, action: "pickup-gate", body: { pickup_gate: "Tower B" } });
  assert.equal(refused.code, "FAILED_VALIDATION");
});

test("staff name the gate with the request", async () => {
  const { driver, id } = await createGatedTicket("9840012347");
  const wrong = await driver.post(`/actions/valet/${id}/request-pickup`, { pickup_gate: "Tower C" });
  assert.equal(wrong.code, "FAILED_VALIDATION");
  const requested = await driver.post(`/actions/valet/${id}/request-pickup`, { pickup_gate: "Tower B" });
  assert.equal(requested.status, 200, requested.text);
  assert.equal((await readRow(id))["pickup_gate"], "Tower B");
});
