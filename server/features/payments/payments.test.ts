// Online payment against the provider's simulator over real HTTP: what it says takes effect once, whatever comes first.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { Row } from "#domain/collection.ts";
import { demoV1, demoV2 } from "#simulators/pay/book.ts";
import { callBack } from "#simulators/pay/callbacks.ts";
import type { Answer, Caller } from "#tests/support/app.ts";
import { press, startPayApp, until } from "#tests/support/pay.ts";

const { app, as, sql, make, simulator, branch, clock } = await startPayApp();

interface Begun {
  id: number;
  gate: Caller;
  place: { id: number; company: number };
  entry: () => Promise<Row>;
  attempts: () => Promise<Row[]>;
  start: (body?: object) => Promise<Answer>;
}

/** A car that has been in for so many minutes, at a branch of its own. */
async function inside({
  gateway = "phonepe-v1",
  minutes = 50,
}: { gateway?: "phonepe-v1" | "phonepe-v2"; minutes?: number } = {}): Promise<Begun> {
  const place = await branch({ gateway });
  const gate = await as(await make.user("staff", { branch: place }));
  const body = { vehicle_no: make.plate(), phone_no: "9840012345" };
  const { data } = await gate.post("/actions/parking/check-in", body);
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  const one = async (): Promise<Row> =>
    (await sql`select * from "Parking_Information" where id = ${data.id}`)[0] as Row;
  return {
    id: data.id,
    gate,
    place,
    entry: one,
    attempts: () => sql`select * from payment_attempts where parking_information = ${data.id} order by id`,
    start: (given = {}) => gate.post(`/actions/payments/parking/${data.id}/start`, given),
  };
}

const paid = (row: Row): boolean => row["payment_status"] === "paid";
const paymentOf = (transaction: string) => [...simulator.book.payments.values()].find(({ id }) => id === transaction)!;

for (const gateway of ["phonepe-v1", "phonepe-v2"] as const) {
  test(`${gateway}: paid on the provider's page, the entry is paid, and told to the admins once`, async () => {
    const visit = await inside({ gateway });
    const admin = await make.user("admin", { branch: await companyOf(visit) });
    const { data, status } = await visit.start({ expected: "40.00" });
    assert.equal(status, 200);
    assert.equal(data.amount, 4000);
    await press(data.url, "succeed");
    const row = await until(visit.entry, paid);
    assert.equal(row["payment_mode"], "online");
    assert.deepEqual([row["paid_amount"], row["extended_amount"], row["total_amount"]], [40, 0, 40]);
    const [attempt] = await visit.attempts();
    assert.deepEqual([attempt!["state"], attempt!["applied_amount"]], ["success", 40]);
    assert.ok(attempt!["utr"]);
    const received =
      await sql`select amount, mode, merchant_transaction_id from payments where parking_information = ${visit.id}`;
    assert.deepEqual(
      received.map((one) => ({ ...one })),
      [{ amount: 40, mode: "online", merchant_transaction_id: data.transaction }],
    );
    const mails = await sql`select 1 from "Outbox" where recipient = ${admin.email} and template = 'payment-received'`;
    assert.equal(mails.length, 1);
  });

  test(`${gateway}: declined, the entry is free again and pays cash`, async () => {
    const visit = await inside({ gateway });
    const { data } = await visit.start();
    assert.equal((await visit.entry())["merchant_transaction_id"], data.transaction);
    await press(data.url, "decline");
    const row = await until(visit.entry, (now) => now["merchant_transaction_id"] === null);
    assert.equal(row["payment_status"], "not_paid");
    assert.equal((await visit.attempts())[0]!["state"], "failed");
    const cash = await visit.gate.post(`/actions/parking/${visit.id}/take-cash`, {});
    assert.equal(cash.data.payment_mode, "cash");
  });

  test(`${gateway}: paid in cash meanwhile, a late success goes back whole`, async () => {
    const visit = await inside({ gateway });
    const { data } = await visit.start();
    await visit.gate.post(`/actions/parking/${visit.id}/take-cash`, {});
    await press(data.url, "succeed");
    const [attempt] = await until(visit.attempts, ([first]) => first!["state"] === "success");
    assert.equal(attempt!["applied_amount"], 0);
    const refunds = await until(
      () => sql`select amount, state, kind from payment_refunds where attempt = ${attempt!["id"] as number}`,
      ([first]) => first?.["state"] === "done",
    );
    assert.deepEqual({ ...refunds[0] }, { amount: 40, state: "done", kind: "late" });
    assert.equal(simulator.book.refunded(paymentOf(data.transaction)), 4000);
    assert.equal((await visit.entry())["payment_mode"], "cash");
  });
}

async function companyOf({ place }: Begun) {
  return { ...place, name: "", slug: "" };
}

test("the callback, the poll, the way back and a repeated callback at once: applied once", async () => {
  const visit = await inside();
  const { data } = await visit.start();
  const view = await visit.gate.get(`/actions/payments/parking/${visit.id}`);
  const payment = paymentOf(data.transaction);
  Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
  const nobody = await as();
  const asked = { merchantId: demoV1.merchantId, merchantTransactionId: data.transaction, token: "nonsense" };
  await Promise.all([
    callBack({ book: simulator.book, payment }),
    callBack({ book: simulator.book, payment }),
    nobody.post(`/actions/payments/link/${view.data.token}/check`),
    visit.gate.post("/pay-status", asked),
    visit.gate.post("/pay-status", asked),
  ]);
  await until(visit.entry, paid);
  await callBack({ book: simulator.book, payment });
  const [sum] =
    await sql`select count(*)::int as rows, sum(amount) as amount from payments where parking_information = ${visit.id}`;
  assert.deepEqual({ ...sum }, { rows: 1, amount: 40 });
});

test("the callback is lost: the schedule asks and settles, with nobody looking", async () => {
  const visit = await inside();
  const { data } = await visit.start();
  Object.assign(paymentOf(data.transaction), { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
  await until(visit.entry, paid);
});

test("left pending and decided later; another start meanwhile hands out the same page", async () => {
  const visit = await inside();
  const { data } = await visit.start();
  await press(data.url, "pending");
  const again = await visit.start();
  assert.equal(again.data.url, data.url);
  assert.equal((await visit.attempts()).length, 1);
  await press(data.url, "succeed");
  await until(visit.entry, paid);
  assert.equal((await visit.start()).code, "ALREADY_PAID");
});

test("auto-checkout lets the vehicle out at the moment the amount was shown", async () => {
  const visit = await inside({ minutes: 59 });
  const { data } = await visit.start({ auto_checkout: true });
  assert.equal(data.amount, 4000);
  // The next half hour begins on the provider's page.
  await sql`update "Parking_Information" set in_time = in_time - interval '1 minute' where id = ${visit.id}`;
  await sql`update payment_attempts set date_created = date_created - interval '1 minute' where merchant_transaction_id = ${data.transaction}`;
  await press(data.url, "succeed");
  const row = await until(visit.entry, paid);
  assert.equal(row["parking_status_id"], 2);
  assert.deepEqual([row["total_amount"], row["paid_amount"]], [40, 40]);
});

test("part online, the rest in cash; then an overstay as an extra", async () => {
  const visit = await inside();
  const part = await visit.start({ part: "15.00" });
  await press(part.data.url, "succeed");
  const partly = await until(visit.entry, (row) => row["payment_status"] === "partially_paid");
  assert.deepEqual([partly["paid_amount"], partly["extended_amount"]], [15, 25]);
  const cash = await visit.gate.post(`/actions/parking/${visit.id}/take-cash`, { expected: 2500 });
  assert.equal(cash.data.paid_amount, "40.00");
  await sql`update "Parking_Information" set in_time = in_time - interval '30 minutes' where id = ${visit.id}`;
  const extra = await visit.start();
  assert.equal(extra.data.amount, 2000);
  await press(extra.data.url, "succeed");
  await until(visit.entry, (row) => row["paid_amount"] === 60);
  assert.equal((await visit.attempts()).at(-1)!["is_extra"], true);
});

test("a pre-pay vehicle comes in when it has paid online", async () => {
  const place = await branch({ config: { payment_type: "pre-pay" } });
  const gate = await as(await make.user("staff", { branch: place }));
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  const look = async (): Promise<Row> =>
    (await sql`select * from "Parking_Information" where id = ${data.id}`)[0] as Row;
  assert.equal((await look())["parking_status_id"], 3);
  const started = await gate.post(`/actions/payments/parking/${data.id}/start`, {});
  await press(started.data.url, "succeed");
  const row = await until(look, paid);
  assert.equal(row["parking_status_id"], 1);
  assert.ok(row["in_time"]);
});

test("a valet ticket is paid from its own page's link", async () => {
  const place = await make.valetBranch({ rate: "20.00", charge: "50.00" });
  const settings = {
    branch: place.id,
    environment: "simulator",
    gateway: "phonepe-v1",
    merchant_id: demoV1.merchantId,
  };
  await make.row("payment_settings", { ...settings, salt_key: demoV1.saltKey, salt_index: 1 });
  const gate = await as(await make.user("staff", { branch: place }));
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  const { data: ticket } = await gate.post("/actions/valet/create-ticket", body);
  const nobody = await as();
  const view = await nobody.get(`/actions/payments/link/${ticket.pay}`);
  assert.equal(view.data.isOffered, true);
  const { data } = await nobody.post(`/actions/payments/link/${ticket.pay}/start`, {});
  await press(data.url, "succeed");
  const look = async (): Promise<Row> =>
    (await sql`select * from "Valet_and_Parking_Information" where id = ${ticket.id}`)[0] as Row;
  assert.equal((await until(look, paid))["payment_mode"], "online");
});

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A callback as anybody could send it. */
async function send({ told, salt, index = 1 }: { told: object; salt: string; index?: number }): Promise<number> {
  const response = Buffer.from(JSON.stringify(told)).toString("base64");
  const answer = await app.inject({
    method: "POST",
    url: "/payments/callback/phonepe-v1",
    headers: { "content-type": "application/json", "x-verify": `${sha(response + salt)}###${index}` },
    payload: JSON.stringify({ response }),
  });
  return answer.statusCode;
}
const success = (transaction: string, amount: number, merchant = demoV1.merchantId): object => ({
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

test("forged, altered by one paisa, of another merchant, of another transaction: refused, logged, and nothing paid", async () => {
  const visit = await inside();
  const other = await inside();
  const { data } = await visit.start();
  const salt = demoV1.saltKey;
  assert.equal(await send({ told: success(data.transaction, 4000), salt: "another-salt" }), 400);
  assert.equal(await send({ told: success(data.transaction, 4000), salt, index: 2 }), 400);
  assert.equal(await send({ told: success(data.transaction, 3999), salt }), 400);
  assert.equal(await send({ told: success(data.transaction, 4000, "SOMEBODYELSE"), salt }), 400);
  assert.equal(await send({ told: success("P000000000NOT0OURS0000000", 4000), salt }), 400);
  const webhook = await app.inject({
    method: "POST",
    url: "/payments/webhook/phonepe-v2",
    headers: { authorization: sha(`${demoV2.webhookUser}:${demoV2.webhookPassword}`) },
    payload: JSON.stringify({
      event: "checkout.order.completed",
      payload: { merchantOrderId: data.transaction, state: "COMPLETED" },
    }),
  });
  assert.equal(webhook.statusCode, 400);
  assert.equal((await visit.entry())["payment_status"], "not_paid");
  const [attempt] = await visit.attempts();
  const kept =
    await sql`select verdict from payment_answers where attempt = ${attempt!["id"] as number} and source = 'callback'`;
  assert.equal(kept.filter(({ verdict }) => verdict === "refused").length, 5);
  // Another's transaction in the right signature pays that one's entry, and only if its amount is right.
  const { data: theirs } = await other.start();
  assert.equal(await send({ told: success(theirs.transaction, 4000), salt }), 200);
  assert.equal(await send({ told: success(theirs.transaction, 4000), salt }), 200);
  assert.equal((await other.entry())["payment_status"], "paid");
  assert.equal((await visit.entry())["payment_status"], "not_paid");
  const [sum] = await sql`select count(*)::int as rows from payments where parking_information = ${other.id}`;
  assert.equal(sum!["rows"], 1);
});

test("the provider names another amount when asked: the entry is not paid, the attempt is to be looked at", async () => {
  const visit = await inside();
  const { data } = await visit.start();
  const payment = paymentOf(data.transaction);
  Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS", amount: 4001 });
  await until(visit.attempts, ([first]) => first!["state"] === "review");
  assert.equal((await visit.entry())["payment_status"], "not_paid");
  payment.amount = 4000;
  await visit.gate.post("/pay-status", { merchantId: demoV1.merchantId, merchantTransactionId: data.transaction });
  assert.equal((await visit.entry())["payment_status"], "paid");
});

test("/pay and /pay-status: the shapes of §7, for who may see the entry", async () => {
  const visit = await inside();
  const { text } = await visit.gate.post("/pay", { parking_information: visit.id });
  const output = JSON.parse(JSON.parse(text).output);
  assert.deepEqual([output.success, output.code], [true, "PAYMENT_INITIATED"]);
  const { merchantId, merchantTransactionId } = output.data;
  const status = await visit.gate.post("/pay-status", {
    token: `${sha("guessed")}###1`,
    merchantId,
    merchantTransactionId,
  });
  assert.equal(JSON.parse(JSON.parse(status.text).output).code, "PAYMENT_PENDING");
  await press(output.data.instrumentResponse.redirectInfo.url, "succeed");
  await until(visit.entry, paid);
  const after = await visit.gate.post("/pay-status", { merchantId, merchantTransactionId });
  const told = JSON.parse(JSON.parse(after.text).output);
  assert.deepEqual([told.success, told.code, told.data.amount], [true, "PAYMENT_SUCCESS", 4000]);
  const stranger = await as(await make.user("staff", { branch: await make.branch() }));
  assert.equal((await stranger.post("/pay-status", { merchantId, merchantTransactionId })).code, "FORBIDDEN");
  assert.equal((await stranger.post("/pay", { parking_information: visit.id })).code, "FORBIDDEN");
  assert.equal((await (await as()).post("/pay", { parking_information: visit.id })).code, "FORBIDDEN");
});

test("refund: by a manager with a reason and within the limit, never more than is left, by an admin above the limit", async () => {
  const visit = await inside();
  const { data } = await visit.start();
  await press(data.url, "succeed");
  await until(visit.entry, paid);
  const place = await companyOf(visit);
  const [manager, admin] = [
    await as(await make.user("manager", { branch: place })),
    await as(await make.user("admin", { branch: place })),
  ];
  await sql`update payment_settings set manager_refund_limit = 30 where branch = ${visit.place.id}`;
  const url = `/actions/payments/attempts/${data.id}/refund`;
  assert.equal((await visit.gate.post(url, { amount: "10.00", reason: "Complaint" })).code, "FORBIDDEN");
  assert.equal((await manager.post(url, { amount: "10.00", reason: " " })).code, "REASON_REQUIRED");
  assert.equal((await manager.post(url, { amount: "35.00", reason: "Complaint" })).code, "REFUND_OVER_LIMIT");
  const many = await Promise.all(
    Array.from({ length: 4 }, () => manager.post(url, { amount: "15.00", reason: "Complaint" })),
  );
  assert.deepEqual(many.map(({ code }) => code ?? "ok").toSorted(), ["REFUND_TOO_HIGH", "REFUND_TOO_HIGH", "ok", "ok"]);
  assert.equal((await admin.post(url, { amount: "10.00", reason: "The rest" })).status, 200);
  await until(visit.entry, (row) => row["refunded_amount"] === 40);
  assert.equal(simulator.book.refunded(paymentOf(data.transaction)), 4000);
});

test("no key of a provider is ever told or logged in the clear", async () => {
  const visit = await inside();
  const admin = await as(await make.user("admin", { branch: await companyOf(visit) }));
  const { data, text } = await admin.get(`/items/payment_settings?filter[branch][_eq]=${visit.place.id}`);
  assert.equal(data[0].salt_key, "**********");
  assert.ok(!text.includes(demoV1.saltKey));
  const changed = await admin.patch(`/items/payment_settings/${data[0].id}`, {
    salt_key: "another-key-of-ours-1234",
    salt_index: 2,
  });
  assert.equal(changed.status, 200);
  assert.ok(!changed.text.includes("another-key"));
  const [kept] = await sql`select salt_key from payment_settings where branch = ${visit.place.id}`;
  assert.ok(!String(kept!["salt_key"]).includes("another-key"));
  const logs =
    await sql`select 1 from revisions where data::text like '%another-key%' or delta::text like '%another-key%' or data::text like ${`%${String(kept!["salt_key"]).slice(0, 20)}%`}`;
  assert.equal(logs.length, 0);
  // With the wrong key the provider refuses us, and the payer hears of it at once.
  assert.equal((await visit.start()).code, "PAYMENT_REDIRECT_FAILED");
  assert.equal((await visit.entry())["merchant_transaction_id"], null);
  const staff = await visit.gate.get(`/items/payment_settings?fields=gateway,salt_key`);
  assert.equal(staff.code, "FORBIDDEN");
  assert.equal(clock.now, null);
});
