// §3 Parking_Information: one visit of a vehicle or person, with its times, charges and images (reading.md §3).
import { ownBranch, ownCompany, ownMade, through } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import type { Filter } from "#domain/collection.ts";
import { boolean, integer, many, one, oneByUuid, state, text, timestamp } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { paymentFields } from "#domain/collections/payment-fields.ts";
import { copiedTariffFields } from "#domain/collections/tariff-fields.ts";
import { receiptOf } from "#domain/rules/money-ledger.ts";
import { parkingEntryRules } from "#domain/rules/parking-entry.ts";
import { isOfEntrysBranch } from "#domain/rules/pictures.ts";
import type { Who } from "#domain/roles.ts";
import { parkingSequence, statesOf } from "#domain/states/parking.ts";

/** How the standing record follows its visit: its status; and once that was approved, has begun or ended, it waits for nobody. */
function mainAfterVisit({ sequence, isApproved }: { sequence: number; isApproved: boolean }) {
  const isWaitingOver = isApproved || sequence !== parkingSequence.pending;
  return { status_id: sequence, parking_status_id: sequence, ...(isWaitingOver && { is_waiting_for_approve: false }) };
}

/** A customer's own visits, and those of the visitors they invited. */
function ownVisits(who: Who): Filter | false {
  const made = ownMade(who);
  return made && who.phone !== null ? { _or: [{ parking_main_info: { phone_no: { _eq: who.phone } } }, made] } : made;
}
/** The visits somebody comes to see an employee for, and those they invited. */
const toMe = (who: Who): Filter | false =>
  who.id !== null && { _or: [{ visitor_id: { _eq: who.id } }, { user_created: { _eq: who.id } }] };
const inviteOfMine = (who: Who): Filter | false =>
  who.id !== null && { _and: [{ user_created: { _eq: who.id } }, { is_invited: { _eq: true } }] };
const entryOfBranch = through("parking_information", ownBranch);
const entryOfCompany = through("parking_information", ownCompany);
const cancels = { rows: inviteOfMine, fields: ["parking_status_id"] };

export const ParkingInformation = collection("Parking_Information", {
  fields: {
    parking_status_id: state("Parking_Status", statesOf),
    parking_main_info: one("Parking_Main_Information", { required: true, onDelete: "cascade", index: true }),
    company: one("Companies", { serverSet: true, onDelete: "cascade" }),
    branch: one("Branch", { serverSet: true, onDelete: "cascade" }),
    receipt_no: text({ max: 30, serverSet: true }),
    slot_prefix: text({ max: limits.slotPrefix }),
    slot_no: integer({ min: 0, max: 999_999 }),
    entry_images: many("Parking_Vehicle_Images", "parking_information"),
    approved_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
    approved_at: timestamp({ serverSet: true }),
    // The employee a visitor comes to see ('visitorSelection').
    visitor_id: oneByUuid("users", { onDelete: "set null" }),
    is_person: boolean({ serverSet: true }),
    in_time: timestamp({ serverSet: true }),
    out_time: timestamp({ serverSet: true }),
    // Whole minutes between the two, rounded up.
    duration: integer({ serverSet: true }),
    ...paymentFields,
    ...copiedTariffFields,
    // A pass's visit costs nothing up to here.
    free_until: timestamp({ serverSet: true }),
    is_prepay: boolean({ serverSet: true }),
    is_vehicle_prepay_type: boolean({ serverSet: true }),
    is_invited: boolean(),
    invite_start_date: timestamp(),
    invite_end_date: timestamp(),
    history: many("Parking_History", "parking_information"),
  },
  unique: [
    { on: ["branch", "receipt_no"] },
    {
      on: ["branch", "slot_prefix", "slot_no"],
      while: "out_time is null and slot_no > 0 and parking_status_id in (1, 3)",
      error: "SLOT_EXIST",
    },
    { on: ["parking_main_info"], while: "parking_status_id in (1, 3)", error: "VEHICLE_IN_PROGRESS" },
  ],
  indexes: [
    ["branch", "id", "date_created"],
    ["branch", "date_created"],
    ["branch", "parking_status_id", "id"],
    ["user_created", "id"],
  ],
  needs: [
    "visitor_id",
    "parking_main_info",
    "parking_main_info.branch",
    "parking_main_info.branch.parking_config",
    "parking_main_info.branch.time_charges",
    "parking_main_info.branch.slot_blocks",
    "parking_main_info.vehicle_type",
  ],
  rules: parkingEntryRules,
  facts: ["openVisit", "openShift"],
  ledger: receiptOf("parking_information"),
  scarce: ["receipt", "slot"],
  carries: ({ after, changes }) =>
    "parking_status_id" in changes || "approved_by" in changes
      ? [
          {
            to: "parking_main_info",
            set: mainAfterVisit({
              sequence: after["parking_status_id"] as number,
              isApproved: (changes["approved_by"] ?? null) !== null,
            }),
          },
        ]
      : [],
  history: { in: "Parking_History", via: "parking_information" },
  live: true,
  access: {
    read: {
      admin: ownCompany,
      manager: ownBranch,
      staff: ownBranch,
      approver: ownBranch,
      employee: toMe,
      customer: ownVisits,
    },
    create: { admin: ownCompany, manager: ownBranch, staff: ownBranch },
    update: {
      admin: ownCompany,
      manager: ownBranch,
      staff: ownBranch,
      // They answer requests; what else this field could do, the rules refuse (domain/rules/invite.ts).
      approver: { rows: ownBranch, fields: ["parking_status_id"] },
      employee: cancels,
      customer: cancels,
    },
  },
});

export const ParkingHistory = collection("Parking_History", {
  fields: {
    parking_information: one("Parking_Information", {
      required: true,
      onDelete: "cascade",
      index: true,
      serverSet: true,
    }),
    status_id: one("Parking_Status", { serverSet: true }),
    // What changed: field → [before, after].
    changes: { kind: "json", serverSet: true },
  },
  tracked: false,
  access: {
    read: {
      admin: entryOfCompany,
      manager: entryOfBranch,
      staff: entryOfBranch,
      approver: entryOfBranch,
    },
  },
});

export const ParkingVehicleImages = collection("Parking_Vehicle_Images", {
  fields: {
    parking_information: one("Parking_Information", { onDelete: "cascade", index: true }),
    vehicle_image: oneByUuid("files", { required: true, onDelete: "cascade" }),
    image_id: text({ max: 100 }),
    child_image_id: text({ max: 100 }),
  },
  needs: ["vehicle_image", "parking_information"],
  rules: [isOfEntrysBranch({ field: "vehicle_image", entry: "parking_information" })],
  access: {
    read: {
      admin: entryOfCompany,
      manager: entryOfBranch,
      staff: entryOfBranch,
    },
    create: {
      admin: entryOfCompany,
      manager: entryOfBranch,
      staff: entryOfBranch,
    },
  },
});
