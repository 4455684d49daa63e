// §2 §5 §6: actions for the people of a branch: creation, invitation, attendance and import.
import { z } from "zod";
import { roleNames } from "#domain/access/roles.ts";
import { tokenErrors } from "#domain/accounts/code-errors.ts";
import { personCreateFields } from "#domain/people/people.ts";
import { codeText, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";
import { importedRowsQuery, importFileErrors, importPreview } from "#domain/schema/list-import-contract.ts";

const common = { area: "people", access: { can: "people.manage" } } as const;

const dutyPeriod = z.object({
  from: timestampText,
  until: timestampText.nullable().meta({ description: "Null while the period is open." }),
  begunBy: z.string().nullable().meta({ description: "Who recorded the start; null if on another day." }),
  endedBy: z.string().nullable().meta({ description: "Who recorded the end; null if on another day." }),
});
const attendanceOfPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  first: z.string().meta({ description: "First name, by which `begunBy` and `endedBy` name a person." }),
  role: z.enum(roleNames),
  designation: z.string().nullable(),
  isPresent: z.boolean().meta({ description: "Whether the person is on duty now, regardless of the day." }),
  isActive: z.boolean().meta({ description: "False for suspended people and those who have not accepted yet." }),
  periods: z.array(dutyPeriod),
  minutes: z.int().meta({ description: "Whole minutes on duty." }),
});

const importedRole = "Role of the people in the file: `staff` or `employee`.";

export const peopleActions = {
  create: contract("POST /actions/people", {
    ...common,
    summary: "Create a user and send an invitation",
    fields: { users: personCreateFields },
    // FORBIDDEN for a role that does not exist, as for one that the caller may not assign.
    body: z.object({ role: z.unknown().optional().meta({ enum: roleNames }) }),
    reply: z.object({ id: z.uuid() }),
    errors: ["STAFF_PIN_REQUIRED", "USER_EMAIL_EXIST", "USER_PHONE_EXIST", "STAFF_PIN_EXIST", "EMPLOYEE_ID_EXIST"],
  }),
  resendInvitation: contract("POST /actions/people/:person/invite", {
    ...common,
    summary: "Resend the invitation, to a corrected `email` if provided",
    fields: { users: ["email"] },
    errors: ["INVITATION_ACCEPTED", "EMAIL_SAME_AS_OLD", "USER_EMAIL_EXIST"],
  }),
  giveEmail: contract("POST /actions/people/:person/email", {
    ...common,
    summary: "Send the confirming link to the first email of active staff without one",
    fields: { users: ["email"] },
    errors: ["EMAIL_IN_USE"],
  }),
  issueCard: contract("POST /actions/people/:person/card", {
    ...common,
    summary: "Issue a log-in card for staff without an email; an earlier one becomes invalid",
    reply: z.object({ link: z.string().meta({ description: "Address for the QR code; cannot be read again." }) }),
    errors: ["STAFF_PIN_REQUIRED"],
  }),
  revokeCard: contract("POST /actions/people/:person/card/revoke", {
    ...common,
    summary: "Revoke the log-in card of staff without an email; sessions opened with it end",
    errors: [],
  }),
  readAttendance: contract("GET /actions/people/attendance", {
    ...common,
    summary: "Attendance of a day",
    query: { day: "YYYY-MM-DD in the branch's time zone." },
    requiredQuery: ["day"],
    reply: z.array(attendanceOfPerson),
    errors: ["INVALID_QUERY"],
  }),
  previewImport: contract("POST /actions/people/import/preview", {
    ...common,
    summary: "Preview an import of staff or employees with its errors",
    query: { role: importedRole },
    isUpload: true,
    reply: importPreview,
    errors: importFileErrors,
  }),
  import: contract("POST /actions/people/import", {
    ...common,
    summary: "Import staff or employees atomically; streams the progress as NDJSON",
    query: { role: importedRole, rows: importedRowsQuery },
    isUpload: true,
    reply: "application/x-ndjson",
    errors: importFileErrors,
  }),
  readInvitation: contract("POST /actions/invitations/read", {
    area: common.area,
    access: "public",
    summary: "Read an invitation by its link",
    body: z.object({ token: codeText.meta({ description: "Token of the link." }) }),
    reply: z.object({
      name: z.string(),
      email: z.string(),
      role: z.string().meta({ description: "Name of the role." }),
      branch: z.string().nullable().meta({ description: "Name of the branch." }),
    }),
    errors: [...tokenErrors, "INVALID_INVITE"],
  }),
};
