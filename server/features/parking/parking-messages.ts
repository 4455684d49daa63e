// §4 Approvals, Invited: mails and SMS about invites and approvals, queued in the transaction of the change.
import { formatDateTime12 } from "#domain/dates.ts";
import type { QuotaExceededAction } from "#domain/messages/message-quota.ts";
import type { AppServices } from "#server/context.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueMail, queueSms } from "#server/messaging/outbox.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { toLinkVersion } from "#server/auth/tokens.ts";

interface EntryMessageInput {
  services: AppServices;
  ctx: WriteContext;
  /** Id of the entry. */
  id: number;
}

/** Path of the invited visitor's page on this server. */
export function getInviteLink({
  services,
  id,
  renewedAt = null,
}: {
  services: AppServices;
  id: number;
  /** `link_renewed_at` of the entry; a new one has none. */
  renewedAt?: Date | null;
}): string {
  const version = toLinkVersion(renewedAt);
  return `/invite?t=${services.tokens.issue({ kind: tokenKinds.inviteLink, payload: id, version })}`;
}

interface InviteDetails {
  branch: number;
  zone: string;
  from: Date;
  visitor: string;
  until: Date;
  phone: string;
  email: string | null;
  host: string | null;
  is_waiting: boolean;
  renewed_at: Date | null;
}

async function loadInvite({ ctx, id }: Pick<EntryMessageInput, "ctx" | "id">): Promise<InviteDetails | undefined> {
  const [found] = await ctx.tx<InviteDetails[]>`
    select p.branch, b.time_zone as zone, p.invite_start_date as from, p.invite_end_date as until,
      coalesce(m.name, m.vehicle_no) as visitor, m.phone_no as phone, m.email, u.first_name as host,
      m.is_waiting_for_approve as is_waiting, p.link_renewed_at as renewed_at
    from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info join "Branch" b on b.id = p.branch
    left join users u on u.id = p.user_created
    where p.id = ${id} and p.is_invited`;
  return found;
}

/**
 * Sends the visitor the invite with the link to its QR code; does nothing if the entry is not invited or still waits
 * for approval. `onExceeded` decides what happens when a message quota is used up.
 */
export async function sendInvite({
  services,
  ctx,
  id,
  onExceeded,
}: EntryMessageInput & { onExceeded: QuotaExceededAction }): Promise<void> {
  const invite = await loadInvite({ ctx, id });
  if (!invite || invite.is_waiting) return;
  const { branch, visitor, zone, phone, email, host, renewed_at: renewedAt } = invite;
  // Each renewal of the link is a message of its own.
  const event = `invite:${id}${renewedAt ? `:${renewedAt.getTime()}` : ""}`;
  const values = {
    from: formatDateTime12({ at: invite.from, zone }),
    until: formatDateTime12({ at: invite.until, zone }),
    invite_link: services.config.publicUrl + getInviteLink({ services, id, renewedAt }),
  };
  await queueSms({ ctx, branch, to: phone, template: "invite", values, event: `${event}:sms`, onExceeded });
  if (!email) return;
  const mail = { ...values, visitor, host: host ?? "Somebody" };
  await queueMail({ ctx, branch, to: email, template: "invite", values: mail, event: `${event}:mail`, onExceeded });
}

/** Notifies the visitor that the invite was withdrawn; sends nothing if the invite itself was never sent. */
export async function notifyInviteWithdrawn({ ctx, id }: Pick<EntryMessageInput, "ctx" | "id">): Promise<void> {
  const invite = await loadInvite({ ctx, id });
  if (!invite) return;
  const [sent] = await ctx.tx`select 1 from "Outbox" where event = ${`invite:${id}:sms`}`;
  if (!sent) return;
  const { branch, visitor, phone, email, zone } = invite;
  const from = formatDateTime12({ at: invite.from, zone });
  const template = "invite-withdrawn";
  await queueSms({ ctx, branch, to: phone, template, values: { from }, event: `invite:${id}:withdrawn:sms` });
  if (!email) return;
  await queueMail({
    ctx,
    branch,
    to: email,
    template,
    values: { from, visitor },
    event: `invite:${id}:withdrawn:mail`,
  });
}

/** Sends the page of an entry, or the invite, to a corrected phone number; withheld when a message quota is used up. */
export async function sendRenewedLink({ services, ctx, id }: EntryMessageInput): Promise<void> {
  const [entry] = await ctx.tx<{ branch: number; phone: string; visitor: string; isInvited: boolean; at: Date }[]>`
    select p.branch, m.phone_no as phone, coalesce(m.vehicle_no, m.name) as visitor, p.link_renewed_at as at,
      p.is_invited and p.parking_status_id = 3 as "isInvited"
    from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info where p.id = ${id}`;
  if (!entry) return;
  const { branch, phone, visitor, isInvited, at: renewedAt } = entry;
  if (isInvited) return sendInvite({ services, ctx, id, onExceeded: "withhold" });
  const token = createPayToken({ tokens: services.tokens, entry: { kind: "P", id }, renewedAt });
  const values = { visitor, link: `${services.config.publicUrl}/pay/${token}` };
  await queueSms({
    ctx,
    branch,
    to: phone,
    template: "parking-link",
    values,
    event: `parking-link:${id}:${renewedAt.getTime()}`,
    onExceeded: "withhold",
  });
}
