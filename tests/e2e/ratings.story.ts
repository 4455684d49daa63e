// §2 ratings: a customer rates from the receipt, the branch answers, a reader reports, and the platform decides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import { testTokens } from "#tests/support/tokens.ts";

const { address, asUser, make } = await startStory();
const branch = await make.branch({ name: "Panagal Park", city: "Chennai", state: "Tamil Nadu" });
const manager = await make.user("manager", { branch });
const verifier = await make.user("verifier");
const words = "Easy to find, but the exit is slow";
const answerText = "A second exit opens in January.";

async function createReceiptLink(): Promise<string> {
  const staff = await asUser(await make.user("staff", { branch }));
  const visitor = { vehicle_no: make.plate(), phone_no: "9848022339", name: "Ravi Kumar" };
  const { data } = await staff.post("/actions/parking/check-in", visitor);
  const { status, text } = await staff.post(`/actions/parking/${data.id}/check-out`);
  assert.equal(status, 200, text);
  return `/receipt/${createPayToken({ tokens: testTokens, entry: { kind: "P", id: data.id } })}`;
}

test("a visit is rated, answered, reported and hidden", async () => {
  const { page: customer, ...visitor } = await openPage({ address, context: phoneViewport });
  await customer.goto(await createReceiptLink());
  await customer.getByRole("link", { name: "Rate this visit", exact: true }).click();
  await customer.getByRole("radio", { name: "4 – Good", exact: true }).check();
  await customer.getByRole("textbox", { name: "Your words (optional)" }).fill(words);
  await customer.getByRole("checkbox", { name: "Show my first name (Ravi)" }).check();
  await assertAccessible(customer);
  await customer.getByRole("button", { name: "Send rating", exact: true }).click();
  await customer.getByText("Thank you. Your rating is saved.", { exact: true }).waitFor();
  await customer.getByRole("link", { name: "Show the page of Panagal Park", exact: true }).click();
  await customer.getByText(words, { exact: true }).waitFor();
  await customer.getByText("4.0 of 5 (1 rating)", { exact: true }).waitFor();
  await assertAccessible(customer);
  visitor.assertNoErrors();

  const { page: desk, ...vendor } = await openPage({ address, context: desktopViewport });
  await logIn({ page: desk, user: manager });
  const menu = desk.getByRole("navigation", { name: "Main navigation" });
  await menu.getByText("Reports", { exact: true }).first().click();
  await menu.getByRole("link", { name: "Ratings", exact: true }).click();
  await desk.getByRole("button", { name: "Answer", exact: true }).click();
  const sheet = desk.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Answer" }).fill(answerText);
  await assertAccessible(desk);
  await sheet.getByRole("button", { name: "Save answer", exact: true }).click();
  await sheet.waitFor({ state: "hidden" });
  await desk.getByText(answerText).waitFor();
  await assertAccessible(desk);
  vendor.assertNoErrors();

  // Without JavaScript, as every page of the public site.
  const { page: reader } = await openPage({ address, context: { ...phoneViewport, javaScriptEnabled: false } });
  const path = new URL(customer.url()).pathname;
  // The kept page is dropped soon after the change.
  await eventually(async () => {
    await reader.goto(path);
    assert.equal(await reader.getByText(answerText, { exact: true }).count(), 1);
  });
  await reader.getByRole("link", { name: "Report", exact: true }).click();
  await reader.getByRole("radio", { name: "Not about a visit here", exact: true }).check();
  await reader.getByRole("button", { name: "Send report", exact: true }).click();
  await reader.getByText("Thank you. We will check this rating.", { exact: true }).waitFor();

  const { page: platform, ...decider } = await openPage({ address, context: phoneViewport });
  await logIn({ page: platform, user: verifier, landingUrl: "**/platform" });
  await platform.goto("/platform/ratings");
  await platform.getByText("Not about a visit here", { exact: false }).waitFor();
  await platform.getByRole("textbox", { name: "Reason" }).fill("The exit was not used on that day");
  await assertAccessible(platform);
  await platform.getByRole("button", { name: "Hide rating", exact: true }).click();
  await platform.getByRole("heading", { name: "No reported ratings", exact: true }).waitFor();
  decider.assertNoErrors();
  await eventually(async () => {
    await reader.goto(path);
    await reader.getByRole("heading", { name: "Panagal Park", exact: true }).waitFor();
    assert.equal(await reader.getByText(words, { exact: true }).count(), 0);
  });
});
