// §2 access behaviour, §4 login gating, §6: redirects, landing pages and access-denied messages.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText, type ErrorCode } from "#domain/errors.ts";
import { assertAccessible, desktopViewport, expectTitle } from "#tests/support/browser.ts";
import { dismissMessage, logIn, logOut, fillLogInForm } from "#tests/support/log-in.ts";
import type { CreatedUser } from "#tests/support/factories.ts";
import { pagePaths } from "#tests/support/page-paths.ts";
import { startBranchStory } from "#tests/support/story.ts";

const { address, branch, getBranchPath, make, openNewPage, sql, staffUser } = await startBranchStory({
  slug: "gates-company",
});

/** Stores a session in the page, as after an earlier login. */
async function openWithSession({ page, user }: { page: Page; user: CreatedUser }): Promise<void> {
  const response = await page.request.post("/auth/login", {
    data: { email: user.email, password: user.password, mode: "cookie" },
  });
  const { data } = (await response.json()) as { data: { access_token: string; expires: number } };
  await page.goto("/");
  await page.evaluate(({ access_token, expires }) => {
    localStorage.setItem("access_token", access_token);
    localStorage.setItem("access_token_expires_at", String(Date.now() + expires));
  }, data);
}

test("redirects an anonymous visit to the login, then to the user's own branch", async () => {
  const page = await openNewPage();
  await page.goto("/another-company/another-branch/parking/dashboard?state=in#list");
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  assert.equal(
    page.url().slice(address.length),
    "/partner-with-us?redirect_to=/:company/:branch/parking/dashboard%3Fstate%3Din%23list",
  );
  await fillLogInForm({ page, user: staffUser });
  await page.getByRole("heading", { name: "Parking board" }).waitFor();
  assert.equal(page.url().slice(address.length), getBranchPath("parking/dashboard?state=in#list"));
  await expectTitle({ page, title: "Parking board – Chaavi" });
});

test("ignores a redirect to another host", async () => {
  const page = await openNewPage();
  await page.goto("/partner-with-us?redirect_to=//evil.example/parking");
  await fillLogInForm({ page, user: staffUser });
  await page.waitForURL(`**${getBranchPath("parking/dashboard")}`);
});

test("opens a link of another branch on the user's own branch", async () => {
  const page = await openNewPage();
  await logIn({ page, user: staffUser });
  await page.goto("/another-company/another-branch/vendor/faq");
  await page.waitForURL(`**${getBranchPath("vendor/faq")}`);
});

test("shows access denied at the requested URL for a wrong role or a service that is off", async () => {
  const page = await openNewPage();
  await openWithSession({ page, user: await make.user("customer") });
  await page.goto(getBranchPath("parking/dashboard"));
  await page.getByRole("heading", { name: "Access denied" }).waitFor();
  assert.equal(page.url().slice(address.length), getBranchPath("parking/dashboard"));
  await expectTitle({ page, title: "Access denied – Chaavi" });
  await assertAccessible(page);

  const valet = await make.branch({ company: branch.company, is_parking: false, is_valet_and_parking: true });
  const other = await openNewPage();
  await logIn({ page: other, user: await make.user("staff", { branch: valet }), landingUrl: `**/${valet.slug}/**` });
  await other.goto(getBranchPath("parking/dashboard", valet));
  await other.getByText(getErrorText("SERVICE_NOT_ENABLED")).waitFor();
});

test("customers of every type open the pages of their type; a link of another type leads to the own page or is denied", async () => {
  const openAs = async (type: { [flag: string]: true }): Promise<Page> => {
    const page = await openNewPage();
    await openWithSession({ page, user: await make.user("customer", type) });
    return page;
  };
  for (const flag of ["residential_customer", "school_college_university_customer"]) {
    const page = await openAs({ [flag]: true });
    await page.goto("/gov/parking-history");
    await page.waitForURL("**/commercial/parking-history");
    await page.getByText("No parking history yet", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Coupons", exact: true }).waitFor();
  }
  const page = await openAs({ govt_customer: true });
  await page.goto("/commercial/parking-history");
  await page.waitForURL("**/gov/parking-history");
  await page.getByText("No parking history yet", { exact: true }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Coupons", exact: true }).count(), 0);
  await page.goto("/commercial/saved-coupon");
  await page.getByRole("heading", { name: "Access denied" }).waitFor();
  await page.getByText(getErrorText("USER_INVALID_ENTITY")).waitFor();
  await assertAccessible(page);
});

const closedCases: { name: string; code: ErrorCode; createUser: () => Promise<CreatedUser> }[] = [
  {
    name: "a suspended user",
    code: "ACCOUNT_SUSPEND",
    createUser: () => make.user("staff", { branch, status: "suspended" }),
  },
  {
    name: "staff whose account is not active",
    code: "STAFF_IS_INACTIVE",
    createUser: () => make.user("staff", { branch, status: "draft" }),
  },
  {
    name: "a manager whose account is not active",
    code: "MANAGER_IS_INACTIVE",
    createUser: () => make.user("manager", { branch, status: "draft" }),
  },
  {
    name: "staff of a branch in verification",
    code: "BRANCH_DRAFT",
    createUser: async () => make.user("staff", { branch: await make.branch({ status: "draft" }) }),
  },
  {
    name: "the admin of an archived company",
    code: "COMPANY_ARCHIVED",
    createUser: async () => {
      const { id } = await make.company({ status: "archived" });
      return make.user("admin", { branch: await make.branch({ company: id }) });
    },
  },
  {
    name: "staff of a rejected branch",
    code: "BRANCH_REJECTED",
    createUser: async () => make.user("staff", { branch: await make.branch({ status: "rejected" }) }),
  },
];

test("shows each login rejection in the modal; Escape closes it and keeps the typed values", async () => {
  const page = await openNewPage();
  await page.goto("/partner-with-us");
  await fillLogInForm({ page, user: staffUser, password: "Wrong@2026" });
  await dismissMessage({ page, text: getErrorText("INVALID_CREDENTIALS") });
  assert.equal(await page.getByRole("textbox", { name: "Email" }).inputValue(), staffUser.email);
  assert.equal(await page.locator("input[name=password]").inputValue(), "Wrong@2026");
  for (const { name, code, createUser } of closedCases) {
    await fillLogInForm({ page, user: await createUser() });
    await dismissMessage({ page, text: getErrorText(code) });
    assert.equal(await page.evaluate(() => localStorage.getItem("access_token")), null, name);
  }
  assert.equal(
    getErrorText("BRANCH_DRAFT"),
    "Document verification is still in progress, so you cannot log in at the moment.",
  );
});

test("rejects customers on the partner login and asks a logged-in customer to log out first", async () => {
  const customer = await make.user("customer");
  const page = await openNewPage();
  await page.goto("/partner-with-us");
  await fillLogInForm({ page, user: customer });
  await dismissMessage({ page, text: "This is a customer's account. Customers log in on their own page." });
  assert.equal(await page.evaluate(() => localStorage.getItem("access_token")), null);

  await openWithSession({ page, user: customer });
  await page.goto("/partner-with-us");
  await dismissMessage({ page, text: getErrorText("CUSTOMER_LOGGED_IN") });
  await page.getByRole("button", { name: "Log out of customer account" }).click();
  await page.getByRole("textbox", { name: "Email" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("access_token")), null);
});

test("lands on the page of the branch's services; an admin without a branch on the started registration", async () => {
  const two = await make.branch({ company: branch.company, is_valet_and_parking: true });
  const page = await openNewPage(desktopViewport);
  await logIn({ page, user: await make.user("staff", { branch: two, first_name: "Meena" }), landingUrl: "**/home" });
  await page.getByRole("heading", { name: "Hello, Meena" }).waitFor();
  await page.getByRole("link", { name: /Parking Check in/ }).waitFor();
  // A logged-in user is redirected to the same page.
  await page.goto("/partner-with-us");
  await page.waitForURL(`**${getBranchPath("home", two)}`);
  await logOut(page);

  const admin = await make.user("admin");
  await sql`update users set pending_creation_type = 'company' where id = ${admin.id}`;
  const registration = pagePaths.includes("/company-register") ? "/company-register" : "/";
  await logIn({ page, user: admin, landingUrl: address + registration });
});

test("clears the storage except the colour scheme on logout; back does not reopen the branch", async () => {
  const page = await openNewPage(desktopViewport);
  await logIn({ page, user: staffUser });
  await page
    .getByRole("radio", { name: "Dark" })
    .or(page.getByRole("button", { name: /dark/i }))
    .first()
    .click();
  await logOut(page);
  const storedKeys = await page.evaluate(() => Object.keys(localStorage));
  assert.deepEqual(storedKeys, ["chaavi-colour-scheme"]);
  const cookies = await page.context().cookies();
  assert.deepEqual(cookies, []);
  await page.goBack();
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Parking board" }).count(), 0);
});
