// §2 §4: a vendor from the first click to a published branch with its first car in; and one who is turned down and corrects.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { errorText } from "#domain/errors.ts";
import { sealer } from "#server/services/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone } from "#tests/support/browser.ts";
import { logIn, typeLogIn } from "#tests/support/log-in.ts";
import { codeTo, mailTo } from "#tests/support/mail.ts";
import { factories, type MadeUser } from "#tests/support/make.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const { outside } = await simulatedOutside();
const { app, sql } = await startApp({ outside });
const make = factories(sql);
const open = sealer(testConfig.secret);
const verifier = await make.user("verifier");
await make.row("Areas", { area_name: "Royapettah", city: "Chennai", state: "Tamil Nadu" });
const vendor: MadeUser = { id: "", email: "meena.vendor@example.com", password: "Chosen@2026", role: "admin" };
const mobile = "9840066001";
const refusals = [/status of 4\d\d/];
let address: string;

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

/** A picture of one colour, as a phone would take it. */
const paper = {
  name: "pan-card.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

async function typePlace(page: Page): Promise<void> {
  await page.getByLabel("Name of the branch").fill("Royapettah High Road");
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("12 High Road, near the clock tower");
  await page.getByRole("combobox", { name: "State" }).selectOption("Tamil Nadu");
  await page.getByRole("combobox", { name: "City" }).fill("Chennai");
  await page.getByRole("combobox", { name: "Area" }).selectOption({ label: "Royapettah" });
  await page.getByLabel("Pin code").fill("600014");
}

test("a new vendor makes an account with two codes, types half on the phone, and ends at the desk", async () => {
  const { page } = await openPage({ address, context: phone, expected: refusals });
  await page.goto("/");
  await page.getByRole("link", { name: "For partners" }).click();
  await page.getByRole("link", { name: "New here? Register your company" }).click();
  await page.getByLabel("Your name").fill("Meena Kumari");
  await page.getByLabel("Mobile number").fill(mobile);
  await page.getByLabel("Email").fill(vendor.email);
  await page.getByRole("button", { name: "Send me the codes" }).click();
  const sms = page.getByLabel("Code from the SMS");
  await sms.waitFor();
  await sms.fill(await codeTo({ sql, sealer: open, to: mobile }));
  await page.getByLabel("Code from the mail").fill("1000");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("Mobile confirmed").waitFor();
  await page.getByText(errorText("OTP_INVALID")).waitFor();
  const { otp } = (await mailTo({ sql, sealer: open, to: vendor.email })).values;
  await page.getByLabel("Code from the mail").fill(otp!);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByLabel("New password").fill(vendor.password);
  await page.getByLabel("Confirm password").fill(vendor.password);
  await page.getByRole("button", { name: "Make my account" }).click();
  await page.waitForURL("**/company-register");

  await page.getByText("One organisation").click();
  await page.getByLabel("Company name").fill("Meena Parking");
  await page.getByLabel("Company registered name").fill("Meena Parking Private Limited");
  await page.getByRole("textbox", { name: "PAN", exact: true }).fill("AAACM1231F");
  await page.getByText("Active: SIMULATED PERSON").waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Save and go on" }).click();
  await page.getByLabel("Name of the branch").fill("Royapettah");
  await page.getByText("Everything you type is kept").waitFor();
  await page.close();

  const second = (await openPage({ address, context: desk, expected: refusals })).page;
  await second.goto("/partner-with-us");
  await typeLogIn({ page: second, user: vendor, password: vendor.password });
  await second.waitForURL("**/company-register");
  assert.equal(await second.getByLabel("Name of the branch").inputValue(), "Royapettah");
  await typePlace(second);
  await second.getByRole("button", { name: "Save and go on" }).click();
  await second.getByRole("button", { name: "Save and go on" }).click();
  await second.getByText("Choose at least one service").waitFor();
  await second.getByRole("button", { name: "Parking", exact: true }).click();
  await second.getByRole("button", { name: "Save and go on" }).click();
  await second.getByRole("textbox", { name: "Name", exact: true }).fill("Meena Kumari");
  await second.getByLabel("Designation").fill("Director");
  await second.getByRole("textbox", { name: "Email", exact: true }).fill("meena@example.com");
  await second.getByRole("textbox", { name: "Address", exact: true }).fill("12 High Road, Chennai");
  await second.getByRole("button", { name: "Save and go on" }).click();
  await second.getByText("Add at least one document").waitFor();
  await second.locator("input[name=documents]").setInputFiles(paper);
  await second.getByText("pan-card.png").waitFor();
  await second.getByRole("button", { name: "Save and go on" }).click();
  await second.getByLabel("I have read the agreement").check();
  await second.getByLabel("Your full name").fill("Meena Kumari");
  await second.getByRole("button", { name: "Send for verification" }).click();
  await second.getByRole("heading", { name: "We have your registration" }).waitFor();
  await second.getByText(errorText("BRANCH_DRAFT")).waitFor();
  await assertAccessible(second);
  await second.goto("/partner-with-us");
  await typeLogIn({ page: second, user: vendor, password: vendor.password });
  await second.getByText("In verification").first().waitFor();
  assert.equal((await sql`select 1 from "Company_Branch_Registration_Cache"`).length, 0);
  await second.close();
});

test("the branch is turned down with a remark; the vendor corrects that alone; the verifier sees what changed", async () => {
  const at = await openPage({ address, context: desk, expected: refusals });
  await logIn({ page: at.page, user: verifier, lands: "**/platform" });
  await at.page.getByRole("link", { name: /^Meena Parking/ }).click();
  await at.page.getByText("Active: SIMULATED PERSON").waitFor();
  await at.page.getByRole("button", { name: "Publish" }).click();
  await at.page.getByText("Published", { exact: true }).first().waitFor();
  await at.page.getByRole("link", { name: "All vendors" }).click();
  await at.page.getByRole("link", { name: /Royapettah High Road, Meena Parking/ }).click();
  await at.page.getByRole("button", { name: "PAN card: pan-card.png" }).waitFor();
  await at.page.getByRole("button", { name: "Add a remark on Pin code" }).click();
  await at.page.getByLabel("Remark on Pin code").fill("This is of another place");
  await at.page.getByRole("button", { name: "Reject" }).click();
  await at.page.getByText("Rejected").first().waitFor();
  const mail = await mailTo({ sql, sealer: open, to: vendor.email });
  assert.equal(mail.values["remarks"], "Pin code: This is of another place");

  const { page } = await openPage({ address, context: phone, expected: refusals });
  await page.goto("/partner-with-us");
  await typeLogIn({ page, user: vendor, password: vendor.password });
  await page.waitForURL("**/application-correction");
  await page.getByText("This is of another place").waitFor();
  assert.equal(await page.getByRole("textbox").count(), 2);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Nothing was changed").waitFor();
  await page.getByLabel("Pin code").fill("600002");
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("In verification").waitFor();
  await page.close();

  await at.page.getByText("Changed. Before: 600014").waitFor();
  await at.page.getByText("Last time: This is of another place").waitFor();
  await at.page.getByRole("button", { name: "Publish" }).click();
  await at.page.getByText("Published", { exact: true }).first().waitFor();
  await at.page.close();
});

test("published: the vendor invites staff, who choose their own password and take in the first car", async () => {
  const { template } = await mailTo({ sql, sealer: open, to: vendor.email });
  assert.equal(template, "application-published");
  const { page } = await openPage({ address, context: desk, expected: refusals });
  await page.goto("/partner-with-us");
  await typeLogIn({ page, user: vendor, password: vendor.password });
  await page.waitForURL("**/meena-parking/royapettah-high-road/parking/dashboard");
  await page.goto("/meena-parking/royapettah-high-road/onboarding-form");
  await page.getByText("Corrected and sent again").waitFor();
  await page.goto("/meena-parking/royapettah-high-road/staff/create");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ravi Kumar");
  await page.getByRole("textbox", { name: "Email" }).fill("ravi.gate@example.com");
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByRole("textbox", { name: "PIN" }).fill("4821");
  await page.getByRole("button", { name: "Make the account and send the invitation" }).click();
  await page.getByRole("dialog", { name: "Ravi Kumar" }).getByText("Invited").waitFor();
  await page.close();

  const gate = await openPage({ address, context: phone, expected: refusals });
  const link = new URL((await mailTo({ sql, sealer: open, to: "ravi.gate@example.com" })).values["invite_link"]!);
  await gate.page.goto(link.pathname + link.search);
  await gate.page.getByLabel("New password").fill("Gate@2026x");
  await gate.page.getByLabel("Confirm password").fill("Gate@2026x");
  await gate.page.getByRole("button", { name: "Begin" }).click();
  await gate.page.waitForURL("**/parking/dashboard");
  await gate.page.getByRole("button", { name: "Start duty" }).click();
  await gate.page.getByRole("link", { name: "Check in", exact: true }).click();
  await gate.page.getByRole("textbox", { name: "Vehicle number" }).fill("tn09ab1234");
  await gate.page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gate.page.getByRole("button", { name: "Check in" }).click();
  await gate.page.getByRole("heading", { name: "Checked in" }).waitFor();
  const [visit] = await sql`select parking_status_id from "Parking_Information"`;
  assert.equal(visit!["parking_status_id"], 1);
  await gate.page.close();
});
