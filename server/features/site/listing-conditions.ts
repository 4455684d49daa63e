// SQL conditions of public listings. Every public statement reads branches through `visibleBranches`.
import { listPlaceNames, listSearchedNames } from "#domain/branches/place-names.ts";
import { siteServiceFields } from "#domain/site/site-labels.ts";
import { listPlaceSlugs } from "#domain/site/place-slugs.ts";
import type { ListingFilter, ListingSearch, SitePoint, SiteService } from "#domain/site/site-data.ts";
import { countSlots } from "#server/features/site/space.ts";
import type { SqlValues } from "#server/features/site/sql-values.ts";

/** Published branches that are not suspended, of such companies: `b` and `c`. */
export const visibleBranches = `"Branch" b join "Companies" c on c.id = b.company and c.status = 'published' and c.suspended_at is null
  where b.status = 'published' and not b.is_suspended`;

/** The branch's kind of valet; the two valet services differ in nothing else. */
const valetKind = `coalesce((select v.service_type from "Valet_and_Parking_Configuration" v where v.id = b.valet_and_parking_config), 'valet-parking')`;

export function toServiceCondition(service: SiteService): string {
  const enabled = `b."${siteServiceFields[service]}"`;
  return service === "valet-parking" || service === "valet-service"
    ? `${enabled} and ${valetKind} = '${service}'`
    : enabled;
}

type PlaceSearch = Pick<ListingSearch, "state" | "city" | "area" | "company" | "branch">;

/** Conditions of the places that are given, for a table with the columns of a branch. */
export function toPlaceConditions({
  search: { state, city, area, company, branch },
  values,
}: {
  search: PlaceSearch;
  values: SqlValues;
}): string[] {
  const conditions: string[] = [];
  if (state !== null) conditions.push(`site_slug(b.state) = any(${values.add(listPlaceSlugs(state))}::text[])`);
  if (city !== null) conditions.push(`site_slug(b.city) = any(${values.add(listPlaceSlugs(city))}::text[])`);
  if (area !== null)
    conditions.push(`b.area in (select r.id from "Areas" r where site_slug(r.area_name) = ${values.add(area)}::text)`);
  if (company !== null) conditions.push(`c.slug = ${values.add(company)}::text`);
  if (branch !== null) conditions.push(`b.slug = ${values.add(branch)}::text`);
  return conditions;
}

/** More words find nothing else. */
const maxWords = 6;
/** Said by who searches, and in no name by itself. */
const fillers = new Set(["in", "at", "near", "the", "of", "me", "parking", "valet"]);

/** The words to search for; each is a list of spellings of which one must match. */
export function toSearchedWords(text: string): string[][] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const phrase = words.join(" ");
  const phraseNames = listPlaceNames(phrase);
  if (words.length > 1 && phraseNames.length > 1) return [phraseNames];
  const specific = words.filter((word) => !fillers.has(word));
  return (specific.length > 0 ? specific : words).slice(0, maxWords).map((word) => {
    const names = word.length >= 5 ? listSearchedNames(word) : listPlaceNames(word);
    return names.slice(0, 8);
  });
}

const branchWords = "site_branch_words(b.name, b.city, b.state, b.pincode, b.address)";

/** Up to so many letters or digits, a word must be the same: any error would make it another one. */
const exactLength = 3;

/**
 * Digits are meant exactly, as in PIN codes and numbers of roads. Other words may contain typing errors: they are similar to
 * a whole word, or more so to a part of one. With either alone, 'tnagar' would find each Nagar, or 'sarvana' no Saravana.
 */
function toMatch({ column, spelling, values }: { column: string; spelling: string; values: SqlValues }): string {
  const value = `${values.add(spelling)}::text`;
  const length = Array.from(spelling).length;
  if (length <= exactLength) return `${column} %>> site_fold(${value})`;
  if (/^\d+$/.test(spelling)) return `${column} like '%' || ${value} || '%'`;
  return `${column} %> site_fold(${value}) or ${column} %>> site_fold(${value})`;
}

/** The branches that a word finds by their own words, their company or their area, each by an index. */
function findByWord({ spellings, values }: { spellings: readonly string[]; values: SqlValues }): string {
  const match = (column: string) =>
    `(${spellings.map((spelling) => toMatch({ column, spelling, values })).join(" or ")})`;
  return `(select b.id from "Branch" b where ${match(branchWords)}
    union select m.id from "Branch" m join "Companies" o on o.id = m.company where ${match("site_words(o.name)")}
    union select m.id from "Branch" m join "Areas" r on r.id = m.area where ${match("site_words(r.area_name)")})`;
}

/** Whether a branch that was found by another word has this one, too. */
function hasWord({ spellings, values }: { spellings: readonly string[]; values: SqlValues }): string {
  const match = (column: string) =>
    `(${spellings.map((spelling) => toMatch({ column, spelling, values })).join(" or ")})`;
  return `(${match("site_words(c.name)")} or ${match(branchWords)}
    or exists (select from "Areas" r where r.id = b.area and ${match("site_words(r.area_name)")}))`;
}

/** In many addresses. */
const commonWords = new Set(["road", "street", "nagar", "main", "cross", "lane", "layout", "colony", "market", "city"]);

/** How few branches a word is likely to find. */
const getSpecificity = ([word = ""]: readonly string[]): number => (commonWords.has(word) ? 0 : word.length);

/**
 * The word that is likely to find the fewest branches is looked for by indexes, once, and the others in what it found: a
 * word such as 'road' is in most addresses.
 */
export function toWordConditions({ words, values }: { words: string; values: SqlValues }): string[] {
  const [first, ...others] = toSearchedWords(words).toSorted(
    (one, other) => getSpecificity(other) - getSpecificity(one),
  );
  if (!first) return [];
  return [
    `b.id = any(array${findByWord({ spellings: first, values })})`,
    ...others.map((spellings) => hasWord({ spellings, values })),
  ];
}

const amenitiesByFilter = {
  covered: "Covered",
  ev: "EV charging",
  cctv: "CCTV",
  wheelchair: "Wheelchair access",
} as const satisfies { readonly [filter in ListingFilter]?: string };

function toFilterCondition({
  filter,
  search: { service, vehicleType },
  values,
}: {
  filter: ListingFilter;
  search: Pick<ListingSearch, "service" | "vehicleType">;
  values: SqlValues;
}): string {
  switch (filter) {
    case "free":
      return `(select s.total > s.occupied from (${countSlots({ service, vehicleType, values })}) s)`;
    case "valet":
      return "b.is_valet_and_parking";
    case "online":
      return `exists (select 1 from payment_settings s where s.branch = b.id and s.gateway <> 'off')`;
    // No branch has offers yet.
    case "offers":
      return "false";
    case "covered":
    case "ev":
    case "cctv":
    case "wheelchair":
      return `b.amenities @> ${values.add(JSON.stringify([amenitiesByFilter[filter]]))}::text::jsonb`;
  }
}

export function toFilterConditions({ search, values }: { search: ListingSearch; values: SqlValues }): string[] {
  return search.filters.map((filter) => toFilterCondition({ filter, search, values }));
}

const earthRadius = 6_371_000;
/** Without a place, only branches within this distance are near. */
export const nearMetres = 50_000;
const metresPerDegree = 111_195;

/** Metres from a point; null for a branch without a position. */
export function toDistance({ near, values }: { near: SitePoint | null; values: SqlValues }): string {
  if (!near) return "null::double precision";
  const [latitude, longitude] = [values.add(near.latitude), values.add(near.longitude)].map(
    (placeholder) => `${placeholder}::double precision`,
  );
  const [north, east] = ["site_degrees(b.latitude)", "site_degrees(b.longitude)"];
  return `case when ${north} is not null and ${east} is not null then
    ${2 * earthRadius} * asin(sqrt(least(1, power(sin(radians(${north} - ${latitude}) / 2), 2)
      + cos(radians(${latitude})) * cos(radians(${north})) * power(sin(radians(${east} - ${longitude}) / 2), 2)))) end`;
}

/** A box around a point that contains all that is near it. */
export function toBoxConditions({ near, values }: { near: SitePoint; values: SqlValues }): string[] {
  const height = nearMetres / metresPerDegree;
  const width = height / Math.max(0.01, Math.cos((near.latitude * Math.PI) / 180));
  const between = (column: string, centre: number, span: number): string =>
    `site_degrees(b.${column}) between ${values.add(centre - span)}::double precision and ${values.add(centre + span)}::double precision`;
  return [between("latitude", near.latitude, height), between("longitude", near.longitude, width)];
}
