// Pending approval requests, and those decided today.
import { queryOptions } from "@tanstack/react-query";
import type { WireRow } from "#domain/schema/registry.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { startOfDay } from "#domain/dates.ts";
import { describeIdentity } from "#domain/visitors/visit-details.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { type ApprovalOutcome, type ApprovalRequestRef, outcomeFields } from "#web/api/approvals.ts";
import { call } from "#web/api/call.ts";
import { itemsQuery } from "#web/api/items.ts";

/** A request as its card shows it. */
export interface ApprovalRequest extends ApprovalOutcome {
  ref: ApprovalRequestRef;
  visitor: WireRow<"Parking_Main_Information", typeof visitorFields>;
  requestedAt: string;
  requestedBy: string | undefined;
  host: string | undefined;
  /** Start of the invite or pass; undefined for a visitor at the gate. */
  startsAt: string | undefined;
  /** Of an invited entry. */
  period: { start: string | null; end: string | null } | undefined;
  images: readonly string[];
  /** Of an entry. */
  identity: string | undefined;
  personCount: number | null;
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
] as const;
const entryRequestFields = [
  "id",
  "date_created",
  "is_invited",
  "invite_start_date",
  "invite_end_date",
  ...outcomeFields,
  "parking_main_info.id",
  "parking_main_info.vehicle_no",
  "parking_main_info.name",
  "parking_main_info.phone_no",
  "parking_main_info.is_person",
  "parking_main_info.entry_reason",
  "parking_main_info.parking_type",
  "parking_main_info.pass_start_time",
  "parking_main_info.pass_end_time",
  "parking_main_info.vehicle_type.name",
  "visitor_id.first_name",
  "visitor_id.department",
  "identity_document",
  "identity_last_four",
  "person_count",
  "user_created.first_name",
] as const;
const entryRequestFieldsWithImages = [...entryRequestFields, "entry_images.vehicle_image"] as const;
const passRequestFields = ["date_created", ...outcomeFields, ...visitorFields, "user_created.first_name"] as const;

type EntryRequest = WireRow<"Parking_Information", typeof entryRequestFields> &
  Partial<WireRow<"Parking_Information", readonly ["entry_images.vehicle_image"]>>;
type PassRequest = WireRow<"Parking_Main_Information", typeof passRequestFields>;

/** Oldest first. */
export function pendingEntriesQuery({ branch, withImages }: { branch: number; withImages: boolean }) {
  const filter: Filter = {
    branch: { _eq: branch },
    parking_status_id: { _eq: parkingSequence.pending },
    parking_main_info: { is_waiting_for_approve: { _eq: true } },
  };
  const fields = withImages ? entryRequestFieldsWithImages : entryRequestFields;
  return itemsQuery("Parking_Information", { filter, fields, sort: ["id"] });
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
  return itemsQuery("Parking_Main_Information", { filter, fields: passRequestFields, sort: ["id"] });
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
  return itemsQuery("Parking_Information", {
    filter: decidedTodayFilter(today),
    fields: entryRequestFields,
    sort: ["-approved_at"],
    limit: maxDecidedShown,
  });
}

export function decidedPassesQuery(today: DecidedTodayOptions) {
  return itemsQuery("Parking_Main_Information", {
    filter: decidedTodayFilter(today),
    fields: passRequestFields,
    sort: ["-approved_at"],
    limit: maxDecidedShown,
  });
}

/** Times to answer of today at the own branch. Refetched with the entries. */
export const answerTimesQuery = queryOptions({
  queryKey: ["items", "Parking_Information", "answer-times"],
  queryFn: () => call({ route: "GET /actions/approvals/answer-times" }),
});

export function toEntryRequest(entry: EntryRequest): ApprovalRequest {
  const { visitor_id: host, parking_main_info: visitor } = entry;
  return {
    ref: { kind: "entry", id: entry.id },
    visitor,
    requestedAt: entry.date_created,
    requestedBy: entry.user_created?.first_name,
    host: host ? [host.first_name, host.department].filter(Boolean).join(", ") : undefined,
    startsAt: entry.is_invited ? (entry.invite_start_date ?? undefined) : undefined,
    period: entry.is_invited ? { start: entry.invite_start_date, end: entry.invite_end_date } : undefined,
    identity: describeIdentity(entry),
    personCount: entry.person_count,
    images: (entry.entry_images ?? []).map((image) => image.vehicle_image),
    ...toDecision(entry),
  };
}

export function toPassRequest(pass: PassRequest): ApprovalRequest {
  return {
    ref: { kind: "pass", id: pass.id },
    visitor: pass,
    requestedAt: pass.date_created,
    requestedBy: pass.user_created?.first_name,
    host: undefined,
    startsAt: pass.pass_start_time ?? undefined,
    period: undefined,
    images: [],
    identity: undefined,
    personCount: null,
    ...toDecision(pass),
  };
}

function toDecision({
  parking_status_id,
  approved_at,
  approved_by,
  decision_reason,
}: ApprovalOutcome): ApprovalOutcome {
  return { parking_status_id, approved_at, approved_by, decision_reason };
}

/** Visitors who wait at the gate first, then invites and passes by their start; oldest first. */
export function sortByUrgency(requests: readonly ApprovalRequest[]): ApprovalRequest[] {
  return requests.toSorted(
    (one, other) =>
      (one.startsAt ?? "").localeCompare(other.startsAt ?? "") || one.requestedAt.localeCompare(other.requestedAt),
  );
}

/** Latest decision first. */
export function sortByDecisionTime(requests: readonly ApprovalRequest[]): ApprovalRequest[] {
  return requests
    .toSorted((one, other) => (other.approved_at ?? "").localeCompare(one.approved_at ?? ""))
    .slice(0, maxDecidedShown);
}
