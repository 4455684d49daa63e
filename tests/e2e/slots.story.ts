// Slots: chosen by block and number at every check-in where staff choose them, and changed while the vehicle is inside.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "slot-story";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 220, config: { slot_type: "specific_slot" } });
  await make.row("Slot_Blocks", {
    branch: branch.id,
    service: "is_parking",
    zone_or_block: "Basement",
    slot_prefix: "B",
    total_slots: 1,
    sort: 1,
  });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 409/] }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport }));
  await logIn({ page: gatePage, user: staffUser });
  await logIn({ page: managerPage, user: await make.user("manager", { branch, first_name: "Meena" }) });
});

async function openCheckIn(plate: string): Promise<void> {
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(plate);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
}

async function submitCheckIn(): Promise<void> {
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
}

async function readSlot(plate: string): Promise<string> {
  const [row] = await sql<{ slot: string }[]>`
    select concat(p.slot_prefix, p.slot_no) as slot from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info where m.vehicle_no = ${plate} order by p.id desc limit 1`;
  return row!.slot;
}

const block = (page: Page) => page.getByRole("combobox", { name: "Block" });
const slot = (page: Page) => page.getByRole("textbox", { name: "Slot", exact: true });

test("a slot among 220 is chosen by block and number, or by the lowest free one", async () => {
  await openCheckIn("TN09AB1111");
  await gatePage.getByText("221 of 221 slots free").waitFor();
  // No button for each slot.
  assert.ok((await gatePage.getByRole("radio").count()) < 20);
  await submitCheckIn();
  await gatePage.getByText("*Block is required").waitFor();
  await block(gatePage).selectOption("A: 220 free");
  await gatePage.getByText("220 of 220 free", { exact: true }).waitFor();
  await assertAccessible(gatePage);
  await submitCheckIn();
  await gatePage.getByText("*Slot is required").waitFor();
  await gatePage.getByRole("button", { name: "Use A1" }).click();
  await gatePage.getByText("A1 is free.").waitFor();
  await submitCheckIn();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
  assert.equal(await readSlot("TN09AB1111"), "A1");
});

test("an occupied slot and one that does not exist are marked; the server rejects them at the field", async () => {
  await openCheckIn("TN09AB2222");
  await block(gatePage).selectOption("A: 219 free");
  await gatePage.getByRole("button", { name: "Use A2" }).waitFor();
  await slot(gatePage).fill("221");
  await gatePage.getByText("Block A has slots A1 to A220.").waitFor();
  await slot(gatePage).fill("1");
  await gatePage.getByText("A1 is occupied by TN09AB1111.").waitFor();
  await assertAccessible(gatePage);
  await submitCheckIn();
  await gatePage.getByText(getErrorText("SLOT_EXIST")).waitFor();
  await slot(gatePage).fill("220");
  await gatePage.getByText("A220 is free.").waitFor();
  await submitCheckIn();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
  assert.equal(await readSlot("TN09AB2222"), "A220");
});

test("a vehicle inside is moved to another slot, and the manager's page follows", async () => {
  const [{ id }] = await sql<[{ id: number }]>`
    select p.id from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    where m.vehicle_no = 'TN09AB1111'`;
  await managerPage.goto(getBranchPath(`parking/detail?id=${id}`));
  await managerPage.getByText("A1", { exact: true }).first().waitFor();
  await gatePage.goto(getBranchPath(`parking/edit?id=${id}`));
  await gatePage.getByText("A1 is free.").waitFor();
  await slot(gatePage).fill("7");
  await gatePage.getByText("A7 is free.").waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Save" }).click();
  await gatePage.getByText("Slot changed to A7").waitFor();
  await managerPage.getByText("A7", { exact: true }).first().waitFor();
  assert.equal(await readSlot("TN09AB1111"), "A7");
});

test("a one-time entry and a pass ask for the slot as well", async () => {
  await gatePage.goto(getBranchPath("vehicle-entry/create"));
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill("TN09AB3333");
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012346");
  await submitCheckIn();
  await gatePage.getByText("*Slot is required").waitFor();
  await block(gatePage).selectOption("A: 218 free");
  await slot(gatePage).fill("30");
  await submitCheckIn();
  await gatePage.getByText("Checked in", { exact: true }).first().waitFor();
  assert.equal(await readSlot("TN09AB3333"), "A30");

  const gate = await asUser(staffUser);
  const pass = await gate.post("/actions/passes", {
    vehicle_no: "TN09AB4444",
    phone_no: "9840012347",
    time_type: "days",
    duration: 3,
  });
  await gatePage.goto(getBranchPath(`vehicle-entry/edit?id=${pass.data.id}`));
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Check in" });
  await sheet.getByRole("combobox", { name: "Block" }).selectOption("Basement (B): 1 free");
  await sheet.getByRole("button", { name: "Use B1" }).click();
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByText("Checked in", { exact: true }).first().waitFor();
  assert.equal(await readSlot("TN09AB4444"), "B1");
  await openCheckIn("TN09AB5555");
  await block(gatePage).selectOption("Basement (B): full");
  await gatePage.getByText("Basement is full. Choose another block.").waitFor();
});

test("an invited vehicle gets the slot that staff choose at its arrival", async () => {
  const manager = await asUser(await make.user("manager", { branch }));
  const invite = await manager.post("/actions/invites", {
    vehicle_no: "TN09AB6666",
    phone_no: "9840012348",
    invite_end_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  assert.equal(invite.status, 200, invite.text);
  await gatePage.goto(getBranchPath(`parking/detail?id=${invite.data.id}`));
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Check in" });
  await sheet.getByRole("textbox", { name: "Visitor's phone number" }).fill("9840012348");
  await sheet.getByRole("combobox", { name: "Block" }).selectOption({ value: "block:A" });
  await sheet.getByRole("textbox", { name: "Slot", exact: true }).fill("40");
  await sheet.getByRole("button", { name: "Check in" }).click();
  await sheet.waitFor({ state: "detached" });
  assert.equal(await readSlot("TN09AB6666"), "A40");
});

test("a slot is kept for the holder of a pass, shown as kept at the gate and on the board, and used at its check-in", async () => {
  await managerPage.goto(getBranchPath("configurations/parking/entries"));
  await managerPage.getByText("Keep slots for passes", { exact: true }).click();
  await managerPage.getByRole("button", { name: "Save", exact: true }).click();
  await managerPage.getByText("Saved", { exact: true }).first().waitFor();
  const gate = await asUser(staffUser);
  const pass = await gate.post("/actions/passes", {
    vehicle_no: "TN09AB7777",
    phone_no: "9840012349",
    time_type: "days",
    duration: 3,
  });
  await gatePage.goto(getBranchPath(`vehicle-entry/edit?id=${pass.data.id}`));
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Keep a slot" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Keep a slot" });
  await sheet.getByRole("combobox", { name: "Block" }).selectOption({ value: "block:A" });
  await sheet.getByRole("textbox", { name: "Slot", exact: true }).fill("40");
  await sheet.getByText("A40 is occupied by TN09AB6666.").waitFor();
  await sheet.getByRole("textbox", { name: "Slot", exact: true }).fill("77");
  await sheet.getByText("A77 is free.").waitFor();
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Keep slot" }).click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByText("Kept slot A77").waitFor();
  await assertAccessible(gatePage);

  await openCheckIn("TN09AB7777");
  await gatePage.getByText("A77 is kept for this pass.").waitFor();
  await openCheckIn("TN09AB8888");
  await block(gatePage).selectOption({ value: "block:A" });
  await slot(gatePage).fill("77");
  await gatePage.getByText("A77 is kept for a pass of TN09AB7777.").waitFor();
  await submitCheckIn();
  await gatePage.getByText("*A77 is kept for a pass. Choose another slot.").first().waitFor();
  await managerPage.goto(getBranchPath("parking/dashboard"));
  await managerPage.getByText(/occupied, 1 kept for passes$/).waitFor();
  await assertAccessible(managerPage);

  await gatePage.goto(getBranchPath(`vehicle-entry/edit?id=${pass.data.id}`));
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  const checkIn = gatePage.getByRole("dialog", { name: "Check in" });
  await checkIn.getByText("A77 is free.").waitFor();
  await checkIn.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByText("Checked in", { exact: true }).first().waitFor();
  assert.equal(await readSlot("TN09AB7777"), "A77");
  await managerPage.getByText(/of 221 occupied$/).waitFor();
});

test("a branch without free slots says FULL before anything is typed", async () => {
  await sql`update "Slot_Blocks" set total_slots = 0 where branch = ${branch.id} and slot_prefix = 'A'`;
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByText(/^FULL\. All 1 slots are occupied/).waitFor();
  await assertAccessible(gatePage);
});
