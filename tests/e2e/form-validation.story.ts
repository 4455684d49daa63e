// §5, §8: invalid input shows the catalogue text at its field, and no input is lost, not even without a network.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();

const slug = "bad-input";
let branch: CreatedBranch;
let page: Page;

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 3 });
  const expectedErrors = [/status of 4(00|01|09)/, /ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_FAILED)/];
  ({ page } = await openPage({ address, context: phoneViewport, expectedErrors }));
});

/** The error text referenced by the field, as screen readers announce it. */
async function getFieldError(field: Locator): Promise<string> {
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  const ids = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return texts.at(-1) ?? "";
}

async function assertFieldError({
  field,
  typed,
  text,
}: {
  field: Locator;
  typed: string;
  text: string;
}): Promise<void> {
  await field.fill(typed);
  await page.locator("button[type=submit]").click();
  await page.getByText(text, { exact: true }).first().waitFor();
  assert.equal(await getFieldError(field), text);
  assert.equal(await field.inputValue(), typed);
}

async function countEntries(plate: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
    where m.vehicle_no = ${plate}`;
  return row!.count;
}

const plateField = () => page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ });
const phoneField = () => page.getByRole("textbox", { name: "Phone number" });
const submitCheckIn = () => page.getByRole("button", { name: "Check in" }).click();

async function openCheckIn(): Promise<void> {
  await page.goto(`/${slug}/${branch.slug}/parking/create`);
  await plateField().waitFor();
}

async function fillCheckIn(plate: string): Promise<void> {
  await plateField().fill(plate);
  await phoneField().fill("9840012345");
  await page.getByText("Hatchback").click();
}

test("the login shows validation errors at each field", async () => {
  await page.goto("/partner-with-us");
  const email = page.getByRole("textbox", { name: "Email" });
  const password = page.locator("input[name=password]");
  await assertFieldError({ field: email, typed: "", text: "*Email is required" });
  await assertFieldError({ field: email, typed: "ravi at gate", text: "*Invalid email" });
  await assertFieldError({
    field: email,
    typed: `${"a".repeat(250)}@b.example`,
    text: "*Email must have at most 255 characters",
  });
  await email.fill("ravi@example.com");
  await assertFieldError({ field: password, typed: "", text: "*Password is required" });
  await assertAccessible(page);
  assert.equal(await email.inputValue(), "ravi@example.com");
});

test("the check-in shows validation errors at each field", async () => {
  await logIn({ page, user: await make.user("staff", { branch }) });
  await openCheckIn();
  await assertFieldError({ field: plateField(), typed: "", text: "*Vehicle number is required" });
  await assertFieldError({ field: plateField(), typed: "TN09A", text: "*Invalid vehicle number" });
  await plateField().fill("TN09AB1000");
  await assertFieldError({ field: phoneField(), typed: "", text: "*Phone number is required" });
  for (const typed of ["98400", "98400123456", "98400x2345"])
    await assertFieldError({ field: phoneField(), typed, text: "*Invalid phone number" });
  await phoneField().fill("9840012345");
  const name = page.getByRole("textbox", { name: "Name" });
  await assertFieldError({ field: name, typed: "Al", text: "*Minimum 3 characters required" });
  await assertAccessible(page);
  assert.equal(await plateField().inputValue(), "TN09AB1000");
  assert.equal(await countEntries("TN09AB1000"), 0);
});

test("a server-side validation error is shown at its field", async () => {
  await openCheckIn();
  await plateField().fill("TN09AB1001");
  await phoneField().fill("9840012345");
  // The setting changes while the form is open, without a live update.
  await sql`update "Branch" set allow_vehicle_type_required = true where id = ${branch.id}`;
  await submitCheckIn();
  await page.getByText(getErrorText("VEHICLE_TYPE_REQUIRED"), { exact: true }).waitFor();
  assert.equal(await plateField().inputValue(), "TN09AB1001");
  await page.getByText("Hatchback").click();
  await submitCheckIn();
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
  assert.equal(await countEntries("TN09AB1001"), 1);
});

test("where a photo is required, a check-in without one brings the message into view and focuses the camera", async () => {
  await sql`update "Branch" set allow_vehicle_image_required = true where id = ${branch.id}`;
  await openCheckIn();
  await fillCheckIn("TN09AB1500");
  // At the top of the form, where nothing of the photos is seen.
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  await submitCheckIn();
  const message = page.getByText(getErrorText("IMAGE_REQUIRED"), { exact: true });
  await message.waitFor();
  await page.locator("input[name=entry_images]:focus").waitFor({ state: "attached" });
  assert.equal(await getFieldError(page.locator("input[name=entry_images]")), getErrorText("IMAGE_REQUIRED"));
  assert.ok(
    await message.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      const shown = document.elementFromPoint(left + 4, top + height / 2);
      return shown !== null && (element === shown || element.contains(shown));
    }),
    "neither below the screen nor behind a bar",
  );
  await assertAccessible(page);
  assert.equal(await plateField().inputValue(), "TN09AB1500");
  assert.equal(await countEntries("TN09AB1500"), 0);
  await sql`update "Branch" set allow_vehicle_image_required = false where id = ${branch.id}`;
});

test("a form marks every field at once, those that the server names and those that it knows itself", async () => {
  await sql`update "Branch" set visitor_phone = 'optional' where id = ${branch.id}`;
  await openCheckIn();
  await plateField().fill("TN09AB1600");
  await page.getByText("Hatchback").click();
  // Since the form was opened.
  await sql`
    update "Branch" set visitor_phone = 'required', allow_vehicle_image_required = true where id = ${branch.id}`;
  await submitCheckIn();
  const photos = page.locator("input[name=entry_images]");
  await photos.and(page.locator("[aria-invalid=true]")).waitFor({ state: "attached" });
  assert.match(await getFieldError(phoneField()), /^\*Phone number .*is required$/);
  assert.equal(await getFieldError(photos), getErrorText("IMAGE_REQUIRED"));
  assert.equal(await countEntries("TN09AB1600"), 0);
  await assertAccessible(page);
  await openCheckIn();
  await phoneField().fill("9840012345");
  await submitCheckIn();
  await page.getByText("*Vehicle number is required", { exact: true }).waitFor();
  await page.getByText(getErrorText("VEHICLE_TYPE_REQUIRED"), { exact: true }).waitFor();
  assert.equal(await getFieldError(photos), getErrorText("IMAGE_REQUIRED"));
  await sql`update "Branch" set allow_vehicle_image_required = false where id = ${branch.id}`;
});

test("a vehicle that is already inside is reported before and after submitting, with a link to its entry", async () => {
  await openCheckIn();
  await plateField().fill("TN09AB1001");
  const entryLink = page.getByRole("link", { name: /is already inside.*Open entry/ });
  await entryLink.waitFor();
  await phoneField().fill("9840012345");
  await submitCheckIn();
  await page.getByText(getErrorText("VEHICLE_IN_PROGRESS"), { exact: true }).waitFor();
  assert.equal(await getFieldError(plateField()), getErrorText("VEHICLE_IN_PROGRESS"));
  assert.equal(await entryLink.count(), 0, "one message is enough");
  await page.getByRole("link", { name: "Open entry", exact: true }).click();
  await page.waitForURL(/parking\/detail\?id=\d+$/);
});

test("without a network the check-in is kept, and sent once the network is back", async () => {
  await openCheckIn();
  await fillCheckIn("TN09AB2000");
  await page.context().setOffline(true);
  await submitCheckIn();
  await page.getByRole("heading", { name: "Waiting to be sent" }).waitFor();
  await page.getByText("1 waiting to be sent").waitFor();
  assert.equal(await countEntries("TN09AB2000"), 0);
  await page.context().setOffline(false);
  await page.getByText("1 sent").waitFor();
  assert.equal(await countEntries("TN09AB2000"), 1);
});

test("after lost responses the check-in is sent again and creates no second entry, also after a reload", async () => {
  await openCheckIn();
  await fillCheckIn("TN09AB3000");
  await page.route(
    "**/actions/parking/check-in",
    async (route) => {
      assert.equal((await route.fetch()).status(), 200);
      await route.abort();
    },
    { times: 2 },
  );
  const lost = page.waitForEvent("requestfailed");
  await submitCheckIn();
  await lost;
  await page.getByText("1 waiting to be sent").waitFor();
  assert.equal(await countEntries("TN09AB3000"), 1);
  await openCheckIn();
  // Succeeds at the server although the vehicle is inside, as a repetition of the first request.
  await page.getByText("sent", { exact: false }).filter({ hasText: "2 sent" }).waitFor();
  assert.equal(await countEntries("TN09AB3000"), 1);
});

test("a letter O typed for a zero is noticed, and corrected with one press", async () => {
  await openCheckIn();
  await plateField().fill("TNO9AB3500");
  await page.getByText("Did you mean TN09AB3500?").waitFor();
  await page.getByRole("button", { name: "Use TN09AB3500" }).click();
  assert.equal(await plateField().inputValue(), "TN09AB3500");
  await page.getByText("Did you mean").waitFor({ state: "detached" });
  await plateField().fill("22BH1234AA");
  await page.getByText("Bharat series (BH)").waitFor();
  await plateField().fill("HELLOTHERE");
  await page.getByText("Unusual vehicle number").waitFor();
  // Short numbers are told once they cannot become a usual one.
  await plateField().fill("TN09AB");
  await page.getByText("Unusual vehicle number").waitFor({ state: "detached" });
  await plateField().fill("HELLO1");
  await page.getByText("Unusual vehicle number").waitFor();
});

test("a full branch is reported and the input is kept", async () => {
  await openCheckIn();
  await fillCheckIn("TN09AB4000");
  await submitCheckIn();
  await page.getByRole("alertdialog").getByText(getErrorText("SLOT_FULL")).waitFor();
  await page.getByRole("button", { name: "OK" }).click();
  assert.equal(await plateField().inputValue(), "TN09AB4000");
  assert.equal(await countEntries("TN09AB4000"), 0);
});
