// A branch takes no vehicles until it has a tariff in force, or says that it is free of charge.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const vehicle = () => ({ vehicle_no: make.plate(), phone_no: "9840012345" });

test("parking is refused until a tariff is in force or the branch is declared free", async () => {
  const branch = await make.branch({ config: { is_free: false }, allow_person_entries: true });
  const gate = await asUser(await make.user("staff", { branch }));
  const manager = await asUser(await make.user("manager", { branch }));
  const checkIn = () => gate.post("/actions/parking/check-in", vehicle());
  const refused = await checkIn();
  assert.deepEqual([refused.status, refused.code], [409, "TARIFF_REQUIRED"]);
  const person = { is_person: true, name: "Asha", phone_no: "9840012346" };
  assert.equal((await gate.post("/actions/parking/check-in", person)).status, 200);

  const [row] = await sql<{ id: number }[]>`select parking_config as id from "Branch" where id = ${branch.id}`;
  const declare = (isFree: boolean) => manager.patch(`/items/Parking_Configuration/${row!.id}`, { is_free: isFree });
  assert.equal((await gate.patch(`/items/Parking_Configuration/${row!.id}`, { is_free: true })).code, "FORBIDDEN");
  assert.equal((await declare(true)).status, 200);
  const free = await checkIn();
  assert.deepEqual([free.status, free.data.charge_amount_for_minutes], [200, "0.00"], free.text);

  await declare(false);
  assert.equal((await checkIn()).code, "TARIFF_REQUIRED");
  const charge = { branch: branch.id, service: "is_parking", parking_time_type: "hours" };
  const rates = [{ vehicle_type: null, lines: [{ kind: "total", to: null, amount: 2_000 }] }];
  const later = { plans: [{ name: "Standard", rates }] };
  const start = new Date(Date.now() + 86_400_000).toISOString();
  const version = { branch: branch.id, service: "is_parking", starts_at: start, tariff: later };
  assert.equal((await manager.post("/items/Tariff_Versions", version)).status, 200);
  assert.equal((await checkIn()).code, "TARIFF_REQUIRED", "a tariff of tomorrow is no tariff of today");
  await manager.post("/items/Time_Charges", { ...charge, charge_amount_for_minutes: "20.00" });
  const paid = await checkIn();
  assert.deepEqual([paid.status, paid.data.charge_amount_for_minutes], [200, "20.00"], paid.text);
});

test("a valet ticket needs a tariff, a valet charge or the choice to be free", async () => {
  const branch = await make.valetBranch({ config: { is_free: false } });
  const driver = await asUser(await make.user("staff", { branch }));
  const create = () =>
    driver.post("/actions/valet/create-ticket", {
      Vehicle_Number: make.plate(),
      Customer_Phone_Number: "9840012347",
      Customer_Name: "Ravi",
    });
  assert.equal((await create()).code, "TARIFF_REQUIRED");
  await sql`update "Valet_and_Parking_Configuration" set is_collect_valet_charge = true, valet_charge = 50
    where id = (select valet_and_parking_config from "Branch" where id = ${branch.id})`;
  const created = await create();
  assert.equal(created.status, 200, created.text);
});

test("services from before the rule count as free, and new ones have to choose", async () => {
  const before = await make.branch({ config: { is_free: false } });
  const migration = await readFile("server/db/migrations/0088-free-of-charge.sql", "utf8");
  const readDefaults = sql.begin(async (tx) => {
    await tx`alter table "Parking_Configuration" drop "is_free"`;
    await tx`alter table "Valet_and_Parking_Configuration" drop "is_free"`;
    await tx.unsafe(migration);
    const [existing] = await tx<{ is_free: boolean }[]>`
      select c.is_free from "Parking_Configuration" c join "Branch" b on b.parking_config = c.id where b.id = ${before.id}`;
    const [added] = await tx<{ is_free: boolean }[]>`
      insert into "Parking_Configuration" default values returning is_free`;
    throw Object.assign(new Error("roll back"), { found: [existing?.is_free, added?.is_free] });
  });
  await assert.rejects(readDefaults, { found: [true, false] });
});
