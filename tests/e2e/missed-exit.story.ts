// Missed exits: a car that is long gone is found among those inside for more than a day, and its exit is recorded at the
// time it left; the lot check finds the others.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { formatLocalDateTime } from "#web/ui/forms/local-date-time.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "missed-exit";
const zone = "Asia/Kolkata";
const hourMs = 3_600_000;
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 20, rate: "20.00" });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport }));
  await logIn({ page: gatePage, user: staffUser });
  await logIn({ page: managerPage, user: await make.user("manager", { branch, first_name: "Meena" }) });
});

async function checkIn({ plate, hoursAgo }: { plate: string; hoursAgo: number }): Promise<number> {
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - ${hoursAgo} * interval '1 hour' where id = ${data.id}`;
  return data.id;
}

test("the board counts and lists what is inside for more than 24 hours, by URL", async () => {
  await checkIn({ plate: "TN09AB1111", hoursAgo: 50 });
  await checkIn({ plate: "TN09AB2222", hoursAgo: 30 });
  await checkIn({ plate: "TN09AB3333", hoursAgo: 2 });
  await managerPage.goto(getBranchPath("parking/dashboard"));
  await managerPage.getByRole("button", { name: "Inside over 24 hours 2" }).click();
  await managerPage.waitForURL(/state=long-inside/);
  await managerPage.getByRole("link", { name: "TN09AB3333" }).waitFor({ state: "detached" });
  await managerPage.reload();
  await managerPage.getByRole("link", { name: "TN09AB2222" }).waitFor();
  const rows = await managerPage.getByRole("row").allInnerTexts();
  // The longest stay is first.
  assert.match(rows[1]!.replaceAll(/\s/g, ""), /TN09AB1111/);
  await assertAccessible(managerPage);
});

test("a manager records the exit at the time the car left, after seeing the charge; others see it at once", async () => {
  await gatePage.goto(getBranchPath("parking/dashboard?state=in"));
  await gatePage.getByRole("link", { name: "TN09AB2222" }).click();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  assert.equal(await gatePage.getByRole("button", { name: "Record missed exit" }).count(), 0);
  await gatePage.goto(getBranchPath("parking/dashboard?state=in"));
  await gatePage.getByRole("button", { name: "3 Inside now" }).waitFor();

  await managerPage.getByRole("link", { name: "TN09AB2222" }).click();
  await managerPage.getByRole("button", { name: "More actions" }).click();
  await managerPage.getByRole("button", { name: "Record missed exit" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "Record exit: TN09AB2222" });
  await sheet.getByText(/₹1,2\d0\.00 is listed under Debts/).waitFor();
  await sheet.getByRole("button", { name: "Record exit" }).click();
  await sheet.getByText("*Reason is required").waitFor();
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Barrier was open");
  const leftAt = (hoursAgo: number) => formatLocalDateTime({ at: new Date(Date.now() - hoursAgo * hourMs), zone });
  await sheet.getByLabel("Left at").fill(leftAt(31));
  await sheet.getByRole("button", { name: "Record exit" }).click();
  await sheet.getByText(getErrorText("EXIT_TIME_INVALID")).waitFor();
  await sheet.getByLabel("Left at").fill(leftAt(28.2));
  await sheet.getByText("₹80.00 is listed under Debts").waitFor();
  await assertAccessible(managerPage);
  await sheet.getByRole("button", { name: "Record exit" }).click();
  await managerPage.getByText("Missed exit recorded: Barrier was open").waitFor();
  await managerPage.getByText("Exit recorded by").waitFor();
  await assertAccessible(managerPage);
  await gatePage.getByRole("button", { name: "2 Inside now" }).waitFor();
  await managerPage.goto(getBranchPath("debts"));
  await managerPage.getByRole("row", { name: "TN09AB2222" }).getByText("Barrier was open").waitFor();
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage.getByText("Missed exit").first().waitFor();
});

test("gate staff walk the lot: ticks survive a reload, and an unknown vehicle is noted", async () => {
  await checkIn({ plate: "TN09AB4444", hoursAgo: 5 });
  await gatePage.goto(getBranchPath("parking/lot-check"));
  await gatePage.getByRole("heading", { name: "3 vehicles should be inside" }).waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Start lot check" }).click();
  await gatePage.getByRole("heading", { name: "Block A" }).waitFor();
  await gatePage.getByRole("checkbox", { name: "TN09AB1111" }).check();
  await gatePage.getByRole("textbox", { name: "Vehicle that is not on the list" }).fill("TN09AB3333");
  await gatePage.getByRole("button", { name: "Add vehicle" }).click();
  await gatePage.getByText("2 of 3 found").waitFor();
  await gatePage.getByRole("textbox", { name: "Vehicle that is not on the list" }).fill("KA01AB9999");
  await gatePage.getByRole("button", { name: "Add vehicle" }).click();
  await gatePage.getByRole("button", { name: "Remove KA01AB9999" }).waitFor();
  await assertAccessible(gatePage);
  await gatePage.reload();
  await gatePage.getByText("2 of 3 found").waitFor();
  assert.equal(await gatePage.getByRole("checkbox", { name: "TN09AB1111" }).isChecked(), true);
  await gatePage.getByRole("button", { name: "Remove KA01AB9999" }).waitFor();
  await gatePage.getByRole("button", { name: "Finish lot check" }).click();
  await gatePage.getByText("Ask your manager to record the exit of these vehicles.").waitFor();
  await gatePage.getByRole("link", { name: "Open entry of TN09AB4444" }).waitFor();
  await assertAccessible(gatePage);
});

test("the unknown vehicle is checked in late, and the summary follows", async () => {
  await gatePage.getByRole("link", { name: "Check in KA01AB9999" }).click();
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  assert.equal(await gatePage.getByRole("textbox", { name: "Vehicle number", exact: true }).inputValue(), "KA01AB9999");
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
  await gatePage.goto(getBranchPath("parking/lot-check"));
  await gatePage.getByText("1 checked in").waitFor();
  assert.equal(await gatePage.getByRole("link", { name: "Check in KA01AB9999" }).count(), 0);
});

test("a manager checks in a vehicle that stood there unnoticed, with the time since when", async () => {
  await managerPage.goto(getBranchPath("parking/lot-check"));
  await managerPage.getByRole("button", { name: "Start lot check" }).click();
  await managerPage.getByRole("textbox", { name: "Vehicle that is not on the list" }).fill("KA01AB7777");
  await managerPage.getByRole("button", { name: "Add vehicle" }).click();
  for (const plate of ["TN09AB1111", "TN09AB3333", "TN09AB4444", "KA01AB9999"])
    await managerPage.getByRole("checkbox", { name: plate }).check();
  await managerPage.getByRole("button", { name: "Finish lot check" }).click();
  await managerPage.getByRole("link", { name: "Check in KA01AB7777" }).click();
  await managerPage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await managerPage
    .getByLabel("Inside since")
    .fill(formatLocalDateTime({ at: new Date(Date.now() - 1.2 * hourMs), zone }));
  assert.equal(await managerPage.getByRole("textbox", { name: "Reason" }).inputValue(), "Found in the lot check");
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Check in", exact: true }).click();
  await managerPage.getByRole("heading", { name: "Checked in" }).waitFor();
  await managerPage.getByRole("link", { name: "Open entry" }).click();
  await managerPage.getByRole("button", { name: "Collect ₹60.00" }).waitFor();
  await managerPage.getByText("Time of entry set back: Found in the lot check").waitFor();
  await managerPage.goto(getBranchPath("parking/lot-check"));
  await managerPage.getByText("1 checked in").waitFor();
  await managerPage.getByRole("button", { name: "End lot check" }).click();
  await managerPage.getByRole("button", { name: "Start lot check" }).waitFor();
});

test("a manager closes what a lot check did not find", async () => {
  await managerPage.goto(getBranchPath("parking/lot-check"));
  await managerPage.getByRole("button", { name: "Start lot check" }).click();
  for (const plate of ["TN09AB1111", "TN09AB3333", "KA01AB9999", "KA01AB7777"])
    await managerPage.getByRole("checkbox", { name: plate }).check();
  await managerPage.getByRole("button", { name: "Finish lot check" }).click();
  await managerPage.getByText("0 closed").waitFor();
  await managerPage.getByRole("button", { name: "Record exit of TN09AB4444" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "Record exit: TN09AB4444" });
  assert.equal(await sheet.getByRole("textbox", { name: "Reason" }).inputValue(), "Not found in the lot check");
  const leftAt = formatLocalDateTime({ at: new Date(Date.now() - 4 * hourMs), zone });
  await sheet.getByLabel("Left at").fill(leftAt);
  await sheet.getByRole("button", { name: "Record exit" }).click();
  await managerPage.getByText("1 closed").waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "End lot check" }).click();
  await managerPage.getByRole("button", { name: "Start lot check" }).waitFor();
  // The gate's own walk follows: nothing is missing any more.
  await gatePage.getByText("1 closed").waitFor();
  await gatePage.getByText("Nothing is left to do.").waitFor();
});

test("all missing vehicles are closed with one confirmation; one that came later stays open", async () => {
  await managerPage.goto(getBranchPath("parking/lot-check"));
  await managerPage.getByRole("button", { name: "Start lot check" }).click();
  await managerPage.getByRole("checkbox", { name: "KA01AB9999" }).check();
  await managerPage.getByRole("button", { name: "Finish lot check" }).click();
  await managerPage.getByRole("button", { name: "Record all 3 exits" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "Record 3 exits" });
  const leftAt = formatLocalDateTime({ at: new Date(Date.now() - 1.5 * hourMs), zone });
  await sheet.getByLabel("Left at").fill(leftAt);
  await sheet.getByText("for 2 vehicles is listed under Debts", { exact: false }).waitFor();
  await sheet.getByText("Not at this time, since they came or paid later: KA01AB7777.", { exact: false }).waitFor();
  await assertAccessible(managerPage);
  await sheet.getByRole("button", { name: "Record exits" }).click();
  await sheet.waitFor({ state: "hidden" });
  await managerPage.getByText("2 closed").waitFor();
  await managerPage.getByRole("button", { name: "Record exit of KA01AB7777" }).waitFor();
  const exits = await sql`
    select m.vehicle_no, e.payment_type, e.change_reason from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
    where e.branch = ${branch.id} and m.vehicle_no in ('TN09AB1111', 'TN09AB3333') order by m.vehicle_no`;
  assert.deepEqual(
    exits.map((row) => ({ ...row })),
    ["TN09AB1111", "TN09AB3333"].map((vehicle_no) => ({
      vehicle_no,
      payment_type: "pay-later",
      change_reason: "Not found in the lot check",
    })),
  );
});
