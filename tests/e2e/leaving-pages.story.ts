// Going back from a sheet, and leaving a form that was filled in.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn, logOut } from "#tests/support/log-in.ts";
import { startBranchStory } from "#tests/support/story.ts";

const { branch, getBranchPath, make, openNewPage, staffUser } = await startBranchStory({ slug: "leaving-company" });

const getQuestion = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });

async function openCheckIn(context: Parameters<typeof openNewPage>[0]): Promise<Page> {
  const page = await openNewPage(context);
  await logIn({ page, user: staffUser });
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).waitFor();
  return page;
}

test("going back closes the sheet, and only then leaves the page", async () => {
  const page = await openCheckIn(phoneViewport);
  await page.getByRole("button", { name: "More", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "More", exact: true });
  await sheet.waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "hidden" });
  await page.waitForURL(/parking\/create$/);
  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).waitFor();
  await page.goBack();
  await page.waitForURL((url) => !url.pathname.endsWith("parking/create"));
});

test("a form that was filled in asks before it is left, and keeps what was entered on a reload", async () => {
  const page = await openCheckIn(phoneViewport);
  const plate = make.plate();
  const plateField = page.getByRole("textbox", { name: "Vehicle number", exact: true });
  await plateField.fill(plate);
  const leave = () => page.getByRole("link", { name: "Board", exact: true }).click();
  await leave();
  await getQuestion(page).waitFor();
  await assertAccessible(page);
  await getQuestion(page).getByRole("button", { name: "Keep editing" }).click();
  await getQuestion(page).waitFor({ state: "hidden" });
  assert.equal(await plateField.inputValue(), plate);
  // The question is a sheet as well: going back from it is keeping on.
  await page.goBack();
  await getQuestion(page).waitFor();
  // The browser is taken forward again.
  await page.waitForURL(/parking\/create$/);
  await page.goBack();
  await getQuestion(page).waitFor({ state: "hidden" });
  await page.waitForURL(/parking\/create$/);

  await page.reload();
  await eventually(async () => assert.equal(await plateField.inputValue(), plate));
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await leave();
  await getQuestion(page).getByRole("button", { name: "Leave", exact: true }).click();
  await page.waitForURL(`**${getBranchPath("parking/dashboard")}*`);
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  await plateField.waitFor();
  assert.equal(await plateField.inputValue(), "", "whoever left it begins anew");
});

test("a page that is opened by its address begins with an empty form, whatever was entered before", async () => {
  const page = await openNewPage(phoneViewport);
  await logIn({ page, user: staffUser });
  const plateField = page.getByRole("textbox", { name: "Vehicle number", exact: true });
  const open = async () => {
    await page.goto(getBranchPath("parking/create"));
    await plateField.waitFor();
  };
  const plate = make.plate();
  await open();
  await plateField.fill(plate);
  await open();
  assert.equal(await plateField.inputValue(), "");
  await plateField.fill(plate);
  await page.reload();
  await eventually(async () => assert.equal(await plateField.inputValue(), plate), { timeoutMs: 10_000 });
});

test("a form that was submitted, or not filled in, does not ask; nor does a log-out", async () => {
  const page = await openCheckIn(desktopViewport);
  await page.getByRole("link", { name: "Parking board", exact: true }).click();
  await page.waitForURL(`**${getBranchPath("parking/dashboard")}*`);
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(make.plate());
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByRole("button", { name: "Check in" }).click();
  await page.getByRole("link", { name: "Open entry" }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Kavya");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(`**${getBranchPath("parking/detail")}*`);
  await page.getByText("Kavya").first().waitFor();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Kavya R");
  await logOut(page);
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
});

test("what was entered is not kept by a log-out", async () => {
  const page = await openCheckIn(desktopViewport);
  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(make.plate());
  await logOut(page);
  await page.reload();
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.getItem("chaavi-draft/typed")), null);
});

test("settings that were changed and not saved ask, also the browser itself on a reload", async () => {
  const page = await openNewPage(desktopViewport);
  await logIn({ page, user: await make.user("manager", { branch }) });
  await page.goto(getBranchPath("offers/create"));
  await page.getByRole("textbox", { name: "Title" }).fill("Opening week");
  const asked = page.waitForEvent("dialog");
  const reload = page.reload();
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.accept();
  await reload;
  await page.getByRole("textbox", { name: "Title" }).fill("Opening week");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await getQuestion(page).getByRole("button", { name: "Leave", exact: true }).click();
  await page.waitForURL(`**${getBranchPath("home")}*`);
});
