// §3 Users / session user: everybody who can log in.
import { ownRow } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import {
  boolean,
  choice,
  email,
  integer,
  json,
  one,
  oneByUuid,
  password,
  personName,
  phone,
  secret,
  text,
  timestamp,
} from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { attendanceOf } from "#domain/rules/attendance.ts";
import { shiftOfAttendance } from "#domain/rules/cash-shift.ts";
import { personDetails, workFields } from "#domain/rules/people.ts";
import { userRules } from "#domain/rules/user.ts";

const ofCompany = (who: { company: number | null }) =>
  who.company !== null && { default_company: { _eq: who.company } };
const ofBranch = (who: { branch: number | null }) => who.branch !== null && { default_branch: { _eq: who.branch } };
const shownToColleagues = [
  "id",
  "first_name",
  "role",
  "status",
  "in_out_flag",
  "is_manager_user",
  "is_staff_user",
  "is_employee_user",
  "department",
  "designation",
  "staff_service_type",
  "default_branch",
];
/** Which of these a manager may change of whom: domain/rules/user.ts. */
const editedByManager = ["first_name", "last_name", ...personDetails, "status", "in_out_flag"];
const editedByAdmin = [...editedByManager, "role", "default_branch"];

export const Users = collection("users", {
  key: "uuid",
  system: true,
  fields: {
    first_name: personName({ required: true }),
    last_name: text({ max: limits.name }),
    email: email({ required: true }),
    contact_number: phone({ label: "Phone number" }),
    password: password(),
    role: oneByUuid("roles", { required: true }),
    // §3 has draft and active; invited and suspended are the CMS shape's own words.
    status: choice(["draft", "active", "invited", "suspended"], { default: "active" }),
    in_out_flag: boolean({ label: "Attendance" }),
    on_duty_since: timestamp({ serverSet: true }),
    is_admin_user: boolean({ serverSet: true }),
    is_manager_user: boolean({ serverSet: true }),
    is_staff_user: boolean({ serverSet: true }),
    is_customer_user: boolean({ serverSet: true }),
    is_employee_user: boolean({ serverSet: true }),
    public_customer: boolean(),
    residential_customer: boolean(),
    govt_customer: boolean(),
    school_college_university_customer: boolean(),
    is_email_verified: boolean({ serverSet: true }),
    temporary_email: email({ serverSet: true }),
    pending_creation_type: choice(["company", "branch"], { serverSet: true }),
    ...workFields,
    /** Of `services` (domain/services.ts); empty is every service of the branch. */
    staff_service_type: json({ default: [] }),
    password_copy: secret({ serverSet: true }),
    actual_password: secret({ serverSet: true }),
    login_otp: secret({ serverSet: true }),
    actual_otp_pin: secret({ serverSet: true }),
    user_vehicle_type: choice(["single", "multiple"]),
    user_vehicles: json({ default: [] }),
    default_company: one("Companies", { onDelete: "set null", index: true }),
    default_branch: one("Branch", { onDelete: "set null", index: true }),
    language: text({ max: 10 }),
    last_access: timestamp({ serverSet: true }),
    token: secret({ serverSet: true }),
    tfa_secret: secret({ serverSet: true }),
    // Goes up with the password, the role and the status: tokens given out before are then worth nothing.
    auth_version: integer({ serverSet: true, default: 1 }),
    // Goes up when one of the person's log-ins is ended: every server then asks which.
    session_version: integer({ serverSet: true, default: 0 }),
    // For the user a static token acts as; null for people.
    integration: one("Integration_Tokens", { serverSet: true, onDelete: "cascade", index: true }),
  },
  unique: [
    { on: ["email"], ignoreCase: true },
    { on: ["default_branch", "pin_number"], while: "pin_number is not null", error: "STAFF_PIN_EXIST" },
    // Customers may share a phone with somebody who works here; colleagues do not share one.
    {
      on: ["default_company", "contact_number"],
      while: "contact_number is not null and not is_customer_user",
      error: "USER_PHONE_EXIST",
    },
    {
      on: ["default_company", "employee_id"],
      while: "employee_id is not null",
      ignoreCase: true,
      error: "EMPLOYEE_ID_EXIST",
    },
  ],
  indexes: [["contact_number"]],
  needs: ["default_branch"],
  rules: userRules,
  facts: ["heldChat", "openShift"],
  ledger: (args) => [...attendanceOf(args), ...shiftOfAttendance(args)],
  live: true,
  access: {
    read: {
      admin: ofCompany,
      manager: ofBranch,
      staff: { rows: ofBranch, fields: shownToColleagues },
      approver: { rows: ofBranch, fields: shownToColleagues },
      employee: { rows: ownRow, fields: shownToColleagues },
      customer: ownRow,
      verifier: {
        rows: true,
        fields: ["id", "first_name", "email", "contact_number", "role", "status", "default_company", "default_branch"],
      },
    },
    update: {
      admin: { rows: ofCompany, fields: editedByAdmin },
      manager: {
        rows: (who) =>
          who.branch !== null && {
            _or: [
              { id: { _eq: who.id } },
              {
                _and: [
                  { default_branch: { _eq: who.branch } },
                  { is_admin_user: { _eq: false } },
                  { is_manager_user: { _eq: false } },
                  { is_customer_user: { _eq: false } },
                ],
              },
            ],
          },
        fields: editedByManager,
      },
      staff: { rows: ownRow, fields: ["first_name", "in_out_flag", "language"] },
      customer: { rows: ownRow, fields: ["first_name", "last_name", "language"] },
    },
  },
});
