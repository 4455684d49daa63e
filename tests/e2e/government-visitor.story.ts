// A visitor at a government office: the gate asks, the approver answers from a phone, the gate lets them in.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, openPage, phone } from "#tests/support/browser.ts";
import { factories, password, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, sql, as } = await startApp();
const make = factories(sql);
after(() => app.close());

const companySlug = "secretariat";
let address: string;
let branch: MadeBranch;
let clerk: MadeUser;
let gate: Page;
let approver: Page;

async function logIn({ page, user, landing }: { page: Page; user: MadeUser; landing: string }): Promise<void> {
  await page.goto("/partner-with-us");
  await page.getByRole("textbox", { name: "Email" }).fill(user.email);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(`**/${landing}`);
}

function pathOf(page: string): string {
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
  clerk = await make.user("staff", { branch, first_name: "Ravi" });
  await make.user("employee", { branch, first_name: "Lakshmi", department: "Land records" });
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  ({ page: gate } = await openPage({ address, context: phone }));
  ({ page: approver } = await openPage({ address, context: phone }));
});

test("the approver lands on the requests, of which there are none", async () => {
  await logIn({
    page: approver,
    user: await make.user("approver", { branch, first_name: "Asha" }),
    landing: "approvals",
  });
  await approver.getByRole("heading", { name: "Nobody waits" }).waitFor();
  await approver.getByText("Live", { exact: true }).waitFor();
  await assertAccessible(approver);
  await logIn({ page: gate, user: clerk, landing: "parking/dashboard" });
  await gate.getByRole("heading", { name: "Nobody has come in yet" }).waitFor();
});

test("the gate asks for a person, and the approver's phone shows it within a second", async () => {
  await gate.getByRole("link", { name: "New entry", exact: true }).click();
  await gate.getByRole("heading", { name: "Who comes in?" }).waitFor();
  await assertAccessible(gate);
  await gate.getByRole("link", { name: /^Person/ }).click();
  const checkIn = gate.getByRole("button", { name: "Check in" });
  await checkIn.click();
  await gate.getByText("*Name is required").waitFor();
  await gate.getByRole("textbox", { name: "Name" }).fill("Meena Kumari");
  await gate.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gate.getByRole("combobox", { name: "Whom they meet" }).selectOption({ label: "Lakshmi, Land records" });
  await gate.getByRole("textbox", { name: "Why they come" }).fill("Copy of a land record");
  await assertAccessible(gate);
  const seen = approver.getByRole("heading", { name: "Meena Kumari" }).waitFor();
  await checkIn.click();
  await gate.getByText("Waits for an approver").waitFor();
  const told = performance.now();
  await seen;
  assert.ok(performance.now() - told < 1_000, `the approver saw it ${performance.now() - told} ms later`);
  await approver.getByText("Lakshmi, Land records").waitFor();
  await approver.getByText("Copy of a land record").waitFor();
  await assertAccessible(approver);
  await assertAccessible(gate);
});

test("approved with one thumb, the gate can let her in within a second", async () => {
  const seen = gate.getByRole("button", { name: "Check in", exact: true }).waitFor();
  await approver.getByRole("button", { name: "Approve Meena Kumari" }).click();
  await approver.getByText("Person approved").waitFor();
  const told = performance.now();
  await seen;
  assert.ok(performance.now() - told < 1_000, `the gate saw it ${performance.now() - told} ms later`);
  await gate
    .getByText(/^Asha, /)
    .first()
    .waitFor();
  await approver.getByRole("heading", { name: "Answered today" }).waitFor();
  await approver.getByRole("heading", { name: "Nobody waits" }).waitFor();
  await assertAccessible(approver);
  await gate.getByRole("button", { name: "Check in", exact: true }).click();
  await gate.getByText("In", { exact: true }).first().waitFor();
  await assertAccessible(gate);
  await gate.getByRole("button", { name: "Check out" }).click();
  await gate.getByText("Person checked out").waitFor();
});

test("a second answer is told who was first; a rejected vehicle does not come in", async () => {
  const caller = await as(clerk);
  const plate = make.plate();
  const { data } = await caller.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012346" });
  const { page: office } = await openPage({ address, expected: [/status of 409 .*\/approve\)$/] });
  const manager = await make.user("manager", { branch, first_name: "Prakash" });
  await logIn({ page: office, user: manager, landing: "parking/dashboard" });
  await office.goto(pathOf("approvals"));
  const approve = office.getByRole("button", { name: `Approve ${plate}` });
  await approve.waitFor();
  await assertAccessible(office);

  await approver.getByRole("button", { name: `Reject ${plate}` }).click();
  await assertAccessible(approver);
  // The manager's page does not hear of it before the button is pressed: the answer is on its way already.
  await office.route("**/approvals/*/approve", async (route) => {
    await approver.getByRole("button", { name: "Yes, reject" }).click();
    await approver.getByText("Vehicle rejected").waitFor();
    await route.continue();
  });
  await approve.click();
  await office.getByText(`Asha rejected this just now: ${plate}. Nothing is left to answer.`).waitFor();
  await office.keyboard.press("Escape");
  await gate.goto(pathOf(`parking/detail?id=${data.id}`));
  await gate.getByText("Cancelled", { exact: true }).first().waitFor();
  await gate.getByText("Rejected", { exact: true }).waitFor();
  assert.equal(await gate.getByRole("button", { name: "Check in" }).count(), 0);
  for (const page of [gate, approver, office]) await page.context().close();
});
