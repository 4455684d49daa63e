// Edit of an entry: visitor record, person to meet, details and slot in one transaction.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
let branch: CreatedBranch;
let gate: TestClient;

before(async () => {
  branch = await make.branch({ slots: 20 });
  gate = await asUser(await make.user("staff", { branch, first_name: "Ravi" }));
});

async function checkIn(fields: object = {}) {
  const response = await gate.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
    name: "Asha",
    ...fields,
  });
  assert.equal(response.status, 200, response.text);
  return response.data;
}
const edit = (id: number, body: object, client = gate) => client.post(`/actions/parking/${id}/edit`, body);
const readHistory = async (id: number) =>
  (
    await sql`
  select changes from "Parking_History" where parking_information = ${id} order by id desc`
  ).map(({ changes }) => changes);

test("visitor, person to meet and slot are edited at once, with one row of history", async () => {
  const entry = await checkIn();
  const host = await make.user("employee", { branch });
  const before = (await readHistory(entry.id)).length;
  const edited = await edit(entry.id, {
    name: "Asha R",
    entry_reason: "Interview",
    visitor_id: host.id,
    slot_prefix: "A",
    slot_no: 4,
    shown: { name: "Asha", entry_reason: null, visitor_id: null, slot_prefix: "A", slot_no: entry.slot_no },
  });
  assert.equal(edited.status, 200, edited.text);
  const [row] = await sql`
    select m.name, m.entry_reason, m.host, p.visitor_id, p.slot_no from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info where p.id = ${entry.id}`;
  assert.deepEqual(
    { ...row },
    { name: "Asha R", entry_reason: "Interview", host: host.id, visitor_id: host.id, slot_no: 4 },
  );
  const history = await readHistory(entry.id);
  assert.equal(history.length, before + 1);
  assert.deepEqual(history[0].visitor_changes[1], { name: ["Asha", "Asha R"], entry_reason: [null, "Interview"] });
  assert.deepEqual(history[0].slot_no, [entry.slot_no, 4]);
});

test("nothing of an edit is saved if a part of it is rejected", async () => {
  const [entry, other] = [await checkIn(), await checkIn()];
  const taken = { slot_prefix: "A", slot_no: other.slot_no };
  const rejected = await edit(entry.id, { name: "Nobody", ...taken });
  assert.equal(rejected.code, "SLOT_EXIST", rejected.text);
  assert.equal((await edit(entry.id, { name: "Asha" })).code, "NO_CHANGES", "the name is still Asha");
});

test("a field that somebody else has changed meanwhile is not overwritten; other fields are", async () => {
  const entry = await checkIn();
  const shown = { name: "Asha", email: null, entry_reason: null };
  assert.equal((await edit(entry.id, { name: "Asha R", shown })).status, 200);
  const late = await edit(entry.id, { name: "Asha K", email: "asha@visitor.example", shown });
  assert.deepEqual([late.status, late.code], [409, "ENTRY_CHANGED"], late.text);
  assert.equal((await edit(entry.id, { email: "asha@visitor.example", shown })).status, 200);
  assert.equal((await edit(entry.id, { name: "Asha K", shown: { name: "Asha R" } })).status, 200);
  const control = await edit(entry.id, { name: "Asha L" });
  assert.equal(control.status, 200, "without what was shown, as an integration sends it");
});

test("of two edits of the same field at once, one is told", async () => {
  const entry = await checkIn();
  const answers = await Promise.all(
    ["Asha R", "Asha K"].map((name) => edit(entry.id, { name, shown: { name: "Asha" } })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
  );
  const controls = await Promise.all(["Usha R", "Usha K"].map((name) => edit(entry.id, { name })));
  assert.deepEqual(
    controls.map(({ status }) => status),
    [200, 200],
    "the later one overwrites without it",
  );
});

test("staff of another branch, and fields of a correction, are rejected", async () => {
  const entry = await checkIn();
  const elsewhere = await make.branch({ slots: 1 });
  const stranger = await asUser(await make.user("manager", { branch: elsewhere }));
  assert.equal((await edit(entry.id, { name: "Asha R" }, stranger)).code, "FORBIDDEN");
  assert.notEqual((await edit(entry.id, { vehicle_no: make.plate() })).status, 200);
});

test("the person to meet is an active employee of the branch, through every interface and also after the check-in", async () => {
  const elsewhere = await make.branch({});
  const [host, former, stranger, manager] = [
    await make.user("employee", { branch }),
    await make.user("employee", { branch, status: "suspended" }),
    await make.user("employee", { branch: elsewhere }),
    await make.user("manager", { branch }),
  ];
  const entry = await checkIn();
  const item = `/items/Parking_Information/${entry.id}`;
  const unknown = { id: "3f0c7d1e-0000-4000-8000-000000000000" };
  for (const { id } of [former, stranger, manager, unknown]) {
    const query = `mutation { update_Parking_Information_item(id: ${entry.id}, data: { visitor_id: { id: "${id}" } }) { id } }`;
    const refused = await Promise.all([
      gate.patch(item, { visitor_id: id }),
      gate.patch("/items/Parking_Information", { keys: [entry.id], data: { visitor_id: id } }),
      edit(entry.id, { visitor_id: id }),
      gate.post("/graphql", { query }),
    ]);
    // The same answer for a person of another company and for nobody.
    assert.deepEqual(
      refused.map(({ code, errors }) => [code, errors[0]?.extensions.field, errors[0]?.message]),
      refused.map(() => ["INVALID_FOREIGN_KEY", "visitor_id", "*This option no longer exists. Choose another one"]),
    );
  }
  const reader = await asUser(stranger);
  assert.equal((await reader.get(item)).code, "FORBIDDEN");
  assert.equal((await gate.patch(item, { visitor_id: host.id })).status, 200);
  await sql`update users set status = 'suspended' where id = ${host.id}`;
  const kept = await gate.patch(item, { visitor_id: host.id, slot_no: 19 });
  assert.equal(kept.status, 200, "a host who left later stays");
  assert.equal((await gate.patch(item, { visitor_id: null })).status, 200);
});
