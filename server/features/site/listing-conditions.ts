// SQL conditions of public listings. They read `site_branches`, as `s`: one row for each branch that everybody may see, which
// triggers keep up to date (docs/decisions/025-public-site.md).
import { earthRadius } from "#domain/branches/location/nearest.ts";
import { listPlaceNames, listSearchedNames } from "#domain/branches/place-names.ts";
import { offeredServices } from "#domain/site/site-labels.ts";
import { listPlaceSlugs } from "#domain/site/place-slugs.ts";
import type { ListingFilter, ListingSearch, SitePoint, SiteService } from "#domain/site/site-data.ts";
import { toHasOffersCondition } from "#server/features/offers/listed-offers.ts";
import { countSlots } from "#server/features/site/space.ts";
import { SqlValues } from "#server/features/site/sql-values.ts";

/**
 * Published branches that are not suspended, of such companies: `b` and `c`. The condition for a row in `site_branches`, too;
 * statements of single branches read the tables themselves.
 */
export const visibleBranches = `"Branch" b join "Companies" c on c.id = b.company and c.status = 'published' and c.suspended_at is null
  where b.status = 'published' and not b.is_suspended`;

export function toServiceCondition(service: SiteService): string {
  if (!offeredServices.includes(service)) return "false";
  return service === "parking" ? "s.is_parking" : `s.valet = '${service}'`;
}

type PlaceSearch = Pick<ListingSearch, "state" | "city" | "area" | "company" | "branch">;

/** One slug is compared by itself: PostgreSQL takes a list for ten and plans each statement anew, which takes longer than to run it. */
function toSlugCondition({
  column,
  slug,
  values,
}: {
  column: "state" | "city";
  slug: string;
  values: SqlValues;
}): string {
  const [only = slug, ...others] = listPlaceSlugs(slug);
  return others.length === 0
    ? `s.${column} = ${values.add(only)}::text`
    : `s.${column} = any(${values.add([only, ...others])}::text[])`;
}

/** Conditions of the places that are given. */
export function toPlaceConditions({ search, values }: { search: PlaceSearch; values: SqlValues }): string[] {
  const { state, city, area, company, branch } = search;
  const conditions: string[] = [];
  if (state !== null) conditions.push(toSlugCondition({ column: "state", slug: state, values }));
  if (city !== null) conditions.push(toSlugCondition({ column: "city", slug: city, values }));
  if (area !== null) conditions.push(`s.area = ${values.add(area)}::text`);
  if (company !== null) conditions.push(`s.company = ${values.add(company)}::text`);
  if (branch !== null) conditions.push(`s.slug = ${values.add(branch)}::text`);
  return conditions;
}

/** More words find nothing else. */
const maxWords = 6;
/** Said by who searches, and in no name by itself. */
const fillers = new Set(["in", "at", "near", "the", "of", "me", "parking", "valet"]);

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** The words to search for; each is a list of spellings of which one must match. */
export function toSearchedWords(text: string): string[][] {
  const words = splitWords(text);
  const phrase = words.join(" ");
  const phraseNames = listPlaceNames(phrase);
  if (words.length > 1 && phraseNames.length > 1) return [phraseNames];
  const specific = words.filter((word) => !fillers.has(word));
  return (specific.length > 0 ? specific : words).slice(0, maxWords).map((word) => {
    const names = word.length >= 5 ? listSearchedNames(word) : listPlaceNames(word);
    return names.slice(0, 8);
  });
}

/** Up to so many letters or digits, a word must be the same: any error would make it another one. */
const exactLength = 3;
/** Words joined to one are only found as a whole: without a limit 'road' would find each street by its joined name. */
const maxJoinedExcess = 2;

/**
 * Digits are meant exactly, as in PIN codes and numbers of roads. Other words may contain typing errors: they are similar to
 * a whole word, or more so to a part of one. With either alone, 'tnagar' would find each Nagar, or 'sarvana' no Saravana.
 */
function toMatch({ spelling, values }: { spelling: string; values: SqlValues }): string {
  const value = `${values.add(spelling)}::text`;
  const length = Array.from(spelling).length;
  // Selected, so that no plan depends on the word: PostgreSQL keeps one for all words instead of planning each search.
  const folded = `(select site_fold(${value}))`;
  if (length <= exactLength) return `w.word %>> ${folded}`;
  if (/^\d+$/.test(spelling)) return `w.word like '%' || ${value} || '%'`;
  return `(w.word %> ${folded} or w.word %>> ${folded})
        and (not w.is_joined or char_length(w.word) <= ${values.add(length + maxJoinedExcess)}::int)`;
}

/** Each word finds the words that it may be among those of all branches, and by them the branches. */
export function toWordConditions({ words, values }: { words: string; values: SqlValues }): string[] {
  return toSearchedWords(words).map((spellings) => {
    const matches = spellings.map((spelling) => `(${toMatch({ spelling, values })})`).join(" or ");
    return `s.words && array(select w.word from site_words w where ${matches})`;
  });
}

/** The words that were typed; those that are short, numbers or fillers are meant exactly. */
export function listTypedWords(text: string): { word: string; isExact: boolean }[] {
  const isExact = (word: string): boolean =>
    fillers.has(word) || Array.from(word).length <= exactLength || /^\d+$/.test(word);
  return splitWords(text)
    .slice(0, maxWords)
    .map((word) => ({ word, isExact: isExact(word) }));
}

/** Reads for each word the most similar one of all branches. */
export function buildSimilarWordsStatement(words: readonly string[]) {
  const values = new SqlValues();
  const text = `select t.word, s.word as similar from unnest(${values.add([...words])}::text[]) t (word) cross join lateral
    (select w.word from site_words w where w.word % site_fold(t.word) order by similarity(w.word, site_fold(t.word)) desc, w.word limit 1) s`;
  return { text, values: values.values };
}

const amenitiesByFilter = {
  covered: "Covered",
  ev: "EV charging",
  cctv: "CCTV",
  wheelchair: "Wheelchair access",
} as const satisfies { readonly [filter in ListingFilter]?: string };

function toFilterCondition({
  filter,
  now,
  values,
}: {
  filter: Exclude<ListingFilter, "free">;
  now: Date;
  values: SqlValues;
}): string {
  switch (filter) {
    case "valet":
      return "s.valet is not null";
    case "online":
      return `exists (select 1 from payment_settings p where p.branch = s.branch and p.gateway <> 'off')`;
    case "offers":
      return toHasOffersCondition({ branch: "s.branch", now: `${values.add(now.toISOString())}::timestamptz` });
    case "covered":
    case "ev":
    case "cctv":
    case "wheelchair":
      return `s.amenities @> ${values.add(JSON.stringify([amenitiesByFilter[filter]]))}::text::jsonb`;
  }
}

export function toFilterConditions({
  search,
  now,
  values,
}: {
  search: Pick<ListingSearch, "filters">;
  now: Date;
  values: SqlValues;
}): string[] {
  return search.filters
    .filter((filter) => filter !== "free")
    .map((filter) => toFilterCondition({ filter, now, values }));
}

/** Whether slots are free at a branch, given by an SQL expression: unlike the other filters, counted for each branch. */
export function toFreeCondition({
  branch,
  search: { service, vehicleType },
  now,
  values,
}: {
  branch: string;
  search: Pick<ListingSearch, "service" | "vehicleType">;
  now: Date;
  values: SqlValues;
}): string {
  return `(select k.total > k.occupied from (${countSlots({ branch, service, vehicleType, now, values })}) k)`;
}

/** Without a place, only branches within this distance are near. */
export const nearMetres = 50_000;
const metresPerDegree = 111_195;

/** Metres from a point; null for a branch without a position. */
export function toDistance({ near, values }: { near: SitePoint | null; values: SqlValues }): string {
  if (!near) return "null::double precision";
  const [latitude, longitude] = [values.add(near.latitude), values.add(near.longitude)].map(
    (placeholder) => `${placeholder}::double precision`,
  );
  const [north, east] = ["s.latitude", "s.longitude"];
  return `case when ${north} is not null and ${east} is not null then
    ${2 * earthRadius} * asin(sqrt(least(1, power(sin(radians(${north} - ${latitude}) / 2), 2)
      + cos(radians(${latitude})) * cos(radians(${north})) * power(sin(radians(${east} - ${longitude}) / 2), 2)))) end`;
}

/** A box that contains all that is near the points which are at most `margin` degrees north, south, east or west of a centre. */
export function toBoxConditions({
  near,
  margin = 0,
  values,
}: {
  near: SitePoint;
  margin?: number | undefined;
  values: SqlValues;
}): string[] {
  const height = nearMetres / metresPerDegree + margin;
  const farthestNorth = Math.abs(near.latitude) + margin;
  const width = nearMetres / metresPerDegree / Math.max(0.01, Math.cos((farthestNorth * Math.PI) / 180)) + margin;
  const between = (column: string, centre: number, span: number): string =>
    `s.${column} between ${values.add(centre - span)}::double precision and ${values.add(centre + span)}::double precision`;
  return [between("latitude", near.latitude, height), between("longitude", near.longitude, width)];
}
