// §2 public site: finding a place without JavaScript, near the driver, with live counts, and after a change by the vendor.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { formatDate } from "#domain/dates.ts";
import { getErrorText } from "#domain/errors.ts";
import { addDays } from "#domain/reports/report-period.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { readListedPlaces } from "#tests/support/listed-places.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make } = await startStory();

const companySlug = "site-story";
const tomorrow = addDays(formatDate({ at: new Date() }), 1);
const city = { city: "Chennai", state: "Tamil Nadu" };
const places = { cheap: "Ranganathan Street", dear: "Panagal Park", full: "Pondy Bazaar" } as const;
let cheap: CreatedBranch;
let full: CreatedBranch;

before(async () => {
  const company = await make.company({ slug: companySlug, name: "Anandham Parking" });
  const area = await make.row("Areas", { area_name: "T Nagar", ...city });
  const shared = { company: company.id, area: area.id, ...city, address: "12 Usman Road", pincode: "600017" };
  cheap = await make.branch({
    ...shared,
    name: places.cheap,
    slots: 3,
    rate: "10.00",
    latitude: "13.0400",
    longitude: "80.2300",
    amenities: ["Covered", "EV charging"],
  });
  await make.branch({
    ...shared,
    name: places.dear,
    slots: 5,
    rate: "40.00",
    latitude: "13.0420",
    longitude: "80.2340",
  });
  full = await make.branch({ ...shared, name: places.full, slots: 1, rate: "20.00" });
});

async function open(path: string, context: BrowserContextOptions = phoneViewport): Promise<Page> {
  const { page } = await openPage({ address, context });
  await page.goto(path);
  return page;
}

test("a driver without JavaScript finds the cheapest place for three hours in an area", async () => {
  const page = await open("/", { ...phoneViewport, javaScriptEnabled: false });
  await page.getByRole("link", { name: /^Chennai/ }).click();
  await page.getByRole("heading", { name: "Parking in Chennai" }).waitFor();
  await page
    .getByRole("navigation", { name: "Narrow down" })
    .getByRole("link", { name: /^T Nagar/ })
    .click();
  await page.getByRole("heading", { name: "Parking in T Nagar" }).waitFor();
  assert.deepEqual(await readListedPlaces(page), [`1. ${places.dear}`, `2. ${places.full}`, `3. ${places.cheap}`]);
  await page.getByText("Stay and filters: now for 3 h").click();
  await page.getByLabel("Arrival").fill(`${tomorrow} 10:00`);
  await page.getByLabel("Departure").fill(`${tomorrow} 13:00`);
  await page.getByText("Filters and order").click();
  await page.getByRole("radio", { name: "Price for my stay" }).check();
  await page.getByRole("button", { name: "Show prices" }).click();
  await page.getByRole("listitem").filter({ hasText: places.cheap }).getByText("₹60.00").waitFor();
  await page.getByText(`Stay and filters: ${tomorrow} 10:00 for 3 h, by price for my stay`).waitFor();
  assert.deepEqual(await readListedPlaces(page), [`1. ${places.cheap}`, `2. ${places.full}`, `3. ${places.dear}`]);
  await page
    .getByRole("link", { name: `1. ${places.cheap}` })
    .first()
    .click();
  await page.getByRole("heading", { name: places.cheap, exact: true }).waitFor();
  await page.getByText("₹10 per 30 min or part").waitFor();
  assert.equal(await page.getByLabel("Arrival").inputValue(), `${tomorrow} 10:00`);
  await page.getByText("3 of 3 free").waitFor();
});

test("the times of the stay get the browser's picker, with their values", async () => {
  const page = await open(`/parking/commercial/tamil-nadu/chennai?from=${tomorrow}T10:00&until=${tomorrow}T13:00`);
  await page.getByText(/^Stay and filters/).click();
  const [arrival, departure] = ["Arrival", "Departure"].map((label) => page.getByLabel(label));
  await page.locator("input[name=until][type=datetime-local]").waitFor();
  assert.equal(await arrival!.inputValue(), `${tomorrow}T10:00`);
  await departure!.fill(`${tomorrow}T12:00`);
  await page.getByRole("button", { name: "Show prices" }).click();
  await page.getByRole("listitem").filter({ hasText: places.cheap }).getByText("₹40.00").waitFor();
});

test("a stay that ends before it starts is said at its field, which keeps what was typed, and beside the price", async () => {
  const page = await open(`/${companySlug}/${cheap.slug}/parking/commercial/info`);
  const [arrival, departure] = ["Arrival", "Departure"].map((label) => page.getByLabel(label));
  await page.locator("input[name=until][type=datetime-local]").waitFor();
  await arrival!.fill(`${tomorrow}T10:00`);
  await departure!.fill(`${tomorrow}T09:00`);
  await page.getByRole("button", { name: "Show the price" }).click();
  const notAfter = "Departure must be after arrival.";
  await page
    .getByRole("alert")
    .filter({ hasText: `${notAfter} Showing 3 h from ${tomorrow} 10:00.` })
    .waitFor();
  await page.locator("input[name=until][type=datetime-local]").waitFor();
  assert.equal(await departure!.inputValue(), `${tomorrow}T09:00`);
  await page.getByRole("textbox", { name: "Departure", description: notAfter }).waitFor();
  await assertAccessible(page);
  await departure!.fill(`${tomorrow}T11:00`);
  await page.getByRole("button", { name: "Show the price" }).click();
  await page.getByText("₹20.00").first().waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  // On a listing, without the script: the times are text there.
  const plain = await open("/parking/commercial/tamil-nadu/chennai", { ...phoneViewport, javaScriptEnabled: false });
  await plain.getByText(/^Stay and filters/).click();
  await plain.getByLabel("Arrival").fill("2020-01-01 10:00");
  await plain.getByRole("button", { name: "Show prices" }).click();
  await plain.getByRole("alert").filter({ hasText: "Arrival is more than a day ago. Showing" }).waitFor();
  assert.equal(await plain.getByLabel("Arrival").inputValue(), "2020-01-01 10:00");
});

test("a search finds a place with a typing error, and says what to do if there is none", async () => {
  const page = await open("/");
  const search = page.getByRole("searchbox", { name: "Area, city, PIN code or company" });
  await search.fill("panagl park");
  await search.press("Enter");
  await page
    .getByRole("link", { name: `1. ${places.dear}` })
    .first()
    .waitFor();
  await search.fill("ngar");
  await search.press("Enter");
  await page.getByRole("link", { name: "Did you mean “nagar”?" }).click();
  await page.getByRole("heading", { name: "Parking: “nagar”" }).waitFor();
  await page
    .getByRole("link", { name: new RegExp(places.dear) })
    .first()
    .waitFor();
  await search.fill("Ladakh");
  await page.getByRole("button", { name: "Find parking" }).click();
  await page.getByText("No place fits. Check the spelling, or search for an area, a city or a PIN code.").waitFor();
  await page.getByRole("link", { name: "Search valet parking" }).click();
  await page.getByRole("heading", { name: "Valet parking: “Ladakh”" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Search valet parking" }).count(), 0);
});

test("an unknown address shows a page that is not found, with a search", async () => {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 404/] });
  const response = await page.goto("/parking/commercial/atlantis");
  assert.equal(response?.status(), 404);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("searchbox").waitFor();
});

test("near me lists the nearest first, and says what is missing if the position is refused", async () => {
  const refused = await open("/parking");
  await refused.getByRole("button", { name: "Near me" }).click();
  await refused.getByText(getErrorText("LOCATION_PERMISSION")).waitFor();
  const granted = await open("/parking", {
    ...phoneViewport,
    geolocation: { latitude: 13.0401, longitude: 80.2301 },
    permissions: ["geolocation"],
  });
  await granted.getByRole("button", { name: "Near me" }).click();
  await granted.getByRole("heading", { name: "Parking near you" }).waitFor();
  assert.deepEqual((await readListedPlaces(granted)).slice(0, 2), [`1. ${places.cheap}`, `2. ${places.dear}`]);
  await granted.getByText(/20 m/).waitFor();
});

test("free slots change on the open page when a vehicle checks in, and a full place says so", async () => {
  const page = await open(`/${companySlug}/${full.slug}/parking/commercial/info`);
  await page.getByText("1 of 1 free").waitFor();
  await page.getByText("live", { exact: true }).first().waitFor();
  const staff = await make.user("staff", { branch: full });
  const client = await asUser(staff);
  const { status } = await client.post("/actions/parking/check-in", {
    vehicle_no: "TN09AB1234",
    phone_no: "9840012345",
  });
  assert.equal(status, 200);
  await page.getByText("Full", { exact: true }).waitFor();
});

test("a vendor closes the branch on its own screen, and the public page says so at once", async () => {
  const path = `/${companySlug}/${cheap.slug}/parking/commercial/info`;
  const page = await open(path, desktopViewport);
  await page.getByText("Open at all hours").waitFor();
  const vendor = await open("/partner-with-us");
  await logIn({ page: vendor, user: await make.user("admin", { branch: cheap }) });
  await vendor.goto(`/${companySlug}/${cheap.slug}/configurations/branch/hours`);
  await vendor.getByRole("combobox", { name: "Open", exact: true }).selectOption("Set by weekday");
  await vendor.getByRole("combobox", { name: "Monday", exact: true }).selectOption("Closed");
  await vendor.getByRole("button", { name: "Copy Monday to all days" }).click();
  await vendor.getByRole("button", { name: "Save opening hours" }).click();
  await vendor.getByText(/^Closed now/).waitFor();
  const listing = await open("/parking/commercial/tamil-nadu/chennai");
  // The kept pages are dropped soon after the change.
  for (const [changed, text] of [
    [page, page.getByText("Closed now")],
    [listing, listing.getByRole("listitem").filter({ hasText: places.cheap }).getByText("Closed on arrival")],
  ] as const)
    await eventually(async () => {
      await changed.reload();
      // On phones a list is laid out some time after the first view.
      await text.waitFor({ timeout: 1_000 });
    });
  await page.getByText("Closed at your arrival.").waitFor();
});

test("with a session the header leads to the own pages", async () => {
  const page = await open("/", desktopViewport);
  await page.getByRole("link", { name: "Business" }).first().click();
  await logIn({ page, user: await make.user("staff", { branch: cheap }) });
  await page.goto("/parking");
  await page.getByRole("link", { name: "My pages" }).click();
  await page.waitForURL("**/parking/dashboard");
});

for (const path of ["/", "/parking", "/parking/commercial/tamil-nadu/chennai/t-nagar"])
  test(`${path} is accessible and fits the narrowest phone`, async () => {
    const page = await open(path, { ...phoneViewport, viewport: { width: 320, height: 640 } });
    await assertAccessible(page);
    assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
  });

test("on a phone the header is one row, and the first place is in the first view", async () => {
  const page = await open("/parking", phoneViewport);
  const box = await page.getByRole("listitem").filter({ hasText: places.dear }).boundingBox();
  const { height } = page.viewportSize()!;
  assert.ok(box && box.y + box.height <= height, JSON.stringify(box));
  await page.setViewportSize({ width: 320, height: 568 });
  const header = await page.getByRole("banner").boundingBox();
  assert.ok(header && header.height <= 64, JSON.stringify(header));
});

test("on a desktop the stay is always open", async () => {
  const page = await open("/parking", desktopViewport);
  await page.getByLabel("Arrival").waitFor();
  assert.equal(await page.getByText(/^Stay and filters/).isVisible(), false);
});
