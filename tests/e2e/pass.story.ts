// A pass: made at the gate, used for a visit that costs nothing, renewed, and changed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, openPage, phone } from "#tests/support/browser.ts";
import { factories, password, type MadeBranch } from "#tests/support/make.ts";

const { app, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const companySlug = "pass-house";
const plate = make.plate();
let branch: MadeBranch;
let gate: Page;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, entity_type: "residential", slots: 5, rate: "20.00" });
  const clerk = await make.user("staff", { branch, first_name: "Ravi" });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  ({ page: gate } = await openPage({ address, context: phone }));
  await gate.goto("/partner-with-us");
  await gate.getByRole("textbox", { name: "Email" }).fill(clerk.email);
  await gate.locator("input[name=password]").fill(password);
  await gate.getByRole("button", { name: "Log in" }).click();
  await gate.getByRole("heading", { name: "Nobody has come in yet" }).waitFor();
});

async function holdsUntil(): Promise<Date> {
  const [row] = await sql<{ pass_end_time: Date }[]>`
    select pass_end_time from "Parking_Main_Information" where vehicle_no = ${plate}`;
  return row!.pass_end_time;
}

const days = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 86_400_000);

test("a pass for ten days is made", async () => {
  await gate.goto(`/${companySlug}/${branch.slug}/vehicle-entry/create`);
  await gate.getByRole("textbox", { name: "Vehicle number" }).fill(plate);
  await gate.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gate.getByText("A pass for a time").click();
  await gate.getByText("Other", { exact: true }).click();
  await gate.getByRole("button", { name: "Make the pass" }).click();
  await gate.getByText("*Time type is required").waitFor();
  await gate.getByRole("combobox", { name: "Time type" }).selectOption("days");
  await gate.getByRole("textbox", { name: "Duration" }).fill("10");
  await gate.getByText("Holds until").waitFor();
  await assertAccessible(gate);
  await gate.getByRole("button", { name: "Make the pass" }).click();
  await gate.getByText("Holds", { exact: true }).waitFor();
  await gate.getByRole("img", { name: `QR of the pass of ${plate}` }).waitFor();
  await assertAccessible(gate);
  assert.equal(days(new Date(), await holdsUntil()), 10);
});

test("it is renewed from where it ends", async () => {
  const before = await holdsUntil();
  await gate.getByRole("button", { name: "Renew" }).click();
  const sheet = gate.getByRole("dialog", { name: "Renew the pass" });
  await sheet.getByText("1 day", { exact: true }).click();
  await assertAccessible(gate);
  await sheet.getByRole("button", { name: "Renew" }).click();
  await sheet.waitFor({ state: "detached" });
  assert.equal(days(before, await holdsUntil()), 1);
});

test("the list shows it among those that hold, finds it by a part of its plate, and renews it", async () => {
  const pass = gate.url();
  const before = await holdsUntil();
  await gate.goto(`/${companySlug}/${branch.slug}/passes`);
  await gate.getByText("Holds", { exact: true }).waitFor();
  await assertAccessible(gate);
  await gate.getByRole("button", { name: "Ended" }).click();
  await gate.getByRole("heading", { name: "No pass fits" }).waitFor();
  await gate.getByRole("button", { name: "Show all" }).click();
  await gate.getByRole("textbox", { name: "Plate, phone number or name" }).fill(plate.slice(-4).toLowerCase());
  await gate.getByRole("button", { name: "Find", exact: true }).click();
  await gate.waitForURL(/search=/);
  await gate.getByRole("button", { name: `Renew ${plate}` }).click();
  const sheet = gate.getByRole("dialog", { name: "Renew the pass" });
  await sheet.getByText("1 day", { exact: true }).click();
  await sheet.getByRole("button", { name: "Renew" }).click();
  await sheet.waitFor({ state: "detached" });
  assert.equal(days(before, await holdsUntil()), 1);
  await gate.goto(pass);
});

test("what it says of its holder is changed", async () => {
  await gate.getByRole("button", { name: "Save" }).click();
  await gate.getByText("Nothing was changed, so there is nothing to save.").waitFor();
  await gate.getByRole("textbox", { name: "Name" }).fill("Anand Rao");
  await gate.getByRole("button", { name: "Save" }).click();
  await gate.getByText("Anand Rao", { exact: true }).waitFor();
});

test("the vehicle comes in with it, pays nothing, moves to another slot and goes", async () => {
  await gate.getByRole("button", { name: "Check in" }).click();
  await gate.getByText("Free", { exact: true }).waitFor();
  await gate.getByRole("link", { name: "Change" }).click();
  await gate.getByRole("textbox", { name: "Why they come" }).fill("Lives in flat 12");
  await assertAccessible(gate);
  await gate.getByRole("button", { name: "Save" }).click();
  await gate.getByText("Lives in flat 12").waitFor();
  await assertAccessible(gate);
  await gate.getByRole("button", { name: "Check out" }).click();
  await gate.getByText("Vehicle checked out").waitFor();
  await gate.context().close();
});
