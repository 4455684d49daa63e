// Log-in cards of staff without an email: issued and revoked by who manages them. See docs/rules/staff-log-in.md.
import { canInvite } from "#domain/people/invitation.ts";
import { canLackEmail, isWithoutEmail } from "#domain/people/phone-log-in.ts";
import { Users } from "#domain/people/users.collection.ts";
import { findRole } from "#domain/access/roles.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { endCardSessions } from "#server/auth/sessions.ts";
import { runInTransaction } from "#server/context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { updateItem } from "#server/items/write/write.ts";

const tokenBytes = 24;

/**
 * Returns the address for the card, which cannot be read later; an earlier card becomes invalid. FORBIDDEN for users the
 * actor does not manage, and for who logs in with an email; STAFF_PIN_REQUIRED.
 */
export function issueCard({ person, ...context }: ActionContext & { person: string }): Promise<{ link: string }> {
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const { hasPin, status } = await lockManagedStaff({ ctx, id: person });
      if (status !== "active" && status !== "invited") throwApiError("FORBIDDEN");
      if (!hasPin) throwApiError("STAFF_PIN_REQUIRED");
      const token = Buffer.from(ctx.random(tokenBytes)).toString("base64url");
      await writeCard({ ctx, id: person, token });
      return { link: `${context.services.config.publicUrl}/staff-log-in#${token}` };
    },
  });
}

/** Effective with the next request. FORBIDDEN, as `issueCard`. */
export function revokeCard({ person, ...context }: ActionContext & { person: string }): Promise<void> {
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      await lockManagedStaff({ ctx, id: person });
      await writeCard({ ctx, id: person, token: null });
    },
  });
}

async function writeCard({ ctx, id, token }: { ctx: WriteContext; id: string; token: string | null }): Promise<void> {
  const systemValues = { log_in_card: token, card_issued_at: token && ctx.now };
  await updateItem({ ctx, collection: Users, id, payload: {}, systemValues, bypassAccess: true });
  await endCardSessions({ tx: ctx.tx, userId: id, now: ctx.now });
}

interface ManagedStaff {
  role: string;
  email: string;
  status: string;
  company: number | null;
  branch: number | null;
  hasPin: boolean;
}

/** Locks staff without an email whom the actor manages; FORBIDDEN for others. */
export async function lockManagedStaff({ ctx, id }: { ctx: WriteContext; id: string }): Promise<ManagedStaff> {
  if (!isUuid(id)) throwApiError("FORBIDDEN");
  const [user] = await ctx.tx<ManagedStaff[]>`
    select role, email, status, default_company as company, default_branch as branch, pin_number is not null as "hasPin"
    from users where id = ${id} and integration is null for update`;
  if (!user) throwApiError("FORBIDDEN");
  const role = findRole(user.role);
  const { company, branch } = user;
  const isManaged = canInvite({ actor: ctx.actor, role, company, branch });
  return isManaged && canLackEmail(role) && isWithoutEmail(user) ? user : throwApiError("FORBIDDEN");
}
