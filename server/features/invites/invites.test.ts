import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { before, beforeEach, test } from "node:test";
import { createHash } from "node:crypto";
import { createServices } from "#server/context.ts";
import { expireInvites } from "#server/features/invites/expire-invites.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { TokenService } from "#server/auth/tokens.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const make = createFactories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-21T04:30:00Z");
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000).toISOString();
const setHour = (hours: number) => (clock.now = new Date(hoursLater(hours)));
const services = createServices({ sql, config: testConfig, clock: () => clock.now! });
let branch: CreatedBranch;
let residence: CreatedBranch;
let staff: CreatedUser;
let customer: CreatedUser;
let employee: CreatedUser;
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

test("checks an invited visitor in by QR code within the validity period only", async () => {
  const created = await (
    await asUser(customer)
  ).post("/actions/invites", { ...visitor(), ...tomorrow(), branch: branch.id });
  assert.equal(created.status, 200, created.text);
  assert.equal(created.data.parking_status_id, 3);
  assert.equal(created.data.is_invited, true);
  const { id, qr } = created.data;
  const scan = async () => (await (await asUser(staff)).post("/actions/parking/scan", { text: qr })).data;
  const checkIn = async () => (await asUser(staff)).post(`/actions/parking/${id}/check-in`, { qr });

  assert.deepEqual(await scan(), {
    entry: id,
    main: created.data.parking_main_info.id,
    is_person: false,
    next: "wait",
  });
  assert.equal((await checkIn()).code, "INVITE_NOT_VALID_NOW");
  setHour(28);
  assert.equal((await scan()).next, "wait");
  assert.equal((await checkIn()).code, "INVITE_NOT_VALID_NOW");
  setHour(24);
  assert.equal((await scan()).next, "check-in");
  const checkedIn = await checkIn();
  assert.equal(checkedIn.data.parking_status_id, 1, checkedIn.text);
  assert.equal(checkedIn.data.in_time, "2026-11-22T04:30:00.000Z");
  setHour(24.5);
  assert.equal((await scan()).next, "pay");
  assert.equal((await checkIn()).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await (await asUser(customer)).post(`/actions/invites/${id}/cancel`)).code, "NO_NEXT_STATUS");
});

test("limits the branches each role may invite to", async () => {
  const government = await make.branch({ entity_type: "government" });
  const otherResidence = await make.branch({ entity_type: "residential" });
  for (const [user, targetBranch, code] of [
    [customer, branch, undefined],
    [customer, residence, undefined],
    [customer, otherResidence, "FORBIDDEN"],
    [customer, government, "FORBIDDEN"],
    [employee, branch, undefined],
    [employee, residence, "FORBIDDEN"],
    [staff, branch, undefined],
    [staff, residence, "FORBIDDEN"],
  ] as const) {
    const created = await (
      await asUser(user)
    ).post("/actions/invites", { ...visitor(), ...tomorrow(), branch: targetBranch.id });
    assert.equal(created.code, code, `${user.role} ${targetBranch.id} ${created.text}`);
  }
  assert.equal(
    (await (await asUser()).post("/actions/invites", { ...visitor(), ...tomorrow(), branch: branch.id })).code,
    "FORBIDDEN",
  );
  const walkIn = { parking_main_info: { ...visitor(), branch: branch.id } };
  assert.equal((await (await asUser(customer)).post("/items/Parking_Information", walkIn)).code, "FORBIDDEN");
});

test("rejects a validity period in the past", async () => {
  const host = await asUser(employee);
  for (const period of [
    {},
    { invite_end_date: hoursLater(0) },
    { invite_start_date: hoursLater(3), invite_end_date: hoursLater(3) },
    { invite_start_date: hoursLater(-9), invite_end_date: hoursLater(-1) },
  ]) {
    const created = await host.post("/actions/invites", { ...visitor(), ...period });
    assert.equal(created.code, "FAILED_VALIDATION", JSON.stringify(period));
    assert.equal(created.errors[0]?.extensions.field, "invite_end_date");
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

test("limits reading and withdrawing an invite to its creator among customers and employees", async () => {
  const other = await asUser(await make.user("customer", { contact_number: phone() }));
  const creator = await asUser(customer);
  const { data } = await creator.post("/actions/invites", { ...visitor(), ...tomorrow(), branch: branch.id });
  assert.equal((await other.get(`/actions/invites/${data.id}`)).code, "FORBIDDEN");
  assert.equal((await other.post(`/actions/invites/${data.id}/cancel`)).code, "FORBIDDEN");
  assert.equal(
    (await creator.patch(`/items/Parking_Information/${data.id}`, { parking_status_id: 1 })).code,
    "FORBIDDEN",
  );
  assert.equal(
    (await creator.patch(`/items/Parking_Information/${data.id}`, { invite_end_date: hoursLater(99) })).code,
    "FORBIDDEN",
  );
  const cancelled = await creator.post(`/actions/invites/${data.id}/cancel`);
  assert.equal(cancelled.data.parking_status_id, 4, cancelled.text);
  setHour(25);
  assert.equal((await (await asUser(staff)).post(`/actions/parking/${data.id}/check-in`)).code, "NO_NEXT_STATUS");
});

test("an employee reads who comes to meet them, and of the record only what a host may", async () => {
  const gate = await asUser(staff);
  const meeting = { is_person: true, name: "Meera", phone_no: phone(), visitor_id: employee.id };
  const { data } = await gate.post("/actions/parking/check-in", meeting);
  const fields =
    "parking_main_info.id,parking_main_info.name,parking_main_info.payment_mode,parking_main_info.is_unpaid";
  const read = async (user: CreatedUser) =>
    (await asUser(user)).get(`/items/Parking_Information/${data.id}?fields=${fields}`);
  const { id, ...visible } = (await read(employee)).data.parking_main_info;
  assert.deepEqual(visible, { name: "Meera", payment_mode: null, is_unpaid: null });
  const stranger = await make.user("employee", { branch });
  assert.equal((await read(stranger)).code, "FORBIDDEN");
  const record = `/items/Parking_Main_Information/${id}?fields=name`;
  assert.equal((await (await asUser(employee)).get(record)).data.name, "Meera");
  assert.equal((await (await asUser(stranger)).get(record)).code, "FORBIDDEN");
});

test("cancels expired invites once, also with several concurrent runs", async () => {
  const host = await asUser(employee);
  const ids: number[] = [];
  for (const end of [1, 2, 30])
    ids.push((await host.post("/actions/invites", { ...visitor(), invite_end_date: hoursLater(end) })).data.id);
  const states = async () =>
    (await sql`select parking_status_id as s from "Parking_Information" where id = any(${ids}) order by id`).map(
      ({ s }) => s,
    );
  setHour(1);
  await expireInvites({ services, now: clock.now! });
  assert.deepEqual(await states(), [4, 3, 3]);
  setHour(2);
  const counts = await Promise.all([1, 2, 3].map(() => expireInvites({ services, now: clock.now! })));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1,
  );
  assert.deepEqual(await states(), [4, 4, 3]);
  const [visitorRecord] =
    await sql`select m.parking_status_id as s from "Parking_Main_Information" m join "Parking_Information" p on p.parking_main_info = m.id where p.id = ${ids[1]!}`;
  assert.equal(visitorRecord!["s"], 4);
});

test("holds an invite for approval if the branch requires it; it can be withdrawn in the meantime", async () => {
  const approvalBranch = await make.branch({ entity_type: "government", config: { security: "advanced_security" } });
  const host = await asUser(await make.user("employee", { branch: approvalBranch }));
  const approver = await asUser(await make.user("approver", { branch: approvalBranch }));
  const gate = await asUser(await make.user("staff", { branch: approvalBranch }));
  const period = { invite_end_date: hoursLater(5) };
  const first = await host.post("/actions/invites", { ...visitor(), ...period });
  assert.equal(first.data.parking_main_info.is_waiting_for_approve, true, first.text);
  assert.equal((await gate.post("/actions/parking/scan", { text: first.data.qr })).data.next, "approve");
  assert.equal((await approver.post(`/actions/approvals/${first.data.id}/approve`)).status, 200);
  assert.equal(
    (await approver.patch(`/items/Parking_Information/${first.data.id}`, { parking_status_id: 4 })).code,
    "FORBIDDEN",
  );
  assert.equal(
    (await gate.post(`/actions/parking/${first.data.id}/check-in`, { qr: first.data.qr })).data.parking_status_id,
    1,
  );
  const second = await host.post("/actions/invites", { ...visitor(), ...period });
  assert.equal((await host.post(`/actions/invites/${second.data.id}/cancel`)).data.parking_status_id, 4);
});

test("applies the check-in requirements to invited vehicles on arrival", async () => {
  const approvalBranch = await make.branch({ slots: 1, allow_vehicle_image_required: true });
  const [host, gate] = [
    await asUser(await make.user("employee", { branch: approvalBranch })),
    await asUser(await make.user("staff", { branch: approvalBranch })),
  ];
  const { data } = await host.post("/actions/invites", { ...visitor(), invite_end_date: hoursLater(5) });
  assert.equal((await gate.post(`/actions/parking/${data.id}/check-in`, { qr: data.qr })).code, "IMAGE_REQUIRED");
  const image = await make.row(
    "files",
    { filename_download: "a.jpg" },
    { branch: approvalBranch.id, purpose: "branch_file" },
  );
  const checkedIn = await gate.post(`/actions/parking/${data.id}/check-in`, { qr: data.qr, entry_images: [image.id] });
  assert.equal(checkedIn.data.slot_no, 1, checkedIn.text);
});

test("rejects QR codes that are forged, foreign, of a valet ticket or of another branch", async () => {
  const { data } = await (
    await asUser(employee)
  ).post("/actions/invites", { ...visitor(), invite_end_date: hoursLater(5) });
  const gate = await asUser(staff);
  const otherKeys = [createHash("sha256").update("another").digest("hex")] as const;
  const foreign = new TokenService({ keys: otherKeys, clock: () => new Date() }).issue({
    kind: tokenKinds.qr,
    payload: { kind: "P", id: data.id },
  });
  const ticket = testTokens.issue({ kind: tokenKinds.qr, payload: { kind: "V", id: data.id } });
  const alteredQr = data.qr.replace(/:\d+:/, ":1:");
  for (const text of [
    foreign,
    ticket,
    alteredQr,
    data.qr.slice(0, -1),
    `${data.qr} x`,
    "https://example.com",
    "",
    7,
    null,
  ])
    assert.equal((await gate.post("/actions/parking/scan", { text })).code, "QR_NOT_VALID", String(text));
  const stranger = await asUser(await make.user("staff", { branch: residence }));
  assert.equal((await stranger.post("/actions/parking/scan", { text: data.qr })).code, "QR_NOT_VALID");
  assert.equal((await (await asUser(customer)).post("/actions/parking/scan", { text: data.qr })).code, "FORBIDDEN");
  const pass = await gate.post("/actions/passes", { ...visitor(), time_type: "days", duration: 1 });
  const scanned = await gate.post("/actions/parking/scan", { text: pass.data.qr });
  assert.deepEqual(scanned.data, { entry: null, main: pass.data.id, is_person: false, next: "arrive" });
  const { data: arrived } = await gate.post("/actions/parking/check-in", { parking_main_info: pass.data.id });
  const inside = await gate.post("/actions/parking/scan", { text: pass.data.qr });
  assert.deepEqual(inside.data, { entry: arrived.id, main: pass.data.id, is_person: false, next: "check-out" });
});

test("uses the valid invite of a visitor entered at the gate", async () => {
  let gate = await asUser(staff);
  const invited = visitor();
  const created = await (await asUser(employee)).post("/actions/invites", { ...invited, ...tomorrow() });
  const input = { vehicle_no: invited.vehicle_no.toLowerCase(), phone_no: invited.phone_no };

  // Before the validity period the vehicle checks in without the invite, which stays.
  const earlyEntry = await gate.post("/actions/parking/check-in", input);
  assert.notEqual(earlyEntry.data.id, created.data.id);
  const checkedOut = await gate.post(`/actions/parking/${earlyEntry.data.id}/take-cash`, { auto_checkout: true });
  assert.equal(checkedOut.data.parking_status_id, 2, checkedOut.text);

  setHour(25);
  gate = await asUser(staff);
  const checkedIn = await gate.post("/actions/parking/check-in", input);
  assert.equal(checkedIn.data.id, created.data.id, checkedIn.text);
  assert.deepEqual([checkedIn.data.parking_status_id, checkedIn.data.is_invited], [1, true]);
  const repeated = await gate.post("/actions/parking/check-in", input);
  assert.match(repeated.code!, /^VEHICLE_IN_PROGRESS/);
});

test("checks an invited vehicle in once under concurrency and reports it as inside to the others", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    clock.now = start;
    const invited = visitor();
    await (await asUser(employee)).post("/actions/invites", { ...invited, ...tomorrow() });
    setHour(25);
    const gate = await asUser(staff);
    const responses = await Promise.all([1, 2, 3].map(() => gate.post("/actions/parking/check-in", invited)));
    const codes = responses.map(({ code, data }) => code ?? `in ${data.is_invited}`).toSorted();
    assert.deepEqual(codes, ["VEHICLE_IN_PROGRESS", "VEHICLE_IN_PROGRESS", "in true"]);
  }
});

test("matches an invited person by name and phone number; a waiting invite still requires approval", async () => {
  const approvalBranch = await make.branch({
    entity_type: "residential",
    allow_person_entries: true,
    config: { security: "advanced_security" },
  });
  const [guard, host, approver] = await Promise.all(
    (["staff", "employee", "approver"] as const).map(async (role) =>
      asUser(await make.user(role, { branch: approvalBranch })),
    ),
  );
  const person = { is_person: true, name: "Meena Kumari", phone_no: phone() };
  const { data } = await host!.post("/actions/invites", { ...person, invite_end_date: hoursLater(2) });
  const input = { ...person, name: "meena  kumari" };
  assert.equal((await guard!.post("/actions/parking/check-in", input)).code, "APPROVAL_PENDING");
  await approver!.post(`/actions/approvals/${data.id}/approve`);
  const other = await guard!.post("/actions/parking/check-in", { ...input, phone_no: phone() });
  assert.notEqual(other.data.id, data.id);
  const checkedIn = await guard!.post("/actions/parking/check-in", input);
  assert.equal(checkedIn.data.id, data.id, checkedIn.text);
});

test("shows the invite and its QR code to holders of the visitor's link, and nothing else", async () => {
  const invited = { ...visitor(), name: "Meena Kumari" };
  const created = await (await asUser(employee)).post("/actions/invites", { ...invited, ...tomorrow() });
  const { id, link, qr } = created.data;
  const readInvite = async (token: string | null) => {
    const headers = token === null ? {} : { "x-invite": token };
    const response = await app.inject({ method: "GET", url: "/actions/invites/visitor", headers });
    return { status: response.statusCode, text: response.body, ...JSON.parse(response.body) };
  };
  const token = new URL(link, "http://localhost").searchParams.get("t")!;
  const { data, text } = await readInvite(token);
  assert.equal(data.qr, qr);
  assert.equal(data.next, "wait");
  assert.deepEqual([data.vehicle_no, data.branch.name], [invited.vehicle_no, branch.name]);
  assert.ok(!text.includes(invited.phone_no), "the phone number is not disclosed to the link holder");

  const [number, signature] = token.split(".") as [string, string];
  const forged = [null, "", number, `${Number(number) + 1}.${signature}`, `${token}A`, `${number}.${"A".repeat(32)}`];
  for (const invalidToken of forged)
    assert.equal((await readInvite(invalidToken)).errors[0].extensions.code, "INVALID_TOKEN", `${invalidToken}`);
  const walkIn = await (await asUser(staff)).post("/actions/parking/check-in", visitor());
  const foreign = testTokens.issue({ kind: tokenKinds.inviteLink, payload: walkIn.data.id });
  const ticket = testTokens.issue({ kind: tokenKinds.ticketLink, payload: id });
  for (const invalidToken of [foreign, ticket]) assert.equal((await readInvite(invalidToken)).status, 403);

  setHour(25);
  assert.equal((await readInvite(token)).data.next, "check-in");
  await (await asUser(employee)).post(`/actions/invites/${id}/cancel`);
  assert.equal((await readInvite(token)).data.qr, null);
  setHour(28 + 24.5);
  assert.equal((await readInvite(token)).errors[0].extensions.code, "LINK_EXPIRED");
});

test("streams the changes of an invite to its visitor until the link is renewed, and refuses forged links", async () => {
  const employed = await asUser(employee);
  const invite = async (): Promise<{ id: number; token: string }> => {
    const { data } = await employed.post("/actions/invites", { ...visitor(), ...tomorrow() });
    return { id: data.id, token: new URL(data.link, "http://localhost").searchParams.get("t")! };
  };
  const [watched, renewed, other] = [await invite(), await invite(), await invite()];
  const path = "/actions/invites/visitor/live";
  for (const url of [path, `${path}?t=${watched.token}A`]) assert.equal((await app.inject({ url })).statusCode, 403);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const open = async (token: string) => {
    const request = get(`http://127.0.0.1:${port}${path}?t=${encodeURIComponent(token)}`);
    const [stream] = (await once(request, "response")) as [IncomingMessage];
    let text = "";
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
    const waitFor = (pattern: RegExp): Promise<string> =>
      eventually(() => {
        assert.match(text, pattern);
        return text;
      });
    await waitFor(/event: ready/);
    return { stream, waitFor, close: () => request.destroy() };
  };
  const [first, second] = [await open(watched.token), await open(renewed.token)];
  const ended = once(second.stream, "end");
  await sql`update "Parking_Information" set link_renewed_at = now() where id = ${renewed.id}`;
  for (const { id } of [other, renewed, watched])
    assert.equal((await employed.post(`/actions/invites/${id}/cancel`)).status, 200);
  const text = await first.waitFor(/^id: \d+$/m);
  await ended;
  first.close();
  const events = text.match(/^id: (\d+)$/gm)!.map((event) => Number(event.slice(4)));
  const items = await sql<{ item: string }[]>`select distinct item from activity where id = any(${events})`;
  assert.deepEqual(
    items.map(({ item }) => item),
    [String(watched.id)],
  );
});

test("customers invite to the branches that list their verified phone number, while they do", async () => {
  const number = phone();
  const guest = await make.user("customer", { contact_number: number, govt_customer: true });
  const unproved = await make.user("customer", { contact_number: phone() });
  await sql`update users set phone_verified_at = null where id = ${unproved.id}`;
  const invite = async (user: CreatedUser, target: CreatedBranch) =>
    (await (await asUser(user)).post("/actions/invites", { ...visitor(), ...tomorrow(), branch: target.id })).code;
  const readHomes = async (user: CreatedUser) => (await (await asUser(user)).get("/actions/invites/homes")).data;
  for (const entity_type of ["government", "residential", "school-college-university"] as const) {
    const listing = await make.branch({ entity_type });
    const unit = await make.row("Branch_Units", { branch: listing.id, name: "Revenue" });
    const member = await make.row("Unit_Members", { unit: unit.id, name: "Lakshmi", phone: number });
    const [row] = await sql`select contact_number as phone from users where id = ${unproved.id}`;
    await make.row("Unit_Members", { unit: unit.id, name: "Other", phone: String(row!["phone"]) });
    assert.equal(await invite(guest, listing), undefined, entity_type);
    assert.deepEqual(await readHomes(guest), [{ branch: listing.id, unit: "Revenue" }]);
    assert.equal(await invite(unproved, listing), "FORBIDDEN", "the number is not verified");
    assert.deepEqual(await readHomes(unproved), []);
    await sql`update "Branch" set status = 'rejected' where id = ${listing.id}`;
    assert.notEqual(await invite(guest, listing), undefined);
    await sql`update "Branch" set status = 'published' where id = ${listing.id}`;
    await sql`delete from "Unit_Members" where id = ${member.id}`;
    assert.equal(await invite(guest, listing), "FORBIDDEN", "no longer listed");
    assert.deepEqual(await readHomes(guest), []);
  }
  assert.deepEqual(await readHomes(employee), []);
});
