// §1: a verifier finds a company by its admin's phone number, looks at it and leaves a note.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make } = await startStory();
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
  assert.equal(await one.page.getByRole("textbox", { name: "New note" }).inputValue(), "");
  await assertAccessible(one.page);
  one.assertNoErrors();
  two.assertNoErrors();
});
