// The board's filters are kept in the URL, so that they can be shared and the back button restores them.
import type { Filter } from "#domain/schema/collection.ts";
import { uppercase } from "#domain/schema/fields.ts";
import { startOfDay } from "#domain/dates.ts";
import * as limits from "#domain/limits.ts";
import { parkingSequence } from "#domain/parking/states.ts";

export const boardStatusFilters = ["in", "out", "pending", "cancelled"] as const;
/** Besides the statuses: vehicles that are inside for longer than a day, whose exit may have been missed. */
const longInside = "long-inside" as const;
export type BoardStatusFilter = (typeof boardStatusFilters)[number];
export const boardPaymentFilters = ["to-pay", "paid"] as const;
export type BoardPaymentFilter = (typeof boardPaymentFilters)[number];

export interface BoardUrlState {
  /** Null shows all statuses. */
  state: BoardStatusFilter | typeof longInside | null;
  payment: BoardPaymentFilter | null;
  search: string;
  /** From 1. */
  page: number;
}

export function parseBoardUrlState(parameters: URLSearchParams): BoardUrlState {
  const state = [...boardStatusFilters, longInside].find((known) => known === parameters.get("state")) ?? null;
  const payment = boardPaymentFilters.find((known) => known === parameters.get("payment")) ?? null;
  const page = /^[1-9]\d{0,5}$/.test(parameters.get("page") ?? "") ? Number(parameters.get("page")) : 1;
  return { state, payment, search: (parameters.get("search") ?? "").slice(0, 50), page };
}

/** Omits defaults. */
export function serializeBoardUrlState({ state, payment, search, page }: BoardUrlState): URLSearchParams {
  const parameters = new URLSearchParams();
  if (state) parameters.set("state", state);
  if (payment) parameters.set("payment", payment);
  if (search) parameters.set("search", search);
  if (page > 1) parameters.set("page", String(page));
  return parameters;
}

interface BoardScope {
  branch: number;
  /** IANA zone that defines today for ended entries. */
  zone: string;
  now: Date;
}

/** Inside for longer than a day. */
function toLongInsideFilter({ branch, now }: Pick<BoardScope, "branch" | "now">): Filter {
  // In whole minutes, so that the query stays the same for a minute.
  const minutes = Math.floor(now.getTime() / 60_000) - limits.longOpenHours * 60;
  const before = new Date(minutes * 60_000).toISOString();
  return { branch: { _eq: branch }, parking_status_id: { _eq: parkingSequence.in }, in_time: { _lt: before } };
}

/** Out and Cancelled are limited to today; In and Pending are not. */
export function toStatusFilter({
  state,
  branch,
  zone,
  now,
}: BoardScope & { state: NonNullable<BoardUrlState["state"]> }): Filter {
  if (state === longInside) return toLongInsideFilter({ branch, now });
  const filter: Filter = { branch: { _eq: branch }, parking_status_id: { _eq: parkingSequence[state] } };
  const today = startOfDay({ at: now, zone }).toISOString();
  if (state === "out") filter["out_time"] = { _gte: today };
  if (state === "cancelled") filter["date_updated"] = { _gte: today };
  return filter;
}

/** Excludes cancelled and free entries, which never have an amount due. */
const mayOweFilter: Filter = {
  parking_status_id: { _neq: parkingSequence.cancelled },
  _or: [{ charge_amount_for_minutes: { _gt: 0 } }, { min_charge_of_minutes: { _gt: 0 } }, { total_amount: { _gt: 0 } }],
};

function toPaymentFilter(payment: BoardPaymentFilter): Filter[] {
  if (payment === "paid") return [{ payment_status: { _eq: "paid" } }];
  return [{ payment_status: { _in: ["not_paid", "partially_paid"] } }, mayOweFilter];
}

/** Matches part of the plate, phone number, name or receipt number. */
function toSearchFilter(search: string): Filter {
  const plate = uppercase(search);
  const matches: Filter[] = [{ parking_main_info: { name: { _icontains: search } } }];
  if (plate) matches.push({ parking_main_info: { vehicle_no: { _contains: plate } } });
  if (/^\d+$/.test(plate)) matches.push({ parking_main_info: { phone_no: { _contains: plate } } });
  return { _or: [...matches, { receipt_no: { _contains: search.toUpperCase() } }] };
}

export function toBoardFilter({ urlState, ...scope }: BoardScope & { urlState: BoardUrlState }): Filter {
  const parts: Filter[] = [
    urlState.state ? toStatusFilter({ ...scope, state: urlState.state }) : { branch: { _eq: scope.branch } },
  ];
  if (urlState.payment) parts.push(...toPaymentFilter(urlState.payment));
  if (urlState.search.trim()) parts.push(toSearchFilter(urlState.search.trim()));
  return parts.length === 1 ? parts[0]! : { _and: parts };
}
