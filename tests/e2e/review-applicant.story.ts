// §1: a verifier sees whom to call, who signed, only true duplicates, and rejects with a standard reason; cities are found by
// their other names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { decide } from "#tests/support/decide.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const { integrations } = await startSimulatedIntegrations();
const { address, make, sql } = await startStory({ integrations });
const verifier = await make.user("verifier");
const pan = "AAACM1231F";
const company = await make.company({ name: "Meenakshi Textiles", pan });
await make.company({ name: "Meenakshi Traders", pan });
const branch = await make.branch({ company: company.id, name: "Mount Road", status: "draft" });
await make.user("admin", { branch, first_name: "Meena Kumari", contact_number: "9840012345" });
await sql`update "Branch" set agreement = '<p>All</p>', agreement_accepted_at = now(), agreement_accepted_by = 'Meena K',
  latitude = '13.0600', longitude = '80.2600' where id = ${branch.id}`;
await make.row("Areas", { area_name: "Indiranagar", city: "Bengaluru", state: "Karnataka" });
await make.row("Areas", { area_name: "Adyar", city: "Chennai", state: "Tamil Nadu" });

test("the review names the applicant, the signature, and duplicates by their values only", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: verifier, landingUrl: "**/platform" });
  await page.goto(`/platform/review?company=${company.id}`);
  await page.getByText("Meenakshi Traders (published): PAN", { exact: true }).waitFor();
  await page.goto(`/platform/review?company=${company.id}&branch=${branch.id}`);
  const applicant = page.getByRole("list", { name: "Applicant" });
  await applicant.getByText("Meena Kumari", { exact: true }).waitFor();
  await applicant.getByRole("link", { name: "9840012345" }).waitFor();
  await page.getByText(/^Agreement accepted by Meena K, /).waitFor();
  await page.getByText("Nearest city: Chennai, 2 km").waitFor();
  const map = page.getByRole("link", { name: "Open the location in a map" });
  assert.match((await map.getAttribute("href")) ?? "", /query=13\.06(00)?,80\.26(00)?$/);
  await page
    .getByRole("combobox", { name: "Add a standard reason" })
    .selectOption("A document has expired. Upload a valid one.");
  const note = page.getByRole("textbox", { name: "Note" });
  assert.equal(await note.inputValue(), "A document has expired. Upload a valid one.");
  await assertAccessible(page);
  await decide(page, "Reject");
  await page.getByText("Rejected", { exact: true }).first().waitFor();
  const [review] = await sql`select decision, note from "Onboarding_Reviews" where branch = ${branch.id}`;
  assert.deepEqual({ ...review }, { decision: "rejected", note: "A document has expired. Upload a valid one." });
  assertNoErrors();
});

test("areas are found by an earlier name of their city", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: verifier, landingUrl: "**/platform" });
  await page.goto("/platform/areas");
  await page.getByRole("button", { name: "Adyar", exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Search by area, city or state" }).fill("Bangal");
  await page.getByRole("button", { name: "Adyar", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Indiranagar", exact: true }).waitFor();
  assertNoErrors();
});
