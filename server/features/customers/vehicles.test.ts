// §2 Account: own vehicles, and a plate that another account holds.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { visitCodeDays } from "#domain/accounts/profile/own-vehicles.ts";
import { findHeldPlates } from "#server/features/accounts/held-plates.ts";
import { createLastingClient, startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const branch = await make.valetBranch({ is_parking: true });
const manager = await asUser(await make.user("manager", { branch }));

beforeEach(async () => {
  clock.now = null;
  await sql`delete from throttle`;
});

let count = 0;
const freshPhone = (): string => `98402${String((count += 1)).padStart(5, "0")}`;
const createCustomer = (): Promise<CreatedUser> =>
  make.user("customer", { contact_number: freshPhone(), public_customer: true });
const add = (client: Pick<TestClient, "post">, vehicleNo: string, more: object = {}) =>
  client.post("/actions/account/vehicles", { vehicleNo, ...more });
const readPlates = async ({ id }: CreatedUser): Promise<string[]> => {
  const [account] = await sql<{ vehicles: { vehicleNo: string }[] }[]>`
    select user_vehicles as vehicles from users where id = ${id}`;
  return account!.vehicles.map(({ vehicleNo }) => vehicleNo);
};

/** Another account that has the plate. */
async function createHolder(plate: string): Promise<CreatedUser> {
  const holder = await createCustomer();
  assert.equal((await add(await asUser(holder), plate)).status, 204);
  return holder;
}

async function checkIn(plate: string): Promise<{ id: number; qr: string; pay: string }> {
  const entered = await manager.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: freshPhone() });
  assert.equal(entered.status, 200, entered.text);
  return entered.data;
}

test("adds, changes and removes a vehicle, with its errors", async () => {
  const user = await createCustomer();
  const customer = await asUser(user);
  assert.equal((await add(customer, "tn 09 zz 4321", { type: null })).status, 204);
  assert.equal((await add(customer, "TN09ZZ4321")).code, "VEHICLE_ALREADY_EXIST");
  const [wrong] = (await add(customer, "x")).errors;
  assert.deepEqual([wrong!.extensions.code, wrong!.extensions.field], ["INVALID_VEHICLE_NUMBER", "vehicleNo"]);
  assert.equal((await add(customer, "TN09ZZ4322", { replaces: "tn09zz4321" })).status, 204);
  assert.deepEqual(await readPlates(user), ["TN09ZZ4322"]);
  assert.equal((await add(customer, "TN09ZZ4323", { replaces: "TN09ZZ4321" })).code, "NO_MATCH_FOUND");
  const remove = () => customer.post("/actions/account/vehicles/remove", { vehicleNo: "TN09ZZ4322" });
  assert.equal((await remove()).status, 204);
  assert.equal((await remove()).code, "NO_MATCH_FOUND");
  assert.deepEqual(await readPlates(user), []);
  // Only so, since each new plate is checked.
  assert.equal((await customer.patch("/users/me", { user_vehicles: [{ vehicleNo: "TN09ZZ4321" }] })).code, "FORBIDDEN");
  assert.equal((await add(manager, "TN09ZZ4321")).code, "FORBIDDEN");
});

test("a plate of another account needs the code of a visit, and then is with both", async () => {
  const plate = make.plate();
  const holder = await createHolder(plate);
  const visit = await checkIn(plate);
  const other = await checkIn(make.plate());
  const created = await manager.post("/actions/valet/create-ticket", {
    Vehicle_Number: plate,
    Customer_Phone_Number: freshPhone(),
  });
  assert.equal(created.status, 200, created.text);
  const { code, errors } = await add(await asUser(await createCustomer()), plate);
  assert.deepEqual([code, errors[0]!.extensions.field], ["VISIT_CODE_REQUIRED", "code"]);
  for (const invalid of [other.qr, `${visit.qr}x`, "CHAAVI:P:1:x", "1234", 5, `https://chaavi.test/pay/${other.pay}`]) {
    const response = await add(await asUser(await createCustomer()), plate, { code: invalid });
    const expected = typeof invalid === "string" ? "VISIT_CODE_INVALID" : "VISIT_CODE_REQUIRED";
    assert.equal(response.code, expected, String(invalid));
  }
  const { link, qr } = created.data as { link: string; qr: string };
  for (const valid of [visit.qr, ` ${visit.qr} `, `https://chaavi.test/pay/${visit.pay}`, visit.pay, link, qr]) {
    const user = await createCustomer();
    const response = await add(await asUser(user), plate, { code: valid });
    assert.equal(response.status, 204, `${valid}: ${response.text}`);
    assert.deepEqual(await readPlates(user), [plate]);
  }
  assert.deepEqual(await readPlates(holder), [plate]);
  // Who has it keeps it without a code.
  const changed = await add(await asUser(holder), plate, { replaces: plate, type: null });
  assert.equal(changed.status, 204, changed.text);
});

test("a visit proves nothing when it is old, was voided or has another plate now", async () => {
  const plate = make.plate();
  await createHolder(plate);
  const claimant = createLastingClient({ asUser, user: await createCustomer() });
  const visit = await checkIn(plate);
  const start = Date.now();
  const claim = () => add(claimant, plate, { code: visit.qr });
  clock.now = new Date(start + visitCodeDays * 24 * 60 * 60_000 + 60_000);
  assert.equal((await claim()).code, "VISIT_CODE_INVALID");
  clock.now = null;
  await sql`delete from throttle`;
  await sql`update "Parking_Information" set voided_at = now() where id = ${visit.id}`;
  assert.equal((await claim()).code, "VISIT_CODE_INVALID");
  await sql`update "Parking_Information" set voided_at = null where id = ${visit.id}`;
  await sql`update "Parking_Main_Information" set vehicle_no = ${make.plate()} where id =
    (select parking_main_info from "Parking_Information" where id = ${visit.id})`;
  assert.equal((await claim()).code, "VISIT_CODE_INVALID");
});

test("a booking proves its vehicle once it has arrived, to the account and by its pay link", async () => {
  const settings = await make.row("Pre_Booking_Configuration", { bookable_share: 100 });
  const lot = await make.branch({ slots: 3, rate: "20.00", is_pre_booking: true, pre_booking_config: settings.id });
  const desk = await asUser(await make.user("manager", { branch: lot }));
  const [plate, free] = [make.plate(), make.plate()];
  await createHolder(plate);
  const phone = freshPhone();
  const user = await make.user("customer", { contact_number: phone, public_customer: true });
  const prepay = async (vehicle: string): Promise<{ id: number; entry: number; link: string }> => {
    const [from, until] = [5, 65].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
    const body = {
      vehicle_no: vehicle,
      phone_no: phone,
      booking_start_time: from,
      booking_end_time: until,
    };
    const booked = await desk.post("/actions/pre-bookings", body);
    assert.equal(booked.status, 200, booked.text);
    const paid = await desk.post(`/actions/pre-bookings/${booked.data.id}/prepay`, {});
    assert.equal(paid.status, 200, paid.text);
    const entry = paid.data.parking_information.id;
    const { data } = await desk.get(`/actions/parking/${entry}/slip`);
    return { id: booked.data.id, entry, link: `https://chaavi.test/pay/${data.pay}` };
  };
  const booking = await prepay(plate);
  await prepay(free);
  assert.deepEqual(await readPlates(user), [free], "of the two, the one that nobody holds");
  const other = await asUser(await createCustomer());
  assert.equal((await add(other, plate, { code: booking.link })).code, "VISIT_CODE_INVALID");
  const corrected = await desk.post(`/actions/parking/${booking.entry}/correct`, { name: "Ravi", reason: "Asked" });
  assert.equal(corrected.status, 200, corrected.text);
  assert.deepEqual(await readPlates(user), [free], "a correction is no visit either");
  const arrived = await desk.post(`/actions/pre-bookings/${booking.id}/arrive`, {});
  assert.equal(arrived.status, 200, arrived.text);
  assert.deepEqual(await readPlates(user), [free, plate]);
  assert.equal((await add(other, plate, { code: booking.link })).status, 204);
});

test("a test entry or ticket proves nothing", async () => {
  const plate = make.plate();
  await createHolder(plate);
  const visit = await checkIn(plate);
  await sql`update "Parking_Information" set is_test = true where id = ${visit.id}`;
  const fields = { Vehicle_Number: plate, Customer_Phone_Number: freshPhone() };
  const { qr, id } = (await manager.post("/actions/valet/create-ticket", fields)).data;
  await sql`update "Valet_and_Parking_Information" set is_test = true where id = ${id}`;
  for (const code of [visit.qr, qr])
    assert.equal((await add(await asUser(await createCustomer()), plate, { code })).code, "VISIT_CODE_INVALID");
});

test("a plate that a gate typed, or a suspended account has, needs no code", async () => {
  const typed = make.plate();
  await checkIn(typed);
  assert.equal((await add(await asUser(await createCustomer()), typed)).status, 204);
  const suspended = make.plate();
  const holder = await createHolder(suspended);
  await sql`update users set status = 'suspended' where id = ${holder.id}`;
  assert.equal((await add(await asUser(await createCustomer()), suspended)).status, 204);
});

test("refused vehicles are throttled, saved ones are not", async () => {
  const held = make.plate();
  await createHolder(held);
  const customer = await asUser(await createCustomer());
  for (let number = 0; number < 8; number += 1) assert.equal((await add(customer, make.plate())).status, 204);
  const codes: (string | undefined)[] = [];
  for (let number = 0; number < 6; number += 1) codes.push((await add(customer, held)).code);
  assert.deepEqual(codes, [...Array.from({ length: 5 }, () => "VISIT_CODE_REQUIRED"), "REQUESTS_EXCEEDED"]);
  // Also with a right code, so that codes cannot be tried.
  const { qr } = await checkIn(held);
  assert.equal((await add(customer, held, { code: qr })).code, "REQUESTS_EXCEEDED");
});

const racers = 8;

test("of accounts that add one plate at once, one gets it without a code", async () => {
  const plate = make.plate();
  const clients = await Promise.all(Array.from({ length: racers }, async () => asUser(await createCustomer())));
  const codes = await Promise.all(clients.map(async (client) => (await add(client, plate)).code));
  assert.deepEqual(
    codes.filter((code) => code !== "VISIT_CODE_REQUIRED"),
    [undefined],
  );
  const holders = await sql`select 1 from users where user_vehicles @> ${sql.json([{ vehicleNo: plate }])}`;
  assert.equal(holders.length, 1);
});

test("control: without the lock of the plate, several accounts find that nobody has it", async () => {
  const plate = make.plate();
  const customers = await Promise.all(Array.from({ length: racers }, createCustomer));
  let waiting = racers;
  let release = (): void => {};
  const haveAllLooked = new Promise<void>((resolve) => (release = resolve));
  await Promise.all(
    customers.map(({ id }) =>
      sql.begin(async (tx) => {
        const held = await findHeldPlates({ tx, plates: [plate], except: id });
        if ((waiting -= 1) === 0) release();
        await haveAllLooked;
        if (held.length === 0)
          await tx`update users set user_vehicles = ${tx.json([{ vehicleNo: plate, type: null }])} where id = ${id}`;
      }),
    ),
  );
  const holders = await sql`select 1 from users where user_vehicles @> ${sql.json([{ vehicleNo: plate }])}`;
  assert.ok(holders.length > 1);
});
