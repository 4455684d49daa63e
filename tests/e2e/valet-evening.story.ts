// §4 valet: an evening with three drivers, a manager and several guests, each in their own browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "golconda-grand";
const boardUrl = "**/valet-parking/dashboard";
let branch: CreatedBranch;
let ravi: CreatedUser;
let raviPage: Page;
let managerPage: Page;
let guestPage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.valetBranch({ company: company.id, slots: 10, config: { offer_timeout_seconds: 600 } });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  const latha = await make.user("manager", { branch, first_name: "Latha" });
  ({ page: raviPage } = await openPage({ address, context: phoneViewport }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport }));
  // Links that are not valid any more are answered with 403.
  ({ page: guestPage } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 403/] }));
  await logIn({ page: raviPage, user: ravi, landingUrl: boardUrl });
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

async function readLink(id: number): Promise<string> {
  const { data } = await (await asUser(ravi)).get(`/actions/valet/${id}/slip`);
  return data.link;
}

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
  await sql`update "Outbox" set status = 'failed', last_error = 'Number not reachable' where recipient = '9848033333'`;
  await raviPage.reload();
  await raviPage.getByText("SMS to 9848033333 not sent: Number not reachable.").waitFor();
  await assertAccessible(raviPage);
  await raviPage.getByRole("button", { name: "Send again" }).click();
  await raviPage.getByText("Being sent", { exact: true }).waitFor();
  await raviPage.getByText("New OTP issued").waitFor();
  assert.equal(await raviPage.getByRole("button", { name: "Send again" }).count(), 0);
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
  assert.equal(await raviPage.getByRole("button", { name: "Mark as parked" }).count(), 0);
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
