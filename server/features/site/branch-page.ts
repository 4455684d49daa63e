// §2 public page of a branch for one of its services.
import { isOpenAt } from "#domain/branches/opening-hours.ts";
import { getBranchQuestions } from "#domain/site/branch-questions.ts";
import { formatBranchPath, formatPreviewPath, type BranchAddress } from "#domain/site/listing-address.ts";
import { toPresentSlug } from "#domain/site/place-slugs.ts";
import { listPageServices, siteServiceLabels } from "#domain/site/site-labels.ts";
import { describeNextOpening } from "#domain/site/site-times.ts";
import type {
  BranchPage,
  ListedBranch,
  ListingSearch,
  SiteEntityType,
  SiteLink,
  SiteResult,
  SiteService,
  SiteVehicleType,
  StayErrors,
} from "#domain/site/site-data.ts";
import { describeTariff } from "#domain/tariffs/describe-tariff.ts";
import { passPeriods, type TariffVersion } from "#domain/tariffs/tariff.ts";
import { toSlug } from "#domain/text/slug.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import { visibleBranches } from "#server/features/site/listing-conditions.ts";
import { readListedOffers } from "#server/features/offers/listed-offers.ts";
import { readRatings } from "#server/features/site/ratings/read-ratings.ts";
import { readUsualSpace } from "#server/features/site/space-history.ts";
import { SqlValues } from "#server/features/site/sql-values.ts";
import {
  buildRowsSelect,
  computePrices,
  type BranchColumns,
  type SlotCounts,
  toListedBranch,
  toListedRow,
  type ListedRow,
  type ListedStay,
} from "#server/features/site/listing-rows.ts";
import { findBranches } from "#server/features/site/listing.ts";
import { listBreadcrumbs, type PlaceSearch } from "#server/features/site/places.ts";

/** Lengths of stay in minutes of the table of prices. */
const pricedMinutes = [30, 60, 120, 180, 240, 360, 480, 720, 1_440] as const;
const maxSimilar = 4;

interface BranchRow {
  id: number;
  company: number;
  entityType: SiteEntityType;
  isParking: boolean;
  /** Null without a valet. */
  valet: SiteService | null;
  valetNumber: string | null;
  logo: string | null;
  banners: string[];
  metaTitle: string | null;
  metaDescription: string | null;
  metaKeywords: string | null;
  questions: unknown;
  zone: string;
}

/** Branches of any state, for a preview of one of them. */
const allBranches = `"Branch" b join "Companies" c on c.id = b.company where true`;

async function findBranch({
  sql,
  company,
  branch,
  preview,
}: Pick<BranchPageRequest, "sql" | "company" | "branch" | "preview">): Promise<BranchRow | undefined> {
  const text = `select b.id, b.company, b.entity_type as "entityType", b.is_parking as "isParking", b.valet_number as "valetNumber",
      b.meta_title as "metaTitle", b.meta_description as "metaDescription", b.meta_keywords as "metaKeywords", b.questions,
      coalesce(b.time_zone, 'Asia/Kolkata') as zone, c.company_logo::text as logo,
      case when b.is_valet_and_parking then coalesce((select g.service_type from "Valet_and_Parking_Configuration" g
        where g.id = b.valet_and_parking_config), 'valet-parking') end as valet,
      array(select i.image::text from "Branch_Banner_Images" i where i.branch = b.id order by i.sort, i.id) as banners
    from ${preview ? allBranches : visibleBranches} and c.slug = $1::text and b.slug = $2::text`;
  const [row] = await sql.unsafe<BranchRow[]>(text, [company, branch], getPrepareOptions(text));
  return preview && row?.id !== preview.branch ? undefined : row;
}

async function readRow({
  sql,
  id,
  stay,
  now,
}: {
  sql: Sql;
  id: number;
  stay: ListedStay;
  now: Date;
}): Promise<{ row: ListedRow; slots: SlotCounts } | undefined> {
  const values = new SqlValues();
  const page = `with page as (select ${values.add(id)}::bigint as id, 1 as position)`;
  const text = `${page} select row_to_json(r) as row from (${buildRowsSelect({ stay, now, values })}) r`;
  const [found] = await sql.unsafe<{ row: BranchColumns }[]>(text, values.values, getPrepareOptions(text));
  return found && { row: toListedRow({ row: found.row, service: stay.service }), slots: found.row };
}

/** Vehicle types in the order of the platform. */
export async function readSiteVehicleTypes({ sql }: { sql: Sql }): Promise<SiteVehicleType[]> {
  const text = `select "id", "name", "vehicle_image"::text as image from "Vehicle_Type" order by "sort", "id"`;
  return sql.unsafe<SiteVehicleType[]>(text, [], getPrepareOptions(text));
}

function listPrices({ row, stay }: { row: ListedRow; stay: ListedStay }): BranchPage["prices"] {
  return pricedMinutes.flatMap((minutes) => {
    const until = new Date(stay.from.getTime() + minutes * 60_000);
    const { price, lowestPrice } = computePrices({ row, stay: { ...stay, until } });
    const shown = price ?? lowestPrice;
    return shown === null ? [] : [{ minutes, price: shown, isLowest: price === null }];
  });
}

function listPasses({
  tariff: { passes },
  getTypeName,
}: {
  tariff: TariffVersion;
  getTypeName: (id: number) => string;
}): BranchPage["passes"] {
  const isForTypes = passes.some(({ vehicle_type: type }) => type !== null);
  return passes
    .toSorted((one, other) => passPeriods.indexOf(one.per) - passPeriods.indexOf(other.per))
    .map(({ vehicle_type: type, per, amount: price }) => {
      const vehicle = type === null ? "All other vehicles" : getTypeName(type);
      return { label: isForTypes ? `${vehicle}, per ${per}` : `Per ${per}`, price };
    });
}

/** Where the branch is in the addresses of listings: up to the first part it does not have. */
function toPlaces({
  branch: { area, city, state },
  service,
  entityType,
}: {
  branch: Pick<ListedBranch, "area" | "city" | "state">;
  service: SiteService;
  entityType: SiteEntityType;
}): PlaceSearch {
  const slugs = [state && toPresentSlug(toSlug(state)), city && toPresentSlug(toSlug(city)), area && toSlug(area)];
  const [stateSlug, citySlug, areaSlug] = slugs.map((slug) => slug || null);
  return {
    service,
    entityType,
    state: stateSlug ?? null,
    city: (stateSlug && citySlug) || null,
    area: (stateSlug && citySlug && areaSlug) || null,
    company: null,
    branch: null,
  };
}

/** Branches of the same service in the same city, the nearest first. */
async function findSimilar({
  sql,
  branch,
  places,
  stay,
  now,
}: {
  sql: Sql;
  branch: ListedBranch;
  places: PlaceSearch;
  stay: ListedStay;
  now: Date;
}): Promise<ListedBranch[]> {
  if (places.city === null) return [];
  const search: ListingSearch = {
    ...places,
    ...stay,
    entityType: null,
    area: null,
    words: "",
    filters: [],
    sort: branch.point ? "distance" : "name",
    page: 1,
    near: branch.point,
  };
  const { branches } = await findBranches({ sql, search, now, options: { except: branch.id, pageSize: maxSimilar } });
  return branches;
}

export interface BranchPageRequest extends BranchAddress {
  sql: Sql;
  /** The stay whose price is shown; its times are those of the branch's time zone. */
  readStay: (zone: string) => {
    from: Date;
    until: Date;
    stayErrors?: StayErrors | undefined;
    vehicleType: number | null;
  };
  now: Date;
  /** Page of the ratings, starting at 1. */
  ratingsPage?: number;
  /** For its users, who see the branch before it is published; `branch` is what the token is for. */
  preview?: { branch: number; token: string } | undefined;
}

/** `moved` if the branch has another service or entity type than its address says. */
export async function readBranchPage({
  sql,
  company,
  branch: slug,
  service,
  entityType,
  readStay,
  now,
  ratingsPage = 1,
  preview,
}: BranchPageRequest): Promise<SiteResult<BranchPage>> {
  const found = await findBranch({ sql, company, branch: slug, preview });
  if (!found) return { kind: "not-found" };
  const services = listPageServices(found);
  const offered = services.includes(service) ? service : services[0];
  if (!offered) return { kind: "not-found" };
  const toAddress = (name: SiteService) => ({ company, branch: slug, service: name, entityType: found.entityType });
  const toPath = (name: SiteService): string =>
    preview ? `${formatPreviewPath(toAddress(name))}?token=${preview.token}` : formatBranchPath(toAddress(name));
  if (offered !== service || entityType !== found.entityType) return { kind: "moved", path: toPath(offered) };
  const { from, until, stayErrors, vehicleType } = readStay(found.zone);
  const stay: ListedStay = { service, from, until, vehicleType };
  const [read, vehicleTypes] = await Promise.all([
    readRow({ sql, id: found.id, stay, now }),
    readSiteVehicleTypes({ sql }),
  ]);
  // Unpublished and deleted meanwhile.
  if (!read) return { kind: "not-found" };
  const { row } = read;
  const branch = toListedBranch({ ...read, stay, near: null, at: now });
  const places = toPlaces({ branch, service, entityType });
  const [similar, usualSpace, ratings, offers] = await Promise.all([
    findSimilar({ sql, branch, places, stay, now }),
    readUsualSpace({ sql, branch: branch.id, service, zone: row.zone, now }),
    readRatings({ sql, branch: branch.id, page: ratingsPage, count: branch.rating?.count ?? 0 }),
    readListedOffers({ sql, now, branch: { id: found.id, company: found.company } }),
  ]);
  const names = { state: branch.state, city: branch.city, area: branch.area, company: null, branch: null };
  const { hours } = row;
  const isOpenNow = isOpenAt({ hours, at: now, zone: row.zone });
  const typeNames = new Map(vehicleTypes.map(({ id, name }) => [id, name]));
  const getTypeName = (id: number): string => typeNames.get(id) ?? "Other vehicles";
  const terms = row.tariff?.tariff;
  const tariffSections = terms ? describeTariff({ tariff: { ...terms, passes: [] }, getTypeName }) : [];
  const links: SiteLink[] = services.map((name) => ({ label: siteServiceLabels[name], path: toPath(name) }));
  return {
    kind: "page",
    page: {
      branch,
      service,
      entityType,
      breadcrumbs: [...listBreadcrumbs(places, names), { label: branch.name, path: toPath(service) }],
      logo: found.logo,
      banners: found.banners,
      hours,
      zone: row.zone,
      isOpenNow,
      nextOpening: isOpenNow ? null : describeNextOpening({ hours, at: now, zone: row.zone }),
      tariff: tariffSections.map(({ title, sentences }) => ({ vehicle: title, sentences })),
      prices: listPrices({ row, stay }),
      passes: terms && service === "parking" ? listPasses({ tariff: terms, getTypeName }) : [],
      valetNumber: found.valet ? found.valetNumber : null,
      usualSpace,
      similar,
      services: links,
      questions: getBranchQuestions(found.questions),
      ratings,
      offers,
      meta: { title: found.metaTitle, description: found.metaDescription, keywords: found.metaKeywords },
      preview: preview ? { path: formatPreviewPath(toAddress(service)), token: preview.token } : null,
      from,
      until,
      stayErrors,
      vehicleType,
      vehicleTypes,
    },
  };
}
