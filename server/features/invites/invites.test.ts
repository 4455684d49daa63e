import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { createHash } from "node:crypto";
import { makeHouse } from "#server/context.ts";
import { expireInvites } from "#server/features/invites/expire-invites.ts";
import { linkToken } from "#server/services/signed-link.ts";
import { qrText } from "#server/services/qr.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, as, sql, clock } = await startApp();
const make = factories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-21T04:30:00Z");
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000).toISOString();
const at = (hours: number) => (clock.now = new Date(hoursLater(hours)));
const house = makeHouse({ sql, config: testConfig, clock: () => clock.now! });
let branch: MadeBranch;
let residence: MadeBranch;
let staff: MadeUser;
let customer: MadeUser;
let employee: MadeUser;
let phones = 0;
const phone = () => `96${String((phones += 1)).padStart(8, "0")}`;
const visitor = () => ({ vehicle_no: make.plate(), phone_no: phone() });
const tomorrow = () => ({ invite_start_date: hoursLater(24), invite_end_date: hoursLater(28) });

before(async () => {
  clock.now = start;
  branch = await make.branch({ rate: "20.00", allow_person_entries: true });
  residence = await make.branch({ entity_type: "residential" });
  staff = await make.user("staff", { branch });
  employee = await make.user("employee", { branch });
  customer = await make.user("customer", { contact_number: phone(), branch: residence });
});
beforeEach(() => {
  clock.now = start;
});

test("a customer invites, the gate scans the QR and lets in within the window only", async () => {
  const made = await (await as(customer)).post("/actions/invites", { ...visitor(), ...tomorrow(), branch: branch.id });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.data.parking_status_id, 3);
  assert.equal(made.data.is_invited, true);
  const { id, qr } = made.data;
  const scan = async () => (await (await as(staff)).post("/actions/parking/scan", { text: qr })).data;
  const checkIn = async () => (await as(staff)).post(`/actions/parking/${id}/check-in`);

  assert.deepEqual(await scan(), { entry: id, main: made.data.parking_main_info.id, is_person: false, next: "wait" });
  assert.equal((await checkIn()).code, "INVITE_NOT_VALID_NOW");
  at(28);
  assert.equal((await scan()).next, "wait");
  assert.equal((await checkIn()).code, "INVITE_NOT_VALID_NOW");
  at(24);
  assert.equal((await scan()).next, "check-in");
  const entered = await checkIn();
  assert.equal(entered.data.parking_status_id, 1, entered.text);
  assert.equal(entered.data.in_time, "2026-11-22T04:30:00.000Z");
  at(24.5);
  assert.equal((await scan()).next, "pay");
  assert.equal((await checkIn()).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await (await as(customer)).post(`/actions/invites/${id}/cancel`)).code, "NO_NEXT_STATUS");
});

test("who may invite to where", async () => {
  const government = await make.branch({ entity_type: "government" });
  const otherResidence = await make.branch({ entity_type: "residential" });
  for (const [user, to, code] of [
    [customer, branch, undefined],
    [customer, residence, undefined],
    [customer, otherResidence, "FORBIDDEN"],
    [customer, government, "FORBIDDEN"],
    [employee, branch, undefined],
    [employee, residence, "FORBIDDEN"],
    [staff, branch, undefined],
    [staff, residence, "FORBIDDEN"],
  ] as const) {
    const made = await (await as(user)).post("/actions/invites", { ...visitor(), ...tomorrow(), branch: to.id });
    assert.equal(made.code, code, `${user.role} ${to.id} ${made.text}`);
  }
  assert.equal(
    (await (await as()).post("/actions/invites", { ...visitor(), ...tomorrow(), branch: branch.id })).code,
    "FORBIDDEN",
  );
  const walkIn = { parking_main_info: { ...visitor(), branch: branch.id } };
  assert.equal((await (await as(customer)).post("/items/Parking_Information", walkIn)).code, "FORBIDDEN");
});

test("a window must lie ahead", async () => {
  const host = await as(employee);
  for (const window of [
    {},
    { invite_end_date: hoursLater(0) },
    { invite_start_date: hoursLater(3), invite_end_date: hoursLater(3) },
    { invite_start_date: hoursLater(-9), invite_end_date: hoursLater(-1) },
  ]) {
    const made = await host.post("/actions/invites", { ...visitor(), ...window });
    assert.equal(made.code, "FAILED_VALIDATION", JSON.stringify(window));
    assert.equal(made.errors[0]?.extensions.field, "invite_end_date");
  }
  const now = await host.post("/actions/invites", {
    is_person: true,
    name: "Meera",
    phone_no: phone(),
    invite_end_date: hoursLater(1),
  });
  assert.equal(now.data.invite_start_date, hoursLater(0), now.text);
  assert.equal(now.data.visitor_id.id ?? now.data.visitor_id, employee.id);
});

test("an invite is its maker's: seen and withdrawn by nobody else's customer or employee", async () => {
  const other = await as(await make.user("customer", { contact_number: phone() }));
  const maker = await as(customer);
  const { data } = await maker.post("/actions/invites", { ...visitor(), ...tomorrow(), branch: branch.id });
  assert.equal((await other.get(`/actions/invites/${data.id}`)).code, "FORBIDDEN");
  assert.equal((await other.post(`/actions/invites/${data.id}/cancel`)).code, "FORBIDDEN");
  assert.equal(
    (await maker.patch(`/items/Parking_Information/${data.id}`, { parking_status_id: 1 })).code,
    "FORBIDDEN",
  );
  assert.equal(
    (await maker.patch(`/items/Parking_Information/${data.id}`, { invite_end_date: hoursLater(99) })).code,
    "FORBIDDEN",
  );
  const cancelled = await maker.post(`/actions/invites/${data.id}/cancel`);
  assert.equal(cancelled.data.parking_status_id, 4, cancelled.text);
  at(25);
  assert.equal((await (await as(staff)).post(`/actions/parking/${data.id}/check-in`)).code, "NO_NEXT_STATUS");
});

test("invites that are over are cancelled, once, by as many clocks as there are", async () => {
  const host = await as(employee);
  const ids: number[] = [];
  for (const end of [1, 2, 30])
    ids.push((await host.post("/actions/invites", { ...visitor(), invite_end_date: hoursLater(end) })).data.id);
  const states = async () =>
    (await sql`select parking_status_id as s from "Parking_Information" where id = any(${ids}) order by id`).map(
      ({ s }) => s,
    );
  at(1);
  await expireInvites({ house, now: clock.now! });
  assert.deepEqual(await states(), [4, 3, 3]);
  at(2);
  const counts = await Promise.all([1, 2, 3].map(() => expireInvites({ house, now: clock.now! })));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1,
  );
  assert.deepEqual(await states(), [4, 4, 3]);
  const [main] =
    await sql`select m.parking_status_id as s from "Parking_Main_Information" m join "Parking_Information" p on p.parking_main_info = m.id where p.id = ${ids[1]!}`;
  assert.equal(main!["s"], 4);
});

test("an invite at a branch that asks waits for approval, and can be withdrawn meanwhile", async () => {
  const place = await make.branch({ entity_type: "government", config: { security: "advanced_security" } });
  const host = await as(await make.user("employee", { branch: place }));
  const approver = await as(await make.user("approver", { branch: place }));
  const gate = await as(await make.user("staff", { branch: place }));
  const window = { invite_end_date: hoursLater(5) };
  const one = await host.post("/actions/invites", { ...visitor(), ...window });
  assert.equal(one.data.parking_main_info.is_waiting_for_approve, true, one.text);
  assert.equal((await gate.post("/actions/parking/scan", { text: one.data.qr })).data.next, "approve");
  assert.equal((await approver.post(`/actions/approvals/${one.data.id}/approve`)).status, 200);
  assert.equal(
    (await approver.patch(`/items/Parking_Information/${one.data.id}`, { parking_status_id: 4 })).code,
    "FORBIDDEN",
  );
  assert.equal((await gate.post(`/actions/parking/${one.data.id}/check-in`)).data.parking_status_id, 1);
  const two = await host.post("/actions/invites", { ...visitor(), ...window });
  assert.equal((await host.post(`/actions/invites/${two.data.id}/cancel`)).data.parking_status_id, 4);
});

test("what is asked of a vehicle is asked of an invited one when it comes", async () => {
  const place = await make.branch({ slots: 1, allow_vehicle_image_required: true });
  const [host, gate] = [
    await as(await make.user("employee", { branch: place })),
    await as(await make.user("staff", { branch: place })),
  ];
  const { data } = await host.post("/actions/invites", { ...visitor(), invite_end_date: hoursLater(5) });
  assert.equal((await gate.post(`/actions/parking/${data.id}/check-in`)).code, "IMAGE_REQUIRED");
  const image = await make.row("files", { filename_download: "a.jpg" }, { branch: place.id });
  const entered = await gate.post(`/actions/parking/${data.id}/check-in`, { entry_images: [image.id] });
  assert.equal(entered.data.slot_no, 1, entered.text);
});

test("a QR that is forged, foreign, a ticket's or of another branch is refused", async () => {
  const { data } = await (
    await as(employee)
  ).post("/actions/invites", { ...visitor(), invite_end_date: hoursLater(5) });
  const gate = await as(staff);
  const foreign = qrText({ kind: "P", id: data.id, secret: createHash("sha256").update("another").digest("hex") });
  const ticket = qrText({ kind: "V", id: data.id, secret: testConfig.secret });
  const raised = data.qr.replace(/:\d+:/, ":1:");
  for (const text of [
    foreign,
    ticket,
    raised,
    data.qr.slice(0, -1),
    `${data.qr} x`,
    "https://example.com",
    "",
    7,
    null,
  ])
    assert.equal((await gate.post("/actions/parking/scan", { text })).code, "QR_NOT_VALID", String(text));
  const stranger = await as(await make.user("staff", { branch: residence }));
  assert.equal((await stranger.post("/actions/parking/scan", { text: data.qr })).code, "QR_NOT_VALID");
  assert.equal((await (await as(customer)).post("/actions/parking/scan", { text: data.qr })).code, "FORBIDDEN");
  const pass = await gate.post("/actions/passes", { ...visitor(), time_type: "days", duration: 1 });
  const scanned = await gate.post("/actions/parking/scan", { text: pass.data.qr });
  assert.deepEqual(scanned.data, { entry: null, main: pass.data.id, is_person: false, next: "arrive" });
  const { data: arrived } = await gate.post("/actions/parking/check-in", { parking_main_info: pass.data.id });
  const inside = await gate.post("/actions/parking/scan", { text: pass.data.qr });
  assert.deepEqual(inside.data, { entry: arrived.id, main: pass.data.id, is_person: false, next: "check-out" });
});

test("who was invited for now and is typed in at the gate comes in with the invite", async () => {
  let gate = await as(staff);
  const invited = visitor();
  const made = await (await as(employee)).post("/actions/invites", { ...invited, ...tomorrow() });
  const typed = { vehicle_no: invited.vehicle_no.toLowerCase(), phone_no: "9840000000" };

  // Before its window it is a vehicle like any other, and its invite stays.
  const early = await gate.post("/actions/parking/check-in", typed);
  assert.notEqual(early.data.id, made.data.id);
  const out = await gate.post(`/actions/parking/${early.data.id}/take-cash`, { auto_checkout: true });
  assert.equal(out.data.parking_status_id, 2, out.text);

  at(25);
  gate = await as(staff);
  const entered = await gate.post("/actions/parking/check-in", typed);
  assert.equal(entered.data.id, made.data.id, entered.text);
  assert.deepEqual([entered.data.parking_status_id, entered.data.is_invited], [1, true]);
  const again = await gate.post("/actions/parking/check-in", typed);
  assert.match(again.code!, /^VEHICLE_IN_PROGRESS/);
});

test("of two gates that type an invited plate at the same moment one lets in, the other is told that it is inside", async () => {
  for (let round = 0; round < 5; round += 1) {
    clock.now = start;
    const invited = visitor();
    await (await as(employee)).post("/actions/invites", { ...invited, ...tomorrow() });
    at(25);
    const gate = await as(staff);
    const answers = await Promise.all([1, 2, 3].map(() => gate.post("/actions/parking/check-in", invited)));
    const codes = answers.map(({ code, data }) => code ?? `in ${data.is_invited}`).toSorted();
    assert.deepEqual(codes, ["VEHICLE_IN_PROGRESS", "VEHICLE_IN_PROGRESS", "in true"]);
  }
});

test("an invited person is known by name and phone number; an invite that waits for approval is not got round", async () => {
  const asking = await make.branch({
    entity_type: "residential",
    allow_person_entries: true,
    config: { security: "advanced_security" },
  });
  const [guard, host, approver] = await Promise.all(
    (["staff", "employee", "approver"] as const).map(async (role) => as(await make.user(role, { branch: asking }))),
  );
  const person = { is_person: true, name: "Meena Kumari", phone_no: phone() };
  const { data } = await host!.post("/actions/invites", { ...person, invite_end_date: hoursLater(2) });
  const typed = { ...person, name: "meena  kumari" };
  assert.equal((await guard!.post("/actions/parking/check-in", typed)).code, "APPROVAL_PENDING");
  await approver!.post(`/actions/approvals/${data.id}/approve`);
  const other = await guard!.post("/actions/parking/check-in", { ...typed, phone_no: phone() });
  assert.notEqual(other.data.id, data.id);
  const entered = await guard!.post("/actions/parking/check-in", typed);
  assert.equal(entered.data.id, data.id, entered.text);
});

test("the visitor's link shows the invite and its code to whoever has it, and nothing else", async () => {
  const invited = { ...visitor(), name: "Meena Kumari" };
  const made = await (await as(employee)).post("/actions/invites", { ...invited, ...tomorrow() });
  const { id, link, qr } = made.data;
  const open = async (token: string | null) => {
    const headers = token === null ? {} : { "x-invite": token };
    const answer = await app.inject({ method: "GET", url: "/actions/invites/visitor", headers });
    return { status: answer.statusCode, text: answer.body, ...JSON.parse(answer.body) };
  };
  const token = new URL(link, "http://localhost").searchParams.get("t")!;
  const { data, text } = await open(token);
  assert.equal(data.qr, qr);
  assert.equal(data.next, "wait");
  assert.deepEqual([data.vehicle_no, data.branch.name], [invited.vehicle_no, branch.name]);
  assert.ok(!text.includes(invited.phone_no), "the phone number is nobody's who only has the link");

  const [number, signature] = token.split(".") as [string, string];
  const forged = [null, "", number, `${Number(number) + 1}.${signature}`, `${token}A`, `${number}.${"A".repeat(32)}`];
  for (const wrong of forged) assert.equal((await open(wrong)).errors[0].extensions.code, "INVALID_TOKEN", `${wrong}`);
  const walkIn = await (await as(staff)).post("/actions/parking/check-in", visitor());
  const foreign = linkToken({ kind: "invite", id: walkIn.data.id, secret: testConfig.secret });
  const ticket = linkToken({ kind: "ticket", id, secret: testConfig.secret });
  for (const wrong of [foreign, ticket]) assert.equal((await open(wrong)).status, 403);

  at(25);
  assert.equal((await open(token)).data.next, "check-in");
  await (await as(employee)).post(`/actions/invites/${id}/cancel`);
  assert.equal((await open(token)).data.qr, null);
  at(28 + 24.5);
  assert.equal((await open(token)).status, 403);
});
