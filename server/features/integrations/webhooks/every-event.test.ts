// §7: each declared event is caused by what staff do, and reported with the item's fields.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventObjects, eventTypeNames, eventTypes } from "#domain/integrations/webhooks/event-types.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { createFactories } from "#tests/support/factories.ts";
import { createEndpoint, webhookConfig } from "#tests/support/webhooks.ts";

const { asUser, sql } = await startApp({ config: webhookConfig });
const make = createFactories(sql);
const company = await make.company();
const branch = await make.branch({ company: company.id, rate: "20.00" });
const valet = await make.valetBranch({ company: company.id, rate: "20.00" });
const manager = await asUser(await make.user("manager", { branch }));
const driver = await asUser(await make.user("manager", { branch: valet }));
const admin = await asUser(await make.user("admin", { branch }));
const visitor = () => ({ vehicle_no: make.plate(), phone_no: "9840012345" });
const monthlyPass = {
  plans: [
    { name: "Standard", rates: [{ vehicle_type: null, lines: [{ kind: "each", to: null, step: 60, amount: 2_000 }] }] },
  ],
  passes: [{ vehicle_type: null, per: "month", amount: 50_000 }],
};

async function post(client: TestClient, path: string, body: object = {}) {
  const { status, data, text } = await client.post(`/actions/${path}`, body);
  assert.ok([200, 204].includes(status), `${path}: ${text}`);
  return data;
}

async function runEntries(): Promise<void> {
  const { id } = await post(manager, "parking/check-in", visitor());
  await post(manager, `parking/${id}/correct`, { vehicle_no: make.plate(), reason: "Misread" });
  await post(manager, `parking/${id}/take-cash`);
  const [first] = await sql<{ id: number }[]>`select id from payments where parking_information = ${id}`;
  await post(manager, `cash/payments/${first!.id}/reverse`, { reason: "Typed twice" });
  await post(manager, `parking/${id}/take-cash`);
  await post(manager, `parking/${id}/check-out`);
  const [second] = await sql<{ id: number }[]>`
    select id from payments where parking_information = ${id} and kind = 'payment' order by id desc limit 1`;
  await post(manager, `cash/payments/${second!.id}/refund`, { amount: "5.00", reason: "Waited too long" });
  const { id: voided } = await post(manager, "parking/check-in", visitor());
  await post(manager, `parking/${voided}/void`, { reason: "Twice" });
  const tomorrow = (hours: number) => new Date(Date.now() + (24 + hours) * 3_600_000).toISOString();
  const period = { invite_start_date: tomorrow(0), invite_end_date: tomorrow(3) };
  const { id: invite } = await post(manager, "invites", { ...visitor(), ...period, branch: branch.id });
  await post(manager, `invites/${invite}/cancel`);
}

async function createTicket(): Promise<number> {
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  return (await post(driver, "valet/create-ticket", body)).id;
}

async function runTickets(): Promise<void> {
  const id = await createTicket();
  await post(driver, `valet/${id}/correct`, { Vehicle_Number: make.plate(), reason: "Misread" });
  for (const move of ["park", "request-pickup", "accept-pickup", "at-the-gate", "take-cash"])
    await post(driver, `valet/${id}/${move}`);
  const { otp } = await readCustomerTicket({ sql, id });
  await post(driver, `valet/${id}/hand-over`, { otp });
  await post(driver, `valet/${await createTicket()}/void`, { reason: "Twice" });
}

async function runPasses(): Promise<void> {
  const version = { branch: branch.id, service: "is_parking", tariff: monthlyPass };
  assert.equal((await manager.post("/items/Tariff_Versions", version)).status, 200);
  const month = { time_type: "month", duration: 1 };
  const { id } = await post(manager, "passes", { ...visitor(), ...month });
  await post(manager, `passes/${id}/take-payment`, { expected: 50_000 });
  await post(manager, `passes/${id}/renew`, month);
  await post(manager, `passes/${id}/take-payment`, { expected: 50_000 });
  await post(manager, `passes/${id}/end`, { reason: "Moved away" });
}

test("every declared event is caused by an action, with the fields of its item", async () => {
  await createEndpoint({ admin, types: eventTypeNames });
  await runEntries();
  await runTickets();
  await runPasses();
  const events = await sql<{ type: keyof typeof eventTypes; subject: string; payload: object | null }[]>`
    select type, subject, payload from "Webhook_Events" where company = ${company.id} order by id`;
  assert.deepEqual([...new Set(events.map(({ type }) => type))].toSorted(), eventTypeNames.toSorted());
  const columns = (object: keyof typeof eventObjects) =>
    [...new Set(eventObjects[object].fields.map((field) => field.split(".")[0]!))].toSorted();
  for (const { type, payload } of events) {
    assert.ok(payload, type);
    assert.deepEqual(Object.keys(payload).toSorted(), columns(eventTypes[type].object), type);
  }
  const ofEntry = events.filter(({ subject }) => subject === events[0]!.subject).map(({ type }) => type);
  assert.deepEqual(ofEntry, [
    "entry.checked_in",
    "entry.corrected",
    "payment.received",
    "payment.reversed",
    "payment.received",
    "entry.checked_out",
    "payment.refunded",
  ]);
});
