// §7: the events that webhooks report. Everything else about them (choices of the form, API reference, what is written)
// derives from this declaration.
import type { Row } from "#domain/schema/collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { valetSequence } from "#domain/valet/states.ts";

/** A written row, as the write path reports it. */
export interface WrittenRow {
  /** Null for a new row. */
  before: Row | null;
  after: Row;
  changes: Row;
}

interface EventObject {
  /** Collection of the row in `data`, which has the shape of the API's item with these fields. */
  collection: string;
  fields: readonly string[];
  label: string;
}

const amounts = ["total_amount", "paid_amount", "payment_status", "payment_mode"];

/** What events are about. Names, phone numbers and emails are left out: who needs them reads the item. */
export const eventObjects = {
  entry: {
    collection: "Parking_Information",
    label: "Entries",
    fields: [
      "id",
      "branch",
      "parking_status_id",
      "receipt_no",
      "slot_prefix",
      "slot_no",
      "is_person",
      "in_time",
      "out_time",
      "duration",
      ...amounts,
      "parking_main_info.id",
      "parking_main_info.vehicle_no",
      "parking_main_info.vehicle_type",
      "parking_main_info.parking_type",
    ],
  },
  payment: {
    collection: "payments",
    label: "Payments",
    fields: [
      "id",
      "branch",
      "kind",
      "mode",
      "channel",
      "amount",
      "received_at",
      "parking_information",
      "valet_and_parking_information",
      "pass",
      "corrects",
    ],
  },
  ticket: {
    collection: "Valet_and_Parking_Information",
    label: "Valet tickets",
    fields: [
      "id",
      "branch",
      "status_id",
      "token_no",
      "receipt_no",
      "Vehicle_Number",
      "vehicle_type",
      "slot_prefix",
      "slot_no",
      "in_time",
      "out_time",
      "duration",
      ...amounts,
    ],
  },
  pass: {
    collection: "Parking_Main_Information",
    label: "Passes",
    fields: [
      "id",
      "branch",
      "vehicle_no",
      "vehicle_type",
      "is_person",
      "time_type",
      "pass_start_time",
      "pass_end_time",
      "ended_at",
      "is_unpaid",
      "due_amount",
      "paid_amount",
    ],
  },
} as const satisfies { [name: string]: EventObject };

export type EventObjectName = keyof typeof eventObjects;

interface EventType {
  object: EventObjectName;
  label: string;
  /** Whether the write of a row of the object's collection is this event. */
  isCausedBy: (written: WrittenRow) => boolean;
}

const isSet = ({ changes }: WrittenRow, field: string): boolean => (changes[field] ?? null) !== null;
const becomes = ({ before, after }: WrittenRow, field: string, value: unknown): boolean =>
  after[field] === value && before?.[field] !== value;
const becomesStatus = (status: number) => (written: WrittenRow) => becomes(written, "parking_status_id", status);
const becomesTicketStatus = (status: number) => (written: WrittenRow) => becomes(written, "status_id", status);
const isVoided = ({ after }: WrittenRow): boolean => (after["voided_at"] ?? null) !== null;
const isPass = ({ after }: WrittenRow): boolean =>
  after["parking_type"] === "long_time" && after["is_invited"] !== true;
const isNewPayment =
  (...kinds: string[]) =>
  ({ before, after }: WrittenRow): boolean =>
    !before && kinds.includes(String(after["kind"] ?? "payment"));

export const eventTypes = {
  "entry.requested": {
    object: "entry",
    label: "A visitor asks to enter",
    isCausedBy: (written) => !written.before && becomesStatus(parkingSequence.pending)(written),
  },
  "entry.checked_in": {
    object: "entry",
    label: "Checked in",
    isCausedBy: becomesStatus(parkingSequence.in),
  },
  "entry.checked_out": {
    object: "entry",
    label: "Checked out",
    isCausedBy: becomesStatus(parkingSequence.out),
  },
  "entry.corrected": {
    object: "entry",
    label: "Plate, vehicle type or person corrected",
    isCausedBy: (written) => isSet(written, "correction"),
  },
  "entry.rejected": {
    object: "entry",
    label: "Request rejected or withdrawn",
    isCausedBy: (written) => becomesStatus(parkingSequence.cancelled)(written) && !isVoided(written),
  },
  "entry.voided": {
    object: "entry",
    label: "Voided",
    isCausedBy: (written) => isSet(written, "voided_at"),
  },
  "payment.received": {
    object: "payment",
    label: "Received",
    isCausedBy: isNewPayment("payment", "settlement"),
  },
  "payment.reversed": {
    object: "payment",
    label: "Reversed",
    isCausedBy: isNewPayment("reversal"),
  },
  "payment.refunded": {
    object: "payment",
    label: "Refunded",
    isCausedBy: isNewPayment("refund"),
  },
  "ticket.created": {
    object: "ticket",
    label: "Created",
    isCausedBy: ({ before }) => !before,
  },
  "ticket.parked": {
    object: "ticket",
    label: "Parked",
    isCausedBy: becomesTicketStatus(valetSequence.parked),
  },
  "ticket.requested": {
    object: "ticket",
    label: "Pickup requested",
    isCausedBy: becomesTicketStatus(valetSequence.pickupRequested),
  },
  "ticket.at_gate": {
    object: "ticket",
    label: "At the gate",
    isCausedBy: becomesTicketStatus(valetSequence.atTheGate),
  },
  "ticket.delivered": {
    object: "ticket",
    label: "Delivered",
    isCausedBy: (written) => becomesTicketStatus(valetSequence.checkedOut)(written) && !isVoided(written),
  },
  "ticket.corrected": {
    object: "ticket",
    label: "Corrected",
    isCausedBy: (written) => isSet(written, "corrected_at"),
  },
  "ticket.cancelled": {
    object: "ticket",
    label: "Cancelled",
    isCausedBy: (written) => isSet(written, "voided_at"),
  },
  "pass.issued": {
    object: "pass",
    label: "Issued",
    isCausedBy: (written) => isPass(written) && becomes(written, "parking_type", "long_time"),
  },
  "pass.renewed": {
    object: "pass",
    label: "Renewed",
    isCausedBy: (written) => isPass(written) && isLater(written, "pass_end_time"),
  },
  "pass.ended": {
    object: "pass",
    label: "Ended before its time",
    isCausedBy: (written) => isPass(written) && isSet(written, "ended_at"),
  },
} as const satisfies { [name: string]: EventType };

function isLater({ before, after }: WrittenRow, field: string): boolean {
  const [earlier, later] = [before?.[field], after[field]];
  return earlier instanceof Date && later instanceof Date && later > earlier;
}

export type EventTypeName = keyof typeof eventTypes;

const entries: readonly (readonly [string, EventType])[] = Object.entries(eventTypes);
const isEventTypeName = (name: string): name is EventTypeName => Object.hasOwn(eventTypes, name);
export const eventTypeNames: readonly EventTypeName[] = Object.keys(eventTypes).filter(isEventTypeName);

/** Sent by *Send test event* only. */
export const testEventType = "webhook.test";

/** What an event is about, by collection; rows of others cause none. */
const objectsByCollection = new Map<string, EventObjectName>(
  entries.map(([, { object }]) => [eventObjects[object].collection, object]),
);

/** The events that a written row causes, in the order of the declaration; undefined for rows of no event. */
export function findEvents({
  collection,
  ...written
}: WrittenRow & { collection: string }): { object: EventObjectName; types: string[] } | undefined {
  const object = objectsByCollection.get(collection);
  if (!object) return undefined;
  const types = entries.filter(([, type]) => type.object === object && type.isCausedBy(written)).map(([name]) => name);
  return types.length > 0 ? { object, types } : undefined;
}

/**
 * What the order of delivery is kept for: the entry, ticket or pass. A payment belongs to what it pays, or stands for
 * itself if it settles an account.
 */
export function getEventSubject({ object, row }: { object: EventObjectName; row: Row }): string {
  if (object !== "payment") return `${object}:${String(row["id"])}`;
  const paid: readonly (readonly [EventObjectName, string])[] = [
    ["entry", "parking_information"],
    ["ticket", "valet_and_parking_information"],
    ["pass", "pass"],
  ];
  const [kind, field] = paid.find(([, name]) => (row[name] ?? null) !== null) ?? ["payment", "id"];
  return `${kind}:${String(row[field])}`;
}
