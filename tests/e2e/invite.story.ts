// An employee invites: the visitor opens the link without an account, the gate knows the plate, and what is withdrawn lets nobody in.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, openPage, phone } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";

const { app, sql, as } = await startApp();
const make = factories(sql);
after(() => app.close());

const companySlug = "invite-house";
const plate = make.plate();
let address: string;
let branch: MadeBranch;
let host: Page;
let gate: Page;
let link: string;

function pathOf(page: string): string {
  return `/${companySlug}/${branch.slug}/${page}`;
}

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 5, rate: "20.00", allow_person_entries: true });
  const [employee, clerk] = [
    await make.user("employee", { branch, first_name: "Lakshmi" }),
    await make.user("staff", { branch, first_name: "Ravi" }),
  ];
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  ({ page: host } = await openPage({ address, context: phone }));
  ({ page: gate } = await openPage({ address, context: phone }));
  await logIn({ page: host, user: employee });
  await logIn({ page: gate, user: clerk });
});

test("Lakshmi invites a car, and has its code and link", async () => {
  await host.goto(pathOf("invites"));
  await host.getByRole("heading", { name: "Nobody is invited" }).waitFor();
  await host.getByRole("button", { name: "Invite somebody" }).first().click();
  const sheet = host.getByRole("dialog", { name: "Invite somebody" });
  await sheet.getByText("On foot").click();
  await sheet.getByRole("textbox", { name: "Name", exact: true }).waitFor();
  await sheet.getByText("With a vehicle").click();
  await sheet.getByRole("textbox", { name: "Vehicle number" }).fill(plate);
  await sheet.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await sheet.getByText("Another time").click();
  await sheet.getByRole("button", { name: "Send the invite" }).click();
  await sheet.getByText("*From is required").waitFor();
  await sheet.getByText("Now, for 2 hours").click();
  await assertAccessible(host);
  await sheet.getByRole("button", { name: "Send the invite" }).click();
  await host.getByRole("img", { name: `Code of ${plate} for the gate` }).waitFor();
  await host.getByRole("button", { name: "Copy the link" }).waitFor();
  await assertAccessible(host);
  await host.keyboard.press("Escape");
  const [sms] = await sql<{ values: { invite_link: string } }[]>`
    select values from "Outbox" where template = 'invite' and recipient = '9840012345'`;
  link = sms!.values.invite_link;
});

test("the visitor opens the link from the message, with no account", async () => {
  const { page } = await openPage({ address, context: phone });
  await page.goto(new URL(link).pathname + new URL(link).search);
  await page.getByText("Lakshmi invites you").waitFor();
  await page.getByRole("img", { name: "Code for the gate" }).waitFor();
  await page.getByText("Show this at the gate").waitFor();
  await assertAccessible(page);
  await page.context().close();
});

test("the gate types the plate, is told of the invite, and lets the car in with it; Lakshmi sees it at once", async () => {
  await host.getByText("Invited", { exact: true }).waitFor();
  await gate.goto(pathOf("parking/create"));
  await gate.getByRole("textbox", { name: "Vehicle number" }).fill(plate);
  await gate.getByRole("link", { name: /Invited by Lakshmi/ }).waitFor();
  await gate.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await assertAccessible(gate);
  await gate.getByRole("button", { name: "Check in" }).click();
  await gate.getByText("Vehicle checked in").waitFor();
  await host.getByText("In", { exact: true }).waitFor();
  const rows = await sql`select is_invited from "Parking_Information"`;
  assert.deepEqual(
    rows.map((row) => row["is_invited"]),
    [true],
  );
});

test("what is withdrawn lets nobody in, and its page says so", async () => {
  const other = make.plate();
  const { data } = await (
    await as(await make.user("employee", { branch }))
  ).post("/actions/invites", {
    vehicle_no: other,
    phone_no: "9840012346",
    invite_end_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await gate.goto(pathOf("invites"));
  await gate.getByRole("button", { name: new RegExp(other.slice(-4)) }).click();
  await gate.getByRole("button", { name: "Withdraw" }).click();
  await gate.getByRole("button", { name: `Yes, ${other} shall not come` }).click();
  await gate.getByText("Invite withdrawn").waitFor();
  await gate.goto(data.link);
  await gate.getByText("This invite is over").waitFor();
  assert.equal(await gate.getByRole("img", { name: "Code for the gate" }).count(), 0);
  for (const page of [host, gate]) await page.context().close();
});
