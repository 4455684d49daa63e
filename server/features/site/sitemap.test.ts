import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBranchPath, parseListingAddress } from "#domain/site/listing-address.ts";
import { readBranchPage } from "#server/features/site/branch-page.ts";
import { readListing } from "#server/features/site/listing.ts";
import { countSitemapParts, listSitemapPaths } from "#server/features/site/sitemap.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createFactories } from "#tests/support/factories.ts";

const { sql } = await createTestDatabase();
const make = createFactories(sql);
const now = new Date("2026-11-18T04:30:00Z");

test("lists the places and pages of visible branches, each of which is a page", async () => {
  const area = await make.row("Areas", { area_name: "T. Nagar", city: "Chennai", state: "Tamil Nadu" });
  const place = { area: area.id, city: "Madras", state: "Tamil Nadu" };
  const branch = await make.valetBranch({ ...place, is_parking: true });
  await make.branch({ city: "Mysore", state: "Karnataka", entity_type: "residential" });
  await make.branch({ city: "Goa", state: "Goa", status: "draft" });
  await make.branch({ entity_type: "school-college-university" });
  const suspended = await make.branch({ city: "Patna", state: "Bihar" });
  await sql`update "Companies" set suspended_at = now() where id = ${suspended.company}`;
  await sql`update "Branch" set date_updated = '2026-11-01' where id = ${branch.id}`;

  assert.deepEqual(await countSitemapParts({ sql }), { listings: 1, branches: 1 });
  const listings = await listSitemapPaths({ sql, part: 1 });
  const places = "commercial/tamil-nadu/chennai/t-nagar";
  assert.deepEqual(
    listings.map(({ path }) => path),
    [
      "/parking",
      "/parking/commercial",
      "/parking/commercial/tamil-nadu",
      "/parking/commercial/tamil-nadu/chennai",
      `/parking/${places}`,
      "/parking/residential",
      "/parking/residential/karnataka",
      "/parking/residential/karnataka/mysuru",
      "/parking/school-college-university",
      "/valet-parking",
      "/valet-parking/commercial",
      "/valet-parking/commercial/tamil-nadu",
      "/valet-parking/commercial/tamil-nadu/chennai",
      `/valet-parking/${places}`,
    ],
  );
  assert.deepEqual(listings.find(({ path }) => path === `/parking/${places}`)?.changed, new Date("2026-11-01"));
  for (const { path } of listings) {
    const search = parseListingAddress({ path, query: new URLSearchParams(), now });
    assert.ok(search, path);
    const result = await readListing({ sql, search, now });
    assert.ok(result.kind === "page" && result.page.total > 0, path);
  }

  const branches = await listSitemapPaths({ sql, part: 2 });
  assert.equal(branches.length, 4);
  for (const { path } of branches) {
    const address = parseBranchPath(path);
    assert.ok(address, path);
    const stay = { from: now, until: new Date("2026-11-18T07:30:00Z"), vehicleType: null };
    assert.equal((await readBranchPage({ sql, ...address, ...stay, now })).kind, "page", path);
  }
  assert.deepEqual(await listSitemapPaths({ sql, part: 3 }), []);
});
