// Pre-booking: staff book by phone, the vehicle comes early and gets its slot, and a no-show frees it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import { testTokens } from "#tests/support/tokens.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "booking-story";
const plate = make.plate();
let branch: CreatedBranch;
let gatePage: Page;

const open = (page: string) => gatePage.goto(`/${companySlug}/${branch.slug}/${page}`);

before(async () => {
  const company = await make.company({ slug: companySlug });
  const settings = await make.row("Pre_Booking_Configuration", { bookable_share: 100 });
  branch = await make.branch({
    company: company.id,
    slots: 2,
    rate: "20.00",
    is_pre_booking: true,
    pre_booking_config: settings.id,
  });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 409/] }));
  await logIn({
    page: gatePage,
    user: await make.user("staff", { branch, first_name: "Ravi" }),
    landingUrl: "**/home",
  });
});

async function book(vehicle: string): Promise<void> {
  await open("pre-booking/create");
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(vehicle);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("button", { name: "Book a slot for ₹80.00" }).click();
  await gatePage.getByRole("list", { name: "Bookings" }).getByText(vehicle).first().waitFor();
}

async function readSlot(vehicle: string): Promise<number | null> {
  const [row] = await sql<{ slot: number | null }[]>`
    select e.slot_no as slot from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
    where m.vehicle_no = ${vehicle}`;
  return row!.slot;
}

async function checkIn(vehicle: string): Promise<void> {
  await open("parking/create");
  await gatePage.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(vehicle);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012346");
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
}

test("staff book a slot for a vehicle whose driver calls", async () => {
  await open("pre-booking/dashboard");
  await gatePage.getByRole("heading", { name: "No bookings" }).waitFor();
  await assertAccessible(gatePage);
  await open("pre-booking/create");
  await gatePage.getByText("Latest arrival").waitFor();
  await assertAccessible(gatePage);
  await book(plate);
  await assertAccessible(gatePage);
});

test("a vehicle without a booking does not get the slot, and the booked one that comes early does", async () => {
  // Ten minutes before its time.
  await sql`update "Pre_Booking_Information" set held_from = now() - interval '5 minutes', booking_start_time = now() + interval '10 minutes'
    where vehicle_no = ${plate}`;
  const walkIn = make.plate();
  await checkIn(walkIn);
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
  assert.equal(await readSlot(walkIn), 1);
  await open("pre-booking/dashboard");
  await gatePage.getByRole("button", { name: `Check in ${plate}` }).click();
  await gatePage.waitForURL(/parking\/detail/);
  assert.equal(await readSlot(plate), 2);
});

test("a booking is paid at the desk before its vehicle comes, which owes nothing on arrival", async () => {
  await sql`update "Parking_Information" set parking_status_id = 2, out_time = now() where branch = ${branch.id}`;
  const paid = make.plate();
  await book(paid);
  await gatePage.setViewportSize({ width: 320, height: 700 });
  assert.deepEqual(await findLayoutProblems(gatePage), []);
  await gatePage.setViewportSize(phoneViewport.viewport!);
  await gatePage.getByRole("button", { name: `Payment of ${paid}` }).click();
  await gatePage.getByRole("button", { name: /^Send pay link/ }).waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Collect now", exact: true }).click();
  await gatePage.getByText("Booked", { exact: true }).waitFor();
  await gatePage.getByRole("button", { name: "Collect ₹80.00" }).click();
  await gatePage.getByRole("dialog").getByRole("button", { name: "Collect ₹80.00" }).click();
  await gatePage.getByText("₹80.00 received in cash").waitFor();
  await sql`update "Pre_Booking_Information" set held_from = now() - interval '5 minutes', booking_start_time = now() + interval '10 minutes'
    where vehicle_no = ${paid}`;
  await open("pre-booking/dashboard");
  await gatePage.getByText("₹80.00 paid").waitFor();
  // A manager cancels what is paid, also in part.
  const cancel = gatePage.getByRole("button", { name: `Cancel booking of ${paid}` });
  assert.equal(await cancel.count(), 0);
  await assertAccessible(gatePage);
  assert.deepEqual(await findLayoutProblems(gatePage), []);
  const setPaid = (status: string, amount: number) => sql`
    update "Parking_Information" set payment_status = ${status}, paid_amount = ${amount}
    where id = (select parking_information from "Pre_Booking_Information" where vehicle_no = ${paid})`;
  await setPaid("not_paid", 20);
  await open("pre-booking/dashboard");
  await gatePage.getByRole("button", { name: `Payment of ${paid}` }).waitFor();
  assert.equal(await cancel.count(), 0);
  await setPaid("not_paid", 0);
  await open("pre-booking/dashboard");
  await cancel.waitFor();
  // Paid elsewhere, such as online: the list shows it without a reload.
  await gatePage.getByText("Live", { exact: true }).waitFor();
  const [entry] = await sql<{ id: number }[]>`
    select parking_information as id from "Pre_Booking_Information" where vehicle_no = ${paid}`;
  const colleague = await asUser(await make.user("staff", { branch }));
  assert.equal((await colleague.post(`/actions/parking/${entry!.id}/take-cash`, {})).status, 200);
  await gatePage.getByText("₹80.00 paid").waitFor();
  assert.equal(await cancel.count(), 0);
  await setPaid("paid", 80);
  await open("pre-booking/dashboard");
  await gatePage.getByRole("button", { name: `Check in ${paid}` }).click();
  await gatePage.waitForURL(/parking\/detail/);
  await gatePage.getByText("In", { exact: true }).first().waitFor();
  await gatePage.getByText("Paid", { exact: true }).first().waitFor();
  await gatePage.getByRole("button", { name: "Check out" }).waitFor();
  await sql`update "Pre_Booking_Information" set booking_start_time = now() - interval '3 hours', held_until = now() - interval '2 hours' where vehicle_no = ${paid}`;
});

test("the pay link of a cancelled booking says so", async () => {
  const paid = make.plate();
  await book(paid);
  await gatePage.getByRole("button", { name: `Payment of ${paid}` }).click();
  await gatePage.getByRole("button", { name: "Collect now", exact: true }).click();
  await gatePage.waitForURL(/detail\?id=\d+$/);
  const id = Number(new URL(gatePage.url()).searchParams.get("id"));
  const manager = await asUser(await make.user("manager", { branch }));
  const [{ booking } = { booking: 0 }] = await sql<{ booking: number }[]>`
    select id as booking from "Pre_Booking_Information" where vehicle_no = ${paid}`;
  const cancelled = await manager.post(`/actions/pre-bookings/${booking}/cancel`, { reason: "Customer called" });
  assert.equal(cancelled.status, 200, cancelled.text);
  await gatePage.goto(`/pay/${createPayToken({ tokens: testTokens, entry: { kind: "P", id } })}`);
  await gatePage.getByRole("heading", { name: "Booking cancelled" }).waitFor();
  assert.equal(await gatePage.getByText("Payment received").count(), 0);
  await assertAccessible(gatePage);
});

test("the gate reads the booking of a typed plate: too early it warns, in time it is used", async () => {
  await sql`update "Parking_Information" set parking_status_id = 2, out_time = now() where branch = ${branch.id}`;
  const booked = make.plate();
  await book(booked);
  const type = async (): Promise<void> => {
    await open("parking/create");
    await gatePage.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(booked);
  };
  const warning = gatePage.getByText(
    /The booking can be used from .* A check-in now is without it, and is charged anew\./,
  );
  const used = gatePage.getByText("This booking will be used.");
  const hold = (minutes: number) => sql`
    update "Pre_Booking_Information" set booking_start_time = now(), held_from = now() + ${minutes} * interval '1 minute'
    where vehicle_no = ${booked}`;
  await hold(20);
  await type();
  await warning.waitFor();
  await gatePage.getByText(/Booked from .*, slot A\d\. ₹80\.00 is not paid yet\./).waitFor();
  assert.equal(await used.count(), 0);
  await assertAccessible(gatePage);
  await gatePage.setViewportSize({ width: 320, height: 700 });
  assert.deepEqual(await findLayoutProblems(gatePage), []);
  await gatePage.setViewportSize(phoneViewport.viewport!);
  // After midnight, when the check-in is late in the evening.
  await hold(230);
  await type();
  await warning.waitFor();
  await hold(-5);
  await type();
  await used.waitFor();
  assert.equal(await warning.count(), 0);
  const colleague = await asUser(await make.user("staff", { branch }));
  const [row] = await sql<{ id: number }[]>`
    select id from "Pre_Booking_Information" where vehicle_no = ${booked}`;
  const { data } = await colleague.post(`/actions/pre-bookings/${row!.id}/prepay`, {});
  const prepaid = data.parking_information.id;
  assert.equal((await colleague.post(`/actions/parking/${prepaid}/take-cash`, {})).status, 200);
  await type();
  await gatePage.getByText(/slot A\d\. ₹80\.00 is paid\./).waitFor();
  // The payment of a voided entry was returned, and the check-in makes another one.
  await sql`update "Parking_Information" set parking_status_id = 4 where id = ${prepaid}`;
  await type();
  await gatePage.getByText(/slot A\d\. ₹80\.00 is not paid yet\./).waitFor();
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
  await gatePage.getByText(/The booking was used\. It lasts until .* and is not paid yet\./).waitFor();
  await sql`update "Pre_Booking_Information" set booking_start_time = now() - interval '6 hours', held_from = now() - interval '6 hours',
    held_until = now() - interval '5 hours' where vehicle_no = ${booked}`;
});

test("a vehicle that does not come loses its slot", async () => {
  await sql`update "Parking_Information" set parking_status_id = 2, out_time = now() where branch = ${branch.id}`;
  const missing = make.plate();
  await sql`update "Pre_Booking_Information" set booking_start_time = now() - interval '3 hours', held_until = now() - interval '2 hours' where vehicle_no = ${plate}`;
  await book(missing);
  await sql`update "Pre_Booking_Information" set no_show_at = now() - interval '1 minute', booking_start_time = now() - interval '1 hour'
    where vehicle_no = ${missing}`;
  for (const slot of [1, 2]) {
    const vehicle = make.plate();
    await checkIn(vehicle);
    await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
    assert.equal(await readSlot(vehicle), slot);
  }
});
