// §2 /vehicle-search: the search is kept in the URL, so that it can be shared and the back button restores it.
import type { Filter } from "#domain/schema/collection.ts";
import { getDayRange, endOfDay, isDateString } from "#domain/dates.ts";
import { parkingSequence } from "#domain/parking/states.ts";

/** `voided`: the cancelled entries that staff voided or cancelled with a reason. */
export const statusFilters = ["in", "out", "pending", "cancelled", "voided"] as const;

export interface VehicleSearchUrlState {
  /** Part of a plate. */
  plate: string;
  /** A phone number or its first digits. */
  phone: string;
  /** 'YYYY-MM-DD' in the branch's zone; empty is unlimited. */
  from: string;
  to: string;
  /** Empty shows all statuses. */
  state: "" | (typeof statusFilters)[number];
  /** From 1. */
  page: number;
}

function parseDay(text: string | null): string {
  return isDateString(text) ? text : "";
}

/** Fewer characters match too many plates. */
const minPlateLength = 3;

export function parseVehicleSearchUrlState(parameters: URLSearchParams): VehicleSearchUrlState {
  const plate = (parameters.get("plate") ?? "").replace(/[^a-z0-9]/gi, "").toUpperCase();
  return {
    plate: plate.length < minPlateLength ? "" : plate.slice(0, 15),
    phone: (parameters.get("phone") ?? "").replace(/\D/g, "").slice(0, 10),
    from: parseDay(parameters.get("from")),
    to: parseDay(parameters.get("to")),
    state: statusFilters.find((known) => known === parameters.get("state")) ?? "",
    page: /^[1-9]\d{0,5}$/.test(parameters.get("page") ?? "") ? Number(parameters.get("page")) : 1,
  };
}

/** Omits defaults. */
export function serializeVehicleSearchUrlState({ page, ...search }: VehicleSearchUrlState): URLSearchParams {
  const filled = Object.entries(search).filter(([, value]) => value !== "");
  return new URLSearchParams({ ...Object.fromEntries(filled), ...(page > 1 ? { page: String(page) } : {}) });
}

interface SearchScope {
  branch: number;
  zone: string;
}

/** Filters of the creation date, `from` and `to` inclusive. */
function toDateFilters({ search: { from, to }, zone }: { search: VehicleSearchUrlState; zone: string }): Filter[] {
  const filters: Filter[] = [];
  if (from) filters.push({ date_created: { _gte: getDayRange({ day: from, zone }).from.toISOString() } });
  if (to) {
    const last = endOfDay({ at: getDayRange({ day: to, zone }).from, zone });
    filters.push({ date_created: { _lte: last.toISOString() } });
  }
  return filters;
}

/** Valet tickets of the same search; undefined for a status that tickets do not have. */
export function toTicketSearchFilter({
  search,
  branch,
  zone,
}: SearchScope & { search: VehicleSearchUrlState }): Filter | undefined {
  const { plate, phone, state } = search;
  if (state === "pending") return undefined;
  const parts: Filter[] = [{ branch: { _eq: branch } }];
  if (plate) parts.push({ Vehicle_Number: { _contains: plate } });
  if (phone) parts.push({ Customer_Phone_Number: { _starts_with: phone } });
  if (state === "in") parts.push({ out_time: { _null: true } });
  // A cancelled ticket is closed, but the car did not check out.
  if (state === "out") parts.push({ out_time: { _nnull: true } }, { voided_at: { _null: true } });
  if (state === "cancelled" || state === "voided") parts.push({ voided_at: { _nnull: true } });
  parts.push(...toDateFilters({ search, zone }));
  return parts.length === 1 ? parts[0]! : { _and: parts };
}

export function toVehicleSearchFilter({
  search,
  branch,
  zone,
}: SearchScope & { search: VehicleSearchUrlState }): Filter {
  const { plate, phone, state } = search;
  const parts: Filter[] = [{ branch: { _eq: branch } }];
  if (plate) parts.push({ parking_main_info: { vehicle_no: { _contains: plate } } });
  if (phone) parts.push({ parking_main_info: { phone_no: { _starts_with: phone } } });
  if (state === "voided") parts.push({ voided_at: { _nnull: true } });
  else if (state) parts.push({ parking_status_id: { _eq: parkingSequence[state] } });
  parts.push(...toDateFilters({ search, zone }));
  return parts.length === 1 ? parts[0]! : { _and: parts };
}
