// A device whose clock is an hour wrong: charges follow the server's clock, and the page says so.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startBranchStory } from "#tests/support/story.ts";

const hourMs = 3_600_000;
const { address, asUser, branch, getBranchPath, make, sql, staffUser } = await startBranchStory({
  slug: "clock-story",
});

before(async () => {
  await make.row("Time_Charges", {
    branch: branch.id,
    service: "is_parking",
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: "20.00",
  });
});

/** An entry that has owed ₹40 for 20 minutes, and owes ₹60 in ten. */
async function checkIn(): Promise<{ id: number; plate: string }> {
  const plate = make.plate();
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", {
    vehicle_no: plate,
    phone_no: "9840012345",
  });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return { id: data.id, plate };
}

/** A logged-in page on a device whose clock is ahead. */
async function openDevice(aheadMs: number): Promise<Page> {
  const { page } = await openPage({ address, context: phoneViewport });
  await page.clock.install({ time: Date.now() + aheadMs });
  await logIn({ page, user: staffUser });
  return page;
}

for (const [name, aheadMs] of [
  ["ahead", hourMs],
  ["behind", -hourMs],
] as const)
  test(`with a clock an hour ${name}, the amount is the server's, and the page says that the clock is wrong`, async () => {
    const { id, plate } = await checkIn();
    const page = await openDevice(aheadMs);
    await page.goto(getBranchPath("parking/dashboard"));
    await page.getByRole("status").getByText(`The clock of this device is 1 h 00 min ${name}.`).waitFor();
    const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: plate }) });
    await card.getByText("₹40.00").waitFor();
    await page.goto(getBranchPath(`parking/detail?id=${id}`));
    await page.getByRole("status").getByText(`The clock of this device is 1 h 00 min ${name}.`).waitFor();
    await page.getByText("Parked for").waitFor();
    await page
      .getByText("50 min", { exact: true })
      .or(page.getByText("51 min", { exact: true }))
      .waitFor();
    await assertAccessible(page);
    await page.getByRole("button", { name: "Collect ₹40.00" }).click();
    await page.getByRole("button", { name: "Collect ₹40.00" }).last().click();
    await page.getByText("₹40.00 received in cash").waitFor();
  });

test("with a right clock nothing is said", async () => {
  const { id } = await checkIn();
  const page = await openDevice(0);
  const measured = page.waitForResponse("**/server/ping");
  await page.goto(getBranchPath(`parking/detail?id=${id}`));
  await measured;
  await page.getByRole("button", { name: "Collect ₹40.00" }).click();
  await page.getByRole("dialog", { name: "Collect cash" }).waitFor();
  assert.equal(await page.getByText("The clock of this device").count(), 0);
});
