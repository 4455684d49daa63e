// Every page, on a phone and a desktop, light and dark: WCAG 2.2 AA, no horizontal overflow, keyboard navigation, no
// error, no other host.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, assertColourContrast, openPage, withFullHeightViewport } from "#tests/support/browser.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { walkWithTab } from "#tests/support/keyboard-navigation.ts";
import { logIn, fillLogInForm } from "#tests/support/log-in.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";
import { pagePaths } from "#tests/support/page-paths.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";

const { app, asUser, sql } = await startApp();
const factories = createFactories(sql);
after(() => app.close());

const slug = "every-page";
const viewports = {
  narrow: { width: 320, height: 700 },
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
};
/** Names of maximum length. */
const longNames = {
  company: "Sri Meenakshi Sundareshwarar Textiles and Silks",
  branch: "Thiruvananthapuram International Airport T2",
  person: "Venkataraghavan Balasubramaniam Krishnamurthy",
};
/** Pages behind the platform login and the customer login; public pages; and the rest behind the partner login. */
const platformPaths = pagePaths.filter((path) => path.startsWith("/platform"));
const customerPaths = pagePaths.filter((path) => /^\/(commercial|gov)\//.test(path));
/** For an admin without a company, and for one with a company. */
const [companyRegister, branchRegister] = ["/company-register", "/branch-register"];
const partnerPaths = pagePaths.filter((path) => !path.startsWith("/") && path !== "*");
/** Leads to another page, whoever opens it. */
const redirectPath = "/my-pages";
const publicPaths = pagePaths.filter(
  (path) =>
    ![redirectPath, ...platformPaths, ...customerPaths, companyRegister, branchRegister, ...partnerPaths].includes(
      path,
    ),
);
/** The subject of a page, as named in its URL. */
const pageQueries = new Map<string, string>();
let branch: CreatedBranch;
let admin: CreatedUser;
let customer: CreatedUser;
let verifier: CreatedUser;
let vendor: CreatedUser;
let address: string;
/** Of the parked car's pay page. */
let payKey: string;

/** Creates the branch and the subjects of its pages, before the browser opens. */
async function createPageData(): Promise<void> {
  const company = await factories.company({ slug, name: longNames.company });
  const { id: parkingConfig } = await factories.row("Parking_Configuration", { is_slot_required: true });
  branch = await factories.valetBranch({
    company: company.id,
    name: longNames.branch,
    slug: "long-branch",
    slots: 5,
    rate: "20.00",
    charge: "50.00",
    is_parking: true,
    parking_config: parkingConfig,
  });
  await factories.row("Slot_Blocks", {
    branch: branch.id,
    service: "is_parking",
    zone_or_block: "A",
    slot_prefix: "A",
    total_slots: 5,
  });
  admin = await factories.user("admin", { branch, first_name: longNames.person });
  customer = await factories.user("customer", {
    public_customer: true,
    contact_number: "9840054321",
    first_name: longNames.person,
  });
  verifier = await factories.user("verifier");
  vendor = await factories.user("admin");
  const asking = await factories.branch({ company: company.id, status: "draft" });
  pageQueries.set("/platform/review", `?company=${company.id}&branch=${asking.id}`);
  const caller = await asUser(admin);
  const entry = await caller.post("/actions/parking/check-in", {
    vehicle_no: factories.plate(),
    phone_no: "9840012345",
  });
  const own = await caller.post("/actions/parking/check-in", {
    vehicle_no: factories.plate(),
    phone_no: "9840054321",
  });
  const ticket = await caller.post("/actions/valet/create-ticket", {
    Vehicle_Number: factories.plate(),
    Customer_Phone_Number: "9840012345",
  });
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const visitor = { vehicle_no: factories.plate(), phone_no: "9840012346", name: longNames.person };
  const invite = await caller.post("/actions/invites", { ...visitor, invite_end_date: inAnHour });
  const holder = { vehicle_no: factories.plate(), phone_no: "9840012347", time_type: "days", duration: 3 };
  const pass = await caller.post("/actions/passes", holder);
  const guest = { branch: branch.id, vehicle_no: factories.plate(), phone_no: "9840012348", invite_end_date: inAnHour };
  const invited = await (await asUser(customer)).post("/actions/invites", guest);
  for (const { status, text } of [entry, own, ticket, invite, pass, invited]) assert.equal(status, 200, text);
  payKey = entry.data.pay;
  pageQueries.set("vehicle-entry/edit", `?id=${pass.data.id}`);
  const vehicles = [{ vehicleNo: factories.plate() }, { vehicleNo: factories.plate() }];
  const mate = await factories.user("staff", { branch, pin_number: "4821", user_vehicles: vehicles });
  pageQueries.set("staff/edit", `?id=${mate.id}`);
  pageQueries.set("parking/detail", `?id=${entry.data.id}`);
  pageQueries.set("valet-parking/detail", `?id=${ticket.data.id}`);
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  const link = new URL(ticket.data.link, address);
  pageQueries.set("/:company/:branch/valet-parking/customer/status", link.search);
  pageQueries.set("/invite", new URL(invite.data.link, address).search);
  pageQueries.set("/pass", `?t=${testTokens.issue({ kind: tokenKinds.passLink, payload: pass.data.id })}`);
}

function getPageUrl(path: string): string {
  if (path === "*") return "/nothing/is/here/at/all/of/this/kind";
  const fullPath = path.startsWith("/") ? path : `/:company/:branch/${path}`;
  const namedPath = fullPath
    .replace(":company", slug)
    .replace(":branch", branch.slug)
    .replace(":menu", path.startsWith("users/") ? "staff" : "parking")
    .replace(":edit", path.startsWith("configurations/branch/") ? "hours" : "gate")
    .replace(":values", "some-values")
    .replace(":user", "customer")
    .replace("companies/:id", `companies/${branch.company}`)
    .replace(":token", payKey);
  return namedPath + (pageQueries.get(path) ?? "");
}

/** The page and its contents are loaded. */
async function openLoadedPage({ page, path }: { page: Page; path: string }): Promise<void> {
  await page.goto(getPageUrl(path));
  await page.getByRole("heading").first().waitFor();
  await page.locator("[aria-label='Loading'], [role=progressbar]").first().waitFor({ state: "detached" });
  assert.equal(page.url(), address + getPageUrl(path), "the page was left for another");
}

async function assertKeyboardReachable({ page, path }: { page: Page; path: string }): Promise<void> {
  const { missed, unseen } = await walkWithTab(page);
  assert.deepEqual(missed, [], `${path}: Tab never comes to these`);
  assert.deepEqual(unseen, [], `${path}: one cannot see that the focus is on these`);
}

async function assertPageQuality({ page, path }: { page: Page; path: string }): Promise<void> {
  await page.setViewportSize(viewports.narrow);
  await openLoadedPage({ page, path });
  assert.match(await page.title(), /Chaavi/);
  await assertNoOverflow({ page, path });
  await page.setViewportSize(viewports.phone);
  await assertNoOverflow({ page, path });
  await withFullHeightViewport(page, () => assertAccessible(page));
  await page.setViewportSize(viewports.desk);
  await assertNoOverflow({ page, path });
  await assertKeyboardReachable({ page, path });
  await withFullHeightViewport(page, async () => {
    await assertAccessible(page);
    await setColorScheme({ page, colorScheme: "dark" });
    await assertColourContrast(page);
    await setColorScheme({ page, colorScheme: "light" });
  });
}

async function assertNoOverflow({ page, path }: { page: Page; path: string }): Promise<void> {
  assert.deepEqual(await findLayoutProblems(page), [], `${path} does not fit ${page.viewportSize()!.width} px`);
}

async function setColorScheme({ page, colorScheme }: { page: Page; colorScheme: "light" | "dark" }): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: "attached" });
}

let page: Page;
let assertNoErrors: () => void;

async function openNextPage(): Promise<void> {
  ({ page, assertNoErrors } = await openPage({ address, context: { colorScheme: "light" } }));
}

function walkPages(paths: readonly string[]): void {
  for (const path of paths)
    test(path, async () => {
      await assertPageQuality({ page, path });
      assertNoErrors();
    });
}

/** Creates a test for each page of a branch. */
export function walkBranchPages(): void {
  before(async () => {
    await createPageData();
    await openNextPage();
    await logIn({ page, user: admin, landingUrl: "**/home" });
  });
  // Of the two names for people pages the government ones are tested; the others are the same pages.
  const own = partnerPaths.filter((path) => !/^(approver|security-personal)\//.test(path));
  walkPages([...own, branchRegister]);
}

/** Creates a test for each public page, platform page and customer page. */
export function walkPublicAndPlatformPages(): void {
  test("nothing depends on the screen orientation (WCAG 1.3.4)", () => {
    const built = globSync("dist/web/**/*.{css,js,html}");
    assert.ok(built.some((file) => file.endsWith(".css")));
    const turned = built.filter((file) => /@media[^{;]*\borientation\s*:/.test(readFileSync(file, "utf8")));
    assert.deepEqual(turned, []);
  });

  before(async () => {
    await createPageData();
    await openNextPage();
  });
  walkPages(publicPaths);

  test("the platform login", async () => {
    await logIn({ page, user: verifier, landingUrl: "**/platform" });
  });
  walkPages(platformPaths);

  test("the login of a new vendor", async () => {
    await openNextPage();
    await logIn({ page, user: vendor, landingUrl: `**${companyRegister}` });
  });
  walkPages([companyRegister]);

  test("the customer login", async () => {
    await openNextPage();
    await page.goto("/customer/commercial/login");
    await page.getByRole("button", { name: "Log in with email and password" }).click();
    await fillLogInForm({ page, user: customer });
    await page.getByRole("link", { name: "My account" }).waitFor();
  });
  walkPages(customerPaths);
}
