// `site_branches` holds what listings find: the branches that everybody may see, as they are, however they were changed.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { visibleBranches } from "#server/features/site/listing-conditions.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createFactories } from "#tests/support/factories.ts";
import { eventually } from "#tests/support/eventually.ts";

const { sql } = await createTestDatabase();
const make = createFactories(sql);
const area = await make.row("Areas", { area_name: "T. Nagar", city: "Chennai", state: "Tamil Nadu" });
const place = { city: "Chennai", state: "Tamil Nadu", area: area.id };

const readListed = () => sql`
  select branch, is_parking, valet, entity_type, state, city, area, company, slug, state_name, city_name, area_name, sorted_name, latitude,
    longitude, amenities from site_branches order by 1`;
const readVisible = () =>
  sql.unsafe(`select b.id as branch, b.is_parking, case when b.is_valet_and_parking then coalesce((select g.service_type
      from "Valet_and_Parking_Configuration" g where g.id = b.valet_and_parking_config), 'valet-parking') end as valet, b.entity_type,
    site_slug(b.state) as state, site_slug(b.city) as city, site_slug(a.area_name) as area, b.company_slug as company, b.slug,
    b.state as state_name, b.city as city_name, a.area_name, site_fold(b.name) as sorted_name, site_degrees(b.latitude) as latitude,
    site_degrees(b.longitude) as longitude, b.amenities
    from (select b.*, c.slug as company_slug from ${visibleBranches}) b left join "Areas" a on a.id = b.area order by 1`);

const findBranches = async (word: string): Promise<number[]> => {
  const rows = await sql<{ branch: number }[]>`select branch from site_branches where words @> array[${word}::text]`;
  return rows.map(({ branch }) => branch);
};
const isListed = async (id: number): Promise<boolean> =>
  (await sql`select from site_branches where branch = ${id}`).length === 1;

test("holds the visible branches as they are after each change", async () => {
  const open = await make.branch({
    ...place,
    name: "Usman Road",
    pincode: "600017",
    latitude: "13.04",
    longitude: "80.23",
  });
  const valet = await make.valetBranch({ ...place, name: "With valet" });
  for (const status of ["draft", "rejected", "archived"]) {
    await make.branch({ ...place, status });
    const company = await make.company({ status });
    await make.branch({ ...place, company: company.id });
  }
  assert.deepEqual(
    (await readListed()).map(({ branch }) => branch),
    [open.id, valet.id],
  );
  const changes: [change: string, listed: boolean][] = [
    [`update "Branch" set name = 'Pondy Bazaar', amenities = '["CCTV"]', latitude = 'x' where id = ${open.id}`, true],
    [`update "Branch" set status = 'archived' where id = ${open.id}`, false],
    [`update "Branch" set status = 'published' where id = ${open.id}`, true],
    [`update "Branch" set is_suspended = true where id = ${open.id}`, false],
    [
      `update "Branch" set is_suspended = false, entity_type = 'government', slug = 'moved' where id = ${open.id}`,
      true,
    ],
    [`update "Companies" set suspended_at = now() where id = ${open.company}`, false],
    [`update "Companies" set suspended_at = null, slug = 'renamed' where id = ${open.company}`, true],
    [`update "Companies" set status = 'rejected' where id = ${open.company}`, false],
    [`update "Companies" set status = 'published' where id = ${open.company}`, true],
    [`update "Areas" set area_name = 'Thyagaraya Nagar' where id = ${area.id}`, true],
    [`update "Valet_and_Parking_Configuration" set service_type = 'valet-service'`, true],
    [`update "Branch" set city = 'Madurai', area = null, is_parking = false where id = ${open.id}`, true],
    [`delete from "Areas" where id = ${area.id}`, true],
  ];
  for (const [change, listed] of changes) {
    await sql.unsafe(change);
    assert.deepEqual(await readListed(), await readVisible(), change);
    assert.equal(await isListed(open.id), listed, change);
  }
  await sql`delete from "Branch" where id = ${valet.id}`;
  assert.deepEqual(
    (await readListed()).map(({ branch }) => branch),
    [open.id],
  );
});

test("finds a branch by the words of its name, company, area and address, also joined, and no longer by earlier ones", async () => {
  const egmore = await make.row("Areas", { area_name: "Egmore North", city: "Chennai", state: "Tamil Nadu" });
  const company = await make.company({ name: "Ratna Stores" });
  const { id } = await make.branch({
    area: egmore.id,
    city: "Chennai",
    company: company.id,
    name: "Café Ōrchid",
    pincode: "600008",
    address: "12, Church Road",
  });
  for (const word of [
    "cafe",
    "orchid",
    "cafeorchid",
    "ratna",
    "ratnastores",
    "egmorenorth",
    "600008",
    "12",
    "churchroad",
  ])
    assert.deepEqual(await findBranches(word), [id], word);
  await sql`update "Companies" set name = 'Nalli' where id = ${company.id}`;
  await sql`update "Areas" set area_name = 'Purasawalkam' where id = ${egmore.id}`;
  await sql`update "Branch" set address = null where id = ${id}`;
  for (const word of ["nalli", "purasawalkam"]) assert.deepEqual(await findBranches(word), [id], word);
  for (const word of ["ratna", "egmorenorth", "12"]) assert.deepEqual(await findBranches(word), [], word);
  const known = await sql`select word from site_words where word in ('nalli', 'ratna') order by 1`;
  assert.deepEqual(
    known.map(({ word }) => word),
    ["nalli", "ratna"],
  );
});

describe("a branch published while its company is suspended", () => {
  /** Both have written before either ends; whether the branch is listed afterwards. */
  async function race(): Promise<boolean> {
    const branch = await make.branch({ ...place, area: null, status: "draft" });
    const [publication, suspension] = await Promise.all([sql.reserve(), sql.reserve()]);
    try {
      await suspension`begin`;
      await suspension`update "Companies" set suspended_at = now() where id = ${branch.company}`;
      await suspension`set constraints all immediate`;
      await publication`begin`;
      await publication`update "Branch" set status = 'published' where id = ${branch.id}`;
      let isOver = false;
      const listing = publication`set constraints all immediate`.then(() => (isOver = true));
      await eventually(async () => {
        const [waiting] = await sql<{ count: number }[]>`
          select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        assert.ok(isOver || waiting!.count > 0);
      });
      await suspension`commit`;
      await listing;
      await publication`commit`;
    } finally {
      publication.release();
      suspension.release();
    }
    return isListed(branch.id);
  }

  test("is not listed", async () => {
    assert.equal(await race(), false);
  });

  test("control: it is listed if neither waits for the other", async () => {
    const [definition] = await sql<
      { text: string }[]
    >`select pg_get_functiondef('site_list_branches(bigint[])'::regprocedure) as text`;
    const { text } = definition!;
    const lock = /perform 1 from "Companies"[^;]*;/;
    assert.match(text, lock);
    await sql.unsafe(text.replace(lock, ""));
    try {
      assert.equal(await race(), true);
    } finally {
      await sql.unsafe(text);
    }
  });
});
