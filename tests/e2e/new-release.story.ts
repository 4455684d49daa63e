// A tab that was opened before a release: the files of its build that it has not loaded yet are gone.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const expectedErrors = [/status of 404/, /Failed to fetch dynamically imported module/, /Unable to preload CSS/];

const companySlug = "release-company";
let branch: CreatedBranch;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, rate: "20.00" });
});

interface OpenTab {
  page: Page;
  /** From now on, documents name another build, and the files that are not loaded yet are gone. */
  release: () => Promise<void>;
  /** Documents that were loaded since the release. */
  getReloads: () => number;
}

/** Without `isOldServed`, the server has the new release: a reload finds all of its files. */
async function openTab({ path, isOldServed = false }: { path?: string; isOldServed?: boolean }): Promise<OpenTab> {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors });
  const loaded = new Set<string>();
  page.on("request", (request) => loaded.add(request.url()));
  const user = await make.user("staff", { branch, in_out_flag: false });
  const client = await asUser(user);
  await client.patch(`/users/${user.id}`, { in_out_flag: true });
  const { data } = await client.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  await client.post(`/actions/parking/${data.id}/take-cash`, {});
  await logIn({ page, user });
  if (path) await page.goto(`/${companySlug}/${branch.slug}/${path}`);
  await page.getByText("Live", { exact: true }).waitFor();
  let reloads = 0;
  async function release(): Promise<void> {
    const known = new Set(loaded);
    page.on("request", (request) => (reloads += Number(request.isNavigationRequest())));
    await page.route("**/static/**", async (route) => {
      const isGone = !known.has(route.request().url()) && (isOldServed || reloads === 0);
      await (isGone ? route.fulfill({ status: 404 }) : route.fallback());
    });
    await page.route("**/partner-with-us", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll("/static/index-", "/static/index-next-");
      await route.fulfill({ response, body });
    });
  }
  return { page, release, getReloads: () => reloads };
}

test("a page whose files are gone after a release is opened by one reload", async () => {
  const { page, release, getReloads } = await openTab({});
  await release();
  await page.getByRole("link", { name: "Scan", exact: true }).click();
  await page.getByRole("heading", { name: "Scan code" }).waitFor();
  assert.equal(getReloads(), 1);
});

test("where the reload gives the old build again, the page says that there is a new version", async () => {
  const { page, release, getReloads } = await openTab({ isOldServed: true });
  await release();
  await page.getByRole("link", { name: "Scan", exact: true }).click();
  await page.getByRole("heading", { name: "A new version is available" }).waitFor();
  await assertAccessible(page);
  assert.equal(getReloads(), 1);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "Scan code" }).waitFor();
});

test("a part of a page that is gone loses nothing of what was typed beside it", async () => {
  const { page, release, getReloads } = await openTab({ path: "parking/create" });
  const plate = make.plate();
  const plateField = page.getByRole("textbox", { name: "Vehicle number", exact: true });
  await plateField.fill(plate);
  await release();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "End duty" }).click();
  await eventually(async () => assert.equal(getReloads(), 1));
  await eventually(async () => assert.equal(await plateField.inputValue(), plate));
});
