import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql, clock } = await startApp();
const make = factories(sql);
let branch: MadeBranch;
let ravi: MadeUser;
let meena: MadeUser;
let manager: MadeUser;

before(async () => {
  branch = await make.valetBranch({ slots: 3, rate: "20.00", charge: "50.00" });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  meena = await make.user("staff", { branch, first_name: "Meena" });
  manager = await make.user("manager", { branch });
});

const customer = { Customer_Phone_Number: "9840012345", Customer_Name: "Anitha" };

async function newTicket(by: MadeUser, given: object = {}) {
  const made = await (
    await as(by)
  ).post("/actions/valet/create-ticket", { Vehicle_Number: make.plate(), ...customer, ...given });
  assert.equal(made.status, 200, made.text);
  return made.data;
}

/** A ticket that has come so far, each move made by Ravi. */
async function ticketAt(sequence: number) {
  const ticket = await newTicket(ravi);
  const driver = await as(ravi);
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"].slice(0, sequence - 1)) {
    const moved = await driver.post(`/actions/valet/${ticket.id}/${verb}`, {});
    assert.equal(moved.status, 200, `${verb}: ${moved.text}`);
  }
  return ticket;
}

const isCode = /^[1-9]\d{3}$/;
const wrong = (otp: string) => (otp === "1000" ? "1001" : "1000");

test("a car from its key to its customer", async () => {
  clock.now = new Date("2026-11-21T12:00:00Z");
  const driver = await as(ravi);
  const ticket = await newTicket(ravi, { Vehicle_Number: "tn 09 ab-1234", key_tag: "17" });
  assert.equal(ticket.status_id.sequence, 1);
  assert.equal(ticket.Vehicle_Number, "TN09AB1234");
  assert.equal(ticket.Assigned_Staff.first_name, "Ravi");
  assert.match(ticket.token_no, /^V\d{5}$/);
  assert.match(ticket.receipt_no, /^20261121-\d+$/);
  assert.match(ticket.otp, isCode);
  assert.equal(ticket.OTP_Value, "**********");
  assert.match(ticket.qr, /^CHAAVI:V:\d+:/);

  const parked = await driver.post(`/actions/valet/${ticket.id}/park`, { key_tag: "18" });
  assert.equal(parked.status, 200, parked.text);
  assert.deepEqual([parked.data.slot_prefix, parked.data.slot_no, parked.data.key_tag], ["B", 1, "18"]);

  const asked = await driver.post(`/actions/valet/${ticket.id}/request-pickup`, {});
  assert.equal(asked.data.status_id.sequence, 3);
  assert.ok(asked.data.pickup_requested_at);
  const bringer = await as(meena);
  const accepted = await bringer.post(`/actions/valet/${ticket.id}/accept-pickup`);
  assert.equal(accepted.data.pickup_request_assigned.first_name, "Meena");
  const other = await driver.post(`/actions/valet/${ticket.id}/at-the-gate`);
  assert.equal(other.code, "ASSIGNED_SOME_OTHER");
  assert.equal(other.errors[0]!.extensions["name"], "Meena");
  clock.now = new Date("2026-11-21T12:31:00Z");
  const later = await as(meena);
  assert.equal((await later.post(`/actions/valet/${ticket.id}/at-the-gate`)).data.status_id.sequence, 5);

  const unpaid = await later.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp });
  assert.equal(unpaid.code, "NOT_SETTLED");
  const paid = await later.post(`/actions/valet/${ticket.id}/take-cash`, { expected: 9000, valet_tip: "30.00" });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual([paid.data.total_amount, paid.data.paid_amount, paid.data.valet_tip], ["90.00", "90.00", "30.00"]);
  assert.equal(paid.data.payment_collected_by.id, meena.id);

  const given = await later.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp });
  assert.equal(given.status, 200, given.text);
  assert.equal(given.data.status_id.sequence, 6);
  assert.equal(given.data.handover_mode, "otp");
  assert.equal(given.data.duration, 31);
  assert.equal(given.data.started_time, null);
  const again = await later.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp });
  assert.equal(again.code, "STATUS_ALREADY_UPDATED");

  const history = await later.get(
    `/items/Valet_and_Parking_History?filter[valet_and_parking_information][_eq]=${ticket.id}&fields=*,user_created.first_name&sort=id`,
  );
  assert.deepEqual(
    history.data.map((row: { status_id: number; user_created: { first_name: string } }) => [
      row.status_id,
      row.user_created.first_name,
    ]),
    [
      [1, "Ravi"],
      [2, "Ravi"],
      [3, "Ravi"],
      [4, "Meena"],
      [5, "Meena"],
      [5, "Meena"],
      [6, "Meena"],
    ],
  );
  clock.now = null;
});

test("ten drivers accept at once: one has it, nine are told by name", async () => {
  const drivers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => make.user("staff", { branch, first_name: `Driver ${index}` })),
  );
  const callers = await Promise.all(drivers.map((driver) => as(driver)));
  const ticket = await ticketAt(3);
  const answers = await Promise.all(callers.map((caller) => caller.post(`/actions/valet/${ticket.id}/accept-pickup`)));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  const name = won[0]!.data.pickup_request_assigned.first_name;
  const lost = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(
    lost.map(({ code, errors }) => [code, errors[0]!.extensions["name"], errors[0]!.message]),
    Array.from({ length: 9 }, () => ["ASSIGNED_SOME_OTHER", name, `${name} has this car already.`]),
  );
  const twice = await callers[answers.indexOf(won[0]!)]!.post(`/actions/valet/${ticket.id}/accept-pickup`);
  assert.equal(twice.status, 200, "the winner's second press changes nothing");

  // The control: ten requests, each its own, are all won, so that it is the one car that makes nine lose.
  await sql`update "Slot_Blocks" set total_slots = 50`;
  const many = [];
  for (let index = 0; index < 10; index += 1) many.push(await ticketAt(3));
  const all = await Promise.all(
    many.map(({ id }, index) => callers[index]!.post(`/actions/valet/${id}/accept-pickup`)),
  );
  assert.ok(all.every(({ status }) => status === 200));
});

test("five wrong codes lock the handover for staff for ten minutes, not for the manager", async () => {
  clock.now = new Date("2026-11-21T14:00:00Z");
  const ticket = await ticketAt(5);
  clock.now = new Date("2026-11-21T14:01:00Z");
  const driver = await as(ravi);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  const handOver = (otp: string) => driver.post(`/actions/valet/${ticket.id}/hand-over`, { otp });
  const codes = (await Promise.all([1, 2, 3, 4].map(() => handOver(wrong(ticket.otp))))).map(({ code }) => code);
  assert.deepEqual(codes, ["OTP_INVALID", "OTP_INVALID", "OTP_INVALID", "OTP_INVALID"]);
  assert.equal((await handOver(wrong(ticket.otp))).code, "HANDOVER_LOCKED");
  assert.equal((await handOver(ticket.otp)).code, "HANDOVER_LOCKED", "the right one too");
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr: ticket.qr })).code, "HANDOVER_LOCKED");
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/new-code`)).code, "HANDOVER_LOCKED");
  clock.now = new Date("2026-11-21T14:10:59Z");
  assert.equal((await handOver(ticket.otp)).code, "HANDOVER_LOCKED");

  const boss = await as(manager);
  const noted = await boss.post(`/actions/valet/${ticket.id}/hand-over`, { otp: wrong(ticket.otp) });
  assert.equal(noted.code, "OTP_INVALID");
  clock.now = new Date("2026-11-21T14:11:00Z");
  assert.equal((await handOver(ticket.otp)).status, 200, "the lock has run out");
  clock.now = null;
});

test("without the code only a manager hands over, with a note; from the items door too", async () => {
  const ticket = await ticketAt(5);
  const driver = await as(ravi);
  const boss = await as(manager);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, {})).code, "HANDOVER_OTP_REQUIRED");
  const door = `/items/Valet_and_Parking_Information/${ticket.id}`;
  assert.equal((await driver.patch(door, { status_id: 6 })).code, "HANDOVER_OTP_REQUIRED");
  assert.equal((await driver.patch(door, { status_id: 6, handover_mode: "otp" })).code, "FORBIDDEN");
  assert.equal((await driver.patch(door, { OTP_Value: "1234" })).code, "FORBIDDEN");
  const noNote = await boss.post(`/actions/valet/${ticket.id}/hand-over`, {});
  assert.equal(noNote.code, "HANDOVER_NOTE_REQUIRED");
  const given = await boss.post(`/actions/valet/${ticket.id}/hand-over`, {
    handover_note: "Lost ticket, saw the RC book",
  });
  assert.equal(given.status, 200, given.text);
  assert.equal(given.data.handover_mode, "note");
});

test("a lost ticket gets another code; the old one and the slip's QR open nothing", async () => {
  const ticket = await ticketAt(5);
  const driver = await as(ravi);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  const renewed = await driver.post(`/actions/valet/${ticket.id}/new-code`);
  assert.match(renewed.data.otp, isCode);
  assert.notEqual(renewed.data.otp, ticket.otp);
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp })).code, "OTP_INVALID");
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr: ticket.qr })).code, "OTP_INVALID");
  const given = await driver.post(`/actions/valet/${ticket.id}/hand-over`, { otp: renewed.data.otp });
  assert.equal(given.status, 200, given.text);
});

test("the slip's QR hands over; another ticket's does not", async () => {
  const [ticket, other] = [await ticketAt(5), await ticketAt(2)];
  const driver = await as(ravi);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr: other.qr })).code, "OTP_INVALID");
  const given = await driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr: ticket.qr });
  assert.equal(given.data.handover_mode, "qr");
});

test("cash and handover in one press: a wrong code takes no money", async () => {
  const ticket = await ticketAt(5);
  const driver = await as(ravi);
  const url = `/actions/valet/${ticket.id}/take-cash`;
  assert.equal((await driver.post(url, { auto_checkout: true, otp: wrong(ticket.otp) })).code, "OTP_INVALID");
  const slip = await driver.get(`/actions/valet/${ticket.id}/slip`);
  assert.equal(slip.data.payment_status, "not_paid");
  const done = await driver.post(url, { auto_checkout: true, otp: ticket.otp });
  assert.equal(done.status, 200, done.text);
  assert.deepEqual([done.data.payment_status, done.data.status_id.sequence], ["paid", 6]);
});

test("a code stands in no list, history, revision, activity, nor in another branch's search", async () => {
  const elsewhere = await make.valetBranch();
  const stranger = await as(await make.user("staff", { branch: elsewhere }));
  const boss = await as(manager);
  const ticket = await newTicket(ravi);
  const driver = await as(ravi);
  const lists = [
    await driver.get("/items/Valet_and_Parking_Information?limit=-1"),
    await driver.get(`/actions/valet/${ticket.id}/slip`),
    await boss.get("/items/Valet_and_Parking_History?limit=-1"),
    await boss.get("/revisions?limit=-1"),
    await boss.get("/activity?limit=-1"),
  ];
  for (const list of lists) assert.ok(!list.text.includes(`"${ticket.otp}"`));
  const kept = await sql<{ all: string }[]>`
    select concat((select json_agg(r)::text from revisions r), (select json_agg(h)::text from "Valet_and_Parking_History" h),
      (select json_agg(v)::text from "Valet_and_Parking_Information" v)) as all`;
  assert.ok(!kept[0]!.all.includes(`"${ticket.otp}"`));
  assert.ok(lists[0]!.text.includes('"OTP_Value":"**********"'), "the control: the lists do hold the field");

  assert.deepEqual((await driver.get(`/actions/valet/find?text=${ticket.otp}`)).data, [ticket.id]);
  assert.deepEqual((await stranger.get(`/actions/valet/find?text=${ticket.otp}`)).data, []);
  assert.equal((await stranger.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp })).code, "FORBIDDEN");
  assert.equal((await stranger.post(`/actions/valet/${ticket.id}/new-code`)).code, "FORBIDDEN");
  const guess = await driver.get(`/items/Valet_and_Parking_Information?filter[OTP_Value][_eq]=${ticket.otp}`);
  assert.equal(guess.status, 403);
});

test("forty tickets at once have forty codes, tokens and receipts", async () => {
  const at = await make.valetBranch();
  const staff = await as(await make.user("staff", { branch: at }));
  const made = await Promise.all(
    Array.from({ length: 40 }, () =>
      staff.post("/actions/valet/create-ticket", { Vehicle_Number: make.plate(), ...customer }),
    ),
  );
  for (const field of ["otp", "token_no", "receipt_no"])
    assert.equal(new Set(made.map(({ data }) => data[field])).size, 40, field);
});

test("off duty one takes no car, but brings the one he is driving", async () => {
  const driver = await make.user("staff", { branch, first_name: "Kumar" });
  const caller = await as(driver);
  const [one, other] = [await ticketAt(3), await ticketAt(3)];
  assert.equal((await caller.post(`/actions/valet/${one.id}/accept-pickup`)).status, 200);
  await sql`update users set in_out_flag = false where id = ${driver.id}`;
  assert.equal((await caller.post(`/actions/valet/${other.id}/accept-pickup`)).code, "USER_ATTENDANCE_OFF");
  assert.equal((await caller.post(`/actions/valet/${one.id}/at-the-gate`)).status, 200);
  const cash = await caller.post(`/actions/valet/${one.id}/take-cash`, {});
  assert.equal(cash.code, "USER_ATTENDANCE_OFF");
});

test("a manager gives a car to somebody on duty, staff do not", async () => {
  const ticket = await ticketAt(4);
  const boss = await as(manager);
  const driver = await as(meena);
  assert.equal(
    (await driver.post(`/actions/valet/${ticket.id}/reassign`, { to: meena.id })).code,
    "ASSIGNED_SOME_OTHER",
  );
  const absent = await make.user("staff", { branch, in_out_flag: false });
  const foreign = await make.user("staff", { branch: await make.valetBranch() });
  for (const { id } of [absent, foreign])
    assert.equal((await boss.post(`/actions/valet/${ticket.id}/reassign`, { to: id })).code, "STAFF_NOT_AVAILABLE");
  assert.equal((await boss.post(`/actions/valet/${ticket.id}/reassign`, { to: null })).code, "ASSIGN_STAFF");
  const given = await boss.post(`/actions/valet/${ticket.id}/reassign`, { to: meena.id });
  assert.equal(given.data.pickup_request_assigned.first_name, "Meena");
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/at-the-gate`)).status, 200);
});

test("a returning plate brings its customer along, at its own branch only", async () => {
  const ticket = await newTicket(ravi, { Vehicle_Number: "KA01MN7777" });
  const here = await (await as(ravi)).get("/actions/valet/returning?plate=ka 01 mn 7777");
  assert.equal(here.data.Customer_Name, "Anitha");
  const elsewhere = await as(await make.user("staff", { branch: await make.valetBranch() }));
  assert.equal((await elsewhere.get("/actions/valet/returning?plate=KA01MN7777")).data, null);
  assert.ok(ticket.id);
});

test("codes cannot all be looked for", async () => {
  const curious = await as(await make.user("staff", { branch }));
  const answers = await Promise.all(
    Array.from({ length: 31 }, (_, index) => curious.get(`/actions/valet/find?text=${2000 + index}`)),
  );
  assert.deepEqual(
    [
      answers.filter(({ status }) => status === 200).length,
      answers.filter(({ code }) => code === "REQUESTS_EXCEEDED").length,
    ],
    [30, 1],
  );
  assert.equal((await curious.get("/actions/valet/find?text=9840012345")).status, 200, "phones still can");
});

test("who has read their own user still sees the colleagues", async () => {
  const caller = await as(meena);
  assert.equal((await caller.get("/users/me?fields=id")).status, 200);
  const names = (await caller.get("/users?fields=first_name&limit=-1")).data.map(
    (row: { first_name: string }) => row.first_name,
  );
  assert.ok(names.includes("Ravi"), names.join(", "));
  assert.equal((await caller.get("/users?fields=email")).status, 403, "and of them no more than before");
});
