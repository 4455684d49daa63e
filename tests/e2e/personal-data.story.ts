// reading.md §10: a verifier finds a person by phone number, downloads the data and erases it after check-out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { unzipSync } from "fflate";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory({ runsJobs: true });
const verifier = await make.user("verifier", { first_name: "Kavitha" });
const branch = await make.branch({ slots: 20, name: "Mount Road" });
const staff = await asUser(await make.user("staff", { branch }));
const [number, plate] = ["9840077661", "TN09BX4417"];
let entryId: number;

before(async () => {
  const checkIn = await staff.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: number, name: "Asha" });
  entryId = checkIn.data.id;
});

const longEmail = `${"balasubramaniam.".repeat(3)}krishnamurthy@example.com`;
const reason = "Letter of 20 November; called the number back";

test("data of a person whose vehicle is inside can be downloaded but not erased", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: verifier, landingUrl: "**/platform" });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog", { name: "More" }).getByRole("link", { name: "Personal data" }).click();
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("Enter a phone number or an email").waitFor();
  await page.getByLabel("Phone number").fill(number);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("heading", { name: number }).waitFor();
  await page.getByText("A vehicle of this person is still inside.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Erase data" }).isDisabled());
  await assertAccessible(page);

  await page.getByRole("button", { name: "Download data" }).click();
  await page.getByText("Enter a reason of at least 10 characters").waitFor();
  await page.getByLabel("Reason").fill(reason);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download data" }).click(),
  ]);
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
  assert.ok(new TextDecoder().decode(files["data.json"]).includes(plate));
  await page.getByText("Downloaded: 98••••••61").waitFor();
  assertNoErrors();
});

test("after check-out the verifier previews, confirms and erases the data", async () => {
  assert.equal((await staff.post(`/actions/parking/${entryId}/check-out`)).status, 200);
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: verifier, landingUrl: "**/platform" });
  await page.goto("/platform/privacy");
  await page.getByLabel("Phone number").fill(number);
  await page.getByLabel("Email").fill(longEmail);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByLabel("Reason").fill(reason);
  await page.getByRole("button", { name: "Erase data" }).click();
  const sheet = page.getByRole("dialog", { name: `Erase data of ${number}, ${longEmail}?` });
  await sheet.getByText("This cannot be undone.").waitFor();
  await assertAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  assert.deepEqual(await findLayoutProblems(page), []);
  await sheet.getByRole("button", { name: "Erase data" }).click();
  await page.getByText(/^Erased: 98••••••61/).waitFor();
  await page.getByLabel("Phone number").fill(number);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("No data found for this number or email.").waitFor();
  assertNoErrors();
  const remaining = await sql`select 1 from "Parking_Main_Information" where phone_no = ${number}`;
  assert.equal(remaining.length, 0);
});
