// §2: messages behind a consent: long visits, offers near pinned places, and the end of a pass.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createServices } from "#server/context.ts";
import { tellCustomers } from "#server/features/accounts/tell-customers.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const clock = { now: new Date() };
const services = createServices({ sql, config: testConfig, clock: () => clock.now });
let phones = 0;

async function createCustomer(...kinds: string[]) {
  const phone = `95${String((phones += 1)).padStart(8, "0")}`;
  const user = await make.user("customer", { contact_number: phone, public_customer: true });
  const own = await asUser(user);
  const consented = await own.patch("/users/me", { message_consents: kinds.map((kind) => ({ kind })) });
  assert.equal(consented.status, 200, consented.text);
  return { phone, id: user.id, own };
}

const readMessages = (phone: string) => sql<{ template: string; values: { [name: string]: string } }[]>`
  select template, "values" from "Outbox" where recipient = ${phone} and template in ('long-visit', 'nearby-offer') order by id`;

test("a consent is stored with its date, shown in the own row, and withdrawn", async () => {
  const { id, own } = await createCustomer("long_visit", "pass_ends");
  const path = "/users/me?fields=message_consents";
  const { data } = await own.get(path);
  assert.deepEqual(
    data.message_consents.map(({ kind }: { kind: string }) => kind),
    ["long_visit", "pass_ends"],
  );
  assert.ok(Math.abs(Date.parse(data.message_consents[0].given_at) - Date.now()) < 60_000);
  await own.patch("/users/me", { message_consents: [{ kind: "pass_ends" }] });
  const left = (await own.get(path)).data.message_consents;
  assert.deepEqual(left, [data.message_consents[1]]);
  const stranger = await createCustomer();
  assert.notEqual((await stranger.own.patch(`/users/${id}`, { message_consents: [] })).status, 200);
});

test("a customer is told once of a visit of 12 hours, with a consent only", async () => {
  clock.now = new Date();
  const branch = await make.branch({ rate: "20.00", name: "Mount Road" });
  const gate = await asUser(await make.user("staff", { branch }));
  const park = async (phone_no: string, hours: number): Promise<void> => {
    const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no });
    await sql`update "Parking_Information" set in_time = ${new Date(Date.now() - hours * 3_600_000)} where id = ${data.id}`;
  };
  const [consenting, silent, short] = [
    await createCustomer("long_visit"),
    await createCustomer("pass_ends"),
    await createCustomer("long_visit"),
  ];
  await park(consenting.phone, 12.5);
  await park(silent.phone, 12.5);
  await park(short.phone, 11.5);
  await tellCustomers({ services });
  await tellCustomers({ services });
  const messages = await readMessages(consenting.phone);
  assert.equal(messages.length, 1);
  assert.match(messages[0]!.values["home_link"]!, /\/commercial\/home$/);
  assert.equal((await readMessages(silent.phone)).length, 0);
  assert.equal((await readMessages(short.phone)).length, 0);
});

test("a customer is told of one offer near a pinned place in a day, in the daytime, with a consent only", async () => {
  const branch = await make.branch({ latitude: "12.9716", longitude: "77.5946", name: "Cubbon Park" });
  const addOffer = (coupon_title: string, { audience = "all", isListed = true } = {}) =>
    sql`insert into "Offers" (company, branch, coupon_title, kind, percent, state, audience, is_listed)
      values (${branch.company}, ${branch.id}, ${coupon_title}, 'percent', 10, 'running', ${audience}, ${isListed})`;
  await addOffer("Festival");
  await addOffer("Members", { audience: "pass_holders" });
  await addOffer("Friends", { isListed: false });
  const near = { name: "Work", latitude: 12.98, longitude: 77.6 };
  const far = { name: "Home", latitude: 13.08, longitude: 77.6 };
  const pin = async (customer: Awaited<ReturnType<typeof createCustomer>>, places: object[]) =>
    assert.equal((await customer.own.patch("/users/me", { pinned_places: places })).status, 200);
  const consenting = await createCustomer("nearby_offers");
  const silent = await createCustomer("long_visit");
  const distant = await createCustomer("nearby_offers");
  await pin(consenting, [far, near]);
  await pin(silent, [near]);
  await pin(distant, [far]);
  const day = new Date().toISOString().slice(0, 10);
  clock.now = new Date(`${day}T20:00:00Z`);
  await tellCustomers({ services });
  assert.equal((await readMessages(consenting.phone)).length, 0, "not at night");
  clock.now = new Date(`${day}T06:00:00Z`);
  await tellCustomers({ services });
  await addOffer("Second");
  await tellCustomers({ services });
  const [message, ...others] = await readMessages(consenting.phone);
  assert.deepEqual([message!.values["place"], message!.values["offer"], others.length], ["Work", "Festival", 0]);
  assert.equal((await readMessages(silent.phone)).length, 0);
  assert.equal((await readMessages(distant.phone)).length, 0);
});
