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

  assert.deepEqual(await countSitemapParts({ sql, now }), { listings: 1, branches: 1 });
  const listings = await listSitemapPaths({ sql, now, part: 1 });
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

  const branches = await listSitemapPaths({ sql, now, part: 2 });
  assert.equal(branches.length, 4);
  for (const { path } of branches) {
    const address = parseBranchPath(path);
    assert.ok(address, path);
    const stay = { from: now, until: new Date("2026-11-18T07:30:00Z"), vehicleType: null };
    assert.equal((await readBranchPage({ sql, ...address, readStay: () => stay, now })).kind, "page", path);
  }
  assert.deepEqual(await listSitemapPaths({ sql, now, part: 3 }), []);
});

test("lists the pages of offers that have one to show now", async () => {
  const [own, sibling, other] = [await make.branch(), await make.branch(), await make.branch()];
  await sql`update "Branch" set company = ${own.company} where id = ${sibling.id}`;
  const create = async (fields: { company: number; branch?: number; [field: string]: unknown }) => {
    const values = { coupon_title: "Opening week", kind: "flat", amount: "20.00", is_listed: true, ...fields };
    const { id } = await make.row("Offers", values);
    await sql`update "Offers" set state = 'running', date_updated = '2026-11-01T00:00:00Z' where id = ${id}`;
  };
  const listOffers = async (at = now) => {
    const paths = await listSitemapPaths({ sql, now: at, part: 1 });
    return paths.filter(({ path }) => path.endsWith("/offers-and-promotions"));
  };
  assert.deepEqual(await listOffers(), []);
  await create({ company: own.company, branch: own.id, ends_at: "2026-11-19T00:00:00Z" });
  await create({ company: other.company, branch: other.id, is_listed: false });
  await create({ company: other.company, branch: other.id, audience: "phones", phones: ["9840012345"] });
  const toPath = async ({ id }: { id: number }): Promise<string> => {
    const [slugs] = await sql`
      select c.slug as company, b.slug as branch from "Branch" b join "Companies" c on c.id = b.company where b.id = ${id}`;
    return `/${slugs!["company"]}/${slugs!["branch"]}/offers-and-promotions`;
  };
  const changed = new Date("2026-11-01");
  assert.deepEqual(await listOffers(), [
    { path: await toPath(own), changed },
    { path: "/offers-and-promotions", changed },
  ]);
  assert.deepEqual(await listOffers(new Date("2026-11-19T00:00:00Z")), []);
  // Of all branches of the company.
  await create({ company: own.company });
  const paths = (await listOffers()).map(({ path }) => path);
  assert.deepEqual(
    paths,
    [await toPath(own), await toPath(sibling), "/offers-and-promotions"].toSorted((one, next) => (one < next ? -1 : 1)),
  );
});
