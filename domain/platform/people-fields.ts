// §1: fields of the platform's forms about people.
import { choice, email, personName, text } from "#domain/schema/fields.ts";

/** Roles of the platform's own people. */
export const teamRoles = ["verifier", "platform"] as const;

export const invitationFields = {
  first_name: personName({ label: "Name", required: true }),
  email: email({ required: true }),
  role: choice(teamRoles, { label: "Role", required: true, default: "verifier" }),
};

export const teamRoleFields = { role: choice(teamRoles, { label: "Role", required: true }) };

export const findUserFields = {
  account: text({ label: "Phone number or email", required: true, max: 100 }),
};
