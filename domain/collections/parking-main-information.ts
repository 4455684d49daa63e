// §3 Parking_Main_Information: the standing record: a vehicle or person, its pass or its invite window (reading.md §3).
import { ownBranch, ownCompany, ownMade } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import {
  boolean,
  choice,
  email,
  many,
  one,
  oneByUuid,
  personName,
  phone,
  state,
  text,
  timestamp,
  vehicleNumber,
} from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { passUnits } from "#domain/rules/pass.ts";
import { parkingMainRules } from "#domain/rules/parking-main.ts";
import { standingStatesOf } from "#domain/states/parking.ts";

export const ParkingMainInformation = collection("Parking_Main_Information", {
  fields: {
    company: one("Companies", { serverSet: true, onDelete: "cascade" }),
    branch: one("Branch", { required: true, onDelete: "cascade" }),
    name: personName(),
    email: email(),
    phone_no: phone({ required: true }),
    vehicle_no: vehicleNumber(),
    vehicle_type: one("Vehicle_Type"),
    is_person: boolean(),
    is_waiting_for_approve: boolean({ serverSet: true }),
    // Who answered the request of a pass that was made before its first visit.
    approved_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
    approved_at: timestamp({ serverSet: true }),
    is_invited: boolean({ serverSet: true }),
    parking_type: choice(["single_time", "long_time"], { default: "single_time" }),
    time_type: choice(passUnits),
    pass_start_time: timestamp(),
    pass_end_time: timestamp(),
    entry_reason: text({ max: limits.message }),
    status_id: one("Parking_Status", { serverSet: true }),
    parking_status_id: state("Parking_Status", standingStatesOf, { serverSet: true }),
    entries: many("Parking_Information", "parking_main_info"),
  },
  unique: [
    {
      on: ["branch", "vehicle_no"],
      while: "parking_status_id = 1 and not is_person",
      error: "VEHICLE_IN_PROGRESS",
    },
    {
      on: ["branch", "phone_no", "name"],
      while: "parking_status_id = 1 and is_person",
      ignoreCase: true,
      error: "PERSON_IN_PROGRESS",
    },
  ],
  indexes: [["branch", "vehicle_no"], ["branch", "phone_no"], ["phone_no"], ["branch", "id"]],
  needs: ["branch", "branch.parking_config", "vehicle_type"],
  rules: parkingMainRules,
  facts: ["sameVisitor"],
  live: true,
  presets: { branch: (who) => who.branch },
  access: {
    read: {
      admin: ownCompany,
      manager: ownBranch,
      staff: ownBranch,
      approver: ownBranch,
      employee: ownMade,
      customer: (who) => {
        const made = ownMade(who);
        return made && who.phone !== null ? { _or: [{ phone_no: { _eq: who.phone } }, made] } : made;
      },
    },
    create: { admin: ownCompany, manager: ownBranch, staff: ownBranch },
    update: {
      admin: { rows: ownCompany, fields: ["name", "email", "entry_reason", "vehicle_type"] },
      manager: { rows: ownBranch, fields: ["name", "email", "entry_reason", "vehicle_type"] },
      staff: { rows: ownBranch, fields: ["name", "email", "entry_reason", "vehicle_type"] },
    },
  },
});
