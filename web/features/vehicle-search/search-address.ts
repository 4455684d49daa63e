// §2 /vehicle-search: what is looked for stands in the address, so that it can be shared and the back button returns to it.
import type { Filter } from "#domain/collection.ts";
import { dayBounds, endOfDay, isDay } from "#domain/rules/dates.ts";
import { parkingSequence } from "#domain/states/parking.ts";

export const searchStates = ["in", "out", "pending", "cancelled"] as const;

export interface SearchAddress {
  /** A part of a plate. */
  plate: string;
  /** A phone number, or how it begins. */
  phone: string;
  /** 'YYYY-MM-DD' in the branch's zone; empty is open. */
  from: string;
  to: string;
  /** Empty is every state. */
  state: "" | (typeof searchStates)[number];
  /** From 1. */
  page: number;
}

function dayIn(text: string | null): string {
  return isDay(text) ? text : "";
}

/** Fewer are on too many plates to look for. */
const shortestPart = 3;

export function readSearch(parameters: URLSearchParams): SearchAddress {
  const plate = (parameters.get("plate") ?? "").replace(/[^a-z0-9]/gi, "").toUpperCase();
  return {
    plate: plate.length < shortestPart ? "" : plate.slice(0, 15),
    phone: (parameters.get("phone") ?? "").replace(/\D/g, "").slice(0, 10),
    from: dayIn(parameters.get("from")),
    to: dayIn(parameters.get("to")),
    state: searchStates.find((known) => known === parameters.get("state")) ?? "",
    page: /^[1-9]\d{0,5}$/.test(parameters.get("page") ?? "") ? Number(parameters.get("page")) : 1,
  };
}

/** What is as at first is left out. */
export function writeSearch({ page, ...search }: SearchAddress): URLSearchParams {
  const filled = Object.entries(search).filter(([, value]) => value !== "");
  return new URLSearchParams([...filled, ...(page > 1 ? [["page", String(page)]] : [])] as [string, string][]);
}

interface Place {
  branch: number;
  zone: string;
}

/** A visit is of the days on which it was made; one may hold many days, the first and last counted. */
export function searchFilter({ search, branch, zone }: Place & { search: SearchAddress }): Filter {
  const { plate, phone, from, to, state } = search;
  const parts: Filter[] = [{ branch: { _eq: branch } }];
  if (plate) parts.push({ parking_main_info: { vehicle_no: { _contains: plate } } });
  if (phone) parts.push({ parking_main_info: { phone_no: { _starts_with: phone } } });
  if (state) parts.push({ parking_status_id: { _eq: parkingSequence[state] } });
  if (from) parts.push({ date_created: { _gte: dayBounds({ day: from, zone }).from.toISOString() } });
  if (to) {
    const last = endOfDay({ at: dayBounds({ day: to, zone }).from, zone });
    parts.push({ date_created: { _lte: last.toISOString() } });
  }
  return parts.length === 1 ? parts[0]! : { _and: parts };
}
