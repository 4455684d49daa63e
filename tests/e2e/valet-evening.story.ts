// §4 valet: an evening with three drivers, a manager and several guests, each in their own browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import {
  assertAccessible,
  desktopViewport,
  openPage,
  phoneViewport,
  withFullHeightViewport,
} from "#tests/support/browser.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "golconda-grand";
const boardUrl = "**/valet-parking/dashboard";
let branch: CreatedBranch;
let ravi: CreatedUser;
let meena: CreatedUser;
let kumar: CreatedUser;
let raviPage: Page;
let meenaPage: Page;
let kumarPage: Page;
let managerPage: Page;
let guestPage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.valetBranch({ company: company.id, slots: 10, config: { offer_timeout_seconds: 600 } });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  meena = await make.user("staff", { branch, first_name: "Meena" });
  kumar = await make.user("staff", { branch, first_name: "Kumar" });
  const latha = await make.user("manager", { branch, first_name: "Latha" });
  // A page that was only loaded may not vibrate for an offer.
  const driverPage = { address, context: phoneViewport, expectedErrors: [/navigator\.vibrate/] };
  ({ page: raviPage } = await openPage(driverPage));
  await raviPage.addInitScript("globalThis.print = () => {};");
  ({ page: meenaPage } = await openPage(driverPage));
  ({ page: kumarPage } = await openPage(driverPage));
  // A handover without the picture of a proof is refused with 400.
  ({ page: managerPage } = await openPage({
    address,
    context: desktopViewport,
    expectedErrors: [/status of 400/, /navigator\.vibrate/],
  }));
  // Links that are not valid any more are answered with 403.
  ({ page: guestPage } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 403/] }));
  await logIn({ page: raviPage, user: ravi, landingUrl: boardUrl });
  await logIn({ page: meenaPage, user: meena, landingUrl: boardUrl });
  await logIn({ page: kumarPage, user: kumar, landingUrl: boardUrl });
  await logIn({ page: managerPage, user: latha, landingUrl: boardUrl });
});

/** Creates a ticket on the driver's phone and opens its page; returns the ticket's id. */
async function createTicket({ plate, phone }: { plate: string; phone: string }): Promise<number> {
  await raviPage.goto(getBranchPath("valet-parking/create"));
  await raviPage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await raviPage.getByRole("textbox", { name: "Phone number" }).fill(phone);
  await raviPage.getByRole("button", { name: "Create ticket" }).click();
  await raviPage.getByRole("link", { name: "Open ticket" }).click();
  await raviPage.getByRole("heading", { name: "History" }).waitFor();
  return Number(new URL(raviPage.url()).searchParams.get("id"));
}

async function openFurtherAction(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("dialog", { name: "More actions" }).getByRole("button", { name }).click();
}

const readLink = async (id: number): Promise<string> => (await readCustomerTicket({ sql, id })).link;

test("a wrong phone number is corrected: the new one gets a new OTP and link, the old link ends", async () => {
  const id = await createTicket({ plate: "TS09EA4455", phone: "98480 11111" });
  const wrongLink = await readLink(id);
  await guestPage.goto(wrongLink);
  await guestPage.getByRole("heading", { name: "We have received your car" }).waitFor();
  await raviPage.getByText("Being sent", { exact: true }).waitFor();
  await openFurtherAction(raviPage, "Correct ticket");
  const dialog = raviPage.getByRole("dialog", { name: "Correct ticket" });
  await dialog.getByRole("textbox", { name: "Phone number" }).fill("+91 98480 22339");
  await dialog.getByText("The new number gets a new OTP and link by SMS.").waitFor();
  await assertAccessible(raviPage);
  await dialog.getByRole("button", { name: "Correct ticket" }).click();
  await dialog.getByText("*Reason is required").waitFor();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Misheard");
  await dialog.getByRole("button", { name: "Correct ticket" }).click();
  await raviPage.getByText("Phone number corrected from 9848011111 to 9848022339").waitFor();
  await raviPage.getByText("Reason: Misheard").waitFor();
  await assertAccessible(raviPage);
  await guestPage.goto(wrongLink);
  await guestPage.getByRole("heading", { name: "This link has expired" }).waitFor();
  const link = await readLink(id);
  assert.notEqual(link, wrongLink);
  await guestPage.goto(link);
  await guestPage.getByRole("heading", { name: "We have received your car" }).waitFor();
});

test("the driver sees that an SMS was not sent, and sends it again", async () => {
  await createTicket({ plate: "TS09EA5566", phone: "9848033333" });
  await sql`update "Outbox" set last_error = 'The SMS service is not available.' where recipient = '9848033333'`;
  await raviPage.getByText("SMS to 9848033333 not sent yet: The SMS service is not available.").waitFor();
  await raviPage.getByText("Not sent yet", { exact: true }).waitFor();
  await sql`update "Outbox" set status = 'failed', last_error = 'Number not reachable' where recipient = '9848033333'`;
  await raviPage.reload();
  await raviPage.getByText("SMS to 9848033333 not sent: Number not reachable.").waitFor();
  await withFullHeightViewport(raviPage, () => assertAccessible(raviPage));
  await raviPage.getByRole("button", { name: "Send again" }).click();
  await raviPage.getByText("Being sent", { exact: true }).waitFor();
  await raviPage.getByText("New OTP issued").waitFor();
  assert.equal(await raviPage.getByRole("button", { name: "Send again" }).count(), 0);
});

test("a car that is here already is named before the ticket is made, and opens its ticket", async () => {
  const id = new URL(raviPage.url()).searchParams.get("id");
  await raviPage.goto(getBranchPath("valet-parking/create"));
  await raviPage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill("TS09EA5566");
  await raviPage.getByText("This car is here already.", { exact: true }).waitFor();
  await withFullHeightViewport(raviPage, () => assertAccessible(raviPage));
  await raviPage.getByRole("link", { name: "Open ticket" }).click();
  await raviPage.getByRole("heading", { name: "History" }).waitFor();
  assert.equal(new URL(raviPage.url()).searchParams.get("id"), id);
});

test("a guest who takes the car back is cancelled with a reason, and the manager sees it", async () => {
  const plate = "TS09EA6677";
  const id = await createTicket({ plate, phone: "9848044444" });
  await guestPage.goto(await readLink(id));
  await guestPage.getByRole("heading", { name: "We have received your car" }).waitFor();
  await managerPage.getByRole("region", { name: "Received" }).getByRole("link", { name: plate }).waitFor();
  await openFurtherAction(raviPage, "Cancel ticket");
  const dialog = raviPage.getByRole("dialog", { name: `Cancel ticket of ${plate}?` });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Takes the car back");
  await assertAccessible(raviPage);
  await dialog.getByRole("button", { name: "Cancel ticket" }).click();
  await raviPage.getByText("Cancelled: Takes the car back").waitFor();
  // The history is read apart from the ticket.
  await raviPage.getByRole("button", { name: "Mark as parked" }).waitFor({ state: "detached" });
  await managerPage
    .getByRole("region", { name: "Received" })
    .getByRole("link", { name: plate })
    .waitFor({ state: "detached" });
  await guestPage.getByRole("heading", { name: "Ticket cancelled" }).waitFor();
  await assertAccessible(guestPage);
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage.getByText("Takes the car back").waitFor();
  await managerPage.goto(getBranchPath("valet-parking/dashboard"));
});

test("a driver parks the car in the slot that was typed, another one moves it, and the slip is printed twice", async () => {
  const plate = "TS09EA7788";
  const id = await createTicket({ plate, phone: "9848055555" });
  await raviPage.getByText("Received by", { exact: true }).waitFor();
  await raviPage.getByRole("button", { name: "Mark as parked" }).click();
  const parking = raviPage.getByRole("dialog", { name: "Park car" });
  await parking.getByRole("button", { name: "Use B1" }).click();
  await parking.getByText("B1 is free.").waitFor();
  await parking.getByRole("textbox", { name: "Slot" }).fill("7");
  await parking.getByText("B7 is free.").waitFor();
  await assertAccessible(raviPage);
  await parking.getByRole("button", { name: "Parked here" }).click();
  await raviPage.getByText("Slot B7", { exact: true }).waitFor();

  await meenaPage.goto(getBranchPath(`valet-parking/detail?id=${id}`));
  await openFurtherAction(meenaPage, "Change slot");
  const moving = meenaPage.getByRole("dialog", { name: "Change slot" });
  await moving.getByRole("textbox", { name: "Slot" }).fill("3");
  await moving.getByRole("button", { name: "Change slot" }).click();
  await meenaPage.getByText("Slot changed to B3").waitFor();

  const paper = raviPage.locator("body > div[aria-hidden=true]");
  await openFurtherAction(raviPage, "Print slip");
  await paper.getByText("VALET TICKET", { exact: true }).waitFor({ state: "attached" });
  assert.equal(await paper.getByText("DUPLICATE").count(), 0);
  // The customer's part, and the stub for the key.
  for (const line of [plate, /^Token /]) assert.equal(await paper.getByText(line, { exact: true }).count(), 2);
  await raviPage.emulateMedia({ media: "print" });
  const pdf = (await raviPage.pdf({ preferCSSPageSize: true })).toString("latin1");
  await raviPage.emulateMedia({ media: "screen" });
  assert.equal([...pdf.matchAll(/\/Type \/Page\b/g)].length, 1);
  await raviPage.getByText("Slip printed", { exact: true }).waitFor();
  await openFurtherAction(raviPage, "Print slip");
  await paper.getByText("DUPLICATE", { exact: true }).waitFor({ state: "attached" });
  await raviPage.getByText("Slip printed again as a duplicate").waitFor();
});

test("a driver who goes home hands the key to a colleague first", async () => {
  const plate = "TS09EA8899";
  const body = { Vehicle_Number: plate, Customer_Phone_Number: "9848066666", key_tag: "17" };
  const { data } = await (await asUser(kumar)).post("/actions/valet/create-ticket", body);
  await kumarPage.getByRole("region", { name: "Keys in hand" }).getByRole("link", { name: plate }).waitFor();
  await assertAccessible(kumarPage);
  await meenaPage.goto(getBranchPath("valet-parking/dashboard"));
  await meenaPage.getByText(new RegExp(`^Kumar: .*${plate}`)).waitFor();
  await kumarPage.getByRole("button", { name: "More", exact: true }).click();
  await kumarPage.getByRole("button", { name: "End duty" }).click();
  const question = kumarPage.getByRole("dialog", { name: "End duty?" });
  await question.getByText(`You have the keys of 1 car: ${plate} (tag 17).`).waitFor();
  await question.getByRole("button", { name: "Keys left at the desk" }).waitFor();
  await assertAccessible(kumarPage);
  await question.getByRole("button", { name: "Keys handed to Meena" }).click();
  await kumarPage.getByText("You are off duty. Start your duty", { exact: false }).waitFor();
  await meenaPage.goto(getBranchPath("valet-parking/dashboard"));
  const keys = meenaPage.getByRole("region", { name: "Keys in hand" });
  await keys.getByRole("link", { name: plate }).click();
  await meenaPage.getByText("Assigned to Meena").waitFor();
  assert.equal((await (await asUser(meena)).post(`/actions/valet/${data.id}/park`, {})).status, 200);
});

test("a guest with a lost ticket and without the phone gets the car from the manager, with a picture of a proof", async () => {
  const plate = "TS09EA9900";
  const driver = await asUser(ravi);
  const body = { Vehicle_Number: plate, Customer_Phone_Number: "9848077777" };
  const { data } = await driver.post("/actions/valet/create-ticket", body);
  for (const move of ["park", "request-pickup", "accept-pickup"])
    assert.equal((await driver.post(`/actions/valet/${data.id}/${move}`, {})).status, 200, move);
  // The car that the driver brings is on every page, with its slot.
  await raviPage.goto(getBranchPath("valet-parking/dashboard"));
  const current = raviPage.getByRole("region", { name: "Your current car" });
  await current.getByText("Bring it to the gate").waitFor();
  await assertAccessible(raviPage);
  await current.getByRole("link", { name: "Show ticket" }).click();
  await raviPage.getByRole("button", { name: "Mark at gate", exact: true }).click();
  await raviPage.getByRole("button", { name: "Hand over" }).click();
  const sheet = raviPage.getByRole("dialog", { name: "Hand over" });
  await sheet.getByText(/^By SMS to the number ending in 7777\. .* call your manager\.$/).waitFor();
  // The first SMS still waits, or is sent: one more is sent in either case, and none for 30 s then.
  await sheet.getByRole("button", { name: "Send OTP again" }).click();
  await raviPage.getByText("SMS is being sent").waitFor();
  assert.equal(await sheet.getByRole("button", { name: /^Resend in \d+ s$/ }).isDisabled(), true);
  await assertAccessible(raviPage);
  await sheet.getByRole("button", { name: "Close" }).click();

  await managerPage.goto(getBranchPath(`valet-parking/detail?id=${data.id}`));
  await managerPage.getByRole("button", { name: "Hand over" }).click();
  await managerPage.getByRole("button", { name: "Customer has no OTP" }).click();
  const handover = managerPage.getByRole("dialog", { name: "Hand over" });
  await handover.getByRole("textbox", { name: "Reason for handover without OTP" }).fill("Phone lost, saw the RC book");
  await handover.getByRole("button", { name: "Hand over car" }).click();
  await handover.getByText("*Take a picture of the proof").waitFor();
  const proof = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#335577" } })
    .png()
    .toBuffer();
  await handover.locator("input[type=file]").setInputFiles({ name: "proof.png", mimeType: "image/png", buffer: proof });
  await handover.getByRole("button", { name: "Remove photo 1" }).waitFor();
  await handover.getByRole("button", { name: "Hand over car" }).click();
  await managerPage.getByText("Handed over without OTP: Phone lost, saw the RC book").waitFor();
  await current.waitFor({ state: "detached" });
  await managerPage.goto(getBranchPath("reporting/cash"));
  const exceptions = managerPage.getByRole("listitem").filter({ hasText: plate });
  await exceptions.getByText("Handed over without OTP").waitFor();
  await assertAccessible(managerPage);
});

test("a manager assigns the driver on the ticket: the alert ends, and board, drivers and guest have the right name", async () => {
  const plate = "TS09EB1122";
  const driver = await asUser(ravi);
  // A driver with the key of a car that is not parked gets no offers.
  const received = await sql<{ id: number }[]>`
    select id from "Valet_and_Parking_Information" where "Assigned_Staff" = ${ravi.id} and status_id = 1`;
  for (const ticket of received) assert.equal((await driver.post(`/actions/valet/${ticket.id}/park`, {})).status, 200);
  const body = { Vehicle_Number: plate, Customer_Phone_Number: "9848088888" };
  const { data } = await driver.post("/actions/valet/create-ticket", body);
  assert.equal((await driver.post(`/actions/valet/${data.id}/park`, {})).status, 200);
  await guestPage.goto(await readLink(data.id));
  await managerPage.goto(getBranchPath("valet-parking/dashboard"));
  await guestPage.getByRole("button", { name: "Request my car" }).click();
  const offeredTo = await eventually(async () => {
    const [row] = await sql<{ to: string | null }[]>`
      select offered_to as to from "Valet_and_Parking_Information" where id = ${data.id}`;
    assert.ok(row?.to);
    return row.to;
  });
  const [first, second] = offeredTo === ravi.id ? [raviPage, meenaPage] : [meenaPage, raviPage];
  const getOffer = (page: Page) => page.getByRole("alert", { name: "New pickup request" });
  await getOffer(first).getByRole("button", { name: "Decline" }).click();
  await getOffer(second).getByRole("button", { name: "Decline" }).waitFor();
  const alert = managerPage.getByRole("alert", { name: "No driver yet" });
  await alert.getByText(`offered to ${offeredTo === ravi.id ? "Meena" : "Ravi"}`).waitFor();
  const getCard = (column: string) =>
    managerPage
      .getByRole("region", { name: column })
      .getByRole("listitem")
      .filter({ has: managerPage.getByRole("link", { name: plate }) });
  await getCard("Pickup requested").getByRole("link", { name: plate }).click();
  await openFurtherAction(managerPage, "Assign driver");
  const drivers = managerPage.getByRole("dialog", { name: "Assign driver" });
  const assigned = offeredTo === ravi.id ? "Ravi" : "Meena";
  await drivers.getByRole("button", { name: assigned, exact: true }).click();
  await drivers.waitFor({ state: "hidden" });
  await alert.waitFor({ state: "hidden" });
  await managerPage.getByText(`Assigned to ${assigned}`, { exact: true }).waitFor();
  await getOffer(second).waitFor({ state: "hidden" });
  await managerPage.goto(getBranchPath("valet-parking/dashboard"));
  await getCard("Pickup requested").getByText(assigned, { exact: true }).waitFor();
  assert.equal(await alert.count(), 0);
  // A screen reader announces the alert by its title.
  await first.getByRole("alert", { name: "Assigned to you" }).getByRole("button", { name: "Accept" }).click();
  await guestPage.getByText(`${assigned} is bringing it.`).waitFor();
  await getCard("On the way").getByText(assigned, { exact: true }).waitFor();

  // Another driver takes over the car that is on its way.
  const other = assigned === "Ravi" ? "Meena" : "Ravi";
  await getCard("On the way").getByRole("link", { name: plate }).click();
  await openFurtherAction(managerPage, "Assign driver");
  await drivers.getByRole("button", { name: other, exact: true }).click();
  await drivers.waitFor({ state: "hidden" });
  await guestPage.getByText(`${other} is bringing it.`).waitFor();
  await second.getByRole("region", { name: "Your current car" }).getByText("Bring it to the gate").waitFor();
  await first.getByRole("region", { name: "Your current car" }).waitFor({ state: "hidden" });
  await managerPage.goto(getBranchPath("valet-parking/dashboard"));
  await getCard("On the way").getByText(other, { exact: true }).waitFor();
  await assertAccessible(managerPage);
  // The page would reconnect when the server closes its event stream.
  await guestPage.close();
});
