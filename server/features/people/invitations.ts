// §6: creates invited users and mails the link with which they set their password.
import { Users } from "#domain/people/users.collection.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { canLackEmail, createStaffEmail } from "#domain/people/phone-log-in.ts";
import type { Row } from "#domain/schema/collection.ts";
import { anonymous, type Role, findRole, roles } from "#domain/access/roles.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { loadSession } from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { createItem } from "#server/items/write/write.ts";
import { issueMailLink } from "#server/auth/links.ts";
import { queueMail, queueSms } from "#server/messaging/outbox.ts";

export interface CreateInvitedUserOptions {
  ctx: WriteContext;
  role: Role;
  /** Fields of the new user, including `first_name`, and `email` unless the role can lack it. */
  details: Row;
  company: number | null;
  branch: number | null;
}

/** Creates an account with status `invited` and returns its id. The caller checks the permission. */
export async function createInvitedUser({
  ctx,
  role,
  details,
  company,
  branch,
}: CreateInvitedUserOptions): Promise<string> {
  const employment = { default_company: company, default_branch: branch };
  const email = getText(details["email"]) || (canLackEmail(role) ? createStaffEmail(toHex(ctx.random(12))) : undefined);
  const payload = { ...details, email, ...employment, role: roles[role].id, status: "invited" };
  return await createItem({ ctx, collection: Users, payload, bypassAccess: true });
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const getText = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

export interface InvitedUser {
  id: string;
  name: string;
  email: string;
  /** Receives the invitation of staff without an email. */
  phone?: string | null;
  role: Role;
  branch: number | null;
}

/**
 * Mails the link to set the password and invalidates earlier links; `page` replaces the default acceptance page. Staff
 * without an email get an SMS, which contains no secret: they log in by their phone number.
 */
export async function sendInvitation({
  services,
  ctx,
  invitedUser,
  page,
  event,
}: {
  services: AppServices;
  ctx: WriteContext;
  invitedUser: InvitedUser;
  page?: string | null;
  /** Key under which an SMS is sent once. */
  event?: string;
}): Promise<void> {
  const { tx, now, actor } = ctx;
  const { id, name, role, branch } = invitedUser;
  const email = invitedUser.email.trim();
  if (isPlaceholderEmail(email)) {
    const values = { inviter: actor.name ?? "Chaavi", log_in_link: `${services.config.publicUrl}/staff-log-in` };
    if (invitedUser.phone)
      await queueSms({
        ctx,
        branch,
        to: invitedUser.phone,
        template: "staff-invitation",
        values,
        ...(event && { event }),
      });
    return;
  }
  const token = await issueMailLink({ services, tx, purpose: "invite", userId: id, email, now });
  const link = `${page ?? `${services.config.publicUrl}/accept-invitation`}?token=${token}`;
  const values = { name, inviter: actor.name ?? "Chaavi", role: roles[role].name, invite_link: link };
  await queueMail({ ctx, branch, to: email, template: "invitation", values });
}

interface UninvitedUser {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  role: string;
  branch: number | null;
}

/** Mails the invited users among `userIds` who have not been mailed yet, in one transaction; idempotent. */
export async function sendPendingInvitations({
  services,
  userIds,
  inviter,
}: {
  services: AppServices;
  userIds: readonly string[];
  inviter: string;
}): Promise<void> {
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const session = await loadSession({ sql: tx, userId: inviter });
      const ctx = createWriteContext({
        services,
        tx,
        actor: session?.actor ?? anonymous,
        origin: { ip: null, userAgent: null },
      });
      const uninvitedUsers = await tx<UninvitedUser[]>`
        select id, first_name as name, email, contact_number as phone, role, default_branch as branch from users u
        where id = any(${[...userIds]}) and status = 'invited'
          and not exists (select 1 from links l where l."user" = u.id and l.purpose = 'invite')
        order by id for update`;
      for (const { role, ...person } of uninvitedUsers)
        await sendInvitation({
          services,
          ctx,
          invitedUser: { ...person, role: findRole(role) },
          event: `staff-invitation:${person.id}`,
        });
    },
  });
}
