// Prepaid parking: payment before check-in, and an additional payment at exit after an overstay.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  desktopViewport,
  openPage,
  phoneViewport,
  withFullHeightViewport,
} from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "pay-first";
const plate = make.plate();
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 5, rate: "20.00", config: { payment_type: "pre-pay" } });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  await logIn({ page: gatePage, user: staffUser });
});

test("a prepaid vehicle is checked in after payment", async () => {
  await gatePage.goto(`/${companySlug}/${branch.slug}/parking/create`);
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByText("Collect ₹20.00 before entry.").waitFor();
  const collect = gatePage.getByRole("link", { name: "Collect cash" });
  assert.equal(await collect.evaluate((link) => link === document.activeElement), true, "the next step is focused");
  await collect.click();
  await gatePage.getByText("Entry", { exact: true }).first().waitFor();
  await gatePage.getByText("Not inside yet", { exact: true }).waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Collect ₹20.00" }).click();
  await gatePage.getByRole("dialog").getByRole("button", { name: "Collect ₹20.00" }).click();
  await gatePage.getByText("₹20.00 received in cash").waitFor();
  await gatePage.getByText("In", { exact: true }).first().waitFor();
  await gatePage.getByText("Paid", { exact: true }).first().waitFor();
  await gatePage.getByRole("button", { name: "Check out" }).waitFor();
});

test("an overstayed vehicle is checked out only after the additional payment", async () => {
  await sql`update "Parking_Information" set in_time = in_time - interval '75 minutes'`;
  await gatePage.reload();
  await gatePage.getByText("Partially Paid", { exact: true }).first().waitFor();
  assert.equal(await gatePage.getByRole("button", { name: "Check out" }).count(), 0);
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).click();
  await gatePage.getByRole("dialog").getByRole("button", { name: "Collect ₹40.00" }).click();
  await gatePage.getByText("₹40.00 received in cash").waitFor();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  const [row] =
    await sql`select parking_status_id, total_amount, paid_amount, extended_amount from "Parking_Information"`;
  assert.deepEqual(
    [
      row!["parking_status_id"],
      ...["total_amount", "paid_amount", "extended_amount"].map((name) => Number(row![name])),
    ],
    [2, 60, 60, 0],
  );
});

test("where the branch lets staff choose, a vehicle pays at exit; otherwise the choice is not offered, nor accepted", async () => {
  const checkInPath = `/${companySlug}/${branch.slug}/parking/create`;
  await gatePage.goto(checkInPath);
  await gatePage.getByRole("textbox", { name: "Phone number" }).waitFor();
  assert.equal(await gatePage.getByRole("combobox", { name: "Collect payment" }).count(), 0);
  const gate = await asUser(staffUser);
  const vehicle = { vehicle_no: make.plate(), phone_no: "9840012345", payment_type: "post-pay" };
  const refused = await gate.post("/actions/parking/check-in", vehicle);
  assert.deepEqual([refused.code, refused.errors[0]?.extensions["field"]], ["FAILED_VALIDATION", "payment_type"]);

  const { page: managerPage } = await openPage({ address, context: desktopViewport });
  await logIn({ page: managerPage, user: await make.user("manager", { branch }) });
  await managerPage.goto(`/${companySlug}/${branch.slug}/configurations/parking/entries`);
  await managerPage.getByRole("checkbox", { name: "Staff choose at check-in" }).check();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Save" }).click();
  await managerPage.getByText("Saved").waitFor();

  await gatePage.goto(checkInPath);
  await gatePage.getByRole("combobox", { name: "Collect payment" }).selectOption({ label: "At exit" });
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(make.plate());
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await withFullHeightViewport(gatePage, () => assertAccessible(gatePage));
  await gatePage.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
  await gatePage.context().close();
});
