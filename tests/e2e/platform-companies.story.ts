// §1: a verifier finds a company by its admin's phone number, looks at it, leaves a note, suspends and resumes one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { dismissMessage, fillLogInForm, logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make } = await startStory();
const verifier = await make.user("verifier");
const company = await make.company({ name: "Annapoorna Hotels", status: "archived" });
const branch = await make.branch({ company: company.id, name: "Cathedral Road", city: "Chennai", state: "Tamil Nadu" });
await make.user("admin", { branch, first_name: "Meena Kumari", contact_number: "9840012345" });
await make.company({ name: "Other Parking" });

test("a company is found by a phone number, whatever its status, and its page shows branches and contacts", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: verifier, landingUrl: "**/platform" });
  await page.getByRole("link", { name: "Companies", exact: true }).click();
  await page.getByRole("link", { name: "Other Parking", exact: true }).waitFor();
  await page.getByRole("button", { name: "Published", exact: true }).click();
  await page.getByRole("link", { name: "Annapoorna Hotels", exact: true }).waitFor({ state: "detached" });
  await page
    .getByRole("textbox", { name: "Search all companies by name, PAN, GSTIN, phone or email" })
    .fill("98400 12345");
  await page.getByRole("link", { name: "Other Parking", exact: true }).waitFor({ state: "detached" });
  await assertAccessible(page);
  await page.getByRole("link", { name: "Annapoorna Hotels", exact: true }).click();
  await page.getByRole("heading", { name: "Annapoorna Hotels", exact: true }).waitFor();
  await page.getByRole("table", { name: "Branches" }).getByRole("link", { name: "Cathedral Road" }).waitFor();
  await page.getByRole("table", { name: "Contacts" }).getByRole("link", { name: "9840012345" }).waitFor();
  await assertAccessible(page);
  assertNoErrors();
});

test("a note is seen by another verifier at once", async () => {
  const one = await openPage({ address, context: phoneViewport });
  const two = await openPage({ address, context: phoneViewport });
  for (const { page } of [one, two]) {
    await logIn({ page, user: verifier, landingUrl: "**/platform" });
    await page.goto(`/platform/companies/${company.id}`);
    await page.getByRole("textbox", { name: "New note" }).waitFor();
  }
  await one.page.getByRole("textbox", { name: "New note" }).fill("Wants to reopen in March");
  await one.page.getByRole("button", { name: "Add note" }).click();
  for (const { page } of [one, two])
    await page.getByRole("list", { name: "Notes" }).getByText("Wants to reopen in March", { exact: true }).waitFor();
  // The live event may show the note before its own request is answered.
  await eventually(async () =>
    assert.equal(await one.page.getByRole("textbox", { name: "New note" }).inputValue(), ""),
  );
  await assertAccessible(one.page);
  one.assertNoErrors();
  two.assertNoErrors();
});

test("a suspension logs out who has nothing to do, says so at the gate with a vehicle inside, and ends", async () => {
  const { id } = await make.company({ name: "Sabari Parking", slug: "sabari" });
  const busy = await make.branch({ company: id, rate: "20.00", slug: "busy" });
  const empty = await make.branch({ company: id, slug: "empty" });
  const [gateUser, idleUser] = [
    await make.user("staff", { branch: busy }),
    await make.user("staff", { branch: empty }),
  ];
  const plate = make.plate();
  await (await asUser(gateUser)).post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  const gate = await openPage({ address, context: phoneViewport });
  await logIn({ page: gate.page, user: gateUser });
  const idle = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 403/] });
  await logIn({ page: idle.page, user: idleUser });
  for (const { page } of [gate, idle]) await page.getByText("Live", { exact: true }).waitFor();

  const desk = await openPage({ address, context: desktopViewport });
  await logIn({ page: desk.page, user: verifier, landingUrl: "**/platform" });
  await desk.page.goto(`/platform/companies/${id}`);
  await desk.page.getByRole("button", { name: "Suspend", exact: true }).click();
  const dialog = desk.page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Documents expired");
  await assertAccessible(desk.page);
  await dialog.getByRole("button", { name: "Suspend", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await desk.page.getByText(/^Suspended since .*: Documents expired$/).waitFor();

  // Both without a reload.
  await dismissMessage({ page: idle.page, text: getErrorText("COMPANY_SUSPENDED") });
  await idle.page.getByRole("heading", { name: "Partner login" }).waitFor();
  await gate.page.getByText("Sabari Parking is suspended.", { exact: true }).waitFor();
  await assertAccessible(gate.page);
  await gate.page.getByRole("link", { name: plate }).click();
  await gate.page.getByRole("button", { name: "Collect ₹20.00" }).click();
  await gate.page.getByRole("dialog").getByRole("button", { name: "Collect ₹20.00" }).click();
  await gate.page.getByText("Checked out", { exact: true }).waitFor();

  await desk.page.getByRole("button", { name: "Resume", exact: true }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("New documents");
  await dialog.getByRole("button", { name: "Resume", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await gate.page.getByText("Sabari Parking is suspended.", { exact: true }).waitFor({ state: "detached" });
  await fillLogInForm({ page: idle.page, user: idleUser });
  await idle.page.waitForURL("**/parking/dashboard");
  for (const opened of [gate, idle, desk]) opened.assertNoErrors();
});
