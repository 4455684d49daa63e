// §1: actions of the platform on people: its own team, and help for the people of vendors.
import { z } from "zod";
import { roleNames } from "#domain/access/roles.ts";
import { findUserFields, invitationFields, teamRoleFields } from "#domain/platform/people-fields.ts";
import { timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const area = "platform";
const assist = { area, access: { can: "account.assist" } } as const;
const administer = { area, access: { can: "platform.administer" } } as const;
const status = z.string().meta({ description: "active, invited, suspended or draft." });

export const platformPeopleActions = {
  listTeam: contract("GET /actions/platform/team", {
    ...administer,
    summary: "The platform's own people",
    reply: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        email: z.string(),
        role: z.enum(roleNames),
        status,
        last_access: timestampText.nullable(),
        has_second_factor: z.boolean(),
      }),
    ),
    errors: [],
  }),
  inviteToTeam: contract("POST /actions/platform/team", {
    ...administer,
    summary: "Invite a person to the platform's team by email",
    inputs: invitationFields,
    reply: z.object({ id: z.uuid() }),
    errors: ["USER_EMAIL_EXIST"],
  }),
  changeTeamRole: contract("POST /actions/platform/team/:user_id/role", {
    ...administer,
    summary: "Change the role of another person of the platform's team, whose sessions end",
    inputs: teamRoleFields,
    errors: ["NO_CHANGES"],
  }),
  findUsers: contract("POST /actions/platform/users/find", {
    ...assist,
    summary: "Find the accounts of a whole phone number or email; each search is in the security log",
    inputs: findUserFields,
    reply: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        role: z.enum(roleNames),
        status,
        company: z.string().nullable(),
        branch: z.string().nullable(),
        last_access: timestampText.nullable(),
        has_second_factor: z.boolean(),
        sessions: z.int().meta({ description: "Sessions that are open." }),
      }),
    ),
    errors: ["FAILED_VALIDATION", "REQUESTS_EXCEEDED"],
  }),
  endSessions: contract("POST /actions/platform/users/:user_id/end-sessions", {
    ...assist,
    summary: "End all sessions of a user",
    errors: ["NO_CHANGES"],
  }),
  resendInvitation: contract("POST /actions/platform/users/:user_id/invite", {
    ...assist,
    summary: "Resend the invitation of a user to the same address",
    errors: ["INVITATION_ACCEPTED"],
  }),
};
