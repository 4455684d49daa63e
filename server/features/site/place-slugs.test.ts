import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { toSlug } from "#domain/text/slug.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { sql } = await createTestDatabase();

async function toDatabaseSlugs(names: readonly string[]): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    select site_slug(name) as slug from unnest(${names}::text[]) with ordinality as t (name, position) order by position`;
  return rows.map(({ slug }) => slug);
}

test("the database makes the same slugs as the domain", async () => {
  const names = [
    "MG Road",
    "T. Nagar",
    "Café São & Co.",
    "  --Hello--  World!! ",
    "St. John's Hospital",
    "St. John’s Hospital",
    "12th Main, 4th “T” Block",
    "Thiruvananthapuram (Trivandrum)",
    "İzmir Straße Łódź Ærø ﬁeld №5 ½",
    "ＦＵＬＬ ＷＩＤＴＨ",
    "Tamil Nadu",
    "சென்னை",
    "!!!",
    "",
    `${"a".repeat(79)} b`,
    "é".repeat(120),
  ];
  assert.deepEqual(await toDatabaseSlugs(names), names.map(toSlug));
});

test("of any text in Latin script", async () => {
  const character = fc.oneof(
    fc.integer({ min: 0x20, max: 0x36f }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0x1e00, max: 0x1eff }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom("’", "&", "–", " ", "-", "a", "Z", "7"),
  );
  const names = fc.sample(fc.string({ unit: character, maxLength: 100 }), { numRuns: 2_000, seed: 18 });
  const slugs = await toDatabaseSlugs(names);
  for (const [index, name] of names.entries()) assert.equal(slugs[index], toSlug(name), JSON.stringify(name));
});
