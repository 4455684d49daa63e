// §2 §7: notifications in a real browser: turned on from the account page, shown by the worker, answered on the notification.
// A browser without a screen has neither a push service of its vendor nor notifications of a system: subscribing and showing
// are replaced, and what the server sent is handed to the worker through the browser's protocol.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import type { CDPSession, Page, Worker } from "playwright-core";
import { createServices } from "#server/context.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedUser } from "#tests/support/factories.ts";
import { fillLogInForm, logIn } from "#tests/support/log-in.ts";
import { createMessenger, pushConfig, pushPublicKey, startPushService } from "#tests/support/push.ts";
import { startStory } from "#tests/support/story.ts";

const story = await startStory({ integrations: { push: pushConfig } });
const { address, asUser, make, sql } = story;
const service = await startPushService();
const deliver = createMessenger(story);
const services = createServices({ sql, config: testConfig, clock: () => new Date() });

/** `no-service`: the person grants it, and the browser reaches no push service. */
type Answer = "granted" | "denied" | "no-service";

/** Runs in the page: the person's answer to the browser's question, and its push service, which knows one subscription. */
const simulatedPushManager = (subscription: object, answer: Answer) => `(() => {
  const choices = "simulated-permission";
  const permission = "${answer === "denied" ? "denied" : "granted"}";
  Object.defineProperty(Notification, "permission", { get: () => localStorage.getItem(choices) ?? "default" });
  Notification.requestPermission = async () => { localStorage.setItem(choices, permission); return permission; };
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
  const given = ${JSON.stringify(subscription)};
  const key = "simulated-subscription";
  const create = () => ({
    endpoint: given.endpoint,
    getKey: (name) => bytes(given[name]),
    unsubscribe: async () => { localStorage.removeItem(key); return true; },
  });
  PushManager.prototype.subscribe = async function (options) {
    if (!options.userVisibleOnly || options.applicationServerKey !== "${pushPublicKey}") throw new Error("Wrong options.");
    if (${answer === "no-service"}) throw new DOMException("Registration failed - push service not available", "AbortError");
    localStorage.setItem(key, "1");
    return create();
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(key) ? create() : null);
})()`;

interface AccountOptions {
  user: CreatedUser;
  path: string;
  landingUrl: string;
  answer?: Answer;
}

async function openAccount({ user, path, landingUrl, answer = "granted" }: AccountOptions) {
  const { page } = await openPage({ address, context: phoneViewport });
  await page.addInitScript(simulatedPushManager(service.subscribe(pushPublicKey), answer));
  await logIn({ page, user, landingUrl });
  await page.goto(path);
  await page.getByRole("heading", { name: "Notifications on this device" }).waitFor();
  return page;
}

async function turnOn(page: Page, title: string): Promise<Worker> {
  const started = page.context().waitForEvent("serviceworker");
  await page.getByRole("button", { name: `Turn on: ${title}` }).click();
  await page.getByRole("button", { name: `Turn off: ${title}` }).waitFor();
  const worker = await started;
  await worker.evaluate(
    "void (self.shown = [], self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options }))",
  );
  return worker;
}

/** Hands the latest message of the push service to the worker, as the browser would. */
async function receivePush(page: Page): Promise<{ [name: string]: unknown }> {
  const browser = await page.context().newCDPSession(page);
  const registrationId = await findRegistration(browser);
  const payload = service.received.at(-1)!.payload;
  const data = JSON.stringify(payload);
  await browser.send("ServiceWorker.deliverPushMessage", { origin: address, registrationId, data });
  return payload;
}

async function findRegistration(browser: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  return found;
}

const readNotifications = (worker: Worker) =>
  worker.evaluate<{ title: string; body: string; actions: string[] }[]>(
    `self.shown.map(({ title, body, actions }) => ({ title, body, actions: actions.map((one) => one.title) }))`,
  );

/** A press of a button: no protocol presses those of the system, so that the worker gets the event it would get. */
async function press(worker: Worker, payload: { [name: string]: unknown }, action: string): Promise<void> {
  await worker.evaluate(
    `new Promise((resolve) => {
      const event = new Event("notificationclick");
      const notification = { close() {}, data: ${JSON.stringify(payload)} };
      Object.assign(event, { action: ${JSON.stringify(action)}, notification, waitUntil: (work) => resolve(work) });
      self.dispatchEvent(event);
    })`,
  );
}

test("an approver answers a visitor's request from the notification", async () => {
  const company = await make.company({ slug: "notified-office", company_type: "government" });
  const branch = await make.branch({
    company: company.id,
    entity_type: "government",
    allow_person_entries: true,
    config: { security: "advanced_security" },
  });
  const approver = await make.user("approver", { branch, contact_number: "9840012345" });
  const page = await openAccount({
    user: approver,
    path: `/notified-office/${branch.slug}/account`,
    landingUrl: "**/approvals",
  });
  await assertAccessible(page);
  const worker = await turnOn(page, "Somebody asks to come in");
  await page.getByRole("button", { name: "Turn on: Plates and names" }).waitFor();
  await assertAccessible(page);

  const gate = await asUser(await make.user("staff", { branch }));
  const visitor = { is_person: true, name: "Anita Rao", phone_no: "9840099999" };
  const { data: entry } = await gate.post("/actions/parking/check-in", visitor);
  await deliver("push", approver.id);
  const payload = await receivePush(page);
  // The worker reports that it has shown it, and the SMS is withdrawn.
  await eventually(async () => {
    const [sms] = await sql<{ status: string }[]>`
      select status from "Outbox" where channel = 'sms' and recipient = '9840012345'`;
    assert.equal(sms!.status, "expired");
  });
  const request = { title: "Entry requested", body: payload["body"], actions: ["Approve", "Reject"] };
  assert.deepEqual(await readNotifications(worker), [request]);
  assert.ok(!JSON.stringify(payload).includes("Anita"));

  await press(worker, payload, "approve");
  const [decided] = await sql<
    { by: string }[]
  >`select approved_by as by from "Parking_Information" where id = ${entry.id}`;
  assert.equal(decided!.by, approver.id);
  const result = { title: "Entry requested", body: "The request is approved.", actions: [] };
  assert.deepEqual(await readNotifications(worker), [request, result]);
  // The page stays as it was; a load keeps this worker.
  await page.reload();
  await page.getByRole("button", { name: "Turn off: Somebody asks to come in" }).waitFor();
  assert.equal(await countWorkers(page), 1);
  await page.getByRole("button", { name: "Turn off: Somebody asks to come in" }).click();
  await page.getByRole("button", { name: "Turn on: Somebody asks to come in" }).waitFor();
  await eventually(async () => assert.equal(await countWorkers(page), 0));
});

const countWorkers = (page: Page) =>
  page.evaluate<number>("navigator.serviceWorker.getRegistrations().then((all) => all.length)");

test("a driver takes an offered pickup from the notification", async () => {
  const company = await make.company({ slug: "notified-valet" });
  const branch = await make.valetBranch({ company: company.id });
  const driver = await make.user("staff", { branch });
  const page = await openAccount({
    user: driver,
    path: `/notified-valet/${branch.slug}/account`,
    landingUrl: "**/valet-parking/dashboard",
  });
  const worker = await turnOn(page, "A pickup is offered to me");
  const gate = await asUser(driver);
  const ticket = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840011111" };
  const { data: created } = await gate.post("/actions/valet/create-ticket", ticket);
  for (const move of ["park", "request-pickup"]) await gate.post(`/actions/valet/${created.id}/${move}`, {});
  await offerPickups({ services, branch: branch.id });
  await eventually(async () => {
    await deliver("push", driver.id);
    assert.equal(service.received.at(-1)?.payload["title"], "Pickup offered");
  });
  const payload = await receivePush(page);
  await press(worker, payload, "accept");
  const [taken] = await sql<{ driver: string; status: number }[]>`
    select pickup_request_assigned as driver, status_id as status from "Valet_and_Parking_Information" where id = ${created.id}`;
  assert.deepEqual(taken, { driver: driver.id, status: 4 });
});

test("a customer turns on notifications, and the one of the car at the gate opens its ticket", async () => {
  const branch = await make.valetBranch();
  const phone = "9840012366";
  const customer = await make.user("customer", { contact_number: phone, public_customer: true });
  await sql`update users set phone_verified_at = now() where id = ${customer.id}`;
  const { page } = await openPage({ address, context: phoneViewport });
  await page.addInitScript(simulatedPushManager(service.subscribe(pushPublicKey), "granted"));
  await page.goto("/customer/commercial/login?redirect_to=/commercial/my-account");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user: customer });
  const worker = await turnOn(page, "My car is brought");
  const gate = await asUser(await make.user("staff", { branch }));
  const plate = make.plate();
  const ticket = { Vehicle_Number: plate, Customer_Phone_Number: phone };
  const { data: created } = await gate.post("/actions/valet/create-ticket", ticket);
  const move = (name: string) => gate.post(`/actions/valet/${created.id}/${name}`, {});
  for (const name of ["park", "request-pickup", "accept-pickup"]) await move(name);
  await deliver("push", customer.id);
  await receivePush(page);
  await move("at-the-gate");
  await deliver("push", customer.id);
  const payload = await receivePush(page);
  // Without the plate: the screen may be locked.
  const texts = [
    ["Your car is on the way", `A driver brings it to the gate of ${branch.name}.`],
    ["Your car is at the gate", `Show your OTP at ${branch.name} to collect it.`],
  ];
  await eventually(async () =>
    assert.deepEqual(
      (await readNotifications(worker)).map(({ title, body }) => [title, body]),
      texts,
    ),
  );
  assert.ok(!JSON.stringify(payload).includes(plate));
  // The SMS would have been sent after 20 s.
  await eventually(async () => {
    const sms = await sql`
      select status from "Outbox" where channel = 'sms' and template = 'valet-ready' and recipient = ${phone}`;
    assert.deepEqual([...sms], [{ status: "expired" }]);
  });

  // A browser opens windows only after a press on its own notification.
  await worker.evaluate(
    "void (self.opened = [], Clients.prototype.openWindow = async (url) => void self.opened.push(url))",
  );
  await press(worker, payload, "");
  const [opened] = await worker.evaluate<string[]>("self.opened");
  await page.goto(opened!);
  await page.getByRole("heading", { name: "Your car is at the gate" }).waitFor();
});

test("a browser that reaches no push service says so, and what to do", async () => {
  const company = await make.company({ slug: "no-push-service" });
  const branch = await make.branch({ company: company.id });
  const page = await openAccount({
    user: await make.user("staff", { branch }),
    path: `/no-push-service/${branch.slug}/account`,
    landingUrl: "**/parking/dashboard",
    answer: "no-service",
  });
  await page.getByRole("button", { name: "Turn on: My cash shift is still open" }).click();
  await page.getByRole("alert").getByText("could not reach its notification service", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Turn on: My cash shift is still open" }).waitFor();
  await assertAccessible(page);
});

test("a person who refuses notifications in the browser is told where to allow them", async () => {
  const company = await make.company({ slug: "refused-notifications" });
  const branch = await make.branch({ company: company.id });
  const page = await openAccount({
    user: await make.user("staff", { branch }),
    path: `/refused-notifications/${branch.slug}/account`,
    landingUrl: "**/parking/dashboard",
    answer: "denied",
  });
  await page.getByRole("button", { name: "Turn on: My cash shift is still open" }).click();
  await page.getByText("Notifications of Chaavi are blocked in this browser.", { exact: false }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Turn on: My cash shift is still open" }).count(), 0);
  await assertAccessible(page);
});

const oldWorker = "dist/web/old-worker.js";
after(() => rmSync(oldWorker, { force: true }));

test("a worker of an older build is unregistered on load", async () => {
  const { page } = await openPage({ address, context: phoneViewport });
  await page.goto("/partner-with-us");
  writeFileSync(oldWorker, "self.addEventListener('fetch', () => undefined);");
  await page.evaluate("navigator.serviceWorker.register('/old-worker.js').then(() => undefined)");
  assert.equal(await countWorkers(page), 1);
  await page.reload();
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  await eventually(async () => assert.equal(await countWorkers(page), 0));
});
