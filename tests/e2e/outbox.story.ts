// §7 §8 Outbox: a manager sees what was sent and what was not, live, sends it again, and never a code.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { nobody } from "#domain/roles.ts";
import { makeHouse, writeContext } from "#server/context.ts";
import { queueMail, queueSms } from "#server/services/outbox.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const services = await simulatedOutside();
const { journal, faults } = services;
const { app, sql } = await startApp({ outside: services.outside, isWorking: true });
const make = factories(sql);
after(() => app.close());

const slug = "outbox-company";
const house = makeHouse({ sql, config: testConfig, clock: () => new Date() });
let address: string;
let branch: MadeBranch;
let manager: MadeUser;

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 5 });
  manager = await make.user("manager", { branch, contact_number: "9840077777" });
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

function send(message: { to: string } & ({ otp: string } | { otp?: undefined })): Promise<unknown> {
  const { to, otp } = message;
  return sql.begin((tx) => {
    const ctx = writeContext({ house, tx, who: nobody, origin: { ip: null, userAgent: null } });
    if (otp) return queueSms({ ctx, branch: branch.id, to, template: "otp", values: { otp } });
    return queueMail({ ctx, branch: branch.id, to, template: "test", values: {} });
  });
}

async function openOutbox(context = desk): Promise<Page> {
  const { page } = await openPage({ address, context });
  await logIn({ page, user: manager });
  await page.goto(`/${slug}/${branch.slug}/outbox`);
  await page.getByText("Live", { exact: true }).waitFor();
  return page;
}

const rowOf = (page: Page, recipient: string) =>
  page.getByRole("list", { name: "Messages" }).getByRole("listitem").filter({ hasText: recipient });

test("messages show as they are sent; one that failed is sent again when the mail server is well", async () => {
  const page = await openOutbox();
  await page.getByRole("heading", { name: "Nothing was sent yet" }).waitFor();
  await send({ to: "9840012345", otp: "4711" });
  await rowOf(page, "9840012345").getByText("Sent", { exact: true }).waitFor();

  faults.set("mail", "down");
  await send({ to: "asha@example.com" });
  await rowOf(page, "asha@example.com").getByText("Waiting", { exact: true }).waitFor();
  await page.getByRole("button", { name: "asha@example.com" }).click();
  await page.getByText(/The mail server could not be used/).waitFor();
  faults.set("mail", "none");
  await page.getByRole("button", { name: "Try now" }).click();
  await rowOf(page, "asha@example.com").getByText("Sent", { exact: true }).waitFor();
  assert.equal(journal.list("asha@example.com").length, 1);
});

test("a code is dots, and cannot be sent a second time", async () => {
  const page = await openOutbox(phone);
  await page.getByRole("button", { name: "9840012345" }).click();
  await page
    .getByRole("article", { name: "What it says" })
    .getByText(/^•••• is your code/)
    .waitFor();
  await page.getByText(/carried a code or a link/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Send again" }).count(), 0);
  await assertAccessible(page);
  assert.doesNotMatch(await page.content(), /4711/);
});

test("what was refused stands under Not sent, with the reason; a test goes to oneself", async () => {
  const page = await openOutbox();
  await send({ to: "nobody@refused.example" });
  await page.getByRole("button", { name: /^Not sent 1$/ }).click();
  await rowOf(page, "nobody@refused.example").getByText("Failed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "nobody@refused.example" }).click();
  await page.getByText("The mail server refused this mail (550).").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();

  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByRole("button", { name: "SMS to 9840077777" }).click();
  await page.getByText("Sent: it should be with you now").waitFor();
  assert.match(journal.list("9840077777")[0]!.text, /^This is a test message/);
});
