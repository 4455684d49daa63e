// Corrections at the gate: from the first tap to what the other people see.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make } = await startStory();

const companySlug = "corrections";
let branch: CreatedBranch;
let gatePage: Page;
let managerPage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 4, rate: "20.00" });
  // A changed charge is confirmed after the server has rejected the first one.
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 409/] }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport }));
  await logIn({ page: gatePage, user: await make.user("staff", { branch, first_name: "Ravi" }) });
  await logIn({ page: managerPage, user: await make.user("manager", { branch, first_name: "Meena" }) });
});

async function checkIn(plate: string): Promise<void> {
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(plate);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
}

/** Runs in the page: true if nothing covers the element, which is within the screen. */
const isOnTop = (element: SVGElement | HTMLElement): boolean => {
  const { left, bottom, top, width } = element.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
};

test("an entry made twice is voided with a reason; the manager sees it, and the slot is free", async () => {
  const plate = "TN09AB1111";
  await checkIn(plate);
  await managerPage.getByRole("button", { name: "1 Inside now" }).waitFor();
  await gatePage.getByRole("link", { name: "Open" }).click();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Void entry" }).click();
  const dialog = gatePage.getByRole("dialog", { name: `Void entry: ${plate}?` });
  await assertAccessible(gatePage);
  await dialog.getByRole("button", { name: "Void entry" }).click();
  await dialog.getByText("*Reason is required").waitFor();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Entered twice");
  await dialog.getByRole("button", { name: "Void entry" }).click();
  await gatePage.getByText("Voided: Entered twice").waitFor();
  await gatePage.getByRole("button", { name: /^Collect/ }).waitFor({ state: "hidden" });
  await assertAccessible(gatePage);

  await managerPage.getByRole("button", { name: "0 Inside now" }).waitFor();
  await managerPage.getByText("4 slots free").waitFor();
  await managerPage.goto(getBranchPath("vehicle-search?state=voided"));
  await managerPage.getByRole("row", { name: plate }).getByText("Voided by Ravi: Entered twice").waitFor();
  await assertAccessible(managerPage);
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage.getByText("Entered twice").waitFor();
});

test("a wrong plate and phone are corrected with a reason; everybody sees the right ones, and a new slip is printed", async () => {
  const [wrong, right] = ["TN09AB2222", "TN09AB2223"];
  await checkIn(wrong);
  await managerPage.goto(getBranchPath("parking/dashboard"));
  await managerPage.getByRole("link", { name: wrong }).waitFor();
  await gatePage.getByRole("link", { name: "Open" }).click();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Correct entry" }).click();
  const dialog = gatePage.getByRole("dialog", { name: "Correct entry" });
  await dialog.getByRole("textbox", { name: "Vehicle number" }).fill(right);
  await dialog.getByRole("textbox", { name: "Phone number" }).fill("9840099999");
  await assertAccessible(gatePage);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Typing error");
  await dialog.getByRole("button", { name: "Correct entry" }).click();
  await gatePage.getByText(`Vehicle number corrected from ${wrong} to ${right}`).waitFor();
  await gatePage.getByText("Reason: Typing error").waitFor();
  await managerPage.getByRole("link", { name: right }).waitFor();
  assert.equal(await managerPage.getByRole("link", { name: wrong }).count(), 0);
  await gatePage.evaluate(() => Object.assign(globalThis, { print: () => {} }));
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Print slip" }).click();
  await gatePage.locator("body > div[aria-hidden=true]").getByText(right).waitFor({ state: "attached" });
});

test("an edit does not overwrite what somebody else has changed meanwhile without saying so", async () => {
  await checkIn("TN09AB2225");
  await gatePage.getByRole("link", { name: "Open entry" }).click();
  await gatePage.getByRole("link", { name: "Edit", exact: true }).click();
  await gatePage.waitForURL(/parking\/edit/);
  await gatePage.getByRole("textbox", { name: "Name" }).fill("Kavya R");
  await managerPage.goto(gatePage.url());
  await managerPage.getByRole("textbox", { name: "Name" }).fill("Kavya");
  await managerPage.getByRole("textbox", { name: "Email" }).fill("kavya@visitor.example");
  await managerPage.getByRole("button", { name: "Save" }).click();
  await managerPage.getByText("Name changed from nothing to Kavya").waitFor();
  await gatePage.getByRole("button", { name: "Save" }).click();
  await gatePage.getByText("*Somebody else has changed this to “Kavya”. Save to replace it.").waitFor();
  await assertAccessible(gatePage);
  assert.equal(await gatePage.getByRole("textbox", { name: "Name" }).inputValue(), "Kavya R");
  assert.equal(await gatePage.getByRole("textbox", { name: "Email" }).inputValue(), "kavya@visitor.example");
  await gatePage.getByRole("button", { name: "Save" }).click();
  await gatePage.getByText("Name changed from Kavya to Kavya R").waitFor();
  await gatePage.getByText("kavya@visitor.example").first().waitFor();
});

test("on a low screen the button of the form is in view from the start, and covers no field in use", async () => {
  const usual = gatePage.viewportSize()!;
  await gatePage.setViewportSize({ ...usual, height: 520 });
  await checkIn("TN09AB2224");
  await gatePage.getByRole("link", { name: "Open entry" }).click();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Correct entry" }).click();
  const dialog = gatePage.getByRole("dialog", { name: "Correct entry" });
  const confirm = dialog.getByRole("button", { name: "Correct entry" });
  assert.ok(await confirm.evaluate(isOnTop), "the button is below the fold");
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  assert.equal(await reason.evaluate(isOnTop), false, "all fields fit the screen, so that this proves nothing");
  await reason.focus();
  assert.ok(await reason.evaluate(isOnTop), "the button covers the field");
  assert.ok(await confirm.evaluate(isOnTop));
  await gatePage.keyboard.press("Escape");
  await gatePage.setViewportSize(usual);
});

test("another vehicle type shows the change of the charge before it is confirmed", async () => {
  const scooter = await make.row("Vehicle_Type", { name: "Scooter" });
  await make.row("Time_Charges", {
    branch: branch.id,
    service: "is_parking",
    vehicle_type: scooter.id,
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: "10.00",
  });
  const usual = gatePage.viewportSize()!;
  await gatePage.setViewportSize({ ...usual, height: 600 });
  await checkIn("TN09AB3333");
  await gatePage.getByRole("link", { name: "Open" }).click();
  await gatePage.getByRole("button", { name: "Collect ₹20.00" }).waitFor();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Correct entry" }).click();
  const dialog = gatePage.getByRole("dialog", { name: "Correct entry" });
  await dialog.getByText("Scooter").click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("It is a scooter");
  await dialog.getByRole("button", { name: "Correct entry" }).click();
  const difference = dialog.getByText("The charge changes from ₹20.00 to ₹10.00");
  // It is scrolled into view after it is shown.
  await eventually(async () => assert.ok(await difference.evaluate(isOnTop), "the button covers the new charge"));
  await assertAccessible(gatePage);
  await dialog.getByRole("button", { name: "Confirm and correct" }).click();
  await gatePage.getByRole("button", { name: "Collect ₹10.00" }).waitFor();
  await gatePage.setViewportSize(usual);
});

test("the page of an entry's details says who corrects the rest of it", async () => {
  await gatePage.getByRole("link", { name: "Edit" }).click();
  await gatePage.getByText("After 10 minutes or a payment, a manager corrects them.").waitFor();
});
