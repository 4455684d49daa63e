// §2 /vehicle-search finds the valet tickets of a vehicle besides its parking entries.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const company = await make.company({ slug: "golconda" });
const branch = await make.valetBranch({ company: company.id, slug: "banjara-hills", is_parking: true });
const manager = await make.user("manager", { branch });
const plate = "TS09AB4127";
await make.row("Valet_and_Parking_Information", {
  branch: branch.id,
  Vehicle_Number: plate,
  Customer_Phone_Number: "9848022338",
});

test("a manager finds a valet ticket by the end of the plate and by the phone, and opens it", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: screen, user: manager, landingUrl: "**/home" });
  await screen.goto("/golconda/banjara-hills/vehicle-search");
  await screen.getByRole("textbox", { name: "Vehicle number" }).fill("4127");
  await screen.getByRole("button", { name: "Search", exact: true }).click();
  await screen.getByRole("heading", { name: "Valet tickets" }).waitFor();
  await screen.getByRole("link", { name: plate }).waitFor();
  await screen.getByRole("heading", { name: "No matching entries" }).waitFor({ state: "hidden" });
  await assertAccessible(screen);
  await screen.goto("/golconda/banjara-hills/vehicle-search?phone=98480");
  await screen.getByRole("link", { name: plate }).click();
  await screen.getByRole("heading", { name: "History" }).waitFor();
  assertNoErrors();
});

test("a manager downloads the entries found", async () => {
  const gate = await asUser(await make.user("staff", { branch }));
  const parked = "TS09CD5555";
  const entered = await gate.post("/actions/parking/check-in", { vehicle_no: parked, phone_no: "9848022339" });
  assert.equal(entered.status, 200, entered.text);
  const { page } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: manager, landingUrl: "**/home" });
  await page.goto("/golconda/banjara-hills/vehicle-search?plate=5555");
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV", exact: true }).click();
  const download = await started;
  assert.equal(download.suggestedFilename(), `Entries ${branch.name}.csv`);
  const [headings, line, ...others] = readFileSync(await download.path(), "utf8")
    .trim()
    .split(/\r?\n/);
  assert.match(headings!, /^.?Receipt,Vehicle,Name,Phone,Type,Status,Slot,In,Out,Total,Paid$/);
  assert.match(line!, /,TS09CD5555,,9848022339,.*,In,/);
  assert.deepEqual(others, []);
  await assertAccessible(page);
});

test("a driver finds a ticket by token, key tag, last four digits and phone, but not by its OTP; a manager does", async () => {
  const valet = await make.valetBranch();
  const driver = await make.user("staff", { branch: valet });
  const created = await (
    await asUser(driver)
  ).post("/actions/valet/create-ticket", {
    Vehicle_Number: "TS09EA0455",
    Customer_Phone_Number: "9848022340",
    key_tag: "K17",
  });
  const token: string = created.data.token_no;
  const { otp } = await readCustomerTicket({ sql, id: created.data.id });
  const landingUrl = "**/valet-parking/dashboard";
  const { page: phone, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page: phone, user: driver, landingUrl });
  await phone.getByRole("button", { name: "Find vehicle" }).click();
  const dialog = phone.getByRole("dialog", { name: "Find vehicle" });
  const field = dialog.getByRole("searchbox", { name: /receipt, token or key tag$/ });
  const found = dialog.getByRole("link", { name: "TS09EA0455" });
  const nothing = dialog.getByText("No matches found. Check your input and try again.");
  for (const text of [token.slice(1), "0455", token, "k 17", "98480 22340", "+91 98480-22340"]) {
    await field.fill("0001");
    await field.press("Enter");
    await nothing.waitFor();
    await field.fill(text);
    await field.press("Enter");
    await found.waitFor();
  }
  await field.fill(otp);
  await field.press("Enter");
  await nothing.waitFor();
  await assertAccessible(phone);
  await field.fill(token.slice(1));
  await dialog.getByRole("button", { name: "Search", exact: true }).click();
  await found.click();
  await phone.getByRole("heading", { name: "History" }).waitFor();
  await phone.goto(phone.url().replace(/valet-parking.*/, "generate-one-time-password"));
  await phone.getByRole("textbox", { name: "Vehicle number, phone or token" }).fill(token.slice(1));
  await phone.getByRole("button", { name: "Find car" }).click();
  await phone.getByText(`token ${token}`).waitFor();
  assertNoErrors();

  const { page: desk } = await openPage({ address, context: desktopViewport });
  await logIn({ page: desk, user: await make.user("manager", { branch: valet }), landingUrl });
  await desk.getByRole("searchbox", { name: /key tag or OTP$/ }).fill(otp);
  await desk.keyboard.press("Enter");
  await desk.getByRole("link", { name: "TS09EA0455" }).last().click();
  await desk.getByRole("heading", { name: "History" }).waitFor();
  // A branch without parking lists its tickets before anything is typed.
  await desk.goto(desk.url().replace(/valet-parking.*/, "vehicle-search"));
  await desk.getByRole("heading", { name: "Valet tickets" }).waitFor();
  await desk.getByRole("main").getByRole("link", { name: "TS09EA0455" }).waitFor();
  await desk.getByText("1–1 of 1", { exact: true }).waitFor();
  await assertAccessible(desk);
});
