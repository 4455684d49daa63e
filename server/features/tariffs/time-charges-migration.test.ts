// §3: the migration of time charges and entries from before tariffs had versions.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { getCollection } from "#domain/collections.ts";
import { getStayBreakdown } from "#domain/payments/stay-breakdown.ts";
import type { Row } from "#domain/schema/collection.ts";
import { copyTariff } from "#domain/tariffs/copy-tariff.ts";
import { parseTariff } from "#domain/tariffs/parse-tariff.ts";
import type { TariffRow } from "#domain/tariffs/simple-tariff.ts";
import { isSameTimeCharge, toTimeCharges } from "#domain/tariffs/time-charges.ts";
import { migrationsFolder } from "#server/db/migrate/migration-files.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const migration = await readFile(`${migrationsFolder}/0035-tariff-versions.sql`, "utf8");
const start = new Date("2026-11-18T04:30:00Z");
const stays = [0, 1, 1_800, 1_801, 3_600, 3_601, 86_400, 86_401, 40 * 86_400, 400 * 86_400];

/** One row of each kind that the four fields can say. */
const charges: Row[] = [
  { parking_time_type: "minutes", time_value_for_minutes: 15, charge_amount_for_minutes: "12.50" },
  { parking_time_type: "minutes", charge_amount_for_minutes: "20.00", min_charge_of_minutes: "50.00" },
  { parking_time_type: null, charge_amount_for_minutes: "7.00" },
  { parking_time_type: "hours", charge_amount_for_minutes: "40.00" },
  { parking_time_type: "days", charge_amount_for_minutes: "300.00", min_charge_of_minutes: "20.00" },
  { parking_time_type: "month", charge_amount_for_minutes: "2500.00" },
  { parking_time_type: "year", charge_amount_for_minutes: "20000.00" },
  { parking_time_type: "minutes", charge_amount_for_minutes: null, min_charge_of_minutes: "5.00" },
];

test("time charges become version 1 with the same prices, and entries inside keep theirs", async () => {
  const branch = await make.branch({ rate: "20.00" });
  const free = await make.branch();
  for (const service of ["is_parking", "is_valet_and_parking"])
    for (const charge of charges) {
      const { id: vehicle_type } = await make.row("Vehicle_Type", { name: `Type ${make.plate()}` });
      await make.row("Time_Charges", { branch: branch.id, service, vehicle_type, ...charge });
    }
  // The number of minutes counts with minutes only; rows could have one before it was refused.
  await sql`update "Time_Charges" set time_value_for_minutes = 15 where parking_time_type = 'hours'`;
  const gate = await asUser(await make.user("staff", { branch }));
  const { data: inside } = await gate.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  // What the migration adds is removed, with the triggers on it, so that it finds the rows as they were before it.
  await sql.unsafe(`drop table "Tariff_Versions" cascade;
    alter table "Parking_Information" drop column "tariff_version" cascade, drop column "tariff";
    alter table "Valet_and_Parking_Information" drop column "tariff_version" cascade, drop column "tariff";
    alter table "Pre_Booking_Information" drop column "tariff_version", drop column "tariff"`);
  const before = await sql`select * from "Time_Charges" order by id`;

  await sql.unsafe(migration);

  assert.deepEqual([...(await sql`select * from "Time_Charges" order by id`)], [...before], "they are not changed");
  const versions = await sql<{ id: number; branch: number; service: string; number: number; tariff: unknown }[]>`
    select id, branch, service, number, tariff from "Tariff_Versions" where starts_at <= now() order by service`;
  assert.deepEqual(
    versions.map(({ branch: of, service, number }) => [of, service, number]),
    [
      [branch.id, "is_parking", 1],
      [branch.id, "is_valet_and_parking", 1],
    ],
    `none for branch ${free.id} without charges`,
  );
  for (const { id, service, tariff: stored } of versions) {
    const tariff = parseTariff(stored);
    assert.ok("plans" in tariff, JSON.stringify(tariff));
    const rows = (await sql<Row[]>`select * from "Time_Charges" where service = ${service} order by id`).map((row) =>
      fromDatabase(getCollection("Time_Charges"), row),
    );
    assert.equal(rows.length, service === "is_parking" ? charges.length + 1 : charges.length);
    const said = toTimeCharges(tariff);
    assert.equal(said.length, rows.length);
    for (const row of rows) {
      assert.ok(said.some((other) => other.vehicle_type === row.vehicle_type && isSameTimeCharge(other, row)));
      const version = { id, number: 1, tariff };
      const copied = copyTariff({ version, vehicleType: row.vehicle_type, zone: undefined, now: start });
      assert.ok("tariff" in copied);
      for (const seconds of stays) {
        const now = new Date(start.getTime() + seconds * 1000);
        const charge = (fields: TariffRow): number =>
          getStayBreakdown({ entry: { ...fields, in_time: start }, now }).charge;
        assert.equal(charge(copied), charge(row), `${seconds} s by ${JSON.stringify(row)}`);
      }
    }
  }
  const [entry] = await sql<Row[]>`select * from "Parking_Information" where id = ${inside.id}`;
  const kept = fromDatabase(getCollection("Parking_Information"), entry!);
  assert.deepEqual([kept.tariff, kept.tariff_version, kept.charge_amount_for_minutes], [null, null, 2_000]);
  const at = new Date(kept.in_time!.getTime() + 31 * 60_000);
  assert.equal(getStayBreakdown({ entry: kept, now: at }).charge, 4_000);
});
