// Shifts: cash handed from one person to the next, the count asked for at the end of duty and at log-out, what was
// free or unpaid before the count, and a shift closed by the manager.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

interface Gate {
  branch: CreatedBranch;
  getPath: (page: string) => string;
  ravi: CreatedUser;
  takeCash: () => Promise<void>;
}

let companies = 0;

/** A branch whose gate staff Ravi is on duty with an open shift. */
async function createGate(): Promise<Gate> {
  const slug = `handover-story-${(companies += 1)}`;
  const company = await make.company({ slug });
  const branch = await make.branch({ company: company.id, rate: "20.00" });
  const ravi = await make.user("staff", { branch, first_name: "Ravi", in_out_flag: false });
  const client = await asUser(ravi);
  await client.patch(`/users/${ravi.id}`, { in_out_flag: true });
  async function takeCash(): Promise<void> {
    const body = { vehicle_no: make.plate(), phone_no: "9840012345" };
    const { data } = await client.post("/actions/parking/check-in", body);
    await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
    await client.post(`/actions/parking/${data.id}/take-cash`, { deduction_charge: "5.00", deduction_note: "Regular" });
  }
  return { branch, getPath: (page) => `/${slug}/${branch.slug}/${page}`, ravi, takeCash };
}

async function openAs(user: CreatedUser, context = phoneViewport): Promise<Page> {
  const { page } = await openPage({ address, context });
  await logIn({ page, user });
  return page;
}

async function countCash(page: Page, amount: string): Promise<void> {
  await page.getByRole("textbox", { name: "Counted cash" }).fill(amount);
  await page.getByRole("button", { name: "Close shift" }).click();
}

test("cash is handed to a colleague, who confirms it; both counts are right", async () => {
  const { branch, getPath, ravi, takeCash } = await createGate();
  await takeCash();
  const sita = await make.user("staff", { branch, first_name: "Sita" });
  const giverPage = await openAs(ravi);
  await giverPage.goto(getPath("cash-shift"));
  await giverPage.getByRole("button", { name: "Opening float ₹0.00" }).click();
  await giverPage.getByRole("textbox", { name: "Opening float" }).fill("100");
  await giverPage.getByRole("button", { name: "Save" }).click();
  await giverPage.getByRole("button", { name: "Opening float ₹100.00" }).waitFor();
  await giverPage.getByRole("button", { name: "Hand over cash" }).click();
  await giverPage.getByRole("combobox", { name: "Hand over to" }).selectOption({ label: "Sita" });
  await giverPage.getByRole("textbox", { name: "Amount" }).fill("120");
  await assertAccessible(giverPage);
  await giverPage.getByRole("button", { name: "Hand over", exact: true }).click();
  const handovers = giverPage.getByRole("list", { name: "Cash handovers" });
  await handovers.getByText("Not confirmed yet").waitFor();

  const receiverPage = await openAs(sita);
  await receiverPage.getByText("Ravi hands you ₹120.00 in cash").waitFor();
  await assertAccessible(receiverPage);
  await receiverPage.getByRole("button", { name: "Confirm" }).click();
  await receiverPage.getByText("₹120.00 added to your shift").waitFor();
  await handovers.getByText("Confirmed").waitFor();
  await countCash(giverPage, "15");
  await giverPage.getByText("No difference").waitFor();
  await receiverPage.goto(getPath("cash-shift"));
  await receiverPage.getByRole("list", { name: "Cash handovers" }).getByText("₹120.00 from Ravi").waitFor();
  await countCash(receiverPage, "120");
  await receiverPage.getByText("No difference").waitFor();
});

test("ending the duty with uncounted cash asks for the count, with the discounts of the shift above it", async () => {
  const { ravi, takeCash } = await createGate();
  await takeCash();
  const page = await openAs(ravi);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "End duty" }).click();
  const sheet = page.getByRole("dialog", { name: "Count your cash" });
  await sheet.getByRole("list", { name: "Exceptions" }).getByText("Discount ₹5.00").waitFor();
  await assertAccessible(page);
  assert.doesNotMatch(await sheet.innerText(), /35\.00/);
  await countCash(page, "35");
  await page.getByText("You are off duty", { exact: true }).waitFor();
  const [shift] = await sql`select difference, closed_at from cash_shifts where collector = ${ravi.id}`;
  assert.equal(shift!["difference"], 0);
});

test("logging out with uncounted cash asks for the count; without counting, the manager closes the shift", async () => {
  const { branch, getPath, ravi, takeCash } = await createGate();
  await takeCash();
  const page = await openAs(ravi);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  const question = page.getByRole("dialog", { name: "Count your cash" });
  const count = question.getByRole("button", { name: "Close shift" });
  const skip = question.getByRole("button", { name: "Log out without counting" });
  await skip.waitFor();
  // What hides the fields that scroll past below the first button leaves the second one visible.
  const [, down = 0, , spread = 0] = await count.evaluate((button) =>
    getComputedStyle(button)
      .boxShadow.match(/-?\d+px/g)!
      .map(Number.parseFloat),
  );
  const [above, below] = [(await count.boundingBox())!, (await skip.boundingBox())!];
  assert.ok(down + spread > 0);
  assert.ok(below.y - (above.y + above.height) >= down + spread);
  await skip.click();
  await page.waitForURL("**/partner-with-us**");

  const managerPage = await openAs(await make.user("manager", { branch, first_name: "Meena" }), desktopViewport);
  await managerPage.goto(getPath("reporting/cash"));
  await managerPage.getByRole("button", { name: "Close shift of Ravi" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "Close shift" });
  await sheet.getByText("Discount ₹5.00").waitFor();
  await sheet.getByRole("textbox", { name: "Counted cash" }).fill("30");
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Ravi went home");
  await assertAccessible(managerPage);
  await sheet.getByRole("button", { name: "Close shift" }).click();
  const row = managerPage.getByRole("row", { name: /Ravi/ });
  await row.getByText("₹5.00 short").waitFor();
  await row.getByText("Closed by Meena").waitFor();
});
