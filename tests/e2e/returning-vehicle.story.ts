// Check in faster: the branch decides about phone numbers, and a returning vehicle shows its last slot, pass and debt.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page, Response } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const companySlug = "returning-story";
const plate = "TN09AB1234";
let branch: CreatedBranch;
let gatePage: Page;
let managerPage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;
const phoneField = () => gatePage.getByRole("textbox", { name: /^Phone number/ });

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 5, rate: "20.00" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport }));
  await logIn({ page: gatePage, user: await make.user("staff", { branch }) });
  await logIn({ page: managerPage, user: await make.user("manager", { branch }) });
});

async function choosePhoneSetting(label: string): Promise<void> {
  await managerPage.goto(getBranchPath("configurations/parking/gate"));
  await managerPage.getByRole("combobox", { name: "Phone number" }).selectOption({ label });
  await managerPage.getByRole("button", { name: "Save" }).click();
  await managerPage.getByText("Saved", { exact: false }).first().waitFor();
}

async function openCheckIn(): Promise<void> {
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: "Vehicle number" }).fill(plate);
}

async function submit(): Promise<void> {
  await gatePage.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
}

test("a manager stops asking for phone numbers, and the gate checks in by the plate alone", async () => {
  await openCheckIn();
  await phoneField().waitFor();
  await choosePhoneSetting("Not asked");
  await assertAccessible(managerPage);
  await openCheckIn();
  await gatePage.getByRole("textbox", { name: /^Name/ }).waitFor();
  assert.equal(await phoneField().count(), 0);
  await submit();
});

test("an optional phone number is labelled so", async () => {
  await choosePhoneSetting("Optional");
  await sql`update "Parking_Information" set parking_status_id = 2, in_time = now() - interval '2 days', out_time = now() - interval '1 day', total_amount = 40, extended_amount = 40`;
  await sql`update "Parking_Main_Information" set parking_status_id = 2, status_id = 2`;
  await openCheckIn();
  await gatePage.getByRole("textbox", { name: "Phone number (optional)" }).waitFor();
  await assertAccessible(gatePage);
});

test("a returning vehicle says its last slot and visit, what it owes, and its pass", async () => {
  await gatePage.getByText(/Returning vehicle.*Last here 2 d.* ago, slot A1\./).waitFor();
  await gatePage.getByText("₹40.00").first().waitFor();
  const manager = await asUser(await make.user("manager", { branch }));
  const pass = { vehicle_no: plate, phone_no: "9840012345", time_type: "days", duration: 3 };
  assert.equal((await manager.post("/actions/passes", pass)).status, 200);
  await openCheckIn();
  await gatePage.getByText(/Pass valid till .*: parking is free\./).waitFor();
  await sql`update "Parking_Main_Information" set pass_start_time = now() - interval '9 days', pass_end_time = now() - interval '1 day' where parking_type = 'long_time'`;
  await openCheckIn();
  await gatePage.getByText(/Its pass expired on /).waitFor();
});

test("a phone number that is filled in while its field has the focus is replaced by what is typed", async () => {
  const isFocused = Promise.withResolvers<void>();
  const lookups = /\/items\/Parking_Main_Information/;
  await gatePage.route(lookups, async (route) => {
    await isFocused.promise;
    await route.fallback();
  });
  await openCheckIn();
  await phoneField().focus();
  isFocused.resolve();
  await gatePage.getByText(/^Returning vehicle/).waitFor();
  // The field is filled after the notice is shown.
  await eventually(async () => assert.equal(await phoneField().inputValue(), "9840012345"));
  await gatePage.keyboard.type("9840099999");
  assert.equal(await phoneField().inputValue(), "9840099999");
  await gatePage.unroute(lookups);
});

test("a check-in that is still being sent does not say that its own vehicle is inside", async () => {
  const own = make.plate();
  await gatePage.route("**/actions/parking/check-in", async (route) => {
    // Meanwhile the page reads the entries again, because of the live event, which may come before the answer.
    const isOwnRead = async (read: Response) =>
      /\/items\/Parking_Information\?/.test(read.url()) &&
      (await read.text().catch(() => "")).startsWith('{"data":[{') &&
      read.url().includes(own);
    const readAgain = gatePage.waitForResponse(isOwnRead);
    const response = await route.fetch();
    await readAgain;
    await gatePage.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    await route.fulfill({ response });
  });
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByText("Live", { exact: true }).waitFor();
  await gatePage.getByRole("textbox", { name: "Vehicle number" }).fill(own);
  await phoneField().fill("9840012345");
  const texts: string[] = [];
  await gatePage.exposeFunction("noteText", (text: string) => texts.push(text));
  await gatePage.evaluate(
    "new MutationObserver(() => noteText(document.body.innerText)).observe(document.body, { childList: true, subtree: true })",
  );
  await submit();
  assert.ok(texts.length > 0);
  assert.equal(
    texts.some((text) => text.includes("already inside")),
    false,
  );
});
