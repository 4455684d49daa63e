// Staff see the services they work for, and employees see what employees may do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make } = await startStory();

async function createBranch(slug: string) {
  const company = await make.company({ slug });
  const { id: config } = await make.row("Parking_Configuration", { is_slot_required: false });
  const branch = await make.valetBranch({ company: company.id, is_parking: true, parking_config: config });
  return { branch, getPath: (page: string) => `/${slug}/${branch.slug}/${page}` };
}

test("valet staff of a branch with both services see the valet only", async () => {
  const { branch, getPath } = await createBranch("services-story");
  const user = await make.user("staff", { branch, staff_service_type: ["is_valet_and_parking"] });
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user, landingUrl: "**/valet-parking/dashboard" });
  await page.getByRole("button", { name: "More" }).click();
  const menu = page.getByRole("dialog", { name: "More" });
  await menu.getByRole("link", { name: "Valet board" }).waitFor();
  for (const name of ["Parking board", "Check in vehicle", "Passes", "Visitor with a vehicle"])
    assert.equal(await menu.getByRole("link", { name }).count(), 0, name);
  await page.goto(getPath("home"));
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Valet and parking/ })
    .waitFor();
  assert.equal(
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Parking|^Check in/ })
      .count(),
    0,
  );
  await page.goto(getPath("parking/create"));
  await page.getByText("You do not work for this service").waitFor();
  await assertAccessible(page);
});

test("employees see their visitors and invites, and no work of the gate", async () => {
  const { branch, getPath } = await createBranch("employee-story");
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: await make.user("employee", { branch }), landingUrl: `**/${branch.slug}/**` });
  await page.getByRole("button", { name: "More" }).click();
  const menu = page.getByRole("dialog", { name: "More" });
  await menu.getByRole("link", { name: "Invites" }).waitFor();
  for (const name of [
    "Parking board",
    "Valet board",
    "Check in vehicle",
    "New ticket",
    "Passes",
    "My shift",
    "Daily cash",
  ])
    assert.equal(await menu.getByRole("link", { name }).count(), 0, name);
  await page.goto(getPath("home"));
  await page.getByRole("link", { name: /^Parking/ }).waitFor();
  assert.equal(await page.getByRole("main").getByRole("link", { name: /Valet/ }).count(), 0);
  await page.getByRole("heading", { name: /Hello/ }).waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /Check in|collect payment|inside now/);
  for (const denied of ["valet-parking/dashboard", "parking/scan-parking-entry", "passes", "cash-shift", "debts"]) {
    await page.goto(getPath(denied));
    await page.getByRole("heading", { name: "Access denied" }).waitFor();
  }
  await page.goto(getPath("parking/create"));
  await page.getByRole("heading", { name: /access|permission/i }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Vehicle number" }).count(), 0);
  await assertAccessible(page);
});
