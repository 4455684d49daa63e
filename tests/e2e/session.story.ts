// §4 Session, §8, §2: token refresh, expired and ended sessions, titles, scrolling, toasts and duty.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page, Route } from "playwright-core";
import sharp from "sharp";
import { getErrorText } from "#domain/errors.ts";
import { desktopViewport, expectTitle, openPage } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { dismissMessage, logIn, logOut, fillLogInForm } from "#tests/support/log-in.ts";
import { startBranchStory } from "#tests/support/story.ts";

const { address, asUser, branch, getBranchPath, make, openNewPage, staffUser } = await startBranchStory({
  slug: "session-company",
});

test("the token is refreshed 30 s before it expires, and not earlier", async () => {
  const page = await openNewPage();
  await page.clock.install();
  await logIn({ page, user: staffUser });
  await page.getByText("Live", { exact: true }).waitFor();
  const renewals: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/refresh")) renewals.push(request.url());
  });
  const readEnd = () => page.evaluate(() => localStorage.getItem("access_token_expires_at"));
  const end = await readEnd();
  // The clock stands, so that the time that the page takes does not count.
  await page.clock.pauseAt(Number(end) - 31_000);
  // A renewal would be asked for before this.
  await page.evaluate(() => fetch("/server/ping"));
  assert.deepEqual(renewals, []);
  const renewed = page.waitForResponse("**/auth/refresh");
  await page.clock.runFor(1_100);
  assert.equal((await renewed).status(), 200);
  // Tokens issued within the same second are identical, so the expiry is compared.
  await eventually(async () => assert.notEqual(await readEnd(), end));
  assert.equal(renewals.length, 1);
});

test("an expired session shows its message, clears the storage and reloads to the login page", async () => {
  const page = await openNewPage();
  await logIn({ page, user: staffUser });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate(() => {
    localStorage.setItem("of-the-session", "1");
    Object.assign(globalThis, { isSamePage: true });
  });
  await expireSessionBeforeClick(page.getByRole("link", { name: "Check in", exact: true }));
  await page.getByRole("alertdialog", { name: "Session expired", exact: true }).waitFor();
  await dismissMessage({ page, text: "Your session has expired. Please log in again." });
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  const left = await page.evaluate(() => [Object.keys(localStorage), "isSamePage" in globalThis]);
  assert.deepEqual(left, [[], false]);
  await fillLogInForm({ page, user: staffUser });
  await page.waitForURL(`**${getBranchPath("parking/create")}`);
});

test("an expired session keeps what was typed at the gate", async () => {
  const { page, plate } = await loseSessionWhileTyping();
  await fillLogInForm({ page, user: staffUser });
  await page.waitForURL(`**${getBranchPath("parking/create")}`);
  const plateField = getPlateField(page);
  // The form is shown before what was typed is put back.
  await eventually(async () => assert.equal(await plateField.inputValue(), plate));
  assert.equal(await page.getByRole("textbox", { name: "Phone number" }).inputValue(), "9840012345");
  await page.reload();
  await eventually(async () => assert.equal(await plateField.inputValue(), plate));
  await page.goto(getBranchPath("parking/dashboard"));
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  await plateField.waitFor();
  assert.equal(await plateField.inputValue(), "", "not when the form is opened anew");
});

test("an expired session keeps the photos taken at the gate, which are sent with the check-in", async () => {
  const { page, plate } = await startTyping();
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  await page.locator("input[type=file]").setInputFiles({ name: "car.jpg", mimeType: "image/jpeg", buffer });
  const photo = page.getByRole("img", { name: "Vehicle at the gate, 1", exact: true });
  await photo.waitFor();
  await page.getByText("Uploading…").waitFor({ state: "hidden" });
  await loseSession(page);
  await fillLogInForm({ page, user: staffUser });
  await page.waitForURL(`**${getBranchPath("parking/create")}`);
  await photo.waitFor();
  await page.getByRole("button", { name: "Check in" }).click();
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
  const manager = await asUser(await make.user("manager", { branch }));
  const filter = encodeURIComponent(JSON.stringify({ parking_main_info: { vehicle_no: { _eq: plate } } }));
  const { data: entries } = await manager.get(`/items/Parking_Information?filter=${filter}&fields=entry_images.id`);
  assert.equal(entries.length, 1);
  assert.equal(entries[0].entry_images.length, 1);
});

/** Types a vehicle number at the gate and loses the session; returns what was typed and the page with the log-in form. */
async function loseSessionWhileTyping(
  context?: Parameters<typeof openNewPage>[0],
): Promise<{ page: Page; plate: string }> {
  const typed = await startTyping(context);
  await loseSession(typed.page);
  return typed;
}

async function startTyping(context?: Parameters<typeof openNewPage>[0]): Promise<{ page: Page; plate: string }> {
  const page = await openNewPage(context);
  await logIn({ page, user: staffUser });
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  const plate = make.plate();
  await getPlateField(page).fill(plate);
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  return { page, plate };
}

async function loseSession(page: Page): Promise<void> {
  await expireSessionBeforeClick(page.getByRole("button", { name: "Check in" }));
  await dismissMessage({ page, text: "Your session has expired. Please log in again." });
}

/**
 * Both in one task of the page: a request in the background between them would renew the session while the cookie is
 * still there, or cover the target with the message.
 */
async function expireSessionBeforeClick(target: Locator): Promise<void> {
  await target.waitFor();
  await target.page().context().clearCookies();
  await target.evaluate((element) => {
    localStorage.setItem("access_token_expires_at", "1");
    (element as unknown as { click(): void }).click();
  });
}

const getPlateField = (page: Page) => page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ });
const readTypedValues = (page: Page) => page.evaluate(() => sessionStorage.getItem("chaavi-draft/typed"));

test("another user does not get what was typed before the session expired", async () => {
  const { page, plate } = await loseSessionWhileTyping();
  assert.ok((await readTypedValues(page))?.includes(plate));
  await fillLogInForm({ page, user: await make.user("staff", { branch }) });
  await page.waitForURL(`**${getBranchPath("parking/create")}`);
  await getPlateField(page).waitFor();
  assert.equal(await getPlateField(page).inputValue(), "");
  assert.equal(await page.getByRole("textbox", { name: "Phone number" }).inputValue(), "");
  assert.equal(await readTypedValues(page), null);
});

test("a log-out discards what was typed before the session expired", async () => {
  const { page, plate } = await loseSessionWhileTyping(desktopViewport);
  await page.goto("/partner-with-us");
  assert.ok((await readTypedValues(page))?.includes(plate));
  await logIn({ page, user: staffUser });
  await page.getByText("Live", { exact: true }).waitFor();
  await logOut(page);
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  assert.equal(await readTypedValues(page), null);
});

test("a log-out while the user is being read sends no request without a token, and logs out for good", async () => {
  const page = await openNewPage(desktopViewport);
  await logIn({ page, user: staffUser });
  await page.getByText("Live", { exact: true }).waitFor();
  const held = Promise.withResolvers<Route>();
  await page.route("**/users/me?*", held.resolve, { times: 1 });
  // The session is read again with the live updates of another page.
  const asked = page.waitForRequest("**/users/me?*");
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  await asked;
  const route = await held.promise;
  const response = await route.fetch();
  await logOut(page);
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  const withoutToken: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/items/")) withoutToken.push(request.url());
  });
  const read = page.waitForResponse("**/users/me?*");
  await route.fulfill({ response });
  await (await read).finished();
  // What follows the user would be asked for before this.
  await page.evaluate(() => fetch("/"));
  assert.deepEqual(withoutToken, []);
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
});

test("a request that is answered after the log-out does not report an expired session", async () => {
  const { page } = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 401/] });
  await logIn({ page, user: staffUser });
  await page.getByText("Live", { exact: true }).waitFor();
  const held = Promise.withResolvers<Route>();
  await page.route("**/users/me?*", held.resolve, { times: 1 });
  // The session is read again with the live updates of another page.
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  const route = await held.promise;
  await logOut(page);
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const refused = page.waitForResponse("**/users/me?*");
  await route.continue();
  const response = await refused;
  assert.equal(response.status(), 401);
  await response.finished();
  // A reload would begin before this is answered.
  await page.evaluate(() => fetch("/"));
  assert.equal(await page.evaluate(() => "isSamePage" in globalThis), true);
  assert.equal(await page.getByRole("alertdialog").count(), 0);
});

test("a suspended account is logged out with the reason, which the login repeats", async () => {
  const page = await openNewPage();
  const user = await make.user("staff", { branch });
  await logIn({ page, user });
  const admin = await asUser(await make.user("admin", { branch }));
  assert.equal((await admin.patch(`/users/${user.id}`, { status: "suspended" })).status, 200);
  await dismissMessage({ page, text: getErrorText("ACCOUNT_SUSPEND") });
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  await fillLogInForm({ page, user });
  await dismissMessage({ page, text: getErrorText("ACCOUNT_SUSPEND") });
});

test("unknown paths show a not-found page; titles, scroll position, back and forward work", async () => {
  const page = await openNewPage();
  await page.goto("/no/such/page/at/all/here/or/there");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await expectTitle({ page, title: "Page not found – Chaavi" });
  const robots = page.locator('head meta[name="robots"]');
  assert.equal(await robots.getAttribute("content"), "noindex");
  await page.getByRole("link", { name: "Go to home page" }).click();
  await page.waitForURL(`${address}/`);
  // The address changes before the page does.
  await robots.waitFor({ state: "detached" });
  await expectTitle({ page, title: "Chaavi: find parking with its price and free slots" });
  await page.getByRole("link", { name: "For partners" }).scrollIntoViewIfNeeded();
  assert.ok(await page.evaluate("scrollY > 100"));
  await page.getByRole("link", { name: "For partners" }).click();
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  assert.equal(await page.evaluate("scrollY"), 0);
  await expectTitle({ page, title: "Log in – Chaavi" });
  await page.goBack();
  await page.waitForURL(`${address}/`);
  await expectTitle({ page, title: "Chaavi: find parking with its price and free slots" });
  await page.goForward();
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
});

test("a success message stays 2 s, an error 4 s, and the same one is shown once", async () => {
  const { page } = await openPage({ address, context: desktopViewport, expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });
  await page.clock.install();
  await logIn({ page, user: staffUser });
  const board = page.getByRole("heading", { name: "Parking board" });
  await board.waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const messages = page
    .getByRole("status", { name: "Notifications" })
    .getByRole("button", { name: "Close notification" });
  assert.equal(await messages.count(), 0);
  await page.getByRole("button", { name: "End duty" }).click();
  await messages.waitFor();
  await page.clock.runFor(1_900);
  assert.equal(await messages.count(), 1);
  await page.clock.runFor(200);
  await messages.waitFor({ state: "detached" });

  await logOut(page);
  // The toast and the page may appear in either order.
  await page.getByText("Logged out", { exact: true }).waitFor();
  await page.clock.runFor(2_100);
  await messages.waitFor({ state: "detached" });
  await page.getByRole("textbox", { name: "Email" }).fill(staffUser.email);
  await page.locator("input[name=password]").fill("Some@2026");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Log in" }).click();
  await messages.waitFor();
  await page.clock.runFor(3_900);
  assert.equal(await messages.count(), 1);
  await page.clock.runFor(200);
  await messages.waitFor({ state: "detached" });

  for (let attempt = 1; attempt <= 3; attempt++) {
    await page.getByRole("button", { name: "Log in" }).click();
    await messages.waitFor();
    assert.equal(await messages.count(), 1);
  }
  // The last of them may appear while the time of the others already runs.
  await page.clock.runFor(8_000);
  await messages.waitFor({ state: "detached" });
});

test("off-duty staff see a banner, cannot check in, start duty and check in", async () => {
  const page = await openNewPage();
  await logIn({ page, user: await make.user("staff", { branch, in_out_flag: false }) });
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  await page.waitForURL("**/parking/create");
  await page.getByText("You are off duty. Start your duty").waitFor();
  await page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill("TN09AB4321");
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByText("Hatchback").click();
  await page.getByRole("button", { name: "Check in" }).click();
  await dismissMessage({ page, text: getErrorText("USER_ATTENDANCE_OFF") });
  assert.equal(await page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).inputValue(), "TN09AB4321");
  await page.getByRole("button", { name: "Start duty" }).click();
  await page.getByText("You are off duty. Start your duty").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Check in" }).click();
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
});

test("staff whom a manager has marked absent get the banner with the refusal, and start duty from it", async () => {
  const page = await openNewPage();
  const user = await make.user("staff", { branch });
  await logIn({ page, user });
  await page.goto(getBranchPath("parking/create"));
  await page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill("TN09AB4322");
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByText("Hatchback").click();
  await (await asUser(await make.user("manager", { branch }))).patch(`/users/${user.id}`, { in_out_flag: false });
  await page.getByRole("button", { name: "Check in" }).click();
  await dismissMessage({ page, text: getErrorText("USER_ATTENDANCE_OFF") });
  await page.getByRole("button", { name: "Start duty" }).click();
  await page.getByText("You are off duty. Start your duty").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Check in" }).click();
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
});
