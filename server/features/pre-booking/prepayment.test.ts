// §3: a booking that is paid before its vehicle comes, by a link or at the desk, and whose money is returned if it is not used.
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDateTime12 } from "#domain/dates.ts";
import type { Row } from "#domain/schema/collection.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { createServices } from "#server/context.ts";
import { markNoShows } from "#server/features/pre-booking/mark-no-shows.ts";
import { testConfig, type TestClient } from "#tests/support/app.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { readPdfText } from "#tests/support/read-pdf-text.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { app, asUser, sql, factories: make, branch: createBranch, payOnline } = await startPaymentsApp();
const reason = "The customer called";

interface Desk {
  branch: CreatedBranch;
  staff: TestClient;
  manager: TestClient;
}

async function openDesk(fields: object = {}): Promise<Desk> {
  const settings = await make.row("Pre_Booking_Configuration", { bookable_share: 100 });
  const branch = await createBranch({ slots: 3, is_pre_booking: true, pre_booking_config: settings.id, ...fields });
  const [staff, manager] = await Promise.all(
    (["staff", "manager"] as const).map(async (role) => asUser(await make.user(role, { branch }))),
  );
  return { branch, staff: staff!, manager: manager! };
}

const inMinutes = (minutes: number, now = Date.now()) => new Date(now + minutes * 60_000).toISOString();

/** Two hours, for ₹80.00. */
async function book(
  staff: TestClient,
  from: number,
  plate = make.plate(),
  phone = "9840012345",
): Promise<{ id: number; plate: string }> {
  const now = Date.now();
  const body = {
    vehicle_no: plate,
    phone_no: phone,
    booking_start_time: inMinutes(from, now),
    booking_end_time: inMinutes(from + 120, now),
  };
  const { status, data, text } = await staff.post("/actions/pre-bookings", body);
  assert.equal(status, 200, text);
  return { id: data.id, plate };
}

/** Prepares the payment and returns the id of the entry. */
async function prepay(staff: TestClient, booking: number, body: object = {}): Promise<number> {
  const { status, data, text } = await staff.post(`/actions/pre-bookings/${booking}/prepay`, body);
  assert.equal(status, 200, text);
  return data.parking_information.id;
}

const readEntry = async (id: number): Promise<Row> =>
  (await sql<Row[]>`select * from "Parking_Information" where id = ${id}`)[0]!;
const arrive = (client: TestClient, id: number) => client.post(`/actions/pre-bookings/${id}/arrive`);
const takeCash = (client: TestClient, id: number) => client.post(`/actions/parking/${id}/take-cash`, {});
const findNoShows = () =>
  markNoShows({
    services: createServices({ sql, config: testConfig, clock: () => new Date() }),
    now: new Date(),
  });

for (const paymentType of ["post-pay", "pre-pay"] as const)
  test(`${paymentType}: paid at the desk, the vehicle is expected until it comes, and owes nothing then`, async () => {
    const { staff } = await openDesk({ config: { payment_type: paymentType } });
    const { id } = await book(staff, 10);
    const entry = await prepay(staff, id);
    assert.equal(await prepay(staff, id), entry, "the same entry again");
    const paid = await takeCash(staff, entry);
    assert.deepEqual(
      [paid.status, paid.data.parking_status_id, paid.data.paid_amount, paid.data.in_time],
      [200, 3, "80.00", null],
      paid.text,
    );
    // Nobody lets it in without its booking, whose slot it gets.
    assert.equal(
      (await staff.patch(`/items/Parking_Information/${entry}`, { parking_status_id: 1 })).code,
      "NO_NEXT_STATUS",
    );
    const arrived = await arrive(staff, id);
    assert.equal(arrived.data.parking_information.id, entry, arrived.text);
    const inside = await readEntry(entry);
    assert.deepEqual(
      [inside["parking_status_id"], inside["slot_no"], inside["is_awaiting_arrival"], inside["payment_status"]],
      [1, 3, false, "paid"],
    );
    const left = await staff.post(`/actions/parking/${entry}/check-out`, {});
    assert.deepEqual([left.status, left.data.total_amount], [200, "80.00"], left.text);
  });

test("the pay link is sent by SMS, shows the price, and is paid by the customer", async () => {
  const { staff } = await openDesk();
  const { id, plate } = await book(staff, 60);
  const entry = await prepay(staff, id, { is_link_sent: true });
  const sent = await sql<{ event: string }[]>`select event from "Outbox" where event like ${`booking-link:${entry}:%`}`;
  assert.equal(sent.length, 1);
  const token = createPayToken({ tokens: testTokens, entry: { kind: "P", id: entry } });
  const link = await app.inject({ url: `/actions/payments/link/${token}` });
  assert.deepEqual([link.statusCode, link.json().data.owed.extended], [200, 8_000], link.body);
  // It says what is bought, as do the receipt and the customer's history.
  const [booked] = await sql<{ from: Date; until: Date }[]>`
    select booking_start_time as "from", booking_end_time as until from "Pre_Booking_Information" where id = ${id}`;
  const { from, until } = booked!;
  assert.deepEqual(link.json().data.booked, { from: from.toISOString(), until: until.toISOString(), slot: "A3" });
  const { booked_from, free_until } = await readEntry(entry);
  assert.deepEqual([booked_from, free_until], [from, until]);
  await payOnline({ client: staff, id: entry });
  assert.equal((await readEntry(entry))["parking_status_id"], 3);
  const file = await app.inject({ url: `/actions/receipts/${token}/pdf` });
  const pdf = readPdfText(file.rawPayload).replaceAll(/\s+/g, " ");
  const times = [from, until].map((at) => formatDateTime12({ at, zone: "Asia/Kolkata" }));
  for (const text of ["Booked", ...times, "A3"]) assert.ok(pdf.includes(text), `${text} in ${pdf}`);
  // Another visit of the same vehicle before its booking is a visit of its own.
  const walkIn = await staff.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  assert.notEqual(walkIn.data.id, entry, walkIn.text);
});

test("where the branch collects first, an unpaid vehicle waits at the gate for its payment", async () => {
  const { staff } = await openDesk({ config: { payment_type: "pre-pay" } });
  const { id, plate } = await book(staff, 10);
  const entry = await prepay(staff, id);
  const atGate = await staff.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  assert.deepEqual([atGate.data.id, atGate.data.parking_status_id], [entry, 3], atGate.text);
  const paid = await takeCash(staff, entry);
  assert.deepEqual([paid.data.parking_status_id, paid.data.slot_no], [1, 3], paid.text);
});

test("elsewhere an unpaid vehicle is checked in from its entry, and pays at exit", async () => {
  const { staff } = await openDesk();
  const { id } = await book(staff, 10);
  const entry = await prepay(staff, id);
  const { data, text } = await staff.post(`/actions/parking/${entry}/check-in`, {});
  assert.deepEqual([data?.id, data?.parking_status_id], [entry, 1], text);
  assert.equal((await staff.post(`/actions/parking/${entry}/check-out`, {})).code, "NOT_SETTLED");
});

test("a cancelled booking returns what was paid online; cash is returned first", async () => {
  const { staff, manager } = await openDesk();
  const online = await book(staff, 60);
  const entry = await prepay(staff, online.id);
  await payOnline({ client: staff, id: entry });
  const cancel = (client: TestClient, id: number) => client.post(`/actions/pre-bookings/${id}/cancel`, { reason });
  assert.equal((await cancel(staff, online.id)).code, "BOOKING_CANCEL_NOT_ALLOWED");
  assert.equal((await cancel(manager, online.id)).status, 200);
  const row = await waitUntil(
    () => readEntry(entry),
    ({ refunded_amount: refunded }) => refunded === 80,
  );
  assert.deepEqual([row["parking_status_id"], row["change_reason"]], [4, reason]);
  // The customer reads which booking was cancelled, and how much comes back.
  const [message] = await waitUntil(
    () => sql<{ template: string; values: Row; at: Date }[]>`
      select o.template, o.values, k.booking_start_time as at from "Outbox" o join "Pre_Booking_Information" k on k.id = ${online.id}
      where o.branch = k.branch and o.event like 'payment-refunded:%'`,
    (messages) => messages.length === 1,
  );
  const { template, values, at } = message!;
  assert.deepEqual(
    [template, values["amount"], values["vehicle"], values["from"]],
    ["booking-refunded", "80.00", online.plate, formatDateTime12({ at })],
  );

  const cash = await book(staff, 60);
  const paid = await prepay(staff, cash.id);
  await takeCash(staff, paid);
  assert.equal((await cancel(manager, cash.id)).code, "VOID_CASH_RECEIVED");
  const [payment] = await sql<{ id: number }[]>`select id from payments where parking_information = ${paid}`;
  assert.equal((await staff.post(`/actions/cash/payments/${payment!.id}/reverse`, { reason })).status, 200);
  assert.equal((await cancel(manager, cash.id)).status, 200);
  assert.equal((await readEntry(paid))["parking_status_id"], 4);
});

test("gate staff do not cancel a booking of which a part was paid", async () => {
  const { staff, manager } = await openDesk();
  const { id } = await book(staff, 60);
  const entry = await prepay(staff, id);
  const part = await staff.post(`/actions/parking/${entry}/take-cash`, { part: "30.00" });
  assert.equal(part.status, 200, part.text);
  const cancel = (client: TestClient) => client.post(`/actions/pre-bookings/${id}/cancel`, { reason });
  assert.equal((await cancel(staff)).code, "BOOKING_CANCEL_NOT_ALLOWED");
  assert.equal((await cancel(manager)).code, "VOID_CASH_RECEIVED");
});

test("a no-show returns what was paid online, and keeps the entry open until cash is returned", async () => {
  const { staff } = await openDesk();
  const [online, cash] = [await book(staff, 60), await book(staff, 60)];
  const [paidOnline, paidInCash] = [await prepay(staff, online.id), await prepay(staff, cash.id)];
  await payOnline({ client: staff, id: paidOnline });
  await takeCash(staff, paidInCash);
  await sql`update "Pre_Booking_Information" set no_show_at = now() - interval '1 minute' where id in ${sql([online.id, cash.id])}`;
  await findNoShows();
  const statuses =
    await sql`select pre_booking_status_id as status from "Pre_Booking_Information" where id in ${sql([online.id, cash.id])}`;
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [3, 3],
  );
  const row = await waitUntil(
    () => readEntry(paidOnline),
    ({ refunded_amount: refunded }) => refunded === 80,
  );
  assert.equal(row["parking_status_id"], 4);
  assert.equal((await readEntry(paidInCash))["parking_status_id"], 3);
  const [payment] = await sql<{ id: number }[]>`select id from payments where parking_information = ${paidInCash}`;
  assert.equal((await staff.post(`/actions/cash/payments/${payment!.id}/reverse`, { reason })).status, 200);
  await findNoShows();
  assert.equal((await readEntry(paidInCash))["parking_status_id"], 4);
});

test("a payment while the booking is cancelled: the money is returned, or the booking stays", async () => {
  const { staff, manager } = await openDesk();
  for (let round = 0; round < 5; round += 1) {
    const { id } = await book(staff, 60 + round * 200);
    const entry = await prepay(staff, id);
    const [paid, cancelled] = await Promise.all([
      takeCash(staff, entry),
      manager.post(`/actions/pre-bookings/${id}/cancel`, { reason }),
    ]);
    const row = await readEntry(entry);
    const isCancelled = row["parking_status_id"] === 4;
    assert.equal(isCancelled, cancelled.status === 200, cancelled.text);
    assert.equal(paid.status === 200, !isCancelled, paid.text);
    const [booking] = await sql`select pre_booking_status_id as status from "Pre_Booking_Information" where id = ${id}`;
    assert.equal(booking!["status"], isCancelled ? 4 : 1);
  }
});

test("two at once prepare one entry", async () => {
  const { staff, manager } = await openDesk();
  const { id } = await book(staff, 60);
  const entries = await Promise.all([prepay(staff, id), prepay(manager, id), prepay(staff, id)]);
  assert.equal(new Set(entries).size, 1);
});

test("control: without the lock, each of them sees a booking without an entry", async () => {
  const { staff } = await openDesk();
  const { id } = await book(staff, 60);
  const { promise: allHaveRead, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  const prepareUnlocked = () =>
    sql.begin(async (tx) => {
      const [booking] = await tx`select parking_information from "Pre_Booking_Information" where id = ${id}`;
      seen += 1;
      if (seen === 3) resolve();
      await allHaveRead;
      return booking!["parking_information"] === null;
    });
  assert.deepEqual(await Promise.all([prepareUnlocked(), prepareUnlocked(), prepareUnlocked()]), [true, true, true]);
});

test("a free booking, and one that has ended, is not paid ahead", async () => {
  const { staff } = await openDesk({ rate: "0.00" });
  const free = await book(staff, 60);
  assert.equal((await staff.post(`/actions/pre-bookings/${free.id}/prepay`)).code, "NOTHING_OWED");
  assert.equal((await staff.post(`/actions/pre-bookings/${free.id}/cancel`, { reason })).status, 200);
  assert.equal((await staff.post(`/actions/pre-bookings/${free.id}/prepay`)).code, "STATUS_ALREADY_UPDATED");
});

test("erasing the person's data cancels the bookings, and returns what was paid online", async () => {
  const { branch, staff } = await openDesk();
  const phone = "9840055501";
  const person = { phone, reason: "Asked for it in writing" };
  const verifier = await asUser(await make.user("verifier"));
  const paid = await book(staff, 60, make.plate(), phone);
  const unpaid = await book(staff, 300, make.plate(), phone);
  const inCash = await book(staff, 600, make.plate(), phone);
  const entry = await prepay(staff, paid.id);
  await payOnline({ client: staff, id: entry });
  await prepay(staff, unpaid.id);
  const cashEntry = await prepay(staff, inCash.id);
  await takeCash(staff, cashEntry);
  const { data: preview } = await verifier.post("/actions/platform/privacy/preview", { phone });
  assert.deepEqual([preview.upcoming_bookings, preview.blockers], [3, { inside: 0, owed: 1 }]);
  const states = () => sql<{ state: number; phone: string | null }[]>`
    select pre_booking_status_id as state, phone_no as phone from "Pre_Booking_Information" where branch = ${branch.id} order by id`;
  const erase = () => verifier.post("/actions/platform/privacy/erase", person);
  // The money in the till is returned by staff, who need to know whom to give it to.
  assert.equal((await erase()).code, "ERASURE_MONEY_OWED");
  // Nor after the vehicle has not come: the entry stays open until the money is returned.
  await sql`update "Pre_Booking_Information" set pre_booking_status_id = 3 where id = ${inCash.id}`;
  assert.equal((await erase()).code, "ERASURE_MONEY_OWED");
  await sql`update "Pre_Booking_Information" set pre_booking_status_id = 1 where id = ${inCash.id}`;
  assert.ok((await states()).every(({ state, phone: number }) => state === 1 && number === phone));
  await sql`update "Pre_Booking_Information" set phone_no = '9840012345' where id = ${inCash.id}`;
  await sql`update "Parking_Main_Information" set phone_no = '9840012345'
    where id = (select parking_main_info from "Parking_Information" where id = ${cashEntry})`;
  const erased = await erase();
  assert.equal(erased.status, 200, erased.text);
  assert.deepEqual(
    (await states()).map(({ state }) => state),
    [4, 4, 1],
    "before the job",
  );
  await waitUntil(states, (rows) => rows.slice(0, 2).every(({ phone: number }) => number !== phone));
  const row = await waitUntil(
    () => readEntry(entry),
    ({ refunded_amount: refunded }) => refunded === 80,
  );
  assert.equal(row["parking_status_id"], 4);
});

test("the link of a booking, scanned at the gate, opens its entry; not with another signature, nor at another branch", async () => {
  const [{ staff }, other] = await Promise.all([openDesk(), openDesk()]);
  const { id } = await book(staff, 60);
  const entry = await prepay(staff, id);
  const token = createPayToken({ tokens: testTokens, entry: { kind: "P", id: entry } });
  const scan = (client: TestClient, text: string) => client.post("/actions/parking/scan", { text });
  for (const page of ["pay", "receipt"]) {
    const opened = await scan(staff, `https://chaavi.example/${page}/${token}`);
    assert.equal(opened.data?.entry, entry, opened.text);
  }
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  assert.equal((await scan(staff, `https://chaavi.example/pay/${forged}`)).code, "QR_NOT_VALID");
  assert.equal((await scan(staff, `https://chaavi.example/pay/P${entry}.`)).code, "QR_NOT_VALID");
  assert.equal((await scan(other.staff, `https://chaavi.example/pay/${token}`)).code, "QR_NOT_VALID");
});

test("a payment of a booking that is in progress stops the erasure", async () => {
  const { staff } = await openDesk();
  const phone = "9840055502";
  const { id } = await book(staff, 60, make.plate(), phone);
  const entry = await prepay(staff, id);
  const started = await staff.post(`/actions/payments/parking/${entry}/start`, {});
  assert.equal(started.status, 200, started.text);
  const verifier = await asUser(await make.user("verifier"));
  const erased = await verifier.post("/actions/platform/privacy/erase", { phone, reason: "Asked for it in writing" });
  assert.equal(erased.code, "ERASURE_MONEY_OWED", erased.text);
});
