// §3 Offers: a manager creates one, the gate takes a payment with its code, and the figures show it.
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const companySlug = "offers-story";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, rate: "20.00" });
  staffUser = await make.user("staff", { branch });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 400/] }));
  await logIn({ page: gatePage, user: staffUser });
  await logIn({ page: managerPage, user: await make.user("manager", { branch }) });
});

test("a manager creates an offer, previews it and starts it", async () => {
  await managerPage.goto(getBranchPath("offers/manage"));
  await managerPage.getByText("No offers yet").waitFor();
  await managerPage.getByRole("link", { name: "New offer" }).click();
  await managerPage.getByRole("textbox", { name: "Title" }).fill("Opening week");
  await managerPage.getByRole("textbox", { name: "Code", exact: true }).fill("open25");
  await managerPage.getByRole("button", { name: "Create draft" }).click();
  await managerPage.getByText("*Enter how much the offer saves").waitFor();
  await managerPage.getByRole("textbox", { name: "Percent", exact: true }).fill("25");
  await managerPage.getByRole("textbox", { name: "Highest saving" }).fill("50");
  await managerPage.getByRole("textbox", { name: "Uses in all" }).fill("10");
  await managerPage.getByRole("checkbox", { name: "Parking", exact: true }).check();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Create draft" }).click();
  await managerPage.getByText("25% off, at most ₹50").waitFor();
  await managerPage.getByText("Draft", { exact: true }).waitFor();
  await managerPage.getByRole("button", { name: "Preview" }).click();
  const preview = managerPage.getByRole("dialog", { name: "Preview" });
  await preview.getByText("With the offer").waitFor();
  await managerPage.keyboard.press("Escape");
  await preview.waitFor({ state: "hidden" });
  await managerPage.getByRole("button", { name: "Start", exact: true }).click();
  await managerPage.getByText("Running", { exact: true }).waitFor();
});

test("the gate takes the code, shows what it saves before the payment, and the figures follow", async () => {
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  await gatePage.goto(getBranchPath(`parking/detail?id=${data.id}`));
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Collect cash" });
  const code = sheet.getByRole("textbox", { name: "Offer code (optional)" });
  await code.fill("NOSUCH");
  await sheet.getByRole("button", { name: "Apply code" }).click();
  await sheet.getByText("This code is not valid here").waitFor();
  await code.fill("open25");
  await sheet.getByRole("button", { name: "Apply code" }).click();
  await sheet.getByText("−₹10.00").waitFor();
  await sheet.getByRole("textbox", { name: "Discount" }).fill("20");
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Long wait");
  await sheet.getByRole("button", { name: "Collect ₹10.00" }).waitFor();
  await sheet.getByText("−₹10.00").waitFor();
  await sheet.getByRole("textbox", { name: "Discount" }).fill("34");
  await sheet.getByText("−₹6.00").waitFor();
  await sheet.getByRole("button", { name: "Close without payment" }).waitFor();
  await sheet.getByRole("textbox", { name: "Discount" }).fill("");
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Collect ₹30.00" }).click();
  await sheet.waitFor({ state: "hidden" });
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  // Its amount stands beside it, once.
  const charge = gatePage.locator("dl").filter({ hasText: "Total" }).first();
  await charge.getByText("Opening week", { exact: true }).waitFor();
  await charge.getByText("−₹10.00", { exact: true }).waitFor();
  await managerPage.getByText("1 time", { exact: true }).waitFor();
  await managerPage.getByText("₹10.00", { exact: true }).waitFor();
  await managerPage.getByText("9 uses", { exact: true }).waitFor();
});
