// §3 Valet_and_Parking_Information: one row for each vehicle handed to a valet.
import { ownBranch, ownCompany, through } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import {
  boolean,
  choice,
  email,
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
} from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { isOfEntrysBranch } from "#domain/rules/pictures.ts";
import { paymentFields } from "#domain/collections/payment-fields.ts";
import { copiedTariffFields } from "#domain/collections/tariff-fields.ts";
import { receiptOf } from "#domain/rules/money-ledger.ts";
import { valetEntryRules } from "#domain/rules/valet-entry.ts";
import { valetStates } from "#domain/states/valet.ts";

const ticketOfBranch = through("valet_and_parking_information", ownBranch);
const ticketOfCompany = through("valet_and_parking_information", ownCompany);

export const ValetAndParkingInformation = collection("Valet_and_Parking_Information", {
  fields: {
    company: one("Companies", { serverSet: true, onDelete: "cascade" }),
    branch: one("Branch", { required: true, onDelete: "cascade" }),
    Vehicle_Number: vehicleNumber({ required: true }),
    Customer_Name: personName({ label: "Customer name" }),
    Customer_Phone_Number: phone({ required: true }),
    email: email(),
    OTP_Value: otp({ serverSet: true }),
    vehicle_type: one("Vehicle_Type"),
    key_tag: text({ max: 20 }),
    slot_prefix: text({ max: limits.slotPrefix }),
    slot_no: integer({ min: 0, max: 999_999 }),
    token_no: text({ max: 20, serverSet: true }),
    receipt_no: text({ max: 30, serverSet: true }),
    service_type: choice(["valet-service", "valet-parking"], { default: "valet-parking" }),
    is_valet_parking: boolean({ default: true }),
    valet_charge: money({ min: 0, serverSet: true }),
    // The driver's, outside the total (reading.md §5).
    valet_tip: money({ label: "Tip", min: 0, max: 1_000_000 }),
    ...copiedTariffFields,
    status_id: state("Valet_and_Parking_Status", valetStates),
    Assigned_Staff: oneByUuid("users", { onDelete: "set null" }),
    pickup_request_assigned: oneByUuid("users", { onDelete: "set null" }),
    // When the customer wants the car, and when it is asked for by itself so that it is at the gate by then.
    pickup_wanted_at: timestamp({ label: "Time" }),
    pickup_due_at: timestamp({ serverSet: true }),
    // The offer of this pickup that is out, those made so far, and when the manager was called (domain/rules/valet-offer.ts).
    offered_to: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
    offered_at: timestamp({ serverSet: true }),
    offer_expires_at: timestamp({ serverSet: true }),
    offers_made: json({ serverSet: true, default: {} }),
    manager_called_at: timestamp({ serverSet: true }),
    // Times of one pickup: asked for, taken over by who brings it, at the gate.
    pickup_requested_at: timestamp({ serverSet: true }),
    started_time: timestamp({ serverSet: true }),
    at_gate_at: timestamp({ serverSet: true }),
    in_time: timestamp({ serverSet: true }),
    out_time: timestamp({ serverSet: true }),
    duration: integer({ serverSet: true }),
    // How the handover was proved, and why where a manager did it without the code.
    handover_mode: choice(["otp", "qr", "note"], { serverSet: true }),
    handover_note: text({ max: limits.message }),
    // When the customer, who lost the ticket, got another code: from then on the slip's QR opens nothing.
    otp_renewed_at: timestamp({ serverSet: true }),
    chat: one("valet_chats", { serverSet: true, onDelete: "set null" }),
    ...paymentFields,
    history: many("Valet_and_Parking_History", "valet_and_parking_information"),
    entry_images: many("valet_parking_vehicle_images", "valet_and_parking_information"),
  },
  unique: [
    { on: ["branch", "receipt_no"] },
    { on: ["branch", "token_no"] },
    { on: ["branch", "slot_prefix", "slot_no"], while: "out_time is null and slot_no > 0", error: "SLOT_EXIST" },
    { on: ["branch", "Vehicle_Number"], while: "out_time is null", error: "VEHICLE_IN_PROGRESS" },
    { on: ["branch", "OTP_Value"], while: "out_time is null" },
  ],
  indexes: [
    ["branch", "id"],
    ["branch", "date_created"],
    ["branch", "status_id", "id"],
    ["branch", "at_gate_at"],
    ["Customer_Phone_Number"],
    ["branch", "Vehicle_Number"],
  ],
  presets: { branch: (who) => who.branch },
  needs: [
    "branch",
    "branch.valet_and_parking_config",
    "branch.time_charges",
    "branch.slot_blocks",
    "Assigned_Staff",
    "pickup_request_assigned",
    "chat.holder",
  ],
  rules: valetEntryRules,
  facts: ["openShift"],
  ledger: receiptOf("valet_and_parking_information"),
  scarce: ["receipt", "token", "otp", "slot"],
  history: { in: "Valet_and_Parking_History", via: "valet_and_parking_information" },
  live: true,
  access: {
    read: {
      admin: ownCompany,
      manager: ownBranch,
      staff: ownBranch,
      customer: (who) => who.phone !== null && { Customer_Phone_Number: { _eq: who.phone } },
    },
    create: { admin: ownCompany, manager: ownBranch, staff: ownBranch },
    update: { admin: ownCompany, manager: ownBranch, staff: ownBranch },
  },
});

export const ValetAndParkingHistory = collection("Valet_and_Parking_History", {
  fields: {
    valet_and_parking_information: one("Valet_and_Parking_Information", {
      required: true,
      onDelete: "cascade",
      index: true,
      serverSet: true,
    }),
    status_id: one("Valet_and_Parking_Status", { serverSet: true }),
    changes: { kind: "json", serverSet: true },
  },
  tracked: false,
  access: { read: { admin: ticketOfCompany, manager: ticketOfBranch, staff: ticketOfBranch } },
});

export const ValetParkingVehicleImages = collection("valet_parking_vehicle_images", {
  fields: {
    valet_and_parking_information: one("Valet_and_Parking_Information", { onDelete: "cascade", index: true }),
    vehicle_image: oneByUuid("files", { required: true, onDelete: "cascade" }),
    image_id: text({ max: 100 }),
    child_image_id: text({ max: 100 }),
  },
  needs: ["vehicle_image", "valet_and_parking_information"],
  rules: [isOfEntrysBranch({ field: "vehicle_image", entry: "valet_and_parking_information" })],
  access: {
    read: { admin: ticketOfCompany, manager: ticketOfBranch, staff: ticketOfBranch },
    create: { admin: ticketOfCompany, manager: ticketOfBranch, staff: ticketOfBranch },
  },
});
