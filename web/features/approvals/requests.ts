// Pending approval requests, and those decided today.
import type { Filter } from "#domain/schema/collection.ts";
import { startOfDay } from "#domain/dates.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { ApprovalOutcome, ApprovalRequestRef } from "#web/api/approvals.ts";
import { itemsQuery } from "#web/api/items.ts";

interface RequestVisitorWire {
  id: number;
  vehicle_no: string | null;
  name: string | null;
  phone_no: string;
  is_person: boolean;
  entry_reason: string | null;
  parking_type: string;
  pass_start_time: string | null;
  pass_end_time: string | null;
  vehicle_type: { name: string } | null;
}

export interface EntryRequestWire extends ApprovalOutcome {
  id: number;
  date_created: string;
  is_invited: boolean;
  invite_start_date: string | null;
  invite_end_date: string | null;
  parking_main_info: RequestVisitorWire;
  visitor_id: { first_name: string; department: string | null } | null;
  user_created: { first_name: string } | null;
  entry_images?: readonly { vehicle_image: string }[];
}
export interface PassRequestWire extends RequestVisitorWire, ApprovalOutcome {
  date_created: string;
  user_created: { first_name: string } | null;
}

/** A request as its card shows it. */
export interface ApprovalRequest extends ApprovalOutcome {
  ref: ApprovalRequestRef;
  visitor: RequestVisitorWire;
  requestedAt: string;
  requestedBy: string | undefined;
  host: string | undefined;
  /** Of an invited entry. */
  period: { start: string | null; end: string | null } | undefined;
  images: readonly string[];
}

const visitorFields = [
  "id",
  "vehicle_no",
  "name",
  "phone_no",
  "is_person",
  "entry_reason",
  "parking_type",
  "pass_start_time",
  "pass_end_time",
  "vehicle_type.name",
];
const decisionFields = ["parking_status_id", "approved_at", "approved_by.first_name"];
const entryRequestFields = [
  "id",
  "date_created",
  "is_invited",
  "invite_start_date",
  "invite_end_date",
  ...decisionFields,
  ...visitorFields.map((field) => `parking_main_info.${field}`),
  "visitor_id.first_name",
  "visitor_id.department",
  "user_created.first_name",
];
const passRequestFields = ["date_created", ...decisionFields, ...visitorFields, "user_created.first_name"];

/** Oldest first. */
export function pendingEntriesQuery({ branch, withImages }: { branch: number; withImages: boolean }) {
  const filter: Filter = {
    branch: { _eq: branch },
    parking_status_id: { _eq: parkingSequence.pending },
    parking_main_info: { is_waiting_for_approve: { _eq: true } },
  };
  const fields = withImages ? [...entryRequestFields, "entry_images.vehicle_image"] : entryRequestFields;
  return itemsQuery<EntryRequestWire>("Parking_Information", { filter, fields, sort: ["id"] });
}

/** Passes without a pending entry; those with one are decided with the entry. */
export function pendingPassesQuery(branch: number) {
  const filter: Filter = {
    branch: { _eq: branch },
    parking_type: { _eq: "long_time" },
    is_waiting_for_approve: { _eq: true },
    parking_status_id: { _eq: parkingSequence.pending },
    entries: { _none: { parking_status_id: { _eq: parkingSequence.pending } } },
  };
  return itemsQuery<PassRequestWire>("Parking_Main_Information", { filter, fields: passRequestFields, sort: ["id"] });
}

interface DecidedTodayOptions {
  branch: number;
  zone: string;
  now: Date;
}

function decidedTodayFilter({ branch, zone, now }: DecidedTodayOptions): Filter {
  return { branch: { _eq: branch }, approved_at: { _gte: startOfDay({ at: now, zone }).toISOString() } };
}

const maxDecidedShown = 10;

export function decidedEntriesQuery(today: DecidedTodayOptions) {
  return itemsQuery<EntryRequestWire>("Parking_Information", {
    filter: decidedTodayFilter(today),
    fields: entryRequestFields,
    sort: ["-approved_at"],
    limit: maxDecidedShown,
  });
}

export function decidedPassesQuery(today: DecidedTodayOptions) {
  return itemsQuery<PassRequestWire>("Parking_Main_Information", {
    filter: decidedTodayFilter(today),
    fields: passRequestFields,
    sort: ["-approved_at"],
    limit: maxDecidedShown,
  });
}

export function toEntryRequest(entry: EntryRequestWire): ApprovalRequest {
  const { visitor_id: host, parking_main_info: visitor } = entry;
  return {
    ref: { kind: "entry", id: entry.id },
    visitor,
    requestedAt: entry.date_created,
    requestedBy: entry.user_created?.first_name,
    host: host ? [host.first_name, host.department].filter(Boolean).join(", ") : undefined,
    period: entry.is_invited ? { start: entry.invite_start_date, end: entry.invite_end_date } : undefined,
    images: (entry.entry_images ?? []).map((image) => image.vehicle_image),
    ...toDecision(entry),
  };
}

export function toPassRequest(pass: PassRequestWire): ApprovalRequest {
  return {
    ref: { kind: "pass", id: pass.id },
    visitor: pass,
    requestedAt: pass.date_created,
    requestedBy: pass.user_created?.first_name,
    host: undefined,
    period: undefined,
    images: [],
    ...toDecision(pass),
  };
}

function toDecision({ parking_status_id, approved_at, approved_by }: ApprovalOutcome): ApprovalOutcome {
  return { parking_status_id, approved_at, approved_by };
}

/** Oldest first. */
export function sortByRequestTime(requests: readonly ApprovalRequest[]): ApprovalRequest[] {
  return requests.toSorted((one, other) => one.requestedAt.localeCompare(other.requestedAt));
}

/** Latest decision first. */
export function sortByDecisionTime(requests: readonly ApprovalRequest[]): ApprovalRequest[] {
  return requests
    .toSorted((one, other) => (other.approved_at ?? "").localeCompare(one.approved_at ?? ""))
    .slice(0, maxDecidedShown);
}
