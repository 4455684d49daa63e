// The place of a branch on the map: from the device, a plus code, a link of a map app, by dragging and by keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Locator } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { getRegistrationSteps } from "#domain/onboarding/registration.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();
const { number: placeStep } = getRegistrationSteps("company").find(({ name }) => name === "place")!;

async function openStep(step: number, context: BrowserContextOptions = {}, form: { [name: string]: string } = {}) {
  const user = await make.user("admin", { status: "active" });
  await sql`insert into "Company_Branch_Registration_Cache" (registration_type, admin, current_step, form_cache)
    values ('company', ${user.id}, ${step}, ${JSON.stringify(form)})`;
  const { page } = await openPage({ address, context: { ...phoneViewport, ...context } });
  await logIn({ page, user, landingUrl: "**/company-register" });
  return page;
}

async function openPlace(context: BrowserContextOptions = {}) {
  const page = await openStep(placeStep, context);
  const readPoint = async () => [
    Number(await page.getByLabel("Latitude").inputValue()),
    Number(await page.getByLabel("Longitude").inputValue()),
  ];
  /** The pin after it has been set: the fields follow the next render. */
  const expectPoint = (latitude: number, longitude: number) =>
    eventually(async () => assert.deepEqual(await readPoint(), [latitude, longitude]));
  return { page, readPoint, expectPoint, map: page.getByRole("img", { name: /^Map\./ }) };
}

test("the device's location sets the pin and says how exact it is", async () => {
  const geolocation = { latitude: 13.0524, longitude: 80.2508, accuracy: 12 };
  const { page, expectPoint } = await openPlace({ geolocation, permissions: ["geolocation"] });
  await page.getByRole("button", { name: "Use my location" }).click();
  await page.getByText("Accurate to about 12 m.", { exact: true }).waitFor();
  await expectPoint(13.0524, 80.2508);
  await page.getByText(/^Nearest cities: Chennai, 4 km; /).waitFor();
  // The map without streets shows no place by which the pin could be checked.
  const mapLink = page.getByRole("link", { name: "Check the pin in a map app", exact: true });
  assert.match((await mapLink.getAttribute("href"))!, /query=13\.0524,80\.2508$/);
  await page.context().setGeolocation({ ...geolocation, latitude: 13.06, accuracy: 400 });
  await page.getByRole("button", { name: "Use my location" }).click();
  await page.getByText("Accurate to about 400 m. Move the pin to the gate.", { exact: true }).waitFor();
  await expectPoint(13.06, 80.2508);
  await assertAccessible(page);
  assert.deepEqual(await findLayoutProblems(page), []);
});

test("without permission the page says what to do, and other ways set the pin", async () => {
  const { page, readPoint, expectPoint, map } = await openPlace();
  await page.getByRole("button", { name: "Use my location" }).click();
  await page.getByText(getErrorText("LOCATION_PERMISSION")).waitFor();
  await page.getByText(/^The browser does not share your location/).waitFor();

  const text = page.getByLabel("Plus code or link from a map app");
  const enter = async (typed: string) => {
    await text.fill(typed);
    await page.getByRole("button", { name: "Set pin", exact: true }).click();
  };
  await enter("https://maps.app.goo.gl/AbCdEf");
  await page.getByText(/^This short link can be followed by its app only/).waitFor();
  await enter("XHCV+9Q");
  await page.getByText(/^Add a large city near by/).waitFor();
  await enter("XHCV+9Q Bangalore");
  await expectPoint(12.970938, 77.594438);
  await enter("https://www.google.com/maps/place/X/@12.9,80.2,17z/data=!3d13.0524!4d80.2508");
  await expectPoint(13.0524, 80.2508);

  await map.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await expectPoint(13.0529, 80.2513);

  const box = (await map.boundingBox())!;
  const pin = map.locator("circle[r='24']");
  const pinBox = (await pin.boundingBox())!;
  await page.mouse.move(pinBox.x + pinBox.width / 2, pinBox.y + pinBox.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.75, { steps: 4 });
  await page.mouse.up();
  await eventually(async () => {
    const [latitude, longitude] = await readPoint();
    assert.ok(latitude! < 13.045 && longitude! < 80.245, `${latitude}, ${longitude}`);
  });
});

test("state and city of another pin code replace those of the pin code before, of the register or an earlier visit", async () => {
  const page = await openStep(placeStep, {}, { pincode: "600017", state: "Tamil Nadu", city: "Chennai" });
  await page.getByLabel("Pin code").fill("560038");
  const expectValue = (field: Locator, value: string) =>
    eventually(async () => assert.equal(await field.inputValue(), value));
  await expectValue(page.getByLabel("City"), "Bengaluru");
  await expectValue(page.getByRole("combobox", { name: "State" }), "Karnataka");
  // The first digits of this one are those of several states.
  await page.getByLabel("Pin code").fill("605001");
  await expectValue(page.getByRole("combobox", { name: "State" }), "Puducherry");
  await page.getByLabel("City").fill("Anekal");
  await page.getByLabel("Pin code").fill("570001");
  assert.equal(await page.getByLabel("City").inputValue(), "Anekal");
});

test("an area that is on the list already is refused where it is typed, and the field is marked as required", async () => {
  await make.row("Areas", { area_name: "Royapettah", city: "Chennai", state: "Tamil Nadu" });
  const { page } = await openPlace();
  await page.getByLabel("Branch name").fill("High Road");
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("12 High Road");
  await page.getByLabel("Pin code").fill("600014");
  await page.getByRole("combobox", { name: "Area" }).selectOption({ label: "Others" });
  const name = page.getByRole("textbox", { name: "Area name" });
  assert.notEqual(await name.getAttribute("required"), null);
  await name.fill("roya pettah");
  await page.getByRole("button", { name: "Save and continue", exact: true }).click();
  await page.getByText(getErrorText("AREA_EXIST"), { exact: true }).waitFor();
  await page.locator("[name=area_name]:focus").waitFor();
  await name.fill("Royapettah North");
  await page.getByRole("button", { name: "Save and continue", exact: true }).click();
  await page.getByRole("heading", { name: "Services and documents", exact: true }).waitFor();
});

test("a missing field of an earlier step is shown there, and has the focus", async () => {
  const { number } = getRegistrationSteps("company").find(({ name }) => name === "agreement")!;
  const page = await openStep(number);
  await page.getByLabel("I have read and accept the agreement").check();
  await page.getByLabel("Your full name").fill("Meena Kumari");
  await page.getByRole("button", { name: "Submit for verification", exact: true }).click();
  await page.getByRole("heading", { name: "Company", exact: true }).waitFor();
  await page.locator("input:focus[aria-invalid=true]").waitFor();
});
