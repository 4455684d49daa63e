// What waits for an answer, and what was answered today.
import type { Filter } from "#domain/collection.ts";
import { startOfDay } from "#domain/rules/dates.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import type { Answered, Asked } from "#web/items/approvals.ts";
import { itemsQuery } from "#web/items/items.ts";

interface Visitor {
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

export interface VisitWire extends Answered {
  id: number;
  date_created: string;
  is_invited: boolean;
  invite_start_date: string | null;
  invite_end_date: string | null;
  parking_main_info: Visitor;
  visitor_id: { first_name: string; department: string | null } | null;
  user_created: { first_name: string } | null;
  entry_images?: readonly { vehicle_image: string }[];
}
export interface PassWire extends Visitor, Answered {
  date_created: string;
  user_created: { first_name: string } | null;
}

/** A request as its card shows it. */
export interface Request extends Answered {
  asked: Asked;
  visitor: Visitor;
  since: string;
  by: string | undefined;
  meets: string | undefined;
  /** Of an invite. */
  window: { start: string | null; end: string | null } | undefined;
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
const answeredFields = ["parking_status_id", "approved_at", "approved_by.first_name"];
const visitFields = [
  "id",
  "date_created",
  "is_invited",
  "invite_start_date",
  "invite_end_date",
  ...answeredFields,
  ...visitorFields.map((field) => `parking_main_info.${field}`),
  "visitor_id.first_name",
  "visitor_id.department",
  "user_created.first_name",
];
const passFields = ["date_created", ...answeredFields, ...visitorFields, "user_created.first_name"];

/** The oldest first: who has waited longest is answered next. */
export function waitingVisits({ branch, withImages }: { branch: number; withImages: boolean }) {
  const filter: Filter = {
    branch: { _eq: branch },
    parking_status_id: { _eq: parkingSequence.pending },
    parking_main_info: { is_waiting_for_approve: { _eq: true } },
  };
  const fields = withImages ? [...visitFields, "entry_images.vehicle_image"] : visitFields;
  return itemsQuery<VisitWire>("Parking_Information", { filter, fields, sort: ["id"] });
}

/** Passes nobody has come with yet; who waits at the gate with one is answered as a visit. */
export function waitingPasses(branch: number) {
  const filter: Filter = {
    branch: { _eq: branch },
    parking_type: { _eq: "long_time" },
    is_waiting_for_approve: { _eq: true },
    parking_status_id: { _eq: parkingSequence.pending },
    entries: { _none: { parking_status_id: { _eq: parkingSequence.pending } } },
  };
  return itemsQuery<PassWire>("Parking_Main_Information", { filter, fields: passFields, sort: ["id"] });
}

interface Today {
  branch: number;
  zone: string;
  now: Date;
}

function answeredToday({ branch, zone, now }: Today): Filter {
  return { branch: { _eq: branch }, approved_at: { _gte: startOfDay({ at: now, zone }).toISOString() } };
}

const shownOfToday = 10;

export function answeredVisits(today: Today) {
  return itemsQuery<VisitWire>("Parking_Information", {
    filter: answeredToday(today),
    fields: visitFields,
    sort: ["-approved_at"],
    limit: shownOfToday,
  });
}

export function answeredPasses(today: Today) {
  return itemsQuery<PassWire>("Parking_Main_Information", {
    filter: answeredToday(today),
    fields: passFields,
    sort: ["-approved_at"],
    limit: shownOfToday,
  });
}

export function requestOfVisit(visit: VisitWire): Request {
  const { visitor_id: met, parking_main_info: visitor } = visit;
  return {
    asked: { kind: "entry", id: visit.id },
    visitor,
    since: visit.date_created,
    by: visit.user_created?.first_name,
    meets: met ? [met.first_name, met.department].filter(Boolean).join(", ") : undefined,
    window: visit.is_invited ? { start: visit.invite_start_date, end: visit.invite_end_date } : undefined,
    images: (visit.entry_images ?? []).map((image) => image.vehicle_image),
    ...answerOf(visit),
  };
}

export function requestOfPass(pass: PassWire): Request {
  return {
    asked: { kind: "pass", id: pass.id },
    visitor: pass,
    since: pass.date_created,
    by: pass.user_created?.first_name,
    meets: undefined,
    window: undefined,
    images: [],
    ...answerOf(pass),
  };
}

function answerOf({ parking_status_id, approved_at, approved_by }: Answered): Answered {
  return { parking_status_id, approved_at, approved_by };
}

/** Oldest first, whether a visit or a pass. */
export function byTime(requests: readonly Request[]): Request[] {
  return requests.toSorted((one, other) => one.since.localeCompare(other.since));
}

/** The latest answer first. */
export function byAnswer(requests: readonly Request[]): Request[] {
  return requests
    .toSorted((one, other) => (other.approved_at ?? "").localeCompare(one.approved_at ?? ""))
    .slice(0, shownOfToday);
}
