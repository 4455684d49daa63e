// §4 valet pickup offers: two drivers, a manager and three customers, each in their own browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const boardUrl = "**/valet-parking/dashboard";
const plates = ["TN09AB1001", "TN09AB1002", "TN09AB1003"] as const;
let branch: CreatedBranch;
let raviPage: Page;
let meenaPage: Page;
let managerPage: Page;
let customers: Page[];
let raviUser: CreatedUser;
let managerUser: CreatedUser;
const tickets: { id: number; link: string; otp: string }[] = [];
const getOfferLocator = (page: Page) => page.getByRole("alert", { name: "New pickup request" });

async function takeScreenshot({ page, name }: { page: Page; name: string }): Promise<void> {
  const folder = process.env["STORY_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

before(async () => {
  branch = await make.valetBranch({ slots: 10, valet_number: "9444012345", config: { offer_timeout_seconds: 600 } });
  raviUser = await make.user("staff", { branch, first_name: "Ravi" });
  const meenaUser = await make.user("staff", { branch, first_name: "Meena" });
  managerUser = await make.user("manager", { branch, first_name: "Latha" });
  const driver = await asUser(raviUser);
  for (const Vehicle_Number of plates) {
    const { data } = await driver.post("/actions/valet/create-ticket", {
      Vehicle_Number,
      Customer_Phone_Number: "9840012345",
    });
    tickets.push({ id: data.id, ...(await readCustomerTicket({ sql, id: data.id })) });
    assert.equal((await driver.post(`/actions/valet/${data.id}/park`, {})).status, 200);
  }
  const pages: Page[] = [];
  for (const context of [phoneViewport, phoneViewport, desktopViewport, phoneViewport, phoneViewport, phoneViewport])
    pages.push((await openPage({ address, context })).page);
  [raviPage, meenaPage, managerPage] = pages.slice(0, 3) as [Page, Page, Page];
  customers = pages.slice(3);
  await logIn({ page: raviPage, user: raviUser, landingUrl: boardUrl });
  await logIn({ page: meenaPage, user: meenaUser, landingUrl: boardUrl });
  await logIn({ page: managerPage, user: managerUser, landingUrl: boardUrl });
  for (const [index, page] of customers.entries()) {
    await page.goto(tickets[index]!.link);
    await page.getByRole("heading", { name: "Your car is parked" }).waitFor();
  }
});

test("on a phone the tab of the column that was swiped to is in view", async () => {
  const tabs = raviPage.getByRole("group", { name: "Status columns" });
  for (const name of ["At the gate", "Parked"]) {
    await raviPage.getByRole("region", { name }).evaluate((column) => column.scrollIntoView({ inline: "start" }));
    const tab = tabs.getByRole("button", { name, pressed: true });
    await tab.waitFor();
    const { x, width } = (await tab.boundingBox())!;
    assert.ok(x >= 0 && x + width <= raviPage.viewportSize()!.width, `${name} is at ${x}`);
  }
});

test("offers the first car only to the driver who has waited longest", async () => {
  await customers[0]!.getByRole("button", { name: "Request my car" }).click();
  await getOfferLocator(raviPage).getByText(plates[0]).first().waitFor();
  await takeScreenshot({ page: raviPage, name: "offer" });
  await assertAccessible(raviPage);
  assert.equal(await getOfferLocator(meenaPage).count(), 0);
  await meenaPage.getByText("offered to Ravi").waitFor();
  await getOfferLocator(raviPage).getByRole("button", { name: "Accept" }).click();
  await getOfferLocator(raviPage).waitFor({ state: "detached" });
  await customers[0]!.getByText("Ravi is bringing it.").waitFor();
});

test("alerts the manager after a declined offer, and the manager assigns the driver", async () => {
  await customers[1]!.getByRole("button", { name: "Request my car" }).click();
  await customers[1]!.getByText("1 car is ahead of yours.").waitFor();
  await getOfferLocator(meenaPage).getByText(plates[1]).first().waitFor();
  await getOfferLocator(meenaPage).getByRole("button", { name: "Decline" }).click();
  const managerAlert = managerPage.getByRole("alert", { name: "No driver yet" });
  await managerAlert.getByText(plates[1]).first().waitFor();
  await takeScreenshot({ page: managerPage, name: "manager-alert" });
  await managerAlert.getByRole("button", { name: "Assign driver" }).click();
  const drivers = managerPage.getByRole("dialog", { name: "Assign driver" });
  await drivers.getByRole("button", { name: `Ravi (busy with ${plates[0]})` }).waitFor();
  await takeScreenshot({ page: managerPage, name: "manager-drivers" });
  await assertAccessible(managerPage);
  await drivers.getByRole("button", { name: "Meena", exact: true }).click();
  await drivers.waitFor({ state: "hidden" });
  await managerAlert.waitFor({ state: "hidden" });
  await meenaPage.getByRole("alert", { name: "Assigned to you" }).getByRole("button", { name: "Accept" }).click();
  await customers[1]!.getByText("Meena is bringing it.").waitFor();
});

test("asks a driver who has the key of a car before ending the duty", async () => {
  await meenaPage.getByRole("button", { name: "More", exact: true }).click();
  await meenaPage.getByRole("button", { name: "End duty" }).click();
  const question = meenaPage.getByRole("dialog", { name: "End duty?" });
  await question.getByText(`You have the keys of 1 car: ${plates[1]}.`).waitFor();
  await question.getByRole("button", { name: "Keys handed to Ravi" }).waitFor();
  await assertAccessible(meenaPage);
  await question.getByRole("button", { name: "Stay on duty" }).click();
  await meenaPage.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Close" }).click();
});

test("schedules a pickup, cancels it and requests the car now; offers it to a driver who is free again", async () => {
  const customer = customers[2]!;
  await customer.getByRole("button", { name: "Schedule" }).click();
  await customer.getByLabel("Pickup time at the gate").selectOption({ index: 2 });
  await takeScreenshot({ page: customer, name: "customer-time" });
  await assertAccessible(customer);
  await customer.getByRole("button", { name: "Confirm time" }).click();
  await customer.getByText(/We will request your car in time/).waitFor();
  await managerPage.goto(managerPage.url().replace(/detail.*/, "dashboard"));
  await managerPage.getByText(/^Scheduled for/).waitFor();
  // The cancellation is slow: the request that is pressed meanwhile does not overtake it.
  const sent: string[] = [];
  const pressed = Promise.withResolvers<undefined>();
  await customer.route("**/customer/want", async (route) => {
    await pressed.promise;
    sent.push("cancellation");
    await route.continue();
  });
  await customer.route("**/customer/request-pickup", async (route) => {
    sent.push("request");
    await route.continue();
  });
  await customer.getByRole("button", { name: "Cancel request" }).click();
  await customer.getByRole("button", { name: "Request my car" }).click();
  await customer.locator("button[aria-busy=true]", { hasText: "Request my car" }).waitFor();
  pressed.resolve(undefined);
  await customer.getByText("2 cars are ahead of yours.").waitFor();
  assert.deepEqual(sent, ["cancellation", "request"]);
  assert.equal(await getOfferLocator(raviPage).count(), 0, "the driver is on the way with another car");
  await raviPage.getByRole("region", { name: "On the way" }).getByRole("button", { name: "Mark at gate" }).click();
  await customers[0]!.getByRole("heading", { name: "Your car is at the gate" }).waitFor();
  await customers[0]!.getByRole("button", { name: "₹50" }).click();
  await customers[0]!.locator("button[aria-pressed=true]", { hasText: "₹50" }).waitFor();
  assert.equal(await getOfferLocator(raviPage).count(), 0, "the car at the gate is not handed over yet");
  // The tip that was chosen is collected in cash.
  const handed = await (
    await asUser(raviUser)
  ).post(`/actions/valet/${tickets[0]!.id}/take-cash`, {
    otp: tickets[0]!.otp,
    auto_checkout: true,
  });
  assert.equal(handed.status, 200, handed.text);
  await getOfferLocator(raviPage).getByText(plates[2]).first().waitFor();
  await getOfferLocator(raviPage).getByRole("button", { name: "Accept" }).click();
  await customer.getByText("Ravi is bringing it.").waitFor();
});

test("shows a driver with a car on the way this car above the next request", async () => {
  const driver = await asUser(raviUser);
  const { data } = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: "TN09AB1004",
    Customer_Phone_Number: "9840012345",
  });
  for (const move of ["park", "request-pickup"])
    assert.equal((await driver.post(`/actions/valet/${data.id}/${move}`, {})).status, 200, move);
  const manager = await asUser(managerUser);
  const assigned = await manager.post(`/actions/valet/${data.id}/reassign`, { to: raviUser.id });
  assert.equal(assigned.status, 200, assigned.text);
  const current = raviPage.getByRole("region", { name: "Your current car" });
  const next = raviPage.getByRole("alert", { name: "Assigned to you" });
  await next.getByText("TN09AB1004").first().waitFor();
  await current.getByText(plates[2]).first().waitFor();
  await takeScreenshot({ page: raviPage, name: "current-and-next" });
  const [currentBox, nextBox] = [await current.boundingBox(), await next.boundingBox()];
  assert.ok(currentBox!.y + currentBox!.height <= nextBox!.y, "the next request covers the current car");
  await assertAccessible(raviPage);
  await current.getByRole("link", { name: "Show ticket" }).click();
  await raviPage.getByRole("heading", { name: plates[2] }).waitFor();
  await next.getByRole("button", { name: "Accept" }).click();
  await next.waitFor({ state: "hidden" });
  await current.getByText(plates[2]).first().waitFor();
  tickets.push({ id: data.id, ...(await readCustomerTicket({ sql, id: data.id })) });
});

test("records a tip and hands each car over with its OTP", async () => {
  await customers[0]!.getByRole("heading", { name: "Car handed over" }).waitFor();
  const driver = await asUser(raviUser);
  for (const [index, { id, otp }] of tickets.entries()) {
    if (index === 0) continue;
    await sql`update "Valet_and_Parking_Information" set status_id = 5 where id = ${id}`;
    const handed = await driver.post(`/actions/valet/${id}/hand-over`, { otp });
    assert.equal(handed.status, 200, handed.text);
    await customers[index]?.getByRole("heading", { name: "Car handed over" }).waitFor();
  }
  await customers[0]!.getByRole("region", { name: "Receipt" }).getByText("₹50.00").waitFor();
  await takeScreenshot({ page: customers[0]!, name: "customer-receipt" });
  await assertAccessible(customers[0]!);
  await managerPage.getByRole("heading", { name: "No open tickets" }).waitFor();
});
