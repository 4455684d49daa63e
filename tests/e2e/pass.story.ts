// Passes: issued at the gate, renewed, edited and used for a free entry.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { testPassword, type CreatedBranch } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();

const companySlug = "pass-house";
const plate = make.plate();
let branch: CreatedBranch;
let gatePage: Page;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, entity_type: "residential", slots: 5, rate: "20.00" });
  const staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  await gatePage.goto("/partner-with-us");
  await gatePage.getByRole("textbox", { name: "Email" }).fill(staffUser.email);
  await gatePage.locator("input[name=password]").fill(testPassword);
  await gatePage.getByRole("button", { name: "Log in" }).click();
  await gatePage.getByRole("heading", { name: "No entries yet" }).waitFor();
});

async function readPassEnd(): Promise<Date> {
  const [row] = await sql<{ pass_end_time: Date }[]>`
    select pass_end_time from "Parking_Main_Information" where vehicle_no = ${plate}`;
  return row!.pass_end_time;
}

const countDays = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 86_400_000);

test("gate staff issue a pass for ten days", async () => {
  await gatePage.goto(`/${companySlug}/${branch.slug}/vehicle-entry/create`);
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByText("Pass", { exact: true }).click();
  await gatePage.getByText("Custom duration", { exact: true }).click();
  await gatePage.getByRole("button", { name: "Issue pass" }).click();
  await gatePage.getByText("*Period is required").waitFor();
  await gatePage.getByRole("combobox", { name: "Period" }).selectOption("days");
  await gatePage.getByRole("textbox", { name: "Duration" }).fill("10");
  await gatePage.getByText("Valid till").waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Issue pass" }).click();
  await gatePage.getByText("Valid", { exact: true }).waitFor();
  await gatePage.getByRole("img", { name: `QR code of the pass for ${plate}` }).waitFor();
  await assertAccessible(gatePage);
  assert.equal(countDays(new Date(), await readPassEnd()), 10);
});

test("a renewal starts at the end of the current pass", async () => {
  const before = await readPassEnd();
  await gatePage.getByRole("button", { name: "Renew" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Renew pass" });
  await sheet.getByText("1 day", { exact: true }).click();
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Renew" }).click();
  await sheet.waitFor({ state: "detached" });
  assert.equal(countDays(before, await readPassEnd()), 1);
});

test("the list shows valid passes, finds a pass by part of its plate and renews it", async () => {
  const pass = gatePage.url();
  const before = await readPassEnd();
  await gatePage.goto(`/${companySlug}/${branch.slug}/passes`);
  await gatePage.getByRole("list", { name: "Passes" }).getByText("Valid", { exact: true }).waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Expired" }).click();
  await gatePage.getByRole("heading", { name: "No matching passes" }).waitFor();
  await gatePage.getByRole("button", { name: "Show all" }).click();
  await gatePage.getByRole("textbox", { name: "Vehicle number, phone or name" }).fill(plate.slice(-4).toLowerCase());
  await gatePage.getByRole("button", { name: "Search", exact: true }).click();
  await gatePage.waitForURL(/search=/);
  await gatePage.getByRole("button", { name: `Renew ${plate}` }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Renew pass" });
  await sheet.getByText("1 day", { exact: true }).click();
  await sheet.getByRole("button", { name: "Renew" }).click();
  await sheet.waitFor({ state: "detached" });
  assert.equal(countDays(before, await readPassEnd()), 1);
  await gatePage.goto(pass);
});

test("the details of the visitor are edited", async () => {
  await gatePage.getByRole("button", { name: "Save" }).click();
  await gatePage.getByText("There are no changes to save.").waitFor();
  await gatePage.getByRole("textbox", { name: "Name" }).fill("Anand Rao");
  await gatePage.getByRole("button", { name: "Save" }).click();
  await gatePage.getByText("Anand Rao", { exact: true }).waitFor();
});

test("the vehicle checks in with the pass free of charge, is edited and checks out", async () => {
  await gatePage.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByText("Free", { exact: true }).waitFor();
  await gatePage.getByText("Covered by pass", { exact: true }).waitFor();
  await gatePage.evaluate(() => Object.assign(globalThis, { print: () => {} }));
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Print slip" }).click();
  const paper = gatePage.locator("body > div[aria-hidden=true]");
  await paper.getByText(/^Pass valid till .*: parking is free$/).waitFor({ state: "attached" });
  assert.doesNotMatch(await paper.innerText(), /or part|Scan to pay/, "neither a price nor a code to pay");
  await gatePage.getByRole("link", { name: "Edit" }).click();
  await gatePage.getByRole("textbox", { name: "Purpose of visit" }).fill("Lives in flat 12");
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Save" }).click();
  await gatePage.getByText("Lives in flat 12").waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Check out" }).click();
  await gatePage.getByText("Vehicle checked out").waitFor();
  await gatePage.context().close();
});
