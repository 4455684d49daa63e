// A residential gate: a visitor names the flat, its first resident does not answer, the second one lets the visitor in.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import * as limits from "#domain/limits.ts";
import { createServices } from "#server/context.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { askNextMember } from "#server/features/parking/visitors/ask-next-member.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import { testTokens } from "#tests/support/tokens.ts";

const { address, make, sql } = await startStory();
const slug = "lake-view-society";
let branch: CreatedBranch;
let gatePage: Page;
let managerPage: Page;
let residentPage: Page;
let entryId = 0;

const getBranchPath = (page: string): string => `/${slug}/${branch.slug}/${page}`;

const getWeekday = (at: Date): string =>
  new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "Asia/Kolkata" }).format(at);

/** Path of the page that the SMS to the member links to. */
async function getLink(member: string): Promise<string> {
  const [row] = await sql<{ id: number }[]>`select id from "Unit_Members" where name = ${member}`;
  const payload = { entry: entryId, member: row!.id };
  return `/visit?t=${testTokens.issue({ kind: tokenKinds.visitLink, payload })}`;
}

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({
    company: company.id,
    entity_type: "residential",
    allow_person_entries: true,
    config: { security: "advanced_security" },
  });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  ({ page: managerPage } = await openPage({ address, expectedErrors: [/status of 400 /] }));
  ({ page: residentPage } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 40[13]/] }));
  await logIn({ page: managerPage, user: await make.user("manager", { branch }), landingUrl: "**/parking/dashboard" });
  await logIn({ page: gatePage, user: await make.user("staff", { branch }), landingUrl: "**/parking/dashboard" });
});

test("a manager adds a flat with two residents", async () => {
  const navigation = managerPage.getByRole("navigation", { name: "Main navigation" });
  await navigation.getByText("Visitors", { exact: true }).click();
  await navigation.getByRole("link", { name: "Units" }).click();
  await managerPage.getByRole("heading", { name: "No units yet" }).waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Add unit" }).click();
  const unitSheet = managerPage.getByRole("dialog", { name: "New unit" });
  await unitSheet.getByRole("textbox", { name: "Unit" }).fill("A-204");
  await unitSheet.getByRole("button", { name: "Save" }).click();
  await unitSheet.waitFor({ state: "hidden" });
  for (const [name, phone] of [
    ["Meena Iyer", "9840055501"],
    ["Ravi Iyer", "9840055502"],
  ] as const) {
    await managerPage.getByRole("button", { name: "Add member to A-204" }).click();
    const memberSheet = managerPage.getByRole("dialog", { name: "New member of A-204" });
    await memberSheet.getByRole("textbox", { name: "Name" }).fill(name);
    await memberSheet.getByRole("textbox", { name: "Phone" }).fill(phone);
    await memberSheet.getByRole("button", { name: "Save" }).click();
    await memberSheet.waitFor({ state: "hidden" });
    await managerPage.getByRole("button", { name: new RegExp(`^${name}`) }).waitFor();
  }
  await assertAccessible(managerPage);
});

test("a manager imports the other flats from a sheet, after correcting one row", async () => {
  await managerPage.getByRole("button", { name: "Import", exact: true }).click();
  await managerPage.getByRole("heading", { name: "Import units" }).waitFor();
  const upload = (rows: string[]) =>
    managerPage.locator('input[type="file"]').setInputFiles({
      name: "flats.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Flat,Resident,Mobile", ...rows].join("\n")),
    });
  await upload(["B-101,Harika Rao,9840055511", "B-102,Asha Nair,98400"]);
  await managerPage.getByText("1 of 2 rows ready to import").waitFor();
  await managerPage.getByRole("cell", { name: "Invalid phone number" }).waitFor();
  await assertAccessible(managerPage);
  await upload(["B-101,Harika Rao,9840055511", "B-102,Asha Nair,9840055512"]);
  await managerPage.getByText("All 2 rows ready to import").waitFor();
  await managerPage.getByRole("button", { name: "Import 2 rows" }).click();
  await managerPage.getByRole("button", { name: /^Asha Nair/ }).waitFor();
  await managerPage.getByRole("heading", { name: "B-101", exact: true }).waitFor();
});

test("the gate asks the flat, whose first resident is asked at once", async () => {
  await gatePage.goto(getBranchPath("person-entry/create"));
  await gatePage.getByRole("textbox", { name: "Name" }).fill("Suresh Kumar");
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("combobox", { name: "Unit" }).fill("B-999");
  await gatePage.getByRole("textbox", { name: "Purpose of visit" }).fill("Plumber");
  await gatePage.getByRole("button", { name: "Request approval", exact: true }).click();
  await gatePage.getByText("*Choose a unit from the list").waitFor();
  await gatePage.getByRole("combobox", { name: "Unit" }).fill("a-204");
  await gatePage.getByRole("button", { name: "Request approval", exact: true }).click();
  await gatePage.getByText(/^Waiting for approval\./).waitFor();
  await gatePage.getByRole("link", { name: "Meena Iyer" }).waitFor();
  await assertAccessible(gatePage);
  entryId = Number(new URL(gatePage.url()).searchParams.get("id"));
  const [sms] = await sql<{ recipient: string }[]>`
    select recipient from "Outbox" where template = 'visitor-asks' order by id desc limit 1`;
  assert.equal(sms!.recipient, "9840055501");
});

test("without an answer the second resident is asked, and lets the visitor in", async () => {
  // As the job does after the time to answer.
  const later = new Date(Date.now() + limits.unitAnswerMs);
  await askNextMember({ services: createServices({ sql, config: testConfig, clock: () => later }), id: entryId });
  await gatePage.getByRole("link", { name: "Ravi Iyer" }).waitFor();
  await residentPage.goto(await getLink("Ravi Iyer"));
  await residentPage.getByRole("heading", { name: "Visitor for A-204" }).waitFor();
  await residentPage.getByText("Suresh Kumar", { exact: true }).waitFor();
  await residentPage.getByText("Plumber", { exact: true }).waitFor();
  await assertAccessible(residentPage);
  await residentPage.getByRole("button", { name: "Approve" }).click();
  await residentPage.getByText("Approved by Ravi Iyer").waitFor();
  await assertAccessible(residentPage);
  await gatePage.getByText(/^Ravi Iyer, /).waitFor();
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  await gatePage.getByText("In", { exact: true }).first().waitFor();
});

test("the first resident, who is late, sees the answer of the second", async () => {
  await residentPage.goto(await getLink("Meena Iyer"));
  await residentPage.getByText("Approved by Ravi Iyer").waitFor();
  assert.equal(await residentPage.getByRole("button", { name: "Approve" }).count(), 0);
  await residentPage.goto("/visit?t=1-1.forged");
  await residentPage.getByRole("heading", { name: "This link is not valid" }).waitFor();
});

test("a maid with a standing permission is let in at once, and the gate sees by what", async () => {
  await managerPage.getByRole("button", { name: "Add regular visitor of A-204" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "New regular visitor of A-204" });
  await sheet.getByRole("textbox", { name: "Name" }).fill("Lakshmi Rao");
  await sheet.getByRole("button", { name: "Save" }).click();
  await sheet.getByText("*Enter a phone number or a vehicle number").waitFor();
  await sheet.getByRole("textbox", { name: "Phone" }).fill("9840066601");
  await sheet.getByRole("textbox", { name: "From" }).fill("00:00");
  await sheet.getByRole("textbox", { name: "Until" }).fill("24:00");
  await assertAccessible(managerPage);
  await sheet.getByRole("button", { name: "Save" }).click();
  await sheet.waitFor({ state: "hidden" });
  await managerPage.getByText("every day, 00:00–24:00").waitFor();
  await assertAccessible(managerPage);
  await gatePage.goto(getBranchPath("person-entry/create"));
  await gatePage.getByRole("textbox", { name: "Name" }).fill("Lakshmi Rao");
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840066601");
  await gatePage.getByRole("combobox", { name: "Unit" }).fill("A-204");
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  await gatePage.getByText("Person checked in").waitFor();
  await gatePage.getByText("Standing permission of A-204").waitFor();
});

test("a maid who comes outside the permitted days waits for the answer of the flat", async () => {
  await managerPage.getByRole("button", { name: "Add regular visitor of A-204" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "New regular visitor of A-204" });
  await sheet.getByRole("textbox", { name: "Name" }).fill("Sunita Devi");
  await sheet.getByRole("textbox", { name: "Phone" }).fill("9840066602");
  // Only the day after tomorrow, whatever the day is.
  const other = getWeekday(new Date(Date.now() + 2 * 86_400_000));
  for (const day of ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].filter((name) => name !== other))
    await sheet.getByRole("checkbox", { name: day, exact: true }).uncheck();
  await sheet.getByRole("button", { name: "Save" }).click();
  await sheet.waitFor({ state: "hidden" });
  await managerPage.getByText(`${other}, 06:00–22:00`).waitFor();
  await gatePage.goto(getBranchPath("person-entry/create"));
  await gatePage.getByRole("textbox", { name: "Name" }).fill("Sunita Devi");
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840066602");
  await gatePage.getByRole("combobox", { name: "Unit" }).fill("A-204");
  await gatePage.getByRole("button", { name: "Request approval", exact: true }).click();
  await gatePage.getByText(/^Waiting for approval\./).waitFor();
  await gatePage.getByRole("link", { name: "Meena Iyer" }).waitFor();
  assert.equal(await gatePage.getByText("Standing permission of A-204").count(), 0);
});

test("the board of a branch without a tariff has no amounts and no filter of payments", async () => {
  await gatePage.goto(getBranchPath("parking/dashboard"));
  await gatePage.getByRole("link", { name: "Suresh Kumar" }).waitFor();
  await gatePage.getByRole("button", { name: "Unpaid", exact: true }).waitFor({ state: "detached" });
  assert.doesNotMatch(await gatePage.locator("main").innerText(), /₹|Free/);
  await assertAccessible(gatePage);
});
