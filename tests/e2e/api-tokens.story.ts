// §7: an admin creates a read-only token for the entries of one branch, uses it in another system, and revokes it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDate } from "#domain/dates.ts";
import { addDays } from "#domain/reports/report-period.ts";
import * as limits from "#domain/limits.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make } = await startStory();

const slug = "token-company";
const company = await make.company({ slug });
const branch = await make.branch({ company: company.id, slots: 5 });
await make.branch({ company: company.id, name: "Second branch" });
const admin = await make.user("admin", { branch });

/** Status of a request of the other system. */
async function request({ token, method = "GET", path }: { token: string; method?: string; path: string }) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(address + path, { method, headers, ...(method === "GET" ? {} : { body: "{}" }) });
  return response.status;
}

test("an admin creates a token for one area, which is shown once, and revokes it", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: admin });
  await page.goto(`/${slug}/${branch.slug}/integrations`);
  await page.getByRole("heading", { name: "No API tokens yet", exact: true }).waitFor();
  await page.getByRole("button", { name: "New token", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New token", exact: true });
  const create = form.getByRole("button", { name: "Create token", exact: true });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Accounting export");
  await form.getByText("Read only", { exact: true }).click();
  await form.getByRole("checkbox", { name: "All areas", exact: true }).uncheck();
  await form.getByText("*Choose at least one area").waitFor();
  assert.ok(await create.isDisabled());
  await form.getByRole("checkbox", { name: "Entries", exact: true }).check();
  await assertAccessible(page);
  await create.click();
  await form.getByText("Copy this token now. It is shown only once.").waitFor();
  const token = await form.locator("code").innerText();
  await assertAccessible(page);
  await form.getByRole("button", { name: "Done", exact: true }).click();
  await form.waitFor({ state: "hidden" });
  await page.getByText("Read only, Entries", { exact: true }).waitFor();
  await page.getByText("Never", { exact: true }).waitFor();
  assert.equal(await page.getByText(token, { exact: true }).count(), 0);

  assert.equal(await request({ token, path: "/items/Parking_Information" }), 200);
  assert.equal(await request({ token, path: "/items/Valet_and_Parking_Information" }), 403);
  assert.equal(await request({ token, method: "POST", path: "/actions/parking/check-in" }), 403);
  await page.reload();
  await page.getByText("Active", { exact: true }).waitFor();
  assert.equal(await page.getByText("Never", { exact: true }).count(), 0);
  assert.deepEqual(await findLayoutProblems(page), []);

  await page.getByRole("button", { name: "Revoke Accounting export", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke token", exact: true }).click();
  await page.getByText("Revoked", { exact: true }).waitFor();
  assert.equal(await request({ token, path: "/items/Parking_Information" }), 401);
  assertNoErrors();
});

test("an expiry date without its time is refused, and not taken for a token that never expires", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: admin });
  await page.goto(`/${slug}/${branch.slug}/integrations`);
  await page.getByRole("button", { name: "New token", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New token", exact: true });
  const create = form.getByRole("button", { name: "Create token", exact: true });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Until March");
  const expiry = form.getByLabel("Expiry date (optional)");
  await expiry.focus();
  await page.keyboard.type("31032027");
  await create.click();
  await form.getByText("*Enter the date and the time", { exact: true }).waitFor();
  assert.equal(await expiry.getAttribute("aria-invalid"), "true");
  await assertAccessible(page);
  const day = addDays(formatDate({ at: new Date() }), 120);
  await expiry.fill(`${day}T18:00`);
  await create.click();
  await form.getByText("Copy this token now. It is shown only once.").waitFor();
  await form.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByText(new RegExp(`^${day.replaceAll("-", "/")}`)).waitFor();
  assertNoErrors();
});

test("the form of a token fits the narrowest phone", async () => {
  const { page } = await openPage({ address, context: { ...phoneViewport, viewport: { width: 320, height: 640 } } });
  await logIn({ page, user: admin });
  await page.goto(`/${slug}/${branch.slug}/integrations`);
  await page.getByRole("button", { name: "New token", exact: true }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "All areas", exact: true }).uncheck();
  assert.deepEqual(await findLayoutProblems(page), []);
  await assertAccessible(page);
});

test("the examples name the limits of requests that are in force", async () => {
  const { page } = await openPage({ address, context: phoneViewport });
  await page.goto("/docs/examples");
  const { requestsPerPerson: person } = limits;
  await page.getByRole("heading", { name: "Rate limits", exact: true }).waitFor();
  await page.getByText(`${person.running} requests at a time, and ${person.waiting} more wait`).waitFor();
  assert.deepEqual(await findLayoutProblems(page), []);
  await assertAccessible(page);
});
