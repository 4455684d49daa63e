import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
let branch: CreatedBranch;
let ravi: CreatedUser;
let meena: CreatedUser;
let manager: CreatedUser;

before(async () => {
  branch = await make.valetBranch({ slots: 3, rate: "20.00", charge: "50.00" });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  meena = await make.user("staff", { branch, first_name: "Meena" });
  manager = await make.user("manager", { branch });
});

const customer = { Customer_Phone_Number: "9840012345", Customer_Name: "Anitha" };

async function createTicket(creator: CreatedUser, fields: object = {}) {
  const created = await (
    await asUser(creator)
  ).post("/actions/valet/create-ticket", { Vehicle_Number: make.plate(), ...customer, ...fields });
  assert.equal(created.status, 200, created.text);
  return { ...created.data, ...(await readCustomerTicket({ sql, id: created.data.id })) };
}

/** Creates a ticket and moves it to the status, all as Ravi. */
async function createTicketAt(sequence: number) {
  const ticket = await createTicket(ravi);
  const driver = await asUser(ravi);
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"].slice(0, sequence - 1)) {
    const moved = await driver.post(`/actions/valet/${ticket.id}/${verb}`, {});
    assert.equal(moved.status, 200, `${verb}: ${moved.text}`);
  }
  return ticket;
}

const codePattern = /^[1-9]\d{3}$/;
const toWrongCode = (otp: string) => (otp === "1000" ? "1001" : "1000");

test("takes a ticket from creation to handover", async () => {
  clock.now = new Date("2026-11-21T12:00:00Z");
  const driver = await asUser(ravi);
  const ticket = await createTicket(ravi, { Vehicle_Number: "tn 09 ab-1234", key_tag: "17" });
  assert.equal(ticket.status_id.sequence, 1);
  assert.equal(ticket.Vehicle_Number, "TN09AB1234");
  assert.equal(ticket.Assigned_Staff.first_name, "Ravi");
  assert.match(ticket.token_no, /^V\d{5}$/);
  assert.match(ticket.receipt_no, /^20261121-\d+$/);
  assert.match(ticket.otp, codePattern);
  assert.equal(ticket.OTP_Value, "**********");
  assert.match(ticket.qr, /^CHAAVI:V:\d+:/);

  const parked = await driver.post(`/actions/valet/${ticket.id}/park`, { key_tag: "18" });
  assert.equal(parked.status, 200, parked.text);
  assert.deepEqual([parked.data.slot_prefix, parked.data.slot_no, parked.data.key_tag], ["B", 1, "18"]);

  const requested = await driver.post(`/actions/valet/${ticket.id}/request-pickup`, {});
  assert.equal(requested.data.status_id.sequence, 3);
  assert.ok(requested.data.pickup_requested_at);
  const secondDriver = await asUser(meena);
  const accepted = await secondDriver.post(`/actions/valet/${ticket.id}/accept-pickup`);
  assert.equal(accepted.data.pickup_request_assigned.first_name, "Meena");
  const other = await driver.post(`/actions/valet/${ticket.id}/at-the-gate`);
  assert.equal(other.code, "ASSIGNED_SOME_OTHER");
  assert.equal(other.errors[0]!.extensions["name"], "Meena");
  clock.now = new Date("2026-11-21T12:31:00Z");
  const secondDriverLater = await asUser(meena);
  assert.equal((await secondDriverLater.post(`/actions/valet/${ticket.id}/at-the-gate`)).data.status_id.sequence, 5);

  const unpaid = await secondDriverLater.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp });
  assert.equal(unpaid.code, "NOT_SETTLED");
  const paid = await secondDriverLater.post(`/actions/valet/${ticket.id}/take-cash`, {
    expected: 9000,
    valet_tip: "30.00",
  });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual([paid.data.total_amount, paid.data.paid_amount, paid.data.valet_tip], ["90.00", "90.00", "30.00"]);
  assert.equal(paid.data.payment_collected_by.id, meena.id);

  const handedOver = await secondDriverLater.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp });
  assert.equal(handedOver.status, 200, handedOver.text);
  assert.equal(handedOver.data.status_id.sequence, 6);
  assert.equal(handedOver.data.handover_mode, "otp");
  assert.equal(handedOver.data.duration, 31);
  assert.equal(handedOver.data.started_time, null);
  const repeated = await secondDriverLater.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp });
  assert.equal(repeated.code, "STATUS_ALREADY_UPDATED");

  const history = await secondDriverLater.get(
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

test("assigns a pickup to one of ten concurrent drivers and names that driver to the other nine", async () => {
  const drivers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => make.user("staff", { branch, first_name: `Driver ${index}` })),
  );
  const callers = await Promise.all(drivers.map((driver) => asUser(driver)));
  const ticket = await createTicketAt(3);
  const responses = await Promise.all(
    callers.map((caller) => caller.post(`/actions/valet/${ticket.id}/accept-pickup`)),
  );
  const succeeded = responses.filter(({ status }) => status === 200);
  assert.equal(succeeded.length, 1);
  const name = succeeded[0]!.data.pickup_request_assigned.first_name;
  const rejected = responses.filter(({ status }) => status !== 200);
  assert.deepEqual(
    rejected.map(({ code, errors }) => [code, errors[0]!.extensions["name"], errors[0]!.message]),
    Array.from({ length: 9 }, () => ["ASSIGNED_SOME_OTHER", name, `Already assigned to ${name}.`]),
  );
  const repeated = await callers[responses.indexOf(succeeded[0]!)]!.post(`/actions/valet/${ticket.id}/accept-pickup`);
  assert.equal(repeated.status, 200, "accepting again changes nothing");

  // Control: ten concurrent requests for different tickets all succeed.
  await sql`update "Slot_Blocks" set total_slots = 50`;
  const ticketsAtRequest = [];
  for (let index = 0; index < 10; index += 1) ticketsAtRequest.push(await createTicketAt(3));
  const acceptances = await Promise.all(
    ticketsAtRequest.map(({ id }, index) => callers[index]!.post(`/actions/valet/${id}/accept-pickup`)),
  );
  assert.ok(acceptances.every(({ status }) => status === 200));
});

test("a code counts at the gate only, and is accepted in groups", async () => {
  const ticket = await createTicketAt(2);
  const driver = await asUser(ravi);
  const tryCode = (otp: string) => driver.post(`/actions/valet/${ticket.id}/hand-over`, { otp });
  const tries = await Promise.all([1, 2, 3, 4, 5, 6].map(() => tryCode(toWrongCode(ticket.otp))));
  assert.ok(tries.every(({ code }) => code === "NO_NEXT_STATUS"));
  for (const verb of ["request-pickup", "accept-pickup", "at-the-gate", "take-cash"])
    assert.equal((await driver.post(`/actions/valet/${ticket.id}/${verb}`, {})).status, 200, verb);
  const handedOver = await tryCode(`${ticket.otp.slice(0, 2)} ${ticket.otp.slice(2)}`);
  assert.equal(handedOver.status, 200, handedOver.text);
});

test("locks the handover for staff for ten minutes after five wrong codes, but not for the manager", async () => {
  clock.now = new Date("2026-11-21T14:00:00Z");
  const ticket = await createTicketAt(5);
  clock.now = new Date("2026-11-21T14:01:00Z");
  const driver = await asUser(ravi);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  const handOver = (otp: string) => driver.post(`/actions/valet/${ticket.id}/hand-over`, { otp });
  const replies = await Promise.all([1, 2, 3, 4].map(() => handOver(toWrongCode(ticket.otp))));
  const codes = replies.map(({ code }) => code);
  assert.deepEqual(codes, ["OTP_INVALID", "OTP_INVALID", "OTP_INVALID", "OTP_INVALID"]);
  const usual = "*Invalid OTP. Check the digits and try again";
  assert.deepEqual(replies.map(({ errors }) => errors[0]!.message).toSorted(), [
    "*Invalid OTP. 1 try left",
    "*Invalid OTP. 2 tries left",
    usual,
    usual,
  ]);
  assert.equal((await handOver(toWrongCode(ticket.otp))).code, "HANDOVER_LOCKED");
  assert.equal((await handOver(ticket.otp)).code, "HANDOVER_LOCKED", "the correct code too");
  assert.equal(
    (await driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr: ticket.handoverQr })).code,
    "HANDOVER_LOCKED",
  );
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/new-code`)).code, "HANDOVER_LOCKED");
  clock.now = new Date("2026-11-21T14:10:59Z");
  assert.equal((await handOver(ticket.otp)).code, "HANDOVER_LOCKED");

  const managerClient = await asUser(manager);
  const wrongCode = await managerClient.post(`/actions/valet/${ticket.id}/hand-over`, { otp: toWrongCode(ticket.otp) });
  assert.equal(wrongCode.code, "OTP_INVALID");
  clock.now = new Date("2026-11-21T14:11:00Z");
  assert.equal((await handOver(ticket.otp)).status, 200, "the lock has run out");
  clock.now = null;
});

test("allows a handover without code only to managers with a note, also through /items", async () => {
  const ticket = await createTicketAt(5);
  const driver = await asUser(ravi);
  const managerClient = await asUser(manager);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, {})).code, "HANDOVER_OTP_REQUIRED");
  const itemUrl = `/items/Valet_and_Parking_Information/${ticket.id}`;
  assert.equal((await driver.patch(itemUrl, { status_id: 6 })).code, "HANDOVER_OTP_REQUIRED");
  assert.equal((await driver.patch(itemUrl, { status_id: 6, handover_mode: "otp" })).code, "FORBIDDEN");
  assert.equal((await driver.patch(itemUrl, { OTP_Value: "1234" })).code, "FORBIDDEN");
  const noNote = await managerClient.post(`/actions/valet/${ticket.id}/hand-over`, {});
  assert.equal(noNote.code, "HANDOVER_NOTE_REQUIRED");
  const note = { handover_note: "Lost ticket, saw the RC book" };
  const noPicture = await managerClient.post(`/actions/valet/${ticket.id}/hand-over`, note);
  assert.equal(noPicture.code, "PROOF_REQUIRED");
  assert.equal((await managerClient.patch(itemUrl, { status_id: 6, ...note })).code, "PROOF_REQUIRED");
  const { id: picture } = await make.row(
    "files",
    { filename_download: "proof.jpg" },
    { branch: branch.id, purpose: "branch_file" },
  );
  const handedOver = await managerClient.post(`/actions/valet/${ticket.id}/hand-over`, {
    ...note,
    entry_images: [picture],
  });
  assert.equal(handedOver.status, 200, handedOver.text);
  assert.equal(handedOver.data.handover_mode, "note");
  const [image] = await sql`
    select kind from valet_parking_vehicle_images where valet_and_parking_information = ${ticket.id}`;
  assert.equal(image!["kind"], "proof");
});

test("renews the code of a lost ticket and rejects the old code and its QR code", async () => {
  const ticket = await createTicketAt(5);
  const driver = await asUser(ravi);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  const unseen = await driver.post(`/actions/valet/${ticket.id}/new-code`);
  assert.deepEqual([unseen.status, unseen.data.otp], [200, undefined], "drivers do not see it");
  const renewed = await (await asUser(manager)).post(`/actions/valet/${ticket.id}/new-code`);
  assert.match(renewed.data.otp, codePattern);
  assert.notEqual(renewed.data.otp, ticket.otp);
  const messages = await sql<{ template: string }[]>`
    select template from "Outbox" where event like ${`valet-ticket:${ticket.id}%`} order by id`;
  assert.deepEqual(
    messages.map(({ template }) => template),
    ["valet-ticket", "valet-new-code", "valet-new-code"],
    "the customer is told that the earlier code ended",
  );
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp })).code, "OTP_INVALID");
  assert.equal(
    (await driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr: ticket.handoverQr })).code,
    "OTP_INVALID",
  );
  const handedOver = await driver.post(`/actions/valet/${ticket.id}/hand-over`, { otp: renewed.data.otp });
  assert.equal(handedOver.status, 200, handedOver.text);
});

test("drivers get neither the code nor the link of the page that shows it; managers and the customer do", async () => {
  const phone = "9840077771";
  const driver = await asUser(ravi);
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: phone };
  const created = await driver.post("/actions/valet/create-ticket", body);
  assert.equal(created.status, 200, created.text);
  const { id } = created.data;
  const replies = [
    created,
    await driver.get(`/actions/valet/${id}/slip`),
    await driver.post(`/actions/valet/${id}/print-slip`),
    await driver.post(`/actions/valet/${id}/new-code`),
    await driver.post(`/actions/valet/${id}/resend-message`),
    await driver.post(`/actions/valet/${id}/correct`, { Customer_Name: "Kavitha", reason: "Misheard" }),
    await driver.post(`/actions/valet/${id}/park`),
  ];
  const { link, token } = await readCustomerTicket({ sql, id });
  for (const { status, data, text } of replies) {
    assert.equal(status, 200, text);
    assert.deepEqual([data.otp, data.link], [undefined, undefined]);
    assert.ok(!text.includes("valet-parking/customer") && !text.includes(token), text);
  }
  assert.equal((await driver.get(`/actions/valet/${id}/my-page`)).code, "FORBIDDEN");
  const managerClient = await asUser(manager);
  const seen = await managerClient.get(`/actions/valet/${id}/slip`);
  assert.deepEqual([seen.data.link, seen.data.otp], [link, undefined], "a code is in the reply that issued it only");
  assert.equal((await managerClient.get(`/actions/valet/${id}/my-page`)).data.link, link);
  const owner = await asUser(await make.user("customer", { contact_number: phone }));
  assert.equal((await owner.get(`/actions/valet/${id}/my-page`)).data.link, link);
  const renewed = await managerClient.post(`/actions/valet/${id}/new-code`);
  const current = await readCustomerTicket({ sql, id });
  assert.deepEqual([renewed.data.otp, renewed.data.link], [current.otp, current.link]);
  assert.notEqual(current.link, link);
  const own = await managerClient.post("/actions/valet/create-ticket", { ...body, Vehicle_Number: make.plate() });
  assert.match(own.data.otp, codePattern);
});

test("hands over against the QR code of the customer's page and rejects another ticket's", async () => {
  const [ticket, other] = [await createTicketAt(5), await createTicketAt(2)];
  const driver = await asUser(ravi);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  const handOver = (qr: string) => driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr });
  const readPage = async () =>
    (await (await asUser()).get("/actions/valet/customer/status", undefined, { "x-ticket": ticket.token })).data;
  assert.equal((await handOver(other.handoverQr)).code, "OTP_INVALID");
  const { handover_qr: qr } = await readPage();
  assert.deepEqual((await driver.post("/actions/valet/scan", { text: qr })).data, {
    ticket: ticket.id,
    is_proof: true,
  });
  assert.equal((await handOver(qr)).data.handover_mode, "qr");
  assert.equal((await readPage()).handover_qr, null, "none once the ticket is closed");
});

test("no QR code that drivers get from the server hands the car over; that of a manager's slip does", async () => {
  const ticket = await createTicketAt(5);
  const driver = await asUser(ravi);
  const managerClient = await asUser(manager);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  const replies = [
    ticket,
    (await driver.get(`/actions/valet/${ticket.id}/slip`)).data,
    (await driver.post(`/actions/valet/${ticket.id}/print-slip`)).data,
  ];
  for (const { qr } of replies) {
    assert.match(qr, /^CHAAVI:V:\d+:/);
    const scanned = await driver.post("/actions/valet/scan", { text: qr });
    assert.deepEqual(scanned.data, { ticket: ticket.id, is_proof: false }, "it identifies the ticket");
  }
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr: ticket.qr })).code, "OTP_INVALID");
  const cash = { auto_checkout: true, qr: ticket.qr };
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/take-cash`, cash)).code, "OTP_INVALID");
  const old = (await managerClient.post(`/actions/valet/${ticket.id}/print-slip`)).data.qr;
  const { qr } = (await managerClient.post(`/actions/valet/${ticket.id}/new-code`)).data;
  assert.equal((await driver.post("/actions/valet/scan", { text: old })).code, "QR_NOT_VALID", "the slip was lost");
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr: old })).code, "OTP_INVALID");
  const handedOver = await driver.post(`/actions/valet/${ticket.id}/hand-over`, { qr });
  assert.deepEqual([handedOver.status, handedOver.data.handover_mode], [200, "qr"]);
});

test("collects no cash if the code of a combined payment and handover is wrong", async () => {
  const ticket = await createTicketAt(5);
  const driver = await asUser(ravi);
  const url = `/actions/valet/${ticket.id}/take-cash`;
  assert.equal((await driver.post(url, { auto_checkout: true, otp: toWrongCode(ticket.otp) })).code, "OTP_INVALID");
  const slip = await driver.get(`/actions/valet/${ticket.id}/slip`);
  assert.equal(slip.data.payment_status, "not_paid");
  const done = await driver.post(url, { auto_checkout: true, otp: ticket.otp });
  assert.equal(done.status, 200, done.text);
  assert.deepEqual([done.data.payment_status, done.data.status_id.sequence], ["paid", 6]);
});

test("exposes no code in lists, history, revisions, activity or another branch's search", async () => {
  const otherBranch = await make.valetBranch();
  const stranger = await asUser(await make.user("staff", { branch: otherBranch }));
  const managerClient = await asUser(manager);
  const ticket = await createTicket(ravi);
  const driver = await asUser(ravi);
  const lists = [
    await driver.get("/items/Valet_and_Parking_Information?limit=-1"),
    await driver.get(`/actions/valet/${ticket.id}/slip`),
    await managerClient.get("/items/Valet_and_Parking_History?limit=-1"),
    await managerClient.get("/revisions?limit=-1"),
    await managerClient.get("/activity?limit=-1"),
  ];
  for (const list of lists) assert.ok(!list.text.includes(`"${ticket.otp}"`));
  const stored = await sql<{ all: string }[]>`
    select concat((select json_agg(r)::text from revisions r), (select json_agg(h)::text from "Valet_and_Parking_History" h),
      (select json_agg(v)::text from "Valet_and_Parking_Information" v)) as all`;
  assert.ok(!stored[0]!.all.includes(`"${ticket.otp}"`));
  assert.ok(lists[0]!.text.includes('"OTP_Value":"**********"'), "control: the lists contain the field");

  assert.deepEqual((await managerClient.get(`/actions/valet/find?text=${ticket.otp}`)).data, [ticket.id]);
  assert.deepEqual((await driver.get(`/actions/valet/find?text=${ticket.otp}`)).data, [], "a guess is not confirmed");
  assert.deepEqual((await stranger.get(`/actions/valet/find?text=${ticket.otp}`)).data, []);
  assert.equal((await stranger.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp })).code, "FORBIDDEN");
  assert.equal((await stranger.post(`/actions/valet/${ticket.id}/new-code`)).code, "FORBIDDEN");
  const filtered = await driver.get(`/items/Valet_and_Parking_Information?filter[OTP_Value][_eq]=${ticket.otp}`);
  assert.equal(filtered.status, 403);
});

test("finds a ticket by its vehicle number, the last four digits, the phone number, token, key tag, receipt or name", async () => {
  const otherBranch = await make.valetBranch();
  const staff = await asUser(await make.user("staff", { branch: otherBranch }));
  const find = async (text: string) => (await staff.get(`/actions/valet/find?text=${encodeURIComponent(text)}`)).data;
  const { data } = await staff.post("/actions/valet/create-ticket", {
    Vehicle_Number: "TN09ZZ0417",
    Customer_Phone_Number: "9840099999",
    Customer_Name: "Anita D'Souza",
    key_tag: "K 88",
  });
  const digits: string = data.token_no.slice(1);
  const found = [
    "tn 09 zz 0417",
    "k88",
    "K 88",
    "0417",
    "98400 99999",
    "+91 98400-99999",
    "0091 9840099999",
    "d'souza",
  ];
  for (const text of [...found, data.token_no, `v-${digits}`, digits, data.receipt_no])
    assert.deepEqual(await find(text), [data.id], text);
  for (const text of ["0418", "K89", "Anitha", `${data.receipt_no}9`, "99999", `W${digits}`])
    assert.deepEqual(await find(text), [], text);
});

test("finds tokens without their prefix, also those from before the branch changed it, and key tags in any form", async () => {
  const otherBranch = await make.valetBranch();
  const staff = await asUser(await make.user("staff", { branch: otherBranch }));
  const find = async (text: string) => (await staff.get(`/actions/valet/find?text=${encodeURIComponent(text)}`)).data;
  const create = async (key_tag: string) =>
    (
      await staff.post("/actions/valet/create-ticket", {
        Vehicle_Number: make.plate(),
        Customer_Phone_Number: "9840099999",
        key_tag,
      })
    ).data;
  const before = await create("red");
  await sql`update "Valet_and_Parking_Configuration" set token_prefix = 'b-7'
    where id = (select valet_and_parking_config from "Branch" where id = ${otherBranch.id})`;
  const after = await create("K1A");
  const numbers = [before, after].map(({ token_no }) => String(token_no).slice(-5));
  assert.equal(after.token_no, `b-7${numbers[1]}`);
  for (const [text, { id }] of [
    [numbers[0]!, before],
    [numbers[1]!, after],
    [before.token_no, before],
    [`B7${numbers[1]}`, after],
    [after.token_no, after],
    ["RED", before],
    ["k 1a", after],
  ] as const)
    assert.deepEqual(await find(text), [id], text);
});

test("gives forty concurrent tickets distinct codes, token numbers and receipt numbers", async () => {
  const otherBranch = await make.valetBranch();
  // The replies have the code for managers only.
  const staff = await asUser(await make.user("manager", { branch: otherBranch }));
  const created = await Promise.all(
    Array.from({ length: 40 }, () =>
      staff.post("/actions/valet/create-ticket", { Vehicle_Number: make.plate(), ...customer }),
    ),
  );
  for (const field of ["otp", "token_no", "receipt_no"])
    assert.equal(new Set(created.map(({ data }) => data[field])).size, 40, field);
});

test("lets an off-duty driver finish a pickup but not accept another", async () => {
  const driver = await make.user("staff", { branch, first_name: "Kumar" });
  const caller = await asUser(driver);
  const [firstTicket, other] = [await createTicketAt(3), await createTicketAt(3)];
  assert.equal((await caller.post(`/actions/valet/${firstTicket.id}/accept-pickup`)).status, 200);
  await sql`update users set in_out_flag = false where id = ${driver.id}`;
  assert.equal((await caller.post(`/actions/valet/${other.id}/accept-pickup`)).code, "USER_ATTENDANCE_OFF");
  assert.equal((await caller.post(`/actions/valet/${firstTicket.id}/at-the-gate`)).status, 200);
  const cash = await caller.post(`/actions/valet/${firstTicket.id}/take-cash`, {});
  assert.equal(cash.code, "USER_ATTENDANCE_OFF");
});

test("lets managers reassign tickets to users on duty, but not staff", async () => {
  const ticket = await createTicketAt(4);
  const managerClient = await asUser(manager);
  const driver = await asUser(meena);
  assert.equal(
    (await driver.post(`/actions/valet/${ticket.id}/reassign`, { to: meena.id })).code,
    "ASSIGNED_SOME_OTHER",
  );
  const absent = await make.user("staff", { branch, in_out_flag: false });
  const otherBranchStaff = await make.user("staff", { branch: await make.valetBranch() });
  for (const { id } of [absent, otherBranchStaff])
    assert.equal(
      (await managerClient.post(`/actions/valet/${ticket.id}/reassign`, { to: id })).code,
      "STAFF_NOT_AVAILABLE",
    );
  assert.equal((await managerClient.post(`/actions/valet/${ticket.id}/reassign`, { to: null })).code, "ASSIGN_STAFF");
  const handedOver = await managerClient.post(`/actions/valet/${ticket.id}/reassign`, { to: meena.id });
  assert.equal(handedOver.data.pickup_request_assigned.first_name, "Meena");
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/at-the-gate`)).status, 200);
});

test("finds the customer of a returning vehicle at the same branch only", async () => {
  const ticket = await createTicket(ravi, { Vehicle_Number: "KA01MN7777" });
  const found = await (await asUser(ravi)).get("/actions/valet/returning?plate=ka 01 mn 7777");
  assert.deepEqual([found.data.Customer_Name, found.data.open_ticket], ["Anitha", ticket.id]);
  const otherBranch = await asUser(await make.user("staff", { branch: await make.valetBranch() }));
  assert.equal((await otherBranch.get("/actions/valet/returning?plate=KA01MN7777")).data, null);
  await (await asUser(manager)).post(`/actions/valet/${ticket.id}/void`, { reason: "Entered twice" });
  const returned = await (await asUser(ravi)).get("/actions/valet/returning?plate=KA01MN7777");
  assert.deepEqual([returned.data.Customer_Name, returned.data.open_ticket], ["Anitha", null]);
});

test("limits searches by code, which only managers can make", async () => {
  const search = async (caller: TestClient, text: string) => caller.get(`/actions/valet/find?text=${text}`);
  const searchAll = (caller: TestClient) =>
    Promise.all(Array.from({ length: 31 }, (_, index) => search(caller, String(2000 + index))));
  const caller = await asUser(await make.user("manager", { branch }));
  const responses = await searchAll(caller);
  assert.deepEqual(
    [
      responses.filter(({ status }) => status === 200).length,
      responses.filter(({ code }) => code === "REQUESTS_EXCEEDED").length,
    ],
    [30, 1],
  );
  assert.equal((await search(caller, "9840012345")).status, 200, "searches by phone number are not limited");
  const driver = await searchAll(await asUser(await make.user("staff", { branch })));
  assert.ok(
    driver.every(({ status }) => status === 200),
    "those of drivers find the last four digits only",
  );
});

test("lists colleagues after the actor's own user was read", async () => {
  const caller = await asUser(meena);
  assert.equal((await caller.get("/users/me?fields=id")).status, 200);
  const names = (await caller.get("/users?fields=first_name&limit=-1")).data.map(
    (row: { first_name: string }) => row.first_name,
  );
  assert.ok(names.includes("Ravi"), names.join(", "));
  assert.equal((await caller.get("/users?fields=email")).status, 403, "without access to their e-mail addresses");
});
