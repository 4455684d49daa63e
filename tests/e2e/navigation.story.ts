// The navigation of a branch's pages and of the platform console, and the home of an admin of several branches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { truncate } from "#domain/text/truncate.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make } = await startStory();
const groupNames = ["Home", "Parking", "Visitors", "Valet", "Money", "Reports", "People", "Settings"];

async function createBranches(slug: string) {
  const company = await make.company({ slug });
  const { id: parkingConfig } = await make.row("Parking_Configuration", { is_slot_required: false });
  const options = { company: company.id, slots: 10, is_parking: true, parking_config: parkingConfig };
  const south = await make.valetBranch({ ...options, name: "South", slug: "south" });
  const north = await make.valetBranch({ ...options, name: "North", slug: "north" });
  return { south, north, getPath: (page: string) => `/${slug}/south/${page}` };
}

test("eight groups and the pages of the open one fit a screen of 900 px, and settings are on one page", async () => {
  const { south, getPath } = await createBranches("navigation-story");
  const { page } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: await make.user("admin", { branch: south }), landingUrl: "**/home" });
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  for (const name of groupNames) await navigation.getByText(name, { exact: true }).first().waitFor();
  const readOverflow = () => navigation.evaluate((element) => element.scrollHeight - element.clientHeight);
  for (const [group, link] of [
    ["Parking", "Lot check"],
    ["Visitors", "Passes"],
    ["Valet", "Lost ticket"],
    ["Money", "Reconciliation"],
  ] as const) {
    await navigation.getByText(group, { exact: true }).click();
    await navigation.getByRole("link", { name: link, exact: true }).waitFor();
    assert.ok((await readOverflow()) <= 0, `${group}: ${await readOverflow()} px do not fit`);
  }
  // Opening a group closes the one before; the keyboard opens it as well.
  await navigation.getByRole("link", { name: "Passes", exact: true }).waitFor({ state: "hidden" });
  await navigation.getByText("Visitors", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await navigation.getByRole("link", { name: "Passes", exact: true }).click();
  await page.waitForURL("**/passes");
  await navigation.getByRole("link", { name: "Passes" }).and(page.locator("[aria-current=page]")).waitFor();
  await navigation.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: /^Branch settings/ }).click();
  await page.waitForURL("**/configurations/branch");
  await navigation.getByRole("link", { name: "Settings" }).and(page.locator("[aria-current=page]")).waitFor();
  await page.goto(getPath("staff/create"));
  await navigation.getByRole("link", { name: "People" }).and(page.locator("[aria-current=page]")).waitFor();
  await page.goto(getPath("settings"));
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  await assertAccessible(page);
});

test("pages that show other collections take over the connection without a word of reconnecting", async () => {
  const { south } = await createBranches("switching-story");
  const { page } = await openPage({ address, context: desktopViewport });
  await page.addInitScript(`globalThis.seen = [];
    new MutationObserver(() => {
      for (const word of ["Reconnecting…", "Live"])
        for (const { innerText } of document.querySelectorAll("[role=status]"))
          if (innerText === word && seen.at(-1) !== word) seen.push(word);
    }).observe(document, { childList: true, subtree: true, characterData: true });`);
  await logIn({ page, user: await make.user("admin", { branch: south }), landingUrl: "**/home" });
  await page.getByText("Live", { exact: true }).waitFor();
  let streams = 0;
  page.on("response", (response) => (streams += Number(new URL(response.url()).pathname === "/live")));
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  const openPages = async (): Promise<void> => {
    for (const [group, link] of [
      ["Money", "Daily cash"],
      ["Visitors", "Passes"],
      ["Parking", "Parking board"],
    ] as const) {
      await navigation.getByText(group, { exact: true }).click();
      await navigation.getByRole("link", { name: link, exact: true }).click();
      await page.getByRole("heading", { name: link, exact: true }).first().waitFor();
    }
  };
  await openPages();
  await eventually(() => assert.ok(streams >= 1));
  assert.deepEqual(await page.evaluate("seen"), ["Live"]);

  // Opened again, they need no other connection, after which all would be fetched again; events still arrive.
  await openPages();
  const afterFirst = streams;
  await openPages();
  const gate = await asUser(await make.user("staff", { branch: south }));
  const plate = make.plate();
  await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  await page.getByText(plate).first().waitFor();
  assert.equal(streams, afterFirst);
});

/** Longer than the 120 characters of §5. */
const longMessage = `Do you have valets for weddings? ${"We expect two hundred cars. ".repeat(4)}Call after six.`;

test("the groups of the platform console fit 900 px, and a group shows what is pending in its pages", async () => {
  await make.row("Enquiries", {
    kind: "business",
    name: "Asha Menon",
    email: "asha@example.com",
    message: longMessage,
  });
  const { page } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: await make.user("verifier"), landingUrl: "**/platform" });
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await navigation.getByRole("link", { name: "Vendors" }).and(page.locator("[aria-current=page]")).waitFor();
  await navigation.getByText("1", { exact: true }).first().waitFor();
  for (const [group, link] of [
    [/^Accounts/, "Personal data"],
    [/^Catalogue/, "Vehicle types"],
    [/^Feedback/, "Mistakes"],
  ] as const) {
    await navigation.getByText(group).click();
    await navigation.getByRole("link", { name: link, exact: true }).waitFor();
    const overflow = await navigation.evaluate((element) => element.scrollHeight - element.clientHeight);
    assert.ok(overflow <= 0, `${group.source}: ${overflow} px do not fit`);
  }
  await navigation.getByRole("link", { name: "Enquiries 1" }).click();
  await page.waitForURL("**/platform/messages");
  // §5: long text is cut, and shown as a whole on request.
  await page.getByText(truncate(longMessage)).waitFor();
  assert.equal(await page.getByText("Call after six.").count(), 0);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Show all", exact: true }).click();
  await page.getByText("Call after six.").waitFor();
  await page.getByRole("button", { name: "Show less", exact: true }).waitFor();

  await page.getByRole("button", { name: "Answer by email", exact: true }).click();
  const answer = page.getByRole("textbox", { name: "Answer", exact: true });
  await page.locator("textarea:focus").waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Send answer", exact: true }).click();
  await page.locator("textarea[aria-invalid=true]").waitFor();
  await answer.fill("We call you today.");
  await page.getByRole("button", { name: "Send answer", exact: true }).click();
  await page.getByText("No open enquiries", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Answered", exact: true }).click();
  await page.getByText("Answer sent by email", { exact: true }).waitFor();
  await page.getByText("We call you today.", { exact: true }).waitFor();
});

test("the home of an admin of several branches lists the day of each and opens it", async () => {
  const { south, north } = await createBranches("branch-days-story");
  await make.user("staff", { branch: north, in_out_flag: true });
  const { page } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: await make.user("admin", { branch: south }), landingUrl: "**/home" });
  const table = page.getByRole("table", { name: "All branches today" });
  await table.getByRole("row", { name: /^South/ }).waitFor();
  await table.getByRole("row", { name: /^Total/ }).waitFor();
  await assertAccessible(page);
  await table.getByRole("button", { name: "North", exact: true }).click();
  await page.waitForURL("**/north/home");
});

test("on a phone the same is in cards, and the groups are under More", async () => {
  const { south } = await createBranches("phone-navigation-story");
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: await make.user("admin", { branch: south }), landingUrl: "**/home" });
  await page.getByRole("button", { name: "North", exact: true }).waitFor();
  assert.deepEqual(await findLayoutProblems(page), []);
  await page.getByRole("button", { name: "More", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "More" });
  await menu.getByRole("link", { name: "Reconciliation" }).waitFor();
  await menu.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  assert.deepEqual(await findLayoutProblems(page), []);
});
