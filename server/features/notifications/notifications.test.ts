// §2 §7 Notifications against a push service that decrypts and verifies them: opt-in by kind, nothing personal unless allowed,
// SMS after 20 s unseen, answers once and with the rights of now, and the end of subscriptions.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { roles } from "#domain/access/roles.ts";
import { translateText } from "#domain/messages/message-translations.ts";
import type { PushKind } from "#domain/messages/notifications.ts";
import { createServices } from "#server/context.ts";
import { remindOpenShifts } from "#server/features/cash/remind-open-shifts.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";
import {
  createMessenger,
  pushConfig,
  pushPublicKey,
  startPushService,
  startSession,
  turnOn,
} from "#tests/support/push.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const { integrations, journal } = await startSimulatedIntegrations();
const started = await startApp({ integrations: { ...integrations, push: pushConfig } });
const { app, asUser, sql, clock } = started;
const make = createFactories(sql);
const service = await startPushService();
const deliver = createMessenger({ ...started, integrations });
const services = createServices({ sql, config: testConfig, clock: () => clock.now ?? new Date() });

let office: CreatedBranch;
let staff: CreatedUser;
before(async () => {
  office = await make.branch({
    entity_type: "government",
    allow_person_entries: true,
    config: { security: "advanced_security" },
  });
  staff = await make.user("staff", { branch: office });
});

let phones = 0;
const nextPhone = () => `98${String((phones += 1)).padStart(8, "0")}`;
const receivedBy = (number: number) => service.received.filter(({ browser }) => browser === number);
const browserOf = ({ endpoint }: { endpoint: string }) => Number(endpoint.split("/").at(-1));
/** What the browser gets after its messages were delivered. */
async function receive(user: CreatedUser, subscription: { endpoint: string }) {
  await deliver("push", user.id);
  return receivedBy(browserOf(subscription)).map(({ payload }) => payload);
}
const tokenOf = (payload: { [name: string]: unknown } | undefined): unknown => payload?.["token"];
const post = async (url: string, payload: object) => {
  const response = await app.inject({ method: "POST", url, payload });
  const body = response.body === "" ? {} : JSON.parse(response.body);
  return { status: response.statusCode, data: body.data, code: body.errors?.[0]?.extensions.code };
};
const answer = (token: unknown, choice: string) => post("/actions/notifications/answer", { token, answer: choice });

async function askToComeIn(at: { staff: CreatedUser } = { staff }) {
  const visitor = { is_person: true, name: `Visitor ${nextPhone()}`, phone_no: nextPhone() };
  const created = await (await asUser(at.staff)).post("/actions/parking/check-in", visitor);
  assert.equal(created.status, 200, created.text);
  return { ...visitor, id: created.data.id as number };
}
async function createApprover(kinds: PushKind[] = ["entry_requests"], showsDetails = false) {
  // One approver at a time: others would be asked, too.
  await sql`update users set status = 'suspended' where default_branch = ${office.id} and id <> ${staff.id}`;
  const user = await make.user("approver", { branch: office, contact_number: nextPhone() });
  return { user, ...(await turnOn({ app, service, user, kinds, showsDetails })) };
}
const readSms = (user: CreatedUser) =>
  sql<{ status: string; held: Date | null; error: string | null }[]>`
    select o.status, o.held_until as held, o.last_error as error from "Outbox" o join users u on u.contact_number = o.recipient
    where o.channel = 'sms' and u.id = ${user.id} order by o.id`;
const statusOf = async (id: number) => {
  const [row] = await sql<{ status: number; by: string | null; waits: boolean; reason: string | null }[]>`
    select p.parking_status_id as status, p.approved_by as by, m.is_waiting_for_approve as waits, p.decision_reason as reason
    from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info where p.id = ${id}`;
  return row!;
};

test("shows a person the kinds of the role, and refuses others", async () => {
  const kindsOf = async (role: "staff" | "approver" | "customer") => {
    const session = await startSession({
      app,
      user: await make.user(role, role === "customer" ? {} : { branch: office }),
    });
    const { data } = await session.get("/actions/notifications");
    assert.equal(data.key, pushPublicKey);
    return { kinds: data.kinds as string[], session };
  };
  assert.deepEqual((await kindsOf("staff")).kinds, ["pickup_offers", "open_shift", "debts"]);
  assert.deepEqual((await kindsOf("customer")).kinds, ["entry_requests", "own_car"]);
  const { kinds, session } = await kindsOf("approver");
  assert.deepEqual(kinds, ["entry_requests"]);
  const body = { ...service.subscribe(pushPublicKey), kinds: ["pickup_offers"], shows_details: false };
  const save = (changes: object) => session.post("/actions/notifications/devices", { ...body, ...changes });
  assert.equal((await save({})).code, "FORBIDDEN");
  assert.equal((await save({ kinds: ["all"] })).code, "INVALID_PAYLOAD");
  assert.equal((await save({ kinds: [], p256dh: "short" })).code, "INVALID_PAYLOAD");
  for (const endpoint of [
    "ftp://push.example/1",
    "http://10.0.0.7/push",
    "https://169.254.169.254/",
    "https://a:b@push.example",
  ])
    assert.equal((await save({ kinds: [], endpoint })).code, "INVALID_PAYLOAD", endpoint);
});

test("a notification, its buttons and what an answer says are in the language of the account", async () => {
  const { user, subscription } = await createApprover();
  await sql`update users set language = 'ta' where id = ${user.id}`;
  await askToComeIn();
  const [payload] = await receive(user, subscription);
  const inTamil = (text: string): string => translateText({ text, language: "ta" }).replace("{branch}", office.name);
  assert.match(String(payload!["title"]), /\p{Script=Tamil}/u);
  assert.deepEqual(
    [payload!["title"], payload!["body"], payload!["failed"], payload!["answers"]],
    [
      inTamil("Entry requested"),
      inTamil("Somebody requests entry at {branch}."),
      inTamil("Your answer did not count. Press to open the request."),
      [
        { action: "approve", title: inTamil("Approve") },
        { action: "reject", title: inTamil("Reject") },
      ],
    ],
  );
  assert.equal((await answer(tokenOf(payload), "approve")).data.text, inTamil("The request is approved."));
});

test("an approver is asked without names, and answers once from the notification", async () => {
  const { user, subscription } = await createApprover();
  const { id, name } = await askToComeIn();
  const [payload, ...more] = await receive(user, subscription);
  assert.deepEqual(service.rejections, []);
  assert.equal(more.length, 0);
  assert.deepEqual(payload, {
    title: "Entry requested",
    body: `Somebody requests entry at ${office.name}.`,
    path: payload!["path"],
    tag: payload!["tag"],
    token: payload!["token"],
    answers: [
      { action: "approve", title: "Approve" },
      { action: "reject", title: "Reject" },
    ],
    failed: "Your answer did not count. Press to open the request.",
  });
  assert.match(String(payload!["path"]), /^\/[\w-]+\/[\w-]+\/approvals$/);
  assert.ok(!JSON.stringify(payload).includes(name));
  const { ttl, urgency, body } = receivedBy(browserOf(subscription))[0]!;
  assert.ok(ttl > 3_500 && ttl <= 3_600 && urgency === "high", `${ttl}`);
  assert.ok(!body.includes("Entry requested"), "the service cannot read it");

  const token = tokenOf(payload);
  assert.equal((await answer(token, "accept")).code, "INVALID_PAYLOAD");
  assert.equal((await answer(`${String(token)}x`, "approve")).code, "INVALID_TOKEN");
  assert.ok((await statusOf(id)).waits, "nothing is decided without an answer");
  const both = await Promise.all([answer(token, "approve"), answer(token, "reject")]);
  assert.equal(both.filter(({ status }) => status === 200).length, 1);
  assert.equal((await answer(token, "approve")).code, "STATUS_ALREADY_UPDATED");
  assert.deepEqual([(await statusOf(id)).by, (await statusOf(id)).waits], [user.id, false]);
});

test("a rejection says where it was given; details are shown only if the person allows it", async () => {
  const { user, subscription } = await createApprover(["entry_requests"], true);
  const { id, name } = await askToComeIn();
  const [payload] = await receive(user, subscription);
  assert.equal(payload!["body"], `${name} requests entry at ${office.name}.`);
  const { status, data } = await answer(tokenOf(payload), "reject");
  assert.deepEqual([status, data.text], [200, "The request is rejected."]);
  assert.equal((await statusOf(id)).reason, "Rejected on a notification");
  assert.equal((await statusOf(id)).status, 4);
});

test("an answer needs the rights of now, the session, the device and a message that has not expired", async () => {
  const { user, session, subscription } = await createApprover();
  const { id } = await askToComeIn();
  const [payload] = await receive(user, subscription);
  const token = tokenOf(payload);
  const setRole = (role: "employee" | "approver") =>
    sql`update users set role = ${roles[role].id} where id = ${user.id}`;
  await setRole("employee");
  assert.equal((await answer(token, "approve")).code, "FORBIDDEN");
  await setRole("approver");
  clock.now = new Date(Date.now() + 61 * 60_000);
  assert.equal((await answer(token, "approve")).code, "INVALID_TOKEN");
  clock.now = null;
  await session.logOut();
  assert.equal((await answer(token, "approve")).code, "INVALID_TOKEN");
  assert.ok((await statusOf(id)).waits);
  // Nothing is sent to it any more.
  await askToComeIn();
  assert.equal((await receive(user, subscription)).length, 1);
  // A new log-in on the same device continues.
  const next = await startSession({ app, user });
  const renewed = await next.post("/actions/notifications/devices/renew", { endpoint: subscription.endpoint });
  assert.deepEqual(renewed.data, { is_renewed: true });
  await askToComeIn();
  assert.equal((await receive(user, subscription)).length, 2);
  const other = await startSession({ app, user: await make.user("staff", { branch: office }) });
  const foreign = await other.post("/actions/notifications/devices/renew", { endpoint: subscription.endpoint });
  assert.deepEqual(foreign.data, { is_renewed: false });
});

test("the SMS waits 20 s, is not sent if a device has shown the notification, and otherwise is", async () => {
  const { user, subscription } = await createApprover();
  await askToComeIn();
  const [payload] = await receive(user, subscription);
  const phone = (await sql<{ phone: string }[]>`select contact_number as phone from users where id = ${user.id}`)[0]!
    .phone;
  await deliver("sms", phone);
  assert.equal((await readSms(user))[0]!.status, "waiting");
  assert.equal((await post("/actions/notifications/seen", { token: tokenOf(payload) })).status, 204);
  const [withdrawn] = await readSms(user);
  assert.deepEqual(
    [withdrawn!.status, withdrawn!.error],
    ["expired", "Not needed: a device has shown the notification."],
  );

  const askedAt = Date.now();
  await askToComeIn();
  const heldUntil = (await readSms(user)).at(-1)!.held!.getTime();
  assert.ok(heldUntil >= askedAt + 20_000 && heldUntil <= Date.now() + 20_000);
  await receive(user, subscription);
  clock.now = new Date(heldUntil - 1_000);
  await deliver("sms", phone);
  assert.equal(journal.list(phone).length, 0);
  clock.now = new Date(heldUntil + 1_000);
  await deliver("sms", phone);
  assert.equal(journal.list(phone).length, 1);
  clock.now = null;
  // A report that comes too late changes nothing.
  const latest = (await receive(user, subscription)).at(-1);
  assert.equal((await post("/actions/notifications/seen", { token: tokenOf(latest) })).status, 204);
  assert.equal((await readSms(user)).at(-1)!.status, "sent");
});

test("a held SMS does not delay others to the same number", async () => {
  const { user } = await createApprover();
  await askToComeIn();
  const phone = (await sql<{ phone: string }[]>`select contact_number as phone from users where id = ${user.id}`)[0]!
    .phone;
  await sql`insert into "Outbox" (channel, recipient, template, "values", reference, status, expires_at)
    values ('sms', ${phone}, 'test', '{"branch":"Mall"}', 'after-a-held-one', 'waiting', now() + interval '1 hour')`;
  await deliver("sms", phone);
  assert.deepEqual(
    (await readSms(user)).map(({ status }) => status),
    ["waiting", "sent"],
  );
});

test("a subscription that the service no longer knows is removed, and then the SMS is not held", async () => {
  const { user, session, subscription } = await createApprover();
  service.mode = "gone";
  await askToComeIn();
  await receive(user, subscription);
  service.mode = "accept";
  assert.deepEqual((await session.get("/actions/notifications")).data.devices, []);
  const [message] = await sql<{ status: string; error: string }[]>`
    select status, last_error as error from "Outbox" where channel = 'push' and recipient = ${user.id}`;
  assert.deepEqual(message, { status: "failed", error: "No device shows this notification any more." });
  await askToComeIn();
  assert.deepEqual(
    (await readSms(user)).map(({ held }) => held !== null),
    [true, false],
  );
});

test("a service that fails is tried again, and the message replaces an earlier one", async () => {
  const { user, subscription } = await createApprover();
  service.mode = "error-500";
  await askToComeIn();
  await receive(user, subscription);
  service.mode = "accept";
  const [failed] = await sql<{ status: string; attempts: number; error: string }[]>`
    select status, attempts, last_error as error from "Outbox" where channel = 'push' and recipient = ${user.id}`;
  assert.deepEqual(failed, { status: "waiting", attempts: 1, error: "The push service answered 500." });
  clock.now = new Date(Date.now() + 6_000);
  const [payload] = await receive(user, subscription);
  clock.now = null;
  assert.equal(payload!["tag"], receivedBy(browserOf(subscription))[0]!.topic);
});

test("a driver accepts an offered pickup from the notification; the customer learns that the car comes", async () => {
  const branch = await make.valetBranch({ slug: "push-valet" });
  const driver = await make.user("staff", { branch });
  const phone = nextPhone();
  const customer = await make.user("customer", { contact_number: phone });
  await sql`update users set phone_verified_at = now() where id = ${customer.id}`;
  const ofDriver = await turnOn({ app, service, user: driver, kinds: ["pickup_offers"] });
  const ofCustomer = await turnOn({ app, service, user: customer, kinds: ["own_car"], showsDetails: true });
  const plate = make.plate();
  const gate = await asUser(driver);
  const ticket = { Vehicle_Number: plate, Customer_Phone_Number: phone };
  const { data: created } = await gate.post("/actions/valet/create-ticket", ticket);
  for (const move of ["park", "request-pickup"]) await gate.post(`/actions/valet/${created.id}/${move}`, {});
  await offerPickups({ services, branch: branch.id });

  const [offer] = await receive(driver, ofDriver.subscription);
  assert.equal(offer!["body"], `${branch.name} offers you a pickup.`);
  assert.match(String(offer!["path"]), new RegExp(`/push-valet/valet-parking/detail\\?id=${created.id}$`));
  assert.deepEqual((await answer(tokenOf(offer), "accept")).data, { text: "The pickup is yours." });
  const [row] = await sql<{ status: number; driver: string }[]>`
    select status_id as status, pickup_request_assigned as driver from "Valet_and_Parking_Information" where id = ${created.id}`;
  assert.deepEqual(row, { status: 4, driver: driver.id });

  const [onTheWay] = await receive(customer, ofCustomer.subscription);
  assert.equal(onTheWay!["body"], `A driver brings ${plate} to the gate of ${branch.name}.`);
  assert.match(String(onTheWay!["path"]), /\/valet-parking\/customer\/status\?t=/);
  await gate.post(`/actions/valet/${created.id}/at-the-gate`, {});
  const [, atGate] = await receive(customer, ofCustomer.subscription);
  assert.equal(atGate!["title"], "Your car is at the gate");
  const stored = await sql<{ path: string }[]>`select path from push_messages`;
  assert.ok(
    stored.every(({ path }) => !path.includes("status")),
    "links are sealed",
  );
});

test("a device belongs to whoever turned it on last, and each person removes own devices only", async () => {
  const first = await createApprover();
  const second = await startSession({ app, user: await make.user("approver", { branch: office }) });
  const body = { ...first.subscription, kinds: ["entry_requests"], shows_details: false };
  assert.equal((await second.post("/actions/notifications/devices", body)).status, 204);
  assert.deepEqual((await first.session.get("/actions/notifications")).data.devices, []);
  const [device] = (await second.get("/actions/notifications")).data.devices;
  assert.equal((await first.session.post(`/actions/notifications/devices/${device.id}/remove`)).code, "FORBIDDEN");
  assert.equal((await second.post(`/actions/notifications/devices/${device.id}/remove`)).status, 204);
  const [stored] = await sql`select count(*)::int as count from push_subscriptions where sealed like '%127.0.0.1%'`;
  assert.equal(stored!["count"], 0, "addresses are sealed");
});

test("those on duty learn of a vehicle with debts, except who checks it in; a forgotten shift is reminded of once", async () => {
  const branch = await make.branch({ rate: "20.00", slug: "push-debts" });
  const [gate, colleague, offDuty] = await Promise.all(
    [true, true, false].map((isPresent) => make.user("staff", { branch, in_out_flag: isPresent })),
  );
  const kinds: PushKind[] = ["debts", "open_shift"];
  const devices = await Promise.all(
    [gate, colleague, offDuty].map((user) => turnOn({ app, service, user: user!, kinds, showsDetails: true })),
  );
  const client = await asUser(gate);
  const vehicle = { vehicle_no: make.plate(), phone_no: nextPhone() };
  const first = await client.post("/actions/parking/check-in", vehicle);
  await sql`update "Parking_Information" set parking_status_id = 2, out_time = now(), extended_amount = 40 where id = ${first.data.id}`;
  await sql`update "Parking_Main_Information" set parking_status_id = 2, status_id = 2 where vehicle_no = ${vehicle.vehicle_no}`;
  const second = await client.post("/actions/parking/check-in", vehicle);
  assert.equal(second.status, 200, second.text);
  const [payload] = await receive(colleague!, devices[1]!.subscription);
  assert.equal(payload!["body"], `${vehicle.vehicle_no} has come in at ${branch.name} and owes ₹40.00.`);
  assert.match(String(payload!["path"]), new RegExp(`parking/detail\\?id=${second.data.id}$`));
  assert.deepEqual(await receive(gate!, devices[0]!.subscription), []);
  assert.deepEqual(await receive(offDuty!, devices[2]!.subscription), []);

  await sql`insert into cash_shifts (company, branch, collector, opened_at) values (${branch.company}, ${branch.id}, ${offDuty!.id}, now() - interval '1 hour')`;
  await sql`update cash_shifts set closed_at = now() where collector = any(${[gate!.id, colleague!.id]})`;
  for (let run = 0; run < 2; run += 1) await remindOpenShifts({ services });
  const reminders = await receive(offDuty!, devices[2]!.subscription);
  assert.deepEqual(
    reminders.map(({ title }) => title),
    ["Your cash shift is open"],
  );
  assert.match(String(reminders[0]!["path"]), /\/push-debts\/cash-shift$/);
});
