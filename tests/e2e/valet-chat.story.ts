// A customer and the valet write to each other; the customer's network goes and comes back in the middle.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, openPage, phone } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories } from "#tests/support/make.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

let staff: Page;
let customer: Page;
let id: number;
const words = (page: Page) => page.getByRole("log").getByRole("listitem").locator("p:first-child").allInnerTexts();

before(async () => {
  const branch = await make.valetBranch({});
  const user = await make.user("staff", { branch, first_name: "Ravi" });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const { data } = await (
    await as(user)
  ).post("/actions/valet/create-ticket", { Vehicle_Number: "TN09AB2001", Customer_Phone_Number: "9840012345" });
  ({ id } = data);
  const expected = [/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/];
  ({ page: staff } = await openPage({ address, context: phone }));
  ({ page: customer } = await openPage({ address, context: phone, expected }));
  await Promise.all([
    logIn({ page: staff, user, lands: "**/valet-parking/dashboard" }),
    customer.goto(data.link as string),
  ]);
});

test("the customer gives a name and writes; the board says so, and Ravi answers", async () => {
  await customer.getByRole("button", { name: "Write to the valet" }).click();
  await customer.getByRole("button", { name: "Begin" }).click();
  await customer.getByText("The user name is required.").waitFor();
  await customer.getByRole("textbox", { name: "Your name" }).fill("Anitha");
  await customer.getByRole("button", { name: "Begin" }).click();
  await customer.getByRole("textbox", { name: "Message" }).fill("My bag is in the car");
  await assertAccessible(customer);
  await customer.getByRole("button", { name: "Send" }).click();
  await staff.getByRole("link", { name: "Anitha wrote" }).click();
  await staff.getByRole("button", { name: "Chat: the customer wrote" }).click();
  await staff.getByRole("button", { name: "Join the chat" }).click();
  await staff.getByRole("textbox", { name: "Message" }).fill("We bring it to you");
  await assertAccessible(staff);
  await staff.getByRole("button", { name: "Send" }).click();
  await customer.getByText("We bring it to you").waitFor();
  await customer.getByText("Ravi is answering you.").waitFor();
});

test("without a network words wait; with it they come in order, each once, on both sides", async () => {
  await customer.context().setOffline(true);
  await customer.getByRole("textbox", { name: "Message" }).fill("Thank you");
  await customer.getByRole("button", { name: "Send" }).click();
  await customer.getByText("Sending…").waitFor();
  for (const text of ["It is on its way", "At table four?"]) {
    await staff.getByRole("textbox", { name: "Message" }).fill(text);
    await staff.getByRole("button", { name: "Send" }).click();
  }
  await staff.getByText("Sending…").first().waitFor({ state: "detached" });
  await customer.context().setOffline(false);
  await customer.getByText("At table four?").waitFor();
  await customer.getByText("Sending…").first().waitFor({ state: "detached" });
  await staff.getByText("Thank you").waitFor();
  const all = ["My bag is in the car", "We bring it to you", "It is on its way", "At table four?", "Thank you"];
  assert.deepEqual((await words(customer)).filter(Boolean), all);
  assert.deepEqual((await words(staff)).filter(Boolean), all);
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from valet_chat_messages m join valet_chats c on c.id = m.chat
    where c.valet_and_parking_information = ${id}`;
  assert.equal(row!.count, all.length);
});

test("Ravi cannot leave duty in the middle of it; he ends the chat first", async () => {
  await staff.getByRole("button", { name: "End the chat" }).click();
  await staff.getByRole("button", { name: "Join the chat" }).waitFor();
  await customer.getByText("The first of the valet who is free answers you.").waitFor();
});
