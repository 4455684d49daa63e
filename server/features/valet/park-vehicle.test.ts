// Receiving a car, parking it in a chosen slot, moving it, parking it again, key tags and keys in hand; races of two devices,
// each with a control.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createServices } from "#server/context.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";
import { startApp, testConfig, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp({ poolSize: 20, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
const services = createServices({ sql, config: testConfig, clock: () => new Date() });
let branch: CreatedBranch;
let ravi: CreatedUser;
let meena: CreatedUser;
let manager: CreatedUser;

before(async () => {
  branch = await make.valetBranch({ slots: 200 });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  meena = await make.user("staff", { branch, first_name: "Meena" });
  manager = await make.user("manager", { branch, first_name: "Latha" });
});

const moves = ["park", "request-pickup", "accept-pickup", "at-the-gate"];
const getCodes = (responses: readonly TestResponse[]): string[] =>
  responses.map(({ code, status }) => code ?? String(status)).toSorted();
const post = (client: TestClient, id: number, move: string, body: object = {}) =>
  client.post(`/actions/valet/${id}/${move}`, body);

async function createTicket(client: TestClient, { status = 1, ...fields }: { status?: number; key_tag?: string } = {}) {
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345", ...fields };
  const { data, status: http, text } = await client.post("/actions/valet/create-ticket", body);
  assert.equal(http, 200, text);
  for (const move of moves.slice(0, status - 1)) {
    const moved = await post(client, data.id, move);
    assert.equal(moved.status, 200, `${move}: ${moved.text}`);
  }
  return { ...data, ...(await readCustomerTicket({ sql, id: data.id })) };
}

test("another slot is recorded until the car is at the gate, so that the driver is sent to where it stands", async () => {
  const [driver, other] = [await asUser(ravi), await asUser(meena)];
  const ticket = await createTicket(driver, { status: 3 });
  const move = (client: TestClient, slot_no: number) => post(client, ticket.id, "slot", { slot_prefix: "B", slot_no });
  const requested = await move(other, 190);
  assert.deepEqual([requested.status, requested.data?.slot_no, requested.data?.status_id.sequence], [200, 190, 3]);
  await post(driver, ticket.id, "accept-pickup");
  assert.equal((await move(other, 191)).data?.slot_no, 191);
  await post(driver, ticket.id, "at-the-gate");
  assert.equal((await move(driver, 192)).code, "NO_NEXT_STATUS");
});

test("parks in the chosen slot, and moves to another one later, by any driver on duty", async () => {
  const [driver, other] = [await asUser(ravi), await asUser(meena)];
  const ticket = await createTicket(driver);
  const parked = await post(driver, ticket.id, "park", { slot_prefix: "B", slot_no: 150 });
  assert.deepEqual([parked.data.slot_prefix, parked.data.slot_no], ["B", 150]);
  const moved = await post(other, ticket.id, "slot", { slot_prefix: "B", slot_no: 151, key_tag: "17" });
  assert.deepEqual([moved.data.slot_no, moved.data.key_tag], [151, "17"], moved.text);
  assert.equal((await post(other, ticket.id, "slot", { slot_prefix: "B", slot_no: 201 })).code, "SLOT_EXIST");
  const unparked = await createTicket(driver);
  assert.equal((await post(driver, unparked.id, "slot", { slot_prefix: "B", slot_no: 152 })).code, "NO_NEXT_STATUS");
});

test("a ticket without a slot is parked without one, and keeps fuel and damages", async () => {
  const driver = await asUser(ravi);
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345", service_type: "valet-service" };
  const refused = await driver.post("/actions/valet/create-ticket", { ...body, damages: ["wheel"] });
  assert.equal(refused.code, "FAILED_VALIDATION");
  const noted = { fuel_level: "half", damages: ["front", "rear left"] };
  const { data } = await driver.post("/actions/valet/create-ticket", { ...body, ...noted });
  assert.deepEqual([data.is_valet_parking, data.fuel_level, data.damages], [false, "half", noted.damages]);
  const parked = await post(driver, data.id, "park");
  assert.deepEqual([parked.status, parked.data.slot_no], [200, null], parked.text);
});

test("a car that nobody collects is parked again in its slot, and the pickup starts anew", async () => {
  const driver = await asUser(ravi);
  const ticket = await createTicket(driver, { status: 5 });
  const [before] = await sql`select slot_no from "Valet_and_Parking_Information" where id = ${ticket.id}`;
  assert.equal((await post(await asUser(meena), ticket.id, "re-park")).code, "ASSIGNED_SOME_OTHER");
  const returned = await post(driver, ticket.id, "re-park");
  assert.equal(returned.status, 200, returned.text);
  const { status_id: status, slot_no: slot, pickup_request_assigned: holder, at_gate_at: at } = returned.data;
  assert.deepEqual([status.sequence, slot, holder, at], [2, before!["slot_no"], null, null]);
  for (const move of moves.slice(1)) assert.equal((await post(driver, ticket.id, move)).status, 200, move);
  const ready =
    await sql`select 1 from "Outbox" where template = 'valet-ready' and event like ${`valet-ready:${ticket.id}:%`}`;
  assert.equal(ready.length, 2, "the customer is told a second time");
});

test("customers withdraw their request until a driver has accepted it", async () => {
  const driver = await asUser(ravi);
  const ticket = await createTicket(driver, { status: 3 });
  const cancel = () =>
    app.inject({
      method: "POST",
      url: "/actions/valet/customer/cancel-request",
      headers: { "x-ticket": ticket.token },
      payload: {},
    });
  assert.equal((await cancel()).json<{ data: { status: { sequence: number } } }>().data.status.sequence, 2);
  await post(driver, ticket.id, "request-pickup");
  await post(driver, ticket.id, "accept-pickup");
  assert.match((await cancel()).body, /NO_NEXT_STATUS/);
});

test("any driver on duty parks the car of a driver who has left, and keys are handed over before the duty ends", async () => {
  const kumar = await make.user("staff", { branch, first_name: "Kumar" });
  const leaving = await asUser(kumar);
  const [first, second] = [await createTicket(leaving), await createTicket(leaving, { status: 4 })];
  const endDuty = (client: TestClient) => client.patch(`/users/${kumar.id}`, { in_out_flag: false });
  assert.equal((await endDuty(leaving)).code, "KEYS_IN_HAND");
  assert.equal((await post(await asUser(meena), first.id, "park")).code, "ASSIGNED_SOME_OTHER");
  assert.equal((await post(await asUser(meena), second.id, "reassign", { to: meena.id })).code, "ASSIGNED_SOME_OTHER");
  assert.equal((await post(leaving, second.id, "reassign", { to: meena.id })).status, 200);
  assert.equal((await endDuty(leaving)).code, "KEYS_IN_HAND", "the other key");
  assert.equal((await endDuty(await asUser(manager))).status, 200, "a manager ends the duty of one who has left");
  const parked = await post(await asUser(ravi), first.id, "park");
  assert.equal(parked.status, 200, parked.text);
  assert.equal(parked.data.Assigned_Staff.first_name, "Ravi");
});

test("a key tag is on one open key in any spelling, and free again when the ticket is closed", async () => {
  const driver = await asUser(ravi);
  const ticket = await createTicket(driver, { key_tag: "K 40" });
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345", key_tag: "k40" };
  const refused = await driver.post("/actions/valet/create-ticket", body);
  assert.equal(refused.code, "KEY_TAG_TAKEN");
  assert.match(refused.text, /"field":"key_tag"/, "the form marks the field");
  const other = await createTicket(driver, { key_tag: "K41" });
  assert.equal((await post(driver, other.id, "park", { key_tag: "K40" })).code, "KEY_TAG_TAKEN");
  assert.equal((await post(driver, ticket.id, "void", { reason: "Entered twice" })).status, 200);
  assert.equal((await post(driver, other.id, "park", { key_tag: "K40" })).status, 200);
  assert.equal((await driver.post("/actions/valet/create-ticket", { ...body, key_tag: "K41" })).status, 200);
});

test("a branch with a board of key tags accepts only those", async () => {
  const board = await make.valetBranch({ config: { key_tag_prefix: "K", key_tag_count: 3 } });
  const driver = await asUser(await make.user("staff", { branch: board }));
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  const refused = await driver.post("/actions/valet/create-ticket", { ...body, key_tag: "K4" });
  assert.equal(refused.code, "FAILED_VALIDATION");
  assert.match(refused.text, /Choose a tag from K1 to K3/);
  assert.equal((await driver.post("/actions/valet/create-ticket", { ...body, key_tag: "k3" })).status, 200);
});

test("two cars for one slot, and two tickets with one tag: one gets it, the other has one code", async () => {
  const [driver, other] = [await asUser(ravi), await asUser(meena)];
  const rounds = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const slot = { slot_prefix: "B", slot_no: 160 + index };
      const [one, two] = [await createTicket(driver), await createTicket(other)];
      return Promise.all([post(driver, one.id, "park", slot), post(other, two.id, "park", slot)]);
    }),
  );
  for (const responses of rounds) assert.deepEqual(getCodes(responses), ["200", "SLOT_EXIST"]);
  const tags = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const body = { Customer_Phone_Number: "9840012345", key_tag: `R${index}` };
      return Promise.all(
        [driver, other].map((client) =>
          client.post("/actions/valet/create-ticket", { ...body, Vehicle_Number: make.plate() }),
        ),
      );
    }),
  );
  for (const responses of tags) assert.deepEqual(getCodes(responses), ["200", "KEY_TAG_TAKEN"]);
});

test("an offer against the handover of the driver's car: the handover succeeds, and the offer follows it", async () => {
  const site = await make.valetBranch();
  const driverUser = await make.user("staff", { branch: site, first_name: "Gopi" });
  const driver = await asUser(driverUser);
  for (let round = 0; round < 6; round += 1) {
    const delivered = await createTicket(driver, { status: 5 });
    await post(driver, delivered.id, "take-cash");
    const waiting = await createTicket(driver, { status: 3 });
    await offerPickups({ services, branch: site.id });
    const [unoffered] = await sql`select offered_to from "Valet_and_Parking_Information" where id = ${waiting.id}`;
    assert.equal(unoffered!["offered_to"], null, "control: the driver has a car that is not handed over");
    const [handed] = await Promise.all([
      post(driver, delivered.id, "hand-over", { otp: delivered.otp }),
      offerPickups({ services, branch: site.id }),
    ]);
    assert.equal(handed.status, 200, handed.text);
    await offerPickups({ services, branch: site.id });
    const [row] = await sql`select offered_to from "Valet_and_Parking_Information" where id = ${waiting.id}`;
    assert.equal(row!["offered_to"], driverUser.id);
    assert.equal((await post(driver, waiting.id, "void", { reason: "End of the round" })).status, 200);
  }
});

test("control: without the unique index, two tickets that are created at once get one tag", async () => {
  await sql`drop index "Valet_and_Parking_Information_u7"`;
  const [driver, other] = [await asUser(ravi), await asUser(meena)];
  const responses = await Promise.all(
    [driver, other].map((client) =>
      client.post("/actions/valet/create-ticket", {
        Vehicle_Number: make.plate(),
        Customer_Phone_Number: "9840012345",
        key_tag: "Z1",
      }),
    ),
  );
  assert.deepEqual(getCodes(responses), ["200", "200"]);
});

test("offers that are planned at once while a car is handed over: its driver gets one pickup", async () => {
  const site = await make.valetBranch();
  const driverUser = await make.user("staff", { branch: site, first_name: "Hari" });
  const driver = await asUser(driverUser);
  const waiting = [await createTicket(driver, { status: 3 }), await createTicket(driver, { status: 3 })];
  const delivered = await createTicket(driver, { status: 5 });
  await post(driver, delivered.id, "take-cash");
  await Promise.all([
    post(driver, delivered.id, "hand-over", { otp: delivered.otp }),
    ...Array.from({ length: 6 }, () => offerPickups({ services, branch: site.id })),
  ]);
  await offerPickups({ services, branch: site.id });
  const ids = waiting.map(({ id }) => id);
  const offered = await sql`
    select id from "Valet_and_Parking_Information" where id = any(${ids}) and offered_to = ${driverUser.id}`;
  assert.equal(offered.length, 1);
});

// The controls: the same decisions on plain tables, without the lock and the unique index.
test("control: without the lock, two drivers park in one slot", async () => {
  await sql`create table plain_slots (ticket int primary key, slot int)`;
  await sql`insert into plain_slots values (1, null), (2, null)`;
  const bothHaveRead = Promise.withResolvers<undefined>();
  let reads = 0;
  const park = async (ticket: number): Promise<void> => {
    const taken = await sql`select 1 from plain_slots where slot = 7`;
    if ((reads += 1) === 2) bothHaveRead.resolve(undefined);
    await bothHaveRead.promise;
    if (taken.length === 0) await sql`update plain_slots set slot = 7 where ticket = ${ticket}`;
  };
  await Promise.all([park(1), park(2)]);
  assert.notEqual((await sql`select 1 from plain_slots where slot = 7`).length, 1);
});

test("control: without the lock, a driver who hands a car over gets two pickups", async () => {
  await sql`create table plain_pickups (id int primary key, driver int)`;
  await sql`create table plain_drivers (id int primary key, is_free boolean)`;
  await sql`insert into plain_pickups values (1, null), (2, null)`;
  await sql`insert into plain_drivers values (9, false)`;
  const handOver = () => sql`update plain_drivers set is_free = true where id = 9`;
  const bothHaveRead = Promise.withResolvers<undefined>();
  let reads = 0;
  const offer = async (pickup: number): Promise<void> => {
    const free =
      await sql`select 1 from plain_drivers where is_free and not exists (select 1 from plain_pickups where driver = 9)`;
    if ((reads += 1) === 2) bothHaveRead.resolve(undefined);
    await bothHaveRead.promise;
    if (free.length > 0) await sql`update plain_pickups set driver = 9 where id = ${pickup}`;
  };
  await handOver();
  await Promise.all([offer(1), offer(2)]);
  assert.notEqual((await sql`select 1 from plain_pickups where driver = 9`).length, 1);
});

test("one answer names every field of a ticket to correct, missing and invalid ones", async () => {
  const site = await make.valetBranch({
    slots: 3,
    allow_vehicle_type_required: true,
    allow_vehicle_image_required: true,
  });
  const driver = await asUser(await make.user("staff", { branch: site }));
  const { status, errors, text } = await driver.post("/actions/valet/create-ticket", {
    email: "nobody",
    damages: ["wheel of fortune"],
  });
  assert.equal(status, 400, text);
  assert.deepEqual(
    errors.map(({ message, extensions: { code, field } }) => [field, code, message]),
    [
      ["email", "FAILED_VALIDATION", "*Invalid email"],
      ["Vehicle_Number", "FAILED_VALIDATION", "*Vehicle number is required"],
      ["Customer_Phone_Number", "FAILED_VALIDATION", "*Phone number is required"],
      ["damages", "FAILED_VALIDATION", "Some fields are incorrect. Check the marked fields and try again."],
      ["vehicle_type", "VEHICLE_TYPE_REQUIRED", "*Vehicle type is required"],
      ["entry_images", "IMAGE_REQUIRED", "*Take at least one photo of the vehicle"],
    ],
  );
});
