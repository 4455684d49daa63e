import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { LiveEvent } from "#server/live/event.ts";
import { LiveUpdates } from "#server/live/live.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
let branch: CreatedBranch;
let users: { [role in "staff" | "approver" | "manager" | "admin"]: CreatedUser };
const advanced = { config: { security: "advanced_security" } };
let phones = 0;
const phone = () => `97${String((phones += 1)).padStart(8, "0")}`;

before(async () => {
  branch = await make.branch({ entity_type: "government", allow_person_entries: true, ...advanced });
  users = {
    staff: await make.user("staff", { branch }),
    approver: await make.user("approver", { branch }),
    manager: await make.user("manager", { branch }),
    admin: await make.user("admin", { branch }),
  };
});

const person = () => ({ is_person: true, name: `Visitor ${phone()}`, phone_no: phone() });
const rejection = { reason: "Not expected" };
const reasonOf = (decision: string) => (decision === "reject" ? rejection : {});
const vehicle = () => ({ vehicle_no: make.plate(), phone_no: phone() });

test("checks a visitor in only after the approval", async () => {
  const [gate, approver] = [await asUser(users.staff), await asUser(users.approver)];
  const request = await gate.post("/actions/parking/check-in", person());
  assert.equal(request.status, 200, request.text);
  assert.equal(request.data.parking_status_id, 3);
  assert.equal(request.data.parking_main_info.is_waiting_for_approve, true);
  const { id } = request.data;
  assert.equal((await gate.post(`/actions/parking/${id}/check-in`)).code, "APPROVAL_PENDING");
  assert.equal((await gate.post(`/actions/approvals/${id}/approve`)).code, "FORBIDDEN");
  assert.equal((await gate.patch(`/items/Parking_Information/${id}`, { parking_status_id: 4 })).code, "FORBIDDEN");

  const approved = await approver.post(`/actions/approvals/${id}/approve`);
  assert.equal(approved.status, 200, approved.text);
  assert.equal(approved.data.parking_status_id, 3);
  assert.equal(approved.data.approved_by, users.approver.id);
  assert.ok(approved.data.approved_at);
  assert.equal(approved.data.parking_main_info.is_waiting_for_approve, false);
  for (const response of ["approve", "reject"])
    assert.equal(
      (await approver.post(`/actions/approvals/${id}/${response}`, { ...reasonOf(response) })).code,
      "PERSON_STATUS_ALREADY_UPDATED",
    );
  assert.equal((await approver.post(`/actions/parking/${id}/check-in`)).code, "FORBIDDEN");

  const checkedIn = await gate.post(`/actions/parking/${id}/check-in`);
  assert.equal(checkedIn.data.parking_status_id, 1, checkedIn.text);
  assert.equal(
    (await approver.post(`/actions/approvals/${id}/reject`, rejection)).code,
    "PERSON_STATUS_ALREADY_UPDATED",
  );
  assert.equal((await approver.patch(`/items/Parking_Information/${id}`, { parking_status_id: 2 })).code, "FORBIDDEN");
});

test("cancels a rejected vehicle permanently, with approver and time", async () => {
  const [gate, manager] = [await asUser(users.staff), await asUser(users.manager)];
  const { data } = await gate.post("/actions/parking/check-in", vehicle());
  for (const reason of [undefined, "  "]) {
    const refused = await manager.post(`/actions/approvals/${data.id}/reject`, { reason });
    assert.deepEqual([refused.code, refused.errors?.[0]?.extensions.field], ["CHANGE_REASON_REQUIRED", "reason"]);
  }
  const rejected = await manager.post(`/actions/approvals/${data.id}/reject`, { reason: " Not expected " });
  assert.equal(rejected.data.parking_status_id, 4, rejected.text);
  assert.equal(rejected.data.decision_reason, "Not expected");
  assert.equal(rejected.data.approved_by, users.manager.id);
  assert.equal(rejected.data.parking_main_info.is_waiting_for_approve, false);
  assert.equal((await manager.post(`/actions/approvals/${data.id}/approve`)).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await gate.post(`/actions/parking/${data.id}/check-in`)).code, "NO_NEXT_STATUS");
  const retry = { parking_main_info: data.parking_main_info.id };
  assert.equal((await gate.post("/actions/parking/check-in", retry)).code, "APPROVAL_PENDING");
});

test("applies one of several concurrent decisions", async () => {
  const gate = await asUser(users.staff);
  const { data } = await gate.post("/actions/parking/check-in", vehicle());
  const callers = await Promise.all([users.approver, users.manager, users.admin].map((user) => asUser(user)));
  const responses = await Promise.all(
    callers.flatMap((caller) =>
      ["approve", "reject"].map((decision) =>
        caller.post(`/actions/approvals/${data.id}/${decision}`, reasonOf(decision)),
      ),
    ),
  );
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  assert.ok(responses.every(({ status, code }) => status === 200 || code === "STATUS_ALREADY_UPDATED"));
  const history = await gate.get(`/items/Parking_History?filter[parking_information][_eq]=${data.id}`);
  assert.equal(history.data.length, 2);
});

test("rejects a second check-in of a waiting vehicle, which occupies no slot", async () => {
  const residence = await make.branch({ entity_type: "residential", slots: 1, ...advanced });
  const gate = await asUser(await make.user("staff", { branch: residence }));
  const approver = await asUser(await make.user("approver", { branch: residence }));
  const [firstVehicle, secondVehicle] = [vehicle(), vehicle()];
  const firstEntry = await gate.post("/actions/parking/check-in", firstVehicle);
  assert.equal(firstEntry.data.slot_no, null, firstEntry.text);
  assert.equal((await gate.post("/actions/parking/check-in", firstVehicle)).code, "VEHICLE_IN_PROGRESS");
  const secondEntry = await gate.post("/actions/parking/check-in", secondVehicle);
  assert.equal(secondEntry.status, 200, secondEntry.text);
  for (const { data } of [firstEntry, secondEntry])
    assert.equal((await approver.post(`/actions/approvals/${data.id}/approve`)).status, 200);
  assert.equal((await gate.post(`/actions/parking/${secondEntry.data.id}/check-in`)).data.slot_no, 1);
  assert.equal((await gate.post(`/actions/parking/${firstEntry.data.id}/check-in`)).code, "SLOT_FULL");
});

test("publishes the request and its decision as live events on commit", async () => {
  const events: LiveEvent[] = [];
  let onEvent: (() => void) | undefined;
  const live = new LiveUpdates({ sql });
  await live.start();
  live.onEvent((event) => {
    events.push(event);
    onEvent?.();
  });
  const { data } = await (await asUser(users.staff)).post("/actions/parking/check-in", vehicle());
  const updated = new Promise<void>((resolve) => {
    onEvent = () =>
      events.some(
        ({ id, action, collection }) => collection === "Parking_Information" && action === "update" && id === data.id,
      ) && resolve();
  });
  await (await asUser(users.approver)).post(`/actions/approvals/${data.id}/approve`);
  await updated;
  await live.stop();
  const entryEvents = events.filter(({ collection, id }) => collection === "Parking_Information" && id === data.id);
  assert.deepEqual(
    entryEvents.map(({ action }) => action),
    ["create", "update"],
  );
  assert.ok(entryEvents.every((event) => event.branch === branch.id));
});

test("limits decisions to the branch's approvers; requires approval by branch type and security setting", async () => {
  const otherBranch = await make.branch({ entity_type: "government", ...advanced });
  const stranger = await asUser(await make.user("approver", { branch: otherBranch }));
  const { data } = await (await asUser(users.staff)).post("/actions/parking/check-in", vehicle());
  assert.equal((await stranger.post(`/actions/approvals/${data.id}/approve`)).code, "FORBIDDEN");
  for (const [entity_type, security, status] of [
    ["residential", "advanced_security", 3],
    ["residential", "less_security", 1],
    ["government", "less_security", 1],
    ["commercial", "advanced_security", 1],
  ] as const) {
    const otherBranch = await make.branch({ entity_type, config: { security } });
    const checkedIn = await (
      await asUser(await make.user("staff", { branch: otherBranch }))
    ).post("/actions/parking/check-in", vehicle());
    assert.equal(checkedIn.data.parking_status_id, status, `${entity_type} ${security}`);
  }
});

test("approves a pass once, with its waiting entry if any; later check-ins need no approval", async () => {
  const [gate, approver] = [await asUser(users.staff), await asUser(users.approver)];
  const pass = { ...vehicle(), time_type: "month", duration: 1 };
  const created = await gate.post("/actions/passes", pass);
  assert.equal(created.data.is_waiting_for_approve, true, created.text);
  const waiting = await gate.post("/actions/parking/check-in", { parking_main_info: created.data.id });
  assert.equal(waiting.data.parking_status_id, 3);
  assert.equal((await gate.post(`/actions/passes/${created.data.id}/approve`)).code, "FORBIDDEN");
  assert.equal((await approver.post(`/actions/passes/${created.data.id}/approve`)).status, 200);
  assert.equal((await gate.post(`/actions/parking/${waiting.data.id}/check-in`)).data.parking_status_id, 1);
  await gate.post(`/actions/parking/${waiting.data.id}/check-out`);
  const arrival = await gate.post("/actions/parking/check-in", { parking_main_info: created.data.id });
  assert.equal(arrival.data.parking_status_id, 1, arrival.text);
  const renewal = { time_type: "days", duration: 3 };
  assert.equal((await gate.post(`/actions/passes/${created.data.id}/renew`, renewal)).code, "FORBIDDEN");
  assert.equal(
    (await (await asUser(users.manager)).post(`/actions/passes/${created.data.id}/renew`, renewal)).status,
    200,
  );

  const other = await gate.post("/actions/passes", { ...vehicle(), time_type: "days", duration: 5 });
  const rejected = await approver.post(`/actions/passes/${other.data.id}/reject`, rejection);
  assert.equal(rejected.data.parking_status_id, 4, rejected.text);
  const [decided] = await sql`select approved_by from "Parking_Main_Information" where id = ${other.data.id}`;
  assert.equal(decided!["approved_by"], users.approver.id);
  assert.equal((await approver.post(`/actions/passes/${other.data.id}/approve`)).code, "STATUS_ALREADY_UPDATED");
  assert.equal(
    (await gate.post("/actions/parking/check-in", { parking_main_info: other.data.id })).code,
    "INVITE_NOT_VALID_NOW",
  );
});

test("a reason belongs to a rejection: nobody sets or changes it otherwise", async () => {
  const [gate, approver] = [await asUser(users.staff), await asUser(users.approver)];
  const { data } = await gate.post("/actions/parking/check-in", vehicle());
  for (const caller of [gate, approver])
    assert.equal(
      (await caller.patch(`/items/Parking_Information/${data.id}`, { decision_reason: "Mine" })).code,
      "FORBIDDEN",
    );
  const patch = { parking_status_id: 4 };
  assert.equal((await approver.patch(`/items/Parking_Information/${data.id}`, patch)).code, "CHANGE_REASON_REQUIRED");
  const rejected = await approver.patch(`/items/Parking_Information/${data.id}`, {
    ...patch,
    decision_reason: "Not expected",
  });
  assert.equal(rejected.data.decision_reason, "Not expected", rejected.text);
  assert.equal(
    (await gate.patch(`/items/Parking_Information/${data.id}`, { decision_reason: "Another" })).code,
    "FORBIDDEN",
  );
});

test("the desk records document, persons and badge, and a badge is with one visitor at a time", async () => {
  const gate = await asUser(users.staff);
  const details = { identity_document: "aadhaar", identity_last_four: "4321", person_count: 3, badge_no: "B-7" };
  const first = await gate.post("/actions/parking/check-in", { ...person(), ...details });
  assert.equal(first.status, 200, first.text);
  const recorded = Object.keys(details).map((name) => first.data[name]);
  assert.deepEqual(recorded, Object.values(details));
  const second = await gate.post("/actions/parking/check-in", { ...person(), badge_no: "b-7" });
  assert.deepEqual([second.code, second.errors?.[0]?.extensions.field], ["BADGE_IN_USE", "badge_no"]);
  const whole = await gate.post("/actions/parking/check-in", {
    ...person(),
    ...details,
    identity_last_four: "987654321",
  });
  assert.equal(whole.code, "FAILED_VALIDATION");
  await (await asUser(users.approver)).post(`/actions/approvals/${first.data.id}/reject`, rejection);
  const third = await gate.post("/actions/parking/check-in", { ...person(), badge_no: "B-7" });
  assert.equal(third.status, 200, third.text);
});

test("one badge, several visitors at the same time: one of them gets it", async () => {
  const gate = await asUser(users.staff);
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => gate.post("/actions/parking/check-in", { ...person(), badge_no: "B-race" })),
  );
  assert.deepEqual(responses.map(({ status, code }) => code ?? String(status)).toSorted(), [
    "200",
    "BADGE_IN_USE",
    "BADGE_IN_USE",
    "BADGE_IN_USE",
    "BADGE_IN_USE",
  ]);
});

test("reports the median time of today's answers of the own branch, without invites", async () => {
  // The requests below are of the same day as their answers.
  clock.now = new Date("2026-11-21T06:30:00Z");
  const office = await make.branch({ entity_type: "government", allow_person_entries: true, ...advanced });
  const gate = await asUser(await make.user("staff", { branch: office }));
  const approver = await asUser(await make.user("approver", { branch: office }));
  const read = async () => (await approver.get("/actions/approvals/answer-times")).data;
  assert.deepEqual(await read(), { decided: 0, median_seconds: null });
  for (const seconds of [20, 40, 600]) {
    const { data } = await gate.post("/actions/parking/check-in", person());
    await approver.post(`/actions/approvals/${data.id}/approve`);
    await sql`update "Parking_Information" set date_created = approved_at - ${seconds} * interval '1 second' where id = ${data.id}`;
  }
  assert.deepEqual(await read(), { decided: 3, median_seconds: 40 });
  assert.deepEqual((await (await asUser(users.approver)).get("/actions/approvals/answer-times")).status, 200);
  const customer = await asUser(await make.user("customer", {}));
  assert.equal((await customer.get("/actions/approvals/answer-times")).code, "FORBIDDEN");
});
