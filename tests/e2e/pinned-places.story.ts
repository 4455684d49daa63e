// §2 pinned places: a customer searches near home on the public site, and finds the way back to the parked vehicle.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { getDirectionsUrl } from "#domain/branches/location/map.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { readListedPlaces } from "#tests/support/listed-places.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make } = await startStory();
const city = { city: "Madurai", state: "Tamil Nadu" };
const home = { name: "Home", latitude: 9.93, longitude: 78.12 };
const point = { latitude: "9.931000", longitude: "78.121000" };
let near: CreatedBranch;
let customer: CreatedUser;

before(async () => {
  near = await make.branch({ ...city, ...point, name: "Town Hall Road" });
  await make.branch({ ...city, latitude: "9.990000", longitude: "78.180000", name: "Airport Road" });
  const contact_number = "9840066391";
  customer = await make.user("customer", { contact_number, public_customer: true });
  const own = await asUser(customer);
  const pinned_places = [home, { ...home, name: "Work", latitude: 9.99, longitude: 78.18 }];
  assert.equal((await own.patch("/users/me", { pinned_places })).status, 200);
  const gate = await asUser(await make.user("staff", { branch: near }));
  assert.equal(
    (await gate.post("/actions/parking/check-in", { vehicle_no: "TN58AB7711", phone_no: contact_number })).status,
    200,
  );
});

test("a customer goes back to the parked vehicle, and finds parking near a pinned place", async () => {
  const { page } = await openPage({ address, context: phoneViewport });
  await page.goto("/customer/commercial/login?redirect_to=/commercial/home");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user: customer });
  const back = page.getByRole("link", { name: "Directions to Town Hall Road", exact: true });
  assert.equal(await back.getAttribute("href"), getDirectionsUrl(point));

  await page.goto("/");
  const places = page.getByRole("navigation", { name: "My places", exact: true });
  await places.getByRole("link", { name: "Near Work", exact: true }).waitFor();
  await assertAccessible(page);
  await places.getByRole("link", { name: "Near Home", exact: true }).click();
  await page.getByRole("heading", { name: "Parking near you" }).waitFor();
  assert.deepEqual(await readListedPlaces(page), ["1. Town Hall Road", "2. Airport Road"]);
  const chosen = places.getByRole("link", { name: "Near Home", exact: true });
  assert.equal(await chosen.getAttribute("aria-current"), "true");
  const directions = page.getByRole("link", { name: "Directions to Town Hall Road", exact: true });
  assert.equal(await directions.getAttribute("href"), getDirectionsUrl({ latitude: 9.931, longitude: 78.121 }));

  // Another visit of the site: the access token has expired, the session has not.
  await page.evaluate("localStorage.setItem('access_token_expires_at', '0')");
  await page.goto("/parking");
  await places.getByRole("link", { name: "Near Home", exact: true }).waitFor();
  assert.ok(await page.evaluate("Number(localStorage.getItem('access_token_expires_at')) > Date.now()"));
});

test("pages are the same for everybody, and without a session nothing asks for places", async () => {
  const own = await asUser(customer);
  assert.deepEqual((await own.get("/users/me?fields=pinned_places")).data.pinned_places[0], home);
  const { page } = await openPage({ address, context: phoneViewport });
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await page.goto("/");
  // Shown by the same script.
  await page.getByRole("button", { name: "Near me", exact: true }).waitFor();
  assert.equal(await page.getByRole("navigation", { name: "My places", exact: true }).count(), 0);
  assert.deepEqual(
    paths.filter((path) => path.startsWith("/users") || path.startsWith("/auth")),
    [],
  );
});
