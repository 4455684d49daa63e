// §1: the platform's own people: administrators and verifiers.
import { type Role, findRole, isPlatform, roleNames, roles } from "#domain/access/roles.ts";
import { can } from "#domain/access/capabilities.ts";
import { canInvite } from "#domain/people/invitation.ts";
import type { platformPeopleActions } from "#domain/platform/people-actions.ts";
import { invitationFields, teamRoles } from "#domain/platform/people-fields.ts";
import { checkField } from "#domain/schema/fields.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { Users } from "#domain/people/users.collection.ts";
import type { ContractReply, ContractResult } from "#domain/schema/contract.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { rethrowTakenEmail } from "#server/features/people/create-person.ts";
import { createInvitedUser, sendInvitation } from "#server/features/people/invitations.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import { queueMail } from "#server/messaging/outbox.ts";

type TeamMember = ContractResult<typeof platformPeopleActions.listTeam>[number];

const teamRoleIds = roleNames.filter((role) => isPlatform({ role })).map((role) => roles[role].id);

export async function listTeam({ sql }: Pick<AppServices, "sql">): Promise<TeamMember[]> {
  const rows = await sql<(Omit<TeamMember, "role"> & { role: string })[]>`
    select id, first_name as name, email, role, status, last_access, tfa_secret is not null as has_second_factor
    from users where role = any(${teamRoleIds}::uuid[]) and integration is null order by status = 'suspended', first_name, id`;
  return rows.map((row) => ({ ...row, role: findRole(row.role) }));
}

/** Creates the account and mails the link. FAILED_VALIDATION by field, FORBIDDEN, USER_EMAIL_EXIST. */
export async function inviteToTeam({
  body,
  ...context
}: ContractCall<typeof platformPeopleActions.inviteToTeam>): Promise<
  ContractReply<typeof platformPeopleActions.inviteToTeam>
> {
  const role: Role = teamRoles.find((name) => name === body.role) ?? throwApiError("FORBIDDEN");
  const name = readText("first_name", body.first_name);
  const email = readText("email", body.email);
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      if (!canInvite({ actor: ctx.actor, role, company: null, branch: null })) throwApiError("FORBIDDEN");
      const details = { first_name: name, email };
      const id = await createInvitedUser({ ctx, role, details, company: null, branch: null }).catch((error: unknown) =>
        rethrowTakenEmail(error),
      );
      await sendInvitation({ services: context.services, ctx, invitedUser: { id, name, email, role, branch: null } });
      return { id };
    },
  });
}

/**
 * Gives another person of the team a new role. A change of the role ends the sessions (domain/people/user.ts).
 * FORBIDDEN for one's own role and for others than the team, NO_CHANGES.
 */
export async function changeTeamRole({
  user_id: userId,
  body,
  ...context
}: ContractCall<typeof platformPeopleActions.changeTeamRole>): Promise<void> {
  const role: Role = teamRoles.find((name) => name === body.role) ?? throwApiError("FORBIDDEN");
  if (!isUuid(userId)) throwApiError("FORBIDDEN");
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      // All of the team, in one order: of two administrators who demote each other one remains.
      const team = await ctx.tx<{ id: string; name: string; email: string; role: string }[]>`
        select id, first_name as name, email, role from users
        where role = any(${teamRoleIds}::uuid[]) and integration is null order by id for update`;
      const caller = team.find(({ id }) => id === ctx.actor.id);
      const member = team.find(({ id }) => id === userId);
      const isAdministrator = caller !== undefined && can({ role: findRole(caller.role) }, "platform.administer");
      if (!isAdministrator || !member || member === caller) throwApiError("FORBIDDEN");
      if (member.role === roles[role].id) throwApiError("NO_CHANGES");
      const payload = { role: roles[role].id };
      await updateItem({ ctx, collection: Users, id: userId, payload, bypassAccess: true });
      const values = {
        name: member.name,
        before: roles[findRole(member.role)].name,
        after: roles[role].name,
        by: caller.name,
        log_in_link: `${context.services.config.publicUrl}/partner-with-us`,
      };
      await queueMail({ ctx, branch: null, to: member.email, template: "team-role-changed", values });
    },
  });
}

/** The normalised value of a field of the form. FAILED_VALIDATION. */
function readText(name: "first_name" | "email", value: unknown): string {
  const field = invitationFields[name];
  const failure = checkField({ name, field, value });
  if (failure || typeof value !== "string") throwApiError("FAILED_VALIDATION", { field: name, path: [name] }, failure);
  return field.normalise ? field.normalise(value) : value;
}
