// From the first log-in at a published branch to the first paid car, on a phone, counted in steps and fields.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { openPage, phoneViewport } from "#tests/support/browser.ts";
import { testPassword } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();

/** Issue: at most five minutes, of which a person spends ten seconds or fewer on each of these. */
const mostInteractions = 17;

test("the first paid car is out after at most 17 presses and fields", async () => {
  const company = await make.company({ slug: "first-car" });
  const fields = { company: company.id, slug: "gate", set_up_skipped: null };
  const branch = await make.branch({ ...fields, config: { is_free: false } });
  const user = await make.user("admin", { branch });
  const { page } = await openPage({ address, context: phoneViewport });
  let interactions = 0;
  const press = (target: Locator) => {
    interactions += 1;
    return target.click();
  };
  const type = (label: string | RegExp, text: string) => {
    interactions += 1;
    return page.getByRole("textbox", { name: label, exact: true }).fill(text);
  };

  await page.goto("/partner-with-us");
  await type("Email", user.email);
  interactions += 1;
  await page.locator("input[name=password]").fill(testPassword);
  await press(page.getByRole("button", { name: "Log in", exact: true }));
  await press(page.getByRole("link", { name: "Open the checklist" }));
  await press(page.getByRole("link", { name: "Tariff", exact: true }));
  await page.getByRole("heading", { name: "No tariff yet" }).waitFor();
  await press(page.getByRole("link", { name: "Set the tariff" }));
  await page.getByText("Enter a price, or start from a template.").waitFor();
  assert.equal(await page.locator("[aria-invalid=true]").count(), 0);
  await press(page.getByRole("button", { name: "Start from a template or branch" }));
  await press(page.getByRole("dialog", { name: "Start from" }).getByRole("button", { name: "Municipal street" }));
  await press(page.getByRole("button", { name: "Review and start" }));
  await press(page.getByRole("button", { name: "Start tariff now" }));
  await page.getByRole("heading", { name: "In force: version 1" }).waitFor();
  await press(page.getByRole("link", { name: "Check in", exact: true }));
  await page.waitForURL("**/parking/create");
  await type("Vehicle number", "tn09ab1234");
  await type("Phone number", "9840012345");
  await press(page.getByRole("button", { name: "Check in", exact: true }));
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
  await press(page.getByRole("link", { name: "Open entry", exact: true }));
  await press(page.getByRole("button", { name: "Collect ₹20.00" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Collect ₹20.00" }));
  await page.getByText("Checked out", { exact: true }).waitFor();

  const [entry] = await sql<{ paid: number }[]>`
    select paid_amount as paid from "Parking_Information" where branch = ${branch.id}`;
  assert.equal(Number(entry?.paid), 20);
  assert.ok(interactions <= mostInteractions, `${interactions} presses and fields`);
});
