import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql } = await startApp();
const make = factories(sql);
let branch: MadeBranch;
let people: { [role in "staff" | "approver" | "manager" | "admin"]: MadeUser };
const advanced = { config: { security: "advanced_security" } };
let phones = 0;
const phone = () => `97${String((phones += 1)).padStart(8, "0")}`;

before(async () => {
  branch = await make.branch({ entity_type: "government", allow_person_entries: true, ...advanced });
  people = {
    staff: await make.user("staff", { branch }),
    approver: await make.user("approver", { branch }),
    manager: await make.user("manager", { branch }),
    admin: await make.user("admin", { branch }),
  };
});

const person = () => ({ is_person: true, name: `Visitor ${phone()}`, phone_no: phone() });
const vehicle = () => ({ vehicle_no: make.plate(), phone_no: phone() });

test("who asks waits; once approved the gate lets them in", async () => {
  const [gate, approver] = [await as(people.staff), await as(people.approver)];
  const asked = await gate.post("/actions/parking/check-in", person());
  assert.equal(asked.status, 200, asked.text);
  assert.equal(asked.data.parking_status_id, 3);
  assert.equal(asked.data.parking_main_info.is_waiting_for_approve, true);
  const { id } = asked.data;
  assert.equal((await gate.post(`/actions/parking/${id}/check-in`)).code, "APPROVAL_PENDING");
  assert.equal((await gate.post(`/actions/approvals/${id}/approve`)).code, "FORBIDDEN");
  assert.equal((await gate.patch(`/items/Parking_Information/${id}`, { parking_status_id: 4 })).code, "FORBIDDEN");

  const approved = await approver.post(`/actions/approvals/${id}/approve`);
  assert.equal(approved.status, 200, approved.text);
  assert.equal(approved.data.parking_status_id, 3);
  assert.equal(approved.data.approved_by, people.approver.id);
  assert.ok(approved.data.approved_at);
  assert.equal(approved.data.parking_main_info.is_waiting_for_approve, false);
  for (const answer of ["approve", "reject"])
    assert.equal((await approver.post(`/actions/approvals/${id}/${answer}`)).code, "PERSON_STATUS_ALREADY_UPDATED");
  assert.equal((await approver.post(`/actions/parking/${id}/check-in`)).code, "FORBIDDEN");

  const entered = await gate.post(`/actions/parking/${id}/check-in`);
  assert.equal(entered.data.parking_status_id, 1, entered.text);
  assert.equal((await approver.post(`/actions/approvals/${id}/reject`)).code, "PERSON_STATUS_ALREADY_UPDATED");
  assert.equal((await approver.patch(`/items/Parking_Information/${id}`, { parking_status_id: 2 })).code, "FORBIDDEN");
});

test("a rejected vehicle is cancelled, with who and when; it stays so", async () => {
  const [gate, manager] = [await as(people.staff), await as(people.manager)];
  const { data } = await gate.post("/actions/parking/check-in", vehicle());
  const rejected = await manager.post(`/actions/approvals/${data.id}/reject`);
  assert.equal(rejected.data.parking_status_id, 4, rejected.text);
  assert.equal(rejected.data.approved_by, people.manager.id);
  assert.equal(rejected.data.parking_main_info.is_waiting_for_approve, false);
  assert.equal((await manager.post(`/actions/approvals/${data.id}/approve`)).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await gate.post(`/actions/parking/${data.id}/check-in`)).code, "NO_NEXT_STATUS");
  const again = { parking_main_info: data.parking_main_info.id };
  assert.equal((await gate.post("/actions/parking/check-in", again)).code, "APPROVAL_PENDING");
});

test("of many answers at once one counts", async () => {
  const gate = await as(people.staff);
  const { data } = await gate.post("/actions/parking/check-in", vehicle());
  const callers = await Promise.all([people.approver, people.manager, people.admin].map((user) => as(user)));
  const answers = await Promise.all(
    callers.flatMap((caller) =>
      ["approve", "reject"].map((answer) => caller.post(`/actions/approvals/${data.id}/${answer}`)),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status, code }) => status === 200 || code === "STATUS_ALREADY_UPDATED"));
  const history = await gate.get(`/items/Parking_History?filter[parking_information][_eq]=${data.id}`);
  assert.equal(history.data.length, 2);
});

test("a waiting vehicle is not entered twice, and holds no slot", async () => {
  const residence = await make.branch({ entity_type: "residential", slots: 1, ...advanced });
  const gate = await as(await make.user("staff", { branch: residence }));
  const approver = await as(await make.user("approver", { branch: residence }));
  const [first, other] = [vehicle(), vehicle()];
  const one = await gate.post("/actions/parking/check-in", first);
  assert.equal(one.data.slot_no, null, one.text);
  assert.equal((await gate.post("/actions/parking/check-in", first)).code, "VEHICLE_IN_PROGRESS");
  const two = await gate.post("/actions/parking/check-in", other);
  assert.equal(two.status, 200, two.text);
  for (const { data } of [one, two])
    assert.equal((await approver.post(`/actions/approvals/${data.id}/approve`)).status, 200);
  assert.equal((await gate.post(`/actions/parking/${two.data.id}/check-in`)).data.slot_no, 1);
  assert.equal((await gate.post(`/actions/parking/${one.data.id}/check-in`)).code, "SLOT_FULL");
});

test("the request and its answer are told live, at commit", async () => {
  const told: { collection: string; action: string; id: number; branch: number }[] = [];
  let enough: (() => void) | undefined;
  const { unlisten } = await sql.listen("chaavi_live", (payload) => {
    told.push(JSON.parse(payload));
    enough?.();
  });
  const { data } = await (await as(people.staff)).post("/actions/parking/check-in", vehicle());
  const wanted = new Promise<void>((resolve) => {
    enough = () =>
      told.some(
        ({ id, action, collection }) => collection === "Parking_Information" && action === "update" && id === data.id,
      ) && resolve();
  });
  await (await as(people.approver)).post(`/actions/approvals/${data.id}/approve`);
  await wanted;
  await unlisten();
  const visits = told.filter(({ collection, id }) => collection === "Parking_Information" && id === data.id);
  assert.deepEqual(
    visits.map(({ action }) => action),
    ["create", "update"],
  );
  assert.ok(visits.every((event) => event.branch === branch.id));
});

test("who answers: of this branch only; who waits: by kind of branch and security", async () => {
  const elsewhere = await make.branch({ entity_type: "government", ...advanced });
  const stranger = await as(await make.user("approver", { branch: elsewhere }));
  const { data } = await (await as(people.staff)).post("/actions/parking/check-in", vehicle());
  assert.equal((await stranger.post(`/actions/approvals/${data.id}/approve`)).code, "FORBIDDEN");
  for (const [entity_type, security, status] of [
    ["residential", "advanced_security", 3],
    ["residential", "less_security", 1],
    ["government", "less_security", 1],
    ["commercial", "advanced_security", 1],
  ] as const) {
    const place = await make.branch({ entity_type, config: { security } });
    const entered = await (
      await as(await make.user("staff", { branch: place }))
    ).post("/actions/parking/check-in", vehicle());
    assert.equal(entered.data.parking_status_id, status, `${entity_type} ${security}`);
  }
});

test("a pass is approved once, with the visit that waits on it or without; its arrivals then ask nobody", async () => {
  const [gate, approver] = [await as(people.staff), await as(people.approver)];
  const pass = { ...vehicle(), time_type: "month", duration: 1 };
  const made = await gate.post("/actions/passes", pass);
  assert.equal(made.data.is_waiting_for_approve, true, made.text);
  const waiting = await gate.post("/actions/parking/check-in", { parking_main_info: made.data.id });
  assert.equal(waiting.data.parking_status_id, 3);
  assert.equal((await gate.post(`/actions/passes/${made.data.id}/approve`)).code, "FORBIDDEN");
  assert.equal((await approver.post(`/actions/passes/${made.data.id}/approve`)).status, 200);
  assert.equal((await gate.post(`/actions/parking/${waiting.data.id}/check-in`)).data.parking_status_id, 1);
  await gate.post(`/actions/parking/${waiting.data.id}/check-out`);
  const arrival = await gate.post("/actions/parking/check-in", { parking_main_info: made.data.id });
  assert.equal(arrival.data.parking_status_id, 1, arrival.text);
  const renewal = { time_type: "days", duration: 3 };
  assert.equal((await gate.post(`/actions/passes/${made.data.id}/renew`, renewal)).code, "FORBIDDEN");
  assert.equal((await (await as(people.manager)).post(`/actions/passes/${made.data.id}/renew`, renewal)).status, 200);

  const other = await gate.post("/actions/passes", { ...vehicle(), time_type: "days", duration: 5 });
  const rejected = await approver.post(`/actions/passes/${other.data.id}/reject`);
  assert.equal(rejected.data.parking_status_id, 4, rejected.text);
  const [decided] = await sql`select approved_by from "Parking_Main_Information" where id = ${other.data.id}`;
  assert.equal(decided!["approved_by"], people.approver.id);
  assert.equal((await approver.post(`/actions/passes/${other.data.id}/approve`)).code, "STATUS_ALREADY_UPDATED");
  assert.equal(
    (await gate.post("/actions/parking/check-in", { parking_main_info: other.data.id })).code,
    "INVITE_NOT_VALID_NOW",
  );
});
