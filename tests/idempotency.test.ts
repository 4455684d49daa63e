// docs/api.md "Repeating a request": an action runs once per Idempotency-Key. Controls without keys show that the same
// requests would otherwise take effect several times or fail.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as limits from "#domain/limits.ts";
import { startApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { createLockControl } from "#tests/support/concurrent-requests.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { TcpProxy } from "#tests/support/tcp-proxy.ts";

// One user acts for all gates here.
const { app, asUser, sql, url } = await startApp({ poolSize: 40, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
const locks = createLockControl({ url });
const address = await app.listen({ port: 0, host: "127.0.0.1" });
const hourMs = 60 * 60 * 1000;

let branch: CreatedBranch;
let gate: TestClient;
let colleague: TestClient;
let manager: TestClient;

before(async () => {
  branch = await make.branch({ slots: 1000, rate: "20.00" });
  gate = await asUser(await make.user("staff", { branch }));
  colleague = await asUser(await make.user("staff", { branch }));
  manager = await asUser(await make.user("manager", { branch }));
});

let keys = 0;
const createKey = () => ({ "idempotency-key": `key-${(keys += 1)}` });
const repeat = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, () => work()));
let phones = 0;
/** A separate phone each, since messages per recipient are limited. */
const createPhone = () => `98${String((phones += 1)).padStart(8, "0")}`;
const createVisitor = () => ({ vehicle_no: make.plate(), phone_no: createPhone() });
const createInviteBody = () => ({
  ...createVisitor(),
  invite_start_date: new Date(Date.now() + hourMs).toISOString(),
  invite_end_date: new Date(Date.now() + 2 * hourMs).toISOString(),
});
const getOutcomes = (responses: readonly TestResponse[]): string[] =>
  responses.map(({ code, status }) => code ?? String(status));
const getIds = (responses: readonly TestResponse[]): Set<number> => new Set(responses.map(({ data }) => data?.id));

async function countEntries(plate: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
    where m.vehicle_no = ${plate}`;
  return row!.count;
}

async function createPaidLaterEntry(): Promise<number> {
  const { data } = await gate.post("/actions/parking/check-in", createVisitor());
  await sql`update "Parking_Information" set in_time = now() - interval '20 minutes' where id = ${data.id}`;
  return data.id;
}

async function readPayments(entry: number): Promise<number[]> {
  const rows = await sql<{ amount: number }[]>`select amount from payments where parking_information = ${entry}`;
  return rows.map(({ amount }) => amount);
}

test("a retry after a response lost between commit and client returns the same entry", async () => {
  const proxy = await TcpProxy.createTo(address);
  beforeDatabaseCleanup(() => proxy.stop());
  const body = createVisitor();
  const headers = createKey();
  const send = () =>
    fetch(`${proxy.getProxiedUrl(address)}actions/parking/check-in`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", authorization: `Bearer ${gate.token}` },
      body: JSON.stringify(body),
    });
  proxy.freezeAnswers();
  const lost = assert.rejects(send());
  await eventually(async () => assert.equal(await countEntries(body.vehicle_no), 1));
  await proxy.stop();
  await lost;
  proxy.thaw();
  await proxy.start();
  const retried = await send();
  assert.equal(retried.status, 200);
  const { data } = (await retried.json()) as { data: { id: number; in_time: string; slot_no: number } };
  const again = await gate.post("/actions/parking/check-in", body, headers);
  assert.deepEqual([again.data.id, again.data.slot_no], [data.id, data.slot_no]);
  assert.equal(await countEntries(body.vehicle_no), 1);
  // Control: without its key the retry fails.
  assert.equal((await gate.post("/actions/parking/check-in", body)).code, "VEHICLE_IN_PROGRESS");
});

test("ten concurrent check-ins with one key create one entry and get the same reply", async () => {
  const [body, headers] = [createVisitor(), createKey()];
  const responses = await repeat(10, () => gate.post("/actions/parking/check-in", body, headers));
  assert.deepEqual(
    getOutcomes(responses),
    Array.from({ length: 10 }, () => "200"),
  );
  assert.equal(getIds(responses).size, 1);
  assert.equal(await countEntries(body.vehicle_no), 1);
  const control = createVisitor();
  const withoutKey = getOutcomes(await repeat(10, () => gate.post("/actions/parking/check-in", control)));
  assert.equal(withoutKey.filter((outcome) => outcome === "VEHICLE_IN_PROGRESS").length, 9);
});

test("ten concurrent invites with one key create one entry; without a key ten", async () => {
  const [body, headers] = [createInviteBody(), createKey()];
  const responses = await repeat(10, () => manager.post("/actions/invites", body, headers));
  assert.equal(getIds(responses).size, 1, responses[0]!.text);
  assert.equal(await countEntries(body.vehicle_no), 1);
  const control = createInviteBody();
  await repeat(10, () => manager.post("/actions/invites", control));
  assert.equal(await countEntries(control.vehicle_no), 10);
});

test("the key of an invited entry's check-in returns that entry, also while another invite of the visitor is valid", async () => {
  const visitor = createVisitor();
  const period = { invite_end_date: new Date(Date.now() + hourMs).toISOString() };
  for (let invite = 0; invite < 2; invite += 1)
    assert.equal((await manager.post("/actions/invites", { ...visitor, ...period })).status, 200);
  const headers = createKey();
  const first = await gate.post("/actions/parking/check-in", visitor, headers);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.data.is_invited, true);
  const second = await gate.post("/actions/parking/check-in", visitor, headers);
  assert.equal(second.data.id, first.data.id, second.text);
  // The same for an entry checked in by its id.
  const guest = createVisitor();
  const invited = await manager.post("/actions/invites", { ...guest, ...period });
  const arrival = { phone_no: guest.phone_no };
  const arrivalHeaders = createKey();
  const path = `/actions/parking/${invited.data.id}/check-in`;
  for (let attempt = 0; attempt < 2; attempt += 1)
    assert.equal((await gate.post(path, arrival, arrivalHeaders)).data.parking_status_id, 1);
  assert.equal((await gate.post(path, arrival)).code, "STATUS_ALREADY_UPDATED");
});

test("an entry of a pass is created once, and a pass is issued and renewed once", async () => {
  const visitor = createVisitor();
  const [issue, renewal, arrival] = [createKey(), createKey(), createKey()];
  const body = { ...visitor, time_type: "days", duration: 1 };
  const passes = [];
  for (let attempt = 0; attempt < 2; attempt += 1) passes.push(await manager.post("/actions/passes", body, issue));
  assert.equal(getIds(passes).size, 1, passes[1]!.text);
  const pass = passes[0]!.data;
  const path = `/actions/passes/${pass.id}/renew`;
  const ends: string[] = [];
  for (const headers of [renewal, renewal, createKey()])
    ends.push((await manager.post(path, { time_type: "days", duration: 1 }, headers)).data.pass_end_time);
  assert.equal(ends[0], ends[1]);
  assert.notEqual(ends[1], ends[2]);
  const entries = await repeat(2, () =>
    gate.post("/actions/parking/check-in", { parking_main_info: pass.id }, arrival),
  );
  assert.equal(getIds(entries).size, 1, entries[1]!.text);
});

test("cash is charged once per key, for entries and for valet tickets", async () => {
  const entry = await createPaidLaterEntry();
  const path = `/actions/parking/${entry}/take-cash`;
  const headers = createKey();
  const responses = await repeat(10, () => gate.post(path, { expected: 2000 }, headers));
  assert.deepEqual([...new Set(getOutcomes(responses))], ["200"]);
  assert.deepEqual(await readPayments(entry), [20]);
  assert.equal((await gate.post(path, { expected: 2000 })).code, "ALREADY_PAID");

  const { driver, ticket } = await createTicketAtGate(createKey());
  assert.match(ticket.otp, /^\d{4}$/);
  const [cashKey, cashPath] = [createKey(), `/actions/valet/${ticket.id}/take-cash`];
  const payments = await repeat(5, () => driver.post(cashPath, {}, cashKey));
  assert.deepEqual([...new Set(getOutcomes(payments))], ["200"]);
  const received = await sql`select 1 from payments where valet_and_parking_information = ${ticket.id}`;
  assert.equal(received.length, 1);
});

/** A ticket whose vehicle is at the gate, created by three requests with one key. */
async function createTicketAtGate(headers: { "idempotency-key": string }) {
  const valetBranch = await make.valetBranch({ charge: "50.00" });
  // The reply has the code for managers only.
  const driver = await asUser(await make.user("manager", { branch: valetBranch }));
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: createPhone() };
  const created = await repeat(3, () => driver.post("/actions/valet/create-ticket", body, headers));
  const ticket = created[0]!.data;
  for (const { data, text } of created) assert.deepEqual([data?.id, data?.otp], [ticket.id, ticket.otp], text);
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"])
    assert.equal((await driver.post(`/actions/valet/${ticket.id}/${verb}`, {})).status, 200, verb);
  return { driver, ticket };
}

test("a refund is made once per key; without a key each request is one", async () => {
  const attempt = await createPayment();
  const path = `/actions/payments/attempts/${attempt}/refund`;
  const body = { amount: "5.00", reason: "Left at once" };
  const headers = createKey();
  const refunds = await repeat(4, () => manager.post(path, body, headers));
  assert.equal(getIds(refunds).size, 1, refunds[0]!.text);
  const countRefunds = async () => (await sql`select 1 from payment_refunds where attempt = ${attempt}`).length;
  assert.equal(await countRefunds(), 1);
  await repeat(2, () => manager.post(path, body));
  assert.equal(await countRefunds(), 3);
});

/** A successful online payment of ₹40. */
async function createPayment(): Promise<number> {
  const entry = await createPaidLaterEntry();
  const payment = {
    company: branch.company,
    branch: branch.id,
    parking_information: entry,
    gateway: "phonepe-v1",
    merchant_id: "M",
    merchant_transaction_id: `P${entry}`,
    amount: 4_000,
    state: "initiated",
  };
  const { id } = await make.row("payment_attempts", {}, payment);
  await sql`update payment_attempts set state = 'success' where id = ${id}`;
  return id;
}

test("a cash shift is closed once per key, and an entry created through /items once", async () => {
  const user = await make.user("staff", { branch, in_out_flag: false });
  const collector = await asUser(user);
  await collector.patch(`/users/${user.id}`, { in_out_flag: true });
  const [shift] = await sql<{ id: number }[]>`select id from cash_shifts where collector = ${user.id}`;
  const path = `/items/cash_shifts/${shift!.id}`;
  const headers = createKey();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const closed = await collector.patch(path, { counted: "0.00" }, headers);
    assert.equal(closed.data.difference, "0.00", closed.text);
  }
  assert.equal((await collector.patch(path, { counted: "0.00" })).code, "SHIFT_ALREADY_CLOSED");

  const body = { parking_main_info: { ...createVisitor(), branch: branch.id } };
  const key = createKey();
  const created = await repeat(3, () => gate.post("/items/Parking_Information?fields=id,receipt_no", body, key));
  assert.equal(getIds(created).size, 1, created[0]!.text);
  assert.equal(await countEntries(body.parking_main_info.vehicle_no), 1);
});

test("the same key of another user is independent", async () => {
  const headers = createKey();
  const [first, second] = [createVisitor(), createVisitor()];
  const own = await gate.post("/actions/parking/check-in", first, headers);
  const other = await colleague.post("/actions/parking/check-in", second, headers);
  assert.equal(other.status, 200, other.text);
  assert.notEqual(own.data.id, other.data.id);
  assert.equal((await colleague.post("/actions/parking/check-in", first, headers)).code, "IDEMPOTENCY_KEY_REUSED");
});

test("a key with another body, another row or another route is refused, and nothing is written", async () => {
  const headers = createKey();
  const entry = await createPaidLaterEntry();
  const other = await createPaidLaterEntry();
  assert.equal((await gate.post(`/actions/parking/${entry}/take-cash`, {}, headers)).status, 200);
  for (const [path, body] of [
    [`/actions/parking/${entry}/take-cash`, { expected: 2000 }],
    [`/actions/parking/${other}/take-cash`, {}],
    [`/actions/parking/${other}/check-out`, {}],
    ["/actions/parking/check-in", createVisitor()],
  ] as const) {
    const refused = await gate.post(path, body, headers);
    assert.deepEqual([refused.code, refused.status], ["IDEMPOTENCY_KEY_REUSED", 422], path);
  }
  assert.deepEqual(await readPayments(other), []);
});

test("a failed action leaves no key, so that a corrected request can use it", async () => {
  const headers = createKey();
  const visitor = createVisitor();
  const invalid = await gate.post("/actions/parking/check-in", { ...visitor, phone_no: "12" }, headers);
  assert.equal(invalid.status, 400, invalid.text);
  const corrected = await gate.post("/actions/parking/check-in", visitor, headers);
  assert.equal(corrected.status, 200, corrected.text);
  // A wrong handover code is counted, so that its transaction commits although the payment fails.
  const { driver, ticket } = await createTicketAtGate(createKey());
  const path = `/actions/valet/${ticket.id}/take-cash`;
  const cashKey = createKey();
  const wrongCode = ticket.otp === "1000" ? "1001" : "1000";
  const wrong = await driver.post(path, { auto_checkout: true, otp: wrongCode }, cashKey);
  assert.equal(wrong.code, "OTP_INVALID", wrong.text);
  const right = await driver.post(path, { auto_checkout: true, otp: ticket.otp }, cashKey);
  assert.equal(right.status, 200, right.text);
});

test("a key whose request is still in progress is refused after the lock time-out, and runs once afterwards", async () => {
  const { id } = await make.user("staff", { branch });
  const caller = await asUser({ id });
  const release = await locks.hold(
    `insert into idempotency_keys (scope, key, route, fingerprint, created_at) values ('user:${id}', 'slow', 'x', 'x', now())`,
  );
  const headers = { "idempotency-key": "slow" };
  const visitor = createVisitor();
  const refused = await caller.post("/actions/parking/check-in", visitor, headers);
  assert.deepEqual([refused.code, refused.headers["retry-after"]], ["REQUEST_IN_PROGRESS", "2"]);
  assert.equal(await countEntries(visitor.vehicle_no), 0);
  await release();
  assert.equal((await caller.post("/actions/parking/check-in", visitor, headers)).status, 200);
});

test("a malformed key is rejected, and keys of anonymous callers do not exist", async () => {
  for (const key of ["", "with space", "x".repeat(limits.idempotencyKeyLength + 1)])
    assert.equal(
      (await gate.post("/actions/parking/check-in", createVisitor(), { "idempotency-key": key })).code,
      "INVALID_PAYLOAD",
      key,
    );
  const anonymous = await asUser();
  assert.equal((await anonymous.post("/actions/parking/check-in", createVisitor(), createKey())).code, "FORBIDDEN");
  // A payment that cannot be started leaves no key of the link either.
  const { data: slip } = await gate.get(`/actions/parking/${await createPaidLaterEntry()}/slip`);
  const started = await anonymous.post(`/actions/payments/link/${slip.pay}/start`, {}, createKey());
  assert.equal(started.code, "PAYMENT_NOT_OFFERED");
  assert.equal((await sql`select 1 from idempotency_keys where scope like 'pay-link:%'`).length, 0);
});

test("keys hold no personal data, and after 24 hours a key is new again", async () => {
  const [visitor, headers] = [createVisitor(), createKey()];
  const { data } = await gate.post("/actions/parking/check-in", visitor, headers);
  const [row] =
    await sql`select to_jsonb(k)::text as text from idempotency_keys k where key = ${headers["idempotency-key"]}`;
  for (const value of [visitor.vehicle_no, visitor.phone_no, `"id":${data.id}`])
    assert.ok(!String(row!["text"]).includes(value), value);
  const checkOut = () => gate.post(`/actions/parking/${data.id}/take-cash`, { auto_checkout: true });
  assert.equal((await checkOut()).status, 200);
  const send = () => gate.post("/actions/parking/check-in", visitor, headers);
  assert.equal((await send()).data.id, data.id);
  await sql`update idempotency_keys set created_at = created_at - interval '24 hours'`;
  const next = await send();
  assert.notEqual(next.data.id, data.id, next.text);
});

test("the order of the members of a body makes no other request of it", async () => {
  const visitor = createVisitor();
  const headers = createKey();
  const first = await gate.post("/actions/parking/check-in", visitor, headers);
  const { vehicle_no, phone_no } = visitor;
  const again = await gate.post("/actions/parking/check-in", { phone_no, vehicle_no }, headers);
  assert.deepEqual([again.status, again.data.id], [200, first.data.id], again.text);
  const other = { phone_no: vehicle_no, vehicle_no: phone_no };
  assert.equal((await gate.post("/actions/parking/check-in", other, headers)).code, "IDEMPOTENCY_KEY_REUSED");
});
