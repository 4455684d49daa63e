// §4: printers at USB and Bluetooth: a device claims their jobs and reports how it printed them; passes and settlements.
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { deviceProblems, getClaimMs } from "#domain/printing/print-job.ts";
import { createServices } from "#server/context.ts";
import { printPapers } from "#server/features/printing/print-jobs.ts";
import { decodePages, PrinterSimulator } from "#simulators/printer.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const start = new Date("2026-11-27T06:00:00Z");
const simulator = new PrinterSimulator();
await simulator.start();
after(() => simulator.stop());
const printerNetworks = [{ address: "127.0.0.1", prefix: 32, port: Number(simulator.address.split(":")[1]) }];
const { sql, asUser, clock } = await startApp({ config: { printerNetworks } });
const make = createFactories(sql);
const passTime = (ms: number): void => void (clock.now = new Date(clock.now!.getTime() + ms));
type Client = Awaited<ReturnType<typeof asUser>>;

beforeEach(() => {
  clock.now = start;
  simulator.pages.length = 0;
});

async function addPrinter(manager: Client, body: object): Promise<number> {
  const reply = await manager.post("/actions/printers", { name: "Belt", paper_width: "58", ...body });
  assert.equal(reply.status, 200, reply.text);
  return reply.data.id;
}

async function createSite() {
  const branch = await make.branch({ slots: 5, rate: "20.00" });
  const manager = await asUser(await make.user("manager", { branch }));
  const staff = await asUser(await make.user("staff", { branch }));
  const printer = await addPrinter(manager, { connection: "bluetooth" });
  const entry = await checkIn(staff);
  return { branch, manager, staff, printer, entry };
}

async function checkIn(client: Client): Promise<number> {
  const entry = await client.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  assert.equal(entry.status, 200, entry.text);
  return entry.data.id;
}

interface Job {
  id: number;
  claim: string;
  content: string;
}

async function print(client: Client, printer: number, body: object): Promise<number> {
  const reply = await client.post(`/actions/printers/${printer}/print`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.data.job;
}

async function take(client: Client, printer: number): Promise<Job | null> {
  const reply = await client.post(`/actions/printers/${printer}/take-job`);
  assert.equal(reply.status, 200, reply.text);
  return reply.data.job;
}

async function report(client: Client, { id, claim }: Job, body: object): Promise<void> {
  const { status, text } = await client.post(`/actions/print-jobs/${id}/report`, { claim, ...body });
  assert.equal(status, 204, text);
}

const decode = ({ content }: Job) => decodePages(Buffer.from(content, "base64"))[0]!;
const readState = async (job: number): Promise<string> =>
  (await sql<{ state: string }[]>`select state from "Print_Jobs" where id = ${job}`)[0]!.state;
const readPrinter = async (client: Client, printer: number) => (await client.get(`/items/Printers/${printer}`)).data;

test("a device takes the jobs in their order, and each is printed once", async () => {
  const { staff, printer, entry } = await createSite();
  const ordered = [await print(staff, printer, { entry }), await print(staff, printer, { entry })];
  const first = await take(staff, printer);
  assert.equal(first?.id, ordered[0]);
  assert.ok(decode(first!).rows.includes("*PARKING SLIP*"));
  assert.equal(await take(staff, printer), null, "one is being printed");
  await report(staff, first!, { outcome: "sent" });
  const second = await take(staff, printer);
  assert.ok(decode(second!).rows.includes("*DUPLICATE*"));
  await report(staff, second!, { outcome: "sent" });
  assert.equal(await take(staff, printer), null);
  assert.deepEqual(await Promise.all(ordered.map(readState)), ["printed", "printed"]);
  const [row] = await sql`select count(content)::int as kept from "Print_Jobs" where printer = ${printer}`;
  assert.equal(row!["kept"], 0);
});

test("ten requests at once take one job; without the lock of the printer two may take the same", async () => {
  const { staff, printer, entry } = await createSite();
  await print(staff, printer, { entry });
  const taken = await Promise.all(Array.from({ length: 10 }, () => take(staff, printer)));
  assert.equal(taken.filter(Boolean).length, 1);
  // The control: two that read before either writes find the same job waiting.
  await sql`update "Print_Jobs" set state = 'waiting' where printer = ${printer}`;
  const find = () => sql`select id from "Print_Jobs" where printer = ${printer} and state = 'waiting'`;
  const [first, second] = await Promise.all([find(), find()]);
  assert.deepEqual(first, second);
});

test("a printer that is off keeps the job and says so; the next attempt prints it", async () => {
  const { staff, printer, entry } = await createSite();
  const job = await print(staff, printer, { entry });
  await report(staff, (await take(staff, printer))!, { outcome: "off", problem: "unreachable" });
  assert.equal(await readState(job), "waiting");
  assert.equal((await readPrinter(staff, printer)).problem, deviceProblems.unreachable);
  await report(staff, (await take(staff, printer))!, { outcome: "sent" });
  assert.equal(await readState(job), "printed");
  assert.equal((await readPrinter(staff, printer)).problem, null);
});

test("a transmission that broke off, or whose page was closed, waits for a person", async () => {
  const { staff, printer, entry } = await createSite();
  const [broken, closed] = [await print(staff, printer, { entry }), await print(staff, printer, { entry })];
  await report(staff, (await take(staff, printer))!, { outcome: "unclear", problem: "interrupted" });
  assert.equal(await readState(broken), "unclear");
  const lost = await take(staff, printer);
  assert.equal(lost?.id, closed);
  const retry = async () => (await staff.post(`/actions/print-jobs/${closed}/retry`)).status;
  passTime(getClaimMs("bluetooth") - 1);
  assert.equal(await retry(), 204);
  assert.equal(await readState(closed), "printing", "its page may still print it");
  passTime(1);
  assert.equal(await retry(), 204);
  assert.equal(await readState(closed), "waiting");
  const again = await take(staff, printer);
  await report(staff, lost!, { outcome: "sent" });
  assert.equal(await readState(closed), "printing", "a report about an earlier claim changes nothing");
  await report(staff, again!, { outcome: "sent" });
  assert.equal(await readState(closed), "printed");
});

test("staff take what they ordered themselves, and managers everything", async () => {
  const { branch, manager, staff, printer, entry } = await createSite();
  const job = await print(manager, printer, { entry });
  assert.equal(await take(staff, printer), null);
  const colleague = await asUser(await make.user("staff", { branch }));
  const own = await print(staff, printer, { entry });
  assert.equal(await take(colleague, printer), null);
  assert.equal((await take(staff, printer))?.id, own);
  await sql`update "Print_Jobs" set state = 'printed' where id = ${own}`;
  assert.equal((await take(manager, printer))?.id, job);
});

test("jobs of network printers are taken by the server only", async () => {
  const { manager, staff, entry } = await createSite();
  const network = await addPrinter(manager, { address: simulator.address });
  const job = await print(staff, network, { entry });
  assert.equal((await staff.post(`/actions/printers/${network}/take-job`)).status, 403);
  const body = { claim: start.toISOString(), outcome: "sent" };
  assert.equal((await staff.post(`/actions/print-jobs/${job}/report`, body)).status, 403);
});

test("the server does not print what waits for a printer of a device", async () => {
  const { staff, printer, entry } = await createSite();
  const job = await print(staff, printer, { entry });
  // An address that is left over is not used.
  await sql`update "Printers" set address = ${simulator.address} where id = ${printer}`;
  const services = createServices({ sql, config: { ...testConfig, printerNetworks }, clock: () => clock.now! });
  await printPapers({ services, printer });
  assert.equal(await readState(job), "waiting");
  assert.equal(simulator.pages.length, 0);
});

test("a printer of a device has no address, and a network printer needs one", async () => {
  const { manager } = await createSite();
  const usb = await addPrinter(manager, { connection: "usb", address: "8.8.8.8" });
  assert.equal((await readPrinter(manager, usb)).address, null);
  const body = { name: "Gate", paper_width: "80", connection: "network" };
  const refused = await manager.post("/actions/printers", body);
  assert.equal(refused.errors[0]!.extensions.field, "address");
  assert.equal((await manager.post("/actions/printers", { ...body, connection: "serial" })).status, 400);
});

test("the bytes are those that a network printer of the same paper gets", async () => {
  const { manager, staff, printer, entry } = await createSite();
  const network = await addPrinter(manager, { address: simulator.address });
  await print(staff, printer, { entry });
  const taken = await take(staff, printer);
  await sql`update "Parking_Information" set slip_prints = 0 where id = ${entry}`;
  await print(staff, network, { entry });
  const services = createServices({ sql, config: { ...testConfig, printerNetworks }, clock: () => clock.now! });
  await printPapers({ services, printer: network });
  assert.deepEqual(decode(taken!), simulator.pages[0]);
});

async function issuePass(client: Client): Promise<number> {
  const body = {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
    time_type: "days",
    duration: 7,
    pass_start_time: start.toISOString(),
  };
  const { status, data, text } = await client.post("/actions/passes", body);
  assert.equal(status, 200, text);
  return data.id;
}

test("a pass is printed with its code while it is valid", async () => {
  const { staff, printer } = await createSite();
  const pass = await issuePass(staff);
  await print(staff, printer, { pass });
  const { rows, errors } = decode((await take(staff, printer))!);
  assert.deepEqual(errors, []);
  assert.ok(rows.includes("*PARKING PASS*"), rows.join("\n"));
  assert.equal(rows.filter((row) => row.startsWith("[QR ")).length, 1);
  const other = await createSite();
  const refuse = async (at: number) => (await staff.post(`/actions/printers/${at}/print`, { pass })).code;
  assert.equal(await refuse(other.printer), "FORBIDDEN");
  await sql`update "Parking_Main_Information" set is_unpaid = true where id = ${pass}`;
  assert.equal(await refuse(printer), "NO_NEXT_STATUS");
  await sql`update "Parking_Main_Information" set is_unpaid = false, pass_end_time = ${start} where id = ${pass}`;
  assert.equal(await refuse(printer), "NO_NEXT_STATUS");
});

test("the receipt of a settlement in cash opens the drawer once, and again it is a duplicate", async () => {
  const { branch, manager, staff } = await createSite();
  const printer = await addPrinter(manager, { connection: "usb", opens_drawer: true, paper_width: "80" });
  const [settlement] = await sql<[{ id: number }]>`
    insert into payments (company, branch, kind, mode, channel, account, amount, received_at)
    values (${branch.company}, ${branch.id}, 'settlement', 'cash', 'cash', 'Acme Ltd', '400.00', ${start})
    returning id`;
  await print(manager, printer, { settlement: settlement.id });
  await print(manager, printer, { settlement: settlement.id });
  const original = await take(manager, printer);
  await report(manager, original!, { outcome: "sent" });
  const copy = await take(manager, printer);
  const [first, second] = [decode(original!), decode(copy!)];
  assert.ok(
    first.rows.includes("2x *Acme Ltd*") && first.rows.includes("*Paid Rs. 400.00 in cash*"),
    first.rows.join("\n"),
  );
  assert.deepEqual([first.drawer, second.drawer], [true, false]);
  assert.deepEqual([first.rows.includes("*DUPLICATE*"), second.rows.includes("*DUPLICATE*")], [false, true]);
  assert.equal((await staff.post(`/actions/printers/${printer}/print`, {})).status, 400);
});

test("a closed shift is printed by its collector and by managers", async () => {
  const { branch, manager, staff, printer } = await createSite();
  const collector = await make.user("staff", { branch, first_name: "Selvi" });
  const [open, closed] = await sql<{ id: number }[]>`
    insert into cash_shifts (company, branch, collector, opened_at, closed_at, opening_float, counted, expected, difference, vehicles)
    select ${branch.company}, ${branch.id}, ${collector.id}, ${start}, case n when 2 then ${start}::timestamptz end, 100, 540, 560, -20, 23
    from generate_series(1, 2) n order by n returning id`;
  const own = await asUser(collector);
  for (const client of [own, manager]) {
    await print(client, printer, { shift: closed!.id });
    const job = (await take(client, printer))!;
    const { rows, errors } = decode(job);
    assert.deepEqual(errors, []);
    for (const row of ["*CASH SHIFT*", "Selvi", "Paid vehicles 23", "Counted Rs. 540.00", "Difference -Rs. 20.00"])
      assert.ok(
        rows.some((printed) => printed.includes(row)),
        `${row}\n${rows.join("\n")}`,
      );
    await report(client, job, { outcome: "sent" });
  }
  const refuse = async (client: Client, at: number, shift: number) =>
    (await client.post(`/actions/printers/${at}/print`, { shift })).code;
  assert.equal(await refuse(own, printer, open!.id), "NO_NEXT_STATUS");
  assert.equal(await refuse(staff, printer, closed!.id), "FORBIDDEN");
  const other = await createSite();
  assert.equal(await refuse(other.manager, other.printer, closed!.id), "FORBIDDEN");
});
