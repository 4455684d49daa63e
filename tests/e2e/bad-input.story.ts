// §5, §8: what is typed wrong is told by its field in the catalogue's words, and nothing typed is lost; nor when the network drops.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { errorText } from "#domain/errors.ts";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, openPage, phone } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";

const { app, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const slug = "bad-input";
let address: string;
let branch: MadeBranch;
let page: Page;

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 3 });
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  const expected = [/status of 4(00|01|09)/, /ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_FAILED)/];
  ({ page } = await openPage({ address, context: phone, expected }));
});

/** The text that stands by the field and is read out with it. */
async function errorOf(field: Locator): Promise<string> {
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  const ids = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return texts.at(-1) ?? "";
}

async function assertRefused({ field, typed, text }: { field: Locator; typed: string; text: string }): Promise<void> {
  await field.fill(typed);
  await page.locator("button[type=submit]").click();
  await page.getByText(text, { exact: true }).first().waitFor();
  assert.equal(await errorOf(field), text);
  assert.equal(await field.inputValue(), typed);
}

async function entries(plate: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
    where m.vehicle_no = ${plate}`;
  return row!.count;
}

const plateField = () => page.getByRole("textbox", { name: "Vehicle number" });
const phoneField = () => page.getByRole("textbox", { name: "Phone number" });
const press = () => page.getByRole("button", { name: "Check in" }).click();

async function openCheckIn(): Promise<void> {
  await page.goto(`/${slug}/${branch.slug}/parking/create`);
  await plateField().waitFor();
}

async function fillCheckIn(plate: string): Promise<void> {
  await plateField().fill(plate);
  await phoneField().fill("9840012345");
  await page.getByText("Hatchback").click();
}

test("the log-in says by each field what it wants", async () => {
  await page.goto("/partner-with-us");
  const email = page.getByRole("textbox", { name: "Email" });
  const password = page.locator("input[name=password]");
  await assertRefused({ field: email, typed: "", text: "*Email is required" });
  await assertRefused({ field: email, typed: "ravi at gate", text: "*Invalid email" });
  await assertRefused({ field: email, typed: `${"a".repeat(250)}@b.example`, text: "*Invalid email" });
  await email.fill("ravi@example.com");
  await assertRefused({ field: password, typed: "", text: "*Password is required" });
  await assertAccessible(page);
  assert.equal(await email.inputValue(), "ravi@example.com");
});

test("the check-in says by each field what it wants", async () => {
  await logIn({ page, user: await make.user("staff", { branch }) });
  await openCheckIn();
  await assertRefused({ field: plateField(), typed: "", text: "*Vehicle number is required" });
  await assertRefused({ field: plateField(), typed: "TN09A", text: "*Invalid vehicle number" });
  await plateField().fill("TN09AB1000");
  await assertRefused({ field: phoneField(), typed: "", text: "*Phone number is required" });
  for (const typed of ["98400", "98400123456", "98400x2345"])
    await assertRefused({ field: phoneField(), typed, text: "*Invalid phone number" });
  await phoneField().fill("9840012345");
  const name = page.getByRole("textbox", { name: "Name" });
  await assertRefused({ field: name, typed: "Al", text: "*Minimum 3 characters required" });
  await assertAccessible(page);
  assert.equal(await plateField().inputValue(), "TN09AB1000");
  assert.equal(await entries("TN09AB1000"), 0);
});

test("what only the server knows lands by its field too", async () => {
  await openCheckIn();
  await plateField().fill("TN09AB1001");
  await phoneField().fill("9840012345");
  // Switched on by somebody else while this form was open, and the page has not been told.
  await sql`update "Branch" set allow_vehicle_type_required = true where id = ${branch.id}`;
  await press();
  await page.getByText(errorText("VEHICLE_TYPE_REQUIRED"), { exact: true }).waitFor();
  assert.equal(await plateField().inputValue(), "TN09AB1001");
  await page.getByText("Hatchback").click();
  await press();
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
  assert.equal(await entries("TN09AB1001"), 1);
});

test("a vehicle that is inside is told before the button is pressed and after, with the way to its entry", async () => {
  await openCheckIn();
  await plateField().fill("TN09AB1001");
  const offered = page.getByRole("link", { name: /inside already.*Open it/ });
  await offered.waitFor();
  await phoneField().fill("9840012345");
  await press();
  await page.getByRole("alertdialog").getByText(errorText("VEHICLE_IN_PROGRESS")).waitFor();
  await page.keyboard.press("Escape");
  await offered.click();
  await page.waitForURL(/parking\/detail\?id=\d+$/);
});

test("no network: plain words, nothing lost, and the same press works once it is back", async () => {
  await openCheckIn();
  await fillCheckIn("TN09AB2000");
  await page.context().setOffline(true);
  await press();
  await page.getByText(errorText("OFFLINE")).first().waitFor();
  assert.equal(await plateField().inputValue(), "TN09AB2000");
  assert.equal(await phoneField().inputValue(), "9840012345");
  await page.context().setOffline(false);
  await press();
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
  assert.equal(await entries("TN09AB2000"), 1);
});

test("the answer lost on its way: the same press again shows the entry that was made, and makes no second one", async () => {
  await openCheckIn();
  await fillCheckIn("TN09AB3000");
  await page.route(
    "**/actions/parking/check-in",
    async (route) => {
      assert.equal((await route.fetch()).status(), 200);
      await route.abort();
    },
    { times: 1 },
  );
  await press();
  await page.getByText(errorText("OFFLINE")).first().waitFor();
  assert.equal(await entries("TN09AB3000"), 1);
  await press();
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
  await page.getByText("A3", { exact: true }).first().waitFor();
  assert.equal(await entries("TN09AB3000"), 1);
});

test("a full branch says so, and keeps what was typed", async () => {
  await openCheckIn();
  await fillCheckIn("TN09AB4000");
  await press();
  await page.getByRole("alertdialog").getByText(errorText("SLOT_FULL")).waitFor();
  await page.getByRole("button", { name: "OK" }).click();
  assert.equal(await plateField().inputValue(), "TN09AB4000");
  assert.equal(await entries("TN09AB4000"), 0);
});
