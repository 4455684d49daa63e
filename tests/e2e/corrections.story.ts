// Corrections at the gate: from the first tap to what the other people see.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
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
  branch = await make.branch({ company: company.id, slots: 3, rate: "20.00" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
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
  assert.equal(await gatePage.getByRole("button", { name: /^Collect/ }).count(), 0);
  await assertAccessible(gatePage);

  await managerPage.getByRole("button", { name: "0 Inside now" }).waitFor();
  await managerPage.getByText("3 slots free").waitFor();
  await managerPage.goto(getBranchPath("vehicle-search?state=voided"));
  await managerPage.getByRole("row", { name: plate }).getByText("Voided by Ravi: Entered twice").waitFor();
  await assertAccessible(managerPage);
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage.getByText("Entered twice").waitFor();
});
