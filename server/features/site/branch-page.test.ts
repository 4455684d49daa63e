import assert from "node:assert/strict";
import { test } from "node:test";
import { repeatDaily } from "#domain/branches/opening-hours.ts";
import type { BranchPage } from "#domain/site/site-data.ts";
import { parseBranchPath } from "#domain/site/listing-address.ts";
import { readBranchPage } from "#server/features/site/branch-page.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
/** Wednesday, 10:00 in India. */
const now = new Date("2026-11-18T04:30:00Z");
clock.now = now;
const place = { city: "Chennai", state: "Tamil Nadu" };
const stay = { from: now, until: new Date("2026-11-18T07:30:00Z") };

async function toPath({ company, slug }: CreatedBranch, rest = "parking/commercial"): Promise<string> {
  const [row] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${company}`;
  return `/${row!.slug}/${slug}/${rest}/info`;
}

async function read(path: string, more: { vehicleType?: number } = {}) {
  const address = parseBranchPath(path);
  assert.ok(address, path);
  return readBranchPage({ sql, ...address, readStay: () => ({ ...stay, vehicleType: null, ...more }), now });
}

async function readPage(branch: CreatedBranch, rest?: string, more?: Parameters<typeof read>[1]): Promise<BranchPage> {
  const result = await read(await toPath(branch, rest), more);
  assert.ok(result.kind === "page", JSON.stringify(result));
  return result.page;
}

test("shows a published branch with its prices, tariff and hours", async () => {
  const area = await make.row("Areas", { area_name: "Anna Nagar", ...place });
  const branch = await make.branch({
    ...place,
    area: area.id,
    rate: "20.00",
    slots: 5,
    opening_hours: repeatDaily([{ from: "11:00", until: "22:00" }]),
  });
  const page = await readPage(branch);
  assert.deepEqual(
    page.prices,
    [
      { minutes: 30, price: 2_000 },
      { minutes: 60, price: 4_000 },
      { minutes: 120, price: 8_000 },
      { minutes: 180, price: 12_000 },
      { minutes: 240, price: 16_000 },
      { minutes: 360, price: 24_000 },
      { minutes: 480, price: 32_000 },
      { minutes: 720, price: 48_000 },
      { minutes: 1_440, price: 96_000 },
    ].map((row) => ({ ...row, isLowest: false })),
  );
  assert.equal(page.branch.price, 12_000);
  assert.deepEqual(page.tariff[0], { vehicle: "All vehicles", sentences: ["₹20 per 30 min or part"] });
  assert.deepEqual(
    [page.isOpenNow, page.nextOpening, page.branch.isOpenOnArrival],
    [false, "Opens today at 11:00", false],
  );
  assert.deepEqual(page.branch.space, { free: 5, total: 5, at: now.toISOString() });
  assert.deepEqual(
    page.breadcrumbs.map(({ path }) => path),
    [
      "/parking",
      "/parking/commercial",
      "/parking/commercial/tamil-nadu",
      "/parking/commercial/tamil-nadu/chennai",
      "/parking/commercial/tamil-nadu/chennai/anna-nagar",
      await toPath(branch),
    ],
  );
});

test("shows no branch that is not published, of a company that is not, or suspended", async () => {
  const paths: string[] = [];
  for (const status of ["draft", "rejected", "archived"]) {
    paths.push(await toPath(await make.branch({ ...place, status })));
    const company = await make.company({ status });
    paths.push(await toPath(await make.branch({ ...place, company: company.id })));
  }
  const suspended = await make.branch(place);
  await sql`update "Branch" set is_suspended = true where id = ${suspended.id}`;
  const ofSuspended = await make.branch(place);
  await sql`update "Companies" set suspended_at = now() where id = ${ofSuspended.company}`;
  const withoutService = await make.branch({ ...place, is_parking: false });
  for (const branch of [suspended, ofSuspended, withoutService]) paths.push(await toPath(branch));
  for (const path of [...paths, "/no-company/no-branch/parking/commercial/info"])
    assert.deepEqual(await read(path), { kind: "not-found" }, path);
});

test("another service or type in the address moves to that of the branch", async () => {
  const valet = await make.valetBranch({ ...place, entity_type: "residential" });
  for (const rest of [
    "parking/residential",
    "valet-parking/commercial",
    "valet-service/residential",
    "pre-booking/government",
  ])
    assert.deepEqual(
      await read(await toPath(valet, rest)),
      { kind: "moved", path: await toPath(valet, "valet-parking/residential") },
      rest,
    );
  const both = await make.valetBranch({ ...place, is_parking: true, valet_number: "9840012345" });
  const page = await readPage(both, "valet-parking/commercial");
  assert.equal(page.valetNumber, "9840012345");
  assert.deepEqual(
    page.services.map(({ label }) => label),
    ["Parking", "Valet parking"],
  );
});

test("lists the prices of passes, and prices by vehicle type", async () => {
  const branch = await make.branch(place);
  const [car, bike] = [
    await make.row("Vehicle_Type", { name: "Site car" }),
    await make.row("Vehicle_Type", { name: "Site bike" }),
  ];
  const manager = await asUser(await make.user("manager", { branch }));
  const hourly = (amount: number) => [{ kind: "each", to: null, step: 60, amount }];
  const created = await manager.post("/items/Tariff_Versions", {
    branch: branch.id,
    service: "is_parking",
    tariff: {
      plans: [
        {
          name: "Standard",
          rates: [
            { vehicle_type: car.id, lines: hourly(4_000) },
            { vehicle_type: bike.id, lines: hourly(1_000) },
          ],
        },
      ],
      passes: [
        { vehicle_type: car.id, per: "month", amount: 250_000 },
        { vehicle_type: car.id, per: "day", amount: 20_000 },
      ],
    },
  });
  assert.equal(created.status, 200, created.text);
  const page = await readPage(branch);
  assert.deepEqual([page.branch.price, page.branch.lowestPrice], [null, 3_000]);
  assert.deepEqual(page.prices.slice(0, 3), [
    { minutes: 30, price: 1_000, isLowest: true },
    { minutes: 60, price: 1_000, isLowest: true },
    { minutes: 120, price: 2_000, isLowest: true },
  ]);
  assert.deepEqual(page.passes, [
    { label: "Site car, per day", price: 20_000 },
    { label: "Site car, per month", price: 250_000 },
  ]);
  assert.deepEqual(
    page.tariff.map(({ vehicle }) => vehicle),
    ["Site car", "Site bike", "For all vehicles"],
  );
  const forBike = (await readPage(branch, undefined, { vehicleType: bike.id })).branch;
  assert.deepEqual([forBike.price, forBike.lowestPrice], [3_000, null]);
  assert.ok(page.vehicleTypes.some(({ id, name }) => id === bike.id && name === "Site bike"));
});

test("names similar branches of the city, the nearest first and at most four", async () => {
  const at = (longitude: string) => ({ city: "Salem", state: "Tamil Nadu", latitude: "11.66", longitude });
  const branch = await make.branch(at("78.14"));
  for (const longitude of ["78.19", "78.18", "78.17", "78.16", "78.15"])
    await make.branch({ ...at(longitude), name: `At ${longitude}` });
  await make.branch({ ...at("78.141"), status: "archived" });
  const { similar } = await readPage(branch);
  assert.deepEqual(
    similar.map(({ name }) => name),
    ["At 78.15", "At 78.16", "At 78.17", "At 78.18"],
  );
});

test("says how full the branch usually is, from its own entries of four weeks", async () => {
  const branch = await make.branch({ ...place, slots: 10 });
  const [ofOther, few] = [await make.branch({ ...place, slots: 10 }), await make.branch({ ...place, slots: 10 })];
  /** Entries of the last 28 days, from 9:00 to 11:30 in India. */
  const addEntries = ({ id, company }: CreatedBranch, perDay: number, days: number) =>
    sql`with visitors as (
        insert into "Parking_Main_Information" (company, branch, vehicle_no, is_person, parking_status_id, status_id)
        select ${company}, ${id}, 'TN' || n, false, 2, 2 from generate_series(1, ${perDay * days}) n returning id)
      insert into "Parking_Information" (company, branch, parking_main_info, receipt_no, parking_status_id, is_person, slot_prefix, slot_no, in_time, out_time, date_created)
      select ${company}, ${id}, v.id, 'R' || v.id, 2, false, 'A', 1, day + interval '3 hours 30 minutes', day + interval '6 hours', day + interval '3 hours 30 minutes'
      from (select id, timestamptz '2026-11-17' - ((row_number() over (order by id) - 1) / ${perDay}::int) * interval '1 day' as day from visitors) v`;
  await addEntries(branch, 4, 27);
  await addEntries(ofOther, 9, 27);
  await addEntries(few, 1, 27);
  const { usualSpace } = await readPage(branch);
  assert.ok(usualSpace);
  assert.deepEqual(
    usualSpace.map((hours) => hours.length),
    Array(7).fill(24),
  );
  // Samples are taken at half past, in the time zone of the branch.
  assert.deepEqual(usualSpace[0]!.slice(7, 14), [0, 0, 40, 40, 0, 0, 0]);
  // Of the four Wednesdays, the first one has no entries.
  assert.deepEqual(usualSpace[2]!.slice(8, 12), [0, 30, 30, 0]);
  assert.equal((await readPage(ofOther)).usualSpace?.[0]?.[9], 90);
  assert.equal((await readPage(few)).usualSpace, null);
});
