import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import { parseListingAddress } from "#domain/site/listing-address.ts";
import type { ListedBranch, Listing } from "#domain/site/site-data.ts";
import { readListing } from "#server/features/site/listing.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const now = new Date("2026-11-18T04:30:00Z");

/** A branch in an area of a city that no other test uses. */
const createArea = (area_name: string, city: string, state: string) => make.row("Areas", { area_name, city, state });

async function read(address: string) {
  const [path = "", query = ""] = address.split("?");
  const search = parseListingAddress({ path, query: new URLSearchParams(query), now });
  assert.ok(search, address);
  return readListing({ sql, search, now });
}

async function readPage(address: string): Promise<Listing> {
  const result = await read(address);
  assert.ok(result.kind === "page", `${address}: ${JSON.stringify(result)}`);
  return result.page;
}

const listNames = (branches: readonly ListedBranch[]): string[] => branches.map(({ name }) => name);
const findNames = async (address: string): Promise<string[]> => listNames((await readPage(address)).branches);

describe("visibility", () => {
  const place = { city: "Madurai", state: "Tamil Nadu" };
  const address = "/parking/commercial/tamil-nadu/madurai";

  test("lists published branches of published companies only, and counts no others", async () => {
    const open = await make.branch({ ...place, name: "Open to all" });
    for (const status of ["draft", "rejected", "archived"]) {
      await make.branch({ ...place, name: `Branch ${status}`, status });
      const company = await make.company({ status });
      await make.branch({ ...place, name: `Company ${status}`, company: company.id });
    }
    await make.branch({ ...place, name: "No parking", is_parking: false });
    const suspended = await make.branch({ ...place, name: "Suspended branch" });
    await sql`update "Branch" set is_suspended = true where id = ${suspended.id}`;
    const ofSuspended = await make.branch({ ...place, name: "Of a suspended company" });
    await sql`update "Companies" set suspended_at = now() where id = ${ofSuspended.company}`;
    await make.valetBranch({ ...place, name: "Valet only" });
    const page = await readPage(address);
    assert.deepEqual(listNames(page.branches), [open.name]);
    assert.equal(page.total, 1);
    const [state] = (await readPage("/parking/commercial")).places.filter(({ label }) => label === "Tamil Nadu");
    assert.equal(state?.branches, 1);
    assert.deepEqual(await findNames("/parking?q=madurai"), [open.name]);
    assert.deepEqual(await findNames("/valet-parking/commercial/tamil-nadu/madurai"), ["Valet only"]);
  });

  test("a place that only unpublished branches have is not known", async () => {
    await make.branch({ city: "Hidden Town", state: "Tamil Nadu", status: "draft" });
    assert.deepEqual(await read("/parking/commercial/tamil-nadu/hidden-town"), { kind: "not-found" });
  });

  test("says nothing of persons", async () => {
    const { branches } = await readPage(address);
    assert.doesNotMatch(JSON.stringify(branches), /phone|contact|email|signatory/);
  });
});

describe("places", () => {
  const state = "Karnataka";

  test("names the place, what is narrower, and where there is none what is beside it", async () => {
    const area = await createArea("Koramangala", "Bengaluru", state);
    await createArea("Jayanagar", "Bengaluru", state);
    for (const city of ["Bengaluru", "Bangalore"])
      await make.branch({ state, city, area: area.id, name: `In ${city}` });
    await make.branch({ state, city: "Mysuru" });
    const ofState = await readPage("/parking/commercial/karnataka");
    assert.deepEqual(
      ofState.places.map(({ label, path, branches }) => [label, path, branches]),
      [
        ["Bengaluru", "/parking/commercial/karnataka/bengaluru", 2],
        ["Mysuru", "/parking/commercial/karnataka/mysuru", 1],
      ],
    );
    const ofCity = await readPage("/parking/commercial/karnataka/bengaluru");
    assert.deepEqual([ofCity.place, ofCity.total], ["Bengaluru", 2]);
    assert.deepEqual(
      ofCity.breadcrumbs.map(({ label, path }) => [label, path]),
      [
        ["Parking", "/parking"],
        ["Commercial", "/parking/commercial"],
        ["Karnataka", "/parking/commercial/karnataka"],
        ["Bengaluru", "/parking/commercial/karnataka/bengaluru"],
      ],
    );
    const empty = await readPage("/parking/commercial/karnataka/bengaluru/jayanagar");
    assert.deepEqual([empty.place, empty.total, empty.branches], ["Jayanagar", 0, []]);
    assert.deepEqual(
      empty.places.map(({ path }) => path),
      ["/parking/commercial/karnataka/bengaluru/koramangala"],
    );
  });

  test("an earlier name or another spelling moves to the present one", async () => {
    for (const [from, to] of [
      ["/parking/commercial/karnataka/bangalore", "/parking/commercial/karnataka/bengaluru"],
      ["/parking/commercial/orissa/x/y?filter=free&vehicle=3", "/parking/commercial/odisha/x/y?vehicle=3&filter=free"],
    ] as const)
      assert.deepEqual(await read(from), { kind: "moved", path: to });
  });

  test("a state or city without any branch is known from the directory of PIN codes", async () => {
    const krishnagiri = await readPage("/parking/commercial/tamil-nadu/krishnagiri");
    assert.deepEqual([krishnagiri.place, krishnagiri.total], ["Krishnagiri", 0]);
    assert.ok(krishnagiri.places.length > 0, "neighbouring places");
    assert.deepEqual((await readPage("/parking/commercial/sikkim")).place, "Sikkim");
    assert.equal((await readPage("/parking/commercial/bihar/aurangabad")).place, "Aurangabad");
    for (const slug of ["aurangabad", "chhatrapati-sambhajinagar"])
      assert.equal((await readPage(`/parking/commercial/maharashtra/${slug}`)).place, "Chhatrapati Sambhajinagar");
    assert.deepEqual(await read("/parking/commercial/sikkim/krishnagiri"), { kind: "not-found" });
    assert.deepEqual(await read("/parking/commercial/tamil-nadu/krishnagiri/nowhere"), { kind: "not-found" });
  });

  test("a PIN code without branches leads to those of its city, else to the cities of its state", async () => {
    const { id: area } = await createArea("Rajwada", "Indore", "Madhya Pradesh");
    await make.branch({ area, city: "Indore", state: "Madhya Pradesh", pincode: "452002" });
    const listPaths = async (address: string) => (await readPage(address)).places.map(({ path }) => path);
    const city = "/parking/commercial/madhya-pradesh/indore";
    assert.deepEqual((await listPaths("/parking?q=452+010")).slice(0, 1), [city]);
    assert.deepEqual(await listPaths("/parking?q=462001"), [city]);
    assert.deepEqual((await readPage("/parking?q=452002")).total, 1, "control: a branch has it");
  });

  test("an unknown place, company or branch is not found", async () => {
    for (const address of [
      "/parking/commercial/nowhere",
      "/parking/commercial/karnataka/nowhere",
      "/parking/commercial/karnataka/chennai",
      "/parking/commercial/karnataka/bengaluru/nowhere",
      "/parking/commercial/karnataka/bengaluru/koramangala/no-company",
    ])
      assert.deepEqual(await read(address), { kind: "not-found" }, address);
  });

  test("a company and a branch of it are listed by their slugs", async () => {
    const area = await createArea("Indiranagar", "Bengaluru", state);
    const branch = await make.branch({ state, city: "Bengaluru", area: area.id, name: "Metro exit" });
    await make.branch({ state, city: "Bengaluru", area: area.id, company: branch.company, name: "Mall" });
    const [company] = await sql`select slug, name from "Companies" where id = ${branch.company}`;
    const address = `/parking/commercial/karnataka/bengaluru/indiranagar/${company!["slug"]}`;
    assert.deepEqual(await findNames(address), ["Mall", "Metro exit"]);
    const page = await readPage(`${address}/${branch.slug}`);
    assert.deepEqual([page.place, listNames(page.branches)], ["Metro exit", ["Metro exit"]]);
    assert.equal(page.branches[0]!.path, `/${company!["slug"]}/${branch.slug}/parking/commercial/info`);
  });

  test("pre-booking is not offered, and lists nothing", async () => {
    const { total, isServiceOffered, places } = await readPage("/pre-booking/commercial/karnataka");
    assert.deepEqual([total, isServiceOffered, places], [0, false, []]);
  });
});

describe("search", () => {
  const address = "/parking/commercial/tamil-nadu/chennai";
  const find = (words: string, path = "/parking") => findNames(`${path}?q=${encodeURIComponent(words)}`);

  test("finds a place, area, company, PIN code or address in spite of typing errors", async () => {
    const area = await createArea("T. Nagar", "Chennai", "Tamil Nadu");
    const company = await make.company({ name: "Saravana Stores" });
    const fields = { area: area.id, city: "Chennai", state: "Tamil Nadu", company: company.id };
    await make.branch({ ...fields, name: "Usman Road", pincode: "600017", address: "12 Ranganathan Street" });
    await make.branch({ city: "Chennai", state: "Tamil Nadu", name: "Café Orchid", pincode: "600018" });
    const other = await createArea("Anna Nagar", "Chennai", "Tamil Nadu");
    await make.branch({ area: other.id, city: "Chennai", state: "Tamil Nadu", name: "Tower Park" });
    for (const [words, found] of [
      ["tnagr", ["Usman Road"]],
      ["T Nagar", ["Usman Road"]],
      ["tnagar chennai", ["Usman Road"]],
      ["parking in t nagar", ["Usman Road"]],
      ["sarvana stores", ["Usman Road"]],
      ["600017", ["Usman Road"]],
      ["ranganatan street", ["Usman Road"]],
      ["nagar", ["Tower Park", "Usman Road"]],
      ["annanagar", ["Tower Park"]],
      ["madras", ["Café Orchid", "Tower Park", "Usman Road"]],
      ["cafe", ["Café Orchid"]],
      ["tnagar bengaluru", []],
    ] as const)
      assert.deepEqual(await find(words, address), found, words);
    assert.deepEqual(await find("banglore mall"), ["Mall"]);
    assert.deepEqual(await find("koramangla"), ["In Bangalore", "In Bengaluru"]);
    assert.deepEqual(await find("bangalor"), ["In Bangalore", "In Bengaluru", "Mall", "Metro exit"]);
  });

  test("what finds nothing suggests similar words that find something", async () => {
    const suggest = async (words: string) => (await readPage(`/parking?q=${encodeURIComponent(words)}`)).suggestion;
    assert.equal(await suggest("ngar"), "nagar");
    assert.deepEqual(await find("nagar", address), ["Tower Park", "Usman Road"]);
    assert.equal(await suggest("ngar in chennai"), "nagar in chennai");
    assert.equal(await suggest("ngar 600017"), "nagar 600017");
    // What finds something, is meant exactly or would find nothing either gets no suggestion.
    for (const words of ["nagar", "600099", "qq", "zzzzzzz", "ngar 600018", ""])
      assert.equal(await suggest(words), null, words);
  });

  test("special characters are words of their own or nothing", async () => {
    for (const words of ["%", "'; drop table", "_", "\\", "சென்னை"]) assert.ok(Array.isArray(await find(words)), words);
  });
});

interface ListedSite {
  branch: CreatedBranch;
  name: string;
}

describe("filters, sorts and paging", () => {
  const place = { city: "Kochi", state: "Kerala" };
  const address = "/parking/commercial/kerala/kochi";
  const createSite = async (name: string, fields: Row = {}): Promise<ListedSite> => ({
    branch: await make.branch({ ...place, name, ...fields }),
    name,
  });

  test("says of the branches that charge GST only that their prices include it", async () => {
    const gstin = "33AABCP0001B1ZM";
    const [taxed, unregistered] = [await createSite("Taxed", { gstin }), await createSite("Unregistered")];
    const exempt = await createSite("Exempt", { gstin });
    for (const [{ branch }, treatment] of [
      [taxed, "taxable"],
      [exempt, "exempt"],
    ] as const)
      await sql`insert into payment_settings (branch, tax_treatment) values (${branch.id}, ${treatment})`;
    const { branches } = await readPage(address);
    const charging = branches.filter(({ chargesGst }) => chargesGst).map(({ id }) => id);
    assert.deepEqual(charging, [taxed.branch.id]);
    assert.ok(branches.some(({ id }) => id === unregistered.branch.id));
  });

  test("filters by amenity, valet, online payment and free slots", async () => {
    await createSite("Covered", { amenities: ["Covered", "CCTV"] });
    await createSite("Electric", { amenities: ["EV charging"] });
    await createSite("Step-free", { amenities: ["Wheelchair access", "CCTV"] });
    const valet = await make.valetBranch({ ...place, name: "With valet", is_parking: true });
    await sql`insert into payment_settings (branch, gateway) values (${valet.id}, 'phonepe')`;
    const one = await createSite("One slot", { slots: 1 });
    const expected: { [query: string]: string[] } = {
      "filter=covered": ["Covered"],
      "filter=ev": ["Electric"],
      "filter=cctv": ["Covered", "Step-free"],
      "filter=cctv&filter=wheelchair": ["Step-free"],
      "filter=valet": ["With valet"],
      "filter=online": ["With valet"],
      "filter=offers": [],
      "filter=free": ["One slot"],
    };
    for (const [query, names] of Object.entries(expected))
      assert.deepEqual(await findNames(`${address}?${query}`), names, query);
    const gate = await asUser(await make.user("staff", { branch: one.branch }));
    const checkedIn = await gate.post("/actions/parking/check-in", {
      vehicle_no: make.plate(),
      phone_no: "9840011111",
    });
    assert.equal(checkedIn.status, 200, checkedIn.text);
    const full = await readPage(`${address}?filter=free`);
    assert.deepEqual([full.total, full.branches], [0, []]);
  });

  test("counts free slots as the board does, and those for a vehicle type", async () => {
    const { branch } = await createSite("Counted", { slots: 3 });
    const bike = await make.row("Vehicle_Type", { name: "Bike of the listing" });
    await make.row("Slot_Blocks", {
      branch: branch.id,
      service: "is_parking",
      zone_or_block: "B",
      slot_prefix: "B",
      total_slots: 4,
      vehicle_types: [bike.id],
    });
    const car = await make.row("Vehicle_Type", { name: "Car of the listing" });
    const gate = await asUser(await make.user("staff", { branch }));
    for (const vehicle_type of [car.id, bike.id])
      await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840011112", vehicle_type });
    const getSpace = async (query = "") => {
      const { branches } = await readPage(`${address}?q=counted${query}`);
      const { space } = branches[0]!;
      return space && [space.free, space.total, space.at];
    };
    // The board: slots of all blocks less entries in or pending with a slot.
    const occupied = await gate.get(
      `/items/Parking_Information?aggregate[count]=*&filter[branch][_eq]=${branch.id}&filter[parking_status_id][_in]=1,3&filter[slot_no][_gt]=0&filter[out_time][_null]=true`,
    );
    assert.equal(Number(occupied.data[0].count), 2);
    assert.deepEqual(await getSpace(), [5, 7, now.toISOString()]);
    assert.deepEqual(await getSpace(`&vehicle=${car.id}`), [2, 3, now.toISOString()]);
    assert.deepEqual(await getSpace(`&vehicle=${bike.id}`), [5, 7, now.toISOString()]);
    const { branches } = await readPage(`${address}?q=electric`);
    assert.equal(branches[0]!.space, null);
  });

  test("slots kept for passes are taken while the pass is valid, once with the holder's vehicle in them", async () => {
    const branch = await make.branch({ ...place, name: "Keeps", slots: 5, config: { keeps_pass_slots: true } });
    await make.branch({ ...place, name: "Keeps none", slots: 5 });
    const gate = await asUser(await make.user("staff", { branch }));
    const issue = async (slot_no: number): Promise<string> => {
      const vehicle_no = make.plate();
      const pass = { vehicle_no, phone_no: "9840011113", time_type: "days", duration: 7, slot_prefix: "A", slot_no };
      const { status, text } = await gate.post("/actions/passes", pass);
      assert.equal(status, 200, text);
      return vehicle_no;
    };
    const countFree = async (at = new Date()) => {
      const search = parseListingAddress({ path: address, query: new URLSearchParams("q=keeps"), now: at });
      const result = await readListing({ sql, search: search!, now: at });
      assert.ok(result.kind === "page");
      return result.page.branches.map(({ name, space }) => [name, space?.free]);
    };
    const holder = await issue(2);
    await issue(4);
    assert.deepEqual(await countFree(), [
      ["Keeps", 3],
      ["Keeps none", 5],
    ]);
    await gate.post("/actions/parking/check-in", { vehicle_no: holder, phone_no: "9840011113" });
    await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840011114" });
    assert.deepEqual((await countFree())[0], ["Keeps", 2]);
    await sql`update "Parking_Main_Information" set is_unpaid = true where branch = ${branch.id} and slot_no = 4`;
    assert.deepEqual((await countFree())[0], ["Keeps", 3]);
    await sql`update "Parking_Main_Information" set is_unpaid = false where branch = ${branch.id} and slot_no = 4`;
    const afterPasses = new Date(Date.now() + 8 * 86_400_000);
    assert.deepEqual((await countFree(afterPasses))[0], ["Keeps", 3]);
    await sql`update "Parking_Configuration" set keeps_pass_slots = false where id = (select parking_config from "Branch" where id = ${branch.id})`;
    assert.deepEqual((await countFree())[0], ["Keeps", 3]);
  });

  test("prices a stay as a quote does, and sorts by it", async () => {
    const rates = { Cheap: "10.00", Dear: "90.00", Middle: "40.00" };
    for (const [name, rate] of Object.entries(rates))
      await make.branch({ city: "Thrissur", state: "Kerala", name: `${name} lot`, rate });
    const typed = await make.row("Vehicle_Type", { name: "Bus of the listing" });
    const onlyBuses = await make.branch({ city: "Thrissur", state: "Kerala", name: "A bus lot", rate: "5.00" });
    await sql`update "Tariff_Versions" set tariff = jsonb_set(tariff, '{plans,0,rates,0,vehicle_type}', to_jsonb(${typed.id}::int)) where branch = ${onlyBuses.id}`;
    /** Adds rates of buses, which cost so many times what others do, to the branch's tariff. */
    const addBusRates = async ({ name, rate, factor }: { name: string; rate: string; factor: number }) => {
      const { id } = await make.branch({ city: "Thrissur", state: "Kerala", name, rate });
      await sql`update "Tariff_Versions" set tariff = jsonb_set(tariff, '{plans,0,rates}', tariff #> '{plans,0,rates}' || jsonb_set(
          jsonb_set(tariff #> '{plans,0,rates,0}', '{vehicle_type}', to_jsonb(${typed.id}::int)),
          '{lines,0,amount}', to_jsonb((tariff #>> '{plans,0,rates,0,lines,0,amount}')::int * ${factor}::int)))
        where branch = ${id}`;
    };
    await addBusRates({ name: "Dearer for buses lot", rate: "30.00", factor: 4 });
    await addBusRates({ name: "Same for buses lot", rate: "60.00", factor: 1 });
    const stay = "from=2026-11-18T18:00&until=2026-11-18T20:10";
    const thrissur = "/parking/commercial/kerala/thrissur";
    const page = await readPage(`${thrissur}?${stay}&sort=price`);
    assert.equal(page.sortedBy, "price");
    // Where types cost different amounts, the lowest is shown and sorted by.
    assert.deepEqual(
      page.branches.map(({ name, price, lowestPrice }) => [name, price, lowestPrice]),
      [
        ["A bus lot", null, 2_500],
        ["Cheap lot", 5_000, null],
        ["Dearer for buses lot", null, 15_000],
        ["Middle lot", 20_000, null],
        ["Same for buses lot", 30_000, null],
        ["Dear lot", 45_000, null],
      ],
    );
    const nobody = await asUser();
    for (const { id, price, lowestPrice } of page.branches) {
      const body = {
        branch: id,
        service: "is_parking",
        arrival: "2026-11-18T18:00:00+05:30",
        departure: "2026-11-18T20:10:00+05:30",
      };
      const quote = await nobody.post("/actions/tariffs/quote", body);
      if (price !== null) assert.equal(price, quote.data.charge);
      else if (lowestPrice === 2_500) assert.equal(quote.code, "VEHICLE_TYPE_REQUIRED");
      else assert.equal(lowestPrice, quote.data.charge);
    }
    const forBus = await readPage(`${thrissur}?${stay}&sort=price&vehicle=${typed.id}`);
    assert.deepEqual(
      forBus.branches.map(({ price }) => price),
      [2_500, 5_000, 20_000, 30_000, 45_000, 60_000],
    );
  });

  test("a branch that has not decided on a tariff has no price, and a free one costs nothing", async () => {
    const place = { city: "Alappuzha", state: "Kerala" };
    await make.branch({ ...place, name: "Free lot" });
    await make.branch({ ...place, name: "Undecided lot", config: { is_free: false } });
    const { branches } = await readPage("/parking/commercial/kerala/alappuzha");
    assert.deepEqual(
      branches.map(({ name, price }) => [name, price]),
      [
        ["Free lot", 0],
        ["Undecided lot", null],
      ],
    );
  });

  test("the price of a valet's stay includes its charge", async () => {
    await make.valetBranch({ ...place, city: "Kollam", name: "Valet lot", rate: "20.00", charge: "50.00" });
    const { branches } = await readPage("/valet-parking/commercial/kerala/kollam");
    assert.equal(branches[0]!.price, 17_000);
  });

  test("a valet's slots are its own, and the service without parking has none", async () => {
    const parked = await make.valetBranch({ city: "Idukki", state: "Kerala", name: "Valet with slots", slots: 4 });
    for (const [slot, out_time] of [
      [1, null],
      [2, now],
    ] as const)
      await sql`insert into "Valet_and_Parking_Information" (company, branch, "Vehicle_Number", "Customer_Phone_Number", status_id, token_no, receipt_no, slot_prefix, slot_no, out_time)
        values (${parked.company}, ${parked.id}, ${make.plate()}, '9840012345', 2, ${`T${slot}`}, ${`V${slot}`}, 'B', ${slot}, ${out_time})`;
    const config = { service_type: "valet-service" };
    await make.valetBranch({ city: "Idukki", state: "Kerala", name: "Drivers only", slots: 4, config });
    const ofParking = await readPage("/valet-parking/commercial/kerala/idukki");
    assert.deepEqual(
      ofParking.branches.map(({ name, space }) => [name, space?.free, space?.total]),
      [["Valet with slots", 3, 4]],
    );
    const ofService = await readPage("/valet-service/commercial/kerala/idukki");
    assert.deepEqual(
      ofService.branches.map(({ name, space }) => [name, space]),
      [["Drivers only", null]],
    );
  });

  test("sorts by distance, without a place only what is near", async () => {
    const at = (latitude: string, longitude: string) => ({ city: "Palakkad", state: "Kerala", latitude, longitude });
    await createSite("Near", at("10.7867", "76.6548"));
    await createSite("Nearer", at("10.7800", "76.6500"));
    await createSite("Far", at("11.9000", "77.9000"));
    await make.branch({ city: "Palakkad", state: "Kerala", name: "Unknown" });
    const here = "lat=10.78&lng=76.65&sort=distance";
    const inCity = await readPage(`/parking/commercial/kerala/palakkad?${here}`);
    assert.deepEqual(listNames(inCity.branches), ["Nearer", "Near", "Far", "Unknown"]);
    assert.equal(inCity.branches[0]!.distance, 0);
    assert.ok(Math.abs(inCity.branches[1]!.distance! - 910) < 20, String(inCity.branches[1]!.distance));
    assert.equal(inCity.branches[3]!.distance, null);
    const anywhere = await readPage(`/parking?${here}`);
    assert.deepEqual([listNames(anywhere.branches), anywhere.total], [["Nearer", "Near"], 2]);
  });

  test("pages of 20, with the total also beyond the last one", async () => {
    const pages = { city: "Kannur", state: "Kerala" };
    for (let number = 1; number <= 23; number += 1)
      await make.branch({ ...pages, name: `Lot ${String(number).padStart(2, "0")}`, rate: `${30 - number}.00` });
    const kannur = "/parking/commercial/kerala/kannur";
    assert.deepEqual((await findNames(kannur)).length, 20);
    assert.deepEqual(await findNames(`${kannur}?page=2`), ["Lot 21", "Lot 22", "Lot 23"]);
    assert.deepEqual(await findNames(`${kannur}?page=2&sort=price`), ["Lot 03", "Lot 02", "Lot 01"]);
    const beyond = await readPage(`${kannur}?page=9`);
    assert.deepEqual([beyond.total, beyond.branches], [23, []]);
  });
});
