// §3: bookings hold their slots against each other, walk-ins and passes; the vehicle arrives, is a no-show, or stays too long.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createServices } from "#server/context.ts";
import { markNoShows } from "#server/features/pre-booking/mark-no-shows.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 20, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
let branch: CreatedBranch;
let gate: TestClient;
let manager: TestClient;

async function openBranch(fields: { [name: string]: unknown } = {}, settings: object = { bookable_share: 100 }) {
  const { id } = await make.row("Pre_Booking_Configuration", { ...settings });
  branch = await make.branch({ slots: 3, rate: "20.00", is_pre_booking: true, pre_booking_config: id, ...fields });
  gate = await asUser(await make.user("staff", { branch }));
  manager = await asUser(await make.user("manager", { branch }));
}
beforeEach(() => openBranch());

const inMinutes = (minutes: number, now = Date.now()) => new Date(now + minutes * 60_000).toISOString();
/** Both times from one reading of the clock: a millisecond between two readings would begin another step of the price. */
function createBody(from: number, to: number, fields: object = {}) {
  const now = Date.now();
  return {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
    booking_start_time: inMinutes(from, now),
    booking_end_time: inMinutes(to, now),
    ...fields,
  };
}
const book = (from: number, to: number, fields: object = {}) =>
  gate.post("/actions/pre-bookings", createBody(from, to, fields));
const checkIn = (fields: object = {}) =>
  gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012346", ...fields });
const arrive = (id: number) => gate.post(`/actions/pre-bookings/${id}/arrive`);
/** Moves a booking in time, as if it had been made earlier. */
const moveBooking = (id: number, minutes: number) => sql`
  update "Pre_Booking_Information" set booking_start_time = booking_start_time + ${minutes} * interval '1 minute',
    booking_end_time = booking_end_time + ${minutes} * interval '1 minute', held_from = held_from + ${minutes} * interval '1 minute',
    no_show_at = no_show_at + ${minutes} * interval '1 minute', held_until = held_until + ${minutes} * interval '1 minute' where id = ${id}`;
const findNoShows = () =>
  markNoShows({
    services: createServices({ sql, config: testConfig, clock: () => new Date() }),
    now: new Date(),
  });

test("of fifty bookings at once for three slots exactly three get one each", async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => book(60, 120)));
  const booked = responses.filter(({ status }) => status === 200);
  assert.deepEqual(
    booked.map(({ data }) => data.slot_no).toSorted((one, other) => one - other),
    [1, 2, 3],
  );
  const codes = new Set(responses.filter(({ status }) => status !== 200).map(({ code }) => code));
  assert.deepEqual([...codes], ["BOOKINGS_FULL"]);
});

/** Fifty writers that have all seen the same three slots free, and no lock. */
async function insertAtOnce(table: string): Promise<number> {
  const from = inMinutes(300);
  const until = inMinutes(370);
  const inserts = Array.from(
    { length: 50 },
    (_, index) => sql`
      insert into ${sql(table)} (branch, slot_prefix, slot_no, pre_booking_status_id, booking_start_time, held_until)
      values (${branch.id}, 'A', ${(index % 3) + 1}, 1, ${from}, ${until})`,
  );
  const results = await Promise.allSettled(inserts);
  return results.filter(({ status }) => status === "fulfilled").length;
}

test("of ten bookings at once of one vehicle for one time, one is made; another time and a cancelled one are free", async () => {
  const vehicle = { vehicle_no: make.plate() };
  await openBranch({ slots: 30 });
  const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => book(60 + index, 180, vehicle)));
  const [first, ...others] = responses.toSorted((one, other) => one.status - other.status);
  assert.equal(first!.status, 200, first!.text);
  assert.deepEqual(new Set(others.map(({ code }) => code)), new Set(["VEHICLE_ALREADY_EXIST"]));
  assert.match(others[0]!.text, /already booked for a part of this time/);
  // The control: the vehicles differ.
  const different = await Promise.all(Array.from({ length: 10 }, () => book(60, 180)));
  assert.ok(different.every(({ status }) => status === 200));
  const { vehicle_no: plate } = vehicle;
  assert.equal((await book(170, 240, { vehicle_no: plate.toLowerCase() })).code, "VEHICLE_ALREADY_EXIST");
  assert.equal((await book(190, 240, vehicle)).status, 200);
  assert.equal(
    (await gate.post(`/actions/pre-bookings/${first!.data.id}/cancel`, { reason: "Called off" })).status,
    200,
  );
  assert.equal((await book(60, 120, vehicle)).status, 200);
});

test("the constraint lets three of fifty through that took no lock, and all of them without it", async () => {
  assert.equal(await insertAtOnce("Pre_Booking_Information"), 3);
  await sql`create table bookings_without_constraint (like "Pre_Booking_Information" including defaults including identity)`;
  try {
    assert.equal(await insertAtOnce("bookings_without_constraint"), 50, "the control");
  } finally {
    await sql`drop table bookings_without_constraint`;
  }
});

test("the buffer lies between two bookings of a slot, and a cancelled one is free again", async () => {
  await openBranch({ slots: 1 });
  const first = await book(60, 120);
  assert.deepEqual([first.data.slot_prefix, first.data.slot_no], ["A", 1], first.text);
  assert.equal((await book(129, 200)).code, "BOOKINGS_FULL");
  assert.equal((await book(131, 200)).status, 200);
  assert.equal((await gate.post(`/actions/pre-bookings/${first.data.id}/cancel`)).code, "CHANGE_REASON_REQUIRED");
  const cancelled = await gate.post(`/actions/pre-bookings/${first.data.id}/cancel`, { reason: "Called off" });
  assert.deepEqual([cancelled.data.pre_booking_status_id, cancelled.data.cancel_reason], [4, "Called off"]);
  assert.equal((await arrive(first.data.id)).code, "NO_NEXT_STATUS");
  assert.equal((await book(60, 120)).status, 200);
});

test("only the share of the slots is booked, by the settings of the branch", async () => {
  await openBranch({ slots: 10 }, {});
  assert.equal((await book(60, 120)).data.slot_no, 10);
  assert.equal((await book(60, 120)).data.slot_no, 9);
  assert.equal((await book(60, 120)).code, "BOOKINGS_FULL");
  assert.equal((await book(200, 260)).status, 200);
});

test("the quote has price and slot, and a booking keeps the price that was shown", async () => {
  const body = createBody(60, 180);
  const quoteBody = { ...body, phone_no: undefined };
  const quote = await gate.post("/actions/pre-bookings/quote", quoteBody);
  assert.deepEqual([quote.data.charge, quote.data.slot_no], [8_000, 3], quote.text);
  assert.equal((await gate.post("/actions/pre-bookings", { ...body, expected: 7_000 })).code, "AMOUNT_MISMATCH");
  const { data } = await gate.post("/actions/pre-bookings", { ...body, expected: 8_000 });
  assert.equal(data.quoted_amount, "80.00");
});

test("the vehicle comes early and gets its slot, which no walk-in gets meanwhile", async () => {
  const { data: booking } = await book(10, 130);
  assert.equal(booking.slot_no, 3);
  const requested = await checkIn({ slot_prefix: "A", slot_no: 3 });
  assert.deepEqual([requested.code, /A3 is booked/.test(requested.text)], ["SLOT_EXIST", true]);
  assert.deepEqual([(await checkIn()).data.slot_no, (await checkIn()).data.slot_no], [1, 2]);
  assert.equal((await checkIn()).code, "SLOT_FULL");
  // Entering the plate at the gate finds the booking.
  const entry = await checkIn({ vehicle_no: booking.vehicle_no });
  assert.deepEqual([entry.data?.slot_no, entry.data?.booked_amount], [3, "80.00"], entry.text);
  assert.equal(entry.data.free_until, booking.booking_end_time);
  const [row] =
    await sql`select pre_booking_status_id as status, parking_information as entry from "Pre_Booking_Information" where id = ${booking.id}`;
  assert.deepEqual({ ...row }, { status: 2, entry: entry.data.id });
  assert.equal((await arrive(booking.id)).code, "STATUS_ALREADY_UPDATED");
});

test("it is too early before the slot is held, and too late after the latest arrival", async () => {
  const { data: booking } = await book(60, 120);
  assert.equal((await arrive(booking.id)).code, "BOOKING_TOO_EARLY");
  assert.equal((await checkIn()).data.slot_no, 1);
  await moveBooking(booking.id, -76);
  assert.equal((await arrive(booking.id)).code, "BOOKING_TOO_LATE");
  const [row] =
    await sql`select pre_booking_status_id as status from "Pre_Booking_Information" where id = ${booking.id}`;
  assert.equal(row!["status"], 1, "an arrival that is refused leaves the booking as it was");
});

test("a no-show frees its slot", async () => {
  await openBranch({ slots: 1 });
  const { data: booking } = await book(5, 65);
  assert.equal((await checkIn()).code, "SLOT_FULL");
  await moveBooking(booking.id, -21);
  await findNoShows();
  const [row] =
    await sql`select pre_booking_status_id as status from "Pre_Booking_Information" where id = ${booking.id}`;
  assert.equal(row!["status"], 3);
  assert.equal((await checkIn()).data.slot_no, 1);
  assert.equal((await arrive(booking.id)).code, "NO_NEXT_STATUS");
});

test("two gates that check in the vehicle of a booking at once make one entry", async () => {
  const { data: booking } = await book(5, 65);
  const replies = await Promise.all(Array.from({ length: 5 }, () => arrive(booking.id)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  const [row] = await sql`select count(*)::int as count from "Parking_Information" where branch = ${branch.id}`;
  assert.equal(row!["count"], 1);
});

test("a vehicle whose slot is still occupied gets another one", async () => {
  const { data: booking } = await book(60, 120);
  assert.equal((await checkIn({ slot_prefix: "A", slot_no: 3 })).data.slot_no, 3);
  await moveBooking(booking.id, -58);
  const { data } = await arrive(booking.id);
  const [entry] = await sql`select slot_no from "Parking_Information" where id = ${data.parking_information.id}`;
  assert.equal(entry!["slot_no"], 1);
});

test("the booked time is charged once, and an overstay by the tariff", async () => {
  const { data: booking } = await book(5, 65);
  const { data } = await arrive(booking.id);
  const entry = data.parking_information.id as number;
  const paid = await gate.post(`/actions/parking/${entry}/take-cash`);
  assert.equal(paid.data.paid_amount, "40.00", paid.text);
  // An hour and a half later: 25 minutes after the booked time, of which each half hour is 20.00.
  await sql`update "Parking_Information" set in_time = in_time - interval '90 minutes', paid_at = paid_at - interval '90 minutes',
    free_until = free_until - interval '90 minutes' where id = ${entry}`;
  assert.equal((await gate.post(`/actions/parking/${entry}/check-out`)).code, "NOT_SETTLED");
  const extra = await gate.post(`/actions/parking/${entry}/take-cash`, { is_extra: true });
  assert.equal(extra.data?.paid_amount, "60.00", extra.text);
  assert.equal((await gate.post(`/actions/parking/${entry}/check-out`)).status, 200);
});

test("a booked slot is not promised to a pass, nor a promised one booked", async () => {
  await openBranch({ config: { keeps_pass_slots: true, is_slot_required: true } });
  const pass = (slot_no: number) =>
    gate.post("/actions/passes", {
      vehicle_no: make.plate(),
      phone_no: "9840012347",
      time_type: "days",
      duration: 7,
      slot_prefix: "A",
      slot_no,
    });
  assert.equal((await book(60, 120)).data.slot_no, 3);
  assert.equal((await pass(3)).code, "SLOT_EXIST");
  assert.equal((await pass(2)).status, 200);
  assert.equal((await book(60, 120)).data.slot_no, 1);
  assert.equal((await book(60, 120)).code, "SLOT_FULL");
});

test("a block is not reduced below a booked slot", async () => {
  await book(60, 120);
  const [block] = await sql`select id from "Slot_Blocks" where branch = ${branch.id}`;
  assert.equal(
    (await manager.patch(`/items/Slot_Blocks/${block!["id"]}`, { total_slots: 2 })).code,
    "UPDATE_LESSER_SLOTS",
  );
});

test("bookings need the service, staff of the branch, and a vehicle with a phone number", async () => {
  assert.equal((await book(60, 120, { phone_no: undefined })).code, "FAILED_VALIDATION");
  assert.equal((await book(60, 70)).code, "FAILED_VALIDATION");
  const other = await make.branch({ is_pre_booking: true, slots: 3 });
  assert.equal((await book(60, 120, { branch: other.id })).code, "FORBIDDEN");
  const employee = await asUser(await make.user("employee", { branch }));
  assert.equal((await employee.post("/actions/pre-bookings", createBody(60, 120))).code, "FORBIDDEN");
  await openBranch({ is_pre_booking: false });
  assert.equal((await book(60, 120)).code, "SERVICE_NOT_ENABLED");
});
