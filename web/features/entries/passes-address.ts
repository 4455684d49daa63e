// The list of passes is said by its address, so that it can be shared and the back button returns to it.
import type { Filter } from "#domain/collection.ts";
import { capitals } from "#domain/fields.ts";
import { parkingSequence } from "#domain/states/parking.ts";

export const passStates = ["valid", "ending", "ended", "waiting", "all"] as const;

export interface PassesAddress {
  state: (typeof passStates)[number];
  /** A plate, a phone number or a name, or a part of one. */
  search: string;
  /** From 1. */
  page: number;
}

export function readPasses(parameters: URLSearchParams): PassesAddress {
  return {
    state: passStates.find((known) => known === parameters.get("state")) ?? "valid",
    search: (parameters.get("search") ?? "").trim().slice(0, 50),
    page: /^[1-9]\d{0,5}$/.test(parameters.get("page") ?? "") ? Number(parameters.get("page")) : 1,
  };
}

/** What is as at first is left out. */
export function writePasses({ state, search, page }: PassesAddress): URLSearchParams {
  const parameters = new URLSearchParams();
  if (state !== "valid") parameters.set("state", state);
  if (search) parameters.set("search", search);
  if (page > 1) parameters.set("page", String(page));
  return parameters;
}

/** A pass that ends within these days ends soon. */
const soonMs = 7 * 24 * 3_600_000;

function stateFilter({ state, now }: { state: PassesAddress["state"]; now: Date }): Filter[] {
  const holds: Filter[] = [
    { pass_end_time: { _gt: now.toISOString() } },
    { parking_status_id: { _neq: parkingSequence.cancelled } },
    { is_waiting_for_approve: { _eq: false } },
  ];
  switch (state) {
    case "valid":
      return holds;
    case "ending":
      return [...holds, { pass_end_time: { _lte: new Date(now.getTime() + soonMs).toISOString() } }];
    case "ended":
      return [{ pass_end_time: { _lte: now.toISOString() } }];
    case "waiting":
      return [{ is_waiting_for_approve: { _eq: true } }, { parking_status_id: { _eq: parkingSequence.pending } }];
    case "all":
      return [];
  }
}

function searchFilter(search: string): Filter[] {
  if (!search) return [];
  const plate = capitals(search);
  const parts: Filter[] = [{ name: { _icontains: search } }];
  if (plate) parts.push({ vehicle_no: { _contains: plate } });
  if (/^\d+$/.test(plate)) parts.push({ phone_no: { _contains: plate } });
  return [{ _or: parts }];
}

export function passesFilter({ address, branch, now }: { address: PassesAddress; branch: number; now: Date }): Filter {
  return {
    _and: [
      { branch: { _eq: branch } },
      { parking_type: { _eq: "long_time" } },
      ...stateFilter({ state: address.state, now }),
      ...searchFilter(address.search),
    ],
  };
}

/** What ends next comes first; of those that are over, what ended last. */
export function passSort(state: PassesAddress["state"]): string[] {
  return state === "valid" || state === "ending" ? ["pass_end_time", "id"] : ["-pass_end_time", "-id"];
}
