// reading.md §1: review of a branch by two verifiers at once: rejection with a remark, publishing, archiving, two approvals.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { decide } from "#tests/support/decide.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const { integrations } = await startSimulatedIntegrations();
const { address, make, sql } = await startStory({ integrations });
const verifiers = [
  await make.user("verifier", { first_name: "Anita" }),
  await make.user("verifier", { first_name: "Kavitha" }),
] as const;
const company = await make.company({
  name: "Meenakshi Textiles and Stores",
  registered_name: "Meenakshi Textiles Limited",
});
const branch = await make.branch({
  company: company.id,
  name: "Mount Road",
  status: "draft",
  gstin: "33AAACM1234A1ZF",
  pincode: "600004",
});
const staff = await make.user("staff", { branch });

test("a rejection with a remark appears at once for the second verifier", async () => {
  const one = await openPage({ address, context: phoneViewport });
  const two = await openPage({ address, context: desktopViewport });
  await logIn({ page: one.page, user: verifiers[0], landingUrl: "**/platform" });
  await logIn({ page: two.page, user: verifiers[1], landingUrl: "**/platform" });
  await one.page.getByRole("button", { name: "Under review 1" }).waitFor();
  for (const { page } of [one, two]) {
    await page.getByRole("link", { name: /Mount Road, Meenakshi Textiles/ }).click();
    await page.getByRole("heading", { name: "Mount Road" }).waitFor();
    await page.getByText("Active: SIMULATED PARKING PRIVATE LIMITED").waitFor();
    // What the register has instead is marked at the number and at the typed value.
    await page.getByText("Differs from the registered name Meenakshi Textiles Limited", { exact: true }).waitFor();
    await page.getByText("The register has 600017", { exact: true }).waitFor();
  }

  await one.page.getByRole("button", { name: "Reject" }).click();
  await one.page.getByText(getErrorText("REMARK_REQUIRED")).waitFor();
  await one.page.getByRole("button", { name: "Add a remark on GSTIN" }).click();
  await one.page.getByLabel("Remark on GSTIN").fill("This number belongs to another company");
  await one.page.getByRole("button", { name: "Reject" }).click();
  const question = one.page.getByRole("dialog", { name: "Reject Mount Road?" });
  await question.getByText("To correct: GSTIN", { exact: true }).waitFor();
  await question.getByText(/^The register differs: .*Pin code/).waitFor();
  await assertAccessible(one.page);
  await question.getByRole("button", { name: "Reject" }).click();

  await two.page.getByText("Previous remark: This number belongs to another company").waitFor();
  await two.page.getByRole("button", { name: "Reopen" }).click();
  await decide(two.page, "Publish");
  await one.page.getByText("Published").first().waitFor();
  one.assertNoErrors();
  two.assertNoErrors();

  const reviews = await sql`select decision from "Onboarding_Reviews" where branch = ${branch.id} order by id`;
  assert.deepEqual(
    reviews.map(({ decision }) => decision),
    ["rejected", "draft", "published"],
  );
});

test("publishing says first what it does and what is open, and can be cancelled", async () => {
  const gstin = "33AABCP0001B1ZM";
  const waiting = await make.branch({ company: company.id, name: "Alwarpet", status: "draft", gstin });
  await make.row("Area_Request_List", { area_name: "Seethammal Colony", area_request_branch_id: waiting.id });
  const other = await make.company({ name: "Olympia Stores" });
  await make.branch({ company: other.id, name: "Guindy", gstin });
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4/] });
  await logIn({ page, user: verifiers[0], landingUrl: "**/platform" });
  await page.goto(`/platform/review?company=${company.id}&branch=${waiting.id}`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Publish Alwarpet?" });
  await question.getByText("The admins of its company are emailed.", { exact: false }).waitFor();
  await question.getByText("No field is accepted yet", { exact: true }).waitFor();
  await question.getByText("The requested area “Seethammal Colony” is not decided yet", { exact: false }).waitFor();
  await question.getByText("Guindy, Olympia Stores (published): GSTIN", { exact: true }).waitFor();
  await assertAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  for (const button of await page.getByRole("button", { name: /^Accept (?!GSTIN)/ }).all()) await button.click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await question.getByText(/^1 of \d+ fields not accepted: GSTIN$/).waitFor();
  const [still] = await sql`select status from "Branch" where id = ${waiting.id}`;
  assert.equal(still!["status"], "draft");
  assertNoErrors();
});

test("remarks and accepted fields survive a reload, until the submission is decided by somebody else", async () => {
  const waiting = await make.branch({ company: company.id, name: "Nungambakkam", status: "draft" });
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: verifiers[0], landingUrl: "**/platform" });
  const review = `/platform/review?company=${company.id}&branch=${waiting.id}`;
  const restored = page.getByText("Your unsaved changes are restored", { exact: false });
  await page.goto(review);
  await page.getByRole("button", { name: "Add a remark on Address" }).click();
  await page.getByLabel("Remark on Address").fill("Give the door number");
  await page.getByRole("textbox", { name: "Note" }).fill("Nearly complete");
  await page.getByRole("button", { name: "Accept Branch name", exact: true }).click();

  await page.reload();
  await restored.waitFor();
  assert.equal(await page.getByLabel("Remark on Address").inputValue(), "Give the door number");
  assert.equal(await page.getByRole("textbox", { name: "Note" }).inputValue(), "Nearly complete");
  await page.getByRole("button", { name: "Accept Branch name", exact: true, pressed: true }).waitFor();

  await make.row("Onboarding_Reviews", {
    company: company.id,
    branch: waiting.id,
    decision: "rejected",
    note: "A document is missing",
    remarks: [],
  });
  await page.reload();
  await page.getByText(/^0 of \d+ fields accepted$/).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Note" }).inputValue(), "");
  assert.equal(await restored.count(), 0);
  await page.getByRole("textbox", { name: "Note" }).fill("Another one");
  await page.reload();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await restored.waitFor({ state: "detached" });
  assert.equal(await page.getByRole("textbox", { name: "Note" }).inputValue(), "");
  assertNoErrors();
});

test("a review is assigned to one verifier, and taken over by another after a question", async () => {
  const waiting = await make.branch({ company: company.id, name: "Egmore", status: "draft" });
  const one = await openPage({ address, context: phoneViewport });
  const two = await openPage({ address, context: desktopViewport });
  await logIn({ page: one.page, user: verifiers[0], landingUrl: "**/platform" });
  await logIn({ page: two.page, user: verifiers[1], landingUrl: "**/platform" });
  const getRow = (page: Page) => page.getByRole("listitem").filter({ hasText: "Egmore, Meenakshi Textiles" });
  await getRow(one.page).getByRole("link").click();
  await one.page.getByRole("button", { name: "Assign to me" }).click();
  await one.page.getByText("Assigned to you").waitFor();
  await getRow(two.page).getByText("assigned to Anita").waitFor();

  await getRow(two.page).getByRole("link").click();
  await two.page.getByRole("button", { name: "Take over" }).click();
  const question = two.page.getByRole("dialog", { name: "Take over this review?" });
  await question.getByRole("button", { name: "Take over" }).click();
  await two.page.getByText("Assigned to you").waitFor();
  await one.page.getByText("Assigned to Kavitha").waitFor();
  await assertAccessible(one.page);

  await two.page.getByRole("button", { name: "Unassign" }).click();
  await one.page.getByRole("button", { name: "Assign to me" }).waitFor();
  const stored = await sql`select 1 from "Review_Assignments" where branch = ${waiting.id}`;
  assert.equal(stored.length, 0);
  one.assertNoErrors();
  two.assertNoErrors();
});

test("a verifier sets and clears the daily message limit of a branch", async () => {
  const { page, assertNoErrors } = await openPage({ address });
  await logIn({ page, user: verifiers[0], landingUrl: "**/platform" });
  const sms = page.getByRole("textbox", { name: "SMS per day (optional)" });
  const getStoredLimit = async () =>
    (await sql`select sms_per_day as sms from "Branch" where id = ${branch.id}`)[0]!["sms"];
  for (const [typed, expected] of [
    ["500", 500],
    ["", null],
  ] as const) {
    // Reloads each time: a saved form is re-rendered and would drop input typed at that moment.
    await page.goto(`/platform/review?company=${company.id}&branch=${branch.id}`);
    await sms.fill(typed);
    await page.locator("form", { has: sms }).getByRole("button", { name: "Save" }).click();
    await eventually(async () => assert.equal(await getStoredLimit(), expected));
  }
  await assertAccessible(page);
  const folder = process.env["SCREENSHOTS"];
  if (folder) await sms.scrollIntoViewIfNeeded().then(() => page.screenshot({ path: `${folder}/messages-a-day.png` }));
  assertNoErrors();
});

test("archiving asks for confirmation and locks out the users of the branch", async () => {
  const gate = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 403/] });
  await logIn({ page: gate.page, user: staff, landingUrl: "**/parking/dashboard" });
  const { page, assertNoErrors } = await openPage({ address });
  await logIn({ page, user: verifiers[0], landingUrl: "**/platform" });
  await page.goto(`/platform/review?company=${company.id}&branch=${branch.id}`);
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByText("all other users are locked out now").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await page.getByRole("button", { name: "Reopen" }).waitFor();
  assertNoErrors();
  await gate.page.getByText("This branch is closed, so you cannot log in").waitFor();
});

test("with two approvals required, a second verifier must publish", async () => {
  const kavitha = await make.user("verifier", { first_name: "Kavitha" });
  const suresh = await make.user("verifier", { first_name: "Suresh" });
  const waiting = await make.branch({ company: company.id, name: "Anna Salai", status: "draft" });
  const review = `/platform/review?company=${company.id}&branch=${waiting.id}`;
  const one = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 409/] });
  const two = await openPage({ address, context: phoneViewport });
  await logIn({ page: one.page, user: kavitha, landingUrl: "**/platform" });
  await logIn({ page: two.page, user: suresh, landingUrl: "**/platform" });
  // The rule itself is turned on by two persons.
  await one.page.goto("/platform/settings");
  await one.page.getByText("One approval is enough to publish.", { exact: true }).waitFor();
  await one.page.getByRole("button", { name: "Propose a change", exact: true }).click();
  const dialog = one.page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Asked for by the auditor");
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await one.page.getByRole("button", { name: "Withdraw", exact: true }).waitFor();
  await two.page.goto("/platform/settings");
  await two.page.getByText("Reason: Asked for by the auditor", { exact: true }).waitFor();
  await two.page.getByRole("button", { name: "Confirm change", exact: true }).click();
  for (const { page } of [one, two])
    await page.getByText("Two approvals are required to publish", { exact: false }).waitFor();

  await one.page.goto(review);
  await one.page.getByRole("button", { name: "Publish" }).click();
  const approval = one.page.getByRole("dialog");
  await approval.getByText("Your approval is the first of two", { exact: false }).waitFor();
  await approval.getByRole("button", { name: "Publish" }).click();
  await one.page.getByText("Approved by you. Waiting for a second verifier").waitFor();
  await one.page.getByText("Approved by Kavitha. Waiting for a second verifier").waitFor();
  await decide(one.page, "Publish");
  const refusal = one.page.getByRole("alertdialog");
  await refusal.getByText("You have already approved this").waitFor();
  await one.page.keyboard.press("Escape");
  await refusal.waitFor({ state: "detached" });
  const [still] = await sql`select status from "Branch" where id = ${waiting.id}`;
  assert.equal(still!["status"], "draft");

  await two.page.goto(review);
  await two.page.getByText("Approved by Kavitha. Waiting for a second verifier").waitFor();
  await decide(two.page, "Publish");
  await two.page.getByText("First approval").waitFor();
  // The open page of the first verifier is updated.
  await one.page.getByText("Approved by Kavitha. Waiting for a second verifier").waitFor({ state: "detached" });
  await one.page.getByRole("button", { name: "Activity" }).click();
  const log = one.page.getByRole("dialog").getByRole("listitem");
  for (const name of ["Kavitha", "Suresh"])
    await log.filter({ hasText: "Review decision created" }).filter({ hasText: name }).first().waitFor();
  await log.filter({ hasText: "Status → Published" }).filter({ hasText: "Suresh" }).waitFor();
  const [published] = await sql`select status from "Branch" where id = ${waiting.id}`;
  assert.equal(published!["status"], "published");
  one.assertNoErrors();
  two.assertNoErrors();
});
