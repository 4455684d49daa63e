// Areas and vehicle types that branches use are not removed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const verifier = await asUser(await make.user("verifier"));

async function assertKept(path: string, text: RegExp): Promise<void> {
  const refused = await verifier.delete(path);
  assert.deepEqual([refused.status, refused.code], [400, "INVALID_FOREIGN_KEY"], refused.text);
  assert.match(refused.errors![0]!.message, text);
  assert.equal((await verifier.get(path)).status, 200);
}

test("an area is removed only when no branch is in it", async () => {
  const area = await make.row("Areas", { area_name: "Egmore North", city: "Chennai", state: "Tamil Nadu" });
  const path = `/items/Areas/${area.id}`;
  const branches = [await make.branch(), await make.branch()];
  for (const { id } of branches) await sql`update "Branch" set area = ${area.id} where id = ${id}`;
  await assertKept(path, /^2 branches are in this area\. Correct its name instead/);
  await sql`update "Branch" set area = null where id = ${branches[0]!.id}`;
  await assertKept(path, /^1 branch is in this area\./);
  await sql`update "Branch" set area = null where id = ${branches[1]!.id}`;
  const removed = await verifier.delete(path);
  assert.equal(removed.status, 204, removed.text);
});

test("an area that is on the list already is marked at its name", async () => {
  const area = { area_name: "Purasaiwalkam", city: "Chennai", state: "Tamil Nadu" };
  assert.equal((await verifier.post("/items/Areas", area)).status, 200);
  const { code, errors } = await verifier.post("/items/Areas", { ...area, area_name: "purasai walkam" });
  assert.deepEqual([code, errors![0]!.extensions["field"]], ["AREA_EXIST", "area_name"]);
});

/** Asks for the removal of an area while a branch is being moved into it; `isUsed` is whether the move is committed. */
async function removeDuringMove({ isUsed }: { isUsed: boolean }) {
  const area = await make.row("Areas", { area_name: `Egmore ${String(isUsed)}`, city: "Chennai", state: "Tamil Nadu" });
  const path = `/items/Areas/${area.id}`;
  const branch = await make.branch();
  const hasMoved = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const abandoned = new Error("The move is abandoned.");
  const move = sql.begin(async (tx) => {
    await tx`update "Branch" set area = ${area.id} where id = ${branch.id}`;
    hasMoved.resolve();
    await mayEnd.promise;
    if (!isUsed) throw abandoned;
  });
  const moved = move.catch((thrown: unknown) => assert.equal(thrown, abandoned));
  await hasMoved.promise;
  const removal = verifier.delete(path);
  await eventually(async () => {
    const waiting = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"Areas"%'`;
    assert.equal(waiting.length, 1);
  });
  mayEnd.resolve();
  await moved;
  const [response, [row]] = [await removal, await sql`select area from "Branch" where id = ${branch.id}`];
  return { status: response.status, isInArea: row!["area"] === area.id };
}

test("an area is kept if a branch is moved into it at the same moment", async () => {
  assert.deepEqual(await removeDuringMove({ isUsed: true }), { status: 400, isInArea: true });
  // Without the branch it is removed, after the same wait.
  assert.deepEqual(await removeDuringMove({ isUsed: false }), { status: 204, isInArea: false });
});

test("control: counted without a lock, an area is removed, and its branch loses the place", async () => {
  const area = await make.row("Areas", { area_name: "Egmore South", city: "Chennai", state: "Tamil Nadu" });
  const branch = await make.branch();
  await sql.begin(async (tx) => {
    const users = await tx`select 1 from "Branch" where area = ${area.id}`;
    await sql`update "Branch" set area = ${area.id} where id = ${branch.id}`;
    if (users.length === 0) await tx`delete from "Areas" where id = ${area.id}`;
  });
  const [row] = await sql`select area from "Branch" where id = ${branch.id}`;
  assert.equal(row!["area"], null);
});

test("a vehicle type is removed only when no branch has prices or slots for it", async () => {
  const type = await make.row("Vehicle_Type", { name: "Tempo traveller" });
  const path = `/items/Vehicle_Type/${type.id}`;
  const [priced, limited] = [await make.branch(), await make.branch()];
  const charge = await make.row("Time_Charges", {
    branch: priced.id,
    service: "is_parking",
    vehicle_type: type.id,
    charge_amount_for_minutes: 40,
  });
  const block = await make.row("Slot_Blocks", {
    branch: limited.id,
    service: "is_parking",
    zone_or_block: "Long",
    slot_prefix: "L",
    total_slots: 5,
  });
  await sql`update "Slot_Blocks" set vehicle_types = ${sql.json([type.id])} where id = ${block.id}`;
  await assertKept(path, /^2 branches have prices or slots for this vehicle type\./);
  await sql`delete from "Slot_Blocks" where id = ${block.id}`;
  await assertKept(path, /^1 branch has prices or slots for this vehicle type\./);
  assert.equal((await sql`select 1 from "Time_Charges" where id = ${charge.id}`).length, 1);
  // A new version of the tariff starts.
  const admin = await asUser(await make.user("admin", { branch: priced }));
  assert.equal((await admin.delete(`/items/Time_Charges/${charge.id}`)).status, 204);
  const removed = await verifier.delete(path);
  assert.equal(removed.status, 204, removed.text);
});

test("the price of a vehicle type in a tariff of several parts counts until a later version starts", async () => {
  const type = await make.row("Vehicle_Type", { name: "Mini bus" });
  const branch = await make.branch();
  const path = `/items/Vehicle_Type/${type.id}`;
  const addVersion = (number: number, vehicleType: number | null) => {
    const tariff = { plans: [{ name: "Standard", rates: [{ vehicle_type: vehicleType }] }] };
    return sql`
      insert into "Tariff_Versions" (branch, service, number, starts_at, tariff)
      values (${branch.id}, 'is_parking', ${number}, ${new Date(Date.UTC(2026, 0, number))}, ${sql.json(tariff)})`;
  };
  await addVersion(8, type.id);
  await assertKept(path, /^1 branch has prices/);
  await addVersion(9, null);
  assert.equal((await verifier.delete(path)).status, 204);
});
