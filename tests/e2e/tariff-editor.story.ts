// A manager sets up a tariff by picking, sees what it charges, and schedules it; a wrong one is refused in words.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const company = await make.company({ slug: "noida" });
const branch = await make.branch({ company: company.id, slug: "sector-18", rate: "20.00" });
const other = await make.branch({ company: company.id, name: "Sector 62" });
const manager = await make.user("manager", { branch, first_name: "Prakash" });
const admin = await make.user("admin", { branch });
const tariffPath = "/noida/sector-18/configurations/parking/charges";
const chargeTable = "Charges of typical stays";

let screen: Page;

before(async () => {
  ({ page: screen } = await openPage({ address }));
  await logIn({ page: screen, user: manager });
});

const getLine = (number: number): Locator => screen.getByRole("group", { name: `Line ${number}` });
const getReason = (): Locator => screen.getByText(/things? to correct/);
const getReview = (): Locator => screen.getByRole("button", { name: "Review and start" });

async function openEditor(): Promise<void> {
  await screen.goto(`${tariffPath}/edit`);
  await screen.getByRole("table", { name: chargeTable }).waitFor();
}

/** Choices whose text is wider than their control. */
function findCutChoices(page: Page): Promise<string[]> {
  return page.getByRole("combobox").evaluateAll((selects) =>
    selects.flatMap((select) => {
      if (!(select instanceof HTMLSelectElement)) return [];
      const { paddingLeft, paddingRight, font } = getComputedStyle(select);
      const context = document.createElement("canvas").getContext("2d")!;
      context.font = font;
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return [...select.options].flatMap(({ text }) =>
        context.measureText(text).width > room ? [`${select.ariaLabel}: ${text}`] : [],
      );
    }),
  );
}

async function selectStay({ page, hours, minutes }: { page: Page; hours: string; minutes: string }): Promise<void> {
  await page.getByRole("textbox", { name: "Hours" }).fill(hours);
  await page.getByRole("textbox", { name: "Minutes", exact: true }).fill(minutes);
}

test("a manager sets up the tariff of Noida and sees what each stay costs", async () => {
  await screen.goto(tariffPath);
  await screen.getByRole("heading", { name: "In force: version 1" }).waitFor();
  await screen.getByText("₹20 per 30 min or part").waitFor();
  await assertAccessible(screen);
  await screen.getByRole("link", { name: "Edit tariff" }).click();
  await screen.getByText("Nothing is changed yet.").waitFor();
  assert.equal(await getReview().isDisabled(), true);

  await screen.getByRole("button", { name: "Add line" }).click();
  await getLine(1).getByRole("combobox", { name: "Kind of price" }).selectOption("cost in total");
  await getLine(1).getByRole("textbox", { name: "Up to", exact: true }).fill("2");
  await getLine(1).getByRole("textbox", { name: "Amount in rupees" }).fill("20");
  await getLine(2).getByRole("textbox", { name: "Amount in rupees" }).fill("10");
  await screen.getByRole("button", { name: "Daily maximum" }).click();
  const day = screen.getByRole("group", { name: "Daily maximum" });
  await day.getByRole("textbox", { name: "Maximum in rupees" }).fill("80");
  await getReason().waitFor({ state: "detached" });

  const charge = screen.getByRole("status", { name: "Charge of this stay" });
  await selectStay({ page: screen, hours: "8", minutes: "1" });
  await charge.getByText("costs ₹80.00").waitFor();
  await charge.getByText("In force now: ₹340.00").waitFor();
  await selectStay({ page: screen, hours: "2", minutes: "1" });
  await charge.getByText("costs ₹30.00").waitFor();
  await charge.getByText("First 2 hours ₹20.00 · 1 more hour at ₹10.00 = ₹10.00").waitFor();
  const row = (name: string) => screen.getByRole("row", { name: new RegExp(`^${name} `) });
  assert.match(await row("30 min").innerText(), /₹20.00$/, "equal to the tariff in force");
  assert.match(await row("3 h").innerText(), /₹30.00\s+lower,\s+was ₹120.00/);
  assert.match(await row("2 days").innerText(), /₹160.00\s+lower,\s+was ₹1,920.00/);
  await screen.getByRole("img", { name: /Charge over time up to 48 hours, reaching ₹160.00/ }).waitFor();
  const slider = screen.getByRole("slider", { name: "Length of stay" });
  await slider.press("ArrowRight");
  assert.equal(await slider.getAttribute("aria-valuetext"), "2 h 02 min: ₹30.00");
  await assertAccessible(screen);
});

test("unsaved changes are kept when the page is left", async () => {
  await screen.goto(tariffPath);
  await screen.getByRole("heading", { name: "In force: version 1" }).waitFor();
  await screen.getByRole("link", { name: "Edit tariff" }).click();
  await screen.getByText("Your unsaved changes are restored").waitFor();
  assert.equal(await getLine(2).getByRole("textbox", { name: "Amount in rupees" }).inputValue(), "10");
});

test("the tariff is scheduled for tomorrow, listed, and can be deleted until it starts", async () => {
  await getReview().click();
  const sheet = screen.getByRole("dialog", { name: "Review and start" });
  await sheet.getByText("New: At most ₹80 in 24 hours").waitFor();
  await sheet.getByText("No longer: ₹20 per 30 min or part").waitFor();
  await sheet.getByText("No stay ended in the last 30 days").waitFor();
  await sheet.getByText("At a date and time").click();
  const start = sheet.getByLabel("Date and time", { exact: true });
  const tomorrow = await start.inputValue();
  await start.fill("2020-01-01T00:00");
  await sheet.getByText("Choose a time in the future, or start the tariff now.").waitFor();
  assert.equal(await sheet.getByRole("button", { name: "Schedule tariff" }).isDisabled(), true);
  await start.fill(tomorrow);
  await assertAccessible(screen);
  await sheet.getByRole("button", { name: "Schedule tariff" }).click();

  await screen.getByRole("heading", { name: "In force: version 1" }).waitFor();
  const version = screen.getByRole("listitem").filter({ hasText: "Version 2" });
  await version.getByText("Scheduled").waitFor();
  await version.getByText(/Prakash/).waitFor();
  const [stored] = await sql`
    select to_char(starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD"T"HH24:MI') as start from "Tariff_Versions"
    where branch = ${branch.id} and number = 2`;
  assert.equal(stored?.["start"], tomorrow, "in the local time of the branch");
  await version.getByRole("button", { name: "Open version 2" }).click();
  const opened = screen.getByRole("dialog", { name: "Version 2" });
  await opened.getByText("New: First 2 hours ₹20").waitFor();
  await opened.getByRole("button", { name: "Delete scheduled version" }).click();
  await opened.getByRole("button", { name: "Yes, delete version 2" }).click();
  await version.waitFor({ state: "detached" });
});

test("a wrong tariff is refused in words beside its line", async () => {
  await openEditor();
  await screen.getByRole("button", { name: "Daily maximum" }).click();
  const day = screen.getByRole("group", { name: "Daily maximum" });
  await day.getByRole("textbox", { name: "Maximum in rupees" }).fill("5");
  await day.getByText("The maximum of ₹5.00 for a day is below the first line (₹20.00).").waitFor();
  assert.equal(await getReview().isDisabled(), true);
  await getReason().waitFor();
  await day.getByRole("textbox", { name: "Maximum in rupees" }).fill("five");
  await day.getByText("Enter an amount in rupees, such as 20 or 20.50.").waitFor();
  await screen.getByText("Correct what is marked to update these charges.").waitFor();
  await assertAccessible(screen);
  await screen.getByRole("button", { name: "Show", exact: true }).click();
  assert.equal(
    await day.getByRole("textbox", { name: "Maximum in rupees" }).evaluate((input) => input === document.activeElement),
    true,
  );
  await screen.getByRole("button", { name: "Remove: Daily maximum" }).click();
  await getReason().waitFor({ state: "detached" });
});

test("a manager starts from a template and puts it in force", async () => {
  await openEditor();
  await screen.getByRole("button", { name: "Start from a template or branch" }).click();
  const sheet = screen.getByRole("dialog", { name: "Start from" });
  assert.equal(await sheet.getByRole("list", { name: "Templates" }).getByRole("listitem").count(), 10);
  assert.equal(await sheet.getByRole("list", { name: "Other branches" }).count(), 0, "not for managers");
  await sheet.getByRole("button", { name: "Municipal street" }).click();
  await getLine(3).waitFor();
  await getReview().click();
  await screen.getByRole("button", { name: "Start tariff now" }).click();
  await screen.getByRole("heading", { name: /^In force: version \d+$/ }).waitFor();
  await screen.getByText("Then, up to 5 hours, ₹40 per hour or part").waitFor();
});

test("a version that is saved elsewhere appears on an open page at once", async () => {
  await screen.goto(tariffPath);
  await screen.getByRole("heading", { name: /^In force: version \d+$/ }).waitFor();
  const tariff = createTariff({ rates: [createRates({ lines: [{ kind: "total", to: null, amount: 55_00 }] })] });
  const { data } = await (
    await asUser(manager)
  ).post("/items/Tariff_Versions", { branch: branch.id, service: "is_parking", tariff });
  await screen.getByRole("heading", { name: `In force: version ${data.number}` }).waitFor();
  await screen.getByText("Any stay ₹55").waitFor();
});

test("an admin copies the tariff of another branch, on a phone", async () => {
  const tariff = createTariff({ rates: [createRates({ lines: [{ kind: "total", to: null, amount: 75_00 }] })] });
  await make.row("Tariff_Versions", { branch: other.id, service: "is_parking", tariff: { ...tariff } });
  const { page: phone, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page: phone, user: admin });
  await phone.goto(`${tariffPath}/edit`);
  await phone.getByRole("button", { name: "Start from a template or branch" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Sector 62" }).click();
  await selectStay({ page: phone, hours: "30", minutes: "0" });
  await phone.getByText("costs ₹75.00").waitFor();
  assert.deepEqual(await findLayoutProblems(phone), []);
  await assertAccessible(phone);
  // The charges are below the long form; the button shows them without leaving it.
  await phone.setViewportSize({ width: 320, height: 640 });
  await phone.getByRole("button", { name: "Charges", exact: true }).click();
  const charges = phone.getByRole("dialog", { name: "Charges of this tariff" });
  await charges.getByRole("listitem").filter({ hasText: "2 days" }).getByText("₹75.00").waitFor();
  assert.deepEqual(await findLayoutProblems(phone), []);
  await assertAccessible(phone);
  await charges.getByRole("button", { name: "Close" }).click();
  const parts = ["Free time", "Daily maximum", "Night charge", "Weekend, event or festival", "Extra", "Shop bill"];
  for (const name of [...parts, "Rounding", "Pass price"])
    await phone.getByRole("button", { name, exact: true }).click();
  assert.deepEqual(await findCutChoices(phone), []);
  assertNoErrors();
});

test("every vehicle type can check in by a price for all other vehicles that four fields cannot say", async () => {
  const types = [await make.row("Vehicle_Type", { name: "Moped" }), await make.row("Vehicle_Type", { name: "Pickup" })];
  const rates = [
    createRates({ vehicle_type: types[0]!.id, lines: [{ kind: "each", to: null, step: 60, amount: 10_00 }] }),
    createRates({
      free: { minutes: 15, kind: "window" },
      lines: [
        { kind: "total", to: 120, amount: 40_00 },
        { kind: "each", to: null, step: 60, amount: 20_00 },
      ],
    }),
  ];
  const tariff = createTariff({ rates });
  await (await asUser(manager)).post("/items/Tariff_Versions", { branch: branch.id, service: "is_parking", tariff });
  await screen.goto("/noida/sector-18/parking/create");
  await screen.getByRole("radio", { name: "Moped" }).waitFor();
  await screen.getByRole("radio", { name: "Pickup" }).waitFor();
});
