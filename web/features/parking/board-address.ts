// What the board shows is said by its address, so that it can be shared and the back button returns to it.
import type { Filter } from "#domain/collection.ts";
import { capitals } from "#domain/fields.ts";
import { startOfDay } from "#domain/rules/dates.ts";
import { parkingSequence } from "#domain/states/parking.ts";

export const boardStates = ["in", "out", "pending", "cancelled"] as const;
export type BoardState = (typeof boardStates)[number];
export const boardPayments = ["to-pay", "paid"] as const;
export type BoardPayment = (typeof boardPayments)[number];

export interface BoardAddress {
  /** Null is every state. */
  state: BoardState | null;
  payment: BoardPayment | null;
  search: string;
  /** From 1. */
  page: number;
}

export function readAddress(parameters: URLSearchParams): BoardAddress {
  const state = boardStates.find((known) => known === parameters.get("state")) ?? null;
  const payment = boardPayments.find((known) => known === parameters.get("payment")) ?? null;
  const page = /^[1-9]\d{0,5}$/.test(parameters.get("page") ?? "") ? Number(parameters.get("page")) : 1;
  return { state, payment, search: (parameters.get("search") ?? "").slice(0, 50), page };
}

/** What is as at first is left out. */
export function writeAddress({ state, payment, search, page }: BoardAddress): URLSearchParams {
  const parameters = new URLSearchParams();
  if (state) parameters.set("state", state);
  if (payment) parameters.set("payment", payment);
  if (search) parameters.set("search", search);
  if (page > 1) parameters.set("page", String(page));
  return parameters;
}

interface Place {
  branch: number;
  /** An IANA zone: what has ended is counted for today alone. */
  zone: string;
  now: Date;
}

/** 'In now' and 'Pending' are as they stand; 'Out' and 'Cancelled' are of today. */
export function stateFilter({ state, branch, zone, now }: Place & { state: BoardState }): Filter {
  const filter: Filter = { branch: { _eq: branch }, parking_status_id: { _eq: parkingSequence[state] } };
  const today = startOfDay({ at: now, zone }).toISOString();
  if (state === "out") filter["out_time"] = { _gte: today };
  if (state === "cancelled") filter["date_updated"] = { _gte: today };
  return filter;
}

/** Nothing is owed where the tariff asks for nothing. */
const hasPrice: Filter = {
  _or: [{ charge_amount_for_minutes: { _gt: 0 } }, { min_charge_of_minutes: { _gt: 0 } }, { total_amount: { _gt: 0 } }],
};

function paymentFilter(payment: BoardPayment): Filter[] {
  if (payment === "paid") return [{ payment_status: { _eq: "paid" } }];
  return [{ payment_status: { _in: ["not_paid", "partially_paid"] } }, hasPrice];
}

/** A part of the plate, the phone number, the name or the receipt. */
function searchFilter(search: string): Filter {
  const plate = capitals(search);
  const main: Filter[] = [{ parking_main_info: { name: { _icontains: search } } }];
  if (plate) main.push({ parking_main_info: { vehicle_no: { _contains: plate } } });
  if (/^\d+$/.test(plate)) main.push({ parking_main_info: { phone_no: { _contains: plate } } });
  return { _or: [...main, { receipt_no: { _contains: search.toUpperCase() } }] };
}

export function boardFilter({ address, ...place }: Place & { address: BoardAddress }): Filter {
  const parts: Filter[] = [
    address.state ? stateFilter({ ...place, state: address.state }) : { branch: { _eq: place.branch } },
  ];
  if (address.payment) parts.push(...paymentFilter(address.payment));
  if (address.search.trim()) parts.push(searchFilter(address.search.trim()));
  return parts.length === 1 ? parts[0]! : { _and: parts };
}
