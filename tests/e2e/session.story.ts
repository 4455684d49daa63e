// §4 Session, §8, §2: what becomes of a session that runs on, ends or is ended; titles, scrolling, messages, duty.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { errorText } from "#domain/errors.ts";
import { startApp } from "#tests/support/app.ts";
import { desk, openPage, phone } from "#tests/support/browser.ts";
import { closeMessage, logIn, logOut, typeLogIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const slug = "session-company";
let address: string;
let branch: MadeBranch;
let clerk: MadeUser;

/** What the browser itself writes when the server refuses, which is what these stories are about, and when it goes at the end. */
const refusals = [/status of (40[0139]|503)/];

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 10 });
  clerk = await make.user("staff", { branch });
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

async function open(context = phone): Promise<Page> {
  return (await openPage({ address, context, expected: refusals })).page;
}

function pathOf(page: string, at = branch): string {
  return `/${slug}/${at.slug}/${page}`;
}

async function titled({ page, title }: { page: Page; title: string }): Promise<void> {
  await page.waitForFunction(
    (wanted) => (globalThis as unknown as { document: { title: string } }).document.title === wanted,
    title,
  );
}

test("the token is renewed 30 s before it ends, and not before", async () => {
  const page = await open();
  await page.clock.install();
  await logIn({ page, user: clerk });
  await page.getByText("Live", { exact: true }).waitFor();
  const renewals: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/refresh")) renewals.push(request.url());
  });
  const first = await page.evaluate(() => localStorage.getItem("access_token"));
  await page.clock.fastForward("14:20");
  await page.getByText("Live", { exact: true }).waitFor();
  assert.deepEqual(renewals, []);
  const renewed = page.waitForResponse("**/auth/refresh");
  await page.clock.fastForward("00:11");
  assert.equal((await renewed).status(), 200);
  await page.waitForFunction((old) => localStorage.getItem("access_token") !== old, first);
  assert.equal(renewals.length, 1);
});

test("an expired session is told, the storage is emptied, and the page is loaded anew at the log-in", async () => {
  const page = await open();
  await logIn({ page, user: clerk });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate(() => {
    localStorage.setItem("access_token_expires_at", "1");
    localStorage.setItem("of-the-session", "1");
    Object.assign(globalThis, { isSamePage: true });
  });
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  await closeMessage({ page, text: "Your session has expired. Please log in again." });
  await page.getByRole("heading", { name: "Log in to your branch" }).waitFor();
  const left = await page.evaluate(() => [Object.keys(localStorage), "isSamePage" in globalThis]);
  assert.deepEqual(left, [[], false]);
  await typeLogIn({ page, user: clerk });
  await page.waitForURL(`**${pathOf("parking/create")}`);
});

test("an account suspended under way is out on its very next request, and the log-in says why", async () => {
  const page = await open();
  const user = await make.user("staff", { branch });
  await logIn({ page, user });
  const admin = await as(await make.user("admin", { branch }));
  assert.equal((await admin.patch(`/users/${user.id}`, { status: "suspended" })).status, 200);
  await page.reload();
  await closeMessage({ page, text: errorText("TOKEN_EXPIRY") });
  await page.getByRole("heading", { name: "Log in to your branch" }).waitFor();
  await typeLogIn({ page, user });
  await closeMessage({ page, text: errorText("ACCOUNT_SUSPEND") });
});

test("an unknown address says so, each page has its title, each navigation scrolls to the top, back and forward work", async () => {
  const page = await open();
  await page.goto("/no/such/page/at/all/here/or/there");
  await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
  assert.equal(await page.title(), "Page not found – Chaavi");
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await page.waitForURL(`${address}/`);
  await titled({ page, title: "Chaavi" });
  await page.getByRole("link", { name: "For partners" }).scrollIntoViewIfNeeded();
  assert.ok(await page.evaluate("scrollY > 100"));
  await page.getByRole("link", { name: "For partners" }).click();
  await page.getByRole("heading", { name: "Log in to your branch" }).waitFor();
  assert.equal(await page.evaluate("scrollY"), 0);
  assert.equal(await page.title(), "Log in – Chaavi");
  await page.goBack();
  await page.waitForURL(`${address}/`);
  await titled({ page, title: "Chaavi" });
  await page.goForward();
  await page.getByRole("heading", { name: "Log in to your branch" }).waitFor();
});

test("a success stays 2 s, an error 4 s, and no more than 20 are shown", async () => {
  const { page } = await openPage({ address, context: desk, expected: [/ERR_INTERNET_DISCONNECTED/] });
  await page.clock.install();
  await logIn({ page, user: clerk });
  const board = page.getByRole("heading", { name: "Parking board" });
  await board.waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const messages = page.getByRole("status", { name: "Messages" }).getByRole("button", { name: "Close message" });
  assert.equal(await messages.count(), 0);
  await page.getByRole("button", { name: "End duty" }).click();
  await messages.waitFor();
  await page.clock.runFor(1_900);
  assert.equal(await messages.count(), 1);
  await page.clock.runFor(200);
  await messages.waitFor({ state: "detached" });

  await logOut(page);
  // Who is faster, the message or the page, is not said.
  await page.getByText("Logged out", { exact: true }).waitFor();
  await page.clock.runFor(2_100);
  await messages.waitFor({ state: "detached" });
  await page.getByRole("textbox", { name: "Email" }).fill(clerk.email);
  await page.locator("input[name=password]").fill("Some@2026");
  await page.context().setOffline(true);
  for (let tries = 1; tries <= 22; tries++) {
    await page.getByRole("button", { name: "Log in" }).click();
    await messages.nth(Math.min(tries, 20) - 1).waitFor();
    assert.equal(await messages.count(), Math.min(tries, 20));
  }
  await page.clock.runFor(3_900);
  assert.equal(await messages.count(), 20);
  await page.clock.runFor(200);
  await messages.waitFor({ state: "detached" });
});

test("who is not present sees the strip, cannot check in, starts the duty, and can", async () => {
  const page = await open();
  await logIn({ page, user: await make.user("staff", { branch, in_out_flag: false }) });
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  await page.getByText("You are not marked present. Start your duty").waitFor();
  await page.getByRole("textbox", { name: "Vehicle number" }).fill("TN09AB4321");
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByText("Hatchback").click();
  await page.getByRole("button", { name: "Check in" }).click();
  await closeMessage({ page, text: errorText("USER_ATTENDANCE_OFF") });
  assert.equal(await page.getByRole("textbox", { name: "Vehicle number" }).inputValue(), "TN09AB4321");
  await page.getByRole("button", { name: "Start duty" }).click();
  await page.getByText("You are not marked present").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Check in" }).click();
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
});
