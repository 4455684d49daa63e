// An invite tells its host that the visitor arrived and left, and can be used only by its visitor.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { loadSession } from "#server/items/access/session.ts";
import type { LiveEvent } from "#server/live/event.ts";
import { LiveUpdates } from "#server/live/live.ts";
import { startApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const factories = createFactories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-21T04:30:00Z");
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000).toISOString();
const checkInAt = (hours: number) => (clock.now = new Date(hoursLater(hours)));
let phones = 0;
const nextPhone = () => `95${String((phones += 1)).padStart(8, "0")}`;
let branch: CreatedBranch;
let staff: CreatedUser;
let host: CreatedUser;
let hostPhone: string;

before(async () => {
  clock.now = start;
  branch = await factories.branch({ rate: "20.00", slots: 50, allow_person_entries: true });
  staff = await factories.user("staff", { branch });
  hostPhone = nextPhone();
  host = await factories.user("customer", { contact_number: hostPhone });
});
beforeEach(() => {
  clock.now = start;
});

interface InvitedVisitor {
  vehicle_no: string;
  phone_no: string;
}

async function createInvite(visitor: InvitedVisitor, window: object = { invite_end_date: hoursLater(8) }) {
  const created = await (await asUser(host)).post("/actions/invites", { ...visitor, ...window, branch: branch.id });
  assert.equal(created.status, 200, created.text);
  return created.data as { id: number; qr: string; link: string };
}

/** An invited visitor who came in at 1 h and left at 3 h, having paid. */
async function createCompletedEntry() {
  const visitor = { vehicle_no: factories.plate(), phone_no: nextPhone() };
  const invite = await createInvite(visitor);
  checkInAt(1);
  const checkInResponse = await (await asUser(staff)).post("/actions/parking/check-in", visitor);
  assert.equal(checkInResponse.data.id, invite.id, checkInResponse.text);
  checkInAt(3);
  const left = await (await asUser(staff)).post(`/actions/parking/${invite.id}/take-cash`, { auto_checkout: true });
  assert.equal(left.data.parking_status_id, 2, left.text);
  return { ...invite, entry: left.data };
}

test("an invite for a plate does not attach to an entry with another phone number", async () => {
  const owner = { vehicle_no: factories.plate(), phone_no: nextPhone() };
  const invite = await createInvite({ ...owner, phone_no: nextPhone() });
  checkInAt(1);
  const checkInResponse = await (await asUser(staff)).post("/actions/parking/check-in", owner);
  assert.equal(checkInResponse.status, 200, checkInResponse.text);
  assert.notEqual(checkInResponse.data.id, invite.id, "another person's invite was attached by plate only");
  assert.equal(checkInResponse.data.parking_main_info.phone_no, owner.phone_no);
  const response = await (await asUser(host)).get("/items/Parking_Information?fields=id,parking_status_id&limit=-1");
  assert.deepEqual(response.data, [{ id: invite.id, parking_status_id: 3 }]);
});

test("an invite attaches if plate and phone number both match, in any format", async () => {
  const visitor = { vehicle_no: factories.plate(), phone_no: nextPhone() };
  const invite = await createInvite(visitor);
  checkInAt(1);
  const input = { vehicle_no: ` ${visitor.vehicle_no.toLowerCase()}`, phone_no: ` ${visitor.phone_no} ` };
  const checkInResponse = await (await asUser(staff)).post("/actions/parking/check-in", input);
  assert.equal(checkInResponse.data.id, invite.id, checkInResponse.text);
  assert.equal(checkInResponse.data.parking_main_info.phone_no, visitor.phone_no);
});

test("checking in an invite by its id requires its code or phone number, on every write path", async () => {
  const visitor = { vehicle_no: factories.plate(), phone_no: nextPhone() };
  const [created, other] = [
    await createInvite(visitor),
    await createInvite({ vehicle_no: factories.plate(), phone_no: nextPhone() }),
  ];
  checkInAt(1);
  const gate = await asUser(staff);
  const path = `/actions/parking/${created.id}/check-in`;
  for (const body of [
    {},
    { phone_no: nextPhone() },
    { qr: other.qr },
    { qr: `${created.qr}A` },
    { qr: 7, phone_no: null },
  ])
    assert.equal((await gate.post(path, body)).code, "INVITE_PROOF_REQUIRED", JSON.stringify(body));
  const patched = await gate.patch(`/items/Parking_Information/${created.id}`, { parking_status_id: 1 });
  assert.equal(patched.code, "INVITE_PROOF_REQUIRED");
  const forged = { parking_status_id: 1, invite_proof: "phone" };
  assert.notEqual((await gate.patch(`/items/Parking_Information/${created.id}`, forged)).status, 200);
  assert.equal((await gate.post(path, { qr: created.qr })).data.parking_status_id, 1);
  const byPhone = await gate.post(`/actions/parking/${other.id}/check-in`, { phone_no: "9000000000" });
  assert.equal(byPhone.code, "INVITE_PROOF_REQUIRED");
});

test("the host can read that the visitor arrived and left, and nothing else of the entry", async () => {
  const { id, entry } = await createCompletedEntry();
  assert.ok(entry.slot_no > 0 && entry.total_amount !== "0.00" && entry.in_time && entry.out_time);
  const caller = await asUser(host);
  const hidden = ["slot_no", "slot_prefix", "in_time", "out_time", "duration", "total_amount", "paid_amount"];
  const also = ["payment_status", "payment_mode", "receipt_no", "date_updated", "user_updated"];
  for (const path of [
    `/items/Parking_Information/${id}?fields=*`,
    `/actions/invites/${id}`,
    `/actions/parking/${id}/slip`,
  ]) {
    const { data } = await caller.get(path);
    assert.equal(data.parking_status_id, 2, path);
    for (const field of [...hidden, ...also]) assert.equal(data[field], null, `${path} shows ${field}`);
    assert.equal(data.pay, undefined, `${path} contains the key of the pay page`);
  }
  const nested = `/items/Parking_Main_Information?fields=entries.in_time,entries.slot_no,date_updated&filter[entries][id][_eq]=${id}`;
  assert.deepEqual((await caller.get(nested)).data, [
    { entries: [{ in_time: null, slot_no: null }], date_updated: null },
  ]);
  const query = `{ Parking_Information_by_id(id: ${id}) { parking_status_id { id } slot_no in_time out_time total_amount } }`;
  const graphql = await caller.post("/graphql", { query });
  assert.deepEqual(graphql.data?.Parking_Information_by_id, {
    parking_status_id: { id: "2" },
    slot_no: null,
    in_time: null,
    out_time: null,
    total_amount: null,
  });
  const exported = await caller.get(`/items/Parking_Information?export=csv&fields=id,out_time&filter[id][_eq]=${id}`);
  assert.ok(!exported.text.includes("2026-11-21T07:30"), exported.text);
});

test("filters, sorting, search, functions and aggregates reveal no hidden fields to the host", async () => {
  const { id, entry } = await createCompletedEntry();
  const caller = await asUser(host);
  const found = async ({ filter = {}, search = "" }: { filter?: object; search?: string }) => {
    const parameters = new URLSearchParams({ fields: "id", filter: JSON.stringify({ id: { _eq: id }, ...filter }) });
    if (search) parameters.set("search", search);
    const response = await caller.get(`/items/Parking_Information?${parameters.toString()}`);
    assert.equal(response.status, 200, response.text);
    return response.data.length as number;
  };
  assert.equal(await found({ filter: { parking_status_id: { _eq: 2 } } }), 1);
  for (const filter of [
    { slot_no: { _eq: entry.slot_no } },
    { in_time: { _nnull: true } },
    { "hour(out_time)": { _gte: 0 } },
    { _or: [{ total_amount: { _gt: 0 } }, { duration: { _gt: 0 } }] },
    { parking_main_info: { entries: { _some: { out_time: { _nnull: true } } } } },
  ])
    assert.equal(await found({ filter }), 0, JSON.stringify(filter));
  for (const search of [entry.receipt_no, String(entry.duration)]) assert.equal(await found({ search }), 0, search);
  const mains = encodeURIComponent(JSON.stringify({ entries: { id: { _eq: id }, out_time: { _nnull: true } } }));
  assert.deepEqual((await caller.get(`/items/Parking_Main_Information?filter=${mains}`)).data, []);
  const aggregate = "aggregate[sum]=total_amount&aggregate[max]=out_time&aggregate[count]=slot_no";
  const [sums] = (await caller.get(`/items/Parking_Information?${aggregate}&filter[id][_eq]=${id}`)).data;
  assert.deepEqual(sums, { sum: { total_amount: null }, max: { out_time: null }, count: { slot_no: "0" } });
  const grouped = await caller.get(
    `/items/Parking_Information?groupBy[]=in_time&aggregate[count]=*&filter[id][_eq]=${id}`,
  );
  assert.deepEqual(grouped.data, [{ in_time: null, count: "1" }]);
  const called = await caller.get(`/items/Parking_Information/${id}?fields=hour(in_time)`);
  assert.equal(called.data.in_time_hour, null);
  await createInvite({ vehicle_no: factories.plate(), phone_no: nextPhone() });
  for (const direction of ["", "-"]) {
    const sorted = await caller.get(`/items/Parking_Information?fields=id&sort=${direction}out_time,id&limit=-1`);
    const ids = sorted.data.map((row: { id: number }) => row.id);
    assert.deepEqual(
      ids,
      ids.toSorted((one: number, two: number) => one - two),
      "the order reveals the times",
    );
  }
});

test("the pay page and the visitor's page do not reveal the charge to the host", async () => {
  const visitor = { vehicle_no: factories.plate(), phone_no: nextPhone() };
  const invite = await createInvite(visitor);
  checkInAt(1);
  await (await asUser(staff)).post("/actions/parking/check-in", visitor);
  const caller = await asUser(host);
  assert.equal((await caller.get(`/actions/payments/parking/${invite.id}`)).code, "FORBIDDEN");
  const token = new URL(invite.link, "http://localhost").searchParams.get("t")!;
  const next = async () => {
    const response = await app.inject({ url: "/actions/invites/visitor", headers: { "x-invite": token } });
    return response.json().data.next as string;
  };
  assert.equal(await next(), "none");
  await (await asUser(staff)).post(`/actions/parking/${invite.id}/take-cash`, { auto_checkout: false });
  assert.equal(await next(), "none", "the next step reveals whether the charge is paid");
});

test("customers read their own entries in full, also if they created the invite themselves", async () => {
  const own = { vehicle_no: factories.plate(), phone_no: hostPhone };
  const invite = await createInvite(own);
  checkInAt(1);
  await (await asUser(staff)).post("/actions/parking/check-in", own);
  const { data } = await (await asUser(host)).get(`/items/Parking_Information/${invite.id}`);
  assert.equal(data.in_time, hoursLater(1));
  assert.ok(data.slot_no > 0);
});

test("the host cannot read a later entry of the invited vehicle", async () => {
  const { id } = await createCompletedEntry();
  const [visitorRecord] = await sql<
    { id: number }[]
  >`select parking_main_info as id from "Parking_Information" where id = ${id}`;
  checkInAt(4);
  const repeated = await (
    await asUser(staff)
  ).post("/actions/parking/check-in", { parking_main_info: visitorRecord!.id });
  assert.equal(repeated.code, "INVITE_NOT_VALID_NOW");
});

test("live events notify the host of arrival and departure only", async () => {
  const visitor = { vehicle_no: factories.plate(), phone_no: nextPhone() };
  const invite = await createInvite(visitor);
  checkInAt(1);
  const live = new LiveUpdates({ sql });
  await live.start();
  const listen = async (user: CreatedUser) => {
    const received: LiveEvent[] = [];
    const session = (await loadSession({ sql, userId: user.id }))!;
    const collections = new Set(["Parking_Information"]);
    // A subscriber that had to reconnect gets the current state again.
    const isNew = ({ event, action }: LiveEvent) =>
      action === "update" && !received.some((known) => known.event === event);
    const send = (event: LiveEvent) => void (isNew(event) && received.push(event));
    live.subscribe({ session, collections, send, reset: () => {}, end: () => {} });
    return received;
  };
  const [atHost, atGate] = [await listen(host), await listen(staff)];
  const gate = await asUser(staff);
  await gate.post("/actions/parking/check-in", visitor);
  await gate.patch(`/items/Parking_Information/${invite.id}`, { slot_no: 49, slot_prefix: "A" });
  await gate.post(`/actions/parking/${invite.id}/take-cash`, {});
  await gate.post(`/actions/parking/${invite.id}/check-out`);
  await eventually(async () => assert.equal(atGate.length, 4, JSON.stringify(atGate)));
  const [arrived, , , left] = atGate;
  assert.deepEqual(atHost, [arrived, left]);
  await live.stop();
});

test("a validity period is at most 31 days, and at most what the branch allows", async () => {
  const caller = await asUser(host);
  const days = (count: number) => ({ invite_start_date: hoursLater(24), invite_end_date: hoursLater(24 + count * 24) });
  const createWith = (window: object) =>
    caller.post("/actions/invites", {
      vehicle_no: factories.plate(),
      phone_no: nextPhone(),
      ...window,
      branch: branch.id,
    });
  assert.equal((await createWith(days(3650))).code, "INVITE_TOO_LONG");
  assert.equal((await createWith(days(31.01))).code, "INVITE_TOO_LONG");
  assert.equal((await createWith(days(31))).status, 200);
  const manager = await asUser(await factories.user("manager", { branch }));
  for (const wrong of [0, 32, -1])
    assert.equal(
      (await manager.patch(`/items/Branch/${branch.id}`, { invite_max_days: wrong })).code,
      "FAILED_VALIDATION",
    );
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, { invite_max_days: 2 })).status, 200);
  const rejected = await createWith(days(2.5));
  assert.equal(rejected.code, "INVITE_TOO_LONG");
  assert.deepEqual([rejected.errors[0]?.extensions.field, rejected.errors[0]?.extensions.days], ["invite_end_date", 2]);
  const short = await createWith(days(2));
  assert.equal(short.status, 200);
  const extended = await manager.patch(`/items/Parking_Information/${short.data.id}`, {
    invite_end_date: hoursLater(900),
  });
  assert.equal(extended.code, "INVITE_TOO_LONG");
});

test("the period of an invite is changed by its creator and by managers, and an entry that is no invite has none", async () => {
  const [gate, manager] = [
    await asUser(staff),
    await asUser(await factories.user("manager", { branch: await factories.branch({}) })),
  ];
  const period = { invite_start_date: hoursLater(24), invite_end_date: hoursLater(28) };
  const visitor = () => ({ vehicle_no: factories.plate(), phone_no: nextPhone() });
  const { id } = await createInvite(visitor(), period);
  const path = `/items/Parking_Information/${id}`;
  const early = { invite_start_date: hoursLater(0) };
  for (const client of [gate, await asUser(host), manager])
    assert.equal((await client.patch(path, early)).code, "FORBIDDEN");
  assert.equal((await gate.patch(path, { invite_end_date: hoursLater(99) })).code, "FORBIDDEN");
  assert.equal((await gate.patch(path, period)).status, 200, "nothing changes");
  const own = await gate.post("/actions/invites", { ...visitor(), ...period, branch: branch.id });
  const ownPath = `/items/Parking_Information/${own.data.id}`;
  assert.equal((await gate.patch(ownPath, { invite_start_date: hoursLater(29) })).code, "FAILED_VALIDATION");
  assert.equal((await gate.patch(ownPath, early)).status, 200);
  const visit = await gate.post("/actions/parking/check-in", visitor());
  const entry = `/items/Parking_Information/${visit.data.id}`;
  assert.equal((await gate.patch(entry, period)).code, "FORBIDDEN");
  assert.equal((await gate.patch(entry, { invite_end_date: hoursLater(-1) })).code, "FORBIDDEN");
  assert.equal((await gate.patch(entry, { invite_start_date: null, invite_end_date: null })).status, 200);
});
