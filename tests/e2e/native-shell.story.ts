// §1 §2: the native shell: log-in with the token in the key store, live pages, back button, swipe, links, and no server.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { attachDevice, type NativeDevice, serveShell } from "#tests/support/native-shell.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { startStory } from "#tests/support/story.ts";

const shell = await serveShell();
const { app, address, asUser, make, sql } = await startStory({ config: { nativeOrigins: [shell.origin] } });
shell.setServer(address);
let branch: CreatedBranch;
let guard: CreatedUser;
let page: Page;
let device: NativeDevice;

const openDevicePage = async () => {
  const { page: opened } = await openPage({
    address: shell.origin,
    allowedHosts: [new URL(address).host],
    context: { ...phoneViewport, hasTouch: true },
    expectedErrors: [/ERR_FAILED/, /status of 40[13]/],
  });
  return { page: opened, device: await attachDevice(opened) };
};

before(async () => {
  const company = await make.company({ slug: "shell" });
  branch = await make.branch({ company: company.id, slots: 10 });
  guard = await make.user("staff", { branch });
  ({ page, device } = await openDevicePage());
});

const getBoardPath = () => `/shell/${branch.slug}/parking/dashboard`;

test("a guard logs in; the refresh token is in the key store alone, and a restart goes on with it", async () => {
  await page.goto("/");
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  await assertAccessible(page);
  await logIn({ page, user: guard, landingUrl: "**/parking/dashboard" });
  await eventually(() => assert.equal(device.keys.size, 1));
  assert.deepEqual(await page.context().cookies(), []);
  const stored = await page.evaluate<string>("JSON.stringify(localStorage)");
  const [token] = device.keys.values();
  assert.ok(token && !stored.includes(token));
  // As after some hours: the access token is expired.
  await page.evaluate("localStorage.setItem('access_token_expires_at', '1')");
  await page.goto("/");
  await page.waitForURL("**/parking/dashboard");
  await eventually(() => assert.notEqual([...device.keys.values()][0], token));
});

test("the board is live, and photos and actions go to the server", async () => {
  await page.goto(getBoardPath());
  await page.getByRole("heading", { name: "Parking board" }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const gate = await asUser(guard);
  const plate = make.plate();
  await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  await page.getByRole("link", { name: plate }).waitFor();
});

test("the back button closes a sheet, goes back, and on home asks once before it leaves", async () => {
  await page.goto(`/shell/${branch.slug}/home`);
  await page.getByRole("link", { name: "Board" }).first().click();
  await page.getByRole("heading", { name: "Parking board" }).waitFor();
  await page.getByRole("button", { name: "More" }).click();
  const menu = page.getByRole("dialog");
  await menu.first().waitFor();
  await device.pressBack();
  await menu.first().waitFor({ state: "hidden" });
  assert.equal(new URL(page.url()).pathname, getBoardPath());
  await device.pressBack();
  await page.waitForURL("**/home");
  await device.pressBack();
  await page.getByText("Press back again to leave Chaavi").waitFor();
  assert.equal(device.exits, 0);
  await device.pressBack();
  await eventually(() => assert.equal(device.exits, 1));
});

async function swipe(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  await browser.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [to] });
  await browser.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await browser.detach();
}

test("a swipe from the edge goes back; one from the middle, downwards or of 10 px does not", async () => {
  await page.goto(`/shell/${branch.slug}/home`);
  await page.getByRole("link", { name: "Board" }).first().click();
  const board = page.getByRole("heading", { name: "Parking board" });
  await board.waitFor();
  await swipe({ x: 200, y: 120 }, { x: 320, y: 120 });
  await swipe({ x: 5, y: 120 }, { x: 40, y: 220 });
  await swipe({ x: 5, y: 120 }, { x: 15, y: 120 });
  await board.waitFor();
  assert.equal(new URL(page.url()).pathname, getBoardPath());
  await swipe({ x: 5, y: 120 }, { x: 90, y: 125 });
  await page.waitForURL("**/home");
});

test("a link of the server opens its page in the application, one of the public site the browser", async () => {
  await device.openLink(`${address}${getBoardPath()}`);
  await page.getByRole("heading", { name: "Parking board" }).waitFor();
  assert.equal(new URL(page.url()).origin, shell.origin);
  await device.openLink("https://elsewhere.example/shell");
  const driver = await asUser(await make.user("staff", { branch: await make.valetBranch({ slots: 5 }) }));
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  const { id } = (await driver.post("/actions/valet/create-ticket", body)).data;
  const { link } = await readCustomerTicket({ sql, id });
  const { page: guest, device: guestDevice } = await openDevicePage();
  guestDevice.launchUrl = `${address}${link}`;
  await guest.goto("/");
  await guest.getByRole("heading", { name: "We have received your car" }).waitFor();
  await guest.goto("/partner-with-us");
  await guest.getByRole("link", { name: "How to use" }).waitFor();
  await guest.getByRole("link", { name: "Chaavi" }).first().click();
  // The stand-in has no other browser: the page of the server opens here.
  await guest.waitForURL(`${address}/`);
  await guest.close();
});

test("without the server the page says so, and goes on when it is back", async () => {
  await page.goto(getBoardPath());
  await page.getByText("Live", { exact: true }).waitFor();
  await page.route(`${address}/**`, (route) => route.abort());
  await page.reload();
  await page
    .getByText(/No connection|No network/)
    .first()
    .waitFor();
  await assertAccessible(page);
  await page.unroute(`${address}/**`);
  await page.reload();
  await page.getByText("Live", { exact: true }).waitFor();
});

test("a log-out removes the token, on the device and at the server", async () => {
  const [token] = device.keys.values();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Log out" }).last().click();
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  await eventually(() => assert.equal(device.keys.size, 0));
  await eventually(async () => {
    const payload = { mode: "json", refresh_token: token };
    const response = await app.inject({ method: "POST", url: "/auth/refresh", payload });
    assert.equal(response.statusCode, 401, response.body);
  });
});

test("only the shell's origins may read responses, and only if the server permits them", async () => {
  const read = (origin: string) => app.inject({ url: "/server/ping", headers: { origin } });
  assert.equal((await read(shell.origin)).headers["access-control-allow-origin"], shell.origin);
  assert.equal((await read(shell.origin)).headers["access-control-allow-credentials"], undefined);
  assert.equal((await read("https://evil.example")).headers["access-control-allow-origin"], undefined);
  const preflight = await app.inject({
    method: "OPTIONS",
    url: "/actions/parking/check-in",
    headers: { origin: shell.origin, "access-control-request-method": "POST" },
  });
  assert.equal(preflight.statusCode, 204);
});
