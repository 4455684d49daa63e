// §2 §6: invitation of a staff member, password from the email, duty, suspension, and an import with an invalid row.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { roles } from "#domain/access/roles.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();

const companySlug = "people-story";
const email = "ravi.kumar@people.example";
const expectedErrors = [/status of 4\d\d/];
let branch: CreatedBranch;
let managerPage: Page;
let gatePage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id });
  ({ page: managerPage } = await openPage({ address, context: desktopViewport, expectedErrors }));
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors }));
});

test("a manager invites a staff member; duplicate values are reported at their fields", async () => {
  const colleague = await make.user("staff", { branch, pin_number: "4821" });
  await logIn({ page: managerPage, user: await make.user("manager", { branch }) });
  await managerPage.goto(getBranchPath("users/staff"));
  await managerPage.getByRole("link", { name: "New staff member" }).click();
  await managerPage.getByRole("textbox", { name: "Name", exact: true }).fill("Ravi Kumar");
  await managerPage.getByRole("textbox", { name: "Email" }).fill(colleague.email);
  await managerPage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await managerPage.getByRole("textbox", { name: "PIN" }).fill("4821");
  await managerPage.getByRole("textbox", { name: "Vehicle 1" }).fill("tn09ab1234");
  const save = managerPage.getByRole("button", { name: "Send invitation", exact: true });
  await save.click();
  await managerPage.getByText("A user with this email already exists").waitFor();
  await managerPage.getByRole("textbox", { name: "Email" }).fill(email);
  await save.click();
  await managerPage.getByText("This PIN is already used").waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("textbox", { name: "PIN" }).fill("4822");
  await save.click();
  const detail = managerPage.getByRole("dialog", { name: "Ravi Kumar" });
  await detail.getByText("Invited").waitFor();
  await detail.getByText("TN09AB1234").first().waitFor();
  await detail.getByRole("button", { name: "Resend invitation" }).click();
  // The success message is the same as for the first email.
  await eventually(async () => {
    const emails = await sql`select 1 from "Outbox" where recipient = ${email} and template = 'invitation'`;
    assert.equal(emails.length, 2);
  });
});

test("the new staff member chooses a password from the latest email and starts duty", async () => {
  const { values } = await findMailTo({ sql, sealer: createSealer(testConfig.secret), to: email });
  const link = new URL(values["invite_link"]!);
  await gatePage.goto(link.pathname + link.search);
  await gatePage.getByRole("heading", { name: "Welcome, Ravi Kumar" }).waitFor();
  for (const field of await gatePage.locator("input[type=password]").all()) await field.fill("Chosen@2026");
  await gatePage.getByRole("button", { name: "Create account" }).click();
  await gatePage.waitForURL("**/parking/dashboard");
  await gatePage.getByRole("button", { name: "Start duty" }).click();
  await gatePage.getByText("You are on duty").waitFor();
  // The manager's page updates live.
  await managerPage.getByRole("dialog").getByText("On duty", { exact: true }).waitFor();
  await managerPage.goto(getBranchPath("users/attendance"));
  const attendance = managerPage.getByRole("listitem").filter({ hasText: "Ravi Kumar" });
  await attendance.getByText("now").waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Mark absent: Ravi Kumar" }).click();
  const question = managerPage.getByRole("dialog", { name: "End the duty of Ravi Kumar?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await attendance.getByText("now").waitFor();
  await managerPage.getByRole("button", { name: "Mark absent: Ravi Kumar" }).click();
  await question.getByRole("button", { name: "Mark absent" }).click();
  await managerPage.getByRole("button", { name: "Mark present: Ravi Kumar" }).click();
  await attendance.getByText("now").waitFor();
});

test("a suspended staff member is logged out and cannot log in", async () => {
  const { page: adminPage } = await openPage({ address, context: desktopViewport });
  await logIn({ page: adminPage, user: await make.user("admin", { branch }) });
  await adminPage.goto(getBranchPath("users/staff?search=ravi"));
  await adminPage.getByRole("button", { name: "Ravi Kumar" }).click();
  const detail = adminPage.getByRole("dialog", { name: "Ravi Kumar" });
  await detail.getByRole("button", { name: "Suspend" }).click();
  await assertAccessible(adminPage);
  // Staff are filling in the check-in form meanwhile.
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill("TN09CD5678");
  await detail.getByRole("button", { name: "Suspend" }).click();
  await detail.getByText("Suspended").waitFor();
  await gatePage.waitForURL("**/partner-with-us**");
  await gatePage.getByRole("alertdialog").getByText("Your account is suspended").waitFor();
  await gatePage.keyboard.press("Escape");
  await gatePage.getByRole("textbox", { name: "Email" }).fill(email);
  await gatePage.locator("input[name=password]").fill("Chosen@2026");
  await gatePage.getByRole("button", { name: "Log in" }).click();
  await gatePage.getByText("Your account is suspended").waitFor();
  const [entries] = await sql`select count(*)::int as all from "Parking_Information"`;
  assert.equal(entries!["all"], 0);
});

test("the import preview shows an invalid row with its error, and the other rows are imported", async () => {
  await managerPage.goto(getBranchPath("users/employees"));
  await managerPage.getByRole("button", { name: "Import" }).click();
  const rows = ["Asha Rao,asha@people.example,9840000011", "Bo,not an email,98", "Chitra Devi,chitra@people.example,"];
  async function choose({ button, name, text }: { button: string; name: string; text: string }): Promise<void> {
    const [chooser] = await Promise.all([
      managerPage.waitForEvent("filechooser"),
      managerPage.getByText(button).click(),
    ]);
    await chooser.setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  }
  // What is wrong with a file is said beside it, and a next one can be chosen at once.
  await choose({ button: "Choose file", name: "names.csv", text: "Name\nAsha Rao" });
  await managerPage.getByRole("alert").getByText("Missing: Email").waitFor();
  assert.equal(await managerPage.getByRole("alertdialog").count(), 0);
  await choose({
    button: "Choose another file",
    name: "employees.csv",
    text: ["Name,Email,Phone", ...rows].join("\n"),
  });
  await managerPage.getByRole("heading", { name: "2 of 3 rows ready to import" }).waitFor();
  await managerPage.getByRole("row", { name: /3 Email not an email Invalid email/ }).waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Import 2 people" }).click();
  await managerPage.getByText("2 people imported and invited").waitFor();
  await managerPage.getByRole("button", { name: "Chitra Devi" }).waitFor();
});

test("an employee who becomes staff gets a PIN with the role", async () => {
  const employee = await make.user("employee", { branch, first_name: "Divya" });
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors });
  await logIn({ page, user: await make.user("admin", { branch }) });
  await page.goto(getBranchPath(`employee/edit?id=${employee.id}`));
  assert.equal(await page.getByRole("textbox", { name: "PIN" }).count(), 0);
  await page.getByRole("combobox", { name: "Role" }).selectOption({ label: "Staff" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("*PIN is required").waitFor();
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "PIN" }).fill("5713");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL("**/users/**");
  const [stored] = await sql`select role, pin_number is not null as "hasPin" from users where id = ${employee.id}`;
  assert.deepEqual({ ...stored }, { role: roles.staff.id, hasPin: true });
  await page.context().close();
});
