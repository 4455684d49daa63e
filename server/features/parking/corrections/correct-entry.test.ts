// Correction of plate, phone number, vehicle type and name of an entry.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const start = new Date("2026-11-21T04:30:00Z");
const make = createFactories(sql, () => clock.now ?? start);
const minutesLater = (minutes: number) => (clock.now = new Date(start.getTime() + minutes * 60_000));
const reason = "Typing error";
let phones = 0;
const nextPhone = () => `96${String((phones += 1)).padStart(8, "0")}`;
let branch: CreatedBranch;
let types: number[];

const as = async (role: "staff" | "manager") => asUser(await make.user(role, { branch, first_name: role }));
const correct = ({ client, id, body }: { client: TestClient; id: number; body: object }) =>
  client.post(`/actions/parking/${id}/correct`, { reason, ...body });

before(async () => {
  clock.now = start;
  branch = await make.branch({ slots: 50 });
  types = await Promise.all(["Car", "Scooter"].map(async (name) => (await make.row("Vehicle_Type", { name })).id));
  for (const [index, charge] of ["20.00", "10.00"].entries())
    await make.row("Time_Charges", {
      branch: branch.id,
      service: "is_parking",
      vehicle_type: types[index],
      parking_time_type: "minutes",
      time_value_for_minutes: 30,
      charge_amount_for_minutes: charge,
    });
});
beforeEach(() => minutesLater(0));

async function checkIn(gate: TestClient, fields: object = {}) {
  const body = { vehicle_no: make.plate(), phone_no: nextPhone(), vehicle_type: types[0], ...fields };
  const response = await gate.post("/actions/parking/check-in", body);
  assert.equal(response.status, 200, response.text);
  return response.data;
}

test("plate and name are corrected; the history has before, after, who and why", async () => {
  const gate = await as("staff");
  const entry = await checkIn(gate);
  assert.equal((await gate.post(`/actions/parking/${entry.id}/correct`, {})).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await correct({ client: gate, id: entry.id, body: {} })).code, "NO_CHANGES");
  assert.equal((await correct({ client: gate, id: entry.id, body: { vehicle_no: "T" } })).code, "FAILED_VALIDATION");
  const plate = make.plate();
  const corrected = await correct({ client: gate, id: entry.id, body: { vehicle_no: plate, name: "Asha" } });
  assert.equal(corrected.status, 200, corrected.text);
  const { vehicle_no, name } = corrected.data.parking_main_info;
  assert.deepEqual({ vehicle_no, name }, { vehicle_no: plate, name: "Asha" });
  assert.equal(corrected.data.receipt_no, entry.receipt_no);
  const manager = await as("manager");
  const { data } = await manager.get(
    `/items/Parking_History?filter[parking_information][_eq]=${entry.id}&sort=-id&limit=1&fields=changes,user_created.first_name`,
  );
  const [{ changes, user_created: author }] = data;
  assert.deepEqual(changes.correction[1], {
    vehicle_no: [entry.parking_main_info.vehicle_no, plate],
    name: [null, "Asha"],
  });
  assert.deepEqual([changes.change_reason[1], author.first_name], [reason, "staff"]);
});

test("staff correct for 10 minutes while unpaid, holders of entry.correct later and after payment", async () => {
  const entry = await checkIn(await as("staff"));
  const change = async (role: "staff" | "manager") =>
    (await correct({ client: await as(role), id: entry.id, body: { vehicle_no: make.plate() } })).code ?? "ok";
  minutesLater(10);
  assert.equal(await change("staff"), "ok");
  minutesLater(11);
  assert.deepEqual([await change("staff"), await change("manager")], ["CORRECTION_NOT_ALLOWED", "ok"]);
  minutesLater(0);
  const paid = await checkIn(await as("staff"));
  minutesLater(5);
  await (await as("staff")).post(`/actions/parking/${paid.id}/take-cash`, { auto_checkout: true });
  const phone = { phone_no: nextPhone() };
  assert.equal((await correct({ client: await as("staff"), id: paid.id, body: phone })).code, "CORRECTION_NOT_ALLOWED");
  const manager = await as("manager");
  assert.equal((await correct({ client: manager, id: paid.id, body: phone })).status, 200);
  const type = { vehicle_type: types[1] };
  assert.equal((await correct({ client: manager, id: paid.id, body: type })).code, "CORRECTION_OF_CLOSED_TYPE");
  const [kept] = await sql`select actual_amount from "Parking_Information" where id = ${paid.id}`;
  assert.equal(kept!["actual_amount"], 20);
});

test("another type applies its tariff, after the new charge was shown; other doors do not change the type", async () => {
  const gate = await as("staff");
  const entry = await checkIn(gate);
  minutesLater(8);
  const mainPath = `/items/Parking_Main_Information/${entry.parking_main_info.id}`;
  assert.equal((await gate.patch(mainPath, { vehicle_type: types[1] })).code, "FORBIDDEN");
  const body = { vehicle_type: types[1], expected: 2000 };
  const shown = await correct({ client: gate, id: entry.id, body });
  assert.equal(shown.code, "AMOUNT_MISMATCH", shown.text);
  const [unchanged] =
    await sql`select vehicle_type from "Parking_Main_Information" where id = ${entry.parking_main_info.id}`;
  assert.equal(unchanged!["vehicle_type"], types[0]);
  const corrected = await correct({ client: gate, id: entry.id, body: { ...body, expected: 1000 } });
  assert.deepEqual([corrected.data.total_amount, corrected.data.charge_amount_for_minutes], ["10.00", "10.00"]);
  const paid = await gate.post(`/actions/parking/${entry.id}/take-cash`, { expected: 1000, auto_checkout: true });
  assert.equal(paid.data.paid_amount, "10.00", paid.text);
  const { id: unknownType } = await make.row("Vehicle_Type", { name: "Tank" });
  const other = await checkIn(gate);
  assert.equal(
    (await correct({ client: gate, id: other.id, body: { vehicle_type: unknownType } })).code,
    "VEHICLE_TYPE_NOT_ALLOWED_ERROR",
  );
});

test("a plate that is inside, or that has a pass, is rejected, and so is an entry of a pass", async () => {
  const gate = await as("staff");
  const [entry, other] = [await checkIn(gate), await checkIn(gate)];
  const inside = { vehicle_no: other.parking_main_info.vehicle_no };
  assert.match((await correct({ client: gate, id: entry.id, body: inside })).code!, /^VEHICLE_IN_PROGRESS/);
  const pass = { vehicle_no: make.plate(), phone_no: nextPhone(), vehicle_type: types[0] };
  await gate.post("/actions/passes", { ...pass, time_type: "days", duration: 3 });
  const withPass = { vehicle_no: pass.vehicle_no };
  assert.equal((await correct({ client: gate, id: entry.id, body: withPass })).code, "VEHICLE_PASS_EXIST");
  const visit = await gate.post("/actions/parking/check-in", pass);
  const ofPass = await correct({ client: gate, id: visit.data.id, body: { vehicle_no: make.plate() } });
  assert.equal(ofPass.code, "CORRECTION_OF_PASS");
});

test("with another phone the old link ends, the new number gets one, and only its owner sees the visit", async () => {
  const gate = await as("staff");
  const [wrong, right] = [nextPhone(), nextPhone()];
  const owners = await Promise.all(
    [wrong, right].map(async (contact_number) => asUser(await make.user("customer", { contact_number }))),
  );
  const countVisits = () =>
    Promise.all(owners.map(async (owner) => (await owner.get("/items/Parking_Information?fields=id")).data.length));
  const entry = await checkIn(gate, { phone_no: wrong });
  assert.deepEqual(await countVisits(), [1, 0]);
  const readLink = async (token: string) => (await app.inject({ url: `/actions/payments/link/${token}` })).statusCode;
  assert.equal(await readLink(entry.pay), 200);
  const corrected = await correct({ client: gate, id: entry.id, body: { phone_no: right } });
  assert.equal(corrected.status, 200, corrected.text);
  assert.equal(await readLink(entry.pay), 403);
  assert.equal(await readLink(corrected.data.pay), 200);
  const messages = await sql`select recipient, template from "Outbox" where event like ${`parking-link:${entry.id}:%`}`;
  assert.deepEqual(
    messages.map((row) => ({ ...row })),
    [{ recipient: right, template: "parking-link" }],
  );
  assert.deepEqual(await countVisits(), [0, 1]);
});

test("a corrected invite is sent to the new number, and the old link ends", async () => {
  const manager = await as("manager");
  const end = new Date(start.getTime() + 3_600_000).toISOString();
  const body = { vehicle_no: make.plate(), phone_no: nextPhone(), vehicle_type: types[0], invite_end_date: end };
  const invite = await manager.post("/actions/invites", body);
  assert.equal(invite.status, 200, invite.text);
  const token = new URL(invite.data.link, "https://chaavi.example").searchParams.get("t")!;
  const readInvite = async () =>
    (await app.inject({ url: "/actions/invites/visitor", headers: { "x-invite": token } })).statusCode;
  assert.equal(await readInvite(), 200);
  const right = nextPhone();
  const corrected = await correct({ client: manager, id: invite.data.id, body: { phone_no: right } });
  assert.equal(corrected.status, 200, corrected.text);
  assert.notEqual(await readInvite(), 200);
  const sent = await sql`select recipient from "Outbox" where event like ${`invite:${invite.data.id}:%`} order by id`;
  assert.deepEqual(
    sent.map(({ recipient }) => recipient as string),
    [body.phone_no, right],
  );
});
