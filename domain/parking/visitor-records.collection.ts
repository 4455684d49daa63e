// §3 Parking_Main_Information: the visitor record of a vehicle or person with its pass or invite (reading.md §3).
import { byScope, inOwnScope, notHostedRows, ownCreated } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import {
  boolean,
  choice,
  email,
  integer,
  many,
  money,
  one,
  oneByUuid,
  personName,
  phone,
  state,
  text,
  timestamp,
  vehicleNumber,
} from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { passUnits } from "#domain/passes/pass.ts";
import { recordPassPayment } from "#domain/passes/pass-payment.ts";
import { paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import { paymentModes } from "#domain/payments/states.ts";
import { visitorRecordRules, visitorFieldRules } from "#domain/parking/visitor-record.ts";
import { isCustomer, type Actor } from "#domain/access/roles.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { getVisitorRecordStates } from "#domain/parking/states.ts";

/** Records of the customer and of the visitors they invited. */
function ownRecords(actor: Actor): Filter | false {
  const createdBySelf = ownCreated(actor);
  return createdBySelf && actor.phone !== null
    ? { _or: [{ phone_no: { _eq: actor.phone } }, createdBySelf] }
    : createdBySelf;
}
/** Records that the employee created, and those of visitors who come to meet them. */
const visitingRecords = (actor: Actor): Filter | false =>
  actor.id !== null && {
    _or: [{ user_created: { _eq: actor.id } }, { host: { _eq: actor.id } }],
  };
/** Fields of the visitor's record that the host may read. */
const hostFields = [
  "company",
  "branch",
  "name",
  "email",
  "phone_no",
  "vehicle_no",
  "vehicle_type",
  "is_person",
  "is_waiting_for_approve",
  "approved_by",
  "approved_at",
  "decision_reason",
  "is_invited",
  "parking_type",
  "entry_reason",
  "status_id",
  "parking_status_id",
  "entries",
  "date_created",
  "user_created",
];
const notHostedRecords = notHostedRows((phone) => ({ phone_no: { _eq: phone } }));
/** Rows with full access: a customer's that others created, and those with their phone number; none of an employee. */
const fullAccessRecords = (actor: Actor): Filter => (isCustomer(actor) ? notHostedRecords(actor) : { id: { _eq: 0 } });
const hostPartialAccess = { fullAccessRows: fullAccessRecords, fields: hostFields };

const parkingMainInformationFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  branch: one("Branch", { required: true, onDelete: "cascade" }),
  name: personName(),
  email: email(),
  // Required by the rules unless the branch does without (domain/branches/visitor-phone.ts).
  phone_no: phone(),
  vehicle_no: vehicleNumber(),
  vehicle_type: one("Vehicle_Type"),
  is_person: boolean(),
  // Of a branch under review; deleted when it is published (domain/visitors/test-entry.ts).
  is_test: boolean({ serverSet: true }),
  is_waiting_for_approve: boolean({ serverSet: true }),
  // User who decided the request of a pass that was created before its first entry.
  approved_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  approved_at: timestamp({ serverSet: true }),
  // Why it was rejected.
  decision_reason: text({ max: limits.message, serverSet: true }),
  is_invited: boolean({ serverSet: true }),
  parking_type: choice(["single_time", "long_time"], { default: "single_time" }),
  time_type: choice(passUnits),
  pass_start_time: timestamp(),
  pass_end_time: timestamp(),
  // What has to be paid, and the period that the payment grants (domain/passes/pass-payment.ts).
  due_amount: money({ serverSet: true }),
  due_from: timestamp({ serverSet: true }),
  due_till: timestamp({ serverSet: true }),
  // Its first period is not paid: it covers no entry.
  is_unpaid: boolean({ serverSet: true }),
  // Received in all, and how the last payment was.
  paid_amount: money({ serverSet: true }),
  payment_mode: choice(paymentModes, { serverSet: true }),
  payment_channel: choice(paymentChannels, { serverSet: true }),
  payment_reference: text({ max: 50, serverSet: true }),
  payment_request: text({ max: 35, serverSet: true }),
  // The last online payment, as of an entry.
  merchant_id: text({ max: 100, serverSet: true }),
  merchant_transaction_id: text({ max: 100, serverSet: true }),
  refunded_amount: money({ serverSet: true }),
  // The early end of a pass, why it ended, and its moves to other plates (domain/passes/pass-change.ts).
  ended_at: timestamp({ serverSet: true }),
  change_reason: text({ max: limits.message, serverSet: true }),
  moved_at: timestamp({ serverSet: true }),
  moves_in_month: integer({ serverSet: true }),
  entry_reason: text({ max: limits.message }),
  // The slot that is kept for the holder of a pass (domain/passes/kept-slot.ts).
  slot_prefix: text({ max: limits.slotPrefix }),
  slot_no: integer({ label: "Slot", min: 0, max: 999_999 }),
  // Whom the last entry of the visitor comes to meet: the employee who reads the record.
  host: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  // Flat, department or class that is visited.
  unit: one("Branch_Units", { onDelete: "set null", index: true }),
  // The standing permission of the unit by which the visitor needed no approval.
  permission: one("Visit_Permissions", { serverSet: true, onDelete: "set null" }),
  status_id: one("Parking_Status", { serverSet: true }),
  parking_status_id: state("Parking_Status", getVisitorRecordStates, { serverSet: true }),
  // Set by a correction of its entry, which alone may change the vehicle type of a vehicle that is inside.
  corrected_at: timestamp({ serverSet: true }),
  entries: many("Parking_Information", "parking_main_info"),
};

export const ParkingMainInformation = defineCollection("Parking_Main_Information", {
  fields: parkingMainInformationFields,
  unique: [
    {
      fields: ["branch", "vehicle_no"],
      where: "parking_status_id = 1 and not is_person",
      error: "VEHICLE_IN_PROGRESS",
    },
    {
      fields: ["branch", "phone_no", "name"],
      where: "parking_status_id = 1 and is_person",
      ignoreCase: true,
      error: "PERSON_IN_PROGRESS",
    },
    { fields: ["branch", "slot_prefix", "slot_no"], where: "slot_no > 0", error: "SLOT_EXIST" },
  ],
  indexes: [
    ["branch", "vehicle_no"],
    ["branch", "phone_no"],
    ["phone_no"],
    ["branch", "id"],
    ["user_created", "id"],
    ["host", "id"],
  ],
  include: ["branch", "branch.parking_config", "vehicle_type", "unit"],
  rules: visitorRecordRules,
  fieldRules: visitorFieldRules,
  lookups: ["visitPermissions", "matchingVisitors", "passTariff", "openShift", "paymentRequest"],
  derivedRows: recordPassPayment,
  allocations: ["keptSlot"],
  isLive: true,
  createDefaults: { branch: (actor) => actor.branch },
  service: "is_parking",
  access: {
    read: {
      "entry.read": inOwnScope,
      "invite.host": { rows: byScope({ branch: visitingRecords, customer: ownRecords }), partial: hostPartialAccess },
    },
    create: { "gate.operate": inOwnScope },
    update: { "gate.operate": { rows: inOwnScope, fields: ["name", "email", "entry_reason", "vehicle_type"] } },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Parking_Main_Information: typeof parkingMainInformationFields;
  }
}
