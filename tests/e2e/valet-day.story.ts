// An evening at the valet: two drivers, a manager and a customer, each in a browser of their own.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone, type WatchedPage } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";

const { app, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const plate = "TN09AB1234";
let branch: MadeBranch;
let place: string;
let ravi: Page;
let meena: Page;
let office: Page;
let customer: Page;
let watched: { meena: WatchedPage; customer: WatchedPage };
const board = "**/valet-parking/dashboard";
let code: string;
let link: string;

/** The browser itself writes a line about an answer that refuses: that one, and no other. */
function forgiveWrongCode(page: WatchedPage): void {
  assert.throws(() => page.assertQuiet(), /^(?!.*outside request)[\s\S]*status of 400 \(Bad Request\)/);
}

/** For a person who looks: only where a folder for pictures is named. */
async function picture({ page, name }: { page: Page; name: string }): Promise<void> {
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
  const [company] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${branch.company}`;
  place = `/${company!.slug}/${branch.slug}`;
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  ({ page: ravi } = await openPage({ address, context: phone }));
  ({ page: office } = await openPage({ address, context: desk }));
  watched = {
    meena: await openPage({ address, context: phone }),
    customer: await openPage({ address, context: phone }),
  };
  meena = watched.meena.page;
  customer = watched.customer.page;
  await logIn({ page: ravi, user: await make.user("staff", { branch, first_name: "Ravi" }), lands: board });
  await logIn({ page: meena, user: await make.user("staff", { branch, first_name: "Meena" }), lands: board });
  await logIn({ page: office, user: await make.user("manager", { branch, first_name: "Latha" }), lands: board });
});

test("Ravi takes a key: the ticket has its code, and the office sees the car", async () => {
  await ravi.getByRole("heading", { name: "No car is here" }).waitFor();
  await assertAccessible(ravi);
  await ravi.goto(`${place}/valet-parking/create`);
  await ravi.getByRole("textbox", { name: "Vehicle number" }).fill("tn09 ab-1234");
  await ravi.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await ravi.getByText("Hatchback").click();
  await ravi.getByRole("textbox", { name: "Key tag" }).fill("17");
  await picture({ page: ravi, name: "create" });
  await assertAccessible(ravi);
  await ravi.getByRole("button", { name: "Take the key" }).click();
  await ravi.getByRole("heading", { name: "Key taken" }).waitFor();
  const ticket = ravi.getByRole("region", { name: "Ticket" });
  code = (await ticket.getByRole("definition").first().innerText()).trim();
  assert.match(code, /^[1-9]\d{3}$/);
  await picture({ page: ravi, name: "key-taken" });
  await assertAccessible(ravi);
  await office.getByRole("region", { name: "Received" }).getByRole("link", { name: plate }).waitFor();
  await office.getByText("On duty: Latha, Meena, Ravi").waitFor();
});

test("he parks it, and the customer finds the car with the code", async () => {
  await ravi.getByRole("link", { name: "Park it" }).click();
  await ravi.getByRole("button", { name: "Parked it" }).click();
  await ravi.getByText("Slot is B1").waitFor();
  await picture({ page: ravi, name: "detail" });
  await assertAccessible(ravi);

  await customer.goto(`${place}/valet-parking/customer/login`);
  await assertAccessible(customer);
  await customer.getByRole("textbox", { name: "Phone or vehicle number" }).fill("98400 12345");
  const otp = customer.getByRole("textbox", { name: "OTP on your ticket" });
  await otp.fill(code === "1000" ? "1001" : "1000");
  await customer.getByRole("button", { name: "Show my car" }).click();
  await customer.getByText("*Invalid OTP").waitFor();
  forgiveWrongCode(watched.customer);
  await picture({ page: customer, name: "customer-login" });
  await otp.fill(code);
  await customer.getByRole("button", { name: "Show my car" }).click();
  await customer.getByRole("heading", { name: "Your car is parked" }).waitFor();
  link = customer.url();
  await picture({ page: customer, name: "customer-parked" });
  await assertAccessible(customer);
});

test("the customer asks for it; both drivers see it, Meena takes it, and Ravi is told who has it", async () => {
  await ravi.goto(`${place}/valet-parking/dashboard`);
  const asked = (page: Page) => page.getByRole("region", { name: "Pickup requested" });
  await Promise.all([ravi, meena].map((page) => page.getByText("Live", { exact: true }).waitFor()));
  const seen = Promise.all([ravi, meena].map((page) => asked(page).getByRole("link", { name: plate }).waitFor()));
  await customer.getByRole("button", { name: "Bring my car" }).click();
  await customer.getByRole("heading", { name: "You asked for your car" }).waitFor();
  await seen;
  await picture({ page: meena, name: "board-phone" });
  await picture({ page: office, name: "board-desk" });
  await assertAccessible(meena);
  await assertAccessible(office);
  await asked(meena).getByRole("button", { name: "I bring it" }).click();
  await ravi.getByRole("region", { name: "On the way" }).getByText("Meena").waitFor();
  await customer.getByText("Meena is bringing it.").waitFor();
  await picture({ page: customer, name: "customer-on-the-way" });
  await assertAccessible(customer);
});

test("at the gate: cash with a tip, a wrong code, the right one, and the customer has the car", async () => {
  await meena.goto(`${place}/valet-parking/dashboard`);
  await meena.getByRole("region", { name: "On the way" }).getByRole("link", { name: plate }).click();
  await meena.getByRole("heading", { name: "What happened" }).waitFor();
  await meena.getByRole("button", { name: "At the gate", exact: true }).click();
  await customer.getByRole("heading", { name: "Your car is at the gate" }).waitFor();
  await meena.getByRole("button", { name: "Take ₹70.00" }).click();
  await meena.getByRole("textbox", { name: "Tip for the driver" }).fill("30");
  await meena.getByText("₹100.00 in hand").waitFor();
  await picture({ page: meena, name: "take-cash" });
  await assertAccessible(meena);
  await meena.getByRole("dialog").getByRole("button", { name: "Take ₹70.00" }).click();
  await meena.getByRole("dialog").waitFor({ state: "detached" });
  await meena.getByRole("button", { name: "Hand over" }).click();
  const dialog = meena.getByRole("dialog", { name: "Hand over" });
  const otp = dialog.getByRole("textbox", { name: "OTP the customer says" });
  await otp.fill(code === "1000" ? "1001" : "1000");
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await dialog.getByText("*Invalid OTP").waitFor();
  forgiveWrongCode(watched.meena);
  await picture({ page: meena, name: "hand-over" });
  await assertAccessible(meena);
  await otp.fill(code);
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await meena.getByText("Handed over", { exact: true }).first().waitFor();
  await picture({ page: meena, name: "detail-out" });
  await customer.getByRole("heading", { name: "You have your car" }).waitFor();
  await picture({ page: customer, name: "customer-out" });
  await office.getByRole("heading", { name: "No car is here" }).waitFor();
});

test("a lost ticket: only the manager hands over without the code, and says why", async () => {
  await ravi.goto(`${place}/valet-parking/create`);
  await ravi.getByRole("textbox", { name: "Vehicle number" }).fill(plate);
  await ravi.getByText("Was here before").waitFor();
  assert.equal(await ravi.getByRole("textbox", { name: "Phone number" }).inputValue(), "9840012345");
  await ravi.getByRole("button", { name: "Take the key" }).click();
  await ravi.getByRole("link", { name: "Park it" }).click();
  for (const step of ["Parked it", "Ask for it"]) await ravi.getByRole("button", { name: step, exact: true }).click();
  const offer = ravi.getByRole("alert", { name: "A car for you" });
  await offer.getByRole("button", { name: "I bring it" }).click();
  await ravi.getByRole("button", { name: "At the gate", exact: true }).click();
  await ravi.getByRole("button", { name: "Take ₹70.00" }).waitFor();
  await office.getByRole("searchbox").fill(plate);
  await office.keyboard.press("Enter");
  await office.getByRole("search").locator("..").getByRole("link", { name: "At the gate" }).click();
  await office.getByRole("button", { name: "Take ₹70.00" }).click();
  await office.getByRole("dialog").getByRole("button", { name: "Take ₹70.00" }).click();
  await office.getByRole("button", { name: "Hand over" }).click();
  await office.getByRole("button", { name: "The customer has no OTP" }).click();
  await office.getByRole("textbox", { name: "Why without the OTP" }).fill("Lost ticket, saw the RC book");
  await office.getByRole("dialog").getByRole("button", { name: "Hand over" }).click();
  await office.getByText("Handed over without the OTP: Lost ticket, saw the RC book").waitFor();
  await picture({ page: office, name: "detail-desk" });
  await assertAccessible(office);
  await customer.goto(link);
  await customer.getByRole("heading", { name: "You have your car" }).waitFor();
  // It would ask again when the server ends its stream.
  await customer.close();
});
