// A shift from coming on duty to the count of the drawer, twenty rupees short; and what the manager sees of it.
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const companySlug = "shift-story";
let branch: MadeBranch;
let clerk: MadeUser;
let gate: Page;
let office: Page;

const pathOf = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, rate: "20.00" });
  clerk = await make.user("staff", { branch, first_name: "Ravi", in_out_flag: false });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  ({ page: gate } = await openPage({ address, context: phone }));
  ({ page: office } = await openPage({ address, context: desk }));
});

test("the shift opens with attendance, and takes the cash of two cars, one with a discount", async () => {
  await logIn({ page: gate, user: clerk });
  await gate.getByRole("button", { name: "Start duty" }).click();
  await gate.getByText("You are on duty").waitFor();
  const caller = await as(clerk);
  for (const body of [{}, { deduction_charge: "5.00", deduction_note: "Regular" }]) {
    const { data } = await caller.post("/actions/parking/check-in", {
      vehicle_no: make.plate(),
      phone_no: "9840012345",
    });
    await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
    await caller.post(`/actions/parking/${data.id}/take-cash`, body);
  }
});

test("the drawer is counted before its sum is shown: twenty rupees short", async () => {
  await gate.goto(pathOf("cash-shift"));
  await gate.getByRole("heading", { name: "Close the shift" }).waitFor();
  await assertAccessible(gate);
  const seen = await gate.locator("main").innerText();
  if (seen.includes("75.00")) throw new Error("the sum was shown before the count");
  await gate.getByRole("textbox", { name: "Counted cash" }).fill("55.00");
  await gate.getByRole("textbox", { name: "Note for the manager" }).fill("Gave too much change");
  await gate.getByRole("button", { name: "Close the shift" }).click();
  await gate.getByText("₹20.00 short").waitFor();
  await gate.getByText("₹75.00").waitFor();
  await assertAccessible(gate);
});

test("the manager sees the shift, its difference, and the discount beside it", async () => {
  await logIn({ page: office, user: await make.user("manager", { branch }) });
  await office.goto(pathOf("reporting/cash"));
  await office.getByRole("row", { name: /Ravi/ }).getByText("₹20.00 short").waitFor();
  await office.getByText("Gave too much change").waitFor();
  await office.getByText(/^Discount\s*₹5\.00/).waitFor();
  await assertAccessible(office);
});
