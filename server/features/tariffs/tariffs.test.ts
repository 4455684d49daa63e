import assert from "node:assert/strict";
import { test } from "node:test";
import { createServices } from "#server/context.ts";
import { startTariff } from "#server/features/tariffs/start-tariff.ts";
import { createLastingClient, startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql, () => clock.now ?? new Date());
const services = createServices({ sql, config: testConfig, clock: () => clock.now ?? new Date() });
let phones = 0;
const vehicle = () => ({ vehicle_no: make.plate(), phone_no: `93${String((phones += 1)).padStart(8, "0")}` });
const hourly = (amount: number) => ({ kind: "each", to: null, step: 60, amount });
const createTariff = (lines: object[], terms: object = {}) => ({
  plans: [{ name: "Standard", rates: [{ vehicle_type: null, lines, ...terms }] }],
});
const atIst = (local: string) => new Date(`${local}+05:30`);

/** A client whose session does not end when the clock moves. */
const createClient = (user: CreatedUser) => createLastingClient({ asUser, user });

async function createSite(options: Parameters<typeof make.branch>[0] = {}) {
  const branch = await make.branch(options);
  const gate = createClient(await make.user("staff", { branch }));
  const manager = createClient(await make.user("manager", { branch }));
  return { branch, gate, manager };
}
type Site = Awaited<ReturnType<typeof createSite>>;

const toVersion = (branch: CreatedBranch, tariff: object, more: object = {}) => ({
  branch: branch.id,
  service: "is_parking",
  tariff,
  ...more,
});
async function createVersion({ branch, manager }: Site, tariff: object, more: object = {}) {
  const response = await manager.post("/items/Tariff_Versions", toVersion(branch, tariff, more));
  assert.equal(response.status, 200, response.text);
  return response.data;
}
async function checkIn({ gate }: Site) {
  const response = await gate.post("/actions/parking/check-in", vehicle());
  assert.equal(response.status, 200, response.text);
  return response.data;
}
async function checkOut({ gate }: Site, id: number): Promise<string> {
  const response = await gate.post(`/actions/parking/${id}/take-cash`, { auto_checkout: true });
  assert.equal(response.status, 200, response.text);
  assert.equal(response.data.parking_status_id, 2);
  return response.data.total_amount;
}
const readCharges = async ({ branch, manager }: Site) =>
  (await manager.get(`/items/Time_Charges?filter[branch][_eq]=${branch.id}&sort=id`)).data;

test("an entry keeps the version of its arrival when the tariff changes while it is inside", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const site = await createSite();
  const first = await createVersion(site, createTariff([hourly(2_000)]));
  assert.equal(first.number, 1);
  clock.now = atIst("2026-11-18T10:05:00");
  const before = await checkIn(site);
  assert.deepEqual([before.tariff_version, before.tariff.version], [first.id, 1]);
  assert.deepEqual([before.parking_time_type, before.charge_amount_for_minutes], ["hours", "20.00"]);
  clock.now = atIst("2026-11-18T10:10:00");
  const slabs = [{ kind: "total", to: 120, amount: 9_000 }, hourly(1_000)];
  const second = await createVersion(site, createTariff(slabs));
  const after = await checkIn(site);
  assert.deepEqual([second.number, after.tariff_version, after.tariff.version], [2, second.id, 2]);
  assert.equal(after.charge_amount_for_minutes, null);
  clock.now = atIst("2026-11-18T12:30:00");
  assert.equal(await checkOut(site, before.id), "60.00");
  assert.equal(await checkOut(site, after.id), "100.00");
});

test("charges a night and two calendar days of a stay across midnight in India", async () => {
  clock.now = atIst("2026-11-18T09:00:00");
  const site = await createSite();
  const day = { reset: "calendar", part: "restart", caps: [8_000] };
  const nights = [{ from: "00:00", to: "05:00", amount: 4_000, per: "night" }];
  await createVersion(site, createTariff([hourly(2_000)], { day, nights }));
  clock.now = atIst("2026-11-18T23:50:00");
  const entry = await checkIn(site);
  clock.now = atIst("2026-11-19T00:10:00");
  assert.equal(await checkOut(site, entry.id), "80.00");
});

test("an entry without a copied tariff is charged by its four fields", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const site = await createSite({ rate: "20.00" });
  const entry = await checkIn(site);
  await sql`update "Parking_Information" set tariff = null, tariff_version = null where id = ${entry.id}`;
  await createVersion(site, createTariff([hourly(50_000)]));
  clock.now = atIst("2026-11-18T10:31:00");
  assert.equal(await checkOut(site, entry.id), "40.00");
});

test("a version that has started or applies to an entry is immutable; a later one is not", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const site = await createSite();
  const { manager } = site;
  const tariff = createTariff([hourly(2_000)]);
  const started = await createVersion(site, tariff);
  clock.now = atIst("2026-11-18T10:00:01");
  const later = await createVersion(site, tariff, { starts_at: "2026-12-01T00:00:00+05:30" });
  const used = await createVersion(site, tariff, { starts_at: "2026-12-02T00:00:00+05:30" });
  const entry = await checkIn(site);
  await sql`update "Parking_Information" set tariff_version = ${used.id} where id = ${entry.id}`;
  for (const { id } of [started, used]) {
    const changed = await manager.patch(`/items/Tariff_Versions/${id}`, { tariff: createTariff([hourly(1)]) });
    assert.deepEqual([changed.status, changed.code], [409, "TARIFF_VERSION_IN_USE"]);
    assert.equal((await manager.delete(`/items/Tariff_Versions/${id}`)).code, "TARIFF_VERSION_IN_USE");
  }
  const path = `/items/Tariff_Versions/${later.id}`;
  const changed = await manager.patch(path, { tariff: createTariff([hourly(3_000)]) });
  assert.equal(changed.data.tariff.plans[0].rates[0].lines[0].amount, 3_000);
  assert.equal((await manager.patch(path, { service: "is_valet_and_parking" })).code, "FORBIDDEN");
  assert.equal((await manager.delete(path)).status, 204);
});

test("refuses a wrong tariff with a text for each problem, and a start in the past", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const { branch, manager } = await createSite();
  const post = (tariff: object, more: object = {}) =>
    manager.post("/items/Tariff_Versions", toVersion(branch, tariff, more));
  const gap = await post(createTariff([{ kind: "total", to: 60, amount: 3_000 }]));
  assert.deepEqual([gap.status, gap.code], [400, "INVALID_TARIFF"]);
  const [error] = gap.errors;
  assert.match(error!.message, /^A stay longer than 1 hour has no price/);
  assert.deepEqual(error!.extensions["problems"], [
    { path: ["plans", 0, "rates", 0, "lines", 0], text: error!.message },
  ]);
  assert.equal((await post({ plans: [] })).code, "INVALID_TARIFF");
  assert.equal((await post(createTariff([hourly(-1)]))).code, "INVALID_TARIFF");
  assert.equal((await post(createTariff([{ ...hourly(1), per: "day" }]))).code, "INVALID_TARIFF");
  const past = await post(createTariff([hourly(1)]), { starts_at: "2026-11-18T09:59:59+05:30" });
  assert.deepEqual([past.code, past.errors[0]!.message], ["INVALID_TARIFF", "The start is in the past."]);
});

test("two hours are refused as a unit of time charges instead of being charged as one hour each", async () => {
  const site = await createSite();
  const { branch, manager } = site;
  const charge = { branch: branch.id, service: "is_parking", charge_amount_for_minutes: "40.00" };
  const twoHours = { ...charge, parking_time_type: "hours", time_value_for_minutes: 2 };
  const refused = await manager.post("/items/Time_Charges", twoHours);
  assert.equal(refused.code, "FAILED_VALIDATION");
  assert.match(refused.errors[0]!.message, /Two hours are 120 minutes/);
  assert.deepEqual(await readCharges(site), []);
  const minutes = { ...charge, parking_time_type: "minutes", time_value_for_minutes: 120 };
  const { data } = await manager.post("/items/Time_Charges", minutes);
  const changed = await manager.patch(`/items/Time_Charges/${data.id}`, { parking_time_type: "hours" });
  assert.deepEqual([changed.status, changed.data.time_value_for_minutes], [200, null]);
});

test("a change of time charges creates one version per request that says the same", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const site = await createSite();
  const { branch, manager } = site;
  const type = await make.row("Vehicle_Type", { name: "Car of charges" });
  const charge = { branch: branch.id, service: "is_parking", parking_time_type: "hours" };
  const created = await manager.post("/items/Time_Charges", [
    { ...charge, charge_amount_for_minutes: "20.00" },
    { ...charge, vehicle_type: type.id, charge_amount_for_minutes: "30.00", min_charge_of_minutes: "50.00" },
  ]);
  assert.equal(created.status, 200, created.text);
  const readVersions = async () =>
    (await manager.get(`/items/Tariff_Versions?filter[branch][_eq]=${branch.id}&sort=number`)).data;
  const [version, ...others] = await readVersions();
  assert.equal(others.length, 0);
  const { rates } = version.tariff.plans[0];
  assert.deepEqual(
    rates.map((row: { vehicle_type: number; lines: object[]; minimum: number }) => [
      row.vehicle_type,
      row.lines,
      row.minimum,
    ]),
    [
      [null, [hourly(2_000)], 0],
      [type.id, [hourly(3_000)], 5_000],
    ],
  );
  clock.now = atIst("2026-11-18T11:00:00");
  assert.equal((await manager.delete(`/items/Time_Charges/${created.data[0].id}`)).status, 204);
  const versions = await readVersions();
  assert.deepEqual(
    versions.map(({ number }: { number: number }) => number),
    [1, 2],
  );
  assert.equal((await site.gate.post("/actions/parking/check-in", vehicle())).code, "VEHICLE_TYPE_REQUIRED");
  clock.now = atIst("2026-11-18T12:00:00");
  assert.equal((await manager.delete(`/items/Time_Charges/${created.data[1].id}`)).status, 204);
  const entry = await checkIn(site);
  clock.now = atIst("2026-11-18T20:00:00");
  assert.equal(await checkOut(site, entry.id), "0.00");
});

test("a version rewrites the time charges that four fields can say when it comes into force", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const site = await createSite({ rate: "20.00" });
  const [car, bike] = [
    await make.row("Vehicle_Type", { name: "Car of versions" }),
    await make.row("Vehicle_Type", { name: "Bike of versions" }),
  ];
  const rates = [
    { vehicle_type: car.id, lines: [{ kind: "total", to: 120, amount: 5_000 }, hourly(2_000)] },
    { vehicle_type: bike.id, lines: [hourly(1_000)], minimum: 1_500 },
  ];
  clock.now = atIst("2026-11-18T10:00:01");
  const tariff = { plans: [{ name: "Standard", rates }], grace_minutes: 5 };
  const { id } = await createVersion(site, tariff, { starts_at: "2026-11-19T00:00:00+05:30" });
  assert.equal((await readCharges(site))[0].charge_amount_for_minutes, "20.00");
  clock.now = atIst("2026-11-19T00:00:00");
  await startTariff({ services, version: id });
  const charges = await readCharges(site);
  assert.deepEqual(
    charges.map((row: { [field: string]: unknown }) => [
      row["vehicle_type"],
      row["parking_time_type"],
      row["charge_amount_for_minutes"],
      row["min_charge_of_minutes"],
    ]),
    [[bike.id, "hours", "10.00", "15.00"]],
  );
  // A change of the row keeps what it cannot say.
  clock.now = atIst("2026-11-19T09:00:00");
  await site.manager.patch(`/items/Time_Charges/${charges[0].id}`, { charge_amount_for_minutes: "12.00" });
  const [latest] = (
    await site.manager.get(`/items/Tariff_Versions?filter[branch][_eq]=${site.branch.id}&sort=-number&limit=1`)
  ).data;
  assert.equal(latest.number, 3);
  assert.equal(latest.tariff.grace_minutes, 5);
  const amounts = latest.tariff.plans[0].rates.map((row: { vehicle_type: number; lines: { amount: number }[] }) => [
    row.vehicle_type,
    row.lines.map(({ amount }) => amount),
  ]);
  assert.deepEqual(amounts, [
    [bike.id, [1_200]],
    [car.id, [5_000, 2_000]],
  ]);
});

test("versions created at once get different numbers, which the database alone would refuse", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const site = await createSite();
  const { branch, manager } = site;
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      manager.post("/items/Tariff_Versions", toVersion(branch, createTariff([hourly(index)]))),
    ),
  );
  assert.deepEqual(
    responses.map(({ status }) => status),
    responses.map(() => 200),
  );
  assert.deepEqual(
    responses.map(({ data }) => data.number).toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5, 6],
  );
  const [charge, ...others] = await readCharges(site);
  assert.equal(others.length, 0);
  const last = responses.find(({ data }) => data.number === 6)!.data;
  assert.equal(Number(charge.charge_amount_for_minutes) * 100, last.tariff.plans[0].rates[0].lines[0].amount);
  // Control: without the allocation under its lock, the same number is refused.
  await assert.rejects(
    sql`insert into "Tariff_Versions" (branch, service, number, starts_at, tariff)
      select branch, service, number, starts_at, tariff from "Tariff_Versions" where id = ${last.id}`,
    { code: "23505" },
  );
});

test("a manager manages the own branch's tariff only, and staff read it", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const [own, other] = [await createSite(), await createSite()];
  const { id } = await createVersion(other, createTariff([hourly(2_000)]), { starts_at: "2026-12-01T00:00:00+05:30" });
  const body = toVersion(other.branch, createTariff([hourly(1)]));
  assert.equal((await own.manager.post("/items/Tariff_Versions", body)).code, "FORBIDDEN");
  assert.equal((await own.manager.patch(`/items/Tariff_Versions/${id}`, { tariff: body.tariff })).code, "FORBIDDEN");
  assert.equal((await own.manager.get(`/items/Tariff_Versions/${id}`)).code, "FORBIDDEN");
  assert.equal((await other.gate.get(`/items/Tariff_Versions/${id}`)).data.number, 1);
  assert.equal((await other.gate.post("/items/Tariff_Versions", body)).code, "FORBIDDEN");
  assert.equal((await (await asUser()).get(`/items/Tariff_Versions/${id}`)).status, 403);
});

const quote = { service: "is_parking", arrival: "2026-11-18T10:00:00+05:30", departure: "2026-11-18T12:30:00+05:30" };

test("quotes a stay of a published branch to everybody, and of an unpublished one to its own users", async () => {
  clock.now = atIst("2026-11-18T09:00:00");
  const site = await createSite();
  const { branch } = site;
  await createVersion(site, createTariff([{ kind: "total", to: 60, amount: 3_000 }, hourly(1_000)]));
  const nobody = await asUser();
  const ask = (client: Pick<TestClient, "post">, more: object = {}) =>
    client.post("/actions/tariffs/quote", { ...quote, branch: branch.id, ...more });
  const expected = {
    charge: 5_000,
    minutes: 150,
    version: 1,
    lines: [
      {
        text: "First 1 hour ₹30.00",
        amount: 3_000,
        translation: { message: "First {duration}", values: { duration: { message: "1 hour", values: {} } } },
      },
      {
        text: "2 more hours at ₹10.00 = ₹20.00",
        amount: 2_000,
        translation: { message: "{count} more hours at {rate}", values: { count: 2, rate: "₹10.00" } },
      },
    ],
  };
  assert.deepEqual((await ask(nobody)).data, expected);
  const free = { charge: 0, minutes: 150, version: null, lines: [] };
  assert.deepEqual((await ask(nobody, { service: "is_valet_and_parking" })).data, free);
  // The version that will be in force on arrival.
  await createVersion(site, createTariff([hourly(7_000)]), { starts_at: "2026-11-18T09:30:00+05:30" });
  assert.deepEqual([(await ask(nobody)).data.charge, (await ask(nobody)).data.version], [21_000, 2]);
  for (const [more, code] of [
    [{ departure: "2026-11-18T09:59:59+05:30" }, "INVALID_PAYLOAD"],
    [{ departure: "2028-11-18T10:00:00+05:30" }, "INVALID_PAYLOAD"],
    [{ arrival: "tomorrow" }, "INVALID_PAYLOAD"],
    [{ branch: 2_000_000_000 }, "FORBIDDEN"],
  ] as const)
    assert.equal((await ask(nobody, more)).code, code);
  await sql`update "Branch" set status = 'archived' where id = ${branch.id}`;
  const stranger = await createSite();
  assert.deepEqual([(await ask(nobody)).code, (await ask(stranger.manager)).code], ["FORBIDDEN", "FORBIDDEN"]);
});

test("limits quotes per client address", async () => {
  clock.now = atIst("2026-11-18T09:00:00");
  const site = await createSite();
  const nobody = await asUser();
  const ask = () => nobody.post("/actions/tariffs/quote", { ...quote, branch: site.branch.id });
  let codes = new Set<string | undefined>();
  for (let count = 0; count < 130 && !codes.has("REQUESTS_EXCEEDED"); count += 10)
    codes = new Set((await Promise.all(Array.from({ length: 10 }, ask))).map(({ code }) => code));
  assert.ok(codes.has("REQUESTS_EXCEEDED"));
});

test("previews the stays of the last 30 days by a proposed tariff, of the own branch only", async () => {
  clock.now = atIst("2026-10-01T09:00:00");
  const [site, other] = [await createSite(), await createSite()];
  await createVersion(site, createTariff([hourly(2_000)]));
  await createVersion(other, createTariff([hourly(99_900)]));
  const stay = async (at: Site, from: string, to: string) => {
    clock.now = atIst(from);
    const { id } = await checkIn(at);
    clock.now = atIst(to);
    await checkOut(at, id);
  };
  await stay(site, "2026-10-01T10:00:00", "2026-10-01T15:00:00");
  await stay(site, "2026-11-10T10:00:00", "2026-11-10T11:30:00");
  await stay(site, "2026-11-11T10:00:00", "2026-11-11T10:20:00");
  await stay(other, "2026-11-11T10:00:00", "2026-11-11T12:00:00");
  clock.now = atIst("2026-11-11T12:00:00");
  await checkIn(site);
  clock.now = atIst("2026-11-18T10:00:00");
  const ask = (manager: Site["manager"], tariff: object) =>
    manager.post("/actions/tariffs/preview", { branch: site.branch.id, service: "is_parking", tariff });
  const proposed = createTariff([
    { kind: "total", to: 30, amount: 1_000 },
    { kind: "total", to: null, amount: 9_000 },
  ]);
  assert.deepEqual((await ask(site.manager, proposed)).data, {
    entries: 2,
    charged: 6_000,
    repriced: 10_000,
    from: atIst("2026-10-19T10:00:00").toISOString(),
    to: clock.now.toISOString(),
  });
  assert.equal((await ask(site.manager, createTariff([]))).code, "INVALID_TARIFF");
  assert.equal((await ask(other.manager, proposed)).code, "FORBIDDEN");
  assert.equal((await ask(site.gate, proposed)).code, "FORBIDDEN");
});

const gateTariff = {
  ...createTariff([hourly(2_000)], { lost_slip: { amount: 30_000, waive_with_proof: true } }),
  extras: [
    { id: "charging", label: "Charging", kind: "amount", amount: 5_000, when: "pressed" },
    { id: "outstation", label: "Outstation", kind: "multiplier", percent: 200, when: "outstation" },
  ],
  bill: { kind: "covers", minimum_bill: 100 },
};
const bill = { bill_shop: "Shoe House", bill_number: "B-17", bill_amount: "15.00" };

test("the gate records a lost slip, extras and a bill, as the copied tariff offers them", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const site = await createSite({ state: "Tamil Nadu" });
  await createVersion(site, gateTariff);
  const { id } = await checkIn(site);
  const path = `/items/Parking_Information/${id}`;
  const change = async (fields: object) => {
    const { code, data } = await site.gate.patch(path, fields);
    return code ?? data.total_amount;
  };
  clock.now = atIst("2026-11-18T10:30:00");
  assert.equal(await change({ tariff_extras: ["charging"] }), "70.00");
  assert.equal(await change({ tariff_extras: ["outstation"] }), "TARIFF_TERM_NOT_OFFERED");
  assert.equal(await change({ lost_slip_proof: "Registration card" }), "TARIFF_TERM_NOT_OFFERED");
  assert.equal(await change({ is_slip_lost: true }), "370.00");
  assert.equal(await change({ lost_slip_proof: "Registration card" }), "70.00");
  assert.equal(await change({ bill_shop: "Shoe House" }), "BILL_INCOMPLETE");
  assert.equal(await change(bill), "55.00");
  const [latest] = (
    await site.gate.get(`/items/Parking_History?filter[parking_information][_eq]=${id}&sort=-id&limit=1`)
  ).data;
  assert.deepEqual(latest.changes.bill_number, [null, "B-17"]);
  assert.equal(await checkOut(site, id), "55.00");
  assert.equal(await change({ tariff_extras: null }), "NO_NEXT_STATUS");
  const part = await checkIn(site);
  clock.now = atIst("2026-11-18T12:00:00");
  await site.gate.post(`/actions/parking/${part.id}/take-cash`, { part: "30.00", expected: 4_000 });
  const lower = await site.gate.patch(`/items/Parking_Information/${part.id}`, { ...bill, bill_number: "B-19" });
  assert.deepEqual([lower.code, lower.errors[0]?.message], ["AMOUNT_TOO_LOW", "*₹30.00 was received already"]);
  const plain = await createSite({ rate: "20.00" });
  const entry = await checkIn(plain);
  const refused = await plain.gate.patch(`/items/Parking_Information/${entry.id}`, bill);
  assert.equal(refused.code, "TARIFF_TERM_NOT_OFFERED");
});

test("the gate records the same on a ticket, with the rule for plates of other states", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const branch = await make.valetBranch({ state: "Tamil Nadu" });
  const gate = createClient(await make.user("staff", { branch }));
  const manager = createClient(await make.user("manager", { branch }));
  await createVersion({ branch, gate, manager }, gateTariff, { service: "is_valet_and_parking" });
  const receive = async (Vehicle_Number: string): Promise<string> => {
    const body = { Vehicle_Number, Customer_Phone_Number: "9840012345" };
    const { data, text } = await gate.post("/actions/valet/create-ticket", body);
    assert.ok(data, text);
    return `/items/Valet_and_Parking_Information/${data.id}`;
  };
  const change = async (path: string, fields: object) => {
    const { code, data } = await gate.patch(path, fields);
    return code ?? data.total_amount;
  };
  const path = await receive("KA09ZZ0002");
  const other = await receive("TN09ZZ0002");
  clock.now = atIst("2026-11-18T10:30:00");
  assert.equal(await change(path, { tariff_extras: ["charging"] }), "140.00");
  assert.equal(await change(path, { tariff_extras: ["wash"] }), "TARIFF_TERM_NOT_OFFERED");
  assert.equal(await change(path, { is_slip_lost: true }), "440.00");
  assert.equal(await change(path, bill), "425.00");
  assert.equal(await change(other, bill), "BILL_ALREADY_USED");
  assert.equal(await change(other, { ...bill, bill_number: "B-20" }), "5.00");
});

/** A branch with parking and a valet whose tariffs accept bills, with an entry and a ticket inside. */
async function createBothServices() {
  clock.now = atIst("2026-11-18T10:00:00");
  const branch = await make.valetBranch({ is_parking: true });
  const gate = createClient(await make.user("staff", { branch }));
  const site = { branch, gate, manager: createClient(await make.user("manager", { branch })) };
  await createVersion(site, gateTariff);
  await createVersion(site, gateTariff, { service: "is_valet_and_parking" });
  const entry = await checkIn(site);
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  const ticket = await gate.post("/actions/valet/create-ticket", body);
  assert.ok(ticket.data, ticket.text);
  clock.now = atIst("2026-11-18T10:30:00");
  const paths = [
    `/items/Parking_Information/${entry.id}`,
    `/items/Valet_and_Parking_Information/${ticket.data.id}`,
  ] as const;
  const clearBill = { bill_shop: null, bill_number: null, bill_amount: null };
  return {
    paths,
    setBill: async (path: string, changes: object = bill) => (await gate.patch(path, changes)).code,
    clearBills: async () => {
      const cleared = await Promise.all(paths.map((path) => gate.patch(path, clearBill)));
      assert.deepEqual(
        cleared.map(({ data }) => data.bill_number),
        [null, null],
      );
    },
  };
}

test("a bill counts once among the entries and the tickets of a branch", async () => {
  const { paths, setBill, clearBills } = await createBothServices();
  for (const [first, second] of [paths, paths.toReversed()]) {
    assert.equal(await setBill(first!), undefined);
    assert.equal(
      await setBill(second!, { ...bill, bill_shop: "SHOEHOUSE", bill_number: "b-1 7" }),
      "BILL_ALREADY_USED",
    );
    // The lookup applies to changed bills only.
    assert.equal(await setBill(first!, { bill_amount: "16.00" }), undefined);
    await clearBills();
  }
});

test("an entry and a ticket that use one bill at once do not both get it", async () => {
  const { paths, setBill, clearBills } = await createBothServices();
  for (let round = 0; round < 8; round++) {
    const codes = await Promise.all(paths.map((path) => setBill(path)));
    assert.deepEqual(codes.filter(Boolean), ["BILL_ALREADY_USED"]);
    await clearBills();
  }
});

test("control: without the lock of the bill, both would get it", async () => {
  const { paths } = await createBothServices();
  const tables = ["Parking_Information", "Valet_and_Parking_Information"];
  const ids = paths.map((path) => Number(path.split("/").at(-1)));
  const read = new Map<number, () => void>();
  const bothRead = Promise.all([0, 1].map((index) => new Promise<void>((resolve) => read.set(index, resolve))));
  const use = (index: number) =>
    sql.begin(async (tx) => {
      const [row] = await tx`select count(*)::int as used from ${tx(tables[1 - index]!)} where bill_number = 'B-17'
        and id = ${ids[1 - index]!}`;
      read.get(index)!();
      await bothRead;
      if (row!["used"] === 0) await tx`update ${tx(tables[index]!)} set bill_number = 'B-17' where id = ${ids[index]!}`;
      return row!["used"];
    });
  assert.deepEqual(await Promise.all([use(0), use(1)]), [0, 0]);
});

test("nights are those of the branch's time zone, in the charge and in a quote", async () => {
  clock.now = atIst("2026-11-18T22:00:00");
  const rates = { nights: [{ from: "00:00", to: "05:00", amount: 4_000, per: "night" }] };
  const charges = [];
  for (const time_zone of ["Asia/Kolkata", "Asia/Dubai"]) {
    clock.now = atIst("2026-11-18T22:00:00");
    const site = await createSite({ time_zone });
    await createVersion(site, createTariff([hourly(2_000)], rates));
    const { id } = await checkIn(site);
    // In Dubai it is 23:00.
    clock.now = atIst("2026-11-19T00:30:00");
    const quoted = await site.gate.post("/actions/tariffs/quote", {
      branch: site.branch.id,
      service: "is_parking",
      arrival: atIst("2026-11-18T22:00:00").toISOString(),
      departure: clock.now.toISOString(),
    });
    charges.push([await checkOut(site, id), quoted.data.charge]);
  }
  assert.deepEqual(charges, [
    ["100.00", 10_000],
    ["60.00", 6_000],
  ]);
});

test("a plate of another state is charged by the rule for it", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const site = await createSite({ state: "Tamil Nadu" });
  await createVersion(site, gateTariff);
  const charges = [];
  for (const vehicle_no of ["TN09ZZ0001", "KA09ZZ0001"]) {
    clock.now = atIst("2026-11-18T10:00:00");
    const { data } = await site.gate.post("/actions/parking/check-in", { ...vehicle(), vehicle_no });
    clock.now = atIst("2026-11-18T10:30:00");
    charges.push(await checkOut(site, data.id));
  }
  assert.deepEqual(charges, ["20.00", "40.00"]);
});

test("one bill counts for one vehicle of a branch, even if two use it at once", async () => {
  clock.now = atIst("2026-11-18T10:00:00");
  const site = await createSite();
  await createVersion(site, gateTariff);
  const entries = await Promise.all(Array.from({ length: 5 }, () => checkIn(site)));
  clock.now = atIst("2026-11-18T10:30:00");
  const useBill = (fields: object) =>
    Promise.all(entries.map(({ id }) => site.gate.patch(`/items/Parking_Information/${id}`, { ...bill, ...fields })));
  const codes = (await useBill({})).map(({ code }) => code);
  assert.equal(codes.filter((code) => code === undefined).length, 1);
  assert.equal(codes.filter((code) => code === "BILL_ALREADY_USED").length, 4);
  // The same bill, written differently, and another branch's own one.
  const [used, free] = [entries[codes.indexOf(undefined)]!, entries[codes.indexOf("BILL_ALREADY_USED")]!];
  const again = { ...bill, bill_shop: "shoe house ", bill_number: "b - 17" };
  assert.equal((await site.gate.patch(`/items/Parking_Information/${free.id}`, again)).code, "BILL_ALREADY_USED");
  const other = await createSite();
  await createVersion(other, gateTariff);
  const elsewhere = await checkIn(other);
  assert.equal((await other.gate.patch(`/items/Parking_Information/${elsewhere.id}`, bill)).code, undefined);
  // Control: without the unique index all of them get it.
  await sql`drop index "Parking_Information_u4"`;
  assert.ok(used.id > 0);
  assert.deepEqual(
    (await useBill({ bill_number: "B-18" })).map(({ code }) => code),
    entries.map(() => undefined),
  );
});
