// §2 /configurations: every change of a branch's set-up is told with who made it, and to its own office only.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql } = await startApp();
const make = factories(sql);
let branch: MadeBranch;
let manager: MadeUser;

before(async () => {
  branch = await make.branch({ slots: 5, rate: "20.00" });
  manager = await make.user("manager", { branch, first_name: "Prakash" });
});

const history = async (who: MadeUser) => (await as(who)).get("/actions/configuration/history");
const idOf = async (table: string) =>
  (await sql.unsafe(`select id from "${table}" where branch = ${branch.id}`))[0]!["id"];

test("a price, a block, a setting and what the gate asks: each change stands there with before and after", async () => {
  const office = await as(manager);
  const [charge, block] = [await idOf("Time_Charges"), await idOf("Slot_Blocks")];
  const [config] = await sql`select parking_config as id from "Branch" where id = ${branch.id}`;
  await office.patch(`/items/Time_Charges/${charge}`, { charge_amount_for_minutes: "50.00" });
  await office.patch(`/items/Slot_Blocks/${block}`, { total_slots: 8 });
  await office.patch(`/items/Parking_Configuration/${config!["id"]}`, { payment_type: "pre-pay" });
  await office.patch(`/items/Branch/${branch.id}`, { allow_vehicle_type_required: true, valet_number: "9840012345" });
  const { data } = await history(manager);
  const told = data
    .slice(0, 4)
    .map((one: { by: string; collection: string; changes: unknown }) => [one.by, one.collection, one.changes]);
  assert.deepEqual(told, [
    ["Prakash", "Branch", { allow_vehicle_type_required: [false, true] }],
    ["Prakash", "Parking_Configuration", { payment_type: ["post-pay", "pre-pay"] }],
    ["Prakash", "Slot_Blocks", { total_slots: [5, 8] }],
    ["Prakash", "Time_Charges", { charge_amount_for_minutes: ["20.00", "50.00"] }],
  ]);
});

test("what is added and removed is told with its row", async () => {
  const office = await as(manager);
  const block = { branch: branch.id, service: "is_parking", zone_or_block: "Roof", slot_prefix: "R", total_slots: 3 };
  const { data: made } = await office.post("/items/Slot_Blocks", block);
  await office.delete(`/items/Slot_Blocks/${made.id}`);
  const { data } = await history(manager);
  assert.deepEqual(
    data
      .slice(0, 2)
      .map((one: { action: string; row: { zone_or_block: string } }) => [one.action, one.row.zone_or_block]),
    [
      ["delete", "Roof"],
      ["create", "Roof"],
    ],
  );
});

test("nobody but the branch's own office reads it", async () => {
  const other = await make.user("manager", { branch: await make.branch({ rate: "10.00" }) });
  const { data } = await history(other);
  assert.ok(data.length > 0);
  assert.ok(!JSON.stringify(data).includes("Prakash"));
  for (const role of ["staff", "approver", "employee", "customer"] as const) {
    const answer = await history(await make.user(role, { branch }));
    assert.equal(answer.code, "FORBIDDEN", role);
  }
});
