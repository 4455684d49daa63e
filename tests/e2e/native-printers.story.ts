// §4 in the native shell: a Bluetooth printer of the phone, by the system's Bluetooth instead of the browser's.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { decodePages, PrinterSimulator } from "#simulators/printer.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { attachDevice, type NativeDevice, serveShell } from "#tests/support/native-shell.ts";
import { startStory } from "#tests/support/story.ts";

const network = new PrinterSimulator();
await network.start();
after(() => network.stop());
const printerNetworks = [{ address: "127.0.0.1", prefix: 32, port: Number(network.address.split(":")[1]) }];
const shell = await serveShell();
const { address, make, asUser, sql } = await startStory({
  runsJobs: true,
  config: { printerNetworks, nativeOrigins: [shell.origin] },
});
shell.setServer(address);

const company = await make.company({ slug: "native-printers" });
const branch = await make.branch({ company: company.id, slots: 9, rate: "20.00" });
const staff = await make.user("staff", { branch });
const client = await asUser(staff);
const path = (name: string) => `/native-printers/${branch.slug}/${name}`;
let page: Page;
let device: NativeDevice;

async function checkIn(): Promise<{ id: number; plate: string }> {
  const plate = make.plate();
  const { data } = await client.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  return { id: data.id, plate };
}

async function printSlip(id: number): Promise<void> {
  await page.goto(path(`parking/detail?id=${id}`));
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Print slip on Belt", exact: true }).click();
}

const connect = () => page.getByRole("button", { name: "Connect Belt to this device", exact: true });

before(async () => {
  const manager = await asUser(await make.user("manager", { branch }));
  for (const body of [
    { name: "Network", address: network.address, paper_width: "58" },
    { name: "Belt", connection: "bluetooth", paper_width: "58" },
    { name: "Cable", connection: "usb", paper_width: "58" },
  ])
    assert.equal((await manager.post("/actions/printers", body)).status, 200);
  ({ page } = await openPage({
    address: shell.origin,
    allowedHosts: [new URL(address).host],
    context: { ...phoneViewport, hasTouch: true },
    expectedErrors: [/navigator\.vibrate/, /status of 40[13]/],
  }));
  device = await attachDevice(page);
  await page.goto("/");
  await logIn({ page, user: staff, landingUrl: "**/parking/dashboard" });
});

test("without the permission, or without a choice, no printer is connected", async () => {
  await page.goto(path("printers"));
  device.printer.isPermitted = false;
  await connect().click();
  const refusal = page.getByText("The printer is off, out of reach or used by another application", { exact: true });
  await refusal.waitFor();
  await refusal.waitFor({ state: "detached" });
  device.printer.isPermitted = true;
  device.printer.isChosen = false;
  await connect().click();
  await eventually(() => assert.equal(device.printer.dialogs, 1));
  await connect().waitFor();
  assert.equal(await refusal.count(), 0);
  device.printer.isChosen = true;
});

test("a phone prints on its Bluetooth printer, byte for byte as at the network, also after a restart", async () => {
  await connect().click();
  await page.getByText("Belt is connected to this device", { exact: true }).waitFor();
  await assertAccessible(page);
  const { dialogs } = device.printer;
  const { id } = await checkIn();
  await printSlip(id);
  await page.getByText("Sent to Belt", { exact: true }).waitFor();
  assert.equal(device.printer.dialogs, dialogs, "the system remembers the printer");
  // As if it was printed for the first time.
  await sql`update "Parking_Information" set slip_prints = 0 where id = ${id}`;
  const [{ id: networkPrinter }] = await sql<[{ id: number }]>`select id from "Printers" where name = 'Network'`;
  await client.post(`/actions/printers/${networkPrinter}/print`, { entry: id });
  await eventually(() => assert.equal(network.transmissions.length, 1), { timeoutMs: 60_000 });
  assert.deepEqual(Buffer.from(device.printer.received), network.transmissions[0]);
});

test("a printer that is off keeps the paper and says so, and prints it once it is on", async () => {
  Object.assign(device.printer, { isOn: false, received: [] });
  const { id, plate } = await checkIn();
  await printSlip(id);
  await page
    .getByText(/out of reach or used by another application\. The paper waits on the page Printers\.$/)
    .waitFor();
  await page.goto(path("printers"));
  const waiting = page.getByRole("list", { name: "Waiting for Belt", exact: true });
  await waiting.getByText(plate, { exact: true }).waitFor();
  assert.equal(device.printer.received.length, 0);
  device.printer.isOn = true;
  await page.getByRole("button", { name: `Try now: ${plate}`, exact: true }).click();
  await waiting.waitFor({ state: "detached" });
  const [printed, ...others] = decodePages(Uint8Array.from(device.printer.received));
  assert.ok(printed?.rows.includes(`2x *${plate}*`) && others.length === 0, printed?.rows.join("\n"));
});

test("a transmission that breaks off is not repeated before a person says so", async () => {
  Object.assign(device.printer, { received: [], breaksAfter: 360 });
  const { id, plate } = await checkIn();
  await printSlip(id);
  await page.getByText(/^The connection broke off while printing\./).waitFor();
  Object.assign(device.printer, { received: [], breaksAfter: Infinity });
  await page.goto(path("printers"));
  await page.getByText(/^May have been printed/).waitFor();
  assert.equal(device.printer.received.length, 0);
  await page.getByRole("button", { name: `Print again: ${plate}`, exact: true }).click();
  await page.getByRole("list", { name: "Waiting for Belt", exact: true }).waitFor({ state: "detached" });
  assert.ok(decodePages(Uint8Array.from(device.printer.received))[0]?.rows.includes(`2x *${plate}*`));
});
