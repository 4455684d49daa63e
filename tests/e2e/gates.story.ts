// §2 Access behaviour, §4 Login gating, §6: who comes through the door, where they land, and who is told what instead.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { errorText, type ErrorCode } from "#domain/errors.ts";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone } from "#tests/support/browser.ts";
import { logIn, typeLogIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";
import { pagePaths } from "#tests/support/page-paths.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const slug = "gates-company";
let address: string;
let branch: MadeBranch;
let clerk: MadeUser;

/** What the browser itself writes when the server refuses, which is what these stories are about. */
const refusals = [/status of 40[0139]/];

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

/** Reads the one message that is open, and closes it as Escape does. */
async function closeMessage({ page, text }: { page: Page; text: string }): Promise<void> {
  const message = page.getByRole("alertdialog");
  await message.getByText(text, { exact: true }).waitFor();
  assert.equal(await message.count(), 1);
  await page.keyboard.press("Escape");
  await message.waitFor({ state: "detached" });
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out" }).first().click();
  await page.getByRole("heading", { name: "Log in to your branch" }).waitFor();
}

/** A partner or customer who is logged in already, as after an earlier visit. */
async function withSession({ page, user }: { page: Page; user: MadeUser }): Promise<void> {
  const answer = await page.request.post("/auth/login", {
    data: { email: user.email, password: user.password, mode: "cookie" },
  });
  const { data } = (await answer.json()) as { data: { access_token: string; expires: number } };
  await page.goto("/");
  await page.evaluate(({ access_token, expires }) => {
    localStorage.setItem("access_token", access_token);
    localStorage.setItem("access_token_expires_at", String(Date.now() + expires));
  }, data);
}

test("nobody's visit to a page of a branch goes over the log-in, and opens on one's own branch", async () => {
  const page = await open();
  await page.goto("/another-company/another-branch/parking/dashboard?state=in#list");
  await page.getByRole("heading", { name: "Log in to your branch" }).waitFor();
  assert.equal(
    page.url().slice(address.length),
    "/partner-with-us?redirect_to=/:company/:branch/parking/dashboard%3Fstate%3Din%23list",
  );
  await typeLogIn({ page, user: clerk });
  await page.getByRole("heading", { name: "Parking board" }).waitFor();
  assert.equal(page.url().slice(address.length), pathOf("parking/dashboard?state=in#list"));
  assert.equal(await page.title(), "Parking board – Chaavi");
});

test("a redirect to another host is ignored", async () => {
  const page = await open();
  await page.goto("/partner-with-us?redirect_to=//evil.example/parking");
  await typeLogIn({ page, user: clerk });
  await page.waitForURL(`**${pathOf("parking/dashboard")}`);
});

test("a link of another branch opens on one's own", async () => {
  const page = await open();
  await logIn({ page, user: clerk });
  await page.goto("/another-company/another-branch/vendor/faq");
  await page.waitForURL(`**${pathOf("vendor/faq")}`);
});

test("the wrong role, and a service the branch has not, see the access-denied view at the address they asked for", async () => {
  const page = await open();
  await withSession({ page, user: await make.user("customer") });
  await page.goto(pathOf("parking/dashboard"));
  await page.getByRole("heading", { name: "Access denied" }).waitFor();
  assert.equal(page.url().slice(address.length), pathOf("parking/dashboard"));
  assert.equal(await page.title(), "Access denied – Chaavi");
  await assertAccessible(page);

  const valet = await make.branch({ company: branch.company, is_parking: false, is_valet_and_parking: true });
  const other = await open();
  await logIn({ page: other, user: await make.user("staff", { branch: valet }), lands: `**/${valet.slug}/**` });
  await other.goto(pathOf("parking/dashboard", valet));
  await other.getByText(errorText("SERVICE_NOT_ENABLED")).waitFor();
});

const closed: { who: string; code: ErrorCode; made: () => Promise<MadeUser> }[] = [
  {
    who: "somebody suspended",
    code: "ACCOUNT_SUSPEND",
    made: () => make.user("staff", { branch, status: "suspended" }),
  },
  {
    who: "staff whose account is not active",
    code: "STAFF_IS_INACTIVE",
    made: () => make.user("staff", { branch, status: "draft" }),
  },
  {
    who: "a manager whose account is not active",
    code: "MANAGER_IS_INACTIVE",
    made: () => make.user("manager", { branch, status: "draft" }),
  },
  {
    who: "staff of a branch in verification",
    code: "BRANCH_DRAFT",
    made: async () => make.user("staff", { branch: await make.branch({ status: "draft" }) }),
  },
  {
    who: "the admin of an archived company",
    code: "COMPANY_ARCHIVED",
    made: async () => {
      const { id } = await make.company({ status: "archived" });
      return make.user("admin", { branch: await make.branch({ company: id }) });
    },
  },
  {
    who: "staff of a rejected branch",
    code: "BRANCH_REJECTED",
    made: async () => make.user("staff", { branch: await make.branch({ status: "rejected" }) }),
  },
];

test("each gate that is closed is told in the modal, one at a time; Escape closes it and nothing typed is lost", async () => {
  const page = await open();
  await page.goto("/partner-with-us");
  await typeLogIn({ page, user: clerk, password: "Wrong@2026" });
  await closeMessage({ page, text: errorText("INVALID_CREDENTIALS") });
  assert.equal(await page.getByRole("textbox", { name: "Email" }).inputValue(), clerk.email);
  assert.equal(await page.locator("input[name=password]").inputValue(), "Wrong@2026");
  for (const { who, code, made } of closed) {
    await typeLogIn({ page, user: await made() });
    await closeMessage({ page, text: errorText(code) });
    assert.equal(await page.evaluate(() => localStorage.getItem("access_token")), null, who);
  }
  assert.equal(
    errorText("BRANCH_DRAFT"),
    "Document verification is still in progress, so you cannot log in at the moment.",
  );
});

test("a customer is told to use the customers' page, and one who is logged in to log out first", async () => {
  const customer = await make.user("customer");
  const page = await open();
  await page.goto("/partner-with-us");
  await typeLogIn({ page, user: customer });
  await closeMessage({ page, text: "This is a customer's account. Customers log in on their own page." });
  assert.equal(await page.evaluate(() => localStorage.getItem("access_token")), null);

  await withSession({ page, user: customer });
  await page.goto("/partner-with-us");
  await closeMessage({ page, text: errorText("CUSTOMER_LOGGED_IN") });
  await page.getByRole("button", { name: "Log out as a customer" }).click();
  await page.getByRole("textbox", { name: "Email" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("access_token")), null);
});

test("one lands by the services of the branch; an admin without a branch at the registration they began", async () => {
  const two = await make.branch({ company: branch.company, is_valet_and_parking: true });
  const page = await open(desk);
  await logIn({ page, user: await make.user("staff", { branch: two, first_name: "Meena" }), lands: "**/home" });
  await page.getByRole("heading", { name: "Hello, Meena" }).waitFor();
  await page.getByRole("link", { name: /Parking Check in/ }).waitFor();
  // Who is logged in already lands there again.
  await page.goto("/partner-with-us");
  await page.waitForURL(`**${pathOf("home", two)}`);
  await logOut(page);

  const admin = await make.user("admin");
  await sql`update users set pending_creation_type = 'company' where id = ${admin.id}`;
  const registration = pagePaths.includes("/company-register") ? "/company-register" : "/";
  await logIn({ page, user: admin, lands: address + registration });
});

test("logging out clears the storage and keeps the colours; back does not open the branch again", async () => {
  const page = await open(desk);
  await logIn({ page, user: clerk });
  await page
    .getByRole("radio", { name: "Dark" })
    .or(page.getByRole("button", { name: /dark/i }))
    .first()
    .click();
  await logOut(page);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  assert.deepEqual(kept, ["chaavi-colour-scheme"]);
  const cookies = await page.context().cookies();
  assert.deepEqual(cookies, []);
  await page.goBack();
  await page.getByRole("heading", { name: "Log in to your branch" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Parking board" }).count(), 0);
});

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
  await page.getByRole("textbox", { name: "Vehicle number" }).fill("TN09AB7777");
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
  await page.waitForFunction("!document.title.startsWith('Page not found')");
  const first = await page.title();
  await page.getByRole("link", { name: "For partners" }).scrollIntoViewIfNeeded();
  assert.ok(await page.evaluate("scrollY > 100"));
  await page.getByRole("link", { name: "For partners" }).click();
  await page.getByRole("heading", { name: "Log in to your branch" }).waitFor();
  assert.equal(await page.evaluate("scrollY"), 0);
  assert.equal(await page.title(), "Log in – Chaavi");
  await page.goBack();
  await page.waitForURL(`${address}/`);
  await page.waitForFunction(`document.title === ${JSON.stringify(first)}`);
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
