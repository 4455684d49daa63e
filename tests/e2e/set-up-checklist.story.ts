// The checklist of a new branch: from the first log-in until nothing is left or the admin hides it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

async function openNewBranch(slug: string, context: typeof desktopViewport) {
  const company = await make.company({ slug });
  const fields = { company: company.id, slug: "gate", set_up_skipped: null };
  const branch = await make.branch({ ...fields, config: { is_free: false } });
  const { page } = await openPage({ address, context });
  await logIn({ page, user: await make.user("admin", { branch }), landingUrl: "**/parking/dashboard" });
  await page.getByText("8 steps are left to set up this branch.").waitFor();
  await page.getByRole("link", { name: "Open the checklist" }).click();
  const list = page.getByRole("list", { name: "Steps of the set-up" });
  await page.getByText("0 of 8 steps").waitFor();
  const step = (name: string) =>
    list.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });
  return { page, list, step };
}

test("a new branch is set up from its checklist, which shows what the data says", async () => {
  const { page, step } = await openNewBranch("checklist-story", desktopViewport);
  await step("Tariff").getByRole("link").click();
  await page.getByRole("button", { name: "It is free of charge" }).click();
  await page.getByRole("heading", { name: "Free of charge" }).waitFor();
  await page.goto("/checklist-story/gate/home");
  await page.getByText("1 of 8 steps").waitFor();
  await step("Tariff").getByText("Done", { exact: true }).waitFor();
  await step("Slots")
    .getByRole("button", { name: /^Not needed/ })
    .click();
  await step("Slots").getByText("Not needed", { exact: true }).waitFor();
  await step("First car").getByRole("link").click();
  await page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill("tn09ab1234");
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByRole("button", { name: "Check in", exact: true }).click();
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
  await page.goto("/checklist-story/gate/home");
  await page.getByText("3 of 8 steps").waitFor();
  await step("First car").getByText("Done", { exact: true }).waitFor();
});

test("the checklist names the service whose tariff is missing", async () => {
  const company = await make.company({ slug: "two-tariffs" });
  const branch = await make.valetBranch({
    company: company.id,
    slug: "gate",
    is_parking: true,
    set_up_skipped: null,
    config: { is_free: false },
  });
  await sql`update "Parking_Configuration" set is_free = true where id = (select parking_config from "Branch" where id = ${branch.id})`;
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: await make.user("admin", { branch }), landingUrl: "**/home" });
  await page.getByText("The tariff of valet parking is missing").waitFor();
  await page.getByRole("link", { name: "Tariff", exact: true }).click();
  await page.waitForURL("**/configurations/valet-parking/charges");
});

test("a hidden checklist stays away, on the board too", async () => {
  const { page, list } = await openNewBranch("hidden-checklist", phoneViewport);
  await page.getByRole("button", { name: "Hide the checklist" }).click();
  await list.waitFor({ state: "detached" });
  await page.goto("/hidden-checklist/gate/parking/dashboard");
  await page.getByRole("heading", { name: "Parking board" }).waitFor();
  await page.getByRole("heading", { name: "No entries yet" }).waitFor();
  assert.equal(await page.getByText("left to set up this branch").count(), 0);
});

test("a closed branch is neither asked to be set up nor offered a check-in", async () => {
  const company = await make.company({ slug: "closed-checklist" });
  const branch = await make.branch({ company: company.id, slug: "gate", set_up_skipped: null });
  const user = await make.user("admin", { branch });
  // With a vehicle inside, its admin still logs in.
  const entry = { vehicle_no: make.plate(), phone_no: "9840012345" };
  const checkedIn = await (await asUser(user)).post("/actions/parking/check-in", entry);
  assert.equal(checkedIn.status, 200, checkedIn.text);
  await sql`update "Branch" set status = 'archived' where id = ${branch.id}`;
  const { page } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user, landingUrl: "**/parking/dashboard" });
  await page.getByText("This branch is closed.").waitFor();
  await page.getByRole("link", { name: entry.vehicle_no }).waitFor();
  assert.equal(await page.getByText("left to set up this branch").count(), 0);
  assert.equal(await page.getByRole("link", { name: /^Check in/ }).count(), 0);
});
