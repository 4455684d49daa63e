// The branches of public pages: one statement reads them with all that a page shows, however they were found.
import { hash } from "node:crypto";
import { computeDistance } from "#domain/branches/location/nearest.ts";
import { isOpenAt, type OpeningHours, parseOpeningHours } from "#domain/branches/opening-hours.ts";
import { isTariffDecided } from "#domain/branches/tariff-decision.ts";
import { chargesGst } from "#domain/payments/payment-settings.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import { formatBranchPath } from "#domain/site/listing-address.ts";
import { siteServiceFields } from "#domain/site/site-labels.ts";
import type { ListedBranch, ListingSearch, SiteEntityType, SitePoint } from "#domain/site/site-data.ts";
import { copyTariff, type TariffInForce } from "#domain/tariffs/copy-tariff.ts";
import { computeStayCharge } from "#domain/tariffs/stay-charge.ts";
import type { SqlValues } from "#server/features/site/sql-values.ts";
import { toHasOffersCondition } from "#server/features/offers/listed-offers.ts";
import { countSlots } from "#server/features/site/space.ts";

/** What decides which tariff, slots and price are read. */
export type ListedStay = Pick<ListingSearch, "service" | "from" | "until" | "vehicleType">;

/** What the price of a stay is computed from. */
export interface PricedRow {
  id: number;
  zone: string;
  tariff: TariffInForce | null;
  /** In ms since 1970: the arrivals for which this tariff, or none, is in force; null without a limit. */
  tariffFrom: number | null;
  tariffUntil: number | null;
  /** Whether parking without a tariff is free of charge. */
  isFree: boolean;
  /** Paise. */
  valetCharge: number;
}

/** Slots for the service and, of blocks for some vehicle types, the vehicle type of a stay. */
export interface SlotCounts {
  id: number;
  total: number;
  occupied: number;
}

/** What is selected of a branch. */
export interface BranchColumns extends PricedRow, SlotCounts {
  name: string;
  slug: string;
  company: string;
  companySlug: string;
  entityType: SiteEntityType;
  address: string | null;
  area: string | null;
  city: string | null;
  state: string | null;
  pincode: string | null;
  latitude: number | null;
  longitude: number | null;
  photo: string | null;
  amenities: unknown;
  hasValet: boolean;
  takesOnlinePayment: boolean;
  taxTreatment: Parameters<typeof chargesGst>[0]["tax_treatment"];
  gstin: string | null;
  hasOffers: boolean;
  hours: unknown;
  ratings: number | null;
  stars: number | null;
}

/** A branch without its slots, with what pages show of it: that is computed once for all pages while the row is cached. */
export interface ListedRow extends PricedRow {
  shown: ShownBranch;
  hours: OpeningHours | null;
}

/** What does not depend on the stay, the reader's position and the free slots. */
type ShownBranch = Omit<ListedBranch, "isOpenOnArrival" | "price" | "lowestPrice" | "space" | "distance">;

/** Reads the branches of the table `page`, which has an id and a position, in their order. */
export function buildRowsSelect({ stay, now, values }: { stay: ListedStay; now: Date; values: SqlValues }): string {
  const { service, from, vehicleType } = stay;
  const field = siteServiceFields[service];
  const isValet = field === "is_valet_and_parking";
  const valetCharge = isValet
    ? "case when g.is_collect_valet_charge then (coalesce(g.valet_charge, 0) * 100)::int else 0 end"
    : "0";
  const arrival = `${values.add(from.toISOString())}::timestamptz`;
  return `select b.id, b.name, b.slug, c.name as company, c.slug as "companySlug", b.entity_type as "entityType", b.address, a.area_name as area,
      b.city, b.state, b.pincode, site_degrees(b.latitude) as latitude, site_degrees(b.longitude) as longitude,
      (select i.image from "Branch_Banner_Images" i where i.branch = b.id order by i.sort, i.id limit 1) as photo,
      b.amenities, b.is_valet_and_parking as "hasValet", coalesce(p.gateway <> 'off', false) as "takesOnlinePayment",
      p.tax_treatment as "taxTreatment", b.gstin,
      ${toHasOffersCondition({ branch: "b.id", now: `${values.add(now.toISOString())}::timestamptz` })} as "hasOffers",
      b.opening_hours as hours, coalesce(b.time_zone, 'Asia/Kolkata') as zone, ${valetCharge} as "valetCharge",
      coalesce(${isValet ? "g" : "k"}.is_free, false) as "isFree", in_force.tariff, in_force."tariffFrom",
      (select extract(epoch from min(t.starts_at))::float8 * 1000 from "Tariff_Versions" t
        where t.branch = b.id and t.service = '${field}' and t.starts_at > ${arrival}) as "tariffUntil",
      slots.total, slots.occupied, ratings.count as ratings, ratings.sum as stars
    from page join "Branch" b on b.id = page.id join "Companies" c on c.id = b.company
    left join "Areas" a on a.id = b.area
    left join lateral (select json_build_object('id', t.id, 'number', t.number, 'tariff', t.tariff) as tariff,
        extract(epoch from t.starts_at)::float8 * 1000 as "tariffFrom" from "Tariff_Versions" t
      where t.branch = b.id and t.service = '${field}' and t.starts_at <= ${arrival}
      order by t.starts_at desc, t.number desc limit 1) in_force on true
    left join "Valet_and_Parking_Configuration" g on g.id = b.valet_and_parking_config
    left join "Parking_Configuration" k on k.id = b.parking_config
    left join payment_settings p on p.branch = b.id
    left join site_ratings ratings on ratings.branch = b.id
    cross join lateral (${countSlots({ branch: "b.id", service, vehicleType, now, values })}) slots
    order by page.position`;
}

interface PricedStay {
  row: Pick<PricedRow, "zone" | "tariff" | "isFree" | "valetCharge">;
  stay: Omit<ListedStay, "service">;
}

/**
 * Price in paise of a stay as a customer pays it, taxes included; null if the tariff has none for the vehicle type, and
 * while the branch has not decided on a tariff.
 */
function computePrice({
  row: { tariff: version, isFree, valetCharge, zone },
  stay: { from, until, vehicleType },
}: PricedStay): number | null {
  const config = { is_free: isFree, is_collect_valet_charge: valetCharge > 0, valet_charge: valetCharge };
  if (!isTariffDecided({ version, config })) return null;
  const copied = copyTariff({ version, vehicleType, zone, now: from });
  if (copied instanceof RuleViolation) return null;
  const { tariff } = copied;
  return valetCharge + (tariff ? computeStayCharge({ tariff, stay: { from, to: until } }).charge : 0);
}

/**
 * The price of a stay. Without a vehicle type, it is the lowest among those of the tariff if they differ, or if the tariff has
 * none for other vehicles.
 */
export function computePrices({ row, stay }: PricedStay): Pick<ListedBranch, "price" | "lowestPrice"> {
  const price = computePrice({ row, stay });
  if (stay.vehicleType !== null || !row.tariff) return { price, lowestPrice: null };
  const types = new Set(row.tariff.tariff.plans.flatMap(({ rates }) => rates.map(({ vehicle_type: type }) => type)));
  types.delete(null);
  const prices = [...types].flatMap((vehicleType) => computePrice({ row, stay: { ...stay, vehicleType } }) ?? []);
  if (prices.every((other) => other === price)) return { price, lowestPrice: null };
  return { price: null, lowestPrice: Math.min(...prices, price ?? Infinity) };
}

function listAmenities(amenities: unknown): string[] {
  return Array.isArray(amenities) ? amenities.filter((name): name is string => typeof name === "string") : [];
}

export function toListedRow({ row, service }: { row: BranchColumns; service: ListedStay["service"] }): ListedRow {
  const { id, zone, tariff, tariffFrom, tariffUntil, isFree, valetCharge } = row;
  const { name, slug, company, companySlug, entityType, latitude, longitude, ratings, stars } = row;
  const { address, area, city, state, pincode, photo, hasValet, takesOnlinePayment, hasOffers } = row;
  const shown = {
    id,
    name,
    company,
    path: formatBranchPath({ company: companySlug, branch: slug, service, entityType }),
    address,
    area,
    city,
    state,
    pincode,
    point: latitude === null || longitude === null ? null : { latitude, longitude },
    photo,
    amenities: listAmenities(row.amenities),
    hasValet,
    takesOnlinePayment,
    chargesGst: chargesGst({ tax_treatment: row.taxTreatment, gstin: row.gstin }),
    hasOffers,
    rating: ratings === null || stars === null || ratings === 0 ? null : { count: ratings, sum: stars },
  };
  return {
    id,
    zone,
    tariff,
    tariffFrom,
    tariffUntil,
    isFree,
    valetCharge,
    hours: parseOpeningHours(row.hours) ?? null,
    shown: { ...shown, contentKey: hash("sha256", JSON.stringify(shown), "base64url") },
  };
}

/** `at` is when the slots were counted, `near` the reader's position. */
export function toListedBranch({
  row,
  slots: { total, occupied },
  stay,
  near,
  at,
}: {
  row: ListedRow;
  slots: SlotCounts;
  stay: ListedStay;
  near: SitePoint | null;
  at: Date;
}): ListedBranch {
  const { shown, hours, zone } = row;
  return {
    ...shown,
    isOpenOnArrival: isOpenAt({ hours, at: stay.from, zone }),
    ...computePrices({ row, stay }),
    space: total === 0 ? null : { free: Math.max(0, total - occupied), total, at: at.toISOString() },
    distance: near && shown.point && Math.round(computeDistance(near, shown.point)),
  };
}
