// §3 Users / session user: all accounts that can log in.
import type { MessageConsent } from "#domain/messages/message-consents.ts";
import type { CustomerVehicle } from "#domain/accounts/customer.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import { byScope, ownUser } from "#domain/access/row-filters.ts";
import type { Actor } from "#domain/access/roles.ts";
import { defineCollection, type Filter } from "#domain/schema/collection.ts";
import type { RuleArgsOf, WithUuidKey } from "#domain/schema/registry.ts";
import { boolean, choice, email, integer, json, one, oneByUuid, secret, timestamp } from "#domain/schema/fields.ts";
import { recordAttendance } from "#domain/people/attendance.ts";
import { openShiftOnAttendance } from "#domain/cash/cash-shift.ts";
import type { PinnedPlace } from "#domain/people/pinned-places.ts";
import { getKeys } from "#domain/object-keys.ts";
import { languages } from "#domain/people/languages.ts";
import { personDetailFields } from "#domain/people/people.ts";
import { isPhoneLogInSql } from "#domain/people/phone-log-in.ts";
import { userRules, validateAdministratorDelete } from "#domain/people/user.ts";
import { employmentFields, personFields } from "#domain/people/user-fields.ts";

const inSameCompany = (actor: { company: number | null }) =>
  actor.company !== null && { default_company: { _eq: actor.company } };
const inSameBranch = (actor: { branch: number | null }) =>
  actor.branch !== null && { default_branch: { _eq: actor.branch } };
const selfAndStaffOfBranch = (actor: Actor): Filter | false =>
  actor.branch !== null && {
    _or: [
      { id: { _eq: actor.id } },
      {
        _and: [
          { default_branch: { _eq: actor.branch } },
          { is_admin_user: { _eq: false } },
          { is_manager_user: { _eq: false } },
          { is_customer_user: { _eq: false } },
        ],
      },
    ],
  };
const colleagueFields = [
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
const identityFields = ["id", "first_name", "role", "status", "default_company", "default_branch"];
/** The rules restrict these per target user: domain/people/user.ts. */
const managerEditableFields = ["first_name", "last_name", ...personDetailFields, "status", "in_out_flag"];
const adminEditableFields = [...managerEditableFields, "role", "default_branch"];

const usersFields = {
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  email: personFields.email,
  contact_number: personFields.contact_number,
  /**
   * When `contact_number` was verified by a code; reset when the number changes. Required for access by phone number.
   */
  phone_verified_at: timestamp({ serverSet: true }),
  password: personFields.password,
  role: oneByUuid("roles", { required: true }),
  // §3 has draft and active; invited and suspended belong to the CMS contract.
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
  ...employmentFields,
  /** Values of `serviceNames` (domain/branches/services.ts); empty means all services of the branch. */
  staff_service_type: json<ServiceName[] | null>({ default: [] }),
  password_copy: secret({ serverSet: true }),
  actual_password: secret({ serverSet: true }),
  login_otp: secret({ serverSet: true }),
  actual_otp_pin: secret({ serverSet: true }),
  user_vehicle_type: personFields.user_vehicle_type,
  user_vehicles: json<CustomerVehicle[] | null>({ default: [] }),
  pinned_places: json<PinnedPlace[] | null>({ default: [] }),
  message_consents: json<MessageConsent[] | null>({ default: [] }),
  /** Set by an action of the account (domain/accounts/profile/profile-actions.ts). */
  picture: oneByUuid("files", { onDelete: "set null", serverSet: true }),
  default_company: one("Companies", { onDelete: "set null", index: true }),
  default_branch: one("Branch", { onDelete: "set null", index: true }),
  language: choice(getKeys(languages), { max: 10 }),
  last_access: timestamp({ serverSet: true }),
  /** Content of the log-in card of staff without an email (docs/rules/staff-log-in.md). */
  log_in_card: secret({ serverSet: true, unique: true }),
  card_issued_at: timestamp({ serverSet: true }),
  token: secret({ serverSet: true }),
  tfa_secret: secret({ serverSet: true }),
  // Incremented with changes of password, role or status, which invalidates all issued tokens.
  auth_version: integer({ serverSet: true, default: 1 }),
  // Incremented when a session of the user ends, so that all servers reload the user's sessions.
  session_version: integer({ serverSet: true, default: 0 }),
  // Set for the user of a static token; null for persons.
  integration: one("Integration_Tokens", { serverSet: true, onDelete: "cascade", index: true }),
};

export const Users = defineCollection("users", {
  keyType: "uuid",
  isSystem: true,
  fields: usersFields,
  unique: [
    { fields: ["email"], ignoreCase: true },
    { fields: ["default_branch", "pin_number"], where: "pin_number is not null", error: "STAFF_PIN_EXIST" },
    // A customer can have the same phone number as a partner user; partner users of a company cannot share one.
    {
      fields: ["default_company", "contact_number"],
      where: "contact_number is not null and not is_customer_user",
      error: "USER_PHONE_EXIST",
    },
    {
      fields: ["default_company", "employee_id"],
      where: "employee_id is not null",
      ignoreCase: true,
      error: "EMPLOYEE_ID_EXIST",
    },
    {
      fields: ["contact_number"],
      where: "phone_verified_at is not null and is_customer_user",
      error: "USER_PHONE_EXIST",
    },
    { fields: ["contact_number"], where: isPhoneLogInSql, error: "USER_PHONE_EXIST" },
  ],
  indexes: [["contact_number"]],
  include: ["default_branch"],
  rules: userRules,
  deleteRules: [validateAdministratorDelete],
  lookups: ["activeChat", "keysInHand", "openShift", "otherAdministrators", "hasUncountedCash", "isPinTaken"],
  derivedRows: (args: RuleArgsOf<"users">) => [...recordAttendance(args), ...openShiftOnAttendance(args)],
  isLive: true,
  access: {
    read: {
      "person.read": byScope({ company: inSameCompany, branch: inSameBranch }),
      "colleague.read": { rows: inSameBranch, fields: colleagueFields },
      "account.manage": ownUser,
      "invite.host": { rows: ownUser, fields: colleagueFields },
      // Contact details of others are found one by one (domain/platform/user-search.ts).
      "platform.review": {
        rows: true,
        fields: [...identityFields, "email", "contact_number"],
        partial: { fullAccessRows: ({ id }) => ({ id: { _eq: id } }), fields: identityFields },
      },
    },
    update: {
      "people.assign": { rows: inSameCompany, fields: adminEditableFields },
      "people.manage": {
        rows: byScope({ company: inSameCompany, branch: selfAndStaffOfBranch }),
        fields: managerEditableFields,
      },
      "duty.record": { rows: ownUser, fields: ["first_name", "in_out_flag", "language"] },
      "account.manage": {
        rows: ownUser,
        // Vehicles are changed by actions, which ask for proof (domain/accounts/profile/profile-actions.ts).
        fields: ["first_name", "last_name", "language", "pinned_places", "message_consents"],
      },
    },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    users: WithUuidKey<typeof usersFields>;
  }
}
