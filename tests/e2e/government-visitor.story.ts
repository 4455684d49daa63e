// Government visitor: the gate requests entry, the approver decides on a phone, the gate checks the visitor in.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, liveLimitMs, openPage, phoneViewport } from "#tests/support/browser.ts";
import { testPassword, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make } = await startStory();

const companySlug = "secretariat";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let employee: CreatedUser;
let gatePage: Page;
let approver: Page;

async function logIn({ page, user, landing }: { page: Page; user: CreatedUser; landing: string }): Promise<void> {
  await page.goto("/partner-with-us");
  await page.getByRole("textbox", { name: "Email" }).fill(user.email);
  await page.locator("input[name=password]").fill(testPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(`**/${landing}`);
}

function getBranchPath(page: string): string {
  return `/${companySlug}/${branch.slug}/${page}`;
}

before(async () => {
  const company = await make.company({ slug: companySlug, company_type: "government" });
  branch = await make.branch({
    company: company.id,
    entity_type: "government",
    allow_person_entries: true,
    config: { security: "advanced_security" },
  });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  employee = await make.user("employee", { branch, first_name: "Lakshmi", department: "Land records" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  ({ page: approver } = await openPage({ address, context: phoneViewport }));
});

test("the approver lands on an empty approvals page", async () => {
  await logIn({
    page: approver,
    user: await make.user("approver", { branch, first_name: "Asha" }),
    landing: "approvals",
  });
  await approver.getByRole("heading", { name: "No pending requests" }).waitFor();
  await approver.getByText("Live", { exact: true }).waitFor();
  await assertAccessible(approver);
  await logIn({ page: gatePage, user: staffUser, landing: "parking/dashboard" });
  await gatePage.getByRole("heading", { name: "No entries yet" }).waitFor();
});

test("a request of the gate appears on the approver's phone at once", async () => {
  await gatePage.getByRole("link", { name: "New entry", exact: true }).click();
  await gatePage.getByRole("heading", { name: "New entry" }).waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("link", { name: /^Visitor on foot/ }).click();
  assert.equal(await gatePage.getByRole("button", { name: "Check in" }).count(), 0);
  const request = gatePage.getByRole("button", { name: "Request approval", exact: true });
  await request.click();
  await gatePage.getByText("*Name is required").waitFor();
  await gatePage.getByRole("textbox", { name: "Name" }).fill("Meena Kumari");
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("combobox", { name: "Person to meet" }).selectOption({ label: "Lakshmi, Land records" });
  await gatePage.getByRole("textbox", { name: "Purpose of visit" }).fill("Copy of a land record");
  await gatePage.getByRole("combobox", { name: "Identity document" }).selectOption({ label: "Aadhaar" });
  await gatePage.getByRole("textbox", { name: "Last four characters" }).fill("4321");
  await gatePage.getByRole("textbox", { name: "Persons" }).fill("2");
  await gatePage.getByRole("textbox", { name: "Badge" }).fill("V-12");
  await assertAccessible(gatePage);
  const isShownToApprover = approver.getByRole("heading", { name: "Meena Kumari" }).waitFor();
  await request.click();
  await gatePage.getByText(/^Waiting for approval\./).waitFor();
  const requestedAt = performance.now();
  await isShownToApprover;
  const delayMs = performance.now() - requestedAt;
  assert.ok(delayMs < liveLimitMs, `the approver saw it after ${delayMs} ms`);
  await approver.getByText("Lakshmi, Land records").waitFor();
  await approver.getByText("Copy of a land record").waitFor();
  await approver.getByText("Aadhaar ending 4321").waitFor();
  await approver.getByText("At the gate", { exact: true }).waitFor();
  await gatePage.getByText("V-12", { exact: true }).waitFor();
  await assertAccessible(approver);
  await assertAccessible(gatePage);
});

test("the gate can check the visitor in at once after the approval", async () => {
  const isShownAtGate = gatePage.getByRole("button", { name: "Check in", exact: true }).waitFor();
  await approver.getByRole("button", { name: "Approve Meena Kumari" }).click();
  await approver.getByText("Person approved").waitFor();
  const approvedAt = performance.now();
  await isShownAtGate;
  const delayMs = performance.now() - approvedAt;
  assert.ok(delayMs < liveLimitMs, `the gate saw it after ${delayMs} ms`);
  await gatePage
    .getByText(/^Asha, /)
    .first()
    .waitFor();
  await approver.getByRole("heading", { name: "Decided today" }).waitFor();
  await approver.getByText(/^Median time to answer: \d+ (s|min) \(1 request at the gate\)$/).waitFor();
  await approver.getByRole("heading", { name: "No pending requests" }).waitFor();
  await assertAccessible(approver);
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  await gatePage.getByText("In", { exact: true }).first().waitFor();
  await gatePage.getByText("Time inside", { exact: true }).waitFor();
  assert.equal(await gatePage.getByText("Parked for", { exact: true }).count(), 0);
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Check out" }).click();
  await gatePage.getByText("Person checked out").waitFor();
});

test("the person to meet sees who comes and opens the visit", async () => {
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: employee, landing: "parking/dashboard" });
  await page.getByRole("link", { name: "Meena Kumari" }).click();
  await page.getByRole("heading", { name: "Meena Kumari" }).waitFor();
  await page.getByText("Copy of a land record").waitFor();
  await page.getByRole("link", { name: "9840012345" }).waitFor();
  await page.getByText("Out", { exact: true }).first().waitFor();
  await assertAccessible(page);
  await page.context().close();
});

test("a second decision shows who decided first; a rejected vehicle cannot check in", async () => {
  const caller = await asUser(staffUser);
  const plate = make.plate();
  const { data } = await caller.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012346" });
  const { page: office } = await openPage({ address, expectedErrors: [/status of 409 .*\/approve\)$/] });
  const manager = await make.user("manager", { branch, first_name: "Prakash" });
  await logIn({ page: office, user: manager, landing: "parking/dashboard" });
  await office.goto(getBranchPath("approvals"));
  const approve = office.getByRole("button", { name: `Approve ${plate}` });
  await approve.waitFor();
  await assertAccessible(office);

  await approver.getByRole("button", { name: `Reject ${plate}` }).click();
  const sheet = approver.getByRole("dialog", { name: `Reject ${plate}?` });
  await sheet.getByRole("button", { name: "Reject", exact: true }).click();
  await sheet.getByText("*Reason is required").waitFor();
  await sheet.getByRole("button", { name: "Not expected" }).click();
  await assertAccessible(approver);
  // The rejection arrives while the manager's approval is in flight, so the manager's page cannot show it earlier.
  await office.route("**/approvals/*/approve", async (route) => {
    await sheet.getByRole("button", { name: "Reject", exact: true }).click();
    await approver.getByText("Vehicle rejected").waitFor();
    await route.continue();
  });
  await approve.click();
  await office.getByText(`Asha rejected this just now: ${plate}. No decision is needed any more.`).waitFor();
  await office.keyboard.press("Escape");
  await gatePage.goto(getBranchPath(`parking/detail?id=${data.id}`));
  await gatePage.getByText("Rejected", { exact: true }).first().waitFor();
  await gatePage.getByText("Rejected: Not expected", { exact: true }).waitFor();
  assert.equal(await gatePage.getByRole("button", { name: "Check in" }).count(), 0);
  for (const page of [gatePage, approver, office]) await page.context().close();
});
