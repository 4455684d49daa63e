// Online payment against the provider simulator over HTTP: results are applied once, in any order.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import { demoMerchantV1, demoMerchantV2 } from "#simulators/pay/payment-store.ts";
import { sendCallback } from "#simulators/pay/callbacks.ts";
import type { TestResponse, TestClient } from "#tests/support/app.ts";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { app, asUser, sql, factories: make, simulator, branch, clock } = await startPaymentsApp();

interface ParkedEntry {
  id: number;
  gate: TestClient;
  site: { id: number; company: number };
  entry: () => Promise<Row>;
  attempts: () => Promise<Row[]>;
  start: (body?: object) => Promise<TestResponse>;
}

/** Checks a vehicle in at a new branch, `minutes` ago. */
async function createParkedEntry({
  gateway = "phonepe-v1",
  minutes = 50,
}: { gateway?: "phonepe-v1" | "phonepe-v2"; minutes?: number } = {}): Promise<ParkedEntry> {
  const site = await branch({ gateway });
  const gate = await asUser(await make.user("staff", { branch: site }));
  const body = { vehicle_no: make.plate(), phone_no: "9840012345" };
  const { data } = await gate.post("/actions/parking/check-in", body);
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  const readEntry = async (): Promise<Row> =>
    (await sql`select * from "Parking_Information" where id = ${data.id}`)[0] as Row;
  return {
    id: data.id,
    gate,
    site,
    entry: readEntry,
    attempts: () => sql`select * from payment_attempts where parking_information = ${data.id} order by id`,
    start: (body = {}) => gate.post(`/actions/payments/parking/${data.id}/start`, body),
  };
}

const isPaid = (row: Row): boolean => row["payment_status"] === "paid";
const findSimulatedPayment = (transaction: string) =>
  [...simulator.book.payments.values()].find(({ id }) => id === transaction)!;

for (const gateway of ["phonepe-v1", "phonepe-v2"] as const) {
  test(`${gateway}: settles the entry paid on the provider's page and notifies the admins once`, async () => {
    const parked = await createParkedEntry({ gateway });
    const admin = await make.user("admin", { branch: await toBranch(parked) });
    const { data, status } = await parked.start({ expected: "40.00" });
    assert.equal(status, 200);
    assert.equal(data.amount, 4000);
    await pressProviderAction(data.url, "succeed");
    const row = await waitUntil(parked.entry, isPaid);
    assert.equal(row["payment_mode"], "online");
    assert.deepEqual([row["paid_amount"], row["extended_amount"], row["total_amount"]], [40, 0, 40]);
    const [attempt] = await parked.attempts();
    assert.deepEqual([attempt!["state"], attempt!["applied_amount"]], ["success", 40]);
    assert.ok(attempt!["utr"]);
    const received =
      await sql`select amount, mode, merchant_transaction_id from payments where parking_information = ${parked.id}`;
    assert.deepEqual(
      received.map((payment) => ({ ...payment })),
      [{ amount: 40, mode: "online", merchant_transaction_id: data.transaction }],
    );
    const mails = await sql`select 1 from "Outbox" where recipient = ${admin.email} and template = 'payment-received'`;
    assert.equal(mails.length, 1);
  });

  test(`${gateway}: releases the entry after a declined payment, so that it can be paid in cash`, async () => {
    const parked = await createParkedEntry({ gateway });
    const { data } = await parked.start();
    assert.equal((await parked.entry())["merchant_transaction_id"], data.transaction);
    await pressProviderAction(data.url, "decline");
    const row = await waitUntil(parked.entry, (now) => now["merchant_transaction_id"] === null);
    assert.equal(row["payment_status"], "not_paid");
    assert.equal((await parked.attempts())[0]!["state"], "failed");
    const cash = await parked.gate.post(`/actions/parking/${parked.id}/take-cash`, {});
    assert.equal(cash.data.payment_mode, "cash");
  });

  test(`${gateway}: refunds a late success in full after the entry was paid in cash`, async () => {
    const parked = await createParkedEntry({ gateway });
    const { data } = await parked.start();
    await parked.gate.post(`/actions/parking/${parked.id}/take-cash`, {});
    await pressProviderAction(data.url, "succeed");
    const [attempt] = await waitUntil(parked.attempts, ([first]) => first!["state"] === "success");
    assert.equal(attempt!["applied_amount"], 0);
    const refunds = await waitUntil(
      () => sql`select amount, state, kind from payment_refunds where attempt = ${attempt!["id"] as number}`,
      ([first]) => first?.["state"] === "done",
    );
    assert.deepEqual({ ...refunds[0] }, { amount: 40, state: "done", kind: "late" });
    assert.equal(simulator.book.getRefundedAmount(findSimulatedPayment(data.transaction)), 4000);
    assert.equal((await parked.entry())["payment_mode"], "cash");
    // What was kept is the cash: the returned payment is in no sum of the day that counts what was received.
    const manager = await asUser(await make.user("manager", { branch: await toBranch(parked) }));
    const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
    const { totals } = (await manager.get(`/actions/cash/day?day=${day}`)).data;
    const { cash, online, refunded, returned } = totals;
    assert.deepEqual({ cash, online, refunded, returned }, { cash: 4000, online: 0, refunded: 4000, returned: 4000 });
  });
}

async function toBranch({ site }: ParkedEntry) {
  return { ...site, name: "", slug: "" };
}

test("applies concurrent callbacks, polls and returns of the payer once", async () => {
  const parked = await createParkedEntry();
  const { data } = await parked.start();
  const page = await parked.gate.get(`/actions/payments/parking/${parked.id}`);
  const payment = findSimulatedPayment(data.transaction);
  Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
  const anonymous = await asUser();
  const statusRequest = {
    merchantId: demoMerchantV1.merchantId,
    merchantTransactionId: data.transaction,
    token: "nonsense",
  };
  await Promise.all([
    sendCallback({ book: simulator.book, payment }),
    sendCallback({ book: simulator.book, payment }),
    anonymous.post(`/actions/payments/link/${page.data.token}/check`),
    parked.gate.post("/pay-status", statusRequest),
    parked.gate.post("/pay-status", statusRequest),
  ]);
  await waitUntil(parked.entry, isPaid);
  await sendCallback({ book: simulator.book, payment });
  const [sum] =
    await sql`select count(*)::int as rows, sum(amount) as amount from payments where parking_information = ${parked.id}`;
  assert.deepEqual({ ...sum }, { rows: 1, amount: 40 });
});

test("settles a payment by the scheduled status check if the callback is lost", async () => {
  const parked = await createParkedEntry();
  const { data } = await parked.start();
  Object.assign(findSimulatedPayment(data.transaction), { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
  await waitUntil(parked.entry, isPaid);
});

test("returns the same page while a payment is pending and settles it later", async () => {
  const parked = await createParkedEntry();
  const { data } = await parked.start();
  await pressProviderAction(data.url, "pending");
  const repeated = await parked.start();
  assert.equal(repeated.data.url, data.url);
  assert.equal((await parked.attempts()).length, 1);
  await pressProviderAction(data.url, "succeed");
  await waitUntil(parked.entry, isPaid);
  assert.equal((await parked.start()).code, "ALREADY_PAID");
});

test("auto-checkout checks out with the amount at the start of the payment", async () => {
  const parked = await createParkedEntry({ minutes: 59 });
  const { data } = await parked.start({ auto_checkout: true });
  assert.equal(data.amount, 4000);
  // The next half hour begins on the provider's page.
  await sql`update "Parking_Information" set in_time = in_time - interval '1 minute' where id = ${parked.id}`;
  await sql`update payment_attempts set date_created = date_created - interval '1 minute' where merchant_transaction_id = ${data.transaction}`;
  await pressProviderAction(data.url, "succeed");
  const row = await waitUntil(parked.entry, isPaid);
  assert.equal(row["parking_status_id"], 2);
  assert.deepEqual([row["total_amount"], row["paid_amount"]], [40, 40]);
});

test("a payer who tries again after a declined payment is checked out as staff chose, while the vehicle is at the gate", async () => {
  const anonymous = await asUser();
  for (const [minutesAgo, status] of [
    [0, 2],
    [21, 1],
  ]) {
    const parked = await createParkedEntry();
    const page = await parked.gate.get(`/actions/payments/parking/${parked.id}`);
    const { data } = await parked.start({ auto_checkout: true });
    await pressProviderAction(data.url, "decline");
    await waitUntil(parked.entry, (row) => row["merchant_transaction_id"] === null);
    await sql`update payment_attempts set date_created = date_created - ${minutesAgo!} * interval '1 minute'
      where merchant_transaction_id = ${data.transaction}`;
    const retried = await anonymous.post(`/actions/payments/link/${page.data.token}/start`, {});
    assert.equal(retried.status, 200, retried.text);
    await pressProviderAction(retried.data.url, "succeed");
    assert.equal((await waitUntil(parked.entry, isPaid))["parking_status_id"], status);
  }
});

test("accepts a part online, the rest in cash and an overstay as an additional charge", async () => {
  const parked = await createParkedEntry();
  const part = await parked.start({ part: "15.00" });
  await pressProviderAction(part.data.url, "succeed");
  const partiallyPaid = await waitUntil(parked.entry, (row) => row["payment_status"] === "partially_paid");
  assert.deepEqual([partiallyPaid["paid_amount"], partiallyPaid["extended_amount"]], [15, 25]);
  const cash = await parked.gate.post(`/actions/parking/${parked.id}/take-cash`, { expected: 2500 });
  assert.equal(cash.data.paid_amount, "40.00");
  await sql`update "Parking_Information" set in_time = in_time - interval '30 minutes' where id = ${parked.id}`;
  const extra = await parked.start();
  assert.equal(extra.data.amount, 2000);
  await pressProviderAction(extra.data.url, "succeed");
  await waitUntil(parked.entry, (row) => row["paid_amount"] === 60);
  assert.equal((await parked.attempts()).at(-1)!["is_extra"], true);
});

test("checks a prepaid vehicle in after the online payment", async () => {
  const site = await branch({ config: { payment_type: "pre-pay" } });
  const gate = await asUser(await make.user("staff", { branch: site }));
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  const readEntry = async (): Promise<Row> =>
    (await sql`select * from "Parking_Information" where id = ${data.id}`)[0] as Row;
  assert.equal((await readEntry())["parking_status_id"], 3);
  const started = await gate.post(`/actions/payments/parking/${data.id}/start`, {});
  await pressProviderAction(started.data.url, "succeed");
  const row = await waitUntil(readEntry, isPaid);
  assert.equal(row["parking_status_id"], 1);
  assert.ok(row["in_time"]);
});

test("pays a valet ticket with its pay link", async () => {
  const site = await make.valetBranch({ rate: "20.00", charge: "50.00" });
  const settings = {
    branch: site.id,
    environment: "simulator",
    gateway: "phonepe-v1",
    merchant_id: demoMerchantV1.merchantId,
  };
  await make.row("payment_settings", { ...settings, salt_key: demoMerchantV1.saltKey, salt_index: 1 });
  const gate = await asUser(await make.user("staff", { branch: site }));
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  const { data: ticket } = await gate.post("/actions/valet/create-ticket", body);
  const anonymous = await asUser();
  const page = await anonymous.get(`/actions/payments/link/${ticket.pay}`);
  assert.equal(page.data.isOffered, true);
  const { data } = await anonymous.post(`/actions/payments/link/${ticket.pay}/start`, {});
  await pressProviderAction(data.url, "succeed");
  const readEntry = async (): Promise<Row> =>
    (await sql`select * from "Valet_and_Parking_Information" where id = ${ticket.id}`)[0] as Row;
  assert.equal((await waitUntil(readEntry, isPaid))["payment_mode"], "online");
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Sends a callback signed with the salt. */
async function sendSignedCallback({
  body,
  salt,
  index = 1,
}: {
  body: object;
  salt: string;
  index?: number;
}): Promise<number> {
  const encoded = Buffer.from(JSON.stringify(body)).toString("base64");
  const response = await app.inject({
    method: "POST",
    url: "/payments/callback/phonepe-v1",
    headers: { "content-type": "application/json", "x-verify": `${sha256(encoded + salt)}###${index}` },
    payload: JSON.stringify({ response: encoded }),
  });
  return response.statusCode;
}
const createSuccessBody = (transaction: string, amount: number, merchant = demoMerchantV1.merchantId): object => ({
  success: true,
  code: "PAYMENT_SUCCESS",
  message: "Your payment is successful.",
  data: {
    merchantId: merchant,
    merchantTransactionId: transaction,
    transactionId: "T1",
    amount,
    state: "COMPLETED",
    responseCode: "SUCCESS",
    paymentInstrument: { type: "UPI", utr: "1" },
  },
});

test("rejects and records forged callbacks and those of another amount, merchant or transaction", async () => {
  const parked = await createParkedEntry();
  const other = await createParkedEntry();
  const { data } = await parked.start();
  const salt = demoMerchantV1.saltKey;
  assert.equal(
    await sendSignedCallback({ body: createSuccessBody(data.transaction, 4000), salt: "another-salt" }),
    400,
  );
  assert.equal(await sendSignedCallback({ body: createSuccessBody(data.transaction, 4000), salt, index: 2 }), 400);
  assert.equal(await sendSignedCallback({ body: createSuccessBody(data.transaction, 3999), salt }), 400);
  assert.equal(
    await sendSignedCallback({ body: createSuccessBody(data.transaction, 4000, "SOMEBODYELSE"), salt }),
    400,
  );
  assert.equal(await sendSignedCallback({ body: createSuccessBody("P000000000NOT0OURS0000000", 4000), salt }), 400);
  const webhook = await app.inject({
    method: "POST",
    url: "/payments/webhook/phonepe-v2",
    headers: { authorization: sha256(`${demoMerchantV2.webhookUser}:${demoMerchantV2.webhookPassword}`) },
    payload: JSON.stringify({
      event: "checkout.order.completed",
      payload: { merchantOrderId: data.transaction, state: "COMPLETED" },
    }),
  });
  assert.equal(webhook.statusCode, 400);
  assert.equal((await parked.entry())["payment_status"], "not_paid");
  const [attempt] = await parked.attempts();
  const stored =
    await sql`select verdict from payment_answers where attempt = ${attempt!["id"] as number} and source = 'callback'`;
  assert.equal(stored.filter(({ verdict }) => verdict === "refused").length, 5);
  // A valid callback of another transaction settles only that transaction's entry.
  const { data: otherPayment } = await other.start();
  assert.equal(await sendSignedCallback({ body: createSuccessBody(otherPayment.transaction, 4000), salt }), 200);
  assert.equal(await sendSignedCallback({ body: createSuccessBody(otherPayment.transaction, 4000), salt }), 200);
  assert.equal((await other.entry())["payment_status"], "paid");
  assert.equal((await parked.entry())["payment_status"], "not_paid");
  const [sum] = await sql`select count(*)::int as rows from payments where parking_information = ${other.id}`;
  assert.equal(sum!["rows"], 1);
});

test("flags an attempt for review if the provider reports a different amount", async () => {
  const parked = await createParkedEntry();
  const { data } = await parked.start();
  const payment = findSimulatedPayment(data.transaction);
  Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS", amount: 4001 });
  await waitUntil(parked.attempts, ([first]) => first!["state"] === "review");
  assert.equal((await parked.entry())["payment_status"], "not_paid");
  payment.amount = 4000;
  await parked.gate.post("/pay-status", {
    merchantId: demoMerchantV1.merchantId,
    merchantTransactionId: data.transaction,
  });
  assert.equal((await parked.entry())["payment_status"], "paid");
});

test("reopens an attempt that failed as unknown if the provider knows it later", async () => {
  const parked = await createParkedEntry();
  const { data } = await parked.start();
  const [key, payment] = [...simulator.book.payments].find(([, { id }]) => id === data.transaction)!;
  const requestStatus = () =>
    parked.gate.post("/pay-status", { merchantId: demoMerchantV1.merchantId, merchantTransactionId: data.transaction });
  simulator.book.payments.delete(key);
  await sql`update payment_attempts set date_created = date_created - interval '20 seconds' where merchant_transaction_id = ${data.transaction}`;
  await requestStatus();
  assert.deepEqual(
    (await parked.attempts()).map(({ state }) => state),
    ["failed"],
  );
  simulator.book.payments.set(key, payment);
  await requestStatus();
  const [pending] = await parked.attempts();
  assert.deepEqual([pending!["state"], pending!["decided_at"]], ["pending", null]);
  Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
  await waitUntil(parked.entry, isPaid);
});

test("/pay and /pay-status respond in the shapes of §7 to users who may view the entry", async () => {
  const parked = await createParkedEntry();
  const { text } = await parked.gate.post("/pay", { parking_information: parked.id });
  const output = JSON.parse(JSON.parse(text).output);
  assert.deepEqual([output.success, output.code], [true, "PAYMENT_INITIATED"]);
  const { merchantId, merchantTransactionId } = output.data;
  const status = await parked.gate.post("/pay-status", {
    token: `${sha256("guessed")}###1`,
    merchantId,
    merchantTransactionId,
  });
  assert.equal(JSON.parse(JSON.parse(status.text).output).code, "PAYMENT_PENDING");
  await pressProviderAction(output.data.instrumentResponse.redirectInfo.url, "succeed");
  await waitUntil(parked.entry, isPaid);
  const after = await parked.gate.post("/pay-status", { merchantId, merchantTransactionId });
  const statusOutput = JSON.parse(JSON.parse(after.text).output);
  assert.deepEqual(
    [statusOutput.success, statusOutput.code, statusOutput.data.amount],
    [true, "PAYMENT_SUCCESS", 4000],
  );
  const stranger = await asUser(await make.user("staff", { branch: await make.branch() }));
  assert.equal((await stranger.post("/pay-status", { merchantId, merchantTransactionId })).code, "FORBIDDEN");
  assert.equal((await stranger.post("/pay", { parking_information: parked.id })).code, "FORBIDDEN");
  assert.equal((await (await asUser()).post("/pay", { parking_information: parked.id })).code, "FORBIDDEN");
});

test("refunds with a reason up to the refundable amount: managers within the limit, admins above it", async () => {
  const parked = await createParkedEntry();
  const { data } = await parked.start();
  await pressProviderAction(data.url, "succeed");
  await waitUntil(parked.entry, isPaid);
  const site = await toBranch(parked);
  const [manager, admin] = [
    await asUser(await make.user("manager", { branch: site })),
    await asUser(await make.user("admin", { branch: site })),
  ];
  await sql`update payment_settings set manager_refund_limit = 30 where branch = ${parked.site.id}`;
  const url = `/actions/payments/attempts/${data.id}/refund`;
  assert.equal((await parked.gate.post(url, { amount: "10.00", reason: "Complaint" })).code, "FORBIDDEN");
  assert.equal((await manager.post(url, { amount: "10.00", reason: " " })).code, "REASON_REQUIRED");
  assert.equal((await manager.post(url, { amount: "35.00", reason: "Complaint" })).code, "REFUND_OVER_LIMIT");
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => manager.post(url, { amount: "15.00", reason: "Complaint" })),
  );
  assert.deepEqual(responses.map(({ code }) => code ?? "ok").toSorted(), [
    "REFUND_TOO_HIGH",
    "REFUND_TOO_HIGH",
    "ok",
    "ok",
  ]);
  assert.equal((await admin.post(url, { amount: "10.00", reason: "The rest" })).status, 200);
  await waitUntil(parked.entry, (row) => row["refunded_amount"] === 40);
  assert.equal(simulator.book.getRefundedAmount(findSimulatedPayment(data.transaction)), 4000);
  // The history names who refunded, though the server records it when the provider has confirmed it.
  const [authors] = await sql<{ unknown: number; people: number }[]>`
    select count(*) filter (where user_created is null)::int as unknown, count(distinct user_created)::int as people
    from "Parking_History" where parking_information = ${parked.id} and changes ? 'refunded_amount'`;
  assert.deepEqual({ ...authors }, { unknown: 0, people: 2 });
  // The reason stands without the name, which the history has already.
  const reasons = await sql<{ reason: string }[]>`
    select distinct changes->'payment_change_reason'->>1 as reason from "Parking_History"
    where parking_information = ${parked.id} and changes ? 'payment_change_reason' order by 1`;
  assert.deepEqual(
    reasons.map(({ reason }) => reason),
    ["Complaint", "The rest"],
  );
  // The payer is told of each refund.
  await waitUntil(
    () => sql`select 1 from "Outbox" where template = 'payment-refunded' and branch = ${parked.site.id}`,
    (messages) => messages.length === 3,
  );
});

test("two refunds of one entry that are confirmed at once wait for each other, and both are recorded", async () => {
  const parked = await createParkedEntry();
  const { data } = await parked.start();
  await pressProviderAction(data.url, "succeed");
  await waitUntil(parked.entry, isPaid);
  const manager = await asUser(await make.user("manager", { branch: await toBranch(parked) }));
  const entry = sql`select * from "Parking_Information" where id = ${parked.id}`;
  // Control: a share lock that two transactions raise is a deadlock.
  const [first, second] = [await sql.reserve(), await sql.reserve()];
  for (const tx of [first, second]) await tx`begin`;
  for (const tx of [first, second]) await tx`${entry} for share`;
  const raised = await Promise.allSettled([first, second].map((tx) => tx`${entry} for update`.then(() => tx`commit`)));
  assert.deepEqual(raised.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  for (const tx of [first, second]) await tx`rollback`;

  // Lets share locks pass, and holds up whoever records a refund.
  await first`begin`;
  const [holder] = await first<{ id: string }[]>`select pg_current_xact_id()::text as id`;
  await first`${entry} for key share`;
  for (const amount of ["10.00", "15.00"])
    await manager.post(`/actions/payments/attempts/${data.id}/refund`, { amount, reason: "Complaint" });
  await waitUntil(
    () => second`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    (waiting) => waiting.length === 2,
  );
  const [row] = await second<
    { locker: string }[]
  >`select xmax::text as locker from "Parking_Information" where id = ${parked.id}`;
  assert.equal(row!.locker, holder!.id, "neither holds a lock of the entry while it waits for it");
  await first`commit`;
  for (const tx of [first, second]) tx.release();
  await waitUntil(parked.entry, ({ refunded_amount: refunded }) => refunded === 25);
});

test("never exposes or logs the provider's keys in plain text", async () => {
  const parked = await createParkedEntry();
  const admin = await asUser(await make.user("admin", { branch: await toBranch(parked) }));
  const { data, text } = await admin.get(`/items/payment_settings?filter[branch][_eq]=${parked.site.id}`);
  assert.equal(data[0].salt_key, "**********");
  assert.ok(!text.includes(demoMerchantV1.saltKey));
  const changed = await admin.patch(`/items/payment_settings/${data[0].id}`, {
    salt_key: "another-key-of-ours-1234",
    salt_index: 2,
  });
  assert.equal(changed.status, 200);
  assert.ok(!changed.text.includes("another-key"));
  const [stored] = await sql`select salt_key from payment_settings where branch = ${parked.site.id}`;
  assert.ok(!String(stored!["salt_key"]).includes("another-key"));
  const logs =
    await sql`select 1 from revisions where data::text like '%another-key%' or delta::text like '%another-key%' or data::text like ${`%${String(stored!["salt_key"]).slice(0, 20)}%`}`;
  assert.equal(logs.length, 0);
  // With a wrong key the provider rejects the request, which the payer sees immediately.
  assert.equal((await parked.start()).code, "PAYMENT_REDIRECT_FAILED");
  assert.equal((await parked.entry())["merchant_transaction_id"], null);
  const staff = await parked.gate.get(`/items/payment_settings?fields=gateway,salt_key`);
  assert.equal(staff.code, "FORBIDDEN");
  assert.equal(clock.now, null);
});

test("a start repeated with its Idempotency-Key gets the same payment page; one that failed can be repeated", async () => {
  const parked = await createParkedEntry();
  const path = `/actions/payments/parking/${parked.id}/start`;
  const headers = { "idempotency-key": "start-1" };
  const first = await parked.gate.post(path, { part: "10.00" }, headers);
  const repeated = await parked.gate.post(path, { part: "10.00" }, headers);
  assert.deepEqual(repeated.data, first.data, repeated.text);
  assert.equal((await parked.attempts()).length, 1);
  assert.equal((await parked.gate.post(path, { part: "20.00" }, headers)).code, "IDEMPOTENCY_KEY_REUSED");
  // The holder of the pay link has keys of its own.
  const { data: slip } = await parked.gate.get(`/actions/parking/${parked.id}/slip`);
  const linkPath = `/actions/payments/link/${slip.pay}/start`;
  const byLink = await (await asUser()).post(linkPath, { part: "10.00" }, headers);
  assert.equal(byLink.data.id, first.data.id, byLink.text);

  const other = await createParkedEntry();
  const otherPath = `/actions/payments/parking/${other.id}/start`;
  const otherHeaders = { "idempotency-key": "start-2" };
  const setSaltIndex = (index: number) =>
    sql`update payment_settings set salt_index = ${index} where branch = ${other.site.id}`;
  await setSaltIndex(9);
  assert.equal((await other.gate.post(otherPath, {}, otherHeaders)).code, "PAYMENT_REDIRECT_FAILED");
  await setSaltIndex(1);
  const opened = await other.gate.post(otherPath, {}, otherHeaders);
  assert.equal(opened.status, 200, opened.text);
  assert.equal((await other.attempts()).length, 2);
});
