// §4: the admin of a branch with a valet only tries the first car while the registration is under review.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql, asUser } = await startStory();

test("a vendor with a valet only tries a first car, which vanishes when the branch is published", async () => {
  const company = await make.company({ slug: "test-ticket", status: "draft" });
  const fields = { company: company.id, slug: "porch", status: "draft", set_up_skipped: null };
  const site = await make.valetBranch({ ...fields, slots: 5, rate: "20.00" });
  const admin = await make.user("admin", { branch: site });
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/403/] });
  await page.goto("/partner-with-us");
  await fillLogInForm({ page, user: admin });
  await page.getByRole("button", { name: "Set up your branch now" }).click();
  await page.getByText("Your branch is under review.", { exact: true }).waitFor();
  const step = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "First car", exact: true }) });
  await step.getByRole("link").click();

  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).fill("tn09ab1234");
  await page.getByRole("textbox", { name: "Phone number", exact: true }).fill("9840012345");
  await page.getByRole("button", { name: "Create ticket", exact: true }).click();
  await page.getByRole("heading", { name: "Ticket created" }).waitFor();
  await page.getByText("A test ticket: nobody gets an SMS. Keep the OTP to hand the car over.").waitFor();
  const otp = await page.locator("dt", { hasText: "OTP" }).locator("xpath=following-sibling::dd").innerText();
  await assertAccessible(page);
  await page.getByRole("link", { name: "Open ticket", exact: true }).click();

  await page.getByText("Test ticket", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Mark as parked", exact: true }).click();
  await page.getByRole("button", { name: "Parked here", exact: true }).click();
  for (const move of ["Request car", "Accept", "Mark at gate"])
    await page.getByRole("button", { name: move, exact: true }).click();
  await page.getByRole("button", { name: "Hand over", exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: /^Collect/ }).count(), 0);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Hand over", exact: true }).click();
  await page.getByRole("textbox", { name: "Customer's OTP" }).fill(otp);
  await page.getByRole("button", { name: "Hand over car", exact: true }).click();
  await page.getByText("Vehicle checked out", { exact: true }).waitFor();

  await page.goto("/test-ticket/porch/home");
  await step.getByText("Done", { exact: true }).waitFor();

  const verifier = await asUser(await make.user("verifier"));
  for (const half of [{}, { branch: site.id }]) {
    const review = { company: company.id, ...half, decision: "published", remarks: [] };
    assert.equal((await verifier.post("/items/Onboarding_Reviews", review)).status, 200);
  }
  assert.equal((await sql`select 1 from "Valet_and_Parking_Information"`).length, 0);
  assert.equal((await sql`select 1 from "Outbox" where event like 'valet-%'`).length, 0);
});
