// §2 /configurations: lists every change of a branch's configuration with its author, to the branch's own admins and
// managers only.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
let branch: CreatedBranch;
let manager: CreatedUser;

before(async () => {
  branch = await make.branch({ slots: 5, rate: "20.00" });
  manager = await make.user("manager", { branch, first_name: "Prakash" });
});

const readHistory = async (user: CreatedUser) => (await asUser(user)).get("/actions/configuration/history");
const findRowId = async (table: string) =>
  (await sql.unsafe(`select id from "${table}" where branch = ${branch.id}`))[0]!["id"];

test("lists changes of tariff, slot block, settings and requirements with old and new value", async () => {
  const managerClient = await asUser(manager);
  const [charge, block] = [await findRowId("Time_Charges"), await findRowId("Slot_Blocks")];
  const [config] = await sql`select parking_config as id from "Branch" where id = ${branch.id}`;
  await managerClient.patch(`/items/Time_Charges/${charge}`, { charge_amount_for_minutes: "50.00" });
  await managerClient.patch(`/items/Slot_Blocks/${block}`, { total_slots: 8 });
  await managerClient.patch(`/items/Parking_Configuration/${config!["id"]}`, { payment_type: "pre-pay" });
  await managerClient.patch(`/items/Branch/${branch.id}`, {
    allow_vehicle_type_required: true,
    valet_number: "9840012345",
  });
  const { data } = await readHistory(manager);
  const changes = data
    .slice(0, 4)
    .map((change: { by: string; collection: string; changes: unknown }) => [
      change.by,
      change.collection,
      change.changes,
    ]);
  assert.deepEqual(changes, [
    ["Prakash", "Branch", { allow_vehicle_type_required: [false, true] }],
    ["Prakash", "Parking_Configuration", { payment_type: ["post-pay", "pre-pay"] }],
    ["Prakash", "Slot_Blocks", { total_slots: [5, 8] }],
    ["Prakash", "Time_Charges", { charge_amount_for_minutes: ["20.00", "50.00"] }],
  ]);
});

test("says that the old values of a row are unknown whose earlier writes were not recorded", async () => {
  const block = await findRowId("Slot_Blocks");
  await sql`delete from revisions where collection = 'Slot_Blocks' and item = ${String(block)}`;
  await (await asUser(manager)).patch(`/items/Slot_Blocks/${block}`, { total_slots: 9 });
  const [first] = (await readHistory(manager)).data;
  assert.deepEqual([first.changes, first.areOldValuesKnown], [{ total_slots: [null, 9] }, false]);
});

test("lists created and deleted rows", async () => {
  const managerClient = await asUser(manager);
  const block = { branch: branch.id, service: "is_parking", zone_or_block: "Roof", slot_prefix: "R", total_slots: 3 };
  const { data: created } = await managerClient.post("/items/Slot_Blocks", block);
  await managerClient.delete(`/items/Slot_Blocks/${created.id}`);
  const { data } = await readHistory(manager);
  assert.deepEqual(
    data
      .slice(0, 2)
      .map((change: { action: string; row: { zone_or_block: string } }) => [change.action, change.row.zone_or_block]),
    [
      ["delete", "Roof"],
      ["create", "Roof"],
    ],
  );
});

test("is readable by the branch's own admins and managers only", async () => {
  const other = await make.user("manager", { branch: await make.branch({ rate: "10.00" }) });
  const { data } = await readHistory(other);
  assert.ok(data.length > 0);
  assert.ok(!JSON.stringify(data).includes("Prakash"));
  for (const role of ["staff", "approver", "employee", "customer"] as const) {
    const response = await readHistory(await make.user(role, { branch }));
    assert.equal(response.code, "FORBIDDEN", role);
  }
});
