// §3 Valet_and_Parking_Information: one row for each vehicle handed to a valet.
import { handoverModes, ticketImageKinds, valetServiceTypes } from "#domain/valet/states.ts";
import { inOwnScope, viaRelation } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import type { FieldChanges } from "#domain/schema/collection.ts";
import {
  boolean,
  choice,
  email,
  encrypted,
  integer,
  json,
  many,
  money,
  one,
  oneByUuid,
  otp,
  personName,
  phone,
  state,
  text,
  timestamp,
  vehicleNumber,
} from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { assignFilePurpose } from "#domain/files/file-purpose.ts";
import { validateEntryImage } from "#domain/files/image-attachments.ts";
import { gateChargeFields } from "#domain/parking/gate-charges.ts";
import { paymentFields } from "#domain/payments/payment-fields.ts";
import type { OfferDiscount } from "#domain/offers/choose-offers.ts";
import { copiedTariffFields } from "#domain/payments/tariff-fields.ts";
import { createPaymentRecorder } from "#domain/payments/payment-records.ts";
import { validateActorService } from "#domain/people/staff-service.ts";
import { propagateClosingToChat } from "#domain/valet/chat.ts";
import { valetTicketRules, ticketFieldRules } from "#domain/valet/valet-ticket.ts";
import { maxPickupGateLength } from "#domain/valet/pickup/pickup-gates.ts";
import { fuelLevels } from "#domain/valet/condition/damages.ts";
import { valetStates } from "#domain/valet/states.ts";
import { maxTipPaise } from "#domain/valet/tips/online-tip.ts";

const viaTicket = viaRelation("valet_and_parking_information", inOwnScope);
const driverFields = [
  "status_id",
  "slot_prefix",
  "slot_no",
  "key_tag",
  "Assigned_Staff",
  "pickup_request_assigned",
  "handover_note",
  "pickup_gate",
];

const valetAndParkingInformationFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  branch: one("Branch", { required: true, onDelete: "cascade" }),
  Vehicle_Number: vehicleNumber({ required: true }),
  Customer_Name: personName({ label: "Customer name" }),
  Customer_Phone_Number: phone({ required: true }),
  email: email(),
  OTP_Value: otp({ serverSet: true }),
  // The same code for the customer's page, until the ticket is closed.
  otp_sealed: encrypted({ serverSet: true }),
  vehicle_type: one("Vehicle_Type"),
  // What staff noted when the car was received (domain/valet/condition/damages.ts).
  fuel_level: choice(fuelLevels, { label: "Fuel" }),
  damages: json({ default: [] }),
  key_tag: text({ max: 20 }),
  // The tag in its normal spelling while the ticket is open (domain/valet/key-tags.ts).
  key_tag_in_use: text({ max: 20, serverSet: true }),
  slot_prefix: text({ max: limits.slotPrefix }),
  slot_no: integer({ min: 0, max: 999_999 }),
  token_no: text({ max: 20, serverSet: true, isSetOnCreate: true }),
  receipt_no: text({ max: 30, serverSet: true, isSetOnCreate: true }),
  service_type: choice(valetServiceTypes, { default: "valet-parking" }),
  is_valet_parking: boolean({ default: true }),
  // Of a branch under review; deleted when it is published (domain/visitors/test-entry.ts).
  is_test: boolean({ serverSet: true }),
  valet_charge: money({ min: 0, serverSet: true }),
  // For the driver, not part of the total (reading.md §5).
  valet_tip: money({ label: "Tip", min: 0, max: maxTipPaise }),
  // Since when the tip is not only chosen for the gate: it was collected with a payment in cash (domain/valet/tips/cash-tip.ts).
  tip_collected_at: timestamp({ serverSet: true }),
  // Tips paid online are payments of their own, and also outside the total.
  online_tip: money({ min: 0, serverSet: true }),
  // How the customer rated the service, from 1 to 5.
  rating: integer({ min: 1, max: 5, serverSet: true }),
  ...copiedTariffFields,
  // Set with the payment that redeems them (server/features/offers).
  offer_discounts: json<OfferDiscount[] | null>({ serverSet: true }),
  status_id: state("Valet_and_Parking_Status", valetStates),
  Assigned_Staff: oneByUuid("users", { onDelete: "set null" }),
  pickup_request_assigned: oneByUuid("users", { onDelete: "set null" }),
  // Scheduled pickup time, and the time of the automatic request for it.
  pickup_wanted_at: timestamp({ label: "Time" }),
  pickup_due_at: timestamp({ serverSet: true }),
  /** The longest wait in minutes that the customer was told when asking for the car; null if none was told. */
  told_wait_minutes: integer({ serverSet: true }),
  // Open offer of this pickup, the offers so far, and when the manager was called (domain/valet/valet-offer.ts).
  offered_to: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  offered_at: timestamp({ serverSet: true }),
  offer_expires_at: timestamp({ serverSet: true }),
  offers_made: json({ serverSet: true, default: {} }),
  manager_called_at: timestamp({ serverSet: true }),
  // Where the customer collects the car, if the branch has several gates (domain/valet/pickup/pickup-gates.ts).
  pickup_gate: text({ label: "Pickup gate", max: maxPickupGateLength }),
  // Times of one pickup: requested, accepted by the driver, at the gate.
  pickup_requested_at: timestamp({ serverSet: true }),
  started_time: timestamp({ serverSet: true }),
  at_gate_at: timestamp({ serverSet: true }),
  in_time: timestamp({ serverSet: true }),
  out_time: timestamp({ serverSet: true }),
  duration: integer({ serverSet: true }),
  // Proof of the handover, and the reason if a manager did it without the code.
  handover_mode: choice(handoverModes, { serverSet: true }),
  handover_note: text({ max: limits.message }),
  // When the customer of a lost ticket got a new code; the QR code of the old slip is invalid since then.
  otp_renewed_at: timestamp({ serverSet: true }),
  // A cancelled ticket is closed and charged nothing (domain/valet/corrections/void-ticket.ts).
  voided_at: timestamp({ serverSet: true }),
  voided_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  corrected_at: timestamp({ serverSet: true }),
  // Set when the phone number is corrected: payment links issued earlier are invalid.
  link_renewed_at: timestamp({ serverSet: true }),
  // Reason of the last correction or cancellation; earlier ones are in the history.
  change_reason: text({ max: limits.message, serverSet: true }),
  // How often the slip, and the receipt after payment, were printed (domain/parking/slip-prints.ts).
  slip_prints: integer({ min: 0, default: 0 }),
  receipt_prints: integer({ min: 0, default: 0 }),
  chat: one("valet_chats", { serverSet: true, onDelete: "set null" }),
  ...paymentFields,
  ...gateChargeFields,
  history: many("Valet_and_Parking_History", "valet_and_parking_information"),
  entry_images: many("valet_parking_vehicle_images", "valet_and_parking_information"),
};

export const ValetAndParkingInformation = defineCollection("Valet_and_Parking_Information", {
  fields: valetAndParkingInformationFields,
  unique: [
    { fields: ["branch", "receipt_no"] },
    { fields: ["branch", "token_no"] },
    { fields: ["branch", "slot_prefix", "slot_no"], where: "out_time is null and slot_no > 0", error: "SLOT_EXIST" },
    { fields: ["branch", "Vehicle_Number"], where: "out_time is null", error: "VEHICLE_IN_PROGRESS" },
    { fields: ["branch", "OTP_Value"], where: "out_time is null" },
    {
      fields: ["branch", "bill_shop", "bill_number"],
      where: "bill_number is not null",
      ignoreCase: true,
      ignoreSpaces: true,
      error: "BILL_ALREADY_USED",
    },
    {
      fields: ["branch", "key_tag_in_use"],
      where: "key_tag_in_use is not null",
      error: "KEY_TAG_TAKEN",
      errorField: "key_tag",
    },
  ],
  indexes: [
    ["branch", "id"],
    ["branch", "date_created"],
    ["branch", "status_id", "id"],
    ["branch", "at_gate_at"],
    ["Customer_Phone_Number", "id"],
    ["branch", "Vehicle_Number"],
    ["branch", "in_time"],
    ["branch", "out_time", "in_time"],
  ],
  createDefaults: { branch: (actor) => actor.branch },
  include: [
    "branch",
    "branch.valet_and_parking_config",
    "branch.slot_blocks",
    "Assigned_Staff",
    "pickup_request_assigned",
    "chat.holder",
  ],
  rules: valetTicketRules,
  fieldRules: ticketFieldRules,
  lookups: ["openShift", "paymentRequest", "receivedMoney", "tariffInForce", "isBillUsedElsewhere", "openTicketPhone"],
  derivedRows: createPaymentRecorder("valet_and_parking_information"),
  propagates: propagateClosingToChat,
  allocations: ["receipt", "token", "otp", "slot"],
  history: { collection: "Valet_and_Parking_History", field: "valet_and_parking_information" },
  followUps: ["offerUses"],
  isLive: true,
  service: "is_valet_and_parking",
  access: {
    read: {
      "valet.read": inOwnScope,
      // The phone number of a test is whatever the branch typed.
      "account.manage": (actor) =>
        actor.phone !== null && { Customer_Phone_Number: { _eq: actor.phone }, is_test: { _eq: false } },
    },
    create: { "gate.operate": inOwnScope },
    update: {
      "gate.operate": inOwnScope,
      // Drivers from whom the branch revoked the gate move vehicles, but collect no payments and change no charges.
      "valet.drive": { rows: inOwnScope, fields: driverFields },
    },
  },
});

const valetAndParkingHistoryFields = {
  valet_and_parking_information: one("Valet_and_Parking_Information", {
    required: true,
    onDelete: "cascade",
    index: true,
    serverSet: true,
  }),
  status_id: one("Valet_and_Parking_Status", { serverSet: true }),
  changes: json<FieldChanges | null>({ serverSet: true }),
};

export const ValetAndParkingHistory = defineCollection("Valet_and_Parking_History", {
  fields: valetAndParkingHistoryFields,
  isAudited: false,
  service: "is_valet_and_parking",
  access: { read: { "valet.read": viaTicket } },
});

const valetParkingVehicleImagesFields = {
  valet_and_parking_information: one("Valet_and_Parking_Information", { onDelete: "cascade", index: true }),
  vehicle_image: oneByUuid("files", { required: true, onDelete: "cascade" }),
  kind: choice(ticketImageKinds, { default: "received" }),
  image_id: text({ max: 100 }),
  child_image_id: text({ max: 100 }),
};

export const ValetParkingVehicleImages = defineCollection("valet_parking_vehicle_images", {
  fields: valetParkingVehicleImagesFields,
  include: ["vehicle_image", "valet_and_parking_information"],
  rules: [validateActorService("is_valet_and_parking"), validateEntryImage],
  allocations: ["image"],
  propagates: assignFilePurpose("vehicle_image", "vehicle_image"),
  service: "is_valet_and_parking",
  access: {
    read: { "valet.read": viaTicket },
    create: { "gate.operate": viaTicket },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Valet_and_Parking_Information: typeof valetAndParkingInformationFields;
    Valet_and_Parking_History: typeof valetAndParkingHistoryFields;
    valet_parking_vehicle_images: typeof valetParkingVehicleImagesFields;
  }
}
