// §2 the guest's page: code and slot, online payment and back to the car, tip online, rating, and without a network.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { logIn } from "#tests/support/log-in.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { providerSettings, startPaymentsApp } from "#tests/support/payments-app.ts";

const {
  asUser,
  sql,
  factories: make,
  simulator,
  address,
} = await startPaymentsApp({
  // The first scheduled check is hours away: payments are confirmed by callbacks, and by requests of the guest.
  config: { payCheckSpeed: 0.001 },
});
const allowedHosts = [new URL(simulator.url).host];
let branch: CreatedBranch;
let ravi: CreatedUser;
let guestPage: Page;
let ticket: { id: number; otp: string; handoverQr: string; link: string };

before(async () => {
  branch = await make.valetBranch({ slots: 10, charge: "50.00" });
  await make.row("payment_settings", {
    branch: branch.id,
    environment: "simulator",
    ...providerSettings["phonepe-v1"],
  });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  const driver = await asUser(ravi);
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345", key_tag: "17" };
  const { id } = (await driver.post("/actions/valet/create-ticket", body)).data;
  ticket = { id, ...(await readCustomerTicket({ sql, id })) };
  await driver.post(`/actions/valet/${ticket.id}/park`);
  ({ page: guestPage } = await openPage({
    address,
    allowedHosts,
    context: phoneViewport,
    // While the server cannot be reached, and for a tip that is paid already.
    expectedErrors: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /status of 409/],
  }));
});

test("shows the code, the key tag and the slot", async () => {
  await guestPage.goto(ticket.link);
  const card = guestPage.getByLabel("Your ticket", { exact: true });
  await card.getByText(ticket.otp, { exact: true }).waitFor();
  await card.getByText("17", { exact: true }).waitFor();
  await card.getByText("B1", { exact: true }).waitFor();
  await assertAccessible(guestPage);
});

test("shows the ticket without a network, and saves it as a file", async () => {
  await guestPage.route("**/actions/valet/customer/**", (route) => route.abort());
  await guestPage.reload();
  await guestPage.getByText("No network. This is your ticket as of").waitFor();
  await guestPage.getByText(ticket.otp, { exact: true }).waitFor();
  await assertAccessible(guestPage);
  const download = guestPage.waitForEvent("download");
  await guestPage.getByRole("button", { name: "Save ticket" }).click();
  await (await download).path();
  await guestPage.unroute("**/actions/valet/customer/**");
  await guestPage.reload();
  await guestPage.getByRole("heading", { name: "Your car is parked" }).waitFor();
});

test("says beside the button that a request was not sent without a network, until the network is back", async () => {
  const request = guestPage.getByRole("button", { name: "Request my car" });
  const failure = guestPage.getByRole("alert").getByText("No connection. Check your network and try again.");
  await guestPage.context().setOffline(true);
  await request.click();
  await failure.waitFor();
  await guestPage.evaluate(() => scrollTo(0, 0));
  const [notice, button] = [await failure.boundingBox(), await request.boundingBox()];
  assert.ok(notice && button && notice.y > 0 && notice.y < button.y && button.y < guestPage.viewportSize()!.height);
  const box = await guestPage.getByRole("alert").boundingBox();
  assert.ok(box && box.x + box.width <= button.x + button.width, "as wide as the buttons below it");
  await guestPage.context().setOffline(false);
  await failure.waitFor({ state: "hidden" });
  await guestPage.getByRole("heading", { name: "Your car is parked" }).waitFor();
  await request.click();
  await guestPage.getByRole("heading", { name: "Pickup requested" }).waitFor();
});

test("pays online and gets back to the car", async () => {
  await guestPage.getByRole("link", { name: "Pay ₹50.00 online or at the gate" }).click();
  await guestPage.getByRole("button", { name: "Pay ₹50.00" }).waitFor();
  await assertAccessible(guestPage);
  await guestPage.getByRole("link", { name: "Back to my car" }).click();
  await guestPage.getByRole("link", { name: "Pay ₹50.00 online or at the gate" }).click();
  await guestPage.getByRole("button", { name: "Pay ₹50.00" }).click();
  await guestPage.getByRole("button", { name: "Pay", exact: true }).click();
  await guestPage.getByRole("heading", { name: "Paid" }).waitFor();
  await assertAccessible(guestPage);
  await guestPage.getByRole("link", { name: "Back to my car" }).click();
  await guestPage.getByRole("heading", { name: "Pickup requested" }).waitFor();
  await guestPage.getByRole("link", { name: "Receipt" }).click();
  await guestPage.getByRole("heading", { name: "Receipt" }).waitFor();
  await assertAccessible(guestPage);
  await guestPage.getByRole("link", { name: "Back to my car" }).click();
  await guestPage.getByRole("heading", { name: "Pickup requested" }).waitFor();
});

test("pays the tip online", async () => {
  await guestPage.getByRole("button", { name: "₹50", exact: true }).click();
  await guestPage.getByRole("button", { name: "Pay ₹50.00 tip online" }).click();
  await guestPage.getByRole("button", { name: "Pay", exact: true }).click();
  await guestPage.getByText("Tip of ₹50.00 paid online. Thank you.").waitFor();
  for (const name of ["No tip", "₹50"])
    assert.equal(await guestPage.getByRole("button", { name, exact: true }).count(), 0);
  assert.equal(await guestPage.getByText("paid at the gate or online").count(), 0);
  await assertAccessible(guestPage);
});

test("a tip whose callback is lost is shown as waiting, is not offered again, and arrives", async () => {
  simulator.faults.set({ "lost-callback": 1 });
  await guestPage.getByRole("button", { name: "Tip more" }).click();
  await guestPage.getByRole("button", { name: "₹20", exact: true }).click();
  await guestPage.getByRole("button", { name: "Pay ₹20.00 tip online" }).click();
  await guestPage.getByRole("button", { name: "Pay", exact: true }).click();
  await guestPage.getByText("Waiting for your bank to confirm the tip of ₹20.00").waitFor();
  await assertAccessible(guestPage);
  const payAgain = guestPage.getByRole("button", { name: "Pay ₹20.00 tip online" });
  assert.equal(await payAgain.count(), 0);
  // Who presses on nevertheless does not pay twice: the provider is asked first.
  await guestPage.getByRole("button", { name: "I have not paid the tip" }).click();
  await payAgain.click();
  await guestPage.getByText("Tip of ₹70.00 paid online. Thank you.").waitFor();
  assert.equal(await payAgain.count(), 0);
  simulator.faults.set({});
});

test("shows the QR code, and the driver who scans it hands the car over", async () => {
  const driver = await asUser(ravi);
  for (const verb of ["accept-pickup", "at-the-gate"]) await driver.post(`/actions/valet/${ticket.id}/${verb}`);
  await guestPage.getByRole("heading", { name: "Your car is at the gate" }).waitFor();
  await guestPage.getByRole("button", { name: "Show QR code" }).click();
  await guestPage.getByRole("img", { name: "QR code to collect your car" }).waitFor();
  await assertAccessible(guestPage);
  const { page: driverPage } = await openPage({ address, context: phoneViewport });
  await logIn({ page: driverPage, user: ravi, landingUrl: "**/valet-parking/dashboard" });
  const scanUrl = driverPage.url().replace("dashboard", "scan-parking-entry");
  // The slip that the driver printed opens the ticket and proves nothing.
  for (const qr of [
    testTokens.issue({ kind: tokenKinds.qr, payload: { kind: "V", id: ticket.id } }),
    ticket.handoverQr,
  ]) {
    await driverPage.goto(scanUrl);
    await driverPage.getByRole("textbox", { name: "Vehicle number, phone, token or key tag" }).fill(qr);
    await driverPage.getByRole("button", { name: "Open", exact: true }).click();
    await driverPage.getByRole("button", { name: "Hand over", exact: true }).click();
    await driverPage.getByRole("textbox", { name: /customer's OTP/i }).waitFor();
    const scanned = driverPage.getByRole("button", { name: "Hand over with scanned QR code" });
    assert.equal(await scanned.count(), qr === ticket.handoverQr ? 1 : 0);
  }
  await driverPage.getByRole("button", { name: "Hand over with scanned QR code" }).click();
  await guestPage.getByRole("heading", { name: "Car handed over" }).waitFor();
});

test("after the handover, a tip that turns out to be paid is not offered again", async () => {
  simulator.faults.set({ "lost-callback": 1 });
  await guestPage.getByRole("button", { name: "Tip more" }).click();
  await guestPage.getByRole("button", { name: "₹20", exact: true }).click();
  const payTip = guestPage.getByRole("button", { name: "Pay ₹20.00 tip online" });
  await payTip.click();
  await guestPage.getByRole("button", { name: "Pay", exact: true }).click();
  await guestPage.getByRole("button", { name: "I have not paid the tip" }).click();
  await guestPage.getByRole("button", { name: "₹20", exact: true }).click();
  await payTip.click();
  await guestPage.getByText("Tip of ₹90.00 paid online. Thank you.").waitFor();
  await guestPage.getByRole("button", { name: "Tip more" }).waitFor();
  assert.equal(await payTip.count(), 0);
  simulator.faults.set({});
});

test("rates the service once the car is handed over", async () => {
  await guestPage.getByRole("heading", { name: "Car handed over" }).waitFor();
  assert.equal(await guestPage.getByRole("button", { name: "Message valet" }).count(), 0);
  await guestPage.getByRole("button", { name: "Rate 4 of 5" }).click();
  await guestPage.getByText("Thank you for your rating.").waitFor();
  await assertAccessible(guestPage);
  // The page would reconnect when the server closes its event stream.
  await guestPage.close();
});

test("chooses one of several gates, and the driver on the way sees another choice", async () => {
  const gated = await make.valetBranch({ slots: 5, config: { pickup_gates: "Main gate, Tower B" } });
  const meena = await make.user("staff", { branch: gated, first_name: "Meena" });
  const driver = await asUser(meena);
  const plate = make.plate();
  const body = { Vehicle_Number: plate, Customer_Phone_Number: "9840012349" };
  const { id } = (await driver.post("/actions/valet/create-ticket", body)).data;
  await driver.post(`/actions/valet/${id}/park`);
  const { link } = await readCustomerTicket({ sql, id });
  const { page: guest } = await openPage({ address, context: phoneViewport });
  await guest.goto(link);
  const gates = guest.getByRole("group", { name: "Pickup gate", exact: true });
  await gates.getByText("If you choose nothing, your car comes to Main gate.").waitFor();
  await gates.getByRole("button", { name: "Tower B", exact: true }).click();
  await gates.getByRole("button", { name: "Tower B", pressed: true }).waitFor();
  await assertAccessible(guest);
  assert.deepEqual(await findLayoutProblems(guest), []);
  await guest.getByRole("button", { name: "Request my car" }).click();
  const { page: driverPage } = await openPage({ address, context: phoneViewport });
  await logIn({ page: driverPage, user: meena, landingUrl: "**/valet-parking/dashboard" });
  const card = driverPage.getByRole("listitem").filter({ hasText: plate });
  await card.getByText("to Tower B", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Accept", exact: true }).click();
  const current = driverPage.getByRole("region", { name: "Your current car", exact: true });
  await current.getByText("Bring it to Tower B", { exact: true }).waitFor();
  await guest.getByText("Meena is bringing it to Tower B.").waitFor();
  await gates.getByRole("button", { name: "Main gate", exact: true }).click();
  await current.getByText("Bring it to Main gate", { exact: true }).waitFor();
  await assertAccessible(driverPage);
  await card.getByRole("link").first().click();
  await driverPage.getByRole("button", { name: "More actions" }).click();
  await driverPage.getByRole("button", { name: "Change pickup gate", exact: true }).click();
  const sheet = driverPage.getByRole("dialog", { name: "Change pickup gate", exact: true });
  await sheet.getByRole("button", { name: "Main gate (chosen)", exact: true }).waitFor();
  await sheet.getByRole("button", { name: "Tower B", exact: true }).click();
  await sheet.waitFor({ state: "hidden" });
  await guest.getByText("Meena is bringing it to Tower B.").waitFor();
  await driverPage.getByRole("button", { name: "Mark at gate", exact: true }).click();
  await guest.getByRole("heading", { name: "Your car is at Tower B", exact: true }).waitFor();
  await guest.close();

  const second = make.plate();
  const { id: other } = (await driver.post("/actions/valet/create-ticket", { ...body, Vehicle_Number: second })).data;
  await driver.post(`/actions/valet/${other}/park`);
  await driverPage.goto(`${new URL(driverPage.url()).pathname}?id=${other}`);
  await driverPage.getByRole("button", { name: "Request car", exact: true }).click();
  const choice = driverPage.getByRole("dialog", { name: "Request car to", exact: true });
  await assertAccessible(driverPage);
  await choice.getByRole("button", { name: "Tower B", exact: true }).click();
  await choice.waitFor({ state: "hidden" });
  await driverPage.getByText("Pickup gate: Tower B").waitFor();
});
