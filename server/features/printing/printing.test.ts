// §4: network printers through the app, with a simulated printer on TCP.
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { getClaimMs } from "#domain/printing/print-job.ts";
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import { createServices } from "#server/context.ts";
import { printPapers } from "#server/features/printing/print-jobs.ts";
import { findAllowedAddress, printerNetworksSetting } from "#server/features/printing/printer-networks.ts";
import { PrinterSimulator } from "#simulators/printer.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";

const start = new Date("2026-11-27T06:00:00Z");
const simulator = new PrinterSimulator();
await simulator.start();
after(() => simulator.stop());
const port = Number(simulator.address.split(":")[1]);
const printerNetworks = [{ address: "127.0.0.1", prefix: 32, port }];
const { sql, asUser, clock } = await startApp({ config: { printerNetworks } });
const make = createFactories(sql);
const createServer = () =>
  createServices({ sql, config: { ...testConfig, printerNetworks }, clock: () => clock.now ?? new Date() });
const services = createServer();
const passTime = (ms: number): void => void (clock.now = new Date(clock.now!.getTime() + ms));

beforeEach(() => {
  clock.now = start;
  simulator.mode = "print";
  simulator.pages.length = 0;
});

async function createSite({ width = "80" }: { width?: "58" | "80" } = {}) {
  const branch = await make.branch({ slots: 5, rate: "20.00" });
  const manager = await asUser(await make.user("manager", { branch }));
  const staff = await asUser(await make.user("staff", { branch }));
  const body = { name: "Gate", address: simulator.address, paper_width: width, opens_drawer: true };
  const { status, data, text } = await manager.post("/actions/printers", body);
  assert.equal(status, 200, text);
  const plate = make.plate();
  const entry = await staff.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  assert.equal(entry.status, 200, entry.text);
  const printer: number = data.id;
  const entryId: number = entry.data.id;
  return {
    branch,
    manager,
    staff,
    plate,
    printer,
    entry: entryId,
    work: (by = services) => printPapers({ services: by, printer }),
    async print(): Promise<number> {
      const job = await staff.post(`/actions/printers/${printer}/print`, { entry: entry.data.id });
      assert.equal(job.status, 200, job.text);
      return job.data.job;
    },
    readJobs: async () => (await staff.get(`/items/Print_Jobs?sort=id&filter[printer]=${printer}`)).data,
    readPrinter: async () => (await staff.get(`/items/Printers/${printer}`)).data,
  };
}
type Site = Awaited<ReturnType<typeof createSite>>;
const listStates = async ({ readJobs }: Site): Promise<string[]> =>
  (await readJobs()).map(({ state }: { state: string }) => state);

test("a slip is printed, and the next one as a duplicate", async () => {
  const site = await createSite();
  await site.print();
  await site.print();
  await site.work();
  assert.equal(simulator.pages.length, 2);
  const [first, second] = simulator.pages;
  assert.deepEqual([first!.errors, second!.errors], [[], []]);
  assert.ok(
    first!.rows.includes("*PARKING SLIP*") && first!.rows.includes(`2x *${site.plate}*`),
    first!.rows.join("\n"),
  );
  assert.ok(first!.rows.some((row) => row.startsWith("[QR https://chaavi.test/pay/")));
  assert.ok(!first!.rows.includes("*DUPLICATE*") && second!.rows.includes("*DUPLICATE*"));
  assert.deepEqual(await listStates(site), ["printed", "printed"]);
  const [row] = await sql<{ kept: boolean }[]>`
    select bool_or(content is not null) as kept from "Print_Jobs" where printer = ${site.printer}`;
  assert.equal(row!.kept, false);
});

test("a slip in the language of the branch has pictures, numbers and the plate stay text", async () => {
  const site = await createSite({ width: "58" });
  const { status } = await site.manager.patch(`/items/Branch/${site.branch.id}`, { print_language: "ta" });
  assert.equal(status, 200);
  await site.print();
  await site.work();
  const [page] = simulator.pages;
  assert.deepEqual(page!.errors, []);
  assert.ok(page!.rows.includes(`2x *${site.plate}*`), page!.rows.join("\n"));
  assert.ok(!page!.rows.includes("*PARKING SLIP*"));
  assert.ok(page!.rows.filter((row) => /^\[picture 384x\d+\]$/.test(row)).length >= 4, page!.rows.join("\n"));
});

test("a receipt in the language of the branch has the lines of the charge as pictures", async () => {
  const site = await createSite({ width: "58" });
  const since = new Date(start.getTime() - 150 * 60_000);
  const rates = createRates({
    lines: [
      { kind: "total", to: 60, amount: 2_000 },
      { kind: "each", to: null, step: 60, amount: 1_000 },
    ],
  });
  const { extras, grace_minutes } = createTariff({ rates: [] });
  const tariff = { version: 1, rates, extras, grace_minutes };
  await sql`update "Parking_Information" set in_time = ${since}, tariff = ${sql.json(tariff)} where id = ${site.entry}`;
  const paid = await site.staff.post(`/actions/parking/${site.entry}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  await site.print();
  const { status } = await site.manager.patch(`/items/Branch/${site.branch.id}`, { print_language: "hi" });
  assert.equal(status, 200);
  await site.print();
  await site.work();
  const [english, hindi] = simulator.pages;
  const charge = ["First 1 hour Rs. 20.00", "2 more hours at Rs. 10.00 = Rs.", "20.00"];
  assert.deepEqual(
    english!.rows.filter((row) => charge.includes(row)),
    charge,
  );
  assert.deepEqual(hindi!.errors, []);
  assert.ok(!hindi!.rows.some((row) => /hour|First/.test(row)), hindi!.rows.join("\n"));
});

test("the receipt with cash opens the drawer once", async () => {
  const site = await createSite({ width: "58" });
  const since = new Date(start.getTime() - 50 * 60_000);
  await sql`update "Parking_Information" set in_time = ${since} where id = ${site.entry}`;
  const paid = await site.staff.post(`/actions/parking/${site.entry}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  await site.print();
  await site.print();
  await site.work();
  const [first, second] = simulator.pages;
  assert.ok(first!.rows.includes("*RECEIPT*"), first!.rows.join("\n"));
  assert.deepEqual([first!.drawer, second!.drawer], [true, false]);
});

test("the test page has a picture for letters that the printer lacks", async () => {
  const site = await createSite();
  assert.equal((await site.staff.post(`/actions/printers/${site.printer}/test`)).status, 200);
  await site.work();
  const [page] = simulator.pages;
  assert.deepEqual(page!.errors, []);
  assert.ok(page!.rows.includes("*TEST PAGE*") && page!.rows.includes("Rs. 123.45"), page!.rows.join("\n"));
  assert.ok(
    page!.rows.some((row) => /^\[picture 576x36\]$/.test(row)),
    page!.rows.join("\n"),
  );
});

test("a printer that is off keeps its jobs, says so, and prints them in order when it is on", async () => {
  const site = await createSite();
  await simulator.stop();
  await site.print();
  await site.print();
  await site.work();
  assert.deepEqual(await listStates(site), ["waiting", "waiting"]);
  assert.equal((await site.readPrinter()).problem, "The printer refuses the connection");
  await simulator.start();
  // Before the next attempt is due, nothing is tried.
  await site.work();
  assert.equal(simulator.pages.length, 0);
  passTime(60_000);
  await site.work(createServer());
  assert.deepEqual(await listStates(site), ["printed", "printed"]);
  assert.equal(simulator.pages[1]!.rows.includes("*DUPLICATE*"), true);
  assert.equal((await site.readPrinter()).problem, null);
});

test("two processes never print a job twice; without the claim they do", async () => {
  const site = await createSite();
  await site.print();
  simulator.mode = "hang";
  const connected = simulator.connections + 1;
  const first = site.work();
  await eventually(() => assert.equal(simulator.connections, connected));
  await site.work(createServer());
  assert.equal(simulator.connections, connected);
  // Control: the claim is taken away while the first process still prints.
  await sql`update "Print_Jobs" set state = 'waiting' where printer = ${site.printer}`;
  const second = site.work(createServer());
  await eventually(() => assert.equal(simulator.connections, connected + 1));
  await simulator.stop();
  await Promise.all([first, second]);
  await simulator.start();
});

test("a job whose transmission broke off waits for a person, who prints it again or cancels it", async () => {
  const site = await createSite();
  const [again, given] = [await site.print(), await site.print()];
  simulator.mode = "cut-off";
  await site.work();
  passTime(60_000);
  await site.work();
  assert.deepEqual(await listStates(site), ["unclear", "unclear"]);
  assert.equal((await site.readPrinter()).problem, "The connection broke off while printing");
  simulator.mode = "print";
  passTime(60_000);
  await site.work();
  assert.equal(simulator.pages.length, 0);
  assert.equal((await site.staff.post(`/actions/print-jobs/${again}/retry`)).status, 204);
  assert.equal((await site.staff.post(`/actions/print-jobs/${given}/cancel`)).status, 204);
  await site.work();
  assert.equal(simulator.pages.length, 1);
  assert.deepEqual(await listStates(site), ["printed", "cancelled"]);
});

test("the job of a process that has ended is unclear after its claim, and the others are printed", async () => {
  const site = await createSite();
  const lost = await site.print();
  await site.print();
  await sql`update "Print_Jobs" set state = 'printing', claimed_at = ${start} where id = ${lost}`;
  passTime(getClaimMs("network") - 1);
  await site.work();
  assert.deepEqual(await listStates(site), ["printing", "waiting"]);
  passTime(1);
  await site.work();
  assert.deepEqual(await listStates(site), ["unclear", "printed"]);
});

test("a printer outside the permitted networks is refused, also if the setting changes", async () => {
  const site = await createSite();
  for (const address of ["127.0.0.1", "127.0.0.1:22", "192.168.1.50", "8.8.8.8", "localhost", "169.254.169.254", ""]) {
    const body = { name: "Office", address, paper_width: "80" };
    const { status, errors } = await site.manager.post("/actions/printers", body);
    assert.equal(status, 400, address);
    assert.equal(errors[0]!.extensions.field, "address");
  }
  const job = await site.print();
  const connected = simulator.connections;
  await site.work(createServices({ sql, config: testConfig, clock: () => clock.now! }));
  assert.equal(simulator.connections, connected);
  assert.equal((await site.readPrinter()).problem, "The server may not reach this address");
  assert.equal((await site.staff.post(`/actions/print-jobs/${job}/cancel`)).status, 204);
});

test("staff neither add printers nor print what belongs to another branch", async () => {
  const [site, other] = [await createSite(), await createSite()];
  const body = { name: "Office", address: simulator.address, paper_width: "80" };
  assert.equal((await site.staff.post("/actions/printers", body)).status, 403);
  assert.equal((await site.staff.post(`/actions/printers/${site.printer}/print`, { entry: other.entry })).status, 403);
  assert.equal((await site.staff.post(`/actions/printers/${other.printer}/print`, { entry: site.entry })).status, 403);
  const { data } = await site.staff.get(`/items/Print_Jobs?filter[printer]=${other.printer}`);
  assert.deepEqual(data, []);
});

test("PRINTER_NETWORKS has private ranges only", () => {
  const parse = (text: string) => printerNetworksSetting.safeParse(text);
  assert.deepEqual(parse("off").data, []);
  assert.deepEqual(parse("192.168.1.0/24, 10.0.8.0/24:9101").data, [
    { address: "192.168.1.0", prefix: 24, port: 9100 },
    { address: "10.0.8.0", prefix: 24, port: 9101 },
  ]);
  for (const text of [
    "8.8.8.0/24",
    "0.0.0.0/0",
    "169.254.0.0/16",
    "192.168.1.0",
    "192.0.0.0/8",
    "printers",
    "10.0.0.0/33",
  ])
    assert.equal(parse(text).success, false, text);
  const networks = parse("192.168.1.0/24").data!;
  assert.deepEqual(findAllowedAddress({ text: "192.168.1.50", networks }), { host: "192.168.1.50", port: 9100 });
  for (const text of ["192.168.2.50", "192.168.1.50:22"])
    assert.equal(findAllowedAddress({ text, networks }), undefined, text);
});
