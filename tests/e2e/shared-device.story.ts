// A shared device: a manager enrols it, staff switch on it by name and PIN over what is typed, and the manager revokes it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { dismissMessage, fillLogInForm, logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();
const companySlug = "device-story";
const ravi = "Ravi Kumar";
const asha = "Asha Rao";
let branch: CreatedBranch;
let managerUser: CreatedUser;
let ashaUser: CreatedUser;
let devicePage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 5, name: "T Nagar" });
  managerUser = await make.user("manager", { branch, first_name: "Meena" });
  await make.user("staff", { branch, first_name: "Ravi", last_name: "Kumar", pin_number: "4821" });
  ashaUser = await make.user("staff", { branch, first_name: "Asha", last_name: "Rao", pin_number: "7350" });
  ({ page: devicePage } = await openPage({
    address,
    context: phoneViewport,
    expectedErrors: [/status of (400|401|403)/, /ERR_FAILED/],
  }));
});

async function enterPin(pin: string): Promise<void> {
  await devicePage.locator("input[aria-label=PIN]:focus").waitFor();
  await devicePage.keyboard.type(pin);
}

test("a manager enrols the phone in the branch settings, and logs out", async () => {
  await logIn({ page: devicePage, user: managerUser });
  await devicePage.goto(getBranchPath("configurations/branch/devices"));
  await devicePage.getByText("No shared devices yet").waitFor();
  await devicePage.getByRole("button", { name: "Enrol this device" }).click();
  await devicePage.getByRole("textbox", { name: "Device name" }).fill("North gate phone");
  await assertAccessible(devicePage);
  await devicePage.getByRole("button", { name: "Enrol device" }).click();
  await devicePage.getByText("This device", { exact: true }).waitFor();
  await devicePage.getByText("Not used yet").waitFor();
  await assertAccessible(devicePage);
  await devicePage.getByRole("button", { name: "More" }).click();
  await devicePage.getByRole("button", { name: "Log out" }).click();
  await devicePage.getByRole("heading", { name: "Choose your name" }).waitFor();
});

test("staff log in by name and PIN, and nobody else is named", async () => {
  await devicePage.getByText("North gate phone, T Nagar").waitFor();
  await devicePage.getByRole("button", { name: asha }).waitFor();
  assert.equal(await devicePage.getByRole("button", { name: "Meena" }).count(), 0);
  await assertAccessible(devicePage);
  await devicePage.getByRole("button", { name: ravi }).click();
  await enterPin("4821");
  await devicePage.waitForURL("**/parking/dashboard");
});

test("a colleague takes over a half-typed check-in in a few seconds of the product's time", async () => {
  await devicePage.goto(getBranchPath("parking/create"));
  const plate = devicePage.getByRole("textbox", { name: "Vehicle number" });
  await plate.fill("TN09AB1234");
  await devicePage.getByRole("button", { name: "Switch user" }).click();
  await devicePage.getByRole("button", { name: asha }).waitFor();
  assert.equal(await devicePage.getByRole("button", { name: ravi }).count(), 0);
  await devicePage.getByRole("button", { name: asha }).click();
  await devicePage.locator("input[aria-label=PIN]:focus").waitFor();
  await assertAccessible(devicePage);
  const boxes = await devicePage
    .locator("input[aria-label=PIN]")
    .evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect().top));
  assert.equal(new Set(boxes).size, 1, "the digits stand in one line");
  const startedAt = Date.now();
  await devicePage.keyboard.type("7350");
  await devicePage.getByText("Logged in as Asha").waitFor();
  assert.ok(Date.now() - startedAt < 5_000, `${Date.now() - startedAt} ms`);
  assert.equal(await plate.inputValue(), "TN09AB1234");
  await devicePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await devicePage.getByRole("button", { name: "Check in" }).click();
  await devicePage.getByRole("heading", { name: "Checked in" }).waitFor();
  const [entry] = await sql`select user_created from "Parking_Information"`;
  assert.equal(entry!["user_created"], ashaUser.id);
});

async function switchTo(name: string, pin: string): Promise<void> {
  await devicePage.getByRole("button", { name }).click();
  await enterPin(pin);
  await devicePage.getByText(`Logged in as ${name.split(" ")[0]}`).waitFor();
}

async function fillCheckIn(plate: string): Promise<void> {
  await devicePage.goto(getBranchPath("parking/create"));
  await devicePage.getByRole("textbox", { name: "Vehicle number" }).fill(plate);
  await devicePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await devicePage.getByRole("button", { name: "Check in" }).click();
}

test("what waits for the network stays with its user when a colleague takes over, and is sent when the user is back", async () => {
  const findAuthors = (plate: string) => sql<{ author: string }[]>`
    select e.user_created as author from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
    where m.vehicle_no = ${plate}`;
  // Only this action cannot be sent, so that users can be switched.
  await devicePage.route("**/actions/parking/check-in", (route) => route.abort());
  await fillCheckIn("TN11AA1111");
  await devicePage.getByText("1 waiting to be sent").waitFor();
  await devicePage.getByRole("button", { name: "Switch user" }).click();
  await devicePage.getByText("Not sent yet: TN11AA1111 (check-in).", { exact: false }).waitFor();
  await assertAccessible(devicePage);
  await switchTo(ravi, "4821");
  await devicePage.getByText("1 waiting to be sent").waitFor({ state: "detached" });
  await devicePage.unroute("**/actions/parking/check-in");
  await fillCheckIn("TN11BB2222");
  await devicePage.getByRole("heading", { name: "Checked in" }).waitFor();
  assert.deepEqual([(await findAuthors("TN11AA1111")).length, (await findAuthors("TN11BB2222")).length], [0, 1]);
  await devicePage.getByRole("button", { name: "Switch user" }).click();
  await switchTo(asha, "7350");
  await devicePage.getByText("1 sent").waitFor();
  assert.deepEqual(
    (await findAuthors("TN11AA1111")).map(({ author }) => author),
    [ashaUser.id],
  );
});

test("after three wrong PINs a person is named, but has to log in with the password", async () => {
  await devicePage.getByRole("button", { name: "Switch user" }).click();
  await devicePage.getByRole("button", { name: ravi }).click();
  for (const text of [
    "Wrong PIN. 2 tries left",
    "Wrong PIN. 1 try left",
    "Too many wrong PINs. Log in with your password or an OTP",
  ]) {
    await enterPin("9999");
    await devicePage.getByText(text).waitFor();
  }
  await devicePage.getByRole("button", { name: "Close", exact: true }).click();
  await devicePage.getByRole("button", { name: "Switch user" }).click();
  await devicePage.getByText(`${ravi} has to log in without the PIN`).waitFor();
  assert.ok(await devicePage.getByRole("button", { name: ravi }).isDisabled());
  await devicePage.getByRole("button", { name: "Close", exact: true }).click();
});

test("staff change their PIN on their account page", async () => {
  await devicePage.goto(getBranchPath("account"));
  await devicePage.getByRole("button", { name: "Set PIN" }).click();
  const sheet = devicePage.getByRole("dialog", { name: "Set PIN" });
  await sheet.getByRole("textbox", { name: "New PIN" }).fill("5160");
  await sheet.locator("input[name=password]").fill("Wrong@2026");
  await sheet.getByRole("button", { name: "Set PIN" }).click();
  await sheet.getByText("Incorrect password").waitFor();
  await assertAccessible(devicePage);
  await sheet.locator("input[name=password]").fill(ashaUser.password);
  await sheet.getByRole("button", { name: "Set PIN" }).click();
  await devicePage.getByText("PIN changed").waitFor();
});

test("what a colleague typed when the session ended is there after the next log-in with a PIN", async () => {
  await devicePage.goto(getBranchPath("parking/create"));
  await devicePage.getByRole("textbox", { name: "Vehicle number" }).fill("TN10CD5678");
  await sql`update sessions set ended_at = now() where ended_at is null`;
  await sql`update users set session_version = session_version + 1`;
  // The live updates notice it: the page reports the end and reloads.
  await dismissMessage({ page: devicePage, text: getErrorText("TOKEN_EXPIRY") });
  await devicePage.getByRole("heading", { name: "Choose your name" }).waitFor();
  await devicePage.getByRole("button", { name: asha }).click();
  await enterPin("5160");
  const plate = devicePage.getByRole("textbox", { name: "Vehicle number" });
  // The form is shown before what was typed is put back.
  await eventually(async () => assert.equal(await plate.inputValue(), "TN10CD5678"));
});

test("a revoked device logs its user out and asks for the full log-in", async () => {
  const { page } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: managerUser });
  await page.goto(getBranchPath("configurations/branch"));
  await page.getByText(/Last used .* by Asha/).waitFor();
  await page.getByRole("button", { name: "Revoke North gate phone" }).click();
  await page.getByRole("button", { name: "Revoke device" }).click();
  await page.getByText("No shared devices yet").waitFor();
  // The device's page notices it by itself, and is opened again after the log-in.
  await dismissMessage({ page: devicePage, text: getErrorText("TOKEN_EXPIRY") });
  await devicePage.getByRole("heading", { name: "Partner login" }).waitFor();
  await fillLogInForm({ page: devicePage, user: ashaUser });
  await devicePage.getByRole("heading", { name: "Check in" }).waitFor();
  assert.equal(await devicePage.getByRole("button", { name: "Switch user" }).count(), 0);
});
