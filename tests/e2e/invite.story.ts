// Invites: created by an employee or a customer, opened by the visitor without an account, used at the gate, withdrawn.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { invitePeriodTexts } from "#domain/invites/invite.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn, fillLogInForm } from "#tests/support/log-in.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "invite-house";
const plate = make.plate();
let branch: CreatedBranch;
let hostPage: Page;
let gatePage: Page;
let visitorPage: Page;
let link: string;

const folder = process.env["SCREENSHOTS"];

async function takeScreenshot({ page, name }: { page: Page; name: string }): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

function getBranchPath(page: string): string {
  return `/${companySlug}/${branch.slug}/${page}`;
}

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({
    company: company.id,
    slots: 5,
    rate: "20.00",
    allow_person_entries: true,
    latitude: "13.0418",
    longitude: "80.2341",
  });
  const [employee, staffUser] = [
    await make.user("employee", { branch, first_name: "Lakshmi" }),
    await make.user("staff", { branch, first_name: "Ravi" }),
  ];
  ({ page: hostPage } = await openPage({ address, context: phoneViewport }));
  // The browser logs the response to the rejected phone number.
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 409/] }));
  await logIn({ page: hostPage, user: employee });
  await logIn({ page: gatePage, user: staffUser });
});

test("an employee sees own visitors instead of the gate's figures and forms", async () => {
  await hostPage.goto(getBranchPath("parking/dashboard"));
  await hostPage.getByRole("heading", { name: "No visitors yet" }).waitFor();
  assert.equal(await hostPage.getByText("Inside now").count(), 0);
  await assertAccessible(hostPage);
  await hostPage.goto(getBranchPath("parking/create"));
  await hostPage.getByRole("heading", { name: "Access denied" }).waitFor();
});

test("an employee invites a vehicle and gets its code and link", async () => {
  await hostPage.goto(getBranchPath("invites"));
  await hostPage.getByRole("heading", { name: "No upcoming invites" }).waitFor();
  await hostPage.getByRole("button", { name: "Invite visitor" }).first().click();
  const sheet = hostPage.getByRole("dialog", { name: "Invite visitor" });
  await sheet.getByText("On foot").click();
  await sheet.getByRole("textbox", { name: "Name", exact: true }).waitFor();
  await sheet.getByText("With a vehicle").click();
  await sheet.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await sheet.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await sheet.getByText("Custom").click();
  await sheet.getByRole("button", { name: "Send invite" }).click();
  await sheet.getByText("*From is required").waitFor();
  await sheet.getByRole("textbox", { name: "From" }).fill("2099-01-02T10:00");
  const end = sheet.getByRole("textbox", { name: "To", exact: true });
  await end.fill("2099-01-02T09:00");
  await sheet.getByRole("button", { name: "Send invite" }).click();
  await sheet.getByText(invitePeriodTexts.order).waitFor();
  assert.equal(await sheet.getByText("Valid till").count(), 0);
  // It stays when the field is left: the form would move under a press of what follows.
  await end.blur();
  assert.equal(await sheet.getByText(invitePeriodTexts.order).count(), 1);
  await sheet.getByText("2 hours from now").click();
  await assertAccessible(hostPage);
  await sheet.getByRole("button", { name: "Send invite" }).click();
  await hostPage.getByRole("img", { name: `QR code for ${plate}` }).waitFor();
  await hostPage.getByRole("button", { name: "Copy link" }).waitFor();
  // Chromium has no share sheet here, which would offer it.
  const whatsApp = hostPage.getByRole("link", { name: "Share on WhatsApp" });
  assert.match((await whatsApp.getAttribute("href"))!, /^https:\/\/wa\.me\/\?text=Invite%20for%20.*http/);
  await assertAccessible(hostPage);
  await hostPage.keyboard.press("Escape");
  const [sms] = await sql<{ values: { invite_link: string } }[]>`
    select values from "Outbox" where template = 'invite' and recipient = '9840012345'`;
  link = sms!.values.invite_link;
});

test("the visitor opens the link from the SMS without an account", async () => {
  ({ page: visitorPage } = await openPage({ address, context: phoneViewport }));
  const page = visitorPage;
  await page.goto(new URL(link).pathname + new URL(link).search);
  await page.getByText("Lakshmi invited you").waitFor();
  await page.getByRole("img", { name: "QR code for the gate" }).waitFor();
  await page.getByText("Show this code at the gate").waitFor();
  const directions = page.getByRole("link", { name: `Directions to ${branch.name}` });
  assert.match((await directions.getAttribute("href"))!, /destination=13\.0418,80\.2341$/);
  await assertAccessible(page);
});

test("the check-in form shows the invite of the plate and uses it; the host sees the arrival at once", async () => {
  await hostPage.getByText("Invited", { exact: true }).waitFor();
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await gatePage.getByRole("link", { name: /Invited by Lakshmi/ }).waitFor();
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByText("Vehicle checked in").waitFor();
  await hostPage.getByText("Arrived", { exact: true }).waitFor();
  // Sooner than the page asks by itself.
  await visitorPage.getByText("You are checked in").waitFor({ timeout: 5_000 });
  await visitorPage.context().close();
  const rows = await sql`select is_invited from "Parking_Information"`;
  assert.deepEqual(
    rows.map((row) => row["is_invited"]),
    [true],
  );
});

test("an invite opened without its code requires the visitor's phone number", async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const visitor = { vehicle_no: make.plate(), phone_no: "9840012347", invite_end_date: until };
  const { data } = await (await asUser(await make.user("employee", { branch }))).post("/actions/invites", visitor);
  await gatePage.goto(getBranchPath(`parking/detail?id=${data.id}`));
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Check in" });
  await sheet.getByRole("textbox", { name: "Visitor's phone number" }).fill("9840000000");
  await sheet.getByRole("button", { name: "Check in" }).click();
  await sheet.getByText("*Scan the code of this invite, or enter the phone number it was created for").waitFor();
  await assertAccessible(gatePage);
  await takeScreenshot({ page: gatePage, name: "invite-phone-number" });
  await sheet.getByRole("textbox", { name: "Visitor's phone number" }).fill("9840012347");
  await sheet.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByText("Vehicle checked in").waitFor();
});

test("the visitor's link, pasted on the scan page, opens the invite and proves it; a forged one does not", async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const visitor = { vehicle_no: make.plate(), phone_no: "9840012348", invite_end_date: until };
  await (await asUser(await make.user("employee", { branch }))).post("/actions/invites", visitor);
  const [sms] = await sql<{ values: { invite_link: string } }[]>`
    select values from "Outbox" where template = 'invite' and recipient = ${visitor.phone_no}`;
  const pasted = sms!.values.invite_link;
  const { page } = await openPage({
    address,
    context: phoneViewport,
    expectedErrors: [/status of 4\d\d .*\/actions\/parking\/scan\)$/],
  });
  await logIn({ page, user: await make.user("staff", { branch }) });
  await page.goto(getBranchPath("parking/scan-parking-entry"));
  const field = page.getByRole("textbox", { name: "Vehicle number, phone, receipt or code" });
  await field.fill(`${pasted.slice(0, -1)}${pasted.endsWith("A") ? "B" : "A"}`);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText(getErrorText("QR_NOT_VALID")).first().waitFor();
  await page.keyboard.press("Escape");
  await field.fill(pasted);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: "Check in", exact: true }).click();
  await page.getByText("Vehicle checked in").waitFor();
  await page.context().close();
});

for (const path of ["/invite", "/pass", "/visit"])
  test(`a forged link ${path}, and one without a token, is said to be not valid`, async () => {
    const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 403/] });
    for (const query of ["", `?t=1.${"A".repeat(32)}`]) {
      await page.goto(path + query);
      await page.getByRole("heading", { name: "This link is not valid" }).waitFor();
    }
    await assertAccessible(page);
    await page.context().close();
  });

test("the manager sets the maximum invite length", async () => {
  const manager = await make.user("manager", { branch, first_name: "Meena" });
  const { page } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: manager });
  await page.goto(getBranchPath("configurations/parking/gate"));
  const days = page.getByRole("textbox", { name: "Maximum invite length (days)" });
  assert.equal(await days.inputValue(), "31");
  await days.fill("40");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("[aria-invalid=true]").waitFor();
  await days.fill("2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await assertAccessible(page);
  const [row] = await sql`select invite_max_days as days from "Branch" where id = ${branch.id}`;
  assert.equal(row!["days"], 2);
  await page.context().close();
});

test("a customer invites within the maximum length and sees the arrival", async () => {
  const customer = await make.user("customer", {
    first_name: "Keerthana",
    contact_number: "9840012349",
    public_customer: true,
  });
  const { page } = await openPage({ address, context: phoneViewport });
  await page.goto("/customer/commercial/login?redirect_to=/commercial/invites");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user: customer });
  await page.getByRole("button", { name: "Invite visitor" }).first().click();
  await page.getByRole("button", { name: new RegExp(branch.name) }).click();
  const sheet = page.getByRole("dialog", { name: `Invite to ${branch.name}` });
  const visitorPlate = make.plate();
  await sheet.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(visitorPlate);
  await sheet.getByRole("textbox", { name: "Phone number" }).fill("9840012348");
  await sheet.getByText("Custom").click();
  await sheet.locator("input[name=invite_start_date]").fill("2030-01-01T10:00");
  await sheet.locator("input[name=invite_end_date]").fill("2030-01-04T10:00");
  await sheet.getByText("Up to 2 days after the start").waitFor();
  await sheet.getByRole("button", { name: "Send invite" }).click();
  await sheet.getByText("*This is longer than the branch allows for invites").waitFor();
  await assertAccessible(page);
  await takeScreenshot({ page, name: "invite-longest-window" });
  await sheet.getByText("2 hours from now").click();
  await sheet.getByRole("button", { name: "Send invite" }).click();
  await page.getByRole("img", { name: `QR code for ${visitorPlate}` }).waitFor();
  const staff = await asUser(await make.user("staff", { branch }));
  const checkedIn = await staff.post("/actions/parking/check-in", { vehicle_no: visitorPlate, phone_no: "9840012348" });
  assert.equal(checkedIn.data.is_invited, true, checkedIn.text);
  await page.getByRole("dialog", { name: "Invite" }).getByText("Arrived").waitFor();
  assert.equal(await page.getByText(checkedIn.data.receipt_no).count(), 0);
  await takeScreenshot({ page, name: "invite-arrived" });
  await page.context().close();
});

test("the back button goes one step back while a customer invites, and a reload stays at the step", async () => {
  const customer = await make.user("customer", { contact_number: "9840012350", public_customer: true });
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await page.goto("/customer/commercial/login?redirect_to=/commercial/home");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user: customer });
  await page.waitForURL("**/commercial/home");
  await page.getByRole("link", { name: "Invites", exact: true }).click();
  const invite = page.getByRole("button", { name: "Invite visitor" }).first();
  const picker = page.getByRole("dialog", { name: "Choose a place" });
  const form = page.getByRole("dialog", { name: `Invite to ${branch.name}` });
  await invite.click();
  await picker.getByRole("button", { name: new RegExp(branch.name) }).click();
  await form.getByRole("textbox", { name: "Phone number" }).waitFor();
  await page.goBack();
  await picker.getByRole("textbox", { name: "Place name" }).waitFor();
  await page.goForward();
  await page.reload();
  await form.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(make.plate());
  await form.getByRole("textbox", { name: "Phone number" }).fill("9840012351");
  await form.getByRole("button", { name: "Send invite" }).click();
  const sent = page.getByRole("dialog", { name: "Invite", exact: true });
  await sent.getByRole("button", { name: "Copy link" }).waitFor();
  // The form that was sent is not a step any more.
  await page.goBack();
  await sent.waitFor({ state: "hidden" });
  await invite.waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  // Closing leaves all steps at once.
  await invite.click();
  await picker.getByRole("button", { name: new RegExp(branch.name) }).click();
  await form.getByRole("button", { name: "Close" }).click();
  await form.waitFor({ state: "hidden" });
  await page.goBack();
  await page.waitForURL("**/commercial/home");
  assertNoErrors();
  await page.context().close();
});

test("a withdrawn invite is not valid any more, and its page says so", async () => {
  const withdrawnPlate = make.plate();
  const { data } = await (
    await asUser(await make.user("employee", { branch }))
  ).post("/actions/invites", {
    vehicle_no: withdrawnPlate,
    phone_no: "9840012346",
    invite_end_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await gatePage.goto(getBranchPath("invites"));
  await gatePage.getByRole("button", { name: new RegExp(withdrawnPlate.slice(-4)) }).click();
  await gatePage.getByRole("button", { name: "Withdraw invite" }).click();
  await gatePage.getByRole("button", { name: "Yes, withdraw invite" }).click();
  await gatePage.getByText("Invite withdrawn").waitFor();
  await gatePage.goto(data.link);
  await gatePage.getByText("This invite was cancelled").waitFor();
  assert.equal(await gatePage.getByRole("img", { name: "QR code for the gate" }).count(), 0);
  for (const page of [hostPage, gatePage]) await page.context().close();
});
