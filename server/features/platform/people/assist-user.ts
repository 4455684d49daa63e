// §1: help for a person who cannot log in or lost a device: sessions are ended, invitations sent again.
import { can } from "#domain/access/capabilities.ts";
import { type Actor, findRole, isPlatform } from "#domain/access/roles.ts";
import type { platformPeopleActions } from "#domain/platform/people-actions.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { endSessionsAndNotify } from "#server/auth/sessions.ts";
import { runInTransaction } from "#server/context.ts";
import { sendInvitation } from "#server/features/people/invitations.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface AssistedUser {
  name: string;
  email: string;
  role: string;
  status: string;
  branch: number | null;
}

/** FORBIDDEN without the user, and for one of the platform's own people unless the actor administers the platform. */
async function requireAssistedUser({
  tx,
  actor,
  userId,
}: {
  tx: WriteContext["tx"];
  actor: Actor;
  userId: string;
}): Promise<AssistedUser> {
  if (!isUuid(userId)) throwApiError("FORBIDDEN");
  const [user] = await tx<AssistedUser[]>`
    select first_name as name, email, role, status, default_branch as branch from users
    where id = ${userId} and integration is null for update`;
  const isColleague = user !== undefined && isPlatform({ role: findRole(user.role) });
  if (!user || !can(actor, "account.assist") || (isColleague && !can(actor, "platform.administer")))
    throwApiError("FORBIDDEN");
  return user;
}

/** NO_CHANGES if no session is open. */
export async function endSessionsOfUser({
  user_id: userId,
  ...context
}: ContractCall<typeof platformPeopleActions.endSessions>): Promise<void> {
  const assertAllowed = async ({ tx, actor }: WriteContext) => {
    await requireAssistedUser({ tx, actor, userId });
  };
  if ((await endSessionsAndNotify({ context: { ...context, userId }, assertAllowed })) === 0)
    throwApiError("NO_CHANGES");
}

/** Mails a new link to the same address; the old one expires. INVITATION_ACCEPTED. */
export async function resendInvitationOfUser({
  user_id: userId,
  ...context
}: ActionContext & { user_id: string }): Promise<void> {
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      const { role, status, ...person } = await requireAssistedUser({ tx: ctx.tx, actor: ctx.actor, userId });
      if (status !== "invited") throwApiError("INVITATION_ACCEPTED");
      const invitedUser = { ...person, id: userId, role: findRole(role) };
      await sendInvitation({ services: context.services, ctx, invitedUser });
    },
  });
}
