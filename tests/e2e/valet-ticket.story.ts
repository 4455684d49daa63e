// §4 valet: two drivers, a manager and a customer, each in their own browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import {
  assertAccessible,
  desktopViewport,
  openPage,
  phoneViewport,
  type MonitoredPage,
} from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();

const plate = "TN09AB1234";
let branch: CreatedBranch;
let branchPath: string;
let valetName: string;
let raviPage: Page;
let meenaPage: Page;
let managerPage: Page;
let managerMonitor: MonitoredPage;
let customerPage: Page;
let monitoredPages: { meena: MonitoredPage; customer: MonitoredPage };
const boardUrl = "**/valet-parking/dashboard";
let code: string;
let link: string;

/** Expects the browser's console line about the 400 response and no other error. */
function ignoreWrongCodeError(page: MonitoredPage): void {
  assert.throws(() => page.assertNoErrors(), /^(?!.*outside request)[\s\S]*status of 400 \(Bad Request\)/);
}

/** Saves a screenshot if STORY_PICTURES names a folder. */
async function takeScreenshot({ page, name }: { page: Page; name: string }): Promise<void> {
  const folder = process.env["STORY_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: false });
}

before(async () => {
  branch = await make.valetBranch({
    slots: 10,
    rate: "20.00",
    charge: "50.00",
    valet_number: "9444012345",
  });
  const [site] = await sql<{ company: string; slug: string; name: string }[]>`
    select c.name as company, c.slug, b.name from "Branch" b join "Companies" c on c.id = b.company where b.id = ${branch.id}`;
  branchPath = `/${site!.slug}/${branch.slug}`;
  valetName = `${site!.company}, ${site!.name}`;
  ({ page: raviPage } = await openPage({ address, context: phoneViewport }));
  managerMonitor = await openPage({ address, context: desktopViewport });
  managerPage = managerMonitor.page;
  monitoredPages = {
    meena: await openPage({ address, context: phoneViewport }),
    customer: await openPage({ address, context: phoneViewport }),
  };
  meenaPage = monitoredPages.meena.page;
  customerPage = monitoredPages.customer.page;
  await logIn({ page: raviPage, user: await make.user("staff", { branch, first_name: "Ravi" }), landingUrl: boardUrl });
  await logIn({
    page: meenaPage,
    user: await make.user("staff", { branch, first_name: "Meena" }),
    landingUrl: boardUrl,
  });
  await logIn({
    page: managerPage,
    user: await make.user("manager", { branch, first_name: "Latha" }),
    landingUrl: boardUrl,
  });
});

test("creates a ticket without showing the OTP to the driver, and shows the car on the manager's board", async () => {
  await raviPage.getByRole("heading", { name: "No open tickets" }).waitFor();
  await assertAccessible(raviPage);
  await raviPage.goto(`${branchPath}/valet-parking/create`);
  await raviPage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill("tn09 ab-1234");
  await raviPage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await raviPage.getByText("Hatchback").click();
  await raviPage.getByRole("button", { name: "Add email" }).click();
  await raviPage.getByRole("textbox", { name: "Email (optional)" }).fill("guest@example.com");
  await raviPage.getByRole("textbox", { name: "Key tag" }).fill("17");
  await raviPage.getByRole("combobox", { name: "Fuel" }).selectOption("Half");
  await raviPage.getByRole("button", { name: "Mark damages" }).click();
  await raviPage.getByRole("checkbox", { name: "Damage: Front left" }).click();
  await raviPage.getByRole("checkbox", { name: "Damage: Boot" }).press(" ");
  await raviPage.getByRole("checkbox", { name: "Damage: Boot" }).press(" ");
  await takeScreenshot({ page: raviPage, name: "create" });
  await assertAccessible(raviPage);
  await raviPage.getByRole("button", { name: "Create ticket" }).click();
  await raviPage.getByRole("heading", { name: "Ticket created" }).waitFor();
  const ticket = raviPage.getByRole("region", { name: "Ticket" });
  await ticket.getByText("The customer gets the OTP and the link by SMS to 9840012345.").waitFor();
  assert.deepEqual(
    (await ticket.getByRole("definition").allInnerTexts()).slice(1),
    ["17"],
    "token and key tag, without the OTP",
  );
  await takeScreenshot({ page: raviPage, name: "ticket-created" });
  await assertAccessible(raviPage);
  await managerPage.getByRole("region", { name: "Received" }).getByRole("link", { name: plate }).waitFor();
  await managerPage.getByText("On duty: Latha, Meena, Ravi").waitFor();
});

test("parks the car, and the customer finds it with a code", async () => {
  await raviPage.getByRole("link", { name: "Open ticket" }).click();
  await raviPage.getByRole("img", { name: "Damages: Front left", exact: true }).waitFor();
  await raviPage.getByText("Half", { exact: true }).waitFor();
  await raviPage.getByRole("button", { name: "Mark as parked" }).click();
  const parking = raviPage.getByRole("dialog", { name: "Park car" });
  await parking.getByRole("button", { name: "Parked here" }).click();
  await parking.waitFor({ state: "detached" });
  await raviPage.getByText("Slot B1", { exact: true }).waitFor();
  await takeScreenshot({ page: raviPage, name: "detail" });
  await assertAccessible(raviPage);

  await customerPage.goto(`${branchPath}/valet-parking/customer/login`);
  await customerPage.getByText(valetName, { exact: true }).waitFor();
  await assertAccessible(customerPage);
  await customerPage.getByRole("textbox", { name: "Phone or vehicle number" }).fill("98400 12345");
  await takeScreenshot({ page: customerPage, name: "customer-login" });
  await customerPage.getByRole("button", { name: "Send OTP" }).click();
  // A login code, not the OTP of the handover.
  const otp = customerPage.getByRole("textbox", { name: "6-digit OTP" });
  await otp.waitFor();
  const sent = await findCodeSentTo({ sql, sealer: createSealer(testConfig.secret), to: "9840012345" });
  await otp.fill(sent === "100000" ? "100001" : "100000");
  await customerPage.getByRole("button", { name: "Verify" }).click();
  await customerPage.getByText("*Invalid OTP").waitFor();
  ignoreWrongCodeError(monitoredPages.customer);
  await takeScreenshot({ page: customerPage, name: "customer-code" });
  await assertAccessible(customerPage);
  await otp.fill(sent);
  await customerPage.getByRole("button", { name: "Verify" }).click();
  await customerPage.getByRole("heading", { name: "Your car is parked" }).waitFor();
  link = customerPage.url();
  code = (
    await customerPage.getByLabel("Your ticket", { exact: true }).getByRole("definition").first().innerText()
  ).trim();
  assert.match(code, /^[1-9]\d{3}$/);
  await takeScreenshot({ page: customerPage, name: "customer-parked" });
  await assertAccessible(customerPage);
});

test("notifies both drivers of a pickup request and shows who accepted it", async () => {
  await raviPage.goto(`${branchPath}/valet-parking/dashboard`);
  const getRequestedColumn = (page: Page) => page.getByRole("region", { name: "Pickup requested" });
  await Promise.all([raviPage, meenaPage].map((page) => page.getByText("Live", { exact: true }).waitFor()));
  const requestsVisible = Promise.all(
    [raviPage, meenaPage].map((page) => getRequestedColumn(page).getByRole("link", { name: plate }).waitFor()),
  );
  await customerPage.getByRole("button", { name: "Request my car" }).click();
  await customerPage.getByRole("heading", { name: "Pickup requested" }).waitFor();
  await requestsVisible;
  await takeScreenshot({ page: meenaPage, name: "board-phone" });
  await takeScreenshot({ page: managerPage, name: "board-desk" });
  await assertAccessible(meenaPage);
  await assertAccessible(managerPage);
  // Shown for two seconds only.
  const told = meenaPage.getByText("Vehicle status updated", { exact: true }).waitFor();
  await getRequestedColumn(meenaPage).getByRole("button", { name: "Accept" }).click();
  await told;
  await raviPage.getByRole("region", { name: "On the way" }).getByText("Meena").waitFor();
  await customerPage.getByText("Meena is bringing it.").waitFor();
  await takeScreenshot({ page: customerPage, name: "customer-on-the-way" });
  await assertAccessible(customerPage);
});

test("collects cash with a tip, rejects a wrong OTP and hands over with the right one", async () => {
  await meenaPage.goto(`${branchPath}/valet-parking/dashboard`);
  await meenaPage.getByRole("region", { name: "On the way" }).getByRole("link", { name: plate }).click();
  await meenaPage.getByRole("heading", { name: "History" }).waitFor();
  await meenaPage.getByRole("button", { name: "Mark at gate", exact: true }).click();
  await customerPage.getByRole("heading", { name: "Your car is at the gate" }).waitFor();
  await meenaPage.getByRole("button", { name: "Collect ₹70.00" }).click();
  await meenaPage.getByRole("textbox", { name: "Tip for driver (not in total)" }).fill("30");
  await meenaPage.getByText("plus ₹30.00 tip: collect ₹100.00").waitFor();
  await takeScreenshot({ page: meenaPage, name: "collect-cash" });
  await assertAccessible(meenaPage);
  await meenaPage.getByRole("dialog").getByRole("button", { name: "Collect ₹100.00" }).click();
  await meenaPage.getByRole("dialog").waitFor({ state: "detached" });
  // The tip is not asked for again, neither at the gate nor online, which the branch does not offer.
  await customerPage.getByText("Tip of ₹30.00 paid. Thank you.").waitFor();
  assert.equal(await customerPage.getByRole("button", { name: "No tip" }).count(), 0);
  await meenaPage.getByRole("button", { name: "Hand over" }).click();
  const dialog = meenaPage.getByRole("dialog", { name: "Hand over" });
  const otp = dialog.getByRole("textbox", { name: "Customer's OTP" });
  await otp.fill(code === "1000" ? "1001" : "1000");
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await dialog.getByText("*Invalid OTP").waitFor();
  ignoreWrongCodeError(monitoredPages.meena);
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#557733" } })
    .png()
    .toBuffer();
  await dialog.locator("input[type=file]").setInputFiles({ name: "car.png", mimeType: "image/png", buffer: picture });
  await dialog.getByRole("button", { name: "Remove photo 1" }).waitFor();
  await takeScreenshot({ page: meenaPage, name: "hand-over" });
  await assertAccessible(meenaPage);
  await otp.fill(code);
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await meenaPage.getByText("Handed over", { exact: true }).first().waitFor();
  await meenaPage.getByRole("heading", { name: "Photos at the handover" }).waitFor();
  await takeScreenshot({ page: meenaPage, name: "detail-out" });
  await customerPage.getByRole("heading", { name: "Car handed over" }).waitFor();
  await takeScreenshot({ page: customerPage, name: "customer-out" });
  await managerPage.getByRole("heading", { name: "No open tickets" }).waitFor();
});

test("lets only the manager hand over without the OTP, with a reason", async () => {
  await raviPage.goto(`${branchPath}/valet-parking/create`);
  await raviPage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await raviPage.getByText("Returning vehicle").waitFor();
  // The fields are filled after the notice is shown.
  const readFilled = (name: string) => raviPage.getByRole("textbox", { name }).inputValue();
  await eventually(async () =>
    assert.deepEqual(
      [await readFilled("Phone number"), await readFilled("Email (optional)")],
      ["9840012345", "guest@example.com"],
    ),
  );
  await raviPage.getByRole("button", { name: "Create ticket" }).click();
  await raviPage.getByRole("link", { name: "Open ticket" }).click();
  await raviPage.getByRole("button", { name: "Mark as parked", exact: true }).click();
  const parking = raviPage.getByRole("dialog", { name: "Park car" });
  await parking.getByRole("button", { name: "Parked here" }).click();
  await parking.waitFor({ state: "detached" });
  await raviPage.getByRole("button", { name: "Request car", exact: true }).click();
  const offer = raviPage.getByRole("alert", { name: "New pickup request" });
  await offer.getByRole("button", { name: "Accept" }).click();
  await raviPage.getByRole("button", { name: "Mark at gate", exact: true }).click();
  await raviPage.getByRole("button", { name: "Collect ₹70.00" }).waitFor();
  await sql`update "Outbox" set status = 'failed', last_error = 'Number not reachable'`;
  await managerPage.getByRole("searchbox").fill(plate);
  await managerPage.keyboard.press("Enter");
  const found = managerPage.getByRole("search").locator("..").getByRole("listitem");
  await found.filter({ hasText: "At the gate" }).getByRole("link").click();
  await managerPage.getByText("SMS to 9840012345 not sent: Number not reachable.").waitFor();
  await managerPage.getByRole("button", { name: "Collect ₹70.00" }).click();
  await managerPage.getByRole("dialog").getByRole("button", { name: "Collect ₹70.00" }).click();
  await managerPage.getByRole("button", { name: "Hand over" }).click();
  await managerPage.getByRole("button", { name: "Customer has no OTP" }).click();
  await managerPage
    .getByRole("textbox", { name: "Reason for handover without OTP" })
    .fill("Lost ticket, saw the RC book");
  const handover = managerPage.getByRole("dialog", { name: "Hand over" });
  await handover.getByRole("button", { name: "Hand over" }).click();
  await handover.getByText("*Take a picture of the proof").waitFor();
  ignoreWrongCodeError(managerMonitor);
  const proof = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#335577" } })
    .png()
    .toBuffer();
  await handover.locator("input[type=file]").setInputFiles({ name: "proof.png", mimeType: "image/png", buffer: proof });
  await handover.getByRole("button", { name: "Remove photo 1" }).waitFor();
  await assertAccessible(managerPage);
  await handover.getByRole("button", { name: "Hand over" }).click();
  await managerPage.getByText("Handed over without OTP: Lost ticket, saw the RC book").waitFor();
  await takeScreenshot({ page: managerPage, name: "detail-desk" });
  await assertAccessible(managerPage);
  await customerPage.goto(link);
  await customerPage.getByRole("heading", { name: "Car handed over" }).waitFor();
  // The page would reconnect when the server closes its event stream.
  await customerPage.close();
});
