// §8 chat between a customer and the valet, with a connection loss in between.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedUser } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

let staffUser: CreatedUser;
let staffPage: Page;
let customerPage: Page;
let id: number;
const getMessageTexts = (page: Page) =>
  page.getByRole("log").getByRole("listitem").locator("p:first-child").allInnerTexts();

before(async () => {
  const branch = await make.valetBranch({});
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  const { data } = await (
    await asUser(staffUser)
  ).post("/actions/valet/create-ticket", { Vehicle_Number: "TN09AB2001", Customer_Phone_Number: "9840012345" });
  ({ id } = data);
  const { link } = await readCustomerTicket({ sql, id });
  const expectedErrors = [/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/];
  ({ page: staffPage } = await openPage({ address, context: phoneViewport }));
  ({ page: customerPage } = await openPage({ address, context: phoneViewport, expectedErrors }));
  await Promise.all([
    logIn({ page: staffPage, user: staffUser, landingUrl: "**/valet-parking/dashboard" }),
    customerPage.goto(link),
  ]);
});

test("requires the customer's name, shows the message on the board and delivers the reply", async () => {
  await customerPage.getByRole("button", { name: "Message valet" }).click();
  await customerPage.getByRole("button", { name: "Start chat" }).click();
  await customerPage.getByText("The user name is required.").waitFor();
  await customerPage.getByRole("textbox", { name: "Your name" }).fill("Anitha");
  await customerPage.getByRole("button", { name: "Start chat" }).click();
  await customerPage.getByRole("textbox", { name: "Message" }).fill("My bag is in the car");
  await assertAccessible(customerPage);
  await customerPage.getByRole("button", { name: "Send" }).click();
  await staffPage.getByRole("link", { name: "New message from Anitha" }).click();
  await staffPage.getByRole("button", { name: "Chat: new message from customer" }).click();
  await staffPage.getByRole("button", { name: "Join chat" }).click();
  await staffPage.getByRole("textbox", { name: "Message" }).fill("We bring it to you");
  await assertAccessible(staffPage);
  await staffPage.getByRole("button", { name: "Send" }).click();
  await customerPage.getByText("We bring it to you").waitFor();
  await customerPage.getByText("Ravi is replying.").waitFor();
  // The reply has moved the field down, not under the bar of the page; it is scrolled after the reply is shown.
  const isOnTop = () =>
    customerPage.getByRole("textbox", { name: "Message" }).evaluate((element) => {
      const { bottom, left, width } = element.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, bottom - 4) === element;
    });
  await eventually(async () => assert.ok(await isOnTop(), "the page covers the field"));
});

test("sends messages typed offline after the reconnect, in order and once on both sides", async () => {
  await customerPage.context().setOffline(true);
  await customerPage.getByRole("textbox", { name: "Message" }).fill("Thank you");
  await customerPage.getByRole("button", { name: "Send" }).click();
  await customerPage.getByText("Sending…").waitFor();
  for (const text of ["It is on its way", "At table four?"]) {
    await staffPage.getByRole("textbox", { name: "Message" }).fill(text);
    await staffPage.getByRole("button", { name: "Send" }).click();
  }
  await staffPage.getByText("Sending…").first().waitFor({ state: "detached" });
  await customerPage.context().setOffline(false);
  await customerPage.getByText("At table four?").waitFor();
  await customerPage.getByText("Sending…").first().waitFor({ state: "detached" });
  await staffPage.getByText("Thank you").waitFor();
  const expected = ["My bag is in the car", "We bring it to you", "It is on its way", "At table four?", "Thank you"];
  assert.deepEqual((await getMessageTexts(customerPage)).filter(Boolean), expected);
  assert.deepEqual((await getMessageTexts(staffPage)).filter(Boolean), expected);
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from valet_chat_messages m join valet_chats c on c.id = m.chat
    where c.valet_and_parking_information = ${id}`;
  assert.equal(row!.count, expected.length);
});

test("tells the driver on every page about a message, and the notice opens the chat", async () => {
  await staffPage.getByRole("button", { name: "End chat" }).click();
  await staffPage.getByRole("button", { name: "Join chat" }).waitFor();
  await staffPage.goto(new URL("create", staffPage.url()).href);
  await customerPage.getByRole("textbox", { name: "Message" }).fill("Are you there?");
  await customerPage.getByRole("button", { name: "Send" }).click();
  const notice = staffPage.getByRole("link", { name: "Message from Anitha about TN09AB2001" });
  assert.ok((await notice.boundingBox())!.x >= 8, "the notice does not touch the edge of the phone");
  await notice.click();
  await staffPage.getByText("Are you there?").waitFor();
  await assertAccessible(staffPage);
  await staffPage.getByRole("button", { name: "Join chat" }).click();
  await staffPage.getByRole("link", { name: "Message from Anitha about TN09AB2001" }).waitFor({ state: "detached" });
});

test("lets the staff member end the chat", async () => {
  await staffPage.getByRole("button", { name: "End chat" }).click();
  await staffPage.getByRole("button", { name: "Join chat" }).waitFor();
  await customerPage.getByText("The next available team member will reply.").waitFor();
});

test("several customers who have written are one line, and listed when they are asked for", async () => {
  const driver = await asUser(staffUser);
  for (const name of ["Bala", "Chitra", "Deepa"]) {
    const { data } = await driver.post("/actions/valet/create-ticket", {
      Vehicle_Number: make.plate(),
      Customer_Phone_Number: "9840012345",
    });
    const { token } = await readCustomerTicket({ sql, id: data.id });
    const sent = await fetch(new URL("/actions/valet/customer/chat/send", address), {
      method: "POST",
      headers: { "content-type": "application/json", "x-ticket": token },
      body: JSON.stringify({ name, text: "Where is my car?", client_id: randomUUID() }),
    });
    assert.equal(sent.status, 200);
  }
  const notices = staffPage.getByRole("link", { name: /^Message from (Bala|Chitra|Deepa) about/ });
  const line = staffPage.getByRole("button", { name: "3 customers have written" });
  await line.waitFor();
  assert.equal(await notices.count(), 0);
  await assertAccessible(staffPage);
  // The chat of the last test is still open.
  await staffPage.keyboard.press("Escape");
  await line.click();
  await notices.nth(2).waitFor();
  assert.equal(await line.count(), 0);
});
