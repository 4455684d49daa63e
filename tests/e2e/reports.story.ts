// §2 /reporting/{menu}: an admin compares branches and shares the address.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { formatDate } from "#domain/dates.ts";
import { addDays } from "#domain/reports/report-period.ts";
import {
  assertAccessible,
  desktopViewport,
  openPage,
  phoneViewport,
  withFullHeightViewport,
  assertColourContrast,
} from "#tests/support/browser.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();
const slug = "report-company";
const today = formatDate({ at: new Date() });
const from = addDays(today, -6);
let branch: CreatedBranch;
let admin: CreatedUser;

before(async () => {
  const company = await make.company({ slug, name: "Report Company" });
  branch = await make.branch({ company: company.id, name: "Koramangala Market" });
  const other = await make.branch({ company: company.id, name: "Indiranagar Metro" });
  admin = await make.user("admin", { branch });
  for (let daysAgo = 0; daysAgo < 7; daysAgo += 1)
    await sql`
      insert into payments (branch, company, mode, channel, reference, amount, received_at)
      select branch, ${company.id}, mode, channel, 'report-' || branch || mode || ${daysAgo}, amount, ${`${addDays(today, -daysAgo)}T00:01:00+05:30`}::timestamptz
      from (values (${branch.id}::int, 'cash', null, ${120 + daysAgo * 10.5}::numeric), (${branch.id}::int, 'online', 'upi', 80),
        (${other.id}::int, 'cash', null, ${300 - daysAgo * 20}::numeric)) as paid (branch, mode, channel, amount)`;
});

const getPath = (page: string): string => `/${slug}/${branch.slug}/${page}`;

test("an admin reads a report, narrows it down and shares the address", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: admin });
  await page.goto(getPath("reporting/money?report=revenue"));
  await page.getByRole("heading", { name: "Revenue", exact: true }).waitFor();
  const table = page.getByRole("table", { name: "Revenue" });
  await table.getByRole("rowheader", { name: today, exact: true }).waitFor();
  await page.getByRole("img", { name: "Revenue", exact: true }).waitFor();
  await assertAccessible(page);

  // The values of the chart by keyboard.
  await page.getByRole("slider").focus();
  await page.keyboard.press("End");
  assert.match(
    (await page.getByRole("slider").getAttribute("aria-valuetext")) ?? "",
    new RegExp(`^${today}: Net ₹200`),
  );

  await page.getByRole("combobox", { name: "Branches" }).selectOption("All branches");
  await page.getByRole("combobox", { name: "Group by" }).selectOption("Payment channel");
  await table.getByRole("columnheader", { name: "Payment channel" }).waitFor();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("The period before");
  await page.getByRole("button", { name: /^Net/ }).click();
  await page.locator("th[aria-sort=descending]").waitFor();
  // The press scrolled the table into view, with the page's buttons partly below the sticky header.
  await withFullHeightViewport(page, () => assertAccessible(page));
  const { searchParams } = new URL(page.url());
  assert.deepEqual(
    ["report", "from", "to", "branch", "group", "compare", "sort"].map((name) => searchParams.get(name)),
    ["revenue", from, today, "all", "channel", "previous", "-net"],
  );

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV", exact: true }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), `revenue-all-branches-${from}-${today}.csv`);
  assert.match(
    readFileSync(await file.path(), "utf8"),
    /^\uFEFFPayment channel,Payments,Received,Refunded,Net,Accounts settled\r\nCash,14,/,
  );

  const shared = page.url();
  const { page: phone, ...reader } = await openPage({ address, context: phoneViewport });
  await logIn({ page: phone, user: admin });
  await phone.goto(shared);
  await phone.getByRole("list", { name: "Revenue" }).getByRole("listitem").first().waitFor();
  // On a phone the filters are one line, so that the figures are on the first screen.
  const branches = phone.getByRole("combobox", { name: "Branches" });
  assert.equal(await branches.isVisible(), false);
  await phone.getByText("Last 7 days · All branches · compared · Filters", { exact: true }).click();
  await branches.waitFor();
  assert.equal(await phone.getByRole("combobox", { name: "Group by" }).inputValue(), "channel");
  assert.equal(await phone.getByRole("combobox", { name: "Branches" }).inputValue(), "all");
  await withFullHeightViewport(phone, () => assertAccessible(phone));
  await phone.goto(getPath("reporting/money?report=payments&branch=all"));
  const total = phone
    .getByRole("list", { name: "Payments" })
    .getByRole("listitem")
    .filter({ hasText: /^Total/ });
  await total.waitFor();
  // Without the columns that have no total.
  assert.deepEqual(await total.getByRole("term").allInnerTexts(), ["Amount"]);
  assertNoErrors();
  reader.assertNoErrors();
});

test("a report of twelve columns fits the screens that are too narrow for its table", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: admin });
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(getPath("reporting/money?report=settlement&branch=all"));
    await page.getByText("Indiranagar Metro").first().waitFor();
    assert.deepEqual(await findLayoutProblems(page), [], `${width} px`);
  }
  assertNoErrors();
});

test("every kind of chart is readable in both colour schemes, by keyboard, and printed in grey beside its table", async () => {
  const { company } = branch;
  await sql`
    with record as (insert into "Parking_Main_Information" (company, branch, vehicle_no)
      select ${company}, ${branch.id}, 'KA01C' || n from generate_series(10, 39) n returning id, vehicle_no)
    insert into "Parking_Information" (company, branch, parking_main_info, parking_status_id, in_time, out_time)
      select ${company}, ${branch.id}, id, 2, t, t + n * interval '17 minutes'
      from record, lateral (select right(vehicle_no, 2)::int as n) v, lateral (select ${today}::text::date + time '08:10' - n % 20 * interval '1 day' + n % 12 * interval '1 hour') c (t)`;
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: admin });
  const charts = [
    ["parking?report=occupancy", "Occupancy"],
    ["parking?report=stays", "Lengths of stay"],
    ["parking?report=forecast", "Expected vehicles"],
    ["money?report=revenue", "Revenue"],
  ] as const;
  for (const [place, name] of charts) {
    await page.goto(getPath(`reporting/${place}`));
    const picture = page.getByRole("img", { name, exact: true });
    await picture.waitFor();
    const slider = page.getByRole("slider", { name: `Values of the chart ${name}` });
    const before = await slider.getAttribute("aria-valuetext");
    await slider.focus();
    await page.keyboard.press("End");
    assert.notEqual(await slider.getAttribute("aria-valuetext"), before, name);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await withFullHeightViewport(page, () =>
        colorScheme === "light" ? assertAccessible(page) : assertColourContrast(page),
      );
    }
    await page.emulateMedia({ colorScheme: "light", media: "print" });
    assert.equal(await slider.isVisible(), false, name);
    assert.match(
      await picture.evaluate((element) => getComputedStyle(element.parentElement!.parentElement!).filter),
      /grayscale/,
      name,
    );
    await page.getByRole("table", { name, exact: true }).waitFor();
    await page.emulateMedia({ media: "screen" });
  }
  assertNoErrors();
});

test("a report of only zeros says so in place of its chart and table", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: admin });
  await page.goto(getPath("reporting/parking?report=exceptions&from=2020-01-01&to=2020-01-02"));
  await page.getByRole("heading", { name: "All figures are zero", exact: true }).waitFor();
  assert.equal(await page.getByRole("img", { name: "Exceptions", exact: true }).count(), 0);
  assert.equal(await page.getByRole("table").count(), 0);
  await assertAccessible(page);
  assertNoErrors();
});

test("an empty period says what to do, and unknown menus are not found", async () => {
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: admin });
  await page.goto(getPath("reporting/money?report=revenue&from=2020-01-01&to=2020-01-02"));
  await page.getByRole("heading", { name: "No entries in this period", exact: true }).waitFor();
  await withFullHeightViewport(page, () => assertAccessible(page));
  await page.getByRole("link", { name: "Daily cash", exact: true }).waitFor();
  for (const menu of ["visitors", "toString"]) {
    await page.goto(getPath(`reporting/${menu}`));
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  }
});

test("a payment is found by its reference", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: admin });
  await page.goto(getPath(`reporting/money?report=payments&from=${from}&to=${today}`));
  const amounts = page.getByText("₹80.00", { exact: true });
  await amounts.nth(6).waitFor();
  await page.getByRole("textbox", { name: "Search by reference", exact: true }).fill(`report-${branch.id}online3`);
  // That of the payment and the total.
  await amounts.nth(2).waitFor({ state: "detached" });
  await page.getByText(`report-${branch.id}online3`, { exact: true }).first().waitFor();
  await assertAccessible(page);
  assert.deepEqual(await findLayoutProblems(page), []);
  assertNoErrors();
});
