// §3 Parking_Information: one entry of a vehicle or person, with its times, charges and images (reading.md §3).
import { byScope, inOwnScope, notHostedRows, ownCreated, viaRelation } from "#domain/access/row-filters.ts";
import type { PropagationOf, RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import type { FieldChanges, Filter } from "#domain/schema/collection.ts";
import {
  boolean,
  choice,
  integer,
  json,
  many,
  money,
  one,
  oneByUuid,
  state,
  text,
  timestamp,
} from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import type { OfferDiscount } from "#domain/offers/choose-offers.ts";
import { paymentFields } from "#domain/payments/payment-fields.ts";
import { copiedTariffFields } from "#domain/payments/tariff-fields.ts";
import { inviteProofs } from "#domain/invites/invite.ts";
import { createPaymentRecorder } from "#domain/payments/payment-records.ts";
import { gateChargeFields } from "#domain/parking/gate-charges.ts";
import { missedExitFields } from "#domain/parking/exits/missed-exit.ts";
import { parkingEntryRules, entryFieldRules } from "#domain/parking/parking-entry.ts";
import { assignFilePurpose } from "#domain/files/file-purpose.ts";
import { validateEntryImage } from "#domain/files/image-attachments.ts";
import type { Actor } from "#domain/access/roles.ts";
import { validateActorService } from "#domain/people/staff-service.ts";
import { visitDetailFields } from "#domain/visitors/visit-details.ts";
import { parkingSequence, getEntryStates } from "#domain/parking/states.ts";

/**
 * Changes of the visitor record that follow its entry: the status; and it is no longer waiting for approval once the
 * entry is approved, started or ended.
 */
function getVisitorRecordChanges({
  sequence,
  isApproved,
}: {
  sequence: RowOf<"Parking_Information">["parking_status_id"];
  isApproved: boolean;
}): Partial<RowOf<"Parking_Main_Information">> {
  const isDecided = isApproved || sequence !== parkingSequence.pending;
  return { status_id: sequence, parking_status_id: sequence, ...(isDecided && { is_waiting_for_approve: false }) };
}

/**
 * Status of the visitor record for that of its entry. A cancelled pass is a rejected one, so a void of one of its
 * entries leaves the pass as it was.
 */
function getVisitorRecordSequence({ before, after, related }: RuleArgsOf<"Parking_Information", "parking_main_info">) {
  const isPass = related.parking_main_info?.parking_type === "long_time";
  if (!isPass || after.voided_at === null || (after.approved_by !== null && before?.approved_by === null))
    return after.parking_status_id;
  return before?.parking_status_id === parkingSequence.in ? parkingSequence.out : parkingSequence.pending;
}

/** Entries of the customer and of the visitors they invited. */
function ownEntries(actor: Actor): Filter | false {
  const createdBySelf = ownCreated(actor);
  return createdBySelf && actor.phone !== null
    ? { _or: [{ parking_main_info: { phone_no: { _eq: actor.phone } } }, createdBySelf] }
    : createdBySelf;
}
/** Entries that visit the employee, and those of visitors they invited. */
const entriesVisitingSelf = (actor: Actor): Filter | false =>
  actor.id !== null && { _or: [{ visitor_id: { _eq: actor.id } }, { user_created: { _eq: actor.id } }] };
/**
 * Fields of an invited visitor's entry that the host may read: the visitor, the period, and whether they arrived and
 * left.
 */
const hostFields = [
  "parking_status_id",
  "parking_main_info",
  "company",
  "branch",
  "approved_by",
  "approved_at",
  "decision_reason",
  "visitor_id",
  "is_person",
  "is_invited",
  "invite_start_date",
  "invite_end_date",
  "date_created",
  "user_created",
];
/** Rows with full access: those created by others, and the actor's own entries by phone number. */
const fullAccessEntries = notHostedRows((phone) => ({ parking_main_info: { phone_no: { _eq: phone } } }));
const hostPartialAccess = { fullAccessRows: fullAccessEntries, fields: hostFields };
const ownInvites = (actor: Actor): Filter | false =>
  actor.id !== null && { _and: [{ user_created: { _eq: actor.id } }, { is_invited: { _eq: true } }] };
const viaEntry = viaRelation("parking_information", inOwnScope);
const cancelAccess = { rows: ownInvites, fields: ["parking_status_id"] };

const parkingInformationFields = {
  parking_status_id: state("Parking_Status", getEntryStates),
  parking_main_info: one("Parking_Main_Information", { required: true, onDelete: "cascade", index: true }),
  company: one("Companies", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  receipt_no: text({ max: 30, serverSet: true }),
  slot_prefix: text({ max: limits.slotPrefix }),
  slot_no: integer({ min: 0, max: 999_999 }),
  entry_images: many("Parking_Vehicle_Images", "parking_information"),
  approved_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  approved_at: timestamp({ serverSet: true }),
  // Why the request was rejected.
  decision_reason: text({ max: limits.message }),
  // Member of the visited unit who is asked, since when, and who answered.
  asked_member: one("Unit_Members", { serverSet: true, onDelete: "set null" }),
  asked_at: timestamp({ serverSet: true }),
  answered_by_member: one("Unit_Members", { serverSet: true, onDelete: "set null" }),
  // The employee the visitor meets ('visitorSelection').
  visitor_id: oneByUuid("users", { onDelete: "set null" }),
  ...visitDetailFields,
  is_person: boolean({ serverSet: true }),
  // Of a branch under review; deleted when it is published (domain/visitors/test-entry.ts).
  is_test: boolean({ serverSet: true }),
  in_time: timestamp({ serverSet: true }),
  out_time: timestamp({ serverSet: true }),
  // Minutes from in_time to out_time, rounded up.
  duration: integer({ serverSet: true }),
  ...paymentFields,
  ...copiedTariffFields,
  ...gateChargeFields,
  // Set with the payment that redeems them (server/features/offers).
  offer_discounts: json<OfferDiscount[] | null>({ serverSet: true }),
  // Start and price of the booked time of a pre-booking; `free_until` is its end (docs/rules/pre-booking.md).
  booked_from: timestamp({ serverSet: true }),
  booked_amount: money({ min: 0, serverSet: true }),
  // Of a booking that is paid ahead: its vehicle has not come yet.
  is_awaiting_arrival: boolean({ serverSet: true }),
  // End of the pass or of the booked time: parking is free until then.
  free_until: timestamp({ serverSet: true }),
  is_prepay: boolean({ serverSet: true }),
  is_vehicle_prepay_type: boolean({ serverSet: true }),
  is_invited: boolean(),
  invite_start_date: timestamp(),
  invite_end_date: timestamp(),
  // How the gate identified the invited visitor: by the invite code or by the phone number.
  invite_proof: choice(inviteProofs, { serverSet: true }),
  voided_at: timestamp({ serverSet: true }),
  voided_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  ...missedExitFields,
  // Fields of the visitor record that the last correction changed.
  correction: json<FieldChanges | null>({ serverSet: true }),
  // Fields of the visitor record that the last edit changed, for the history.
  visitor_changes: json<FieldChanges | null>({ serverSet: true }),
  // Set when the phone number is corrected: links issued earlier are invalid.
  link_renewed_at: timestamp({ serverSet: true }),
  // Reason of the last void, correction or back-dated check-out; earlier ones are in the history.
  change_reason: text({ max: limits.message, serverSet: true }),
  // How often the slip, and the receipt after payment, were printed (domain/parking/slip-prints.ts).
  slip_prints: integer({ min: 0, default: 0 }),
  receipt_prints: integer({ min: 0, default: 0 }),
  history: many("Parking_History", "parking_information"),
};

export const ParkingInformation = defineCollection("Parking_Information", {
  fields: parkingInformationFields,
  unique: [
    { fields: ["branch", "receipt_no"] },
    {
      fields: ["branch", "slot_prefix", "slot_no"],
      where: "out_time is null and slot_no > 0 and parking_status_id in (1, 3)",
      error: "SLOT_EXIST",
    },
    { fields: ["parking_main_info"], where: "parking_status_id in (1, 3)", error: "VEHICLE_IN_PROGRESS" },
    {
      fields: ["branch", "bill_shop", "bill_number"],
      where: "bill_number is not null",
      ignoreCase: true,
      ignoreSpaces: true,
      error: "BILL_ALREADY_USED",
    },
    {
      fields: ["branch", "badge_no"],
      where: "badge_no is not null and parking_status_id in (1, 3)",
      ignoreCase: true,
      error: "BADGE_IN_USE",
    },
  ],
  indexes: [
    ["branch", "id", "date_created"],
    ["branch", "date_created"],
    ["branch", "parking_status_id", "id"],
    ["user_created", "id"],
    ["visitor_id", "id"],
    // Reports of arrivals, and of what left or was inside in a period.
    ["branch", "in_time"],
    ["branch", "out_time", "in_time"],
  ],
  include: [
    "visitor_id",
    "parking_main_info",
    "parking_main_info.branch",
    "parking_main_info.branch.parking_config",
    "parking_main_info.branch.slot_blocks",
    "parking_main_info.vehicle_type",
  ],
  rules: parkingEntryRules,
  fieldRules: entryFieldRules,
  lookups: [
    "openEntry",
    "openShift",
    "paymentRequest",
    "receivedMoney",
    "tariffInForce",
    "isBillUsedElsewhere",
    "isHomeOfHost",
  ],
  derivedRows: createPaymentRecorder("parking_information"),
  allocations: ["receipt", "slot"],
  propagates: (
    args: RuleArgsOf<"Parking_Information", "parking_main_info">,
  ): PropagationOf<"Parking_Information">[] => {
    const { changes } = args;
    const isApproved = (changes.approved_by ?? changes.answered_by_member ?? null) !== null;
    const host = "visitor_id" in changes ? { host: changes.visitor_id ?? null } : {};
    if (!("parking_status_id" in changes) && !isApproved)
      return "host" in host ? [{ to: "parking_main_info", set: host }] : [];
    const set = { ...getVisitorRecordChanges({ sequence: getVisitorRecordSequence(args), isApproved }), ...host };
    return [{ to: "parking_main_info", set }];
  },
  history: { collection: "Parking_History", field: "parking_information" },
  followUps: ["visitNotices", "offerUses"],
  isLive: true,
  service: "is_parking",
  access: {
    read: {
      "entry.read": inOwnScope,
      "invite.host": {
        rows: byScope({ branch: entriesVisitingSelf, customer: ownEntries }),
        partial: hostPartialAccess,
      },
    },
    create: { "gate.operate": inOwnScope },
    update: {
      "gate.operate": inOwnScope,
      // For approvers; the rules reject other changes of this field (domain/invites/invite.ts).
      "request.decide": { rows: inOwnScope, fields: ["parking_status_id", "decision_reason"] },
      "invite.host": cancelAccess,
    },
  },
});

const parkingHistoryFields = {
  parking_information: one("Parking_Information", {
    required: true,
    onDelete: "cascade",
    index: true,
    serverSet: true,
  }),
  status_id: one("Parking_Status", { serverSet: true }),
  // What changed: field → [before, after].
  changes: json<FieldChanges | null>({ serverSet: true }),
};

export const ParkingHistory = defineCollection("Parking_History", {
  fields: parkingHistoryFields,
  isAudited: false,
  service: "is_parking",
  access: { read: { "entry.read": viaEntry } },
});

const parkingVehicleImagesFields = {
  parking_information: one("Parking_Information", { onDelete: "cascade", index: true }),
  vehicle_image: oneByUuid("files", { required: true, onDelete: "cascade" }),
  image_id: text({ max: 100 }),
  child_image_id: text({ max: 100 }),
};

export const ParkingVehicleImages = defineCollection("Parking_Vehicle_Images", {
  fields: parkingVehicleImagesFields,
  include: ["vehicle_image", "parking_information"],
  rules: [validateActorService("is_parking"), validateEntryImage],
  allocations: ["image"],
  propagates: assignFilePurpose("vehicle_image", "vehicle_image"),
  service: "is_parking",
  access: {
    read: { "file.read": viaEntry },
    create: { "gate.operate": viaEntry },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Parking_Information: typeof parkingInformationFields;
    Parking_History: typeof parkingHistoryFields;
    Parking_Vehicle_Images: typeof parkingVehicleImagesFields;
  }
}
