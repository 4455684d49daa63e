// Filters of the pass list, kept in the URL so that they can be shared and the back button restores them.
import type { Filter } from "#domain/schema/collection.ts";
import { uppercase } from "#domain/schema/fields.ts";
import { parkingSequence } from "#domain/parking/states.ts";

export const passStates = ["valid", "ending", "ended", "waiting", "due", "all"] as const;

export interface PassesUrlState {
  state: (typeof passStates)[number];
  /** Part of a plate, phone number or name. */
  search: string;
  /** From 1. */
  page: number;
}

export function parsePassesUrlState(parameters: URLSearchParams): PassesUrlState {
  return {
    state: passStates.find((known) => known === parameters.get("state")) ?? "valid",
    search: (parameters.get("search") ?? "").trim().slice(0, 50),
    page: /^[1-9]\d{0,5}$/.test(parameters.get("page") ?? "") ? Number(parameters.get("page")) : 1,
  };
}

/** Omits defaults. */
export function serializePassesUrlState({ state, search, page }: PassesUrlState): URLSearchParams {
  const parameters = new URLSearchParams();
  if (state !== "valid") parameters.set("state", state);
  if (search) parameters.set("search", search);
  if (page > 1) parameters.set("page", String(page));
  return parameters;
}

/** Passes that end within this time are ending soon. */
const endingSoonMs = 7 * 24 * 3_600_000;

function stateFilter({ state, now }: { state: PassesUrlState["state"]; now: Date }): Filter[] {
  const valid: Filter[] = [
    { pass_end_time: { _gt: now.toISOString() } },
    { parking_status_id: { _neq: parkingSequence.cancelled } },
    { is_waiting_for_approve: { _eq: false } },
    { is_unpaid: { _eq: false } },
  ];
  switch (state) {
    case "valid":
      return valid;
    case "ending":
      return [...valid, { pass_end_time: { _lte: new Date(now.getTime() + endingSoonMs).toISOString() } }];
    case "ended":
      return [{ pass_end_time: { _lte: now.toISOString() } }];
    case "waiting":
      return [{ is_waiting_for_approve: { _eq: true } }, { parking_status_id: { _eq: parkingSequence.pending } }];
    case "due":
      return [
        { due_amount: { _gt: 0 } },
        { due_till: { _gt: now.toISOString() } },
        { parking_status_id: { _neq: parkingSequence.cancelled } },
      ];
    case "all":
      return [];
  }
}

function searchFilter(search: string): Filter[] {
  if (!search) return [];
  const plate = uppercase(search);
  const parts: Filter[] = [{ name: { _icontains: search } }];
  if (plate) parts.push({ vehicle_no: { _contains: plate } });
  if (/^\d+$/.test(plate)) parts.push({ phone_no: { _contains: plate } });
  return [{ _or: parts }];
}

export function toPassesFilter({
  urlState,
  branch,
  now,
}: {
  urlState: PassesUrlState;
  branch: number;
  now: Date;
}): Filter {
  return {
    _and: [
      { branch: { _eq: branch } },
      { parking_type: { _eq: "long_time" } },
      ...stateFilter({ state: urlState.state, now }),
      ...searchFilter(urlState.search),
    ],
  };
}

/** Valid passes by end time, soonest first; others latest first. */
export function getPassSort(state: PassesUrlState["state"]): string[] {
  return state === "valid" || state === "ending" ? ["pass_end_time", "id"] : ["-pass_end_time", "-id"];
}
