// A manager sets the branch up: prices, blocks, what the gate asks; and finds a visit again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp, type Caller } from "#tests/support/app.ts";
import { assertAccessible, openPage } from "#tests/support/browser.ts";
import { factories, password, type MadeBranch } from "#tests/support/make.ts";

const { app, sql, as } = await startApp();
const make = factories(sql);
after(() => app.close());

const companySlug = "set-up";
const plate = make.plate();
let branch: MadeBranch;
let office: Page;
let gate: Caller;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 5, rate: "20.00" });
  const manager = await make.user("manager", { branch, first_name: "Prakash" });
  gate = await as(await make.user("staff", { branch }));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  ({ page: office } = await openPage({ address, expected: [/status of 409 .*\/items\//] }));
  await office.goto("/partner-with-us");
  await office.getByRole("textbox", { name: "Email" }).fill(manager.email);
  await office.locator("input[name=password]").fill(password);
  await office.getByRole("button", { name: "Log in" }).click();
  await office.getByRole("heading", { name: "Nobody has come in yet" }).waitFor();
  for (const vehicle_no of [plate, make.plate(), make.plate()])
    assert.equal((await gate.post("/actions/parking/check-in", { vehicle_no, phone_no: "9840012345" })).status, 200);
});

test("a new price is for those who come after it", async () => {
  await office.goto(`/${companySlug}/${branch.slug}/configurations/parking`);
  await office.getByText("Cars already inside keep their tariff").waitFor();
  await office.getByRole("button", { name: /^Every other vehicle/ }).click();
  await assertAccessible(office);
  await office.getByRole("textbox", { name: "Price" }).fill("50");
  await office.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await office.getByText("₹50.00 for each 30 min begun").waitFor();
  await assertAccessible(office);
  const later = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012346" });
  assert.equal(later.data.charge_amount_for_minutes, "50.00");
  const inside = await sql`
    select distinct charge_amount_for_minutes from "Parking_Information" where id < ${later.data.id}`;
  assert.deepEqual(
    inside.map((row) => Number(row["charge_amount_for_minutes"])),
    [20],
  );
});

test("a block keeps the slots that are taken, and another one is added", async () => {
  await office.getByRole("button", { name: /^A A1/ }).click();
  const sheet = office.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Slots" }).fill("2");
  await sheet.getByRole("button", { name: "Save" }).click();
  await sheet
    .getByText(/booked|taken|in use/i)
    .first()
    .waitFor();
  await office.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await office.getByRole("button", { name: "Add a block" }).click();
  await sheet.getByRole("textbox", { name: "Zone or block" }).fill("Basement");
  await sheet.getByRole("textbox", { name: "Letter before the number" }).fill("B");
  await sheet.getByRole("textbox", { name: "Slots" }).fill("40");
  await sheet.getByRole("button", { name: "Save" }).click();
  await office.getByRole("button", { name: /Basement.*40 slots/ }).waitFor();
});

test("how entries run stays as it is while vehicles are inside; what the gate asks changes at once", async () => {
  await office.getByRole("combobox", { name: "Paid" }).selectOption("pre-pay");
  await office.getByRole("button", { name: "Save" }).last().click();
  await office.getByText("Vehicles are still inside or on the move. Change this when all are out.").waitFor();
  await office.keyboard.press("Escape");
  await office.getByRole("checkbox", { name: "The type of every vehicle" }).check();
  const saved = office.waitForResponse((answer) => answer.request().method() === "PATCH");
  await office.getByRole("button", { name: "Save" }).first().click();
  assert.equal((await saved).status(), 200);
  await office.getByText("Saved").first().waitFor();
  const refused = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012347" });
  assert.equal(refused.code, "VEHICLE_TYPE_REQUIRED");
});

test("a visit is found by a part of its plate, and the address holds the search", async () => {
  await office.getByRole("link", { name: "Vehicle search" }).click();
  await office.getByText("1–4 of 4").waitFor();
  await assertAccessible(office);
  await office.getByRole("textbox", { name: "Part of a plate" }).fill(plate.slice(-4).toLowerCase());
  await office.getByRole("combobox", { name: "State" }).selectOption("In");
  await office.getByRole("button", { name: "Search", exact: true }).click();
  await office.waitForURL(new RegExp(`plate=${plate.slice(-4)}&state=in$`));
  await office.getByText("1–1 of 1").waitFor();
  await office.reload();
  await office.getByText("1–1 of 1").waitFor();
  assert.equal(await office.getByRole("textbox", { name: "Part of a plate" }).inputValue(), plate.slice(-4));
  await office.goBack();
  await office.getByText("1–4 of 4").waitFor();
  await office.context().close();
});
