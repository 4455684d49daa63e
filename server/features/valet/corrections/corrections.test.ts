// Correction and cancellation of a valet ticket, and its SMS.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";

const { app, asUser, sql, clock } = await startApp();
const start = new Date("2026-11-21T04:30:00Z");
const make = createFactories(sql, () => clock.now ?? start);
const sealer = createSealer(testConfig.secret);
const minutesLater = (minutes: number) => (clock.now = new Date(start.getTime() + minutes * 60_000));
const reason = "Misheard";
let phones = 0;
const nextPhone = () => `95${String((phones += 1)).padStart(8, "0")}`;
let branch: CreatedBranch;
let types: number[];

const as = async (role: "staff" | "manager") => asUser(await make.user(role, { branch, first_name: role }));

before(async () => {
  clock.now = start;
  branch = await make.valetBranch({ slots: 90, charge: "50.00" });
  types = await Promise.all(["Car", "Scooter"].map(async (name) => (await make.row("Vehicle_Type", { name })).id));
  for (const [index, charge] of ["20.00", "10.00"].entries())
    await make.row("Time_Charges", {
      branch: branch.id,
      service: "is_valet_and_parking",
      vehicle_type: types[index],
      parking_time_type: "minutes",
      time_value_for_minutes: 30,
      charge_amount_for_minutes: charge,
    });
});
beforeEach(() => minutesLater(0));

async function createTicket(driver: TestClient, fields: object = {}) {
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: nextPhone(), vehicle_type: types[0], ...fields };
  const response = await driver.post("/actions/valet/create-ticket", body);
  assert.equal(response.status, 200, response.text);
  return { ...response.data, ...(await readCustomerTicket({ sql, id: response.data.id })) };
}

const correct = ({ client, id, body }: { client: TestClient; id: number; body: object }) =>
  client.post(`/actions/valet/${id}/correct`, { reason, ...body });

async function readCustomerPage(link: string): Promise<{ status: number; data?: { is_cancelled: boolean } }> {
  const token = new URL(link, "http://localhost").searchParams.get("t")!;
  const response = await app.inject({ url: "/actions/valet/customer/status", headers: { "x-ticket": token } });
  return { status: response.statusCode, ...response.json<object>() };
}

async function readHistory(id: number) {
  const manager = await as("manager");
  const { data } = await manager.get(
    `/items/Valet_and_Parking_History?filter[valet_and_parking_information][_eq]=${id}&sort=-id&limit=1&fields=changes,user_created.first_name`,
  );
  return data[0];
}

test("another phone number gets a new code and link; those of the wrong number are invalid", async () => {
  const driver = await as("staff");
  const wrong = nextPhone();
  const ticket = await createTicket(driver, { Customer_Phone_Number: wrong });
  assert.equal((await readCustomerPage(ticket.link)).status, 200, "control");
  const pay = (token: string) => app.inject({ url: `/actions/payments/link/${token}` });
  assert.equal((await pay(ticket.pay)).statusCode, 200, "control");

  minutesLater(2);
  const right = nextPhone();
  const corrected = await correct({ client: driver, id: ticket.id, body: { Customer_Phone_Number: right } });
  assert.equal(corrected.status, 200, corrected.text);
  assert.equal(corrected.data.Customer_Phone_Number, right);
  assert.deepEqual([corrected.data.otp, corrected.data.link], [undefined, undefined], "the driver does not see them");
  assert.equal((await readCustomerPage(ticket.link)).status, 403);
  const { link } = await readCustomerTicket({ sql, id: ticket.id });
  assert.equal((await readCustomerPage(link)).status, 200);
  assert.equal((await pay(ticket.pay)).statusCode, 403);
  assert.equal((await pay(corrected.data.pay)).statusCode, 200);
  const messages =
    await sql`select status, recipient from "Outbox" where recipient in (${wrong}, ${right}) order by id`;
  assert.deepEqual(
    messages.map(({ recipient, status }) => [recipient, status]),
    [
      [wrong, "expired"],
      [right, "waiting"],
    ],
  );
  const history = await readHistory(ticket.id);
  assert.deepEqual(history.changes.Customer_Phone_Number, [wrong, right]);
  assert.deepEqual([history.changes.change_reason[1], history.user_created.first_name], [reason, "staff"]);

  const otp = await findCodeSentTo({ sql, sealer, to: right });
  assert.notEqual(otp, ticket.otp);
  for (const move of ["park", "request-pickup", "accept-pickup", "at-the-gate", "take-cash"])
    assert.equal((await driver.post(`/actions/valet/${ticket.id}/${move}`, {})).status, 200, move);
  const handOver = (proof: object) => driver.post(`/actions/valet/${ticket.id}/hand-over`, proof);
  assert.equal((await handOver({ otp: ticket.otp })).code, "OTP_INVALID");
  assert.equal((await handOver({ qr: ticket.handoverQr })).code, "OTP_INVALID");
  assert.equal((await handOver({ otp })).status, 200);
});

test("a plate that is inside gets no second ticket, and the reply says if it is under another phone number", async () => {
  const driver = await as("staff");
  const { Vehicle_Number, Customer_Phone_Number } = await createTicket(driver);
  const create = async (phone: string) =>
    (
      await driver.post("/actions/valet/create-ticket", {
        Vehicle_Number,
        Customer_Phone_Number: phone,
        vehicle_type: types[0],
      })
    ).code;
  assert.equal(await create(Customer_Phone_Number), "VEHICLE_IN_PROGRESS");
  assert.equal(await create(nextPhone()), "VEHICLE_IN_PROGRESS_OTHER_PHONE");
});

test("staff correct for 10 minutes while unpaid, a manager later; other writes do not change these fields", async () => {
  const driver = await as("staff");
  const ticket = await createTicket(driver);
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/correct`, {})).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await correct({ client: driver, id: ticket.id, body: {} })).code, "NO_CHANGES");
  const path = `/items/Valet_and_Parking_Information/${ticket.id}`;
  const manager = await as("manager");
  for (const forged of [
    { Customer_Phone_Number: nextPhone() },
    { Vehicle_Number: make.plate() },
    { vehicle_type: types[1] },
    { Customer_Phone_Number: nextPhone(), corrected_at: start.toISOString() },
  ])
    assert.equal((await manager.patch(path, forged)).code, "FORBIDDEN", JSON.stringify(forged));
  const change = async (role: "staff" | "manager") =>
    (await correct({ client: await as(role), id: ticket.id, body: { Vehicle_Number: make.plate() } })).code ?? "ok";
  minutesLater(10);
  assert.equal(await change("staff"), "ok");
  minutesLater(11);
  assert.deepEqual([await change("staff"), await change("manager")], ["CORRECTION_NOT_ALLOWED", "ok"]);
  const other = await createTicket(await as("staff"));
  const taken = { Vehicle_Number: other.Vehicle_Number };
  assert.equal(
    (await correct({ client: await as("manager"), id: ticket.id, body: taken })).code,
    "VEHICLE_IN_PROGRESS_OTHER_PHONE",
  );
});

test("another vehicle type has its own tariff, after the new charge was shown", async () => {
  const driver = await as("staff");
  const ticket = await createTicket(driver);
  minutesLater(8);
  const body = { vehicle_type: types[1], expected: 7000 };
  const shown = await correct({ client: driver, id: ticket.id, body });
  assert.equal(shown.code, "AMOUNT_MISMATCH", shown.text);
  assert.equal(shown.errors[0]!.extensions["owed"], 6000);
  const corrected = await correct({ client: driver, id: ticket.id, body: { ...body, expected: 6000 } });
  assert.deepEqual([corrected.data.total_amount, corrected.data.charge_amount_for_minutes], ["60.00", "10.00"]);
});

test("a cancelled ticket is closed without a charge, and its plate and slot are free", async () => {
  const driver = await as("staff");
  const ticket = await createTicket(driver);
  const parked = await driver.post(`/actions/valet/${ticket.id}/park`, {});
  const cancel = (client: TestClient, body: object = { reason }) =>
    client.post(`/actions/valet/${ticket.id}/void`, body);
  assert.equal((await cancel(driver, {})).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await cancel(await as("staff"))).code, "VOID_NOT_ALLOWED");
  minutesLater(6);
  assert.equal((await cancel(await as("staff"))).code, "VOID_NOT_ALLOWED");
  const manager = await as("manager");
  const path = `/items/Valet_and_Parking_Information/${ticket.id}`;
  assert.equal((await manager.patch(path, { status_id: 6 })).code, "NO_NEXT_STATUS");
  assert.equal((await manager.patch(path, { status_id: 6, voided_at: start.toISOString() })).code, "FORBIDDEN");
  const cancelled = await cancel(manager);
  assert.equal(cancelled.status, 200, cancelled.text);
  const { status_id: status, total_amount: total, change_reason: stored } = cancelled.data;
  assert.deepEqual([status.sequence, total, stored], [6, "0.00", reason]);
  assert.equal((await cancel(manager)).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await manager.post(`/actions/valet/${ticket.id}/take-cash`, {})).code, "NO_NEXT_STATUS");
  assert.equal((await readCustomerPage(ticket.link)).data?.is_cancelled, true);
  assert.deepEqual((await readHistory(ticket.id)).changes.status_id, [2, 6]);

  const other = await as("staff");
  const again = await createTicket(other, { Vehicle_Number: ticket.Vehicle_Number });
  const next = await other.post(`/actions/valet/${again.id}/park`, {
    slot_prefix: parked.data.slot_prefix,
    slot_no: parked.data.slot_no,
  });
  assert.equal(next.status, 200, next.text);
});

test("a ticket that received cash is not cancelled before the cash is returned", async () => {
  const driver = await as("staff");
  const ticket = await createTicket(driver);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  const manager = await as("manager");
  const refused = await manager.post(`/actions/valet/${ticket.id}/void`, { reason });
  assert.deepEqual([refused.status, refused.code], [409, "VOID_CASH_RECEIVED"]);
});

test("a ticket is cancelled with the tip in cash returned, which then belongs to neither shift nor driver", async () => {
  const driver = await as("staff");
  const manager = await as("manager");
  const ticket = await createTicket(driver);
  const paid = await driver.post(`/actions/valet/${ticket.id}/take-cash`, { valet_tip: "50.00" });
  assert.equal(paid.status, 200, paid.text);
  const readTips = async () => (await driver.get("/actions/cash/shift")).data.tips;
  assert.equal(await readTips(), 5_000);
  const [payment] = await sql`
    select id, amount::text from payments where valet_and_parking_information = ${ticket.id}`;
  const cancel = (returned_tip?: number) => manager.post(`/actions/valet/${ticket.id}/void`, { reason, returned_tip });
  assert.equal((await cancel(5_000)).code, "VOID_CASH_RECEIVED");
  const refund = { amount: payment!["amount"], reason };
  const refunded = await manager.post(`/actions/cash/payments/${payment!["id"]}/refund`, refund);
  assert.equal(refunded.status, 200, refunded.text);
  for (const tip of [undefined, 4_000]) {
    const refused = await cancel(tip);
    assert.deepEqual([refused.code, refused.errors[0]?.extensions["owed"]], ["VOID_CASH_RECEIVED", 5_000]);
  }
  assert.equal((await cancel(5_000)).status, 200);
  assert.equal(await readTips(), 0);
  const { data: tips } = await manager.get("/actions/valet/tips");
  assert.deepEqual(tips, []);
  const history = await readHistory(ticket.id);
  assert.deepEqual([history.changes.valet_tip, history.user_created.first_name], [["50.00", null], "manager"]);
  assert.ok(history.changes.tip_collected_at[0]);
});

test("the state of the SMS is shown to staff; one that failed is sent again with a new code, one that waits at once", async () => {
  const driver = await as("staff");
  const phone = nextPhone();
  const ticket = await createTicket(driver, { Customer_Phone_Number: phone });
  const readState = async () => (await driver.get(`/actions/valet/${ticket.id}/message`)).data;
  assert.equal((await readState()).status, "waiting");
  const resend = (client = driver) => client.post(`/actions/valet/${ticket.id}/resend-message`, {});
  assert.equal((await resend()).status, 200);
  assert.equal(await findCodeSentTo({ sql, sealer, to: phone }), ticket.otp, "the SMS that waits is the same");

  await sql`update "Outbox" set status = 'failed', last_error = 'Number not reachable' where recipient = ${phone}`;
  assert.deepEqual([(await readState()).status, (await readState()).error], ["failed", "Number not reachable"]);
  minutesLater(1);
  const resent = await resend();
  assert.equal(resent.status, 200, resent.text);
  assert.deepEqual([resent.data.otp, resent.data.link], [undefined, undefined]);
  assert.equal((await readState()).status, "waiting");
  assert.notEqual(await findCodeSentTo({ sql, sealer, to: phone }), ticket.otp);
  assert.equal((await readCustomerPage(ticket.link)).status, 403);
  const { link } = await readCustomerTicket({ sql, id: ticket.id });
  assert.equal((await readCustomerPage(link)).status, 200);
  const stranger = await asUser(await make.user("staff", { branch: await make.valetBranch() }));
  assert.equal((await stranger.get(`/actions/valet/${ticket.id}/message`)).code, "FORBIDDEN");
});

test("of a cancellation and another step at once one succeeds, and the other is told by one code", async () => {
  const driver = await as("staff");
  const manager = await as("manager");
  const tickets = [];
  for (let index = 0; index < 12; index += 1) tickets.push(await createTicket(driver));
  const rounds = await Promise.all(
    tickets.map(({ id }) =>
      Promise.all([
        manager.post(`/actions/valet/${id}/void`, { reason }),
        driver.post(`/actions/valet/${id}/take-cash`, {}),
      ]),
    ),
  );
  const codes = rounds.map((responses) => responses.map(({ code, status }) => code ?? String(status)).join());
  for (const pair of codes) assert.ok(["200,NO_NEXT_STATUS", "VOID_CASH_RECEIVED,200"].includes(pair), pair);
  const [stored] = await sql`
    select count(*)::int as both from "Valet_and_Parking_Information"
    where id = any(${tickets.map(({ id }) => id)}) and voided_at is not null and paid_amount > 0`;
  assert.equal(stored!["both"], 0);
  // Control: without each other all of them succeed.
  const alone = [await createTicket(driver), await createTicket(driver)] as const;
  assert.equal((await manager.post(`/actions/valet/${alone[0].id}/void`, { reason })).status, 200);
  assert.equal((await driver.post(`/actions/valet/${alone[1].id}/take-cash`, {})).status, 200);
});
