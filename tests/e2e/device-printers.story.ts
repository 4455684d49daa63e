// §4: printers at USB and Bluetooth of a device: connected by the person, they print what a network printer would; one that is
// off keeps its paper.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { formatWireAmount } from "#domain/money.ts";
import { decodePages, PrinterSimulator } from "#simulators/printer.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { type SimulatedPrinters, simulatePrinters } from "#tests/e2e/simulated-printers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn, logOut } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const network = new PrinterSimulator();
await network.start();
after(() => network.stop());
const printerNetworks = [{ address: "127.0.0.1", prefix: 32, port: Number(network.address.split(":")[1]) }];
const { address, make, asUser, sql } = await startStory({ runsJobs: true, config: { printerNetworks } });

const slug = "device-printer-company";
const company = await make.company({ slug });
const branch = await make.branch({
  company: company.id,
  slots: 9,
  rate: "20.00",
  name: "Anna Nagar",
  payment_channels: ["on_account"],
});
const manager = await make.user("manager", { branch });
const staff = await make.user("staff", { branch });
const client = await asUser(staff);
const path = (name: string, at = branch) => `/${slug}/${at.slug}/${name}`;
let page: Page;
let printers: SimulatedPrinters;
const keptText = /The paper waits on the page Printers\.$/;

async function checkIn(): Promise<{ id: number; plate: string }> {
  const plate = make.plate();
  const { data } = await client.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  return { id: data.id, plate };
}

/** Prints from the page of an entry. */
async function printSlip(id: number, printer: string): Promise<void> {
  await page.goto(path(`parking/detail?id=${id}`));
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: `Print slip on ${printer}`, exact: true }).click();
}

/** What the printer at USB has printed since its bytes were counted. */
const readPrinted = (): string =>
  decodePages(Uint8Array.from(printers.usb.received))
    .flatMap(({ rows }) => rows)
    .join("\n");

before(async () => {
  const setUp = await asUser(manager);
  const add = async (body: object) => assert.equal((await setUp.post("/actions/printers", body)).status, 200);
  await add({ name: "Network", address: network.address, paper_width: "80", opens_drawer: true });
  await add({ name: "Cable", connection: "usb", paper_width: "80", opens_drawer: true });
  ({ page } = await openPage({ address, context: phoneViewport, expectedErrors: [/navigator\.vibrate/] }));
  printers = await simulatePrinters(page);
  await logIn({ page, user: staff });
});

test("the policy of pages permits printers to them alone", async () => {
  const { page: plain, assertNoErrors } = await openPage({ address, context: desktopViewport });
  const response = await plain.goto("/");
  const policy = String(response!.headers()["permissions-policy"]);
  assert.match(policy, /usb=\(self\), bluetooth=\(self\)/);
  // The browser's own: it rejects where the policy does not permit it.
  assert.equal(await plain.evaluate("navigator.usb.getDevices().then((devices) => devices.length)"), 0);
  assertNoErrors();
});

test("a manager adds a Bluetooth printer, which has no address", async () => {
  const { page: desk, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: desk, user: manager });
  await desk.goto(path("printers"));
  await desk.getByRole("button", { name: "Add printer", exact: true }).click();
  const form = desk.getByRole("dialog", { name: "Add printer", exact: true });
  await form.getByLabel("Name").fill("Belt");
  await form.getByText("Bluetooth", { exact: true }).click();
  assert.equal(await form.getByLabel("Address").count(), 0);
  await form.getByText("58 mm", { exact: true }).click();
  await assertAccessible(desk);
  await form.getByRole("button", { name: "Add printer", exact: true }).click();
  await form.waitFor({ state: "hidden" });
  await desk.getByRole("button", { name: "Connect Belt to this device", exact: true }).waitFor();
  assertNoErrors();
});

test("a printer that this device does not have is not offered for a slip", async () => {
  const { id } = await checkIn();
  await page.goto(path(`parking/detail?id=${id}`));
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Print slip on Network", exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Print slip on Cable", exact: true }).count(), 0);

  // Papers of other devices wait for it, which is not ready here.
  const rows: { id: number; name: string }[] = (await client.get("/items/Printers")).data;
  const cable = rows.find(({ name }) => name === "Cable")!;
  assert.equal((await client.post(`/actions/printers/${cable.id}/print`, { entry: id })).status, 200);
  await page.goto(path("printers"));
  const badge = page.getByText("Waiting", { exact: true });
  await badge.waitFor();
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await badge.waitFor({ state: "detached" });
});

test("a device prints the slip of a check-in at USB, byte for byte as at the network", async () => {
  await page.goto(path("printers"));
  await page.getByRole("button", { name: "Connect Cable to this device", exact: true }).click();
  await page.getByText("Cable is connected to this device", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Print slips of this device on Cable", exact: true }).click();
  await assertAccessible(page);
  const plate = make.plate();
  await page.goto(path("parking/create"));
  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(plate);
  await page.getByRole("textbox", { name: /^Phone number/ }).fill("9840012345");
  await page.getByRole("button", { name: "Check in", exact: true }).click();
  await page.getByText("Sent to Cable", { exact: true }).waitFor();
  assert.deepEqual(printers.usb.errors, []);
  const [entry] = await sql<[{ id: number }]>`
    select e.id from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
    where m.vehicle_no = ${plate}`;
  // As if it was printed for the first time.
  await sql`update "Parking_Information" set slip_prints = 0 where id = ${entry.id}`;
  const [{ id: networkPrinter }] = await sql<[{ id: number }]>`select id from "Printers" where name = 'Network'`;
  await client.post(`/actions/printers/${networkPrinter}/print`, { entry: entry.id });
  await eventually(() => assert.equal(network.transmissions.length, 1), { timeoutMs: 60_000 });
  assert.deepEqual(Buffer.from(printers.usb.received), network.transmissions[0]);
});

test("a printer that is off keeps the paper and says so, and prints it once it is on", async () => {
  const { id, plate } = await checkIn();
  printers.usb.isOn = false;
  printers.usb.received.length = 0;
  await printSlip(id, "Cable");
  await page.getByText(keptText).waitFor();
  await page.goto(path("printers"));
  await page.getByText("Not reachable", { exact: true }).waitFor();
  await page.getByText(/^The browser does not find the printer: turn it on, or connect it again\./).waitFor();
  const waiting = page.getByRole("list", { name: "Waiting for Cable", exact: true });
  await waiting.getByText(plate, { exact: true }).waitFor();
  await assertAccessible(page);
  assert.equal(printers.usb.received.length, 0);
  printers.usb.isOn = true;
  await page.getByRole("button", { name: `Try now: ${plate}`, exact: true }).click();
  await waiting.waitFor({ state: "detached" });
  const [printed, ...others] = decodePages(Uint8Array.from(printers.usb.received));
  assert.ok(printed?.rows.includes(`2x *${plate}*`) && others.length === 0, printed?.rows.join("\n"));
});

test("a Bluetooth printer with short writes gets the whole paper in parts of 20 bytes", async () => {
  printers.bluetooth.longestWrite = 20;
  await page.goto(path("printers"));
  await page.getByRole("button", { name: "Connect Belt to this device", exact: true }).click();
  await page.getByText("Belt is connected to this device", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Print test page on Belt", exact: true }).click();
  await page.getByText("Test page sent to Belt", { exact: true }).waitFor();
  const { errors, parts, received } = printers.bluetooth;
  assert.deepEqual(errors, []);
  assert.ok(Math.max(...parts) === 20 && parts.slice(0, -1).every((length) => length === 20), parts.join(" "));
  const [printed] = decodePages(Uint8Array.from(received));
  assert.deepEqual(printed?.errors, []);
  assert.ok(printed?.rows.includes("*TEST PAGE*") && printed.rows.some((row) => row.startsWith("[picture 384x")));
});

test("a press asks for the Bluetooth printer again that the browser has forgotten with the page", async () => {
  Object.assign(printers.bluetooth, { longestWrite: 180, parts: [], received: [] });
  const { id, plate } = await checkIn();
  const { dialogs } = printers.bluetooth;
  await printSlip(id, "Belt");
  await page.getByText("Sent to Belt", { exact: true }).waitFor();
  assert.equal(printers.bluetooth.dialogs, dialogs + 1);
  assert.equal(Math.max(...printers.bluetooth.parts), 180);
  assert.ok(decodePages(Uint8Array.from(printers.bluetooth.received))[0]?.rows.includes(`2x *${plate}*`));
});

test("a transmission that breaks off is not repeated before a person says so", async () => {
  Object.assign(printers.bluetooth, { received: [], breaksAfter: 360 });
  const { id, plate } = await checkIn();
  await printSlip(id, "Belt");
  await page.getByText(/^The connection broke off while printing\./).waitFor();
  Object.assign(printers.bluetooth, { received: [], breaksAfter: Infinity });
  await page.goto(path("printers"));
  await page.getByText(/^May have been printed/).waitFor();
  await page.getByRole("button", { name: `Print again: ${plate}`, exact: true }).click();
  await page.getByRole("list", { name: "Waiting for Belt", exact: true }).waitFor({ state: "detached" });
  assert.ok(decodePages(Uint8Array.from(printers.bluetooth.received))[0]?.rows.includes(`2x *${plate}*`));
});

test("a deleted printer is forgotten for its branch, and that of another branch is kept", async () => {
  const other = await make.branch({ company: company.id, slots: 9, rate: "20.00", name: "Velachery" });
  const otherStaff = await make.user("staff", { branch: other });
  const at = async (place: typeof branch, name: string) => {
    const reply = await (
      await asUser(await make.user("manager", { branch: place }))
    ).post("/actions/printers", {
      name,
      address: network.address,
      paper_width: "80",
    });
    assert.equal(reply.status, 200, reply.text);
  };
  await at(branch, "First");
  await at(other, "Second");
  const { page: desk } = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 403/] });
  const change = async (user: typeof staff, place: typeof branch) => {
    await logOut(desk);
    await logIn({ page: desk, user });
    await desk.goto(path("printers", place));
  };
  await logIn({ page: desk, user: staff });
  const choose = (name: string) =>
    desk.getByRole("button", { name: `Print slips of this device on ${name}`, exact: true });
  const isChosen = (name: string) => choose(name).getAttribute("aria-pressed");
  await desk.goto(path("printers"));
  await choose("First").click();
  await change(otherStaff, other);
  await choose("Second").click();
  await change(staff, branch);
  await choose("First").waitFor();
  assert.equal(await isChosen("First"), "true", "each branch has its own");
  await sql`delete from "Printers" where name = 'First'`;
  await desk.goto(path("parking/create"));
  await desk.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(make.plate());
  await desk.getByRole("textbox", { name: /^Phone number/ }).fill("9840012345");
  const refused = desk.waitForResponse((response) => /printers\/\d+\/print$/.test(response.url()));
  await desk.getByRole("button", { name: "Check in", exact: true }).click();
  assert.equal((await refused).status(), 403);
  await desk.getByRole("alertdialog").waitFor();
  await desk.keyboard.press("Escape");
  await desk.getByRole("alertdialog").waitFor({ state: "detached" });
  await eventually(async () =>
    assert.doesNotMatch((await desk.evaluate(() => localStorage.getItem("chaavi-printer"))) ?? "", /First/),
  );
  await change(otherStaff, other);
  await choose("Second").waitFor();
  assert.equal(await isChosen("Second"), "true");
});

/** Prints on both printers from the page that is open, and returns the paper of the device, which is that of the network. */
async function printOnBoth({
  press,
  again,
}: {
  press: (printer: string) => Promise<void>;
  again: () => Promise<unknown>;
}) {
  printers.usb.received.length = 0;
  const before = network.transmissions.length;
  await press("Cable");
  await page.getByText("Sent to Cable", { exact: true }).last().waitFor();
  assert.deepEqual(printers.usb.errors, []);
  // As if it was printed for the first time.
  await again();
  await press("Network");
  await eventually(() => assert.equal(network.transmissions.length, before + 1), { timeoutMs: 60_000 });
  assert.deepEqual(Buffer.from(printers.usb.received), network.transmissions.at(-1));
  const [printed, ...others] = decodePages(Uint8Array.from(printers.usb.received));
  assert.deepEqual([printed?.errors, others.length], [[], 0]);
  return printed!.rows.join("\n");
}

test("the receipt of a settlement is printed on a printer of the device and at the network", async () => {
  const { id } = await checkIn();
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${id}`;
  const setUp = await asUser(manager);
  const { request } = (await setUp.get(`/actions/payments/parking/${id}`)).data;
  const booking = { channel: "on_account", reference: "Acme Ltd", request };
  const booked = await setUp.post(`/actions/parking/${id}/take-payment`, booking);
  assert.equal(booked.status, 200, booked.text);
  const { total } = (await client.get("/actions/debts/accounts")).data;
  const settlement = { account: "Acme Ltd", channel: "cash", amount: formatWireAmount(total), expected: total };
  const settled = await client.post("/actions/debts/accounts/settle", settlement);
  assert.equal(settled.status, 200, settled.text);
  await page.goto(path("debts?view=accounts"));
  const settlements = page.getByRole("list", { name: "Settlements of your shift", exact: true });
  const press = (printer: string) =>
    settlements.getByRole("button", { name: `Print receipt on ${printer}`, exact: true }).click();
  await settlements.getByRole("button", { name: "Print receipt", exact: true }).waitFor();
  const again = () => sql`update payments set receipt_prints = 0 where id = ${settled.data.id}`;
  const text = await printOnBoth({ press, again });
  assert.match(text, /Acme Ltd/);
  assert.match(text, /40\.00/);
  await press("Cable");
  await eventually(() => assert.match(readPrinted(), /DUPLICATE/));
});

test("a closed shift is printed on a printer of the device and at the network", async () => {
  await sql`update cash_shifts set closed_at = now(), counted = 40, expected = 60, difference = -20 where collector = ${staff.id}`;
  await page.goto(path("cash-shift"));
  const press = (printer: string) =>
    page.getByRole("button", { name: `Print shift on ${printer}`, exact: true }).click();
  const text = await printOnBoth({ press, again: async () => {} });
  assert.match(text, /CASH SHIFT[^]*Difference -Rs\. 20\.00/);
});

test("a pass is printed on a printer of the device and at the network", async () => {
  const plate = make.plate();
  const body = { vehicle_no: plate, phone_no: "9840012345", duration: 1, time_type: "month" };
  const issued = await client.post("/actions/passes", body);
  assert.equal(issued.status, 200, issued.text);
  await page.goto(path(`vehicle-entry/edit?id=${issued.data.id}`));
  const press = async (printer: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: `Print pass on ${printer}`, exact: true }).click();
  };
  const text = await printOnBoth({ press, again: async () => {} });
  assert.match(text, new RegExp(`PARKING PASS[^]*${plate}`));
});
