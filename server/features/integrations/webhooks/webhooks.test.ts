// §7: webhooks through the app, to a receiver that verifies signatures over HTTP.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { beforeEach, test } from "node:test";
import { disabledAfterMs, maxWebhookAttempts, previousSecretMs } from "#domain/integrations/webhooks/delivery.ts";
import { eventTypeNames } from "#domain/integrations/webhooks/event-types.ts";
import { createPaymentRequest } from "#domain/payments/channels/payment-channels.ts";
import { isPublicAddress } from "#server/http/public-address.ts";
import { sendWebhook } from "#server/features/integrations/webhooks/send.ts";
import { signWebhook } from "#server/features/integrations/webhooks/signature.ts";
import { removeOldWebhookEvents } from "#server/features/integrations/webhooks/remove-old.ts";
import { createServices } from "#server/context.ts";
import { createLastingClient, startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { createDeliverer, createEndpoint, startReceiver, webhookConfig } from "#tests/support/webhooks.ts";

const app = await startApp({ config: webhookConfig });
const { sql, asUser, clock } = app;
const make = createFactories(sql);
const { deliver, openLocks } = createDeliverer(app);
const minute = 60_000;
const start = new Date("2026-11-21T06:00:00Z");
const passTime = (ms: number): void => void (clock.now = new Date(clock.now!.getTime() + ms));

beforeEach(() => {
  clock.now = start;
});

async function createSite(provided: object = {}) {
  const branch = await make.branch({ slots: 50, ...provided });
  const user = async (role: "admin" | "manager" | "staff") =>
    createLastingClient({ asUser, user: await make.user(role, { branch }) });
  return { branch, admin: await user("admin"), staff: await user("staff"), manager: await user("manager") };
}
type Site = Awaited<ReturnType<typeof createSite>>;

async function checkIn({ staff }: Site): Promise<number> {
  const { status, data, text } = await staff.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  assert.equal(status, 200, text);
  return data.id;
}
const checkOut = async ({ staff }: Site, id: number): Promise<void> => {
  const { status, text } = await staff.post(`/actions/parking/${id}/check-out`);
  assert.equal(status, 200, text);
};
const listStates = (endpoint: number) => sql<{ state: string; attempts: number }[]>`
  select state, attempts from "Webhook_Deliveries" where endpoint = ${endpoint} order by id`;
const readEndpoint = async ({ admin }: Site, id: number) => (await admin.get(`/items/Webhook_Endpoints/${id}`)).data;

test("reports a check-in with the item as the API returns it, without personal details and secrets", async () => {
  const site = await createSite();
  const { id, receiver } = await createEndpoint({
    admin: site.admin,
    types: ["entry.checked_in", "entry.checked_out"],
  });
  const entry = await checkIn(site);
  await deliver(id);
  const { data: item } = await site.manager.get(
    `/items/Parking_Information/${entry}?fields=id,in_time,receipt_no,total_amount,parking_main_info.vehicle_no`,
  );
  const [event] = receiver.events;
  assert.deepEqual(receiver.rejections, []);
  assert.equal(receiver.events.length, 1);
  assert.deepEqual(
    [event!.type, event!.subject, event!.sequence, event!.branch, event!.company, event!.created_at],
    ["entry.checked_in", `entry:${entry}`, 1, site.branch.id, site.branch.company, start.toISOString()],
  );
  const { id: key, in_time, receipt_no, total_amount, parking_main_info } = event!.data;
  const { vehicle_no } = parking_main_info as { vehicle_no: string };
  assert.deepEqual({ id: key, in_time, receipt_no, total_amount, parking_main_info: { vehicle_no } }, item);
  assert.doesNotMatch(JSON.stringify(event), /9840012345|otp|secret|token/i);
  const { data: log } = await site.admin.get(`/items/Webhook_Deliveries?fields=*,event.type&filter[endpoint]=${id}`);
  assert.deepEqual(
    [log[0].state, log[0].attempts, log[0].status_code, log[0].response, log[0].event.type],
    ["delivered", 1, 200, '{"received":true}', "entry.checked_in"],
  );
});

test("writes an event only together with what it reports", async () => {
  const site = await createSite();
  const { id } = await createEndpoint({ admin: site.admin, types: eventTypeNames });
  const plate = make.plate();
  const body = { vehicle_no: plate, phone_no: "9840012345" };
  assert.equal((await site.staff.post("/actions/parking/check-in", body)).status, 200);
  assert.notEqual((await site.staff.post("/actions/parking/check-in", body)).status, 200);
  const [row] = await sql`select
    (select count(*)::int from "Webhook_Deliveries" where endpoint = ${id}) as deliveries,
    (select count(*)::int from graphile_worker.jobs where key like ${`webhook:${id}:%`}) as jobs`;
  assert.deepEqual({ ...row }, { deliveries: 1, jobs: 1 });
});

test("reports payments with their entry, voids and corrections, in the order of the entry", async () => {
  const site = await createSite({ rate: "30.00", payment_channels: ["card_terminal"] });
  const { id, receiver } = await createEndpoint({ admin: site.admin, types: eventTypeNames });
  const entry = await checkIn(site);
  const corrected = await site.manager.post(`/actions/parking/${entry}/correct`, {
    vehicle_no: make.plate(),
    reason: "Misread",
  });
  assert.equal(corrected.status, 200, corrected.text);
  passTime(30 * minute);
  const payment = { channel: "card_terminal", reference: "RRN1234", auto_checkout: true };
  const request = createPaymentRequest({ kind: "P", id: entry, recorded: 0 });
  const paid = await site.manager.post(`/actions/parking/${entry}/take-payment`, { ...payment, request });
  assert.equal(paid.status, 200, paid.text);
  const other = await checkIn(site);
  assert.equal((await site.manager.post(`/actions/parking/${other}/void`, { reason: "Twice" })).status, 200);
  await deliver(id);
  const list = (subject: string) =>
    receiver.events.filter((event) => event.subject === subject).map(({ type, sequence }) => `${sequence} ${type}`);
  assert.deepEqual(list(`entry:${entry}`), [
    "1 entry.checked_in",
    "2 entry.corrected",
    "3 entry.checked_out",
    "4 payment.received",
  ]);
  const received = receiver.events.find(({ type }) => type === "payment.received");
  const { amount, channel, parking_information } = received!.data;
  assert.deepEqual([amount, channel, parking_information], ["30.00", "card_terminal", entry]);
  assert.deepEqual(list(`entry:${other}`), ["1 entry.checked_in", "2 entry.voided"]);
});

test("a receiver that is down for an hour gets every event, in the order of each entry", async () => {
  const site = await createSite();
  const { id, receiver } = await createEndpoint({
    admin: site.admin,
    types: ["entry.checked_in", "entry.checked_out"],
  });
  receiver.mode = "error-500";
  const inside: number[] = [];
  const written: string[] = [];
  for (let passed = 0; passed < 60; passed += 5) {
    const entry = await checkIn(site);
    inside.push(entry);
    written.push(`entry:${entry} entry.checked_in`);
    if (inside.length > 3) {
      const leaving = inside.shift()!;
      await checkOut(site, leaving);
      written.push(`entry:${leaving} entry.checked_out`);
    }
    for (let step = 0; step < 5; step += 1) {
      await deliver(id);
      passTime(minute);
    }
  }
  assert.equal(receiver.events.length, 0);
  assert.ok(receiver.requests > 3 && receiver.requests < 60, `${receiver.requests} attempts`);
  receiver.mode = "accept";
  const isWaiting = async () => (await listStates(id)).some(({ state }) => state !== "delivered");
  for (let step = 0; step < 90 && (await isWaiting()); step += 1) {
    await deliver(id);
    passTime(minute);
  }
  assert.deepEqual(receiver.rejections, []);
  const arrived = receiver.events.map(({ subject, type }) => `${subject} ${type}`);
  assert.deepEqual(arrived.toSorted(), written.toSorted());
  for (const subject of new Set(receiver.events.map((event) => event.subject))) {
    const sequences = receiver.events.filter((event) => event.subject === subject).map(({ sequence }) => sequence);
    assert.deepEqual(
      sequences,
      sequences.toSorted((one, other) => one - other),
      subject,
    );
  }
  const { failures, failing_since, held_until } = await readEndpoint(site, id);
  assert.deepEqual([failures, failing_since, held_until], [0, null, null]);
});

test("an event that is refused holds up its own entry only, until it is given up", async () => {
  const site = await createSite();
  const { id, receiver } = await createEndpoint({
    admin: site.admin,
    types: ["entry.checked_in", "entry.checked_out"],
  });
  const [refused, other] = [await checkIn(site), await checkIn(site)];
  receiver.accepts = ({ subject, type }) => subject !== `entry:${refused}` || type !== "entry.checked_in";
  await checkOut(site, refused);
  await deliver(id);
  assert.deepEqual(
    receiver.events.map(({ subject }) => subject),
    [`entry:${other}`],
  );
  for (let step = 0; step < 40 && receiver.events.length < 2; step += 1) {
    passTime(60 * minute);
    await deliver(id);
  }
  assert.deepEqual(
    receiver.events.map(({ subject, type }) => `${subject} ${type}`),
    [`entry:${other} entry.checked_in`, `entry:${refused} entry.checked_out`],
  );
  const [first] = await listStates(id);
  assert.deepEqual({ ...first }, { state: "failed", attempts: maxWebhookAttempts });
});

/** Delivers one event by two workers, of which the second starts while the receiver handles the request of the first. */
async function deliverTwice({ withLocks }: { withLocks: boolean }): Promise<number> {
  const site = await createSite();
  const { id, receiver } = await createEndpoint({ admin: site.admin, types: ["entry.checked_in"] });
  await checkIn(site);
  const open = () =>
    withLocks ? openLocks() : { runWhileHeld: ({ work }: { work: () => Promise<void> }) => work().then(() => true) };
  const { promise: isArrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  receiver.beforeResponse = () => {
    if (receiver.requests > 1) release();
    arrive();
    return isReleased;
  };
  const first = deliver(id, open());
  await isArrived;
  const second = deliver(id, open()).then(release);
  await Promise.all([first, second]);
  return receiver.events.length;
}

test("two workers do not send the same attempt twice", async () => {
  assert.equal(await deliverTwice({ withLocks: true }), 1);
});

test("control: without the lock both send it", async () => {
  assert.equal(await deliverTwice({ withLocks: false }), 2);
});

test("signs as documented", async () => {
  const body = '{"id":"evt_1","type":"webhook.test"}';
  const signed = signWebhook({ secrets: ["whsec_test"], body, at: new Date(1_700_000_000_000) });
  assert.equal(signed, "t=1700000000,v1=684fbc8999ff13aa332102c10e23ad56af8cb3b34c5d3bcba8bf53317e5f6c33");
  const documented = await readFile("docs/api.md", "utf8");
  for (const part of ["`whsec_test`", `\`${body}\``, `\`${signed}\``]) assert.ok(documented.includes(part), part);
});

test("both secrets sign for a day after a rotation", async () => {
  const site = await createSite();
  const { id, receiver } = await createEndpoint({ admin: site.admin, types: ["entry.checked_in"] });
  const [old] = receiver.secrets;
  const { status, data } = await site.admin.post(`/actions/webhooks/${id}/rotate`);
  assert.equal(status, 200);
  assert.equal(data.previous_secret_until, new Date(start.getTime() + previousSecretMs).toISOString());
  for (const secrets of [[old!], [data.secret]]) {
    receiver.secrets = secrets;
    await checkIn(site);
    await deliver(id);
  }
  assert.equal(receiver.events.length, 2);
  passTime(previousSecretMs);
  receiver.secrets = [old!];
  await checkIn(site);
  await deliver(id);
  assert.deepEqual([receiver.events.length, receiver.rejections], [2, ["the signature is wrong"]]);
  const stored = JSON.stringify([await sql`select * from "Webhook_Endpoints"`, await sql`select * from revisions`]);
  assert.ok(!stored.includes(old!) && !stored.includes(data.secret));
  const read = await readEndpoint(site, id);
  assert.deepEqual([read.secret, read.previous_secret], ["**********", "**********"]);
});

test("a paused webhook keeps its events until it is resumed; a deleted one is forgotten", async () => {
  const site = await createSite();
  const { id, receiver } = await createEndpoint({ admin: site.admin, types: ["entry.checked_in"] });
  assert.equal((await site.admin.post(`/actions/webhooks/${id}/pause`)).status, 204);
  await checkIn(site);
  await deliver(id);
  assert.equal(receiver.requests, 0);
  assert.equal((await site.admin.post(`/actions/webhooks/${id}/resume`)).status, 204);
  await deliver(id);
  assert.equal(receiver.events.length, 1);
  assert.equal((await site.admin.post(`/actions/webhooks/${id}/delete`)).status, 204);
  await checkIn(site);
  assert.equal((await site.admin.get(`/items/Webhook_Deliveries?filter[endpoint]=${id}`)).data.length, 0);
});

test("is disabled after three days of failures, with one email to each admin, and can be resumed", async () => {
  const site = await createSite();
  const { id, receiver } = await createEndpoint({ admin: site.admin, types: ["entry.checked_in"] });
  receiver.mode = "error-500";
  for (let passed = 0; passed <= disabledAfterMs; passed += 6 * 60 * minute) {
    await checkIn(site);
    await deliver(id);
    passTime(6 * 60 * minute);
  }
  const readMails = () => sql`
    select 1 from "Outbox" where template = 'webhook-disabled' and "values"->>'address' = ${receiver.url}`;
  assert.equal((await readEndpoint(site, id)).state, "disabled");
  assert.equal((await readMails()).length, 1);
  const before = (await listStates(id)).length;
  await checkIn(site);
  assert.equal((await listStates(id)).length, before);
  receiver.mode = "accept";
  assert.equal((await site.admin.post(`/actions/webhooks/${id}/resume`)).status, 204);
  await deliver(id);
  assert.ok(receiver.events.length > 0);
  assert.equal((await readEndpoint(site, id)).state, "active");
});

test("sends a test event, and an event again", async () => {
  const site = await createSite();
  const { id, receiver } = await createEndpoint({ admin: site.admin, types: ["pass.issued"] });
  const { data } = await site.admin.post(`/actions/webhooks/${id}/test`);
  await deliver(id);
  assert.deepEqual(
    receiver.events.map(({ id: key, type, data: content }) => [key, type, content]),
    [[data.event, "webhook.test", {}]],
  );
  const { data: log } = await site.admin.get(`/items/Webhook_Deliveries?filter[endpoint]=${id}`);
  assert.equal((await site.admin.post(`/actions/webhooks/deliveries/${log[0].id}/resend`)).status, 204);
  await deliver(id);
  assert.deepEqual(
    receiver.events.map(({ id: key }) => key),
    [data.event, data.event],
  );
});

test("reports the chosen events of the chosen branches of the company only", async () => {
  const site = await createSite();
  const sibling = await createSite({ company: site.branch.company });
  const stranger = await createSite();
  const chosen = await createEndpoint({
    admin: site.admin,
    types: ["entry.checked_in"],
    branches: [sibling.branch.id],
  });
  const all = await createEndpoint({ admin: site.admin, types: ["entry.checked_in"] });
  for (const each of [site, sibling, stranger]) await checkOut(each, await checkIn(each));
  await deliver(chosen.id);
  await deliver(all.id);
  assert.deepEqual(
    chosen.receiver.events.map(({ branch, type }) => [branch, type]),
    [[sibling.branch.id, "entry.checked_in"]],
  );
  assert.deepEqual(
    all.receiver.events.map(({ branch }) => branch),
    [site.branch.id, sibling.branch.id],
  );
});

test("limits who manages webhooks, and for which addresses, branches and events", async () => {
  const site = await createSite();
  const stranger = await createSite();
  const { id } = await createEndpoint({ admin: site.admin, types: ["entry.checked_in"] });
  await checkIn(site);
  const [delivery] = await sql`select id from "Webhook_Deliveries" where endpoint = ${id}`;
  const body = { url: "https://erp.example/hooks", event_types: ["entry.checked_in"] };
  const calls: [string, object][] = [
    [`/actions/webhooks/${id}/change`, body],
    ...["rotate", "pause", "resume", "delete", "test"].map((name): [string, object] => [
      `/actions/webhooks/${id}/${name}`,
      {},
    ]),
    [`/actions/webhooks/deliveries/${delivery!["id"]}/resend`, {}],
  ];
  for (const [url, sent] of calls) {
    assert.equal((await stranger.admin.post(url, sent)).code, "FORBIDDEN", url);
    assert.equal((await site.manager.post(url, sent)).code, "FORBIDDEN", url);
    assert.equal((await (await asUser()).post(url, sent)).code, "INVALID_CREDENTIALS", url);
  }
  for (const collection of ["Webhook_Endpoints", "Webhook_Deliveries", "Webhook_Events"]) {
    assert.deepEqual((await stranger.admin.get(`/items/${collection}`)).data, []);
    assert.equal((await site.manager.get(`/items/${collection}`)).code, "FORBIDDEN");
  }
  const refused: [object, string][] = [
    [{ ...body, url: "https://10.0.0.1/" }, "FAILED_VALIDATION"],
    [{ ...body, url: "x" }, "FAILED_VALIDATION"],
    [{ ...body, event_types: [] }, "FAILED_VALIDATION"],
    [{ ...body, event_types: ["entry.deleted"] }, "INVALID_PAYLOAD"],
    [{ ...body, branches: [stranger.branch.id] }, "FORBIDDEN"],
    [{ ...body, branches: [site.branch.id, stranger.branch.id] }, "FORBIDDEN"],
  ];
  for (const [sent, code] of refused) {
    assert.equal((await site.admin.post("/actions/webhooks", sent)).code, code, JSON.stringify(sent));
    assert.equal((await site.admin.post(`/actions/webhooks/${id}/change`, sent)).code, code, JSON.stringify(sent));
  }
});

test("follows no redirect, reads little of a response, and does not wait for long", async () => {
  const receiver = await startReceiver();
  const send = (isReachable: (address: string) => boolean, url = receiver.url) =>
    sendWebhook({ url, headers: {}, body: "{}", isReachable, timeoutMs: 500 });
  const anywhere = () => true;
  receiver.mode = "redirect";
  assert.deepEqual(await send(anywhere), { isDelivered: false, status: 302, text: "" });
  assert.equal(receiver.requests, 1);
  receiver.mode = "endless";
  const long = await send(anywhere);
  assert.deepEqual([long.isDelivered, long.text.length], [true, 500]);
  receiver.mode = "hang";
  assert.deepEqual(await send(anywhere), { isDelivered: false, status: null, text: "No answer within 0.5 seconds" });
});

test("connects to public addresses only, also if a name resolves to another one", async () => {
  const receiver = await startReceiver();
  const port = new URL(receiver.url).port;
  for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"]) {
    const url = `http://${host}:${port}/`;
    const { isDelivered, status } = await sendWebhook({ url, headers: {}, body: "{}", isReachable: isPublicAddress });
    assert.deepEqual([isDelivered, status], [false, null], host);
  }
  assert.equal(receiver.requests, 0);
});

test("events and their log are deleted after 30 days", async () => {
  const site = await createSite();
  const { id } = await createEndpoint({ admin: site.admin, types: ["entry.checked_in"] });
  await checkIn(site);
  passTime(24 * 60 * minute);
  await checkIn(site);
  passTime(29 * 24 * 60 * minute + 1);
  await removeOldWebhookEvents({ services: createServices({ sql, config: webhookConfig, clock: () => clock.now! }) });
  assert.equal((await listStates(id)).length, 1);
});
