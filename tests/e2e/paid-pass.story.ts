// A pass bought at the gate, renewed by the link that its holder gets by SMS, with a mistyped payment that is reversed,
// moved to another car, and ended with money back.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";

const { address, asUser, make, sql } = await startStory();
const companySlug = "pass-sale";
const [plate, otherPlate] = [make.plate(), make.plate()];
let branch: CreatedBranch;
let staffUser: CreatedUser;
let managerUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;
let holderPage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 5, rate: "20.00" });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  managerUser = await make.user("manager", { branch, first_name: "Meena", in_out_flag: false });
  const manager = await asUser(managerUser);
  await manager.patch(`/users/${managerUser.id}`, { in_out_flag: true });
  const account = { payment_channels: ["upi"], upi_vpa: "lot@okbank", upi_payee_name: "T Nagar Parking" };
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, account)).status, 200);
  const lines = [{ kind: "each", to: null, step: 60, amount: 2_000 }];
  const bus = await make.row("Vehicle_Type", { name: "Bus of the pass" });
  const tariff = {
    plans: [{ name: "Standard", rates: [{ vehicle_type: null, lines }] }],
    passes: [
      { vehicle_type: null, per: "week", amount: 20_000 },
      { vehicle_type: null, per: "month", amount: 50_000 },
      { vehicle_type: bus.id, per: "month", amount: 90_000 },
    ],
  };
  const version = await manager.post("/items/Tariff_Versions", { branch: branch.id, service: "is_parking", tariff });
  assert.equal(version.status, 200, version.text);
  const expectedErrors = [/status of 40[0139]/];
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport, expectedErrors }));
  ({ page: holderPage } = await openPage({ address, context: phoneViewport, expectedErrors }));
  await gatePage.addInitScript("globalThis.print = () => {};");
  await logIn({ page: gatePage, user: staffUser });
  await logIn({ page: managerPage, user: managerUser });
});

async function readPass() {
  const [row] = await sql<{ id: number; paid: number; start: Date; till: Date }[]>`
    select id, coalesce(paid_amount, 0)::int as paid, pass_start_time as start, pass_end_time as till
    from "Parking_Main_Information" where parking_type = 'long_time'`;
  return row!;
}

test("the form shows the price of each length, and the pass is valid once it is paid in cash", async () => {
  await gatePage.goto(getBranchPath("vehicle-entry/create"));
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByText("Pass", { exact: true }).click();
  await gatePage.getByText("1 month", { exact: true }).first().click();
  // Buses cost another amount: without a type, no price is promised.
  const hint = gatePage.getByText("Choose the vehicle type to see the price.");
  await hint.waitFor();
  assert.equal(await gatePage.getByLabel("Price").count(), 0);
  await gatePage.getByText("Sedan", { exact: true }).click();
  await hint.waitFor({ state: "detached" });
  await gatePage.getByText("1 quarter", { exact: true }).click();
  const price = gatePage.getByLabel("Price");
  await price.getByText("₹1,500.00").first().waitFor();
  await gatePage.getByText("1 week", { exact: true }).first().click();
  await price.getByText("₹200.00").first().waitFor();
  await gatePage.getByText("1 month", { exact: true }).first().click();
  await price.getByText("₹500.00").first().waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Issue pass" }).click();
  await gatePage.getByText("Payment due", { exact: true }).waitFor();
  assert.equal(await gatePage.getByRole("button", { name: "Check in" }).count(), 0);
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Collect ₹500.00" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Collect cash" });
  await sheet.getByRole("textbox", { name: "Cash received (optional)" }).fill("400");
  await sheet.getByRole("button", { name: "Collect ₹500.00" }).click();
  await sheet.getByText("*A pass is paid as a whole: ₹500.00").waitFor();
  await sheet.getByRole("textbox", { name: "Cash received (optional)" }).fill("1000");
  await sheet.getByText("Change").waitFor();
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Collect ₹500.00" }).click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByText("Valid", { exact: true }).waitFor();
  await gatePage.getByText("Received ₹500.00 in cash").waitFor();
  assert.equal((await readPass()).paid, 500);
});

test("the paid pass is printed on one sheet with its code and what was paid", async () => {
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Print pass" }).click();
  const paper = gatePage.locator("body > div[aria-hidden=true]");
  await paper.getByText("PARKING PASS", { exact: true }).waitFor({ state: "attached" });
  await gatePage.emulateMedia({ media: "print" });
  const text = await paper.innerText();
  const pdf = (await gatePage.pdf({ preferCSSPageSize: true })).toString("latin1");
  await gatePage.emulateMedia({ media: "screen" });
  assert.equal([...pdf.matchAll(/\/Type \/Page\b/g)].length, 1);
  assert.match(text, new RegExp(`${plate}[\\s\\S]*From [\\s\\S]*Till [\\s\\S]*Paid ₹500\\.00 in cash`));
  assert.equal(await paper.getByLabel("QR code of this pass").count(), 1);
});

test("the holder gets the renewal by SMS, pays it by UPI, and the gate confirms it", async () => {
  const before = await readPass();
  await gatePage.getByRole("button", { name: "Renew pass" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Renew pass" });
  await sheet.getByText("1 week", { exact: true }).first().click();
  await sheet.getByLabel("Price").getByText("₹200.00").first().waitFor();
  await sheet.getByRole("button", { name: "Renew pass" }).click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByText("Due for the renewal").waitFor();
  await gatePage.getByText("Valid", { exact: true }).waitFor();
  assert.deepEqual((await readPass()).till, before.till);
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Send to holder" }).click();
  await gatePage.getByText("Message queued").waitFor();
  const [message] = await sql`select recipient, template from "Outbox" order by id desc limit 1`;
  assert.deepEqual({ ...message }, { recipient: "9840012345", template: "pass-link" });

  await holderPage.goto(`/pass?t=${testTokens.issue({ kind: tokenKinds.passLink, payload: before.id })}`);
  await holderPage.getByRole("heading", { name: branch.name }).waitFor();
  await holderPage.getByRole("img", { name: "QR code for the gate" }).waitFor();
  const payLink = holderPage.getByRole("link", { name: "Pay ₹200.00 by UPI" });
  assert.match(
    (await payLink.getAttribute("href")) ?? "",
    new RegExp(`^upi://pay\\?pa=lot@okbank&.*am=200\\.00&.*tr=CHM${before.id}N2&`),
  );
  await assertAccessible(holderPage);

  await gatePage.getByRole("button", { name: "UPI code of the branch" }).click();
  await gatePage.getByText(`lot@okbank · CHM${before.id}N2`).waitFor();
  await gatePage.getByRole("textbox", { name: "Last 4 characters of the UPI reference" }).fill("4k7z");
  await gatePage.getByRole("button", { name: "Confirm ₹200.00 by UPI" }).click();
  await gatePage.getByText("Received ₹200.00 by UPI").waitFor();
  await gatePage.getByText("Due for the renewal").waitFor({ state: "detached" });
  const { till, paid } = await readPass();
  assert.equal(Math.round((till.getTime() - before.till.getTime()) / 86_400_000), 7);
  assert.equal(paid, 700);
  await holderPage.reload();
  await holderPage.getByText("Valid", { exact: true }).waitFor();
  assert.equal(await payLink.count(), 0);
});

test("a payment with a mistyped reference is reversed, is due again, and is entered correctly", async () => {
  const payments = gatePage.getByRole("list", { name: "Payments", exact: true });
  const reverse = payments.getByRole("button", { name: "Reverse", exact: true });
  const { till: renewedTill } = await readPass();
  // Of several payments, the last one.
  assert.equal(await reverse.count(), 1);
  await reverse.click();
  const sheet = gatePage.getByRole("dialog", { name: "Reverse payment" });
  const submit = sheet.getByRole("button", { name: "Reverse ₹200.00" });
  await submit.click();
  await sheet.getByText("*Enter a reason").waitFor();
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Wrong reference");
  await assertAccessible(gatePage);
  await submit.click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByText("Due for the renewal").waitFor();
  await payments.getByText("Reversed ₹200.00 by UPI").waitFor();
  await reverse.waitFor({ state: "detached" });
  const reversed = await readPass();
  assert.equal(reversed.paid, 500);
  assert.ok(reversed.till < renewedTill);
  await holderPage.reload();
  await holderPage.getByRole("link", { name: "Pay ₹200.00 by UPI" }).waitFor();

  await gatePage.getByRole("button", { name: "UPI code of the branch" }).click();
  await gatePage.getByRole("textbox", { name: "Last 4 characters of the UPI reference" }).fill("4k7y");
  await gatePage.getByRole("button", { name: "Confirm ₹200.00 by UPI" }).click();
  await gatePage.getByText("Due for the renewal").waitFor({ state: "detached" });
  await reverse.waitFor();
  const { till, paid } = await readPass();
  assert.deepEqual([till, paid], [renewedTill, 700]);
});

test("the pass moves to another vehicle of its holder", async () => {
  await holderPage.reload();
  await holderPage.getByRole("img", { name: "QR code for the gate" }).waitFor();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Change vehicle" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Change vehicle" });
  await sheet.getByText("Changed 0 of 2 times this month.").waitFor();
  await sheet.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(otherPlate);
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Change vehicle" }).click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByRole("img", { name: `QR code of the pass for ${otherPlate}` }).waitFor();
});

test("a pass that two people edit at once keeps what the other one has changed", async () => {
  await managerPage.goto(gatePage.url());
  const details = { name: "Name", purpose: "Purpose of visit" } as const;
  const field = (page: typeof gatePage, name: string) => page.getByRole("textbox", { name, exact: true });
  await field(gatePage, details.name).fill("Kavya R");
  await field(managerPage, details.name).fill("Kavya");
  await field(managerPage, details.purpose).fill("Gym");
  await managerPage.getByRole("button", { name: "Save" }).click();
  await managerPage.getByText("Saved").waitFor();
  await gatePage.getByRole("button", { name: "Save" }).click();
  await gatePage.getByText("*Somebody else has changed this to “Kavya”. Save to replace it.").waitFor();
  assert.equal(await field(gatePage, details.purpose).inputValue(), "Gym");
  await gatePage.getByRole("button", { name: "Save" }).click();
  await eventually(async () => {
    const [row] = await sql`select name, entry_reason from "Parking_Main_Information" where name like 'Kavya%'`;
    assert.deepEqual({ ...row }, { name: "Kavya R", entry_reason: "Gym" });
  });
});

test("gate staff who may not end the pass read whom to ask", async () => {
  await sql`update payments set received_at = received_at - interval '10 minutes'`;
  await sql`update "Parking_Main_Information" set date_created = date_created - interval '10 minutes'`;
  await gatePage.reload();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "End pass" }).click();
  await gatePage.getByText(/^Ask a manager: /).waitFor();
  await assertAccessible(gatePage);
  await gatePage.keyboard.press("Escape");
});

test("a manager ends the pass and returns the unused days in cash", async () => {
  const { id } = await readPass();
  await managerPage.goto(getBranchPath(`vehicle-entry/edit?id=${id}`));
  await managerPage.getByRole("button", { name: "More actions" }).click();
  await managerPage.getByRole("button", { name: "End pass" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "End pass" });
  await sheet.getByText("To return for unused days").waitFor();
  await sheet.getByText("₹200.00 by UPI").waitFor();
  await assertAccessible(managerPage);
  const submit = sheet.getByRole("button", { name: /^End pass and return ₹/ });
  await submit.click();
  await sheet.getByText("*Enter a reason").waitFor();
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Sold the car");
  await submit.click();
  await sheet.waitFor({ state: "detached" });
  await managerPage.getByText("Ended", { exact: true }).waitFor();
  const refunds = await sql<{ amount: number; channel: string }[]>`
    select amount::float as amount, channel from payments where pass = ${id} and kind = 'refund' order by id`;
  assert.deepEqual(
    refunds.map(({ channel }) => channel),
    ["cash", "upi"],
  );
  // One day of the month is used, and none of the renewal.
  assert.ok(refunds[0]!.amount < -480 && refunds[0]!.amount > -500, String(refunds[0]!.amount));
  assert.equal(refunds[1]!.amount, -200);
  // The gate's open page follows, and neither it nor the holder's shows a code any more.
  await gatePage.getByText("Ended", { exact: true }).waitFor();
  assert.equal(await gatePage.getByRole("img", { name: /^QR code of the pass/ }).count(), 0);
  assert.equal(await gatePage.getByRole("button", { name: "Check in", exact: true }).count(), 0);
  await holderPage.getByRole("status").getByText("Ended", { exact: true }).waitFor();
  assert.equal(await holderPage.getByRole("img", { name: "QR code for the gate" }).count(), 0);
});

test("gate staff cancel a pass that they have just sold to the wrong vehicle", async () => {
  await gatePage.goto(getBranchPath("vehicle-entry/create?type=pass"));
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(make.plate());
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012346");
  await gatePage.getByText("1 week", { exact: true }).first().click();
  await gatePage.getByRole("button", { name: "Issue pass" }).click();
  await gatePage.getByRole("button", { name: "Collect ₹200.00" }).click();
  await gatePage.getByRole("dialog").getByRole("button", { name: "Collect ₹200.00" }).click();
  await gatePage.getByText("Received ₹200.00 in cash").waitFor();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Cancel pass" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Cancel pass" });
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Wrong vehicle");
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Cancel pass and return ₹200.00" }).click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByText("Reversed ₹200.00 in cash").waitFor();
  assert.equal(await gatePage.getByRole("img", { name: /^QR code of the pass/ }).count(), 0);
});

test("a pass that is not paid is collected on the check-in form, which keeps what was typed", async () => {
  const unpaidPlate = make.plate();
  const staff = await asUser(staffUser);
  const pass = { vehicle_no: unpaidPlate, phone_no: "9840012347", time_type: "days", duration: 7 };
  const issued = await staff.post("/actions/passes", pass);
  assert.equal(issued.status, 200, issued.text);
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(unpaidPlate);
  const notice = gatePage.getByText("Its pass is not paid yet: this visit is charged.");
  await notice.waitFor();
  await gatePage.getByRole("textbox", { name: "Name (optional)" }).fill("Asha");
  await gatePage.getByRole("button", { name: "Collect ₹200.00" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Collect cash" });
  await assertAccessible(gatePage);
  // Another channel takes the place of the cash.
  await sheet.getByRole("button", { name: "UPI", exact: true }).click();
  await gatePage.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await gatePage.getByRole("button", { name: "Collect ₹200.00" }).click();
  await sheet.getByRole("button", { name: "Collect ₹200.00" }).click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByText(/^Returning vehicle.*Pass valid till .*: parking is free\./).waitFor();
  await notice.waitFor({ state: "detached" });
  assert.equal(await gatePage.getByRole("textbox", { name: "Name (optional)" }).inputValue(), "Asha");
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  await gatePage.getByRole("heading", { name: "Checked in", exact: true }).waitFor();
  const [entry] = await sql`
    select e.free_until is not null as is_free, m.is_unpaid, m.parking_type from "Parking_Information" e
    join "Parking_Main_Information" m on m.id = e.parking_main_info where m.vehicle_no = ${unpaidPlate}`;
  assert.deepEqual({ ...entry }, { is_free: true, is_unpaid: false, parking_type: "long_time" });
});
