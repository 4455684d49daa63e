// §1 §2 /{customerType}/invites: a parent and a government customer invite to the branches whose units list their number.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const sealer = createSealer(testConfig.secret);

async function listMember({
  entity_type,
  name,
  unit,
  phone,
}: {
  entity_type: string;
  name: string;
  unit: string;
  phone: string;
}) {
  const branch = await make.branch({ entity_type, name, slots: 5 });
  const { id } = await make.row("Branch_Units", { branch: branch.id, name: unit });
  await make.row("Unit_Members", { unit: id, name: "Lakshmi", phone });
}

async function inviteTo({ page, place, unit, plate }: { page: Page; place: string; unit: string; plate: string }) {
  await page.getByRole("button", { name: "Invite visitor" }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText(unit).waitFor();
  await assertAccessible(page);
  await sheet.getByRole("button", { name: place, exact: true }).click();
  await sheet.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await sheet.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await sheet.getByRole("button", { name: "Send invite" }).click();
  await page.getByRole("img", { name: `QR code for ${plate}` }).waitFor();
}

test("a parent logs in on the page of schools by OTP and invites to the school", async () => {
  const phone = "9840066101";
  await listMember({ entity_type: "school-college-university", name: "Velan School", unit: "Class 5", phone });
  await make.branch({ entity_type: "school-college-university", name: "Bharathi School" });
  await make.user("customer", { contact_number: phone, public_customer: true });
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await page.goto("/customer/school-college-university/login?redirect_to=/commercial/invites");
  await page.getByRole("textbox", { name: "Mobile number" }).fill(phone);
  await page.getByRole("button", { name: "Send OTP", exact: true }).click();
  await page.waitForURL("**/otp-authentication/**");
  await page.locator("input[name=otp]").fill(await eventually(() => findCodeSentTo({ sql, sealer, to: phone })));
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.waitForURL("**/commercial/invites");
  await inviteTo({ page, place: "Velan School", unit: "Class 5", plate: make.plate() });
  assertNoErrors();
});

test("a government customer invites to the office that lists the number, and to no other office", async () => {
  const phone = "9840066102";
  await listMember({ entity_type: "government", name: "District Collectorate", unit: "Revenue", phone });
  await make.branch({ entity_type: "government", name: "District Court" });
  const user = await make.user("customer", { contact_number: phone, govt_customer: true });
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await page.goto("/customer/government/login?redirect_to=/gov/invites");
  await fillLogInForm({ page, user });
  await page.waitForURL("**/gov/invites");
  await inviteTo({ page, place: "District Collectorate", unit: "Revenue", plate: make.plate() });
  await page.goto("/gov/invites");
  await page.getByRole("button", { name: "Invite visitor" }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Place name" }).fill("District");
  await sheet.getByRole("button", { name: "District Collectorate", exact: true }).waitFor();
  const [row] = await sql<{ company: string }[]>`
    select c.name as company from "Branch" b join "Companies" c on c.id = b.company where b.name = 'District Collectorate'`;
  await sheet.getByText(`Revenue, ${row!.company}`).waitFor();
  await sheet.getByRole("textbox", { name: "Place name" }).fill(row!.company);
  await sheet.getByText(`Revenue, ${row!.company}`).waitFor();
  assert.equal(await sheet.getByRole("button", { name: "District Court", exact: true }).count(), 0);
  assertNoErrors();
});

test("an invited customer finds the invite with its code at home and under invites", async () => {
  const phone = "9840066103";
  const branch = await make.branch({ name: "Velan House", slots: 5 });
  const host = await asUser(await make.user("employee", { branch }));
  const plate = make.plate();
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const sent = await host.post("/actions/invites", {
    branch: branch.id,
    vehicle_no: plate,
    phone_no: phone,
    invite_end_date: end,
  });
  assert.equal(sent.status, 200, sent.text);
  const user = await make.user("customer", { contact_number: phone, public_customer: true });
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await page.goto("/customer/commercial/login?redirect_to=/commercial/home");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user });
  await page.waitForURL("**/commercial/home");
  await page.getByRole("list", { name: "You are invited" }).getByText("Velan House").waitFor();
  await page.getByRole("link", { name: "Show code" }).click();
  await page.getByRole("button", { name: "Invites received", pressed: true }).waitFor();
  await page.getByRole("button", { name: plate }).click();
  const sheet = page.getByRole("dialog", { name: "QR code for the gate" });
  await sheet.getByRole("img", { name: "QR code for the gate" }).waitFor();
  await sheet.getByText("Velan House").waitFor();
  await assertAccessible(page);
  // The host withdraws it: the open page says so, without a code.
  assert.equal((await host.post(`/actions/invites/${sent.data.id}/cancel`)).status, 200);
  const withdrawn = page.getByRole("dialog", { name: "Invite" });
  await withdrawn.getByText("Cancelled").waitFor();
  assert.equal(await withdrawn.getByRole("img", { name: /QR code/ }).count(), 0);
  await page.keyboard.press("Escape");
  await withdrawn.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "No upcoming invites" }).waitFor();
  await page.getByRole("button", { name: "Past" }).click();
  await page.getByRole("button", { name: plate }).waitFor();
  await page.getByRole("button", { name: "Invites sent" }).click();
  await page.getByRole("heading", { name: "No upcoming invites" }).waitFor();
  assertNoErrors();
});
