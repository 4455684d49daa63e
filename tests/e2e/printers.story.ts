// §4: a manager adds a network printer, staff print a slip on it; while it is off, the page says so and keeps the paper.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { PrinterSimulator } from "#simulators/printer.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const simulator = new PrinterSimulator();
await simulator.start();
after(() => simulator.stop());
const port = Number(simulator.address.split(":")[1]);
const printerNetworks = [{ address: "127.0.0.1", prefix: 32, port }];
const { address, make, asUser, sql } = await startStory({ runsJobs: true, config: { printerNetworks } });

const slug = "printer-company";
const company = await make.company({ slug });
const branch = await make.branch({ company: company.id, slots: 5, rate: "20.00" });
const manager = await make.user("manager", { branch });
const staff = await make.user("staff", { branch });
const plate = make.plate();
const client = await asUser(staff);
const { data: entry } = await client.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });

test("a manager adds a printer, and staff print a slip on it", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: manager });
  await page.goto(`/${slug}/${branch.slug}/printers`);
  await page.getByRole("heading", { name: "No printers yet", exact: true }).waitFor();
  await page.getByRole("button", { name: "Add printer", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add printer", exact: true });
  await form.getByLabel("Name").fill("Gate");
  await form.getByLabel("Address").fill(simulator.address);
  await assertAccessible(page);
  await form.getByRole("button", { name: "Add printer", exact: true }).click();
  await form.waitFor({ state: "hidden" });
  await page.getByText("Ready", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Print test page on Gate", exact: true }).click();
  await eventually(() => assert.equal(simulator.pages.length, 1), { timeoutMs: 60_000 });
  assert.ok(simulator.pages[0]!.rows.includes("*TEST PAGE*"));

  const gate = await openPage({ address, context: phoneViewport });
  await logIn({ page: gate.page, user: staff });
  await gate.page.goto(`/${slug}/${branch.slug}/parking/detail?id=${entry.id}`);
  await gate.page.getByRole("button", { name: "More actions" }).click();
  await gate.page.getByRole("button", { name: "Print slip on Gate", exact: true }).click();
  await eventually(() => assert.equal(simulator.pages.length, 2), { timeoutMs: 60_000 });
  const { rows, errors } = simulator.pages[1]!;
  assert.deepEqual(errors, []);
  assert.ok(rows.includes("*PARKING SLIP*") && rows.includes(`2x *${plate}*`), rows.join("\n"));
  assertNoErrors();
  gate.assertNoErrors();
});

test("while the printer is off the page says so and keeps the paper, which is printed once it is on", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: manager });
  await page.goto(`/${slug}/${branch.slug}/printers`);
  await page.getByText("Ready", { exact: true }).waitFor();
  await simulator.stop();
  const printers = (await client.get("/items/Printers")).data;
  assert.equal((await client.post(`/actions/printers/${printers[0].id}/print`, { entry: entry.id })).status, 200);
  await page.getByText("Not reachable", { exact: true }).waitFor();
  await page
    .getByText("The printer refuses the connection. Waiting jobs are printed once it can be reached.")
    .waitFor();
  const waiting = page.getByRole("list", { name: "Waiting for Gate", exact: true });
  await waiting.getByText(plate, { exact: true }).waitFor();
  await assertAccessible(page);
  // Its next attempt, which is some seconds later, could come before the press.
  await sql`update "Printers" set next_try_at = now() + interval '1 hour'`;
  await simulator.start();
  await page.getByRole("button", { name: `Try now: ${plate}`, exact: true }).click();
  await page.getByText("Ready", { exact: true }).waitFor();
  await waiting.waitFor({ state: "detached" });
  assert.ok(simulator.pages.at(-1)!.rows.includes("*DUPLICATE*"), simulator.pages.at(-1)!.rows.join("\n"));
  assertNoErrors();
});

test("a device that has chosen a printer prints the slip of a check-in without being asked", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: staff });
  await page.goto(`/${slug}/${branch.slug}/printers`);
  const choose = page.getByRole("button", { name: "Print slips of this device on Gate", exact: true });
  assert.equal(await choose.getAttribute("aria-pressed"), "false");
  await choose.click();
  await page.locator("button[aria-pressed=true]").getByText("Prints this device's slips").waitFor();
  assert.equal(
    await choose.evaluate((button) => button === document.activeElement),
    true,
    "the button keeps the focus",
  );
  await assertAccessible(page);
  const printed = simulator.pages.length;
  const number = make.plate();
  await page.goto(`/${slug}/${branch.slug}/parking/create`);
  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(number);
  await page.getByRole("textbox", { name: /^Phone number/ }).fill("9840012345");
  await page.getByRole("button", { name: "Check in", exact: true }).click();
  await page.getByText("Sent to Gate", { exact: true }).waitFor();
  await eventually(() => assert.equal(simulator.pages.length, printed + 1), { timeoutMs: 60_000 });
  assert.ok(simulator.pages.at(-1)!.rows.includes(`2x *${number}*`), simulator.pages.at(-1)!.rows.join("\n"));
  assertNoErrors();
});

test("it prints the slip of a new valet ticket in the same way", async () => {
  const valet = await make.valetBranch({ company: company.id, name: "Valet" });
  const valetManager = await asUser(await make.user("manager", { branch: valet }));
  const printer = { name: "Porch", address: simulator.address, paper_width: "80", opens_drawer: false };
  assert.equal((await valetManager.post("/actions/printers", printer)).status, 200);
  // A page that was only loaded may not vibrate.
  const { page, assertNoErrors } = await openPage({
    address,
    context: phoneViewport,
    expectedErrors: [/navigator\.vibrate/],
  });
  await logIn({ page, user: await make.user("staff", { branch: valet }), landingUrl: "**/valet-parking/dashboard" });
  await page.goto(`/${slug}/${valet.slug}/printers`);
  await page.getByRole("button", { name: "Print slips of this device on Porch", exact: true }).click();
  const printed = simulator.pages.length;
  const number = make.plate();
  await page.goto(`/${slug}/${valet.slug}/valet-parking/create`);
  await page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(number);
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByRole("button", { name: "Create ticket" }).click();
  await page.getByText("Sent to Porch", { exact: true }).waitFor();
  await eventually(() => assert.equal(simulator.pages.length, printed + 1), { timeoutMs: 60_000 });
  assert.ok(
    simulator.pages.at(-1)!.rows.some((row) => row.includes(number)),
    simulator.pages.at(-1)!.rows.join("\n"),
  );
  assertNoErrors();
});
