// Maps with the streets of the operator's tile provider: setting a pin, and places in a listing.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import sharp from "sharp";
import { fullMapView } from "#domain/branches/location/map.ts";
import { getRegistrationSteps } from "#domain/onboarding/registration.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#dde3d6" } })
  .png()
  .toBuffer();
const requestedTiles: string[] = [];
const tileServer = createServer(({ url = "" }, response) => {
  requestedTiles.push(url);
  response.setHeader("content-type", "image/png").end(tile);
});
await new Promise<void>((resolve) => tileServer.listen(0, "127.0.0.1", resolve));
after(() => {
  tileServer.closeAllConnections();
  tileServer.close();
});
const tileHost = `127.0.0.1:${(tileServer.address() as AddressInfo).port}`;

const attribution = { text: "© Example Maps", url: "https://maps.example/licence" };
const { address, make, sql } = await startStory({
  config: { mapTiles: { url: `http://${tileHost}/{z}/{x}/{y}.png`, attribution } },
});
const { number: placeStep } = getRegistrationSteps("company").find(({ name }) => name === "place")!;
const open = async () => (await openPage({ address, context: phoneViewport, allowedHosts: [tileHost] })).page;

test("the pin of a branch is set on a map with streets, by a click and by keys", async () => {
  const user = await make.user("admin", { status: "active" });
  await sql`insert into "Company_Branch_Registration_Cache" (registration_type, admin, current_step, form_cache)
    values ('company', ${user.id}, ${placeStep}, '{}')`;
  const page = await open();
  await logIn({ page, user, landingUrl: "**/company-register" });
  const map = page.getByRole("application", { name: /^Map\./ });
  await map.getByRole("link", { name: attribution.text, exact: true }).waitFor();
  const readPoint = async () => [
    Number(await page.getByLabel("Latitude").inputValue()),
    Number(await page.getByLabel("Longitude").inputValue()),
  ];
  await map.click();
  await eventually(async () => {
    const [latitude, longitude] = await readPoint();
    const { centre } = fullMapView;
    assert.ok(Math.abs(latitude! - centre.latitude) < 1 && Math.abs(longitude! - centre.longitude) < 1);
  });
  await page.getByLabel("Plus code or link from a map app").fill("13.0524, 80.2508");
  await page.getByRole("button", { name: "Set pin", exact: true }).click();
  await eventually(async () => assert.deepEqual(await readPoint(), [13.0524, 80.2508]));
  await map.focus();
  await page.keyboard.press("ArrowUp");
  await eventually(async () => {
    const [latitude, longitude] = await readPoint();
    assert.ok(latitude! > 13.0524 && latitude! < 13.0525 && longitude === 80.2508, `${latitude}, ${longitude}`);
  });
  await eventually(() => assert.ok(requestedTiles.some((url) => /^\/17\/\d+\/\d+\.png$/.test(url))));
  await assertAccessible(page);
  assert.deepEqual(await findLayoutProblems(page), []);
});

test("the places of a listing are links on a map with streets", async () => {
  const company = await make.company({ slug: "map-tiles" });
  const shared = { company: company.id, city: "Chennai", state: "Tamil Nadu" };
  await make.branch({ ...shared, name: "Panagal Park", latitude: "13.0420", longitude: "80.2340" });
  await make.branch({ ...shared, name: "Usman Road", latitude: "13.0400", longitude: "80.2300" });
  const page = await open();
  await page.goto("/parking/commercial/tamil-nadu/chennai");
  const map = page.getByRole("navigation", { name: "Map of the places" });
  const showMap = async () => {
    // Made when it comes near the view.
    await map.scrollIntoViewIfNeeded();
    await map.getByRole("link", { name: attribution.text, exact: true }).waitFor();
  };
  await showMap();
  await assertAccessible(page);
  assert.deepEqual(await findLayoutProblems(page), []);
  await map.getByRole("link", { name: "2. Usman Road", exact: true }).click();
  await page.getByRole("heading", { name: "Usman Road", level: 1 }).waitFor();
  await showMap();
});
