// §2: a customer edits the account, sees the visit in progress on the home page, pins a place, and ends the account.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { createImage } from "#tests/support/files-fixture.ts";
import { waitUntil } from "#tests/support/payments-app.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import type { CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make } = await startStory({ runsJobs: true });
/** Messages the browser logs for the refused requests of these tests. */
const refusals = [/status of 40[019]/];

async function openAs({ user, path }: { user: CreatedUser; path: string }): Promise<Page> {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: refusals });
  await page.goto(`/customer/commercial/login?redirect_to=${path}`);
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user });
  return page;
}

test("a customer edits the account, sees and pays the visit in progress, and pins a place", async () => {
  const phone = "9840066101";
  const gate = await asUser(
    await make.user("staff", { branch: await make.branch({ name: "Mount Road", rate: "20.00" }) }),
  );
  const entered = await gate.post("/actions/parking/check-in", { vehicle_no: "TN09CK7711", phone_no: phone });
  assert.equal(entered.status, 200, entered.text);
  const user = await make.user("customer", { contact_number: phone, public_customer: true });
  const page = await openAs({ user, path: "/commercial/edit-account-details" });
  await page.getByRole("textbox", { name: "Your name" }).fill("Meena Iyer");
  await page.getByRole("button", { name: "Save name", exact: true }).click();
  await page.getByText("Saved", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Add vehicle", exact: true }).click();
  const added = page.getByRole("dialog", { name: "Add vehicle", exact: true });
  await added.getByRole("textbox", { name: "Vehicle number" }).fill("tn09ck4411");
  await added.getByRole("combobox", { name: "Vehicle type" }).selectOption({ index: 1 });
  await assertAccessible(page);
  await added.getByRole("button", { name: "Save vehicle", exact: true }).click();
  await added.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Edit TN09CK4411", exact: true }).click();
  const edited = page.getByRole("dialog", { name: "Edit vehicle", exact: true });
  await edited.getByRole("textbox", { name: "Vehicle number" }).fill("TN09CK4412");
  await edited.getByRole("button", { name: "Save vehicle", exact: true }).click();
  await edited.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Edit TN09CK4412", exact: true }).waitFor();

  await page.locator("input[name=picture]").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await createImage(300, 200).png().toBuffer(),
  });
  const crop = page.getByRole("dialog", { name: "Picture", exact: true });
  await crop.waitFor();
  await assertAccessible(page);
  await crop.getByRole("button", { name: "Use this picture", exact: true }).click();
  await crop.waitFor({ state: "hidden" });
  await page.getByRole("img", { name: "You", exact: true }).waitFor();
  await page.getByRole("link", { name: "Password, sessions and your data", exact: true }).click();
  await page.getByRole("heading", { name: "Hello, Meena Iyer", exact: true }).waitFor();
  await page.getByRole("img", { name: "You", exact: true }).waitFor();

  await page.goto("/commercial/home");
  const visits = page.getByRole("list", { name: "Parked now", exact: true });
  await visits.getByText("Mount Road").waitFor();
  await visits.getByRole("button", { name: "Show QR code", exact: true }).click();
  const code = page.getByRole("dialog", { name: "QR code for the gate", exact: true });
  await code.getByRole("img", { name: "QR code for the gate", exact: true }).waitFor();
  await code.getByRole("button", { name: "Close", exact: true }).click();
  await code.waitFor({ state: "hidden" });
  await visits.getByRole("button", { name: /^Pay ₹/ }).click();
  await page.waitForURL(`**/pay/${entered.data.pay}`);

  await page.goto("/commercial/pin-my-location");
  await page.getByText("No places yet", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Pin a place", exact: true }).click();
  const place = page.getByRole("dialog", { name: "Pin a place", exact: true });
  await place.getByRole("textbox", { name: "Name" }).fill("Home");
  await place.getByRole("textbox", { name: "Plus code or link from a map app" }).fill("12.9716, 77.5946");
  await place.getByRole("button", { name: "Set pin", exact: true }).click();
  await place.getByText(/^Nearest cities: Bengaluru/).waitFor();
  await assertAccessible(page);
  await place.getByRole("button", { name: "Save place", exact: true }).click();
  await place.waitFor({ state: "hidden" });
  const near = page.getByRole("link", { name: "Parking near Home", exact: true });
  assert.equal(await near.getAttribute("href"), "/parking?lat=12.9716&lng=77.5946&sort=distance");
  await page.getByRole("button", { name: "Remove Home", exact: true }).click();
  await page.getByText("No places yet", { exact: true }).waitFor();
});

test("adds a vehicle that another account has, with the code of a visit", async () => {
  const holder = await asUser(await make.user("customer", { contact_number: "9840066103", public_customer: true }));
  assert.equal((await holder.post("/actions/account/vehicles", { vehicleNo: "TN09CK7722" })).status, 204);
  const gate = await asUser(await make.user("staff", { branch: await make.branch() }));
  const entered = await gate.post("/actions/parking/check-in", { vehicle_no: "TN09CK7722", phone_no: "9840066103" });
  assert.equal(entered.status, 200, entered.text);
  const user = await make.user("customer", { contact_number: "9840066104", public_customer: true });
  const page = await openAs({ user, path: "/commercial/edit-account-details" });
  await page.getByRole("button", { name: "Add vehicle", exact: true }).click();
  const added = page.getByRole("dialog", { name: "Add vehicle", exact: true });
  const save = added.getByRole("button", { name: "Save vehicle", exact: true });
  await added.getByRole("textbox", { name: "Vehicle number" }).fill("TN09CK7722");
  await save.click();
  const code = added.getByRole("textbox", { name: "Code or link of the visit", exact: true });
  await added.getByText(/^Another account has this vehicle/).waitFor();
  await assertAccessible(page);
  await code.fill("CHAAVI:P:1:wrong");
  await save.click();
  await added.getByText(getErrorText("VISIT_CODE_INVALID")).waitFor();
  await code.fill(`${address}/pay/${entered.data.pay}`);
  await save.click();
  await added.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Edit TN09CK7722", exact: true }).waitFor();
});

test("a customer downloads the own data, and ends the account with the password; the visits stay without the person", async () => {
  const user = await make.user("customer", {
    contact_number: "9840066102",
    public_customer: true,
    first_name: "Quirine Zandstra",
  });
  const manager = await asUser(await make.user("manager", { branch: await make.branch({ rate: "20.00" }) }));
  const visitor = { vehicle_no: "TN09CK7733", phone_no: "9840066102", name: "Quirine Zandstra" };
  const { data: visit } = await manager.post("/actions/parking/check-in", visitor);
  const paid = await manager.post(`/actions/parking/${visit.id}/take-cash`, { expected: 2000 });
  assert.equal(paid.status, 200, paid.text);
  assert.equal((await manager.post(`/actions/parking/${visit.id}/check-out`)).status, 200);
  const page = await openAs({ user, path: "/commercial/my-account" });
  await page.getByRole("button", { name: "Download my data", exact: true }).click();
  const exporting = page.getByRole("dialog", { name: "Download my data", exact: true });
  await exporting.locator("input[name=password]").fill(user.password);
  const downloaded = page.waitForEvent("download");
  await exporting.getByRole("button", { name: "Download", exact: true }).click();
  const file = await downloaded;
  assert.equal(file.suggestedFilename(), "my-data.json");
  assert.match(readFileSync(await file.path(), "utf8"), /Quirine Zandstra/);
  await exporting.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Erase my data", exact: true }).click();
  const erasing = page.getByRole("dialog", { name: "Erase my data", exact: true });
  await assertAccessible(page);
  await erasing.locator("input[name=password]").fill("Wrong@2026");
  await erasing.getByRole("button", { name: "Erase my data", exact: true }).click();
  await erasing.getByText("*Incorrect password.").waitFor();
  await erasing.locator("input[name=password]").fill(user.password);
  await erasing.getByRole("button", { name: "Erase my data", exact: true }).click();
  await page.getByRole("heading", { name: "Customer login", exact: true }).waitFor();
  const readVisit = async () =>
    (await manager.get(`/items/Parking_Information/${visit.id}?fields=paid_amount,parking_main_info.*`)).data;
  const { paid_amount: amount, parking_main_info: erased } = await waitUntil(
    readVisit,
    ({ parking_main_info: { name } }) => name !== "Quirine Zandstra",
  );
  assert.equal(amount, "20.00");
  assert.deepEqual([erased.name, erased.phone_no, erased.vehicle_no], ["-erased-", "-erased-", "-erased-"]);
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user });
  await page.getByText(getErrorText("CUSTOMER_INVALID_CREDS")).waitFor();
});
