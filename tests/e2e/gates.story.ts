// §2 Access behaviour, §4 Login gating, §6: who comes through the door, where they land, and who is told what instead.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { errorText, type ErrorCode } from "#domain/errors.ts";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone } from "#tests/support/browser.ts";
import { closeMessage, logIn, logOut, typeLogIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";
import { pagePaths } from "#tests/support/page-paths.ts";

const { app, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const slug = "gates-company";
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
