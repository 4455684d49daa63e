// §2 /reporting/{menu}: questions that a manager and an admin have, and a mailed report.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { formatDate } from "#domain/dates.ts";
import { addDays } from "#domain/reports/report-period.ts";
import { createServices } from "#server/context.ts";
import { mailReports } from "#server/features/reports/schedules/mail-reports.ts";
import { testConfig } from "#tests/support/app.ts";
import {
  assertAccessible,
  desktopViewport,
  openPage,
  phoneViewport,
  withFullHeightViewport,
} from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { fillLogInForm, logIn } from "#tests/support/log-in.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const simulators = await startSimulatedIntegrations();
const { address, make, sql } = await startStory({ integrations: simulators.integrations, runsJobs: true });
const slug = "questions-company";
const today = formatDate({ at: new Date() });
const yesterday = addDays(today, -1);
let branch: CreatedBranch;
let manager: CreatedUser;
let admin: CreatedUser;

before(async () => {
  const company = await make.company({ slug, name: "Questions Company" });
  branch = await make.branch({ company: company.id, name: "Panagal Park", config: { is_free: false } });
  const other = await make.branch({ company: company.id, name: "Adyar Depot" });
  manager = await make.user("manager", { branch, first_name: "Asha" });
  admin = await make.user("admin", { branch, first_name: "Ravi" });
  const lakshmi = await make.user("staff", { branch, first_name: "Lakshmi", last_name: "Narayan" });
  const kumar = await make.user("staff", { branch, first_name: "Kumar" });
  // Lakshmi lets out 60 vehicles and gives 20 discounts, Kumar 60 and 2.
  for (const [person, discounts] of [
    [lakshmi, 20],
    [kumar, 2],
  ] as const)
    for (let index = 0; index < 60; index += 1) {
      const at = new Date(`${yesterday}T10:00:00+05:30`);
      const own = { company: company.id, branch: branch.id };
      const [main] = await sql<{ id: number }[]>`insert into "Parking_Main_Information"
        ${sql({ ...own, vehicle_no: make.plate(), parking_status_id: 2 })} returning id`;
      const discount = index < discounts ? 15 : null;
      const [entry] = await sql<{ id: number }[]>`insert into "Parking_Information" ${sql({
        ...own,
        parking_main_info: main!.id,
        parking_status_id: 2,
        in_time: at,
        out_time: new Date(at.getTime() + 3_600_000),
        actual_amount: 40,
        total_amount: 40 - (discount ?? 0),
        deduction_charge: discount,
        deduction_note: discount === null ? null : "Regular",
      })} returning id`;
      const changes = { out_time: [null, at.toISOString()], ...(discount && { deduction_charge: [null, discount] }) };
      await sql`insert into "Parking_History" (parking_information, user_created, changes)
        values (${entry!.id}, ${person.id}, ${sql.json(changes)})`;
    }
  for (const [place, amount] of [
    [branch, 900],
    [other, 1_500],
  ] as const)
    await sql`insert into payments (branch, company, mode, reference, amount, received_at)
      values (${place.id}, ${company.id}, 'cash', ${`question-${place.id}`}, ${amount}, ${`${yesterday}T11:00:00+05:30`})`;
});

const getPath = (page: string): string => `/${slug}/${branch.slug}/${page}`;

test("a manager finds who gave away 20 discounts, and the entries", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: manager });
  await page.goto(getPath("reporting/parking"));
  await page.getByRole("link", { name: "Exceptions", exact: true }).click();
  const table = page.getByRole("table", { name: "Exceptions" });
  await table.getByRole("row", { name: /^Discount 22 / }).waitFor();
  await page.getByRole("combobox", { name: "Group by" }).selectOption("Person");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("Discount");
  await table.getByRole("row", { name: /^Lakshmi Narayan 20 ₹300\.00 ₹0\.00 60 33\.3 %/ }).waitFor();
  await table.getByRole("row", { name: /^Kumar 2 ₹30\.00 ₹0\.00 60 3\.3 %/ }).waitFor();
  await assertAccessible(page);
  await table.getByRole("link", { name: "Lakshmi Narayan" }).click();
  const entries = page.getByRole("table", { name: "Entries with exceptions" });
  await entries
    .getByRole("row", { name: /Discount .* Lakshmi Narayan Regular ₹15\.00/ })
    .first()
    .waitFor();
  assert.equal(await entries.getByRole("row", { name: /Lakshmi Narayan/ }).count(), 20);
  assert.equal(await entries.getByRole("row", { name: /Kumar/ }).count(), 0);
  assertNoErrors();
});

test("a manager opens the vehicles behind a length of stay, and those of another kind", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: manager });
  await page.goto(getPath("reporting/parking?report=stays"));
  await page
    .getByRole("table", { name: "Lengths of stay" })
    .getByRole("link", { name: "1 h to 2 h", exact: true })
    .click();
  const vehicles = page.getByRole("table", { name: "Vehicles" });
  await vehicles.getByRole("columnheader", { name: "Vehicle", exact: true }).waitFor();
  await eventually(async () => assert.equal(await vehicles.getByRole("row", { name: /1 h 00 min/ }).count(), 120));
  assert.equal(await page.getByRole("combobox", { name: "Length of stay" }).inputValue(), "2");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("Came");
  await page.waitForURL(/kind=arrived/);
  await vehicles
    .getByRole("row", { name: /1 h 00 min/ })
    .first()
    .waitFor();
  await withFullHeightViewport(page, () => assertAccessible(page));
  assertNoErrors();
});

test("an admin compares two branches, whose best and worst are marked", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: admin });
  await page.goto(getPath("reporting/money?report=revenue"));
  await page.getByRole("combobox", { name: "Branches" }).selectOption("All branches");
  await page.getByRole("combobox", { name: "Group by" }).selectOption("Branch");
  const table = page.getByRole("table", { name: "Revenue" });
  await table.getByRole("row", { name: /^Adyar Depot Best .*₹1,500\.00/ }).waitFor();
  await table.getByRole("row", { name: /^Panagal Park Worst .*₹900\.00/ }).waitFor();
  await assertAccessible(page);
  assertNoErrors();
});

test("a manager has a report mailed, and its link opens the page after the log-in", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: manager });
  await page.goto(getPath("reporting/money?report=revenue&group=channel"));
  await page.getByRole("button", { name: "Email this report" }).click();
  const sheet = page.getByRole("dialog", { name: "Email this report" });
  await sheet.getByRole("checkbox", { name: "Asha, manager" }).waitFor();
  await sheet.getByRole("combobox", { name: "Time at the branch" }).selectOption("00:00");
  await assertAccessible(page);
  await sheet.getByRole("button", { name: "Start emails" }).click();
  await sheet.getByText("To Asha").waitFor();
  await sheet.getByText("Active", { exact: true }).waitFor();

  // A day later than it was made.
  await sql`update "Report_Schedules" set mailed_until = ${addDays(yesterday, -1)}`;
  const services = createServices({ sql, config: testConfig, clock: () => new Date() });
  await mailReports({ services });
  const mail = await eventually(async () => {
    const [received] = simulators.journal.list(manager.email);
    assert.ok(received);
    return received;
  });
  assert.match(JSON.stringify(mail), /Cash: ₹900\.00/);

  const link = /https?:\/\/\S+\/reporting\/money\?[^\s"<]+/.exec(mail.text)![0];
  const { pathname, search } = new URL(link);
  const { page: phone } = await openPage({ address, context: phoneViewport });
  await phone.goto(pathname + search);
  await phone.waitForURL(/partner-with-us/);
  await fillLogInForm({ page: phone, user: manager });
  await phone.getByRole("list", { name: "Revenue" }).getByRole("listitem").filter({ hasText: "Cash" }).waitFor();
  const { searchParams } = new URL(phone.url());
  assert.deepEqual(
    ["report", "group", "from", "to"].map((name) => searchParams.get(name)),
    ["revenue", "channel", yesterday, yesterday],
  );

  await sheet.getByRole("button", { name: /^Stop emails to me/ }).click();
  await sheet.getByText("Paused", { exact: true }).waitFor();
  await sheet.getByText("Nobody gets it any more.").waitFor();
  assertNoErrors();
});
