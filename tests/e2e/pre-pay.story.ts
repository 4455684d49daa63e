// A vehicle that pays before it comes in, stays too long, and pays for that when it goes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, openPage, phone } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";

const { app, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const companySlug = "pay-first";
const plate = make.plate();
let branch: MadeBranch;
let gate: Page;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 5, rate: "20.00", config: { payment_type: "pre-pay" } });
  const clerk = await make.user("staff", { branch, first_name: "Ravi" });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  ({ page: gate } = await openPage({ address, context: phone }));
  await logIn({ page: gate, user: clerk });
});

test("it waits at the gate as an entry, with its slot, until it has paid", async () => {
  await gate.goto(`/${companySlug}/${branch.slug}/parking/create`);
  await gate.getByRole("textbox", { name: "Vehicle number" }).fill(plate);
  await gate.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gate.getByRole("button", { name: "Check in" }).click();
  await gate.getByText("It pays first: take the cash, and it is in.").waitFor();
  await gate.getByRole("link", { name: "Take cash" }).click();
  await gate.getByText("Entry", { exact: true }).first().waitFor();
  await gate.getByText("Not inside yet", { exact: true }).waitFor();
  await assertAccessible(gate);
  await gate.getByRole("button", { name: "Take ₹20.00" }).click();
  await gate.getByRole("dialog").getByRole("button", { name: "Take ₹20.00" }).click();
  await gate.getByText("Took ₹20.00 in cash").waitFor();
  await gate.getByText("In", { exact: true }).first().waitFor();
  await gate.getByText("Paid", { exact: true }).first().waitFor();
  await gate.getByRole("button", { name: "Check out" }).waitFor();
});

test("when it has overstayed it goes only for the rest, taken as an extra", async () => {
  await sql`update "Parking_Information" set in_time = in_time - interval '75 minutes'`;
  await gate.reload();
  await gate.getByText("Partially Paid", { exact: true }).first().waitFor();
  assert.equal(await gate.getByRole("button", { name: "Check out" }).count(), 0);
  await assertAccessible(gate);
  await gate.getByRole("button", { name: "Take ₹40.00" }).click();
  await gate.getByRole("dialog").getByRole("button", { name: "Take ₹40.00" }).click();
  await gate.getByText("Took ₹40.00 in cash").waitFor();
  await gate.getByText("Checked out", { exact: true }).waitFor();
  const [row] =
    await sql`select parking_status_id, total_amount, paid_amount, extended_amount from "Parking_Information"`;
  assert.deepEqual(
    [
      row!["parking_status_id"],
      ...["total_amount", "paid_amount", "extended_amount"].map((name) => Number(row![name])),
    ],
    [2, 60, 60, 0],
  );
  await gate.context().close();
});
