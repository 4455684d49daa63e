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
const expectedErrors = [
  /status of 404/,
  /Failed to fetch dynamically imported module/,
  /Unable to preload CSS/,
  /ERR_INTERNET_DISCONNECTED/,
];

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

/** A camera that can be turned on while the page is open. */
const cameraScript = `navigator.mediaDevices.getUserMedia = async () => {
  if (!sessionStorage.getItem("hasCamera")) throw new DOMException("No camera", "NotFoundError");
  const canvas = document.createElement("canvas");
  canvas.getContext("2d").fillRect(0, 0, canvas.width, canvas.height);
  return canvas.captureStream(5);
};`;

/** After the release, on the page "Scan code" with a typed code: reading the camera's image needs code that is gone. */
async function failAction() {
  const { page, release, getReloads } = await openTab({});
  await page.addInitScript(cameraScript);
  await page.goto(`/${companySlug}/${branch.slug}/parking/scan-parking-entry`);
  const codeField = page.getByRole("textbox", { name: "Vehicle number, phone, receipt or code", exact: true });
  const retryButton = page.getByRole("button", { name: "Retry camera", exact: true });
  await retryButton.waitFor();
  await codeField.fill("TN09AB1234");
  await release();
  await page.evaluate(`sessionStorage.setItem("hasCamera", "yes")`);
  await retryButton.click();
  const dialog = page.getByRole("dialog", { name: "A new version is available", exact: true });
  await dialog.waitFor();
  return { page, dialog, codeField, getReloads };
}

test("an action whose code is gone says so, and leaves the page with what was typed", async () => {
  const { page, dialog, codeField, getReloads } = await failAction();
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await codeField.inputValue(), "TN09AB1234");
  assert.equal(getReloads(), 0);
});

test("the reload that an action offers brings its code", async () => {
  const { page, dialog, getReloads } = await failAction();
  const reader = page.waitForResponse((response) => response.url().endsWith(".wasm") && response.ok());
  await dialog.getByRole("button", { name: "Reload", exact: true }).click();
  await reader;
  await page.getByText("Point the camera at the code", { exact: true }).waitFor();
  assert.equal(await dialog.count(), 0);
  assert.equal(getReloads(), 1);
});

test("without a network, an action whose code is not loaded says that", async () => {
  const { page } = await openTab({});
  await page.addInitScript(cameraScript);
  await page.goto(`/${companySlug}/${branch.slug}/parking/scan-parking-entry`);
  const retryButton = page.getByRole("button", { name: "Retry camera", exact: true });
  await retryButton.waitFor();
  await page.evaluate(`sessionStorage.setItem("hasCamera", "yes")`);
  await page.context().setOffline(true);
  await retryButton.click();
  await page.getByText("No connection. Check your network and try again.", { exact: true }).waitFor();
  await page.context().setOffline(false);
});
