// A restaurant's evening: two drivers, a manager and three customers, each in a browser of their own.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const board = "**/valet-parking/dashboard";
const plates = ["TN09AB1001", "TN09AB1002", "TN09AB1003"] as const;
let branch: MadeBranch;
let ravi: Page;
let meena: Page;
let office: Page;
let customers: Page[];
let raviUser: MadeUser;
const tickets: { id: number; link: string; otp: string }[] = [];
const offer = (page: Page) => page.getByRole("alert", { name: "A car for you" });

async function picture({ page, name }: { page: Page; name: string }): Promise<void> {
  const folder = process.env["STORY_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

before(async () => {
  branch = await make.valetBranch({ slots: 10, valet_number: "9444012345", config: { offer_timeout_seconds: 600 } });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  raviUser = await make.user("staff", { branch, first_name: "Ravi" });
  const meenaUser = await make.user("staff", { branch, first_name: "Meena" });
  const managerUser = await make.user("manager", { branch, first_name: "Latha" });
  const driver = await as(raviUser);
  for (const Vehicle_Number of plates) {
    const { data } = await driver.post("/actions/valet/create-ticket", {
      Vehicle_Number,
      Customer_Phone_Number: "9840012345",
    });
    tickets.push(data);
    assert.equal((await driver.post(`/actions/valet/${data.id}/park`, {})).status, 200);
  }
  const pages: Page[] = [];
  for (const context of [phone, phone, desk, phone, phone, phone])
    pages.push((await openPage({ address, context })).page);
  [ravi, meena, office] = pages.slice(0, 3) as [Page, Page, Page];
  customers = pages.slice(3);
  await logIn({ page: ravi, user: raviUser, lands: board });
  await logIn({ page: meena, user: meenaUser, lands: board });
  await logIn({ page: office, user: managerUser, lands: board });
  for (const [at, page] of customers.entries()) {
    await page.goto(tickets[at]!.link);
    await page.getByRole("heading", { name: "Your car is parked" }).waitFor();
  }
});

test("the first car is offered to Ravi, who has waited longest, and to nobody else", async () => {
  await customers[0]!.getByRole("button", { name: "Bring my car" }).click();
  await offer(ravi).getByText(plates[0]).first().waitFor();
  await picture({ page: ravi, name: "offer" });
  await assertAccessible(ravi);
  assert.equal(await offer(meena).count(), 0);
  await meena.getByText("offered to Ravi").waitFor();
  await offer(ravi).getByRole("button", { name: "I bring it" }).click();
  await offer(ravi).waitFor({ state: "detached" });
  await customers[0]!.getByText("Ravi is bringing it.").waitFor();
});

test("Meena cannot take the second; the manager is called and gives it to her all the same", async () => {
  await customers[1]!.getByRole("button", { name: "Bring my car" }).click();
  await customers[1]!.getByText("One car is before yours.").waitFor();
  await offer(meena).getByText(plates[1]).first().waitFor();
  await offer(meena).getByRole("button", { name: "Not me" }).click();
  const called = office.getByRole("alert", { name: "Nobody takes this car" });
  await called.getByText(plates[1]).first().waitFor();
  await picture({ page: office, name: "manager-called" });
  await called.getByRole("link", { name: "Give it to somebody" }).click();
  await office.getByRole("button", { name: /^Lost ticket/ }).click();
  await office.getByRole("button", { name: "Give to somebody else" }).click();
  await office.getByRole("dialog").getByRole("button", { name: "Meena" }).click();
  await meena.getByText("The manager gave you this car").waitFor();
  await offer(meena).getByRole("button", { name: "I bring it" }).click();
  await customers[1]!.getByText("Meena is bringing it.").waitFor();
});

test("the third wants the car at a time, thinks again, and asks now; Ravi gets it once his first is at the gate", async () => {
  const customer = customers[2]!;
  await customer.getByRole("button", { name: "For a time" }).click();
  await customer.getByLabel("When do you want it at the gate?").selectOption({ index: 2 });
  await picture({ page: customer, name: "customer-time" });
  await assertAccessible(customer);
  await customer.getByRole("button", { name: "Want it then" }).click();
  await customer.getByText("We ask for it in time.").waitFor();
  await office.goto(office.url().replace(/detail.*/, "dashboard"));
  await office.getByText(/^Wanted at/).waitFor();
  await customer.getByRole("button", { name: "Take it back" }).click();
  await customer.getByRole("button", { name: "Bring my car" }).click();
  await customer.getByText("2 cars are before yours.").waitFor();
  assert.equal(await offer(ravi).count(), 0, "he is driving");
  await ravi.getByRole("region", { name: "On the way" }).getByRole("button", { name: "At the gate" }).click();
  await customers[0]!.getByRole("heading", { name: "Your car is at the gate" }).waitFor();
  await offer(ravi).getByText(plates[2]).first().waitFor();
  await offer(ravi).getByRole("button", { name: "I bring it" }).click();
  await customer.getByText("Ravi is bringing it.").waitFor();
});

test("a tip, the OTP, and each has their own car", async () => {
  await customers[0]!.getByRole("button", { name: "₹50" }).click();
  await customers[0]!.locator("button[aria-pressed=true]", { hasText: "₹50" }).waitFor();
  const driver = await as(raviUser);
  for (const [at, { id, otp }] of tickets.entries()) {
    if (at > 0) await sql`update "Valet_and_Parking_Information" set status_id = 5 where id = ${id}`;
    const handed = await driver.post(`/actions/valet/${id}/hand-over`, { otp });
    assert.equal(handed.status, 200, handed.text);
    await customers[at]!.getByRole("heading", { name: "You have your car" }).waitFor();
  }
  await customers[0]!.getByRole("region", { name: "Receipt" }).getByText("₹50.00").waitFor();
  await picture({ page: customers[0]!, name: "customer-receipt" });
  await assertAccessible(customers[0]!);
  await office.getByRole("heading", { name: "No car is here" }).waitFor();
});
