// §2 §6: a manager invites a staff member, who chooses a password by the mail and starts duty; an admin suspends them, and their next
// press is refused; and a list with one bad row comes in without it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { sealer } from "#server/services/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { mailTo } from "#tests/support/mail.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";

const { app, sql } = await startApp();
const make = factories(sql);

const companySlug = "people-story";
const email = "ravi.kumar@people.example";
const expected = [/status of 4\d\d/];
let branch: MadeBranch;
let address: string;
let office: Page;
let gate: Page;

const pathOf = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id });
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  ({ page: office } = await openPage({ address, context: desk, expected }));
  ({ page: gate } = await openPage({ address, context: phone, expected }));
});

test("a manager makes a staff member; what somebody has already stands by its field", async () => {
  const colleague = await make.user("staff", { branch, pin_number: "4821" });
  await logIn({ page: office, user: await make.user("manager", { branch }) });
  await office.goto(pathOf("users/staff"));
  await office.getByRole("link", { name: "New staff member" }).click();
  await office.getByRole("textbox", { name: "Name", exact: true }).fill("Ravi Kumar");
  await office.getByRole("textbox", { name: "Email" }).fill(colleague.email);
  await office.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await office.getByRole("textbox", { name: "PIN" }).fill("4821");
  await office.getByRole("textbox", { name: "Vehicle 1" }).fill("tn09ab1234");
  const save = office.getByRole("button", { name: "Send the invitation", exact: true });
  await save.click();
  await office.getByText("A user with this email already exists").waitFor();
  await office.getByRole("textbox", { name: "Email" }).fill(email);
  await save.click();
  await office.getByText("This PIN is taken").waitFor();
  await assertAccessible(office);
  await office.getByRole("textbox", { name: "PIN" }).fill("4822");
  await save.click();
  const detail = office.getByRole("dialog", { name: "Ravi Kumar" });
  await detail.getByText("Invited").waitFor();
  await detail.getByText("TN09AB1234").first().waitFor();
  await detail.getByRole("button", { name: "Send the invitation again" }).click();
  // The same words were shown for the first mail.
  await eventually(async () => {
    const mails = await sql`select 1 from "Outbox" where recipient = ${email} and template = 'invitation'`;
    assert.equal(mails.length, 2);
  });
});

test("the new colleague chooses a password by the newest mail, and starts duty", async () => {
  const { values } = await mailTo({ sql, sealer: sealer(testConfig.secret), to: email });
  const link = new URL(values["invite_link"]!);
  await gate.goto(link.pathname + link.search);
  await gate.getByRole("heading", { name: "Welcome, Ravi Kumar" }).waitFor();
  for (const field of await gate.locator("input[type=password]").all()) await field.fill("Chosen@2026");
  await gate.getByRole("button", { name: "Begin" }).click();
  await gate.waitForURL("**/parking/dashboard");
  await gate.getByRole("button", { name: "Start duty" }).click();
  await gate.getByText("You are on duty").waitFor();
  // The office sees it without asking.
  await office.getByRole("dialog").getByText("On duty", { exact: true }).waitFor();
  await office.goto(pathOf("users/attendance"));
  await office.getByRole("listitem").filter({ hasText: "Ravi Kumar" }).getByText("now").waitFor();
  await assertAccessible(office);
});

test("an admin suspends them: their next press is refused, and so is their password", async () => {
  const { page: admins } = await openPage({ address, context: desk });
  await logIn({ page: admins, user: await make.user("admin", { branch }) });
  await admins.goto(pathOf("users/staff?search=ravi"));
  await admins.getByRole("button", { name: "Ravi Kumar" }).click();
  const detail = admins.getByRole("dialog", { name: "Ravi Kumar" });
  await detail.getByRole("button", { name: "Suspend…" }).click();
  await assertAccessible(admins);
  // The gate is about to check a car in.
  await gate.goto(pathOf("parking/create"));
  await gate.getByRole("textbox", { name: "Vehicle number" }).fill("TN09CD5678");
  await detail.getByRole("button", { name: "Suspend now" }).click();
  await detail.getByText("Suspended").waitFor();
  await gate.waitForURL("**/partner-with-us**");
  await gate.getByRole("alertdialog").waitFor();
  await gate.keyboard.press("Escape");
  await gate.getByRole("textbox", { name: "Email" }).fill(email);
  await gate.locator("input[name=password]").fill("Chosen@2026");
  await gate.getByRole("button", { name: "Log in" }).click();
  await gate.getByText("Your account is suspended").waitFor();
  const [visits] = await sql`select count(*)::int as all from "Parking_Information"`;
  assert.equal(visits!["all"], 0);
});

test("a list with one bad row: the preview says which and why, and the others come in", async () => {
  await office.goto(pathOf("users/employees"));
  await office.getByRole("button", { name: "Import" }).click();
  const rows = ["Asha Rao,asha@people.example,9840000011", "Bo,not an email,98", "Chitra Devi,chitra@people.example,"];
  const buffer = Buffer.from(["Name,Email,Phone", ...rows].join("\n"));
  const [chooser] = await Promise.all([office.waitForEvent("filechooser"), office.getByText("Choose a file").click()]);
  await chooser.setFiles({ name: "employees.csv", mimeType: "text/csv", buffer });
  await office.getByRole("heading", { name: "2 of 3 people can be taken" }).waitFor();
  await office.getByRole("row", { name: /3 Email not an email Invalid email/ }).waitFor();
  await assertAccessible(office);
  await office.getByRole("button", { name: "Import the 2 people that can be taken" }).click();
  await office.getByText("2 people imported and invited").waitFor();
  await office.getByRole("button", { name: "Chitra Devi" }).waitFor();
});
