// Parking gate: check-in, slip, cash payment and check-out, seen live by the manager.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { assertAccessible, desktopViewport, liveLimitMs, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();

const plate = "TN09AB1234";
const companySlug = "gate-day";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;

/** Path of a page of the branch. */
function getBranchPath(page: string): string {
  return `/${companySlug}/${branch.slug}/${page}`;
}

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 10, rate: "20.00", allow_vehicle_image_required: true });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport }));
});

test("gate staff land on an empty board after login", async () => {
  await logIn({ page: gatePage, user: staffUser });
  await gatePage.getByRole("heading", { name: "No entries yet" }).waitFor();
  await assertAccessible(gatePage);
});

test("a vehicle is checked in with a photo and appears on the manager's board at once", async () => {
  await logIn({ page: managerPage, user: await make.user("manager", { branch }) });
  await managerPage.getByText("Live", { exact: true }).waitFor();
  await gatePage.getByRole("link", { name: "Check in", exact: true }).click();
  // The board's search field has "vehicle number" in its label, too.
  await gatePage.getByRole("textbox", { name: "Vehicle number", exact: true }).fill("tn09 ab-1234");
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("98400");
  const checkIn = gatePage.getByRole("button", { name: "Check in" });
  await checkIn.click();
  await gatePage.getByText("*Invalid phone number").waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByText("Hatchback").click();
  await checkIn.click();
  await gatePage.getByText("*Take at least one photo of the vehicle").waitFor();
  const image = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#335577" } })
    .png()
    .toBuffer();
  await gatePage.locator("input[type=file]").setInputFiles({ name: "car.png", mimeType: "image/png", buffer: image });
  await gatePage.getByRole("button", { name: "Remove photo 1" }).waitFor();

  const isShownToManager = managerPage.getByRole("link", { name: plate }).waitFor();
  // Shown for two seconds only.
  const told = gatePage.getByText("Vehicle checked in").waitFor();
  await checkIn.click();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
  const checkedInAt = performance.now();
  await told;
  const isFree = await gatePage.getByRole("link", { name: "Open entry" }).evaluate((link) => {
    link.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  assert.ok(isFree, "the message covers the link");
  await isShownToManager;
  const delayMs = performance.now() - checkedInAt;
  assert.ok(delayMs < liveLimitMs, `the manager saw it after ${delayMs} ms`);
  await gatePage.getByText("A1", { exact: true }).first().waitFor();
  await assertAccessible(gatePage);
  await assertAccessible(managerPage);
});

test("the slip prints on 80 mm paper with a QR code of at least 25 mm", async () => {
  await gatePage.evaluate(() => Object.assign(globalThis, { print: () => {} }));
  await gatePage.getByRole("button", { name: "Print slip" }).click();
  await gatePage.emulateMedia({ media: "print" });
  const millimetres = 25.4 / 96;
  const paper = gatePage.locator("body > div[aria-hidden=true]");
  const qr = await paper.getByLabel("QR code of this slip").boundingBox();
  assert.ok(qr && qr.width * millimetres >= 25, `the QR is ${qr?.width} px wide`);
  const size = await paper.boundingBox();
  assert.ok(size && size.width * millimetres <= 80, `the slip is ${size?.width} px wide`);
  assert.match(await paper.innerText(), new RegExp(`${plate}[\\s\\S]*Slot A1[\\s\\S]*Receipt \\d{8}-1`));
  assert.equal(await paper.getByText("DUPLICATE").count(), 0);
  assert.equal(await gatePage.locator("#root").isVisible(), false);
  await gatePage.emulateMedia({ media: "screen" });
});

test("a slip printed again carries DUPLICATE, and the history records it", async () => {
  await gatePage.getByRole("button", { name: "Print slip" }).click();
  await gatePage.locator("body > div[aria-hidden=true]").getByText("DUPLICATE").waitFor({ state: "attached" });
});

test("cash with a discount requires a reason and checks the vehicle out", async () => {
  await gatePage.getByRole("link", { name: "Open" }).click();
  await gatePage.getByRole("heading", { name: "History" }).waitFor();
  await gatePage.getByText("Slip printed again as a duplicate").waitFor();
  await gatePage.getByRole("button", { name: "Open photo 1" }).locator("img").waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Collect ₹20.00" }).click();
  await gatePage.getByRole("textbox", { name: "Discount" }).fill("5");
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Collect ₹15.00" }).click();
  await gatePage.getByText("*Enter a reason for the extra charge or discount").waitFor();
  await gatePage.getByRole("textbox", { name: "Reason" }).fill("Regular customer");
  await gatePage.getByRole("button", { name: "Collect ₹15.00" }).click();
  await gatePage.getByText("Discount ₹5.00: Regular customer").waitFor();
  await gatePage.getByText("₹15.00 received in cash").waitFor();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  // The history is read apart from the entry.
  await gatePage.getByRole("button", { name: /^Collect/ }).waitFor({ state: "detached" });
  await gatePage.getByRole("button", { name: "Print receipt" }).click();
  const paper = gatePage.locator("body > div[aria-hidden=true]");
  await paper.getByText("Paid ₹15.00 in cash").waitFor({ state: "attached" });
  assert.equal(await paper.getByText("Please keep this slip for exit").count(), 0);
  await managerPage.getByRole("button", { name: "1 Out today" }).waitFor();
  await managerPage.getByRole("row", { name: plate }).getByText("₹15.00").waitFor();
});

test("the board keeps its filters in the URL", async () => {
  await managerPage.getByRole("button", { name: "Inside now" }).click();
  await managerPage.getByRole("heading", { name: "No matching entries" }).waitFor();
  assert.match(managerPage.url(), /state=in$/);
  await managerPage.getByRole("button", { name: "Clear filters" }).click();
  await managerPage.getByRole("textbox", { name: "Search by vehicle number, phone, name or receipt" }).fill("ab 12");
  await managerPage.waitForURL(/search=ab\+12$/);
  await managerPage.reload();
  await managerPage.getByRole("link", { name: plate }).waitFor();
});

test("a returning vehicle is checked in, found and checked out by keyboard only", async () => {
  await sql`update "Branch" set allow_vehicle_image_required = false where id = ${branch.id}`;
  await managerPage.goto(getBranchPath("parking/create"));
  await managerPage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).waitFor();
  await managerPage.keyboard.type(plate);
  await managerPage.getByText("Returning vehicle").waitFor();
  await managerPage.keyboard.press("Tab");
  const phoneInput = managerPage.getByRole("textbox", { name: "Phone number" });
  await managerPage.locator("[name=phone_no]:focus").waitFor();
  // The field is filled after the notice is shown.
  await eventually(async () => assert.equal(await phoneInput.inputValue(), "9840012345"));
  await managerPage.keyboard.press("Enter");
  await managerPage.getByRole("heading", { name: "Checked in" }).waitFor();
  await managerPage.keyboard.press("Enter");
  await managerPage.locator("[name=vehicle_no]:focus").waitFor();

  await managerPage.goto(getBranchPath("parking/dashboard"));
  await managerPage.getByRole("link", { name: plate }).first().focus();
  await managerPage.keyboard.press("ArrowDown");
  await managerPage.keyboard.press("ArrowUp");
  await managerPage.keyboard.press("Enter");
  await managerPage.getByRole("button", { name: "Collect ₹20.00" }).focus();
  await managerPage.keyboard.press("Enter");
  await managerPage.getByRole("dialog", { name: "Collect cash" }).waitFor();
  await managerPage.keyboard.press("Escape");
  await managerPage.getByRole("dialog").waitFor({ state: "detached" });
  await managerPage.keyboard.press("Enter");
  await managerPage.getByRole("textbox", { name: "Discount" }).focus();
  await managerPage.keyboard.press("Enter");
  await managerPage.getByText("₹20.00 received in cash").waitFor();
});

test("off-duty staff start and end their duty", async () => {
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: await make.user("staff", { branch, in_out_flag: false }) });
  await page.getByText("You are off duty. Start your duty").waitFor();
  await assertAccessible(page);
  // Off duty, starting it is the one primary action.
  const startDuty = page.getByRole("button", { name: "Start duty" });
  const plus = page.getByRole("navigation", { name: "Bottom navigation" }).getByRole("link", { name: "Check in" });
  const readColour = (control: Locator) => control.evaluate((element) => getComputedStyle(element).backgroundColor);
  const primary = await readColour(startDuty);
  assert.notEqual(await readColour(plus), primary);
  await startDuty.click();
  await page.getByText("You are off duty. Start your duty").waitFor({ state: "detached" });
  assert.equal(await readColour(plus), primary);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "End duty" }).last().click();
  await page.getByRole("dialog", { name: "More" }).waitFor({ state: "detached" });
  await page.getByText("You are off duty. Start your duty").waitFor();
});
