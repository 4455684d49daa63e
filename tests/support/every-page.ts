// Every page there is, on a phone and on a desk, light and dark: WCAG 2.2 AA, no wider than the screen, the keyboard alone, no error,
// no other host.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, assertReadable, openPage } from "#tests/support/browser.ts";
import { walkByTab } from "#tests/support/keyboard.ts";
import { logIn, typeLogIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";
import { pagePaths } from "#tests/support/page-paths.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const slug = "every-page";
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
/** Behind the platform's log-in, and the customers'; shown to everybody; and the rest behind the partners'. */
const platformPaths = pagePaths.filter((path) => path.startsWith("/platform"));
const customerPaths = pagePaths.filter((path) => /^\/(commercial|gov)\//.test(path));
/** For an admin who has no company yet, and for one who has. */
const [companyRegister, branchRegister] = ["/company-register", "/branch-register"];
const partnerPaths = pagePaths.filter((path) => !path.startsWith("/") && path !== "*");
const publicPaths = pagePaths.filter(
  (path) => ![...platformPaths, ...customerPaths, companyRegister, branchRegister, ...partnerPaths].includes(path),
);
/** What a page is about, where its address says it. */
const queries = new Map<string, string>();
let branch: MadeBranch;
let admin: MadeUser;
let customer: MadeUser;
let verifier: MadeUser;
let vendor: MadeUser;
let address: string;
/** Of the parked car's pay page. */
let payKey: string;

/** Makes the branch and what its pages are about; the browser opens only after it. */
async function furnish(): Promise<void> {
  const company = await make.company({ slug });
  const { id: parkingConfig } = await make.row("Parking_Configuration", { is_slot_required: true });
  branch = await make.valetBranch({
    company: company.id,
    slots: 5,
    rate: "20.00",
    charge: "50.00",
    is_parking: true,
    parking_config: parkingConfig,
  });
  await make.row("Slot_Blocks", {
    branch: branch.id,
    service: "is_parking",
    zone_or_block: "A",
    slot_prefix: "A",
    total_slots: 5,
  });
  admin = await make.user("admin", { branch });
  customer = await make.user("customer", { public_customer: true, contact_number: "9840054321" });
  verifier = await make.user("verifier");
  vendor = await make.user("admin");
  const asking = await make.branch({ company: company.id, status: "draft" });
  queries.set("/platform/review", `?company=${company.id}&branch=${asking.id}`);
  const caller = await as(admin);
  const entry = await caller.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  const ticket = await caller.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const visitor = { vehicle_no: make.plate(), phone_no: "9840012346", name: "Meena Kumari" };
  const invite = await caller.post("/actions/invites", { ...visitor, invite_end_date: inAnHour });
  const holder = { vehicle_no: make.plate(), phone_no: "9840012347", time_type: "days", duration: 3 };
  const pass = await caller.post("/actions/passes", holder);
  const guest = { branch: branch.id, vehicle_no: make.plate(), phone_no: "9840012348", invite_end_date: inAnHour };
  const invited = await (await as(customer)).post("/actions/invites", guest);
  for (const { status, text } of [entry, ticket, invite, pass, invited]) assert.equal(status, 200, text);
  payKey = entry.data.pay;
  queries.set("vehicle-entry/edit", `?id=${pass.data.id}`);
  const vehicles = [{ vehicleNo: make.plate() }, { vehicleNo: make.plate() }];
  const mate = await make.user("staff", { branch, pin_number: "4821", user_vehicles: vehicles });
  queries.set("staff/edit", `?id=${mate.id}`);
  queries.set("parking/detail", `?id=${entry.data.id}`);
  queries.set("valet-parking/detail", `?id=${ticket.data.id}`);
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  const link = new URL(ticket.data.link, address);
  queries.set("/:company/:branch/valet-parking/customer/status", link.search);
  queries.set("/invite", new URL(invite.data.link, address).search);
}

function addressOf(path: string): string {
  if (path === "*") return "/nothing/is/here/at/all/of/this/kind";
  const whole = path.startsWith("/") ? path : `/:company/:branch/${path}`;
  const named = whole
    .replace(":company", slug)
    .replace(":branch", branch.slug)
    .replace(":menu", path.startsWith("users/") ? "staff" : "parking")
    .replace(":edit", path.startsWith("configurations/branch/") ? "hours" : "charges")
    .replace(":values", "some-values")
    .replace(":user", "customer")
    .replace(":token", payKey);
  return named + (queries.get(path) ?? "");
}

/** The page stands, with what it shows. */
async function openStanding({ page, path }: { page: Page; path: string }): Promise<void> {
  await page.goto(addressOf(path));
  await page.getByRole("heading").first().waitFor();
  await page.locator("[aria-label='Loading'], [role=progressbar]").first().waitFor({ state: "detached" });
  assert.equal(page.url(), address + addressOf(path), "the page was left for another");
}

async function assertReachedByTab({ page, path }: { page: Page; path: string }): Promise<void> {
  const { missed, unseen } = await walkByTab(page);
  assert.deepEqual(missed, [], `${path}: Tab never comes to these`);
  assert.deepEqual(unseen, [], `${path}: one cannot see that the focus is on these`);
}

async function assertGood({ page, path }: { page: Page; path: string }): Promise<void> {
  await page.setViewportSize(sizes.phone);
  await openStanding({ page, path });
  assert.match(await page.title(), /Chaavi/);
  await assertFits({ page, path });
  await withWholePageSeen(page, () => assertAccessible(page));
  await page.setViewportSize(sizes.desk);
  await assertFits({ page, path });
  await assertReachedByTab({ page, path });
  await withWholePageSeen(page, async () => {
    await assertAccessible(page);
    await wearScheme({ page, colorScheme: "dark" });
    await assertReadable(page);
    await wearScheme({ page, colorScheme: "light" });
  });
}

async function assertFits({ page, path }: { page: Page; path: string }): Promise<void> {
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  const screen = page.viewportSize()!.width;
  assert.ok(width <= screen, `${path} is ${width} px wide on a screen of ${screen} px`);
}

async function wearScheme({ page, colorScheme }: { page: Page; colorScheme: "light" | "dark" }): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: "attached" });
}

/** As on a screen as tall as the page: bars that stick to an edge lie over nothing that one could scroll away. */
async function withWholePageSeen(page: Page, look: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  assert.ok(size);
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
  await look();
  await page.setViewportSize(size);
}

let page: Page;
let assertQuiet: () => void;

async function openAnother(): Promise<void> {
  ({ page, assertQuiet } = await openPage({ address, context: { colorScheme: "light" } }));
}

function walk(paths: readonly string[]): void {
  for (const path of paths)
    test(path, async () => {
      await assertGood({ page, path });
      assertQuiet();
    });
}

/** Makes a test of each page of a branch. */
export function walkBranchPages(): void {
  before(async () => {
    await furnish();
    await openAnother();
    await logIn({ page, user: admin, lands: "**/home" });
  });
  // Of the words the government has for people, the pages are those of the others' words.
  const own = partnerPaths.filter((path) => !/^(approver|security-personal)\//.test(path));
  walk([...own, branchRegister]);
}

/** Makes a test of each page for everybody, for the platform's people and for customers. */
export function walkOtherPages(): void {
  test("nothing depends on which way round a screen is held (WCAG 1.3.4)", () => {
    const built = globSync("dist/web/**/*.{css,js,html}");
    assert.ok(built.some((file) => file.endsWith(".css")));
    const turned = built.filter((file) => /@media[^{;]*\borientation\s*:/.test(readFileSync(file, "utf8")));
    assert.deepEqual(turned, []);
  });

  before(async () => {
    await furnish();
    await openAnother();
  });
  walk(publicPaths);

  test("the platform's log-in", async () => {
    await logIn({ page, user: verifier, lands: "**/platform" });
  });
  walk(platformPaths);

  test("a new vendor's log-in", async () => {
    await openAnother();
    await logIn({ page, user: vendor, lands: `**${companyRegister}` });
  });
  walk([companyRegister]);

  test("the customers' log-in", async () => {
    await openAnother();
    await page.goto("/customer/commercial/login");
    await page.getByRole("button", { name: "Use email and password" }).click();
    await typeLogIn({ page, user: customer });
    await page.getByRole("link", { name: "My account" }).waitFor();
  });
  walk(customerPaths);
}
