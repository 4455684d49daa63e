// Places of public pages: whether a place is known, its name, and the narrower or neighbouring ones with branches.
import { formatListingPath } from "#domain/site/listing-address.ts";
import { listPlaceSlugs, toPresentLabel, toPresentSlug } from "#domain/site/place-slugs.ts";
import { offeredServices, siteEntityTypeLabels, siteServiceLabels } from "#domain/site/site-labels.ts";
import { siteEntityTypes, type Listing, type ListingSearch, type SiteLink } from "#domain/site/site-data.ts";
import { toSlug } from "#domain/text/slug.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import { toPlaceConditions, toServiceCondition } from "#server/features/site/listing-conditions.ts";
import { findPlaceOfPinCode } from "#server/db/seed/postal-places.ts";
import { SqlValues } from "#server/features/site/sql-values.ts";

export type PlaceSearch = Pick<
  ListingSearch,
  "service" | "entityType" | "state" | "city" | "area" | "company" | "branch"
>;

/** Parts of an address after the entity type, in order. */
const placeParts = ["state", "city", "area", "company", "branch"] as const;
type PlacePart = (typeof placeParts)[number];

/** Names of the places of an address; of those it does not have, null. */
export type PlaceNames = { readonly [part in PlacePart]: string | null };

/** With the logo of the company that the address names, if it has one. */
export interface FoundPlaces extends PlaceNames {
  /** Id of the file. */
  logo: string | null;
}

const noPlaces: FoundPlaces = { state: null, city: null, area: null, company: null, branch: null, logo: null };

/** With states and cities by their present names; the same object if they are already. */
export function toPresentPlaces<S extends PlaceSearch>(search: S): S {
  const [state, city] = [search.state, search.city].map((slug) => (slug === null ? null : toPresentSlug(slug)));
  return state === search.state && city === search.city ? search : { ...search, state: state!, city: city! };
}

/**
 * The names of the places of an address. A place is known if a visible branch, of any service, or the list of areas has
 * it, a state or city also if India Post's directory has it; undefined if one of them is not.
 */
export async function readPlaceNames({
  sql,
  search,
}: {
  sql: Sql;
  search: PlaceSearch;
}): Promise<FoundPlaces | undefined> {
  if (search.state === null) return noPlaces;
  const { text, values } = buildPlaceNamesStatement(search);
  const [row] = await sql.unsafe<FoundPlaces[]>(text, values, getPrepareOptions(text));
  if (!row) return undefined;
  const getName = (part: PlacePart): string | null => (search[part] === null ? null : row[part]);
  const [state, city] = [getName("state"), getName("city")].map((name) => name && toPresentLabel(name));
  const logo = search.company === null ? null : row.logo;
  return {
    state: state!,
    city: city!,
    area: getName("area"),
    company: getName("company"),
    branch: getName("branch"),
    logo,
  };
}

/** Each source is asked only if none before it knows the place: a slug of every area takes longer than all else. */
export function buildPlaceNamesStatement(search: PlaceSearch) {
  const { state, city, area, company } = search;
  const values = new SqlValues();
  const conditions = toPlaceConditions({ search, values });
  const ofBranches = `select s.state_name as state, s.city_name as city, s.area_name as area, c.name as company, b.name as branch,
      c.company_logo::text as logo
    from (select s.* from site_branches s where ${conditions.join(" and ")} limit 1) s
    join "Branch" b on b.id = s.branch join "Companies" c on c.id = b.company`;
  if (company !== null) return { text: ofBranches, values: values.values };
  const ofAreas = [`site_slug(r.state) = any(${values.add(listPlaceSlugs(state!))}::text[])`];
  if (city !== null) ofAreas.push(`site_slug(r.city) = any(${values.add(listPlaceSlugs(city))}::text[])`);
  if (area !== null) ofAreas.push(`site_slug(r.area_name) = ${values.add(area)}::text`);
  const text = `with of_branches as materialized (${ofBranches}),
    of_areas as materialized (select r.state, r.city, r.area_name as area, null, null, null from "Areas" r
      where not exists (select from of_branches) and ${ofAreas.join(" and ")} limit 1)
    select * from of_branches union all select * from of_areas
    ${area === null ? toPostalPlaceSelect({ search, values }) : ""}`;
  return { text, values: values.values };
}

function toPostalPlaceSelect({ search: { state, city }, values }: { search: PlaceSearch; values: SqlValues }): string {
  const conditions = [`p.state_slug = any(${values.add(listPlaceSlugs(state!))}::text[])`];
  if (city !== null) conditions.push(`p.city_slug = any(${values.add(listPlaceSlugs(city))}::text[])`);
  return `union all (select p.state, p.city, null, null, null, null from postal_places p
    where not exists (select from of_branches) and not exists (select from of_areas) and ${conditions.join(" and ")} limit 1)`;
}

/** From the service to the narrowest place of the address. */
export function listBreadcrumbs(search: PlaceSearch, names: PlaceNames): SiteLink[] {
  const { service, entityType } = search;
  const wholeService = { ...search, entityType: null };
  const links = [{ label: siteServiceLabels[service], path: formatListingPath(wholeService) }];
  if (entityType === null) return links;
  links.push({ label: siteEntityTypeLabels[entityType], path: formatListingPath({ ...search, state: null }) });
  for (const [index, part] of placeParts.entries()) {
    if (search[part] === null) break;
    const next = placeParts[index + 1];
    const path = formatListingPath(next ? { ...search, [next]: null } : search);
    links.push({ label: names[part] ?? search[part], path });
  }
  return links;
}

type PlaceLink = Listing["places"][number];

/** At most as many are listed, those with most branches. */
const maxPlaces = 100;

/** Places one step narrower than the address that have branches of the service, those with most branches first. */
export async function readNarrowerPlaces({ sql, search }: { sql: Sql; search: PlaceSearch }): Promise<PlaceLink[]> {
  const part = search.entityType === null ? "entityType" : placeParts.find((name) => search[name] === null);
  const isListed = part === "entityType" || part === "state" || part === "city" || part === "area";
  if (!isListed || !offeredServices.includes(search.service)) return [];
  const values = new SqlValues();
  const name = { entityType: "s.entity_type", state: "s.state_name", city: "s.city_name", area: "s.area_name" }[part];
  const conditions = [
    toServiceCondition(search.service),
    ...(search.entityType === null ? [] : [`s.entity_type = ${values.add(search.entityType)}::text`]),
    ...toPlaceConditions({ search, values }),
  ];
  const text = `select ${name} as name, count(*)::int as branches from site_branches s
    where ${name} is not null and ${conditions.join(" and ")} group by 1`;
  const rows = await sql.unsafe<{ name: string; branches: number }[]>(text, values.values, getPrepareOptions(text));
  return mergeSpellings({ rows, part, search });
}

function mergeSpellings({
  rows,
  part,
  search,
}: {
  rows: readonly { name: string; branches: number }[];
  part: "entityType" | "state" | "city" | "area";
  search: PlaceSearch;
}): PlaceLink[] {
  const links = new Map<string, PlaceLink>();
  for (const { name, branches } of rows) {
    const isSpelled = part === "state" || part === "city";
    const slug = isSpelled ? toPresentSlug(toSlug(name)) : toSlug(name);
    const type = siteEntityTypes.find((entityType) => entityType === name);
    if (slug === "" || (part === "entityType" && !type)) continue;
    const label = type && part === "entityType" ? siteEntityTypeLabels[type] : isSpelled ? toPresentLabel(name) : name;
    const path = formatListingPath({ ...search, [part]: slug });
    const known = links.get(slug);
    links.set(slug, { label: known?.label ?? label, path, branches: branches + (known?.branches ?? 0) });
  }
  return [...links.values()]
    .toSorted((one, other) => other.branches - one.branches || (one.label < other.label ? -1 : 1))
    .slice(0, maxPlaces);
}

/** For a place without branches: places beside it with some, else those beside the place it is in, and so on. */
export async function readNeighbouringPlaces({ sql, search }: { sql: Sql; search: PlaceSearch }): Promise<PlaceLink[]> {
  const parts = ["entityType", ...placeParts] as const;
  let wider: PlaceSearch = search;
  for (const part of parts.toReversed()) {
    if (wider[part] === null) continue;
    wider = { ...wider, [part]: null };
    const places = await readNarrowerPlaces({ sql, search: wider });
    if (places.length > 0) return places;
  }
  return [];
}

/**
 * For a search for a PIN code without branches: its city and the areas of the city, else the cities of its state. Empty for
 * other words, or if the state has no branches.
 */
export async function readPlacesOfPinCode({
  sql,
  search,
}: {
  sql: Sql;
  search: PlaceSearch & Pick<ListingSearch, "words">;
}): Promise<PlaceLink[]> {
  const place = await findPlaceOfPinCode({ sql, pincode: search.words.replaceAll(" ", "") });
  if (!place) return [];
  const entityType = search.entityType ?? "commercial";
  const parts = { state: toSlug(place.state), city: toSlug(place.city), area: null, company: null, branch: null };
  const city: PlaceSearch = { service: search.service, entityType, ...parts };
  const areas = await readNarrowerPlaces({ sql, search: city });
  if (areas.length === 0) return readNarrowerPlaces({ sql, search: { ...city, city: null } });
  const branches = areas.reduce((sum, area) => sum + area.branches, 0);
  return [{ label: place.city, path: formatListingPath(city), branches }, ...areas];
}

const maxCities = 12;

/** The cities with most commercial parking. */
export async function readCities({ sql }: { sql: Sql }): Promise<PlaceLink[]> {
  const places = { service: "parking", entityType: "commercial", area: null, company: null, branch: null } as const;
  const text = `select s.state_name as state, s.city_name as city, count(*)::int as branches from site_branches s
    where ${toServiceCondition(places.service)} and s.entity_type = '${places.entityType}' and s.city is not null and s.state is not null
    group by 1, 2 order by 3 desc, 2 limit ${maxCities}`;
  const rows = await sql.unsafe<{ state: string; city: string; branches: number }[]>(text, [], getPrepareOptions(text));
  return rows.map(({ state, city, branches }) => ({
    label: toPresentLabel(city),
    path: formatListingPath({ ...places, state: toPresentSlug(toSlug(state)), city: toPresentSlug(toSlug(city)) }),
    branches,
  }));
}
