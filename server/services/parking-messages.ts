// §4 Approvals, Invited: who is told of them by mail and SMS, in the transaction of what is told.
import { formatDateTime12 } from "#domain/rules/dates.ts";
import { roles } from "#domain/roles.ts";
import type { House } from "#server/context.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { queueMail, queueSms } from "#server/services/outbox.ts";
import { linkToken } from "#server/services/signed-link.ts";

interface About {
  house: House;
  ctx: WriteContext;
  /** Of a visit. */
  id: number;
}

/** The address of the invited visitor's page, on this server. */
export function inviteLink({ id, secret }: { id: number; secret: string }): string {
  return `/invite?t=${linkToken({ kind: "invite", id, secret })}`;
}

interface Invited {
  branch: number;
  zone: string;
  from: Date;
  visitor: string;
  until: Date;
  phone: string;
  email: string | null;
  host: string | null;
  is_waiting: boolean;
}

async function invitedIn({ ctx, id }: Pick<About, "ctx" | "id">): Promise<Invited | undefined> {
  const [found] = await ctx.tx<Invited[]>`
    select p.branch, b.time_zone as zone, p.invite_start_date as from, p.invite_end_date as until,
      coalesce(m.name, m.vehicle_no) as visitor, m.phone_no as phone, m.email, u.first_name as host,
      m.is_waiting_for_approve as is_waiting
    from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info join "Branch" b on b.id = p.branch
    left join users u on u.id = p.user_created
    where p.id = ${id} and p.is_invited`;
  return found;
}

/** Sends the visitor their invite with the link to its code; nothing for what is no invite, or waits for approval still. */
export async function tellInvited({ house, ctx, id }: About): Promise<void> {
  const invited = await invitedIn({ ctx, id });
  if (!invited || invited.is_waiting) return;
  const { branch, visitor, zone, phone, email, host } = invited;
  const values = {
    from: formatDateTime12({ at: invited.from, zone }),
    until: formatDateTime12({ at: invited.until, zone }),
    invite_link: house.config.publicUrl + inviteLink({ id, secret: house.config.secret }),
  };
  await queueSms({ ctx, branch, to: phone, template: "invite", values, event: `invite:${id}:sms` });
  if (!email) return;
  const mail = { ...values, visitor, host: host ?? "Somebody" };
  await queueMail({ ctx, branch, to: email, template: "invite", values: mail, event: `invite:${id}:mail` });
}

/** Tells the visitor that a person has withdrawn their invite; who was never sent one hears nothing. */
export async function tellWithdrawn({ ctx, id }: Pick<About, "ctx" | "id">): Promise<void> {
  const invited = await invitedIn({ ctx, id });
  if (!invited) return;
  const [sent] = await ctx.tx`select 1 from "Outbox" where event = ${`invite:${id}:sms`}`;
  if (!sent) return;
  const { branch, visitor, phone, email, zone } = invited;
  const from = formatDateTime12({ at: invited.from, zone });
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

interface Asking {
  main: number;
  branch: number;
  visitor: string;
  reason: string | null;
  path: string;
}

/**
 * Tells the branch's approvers of a standing record that waits for their answer: by mail, and by SMS those who are present.
 * Nothing for one that does not wait. `main` is the record's id.
 */
export async function tellApprovers({ house, ctx, main }: Omit<About, "id"> & { main: number }): Promise<void> {
  const [asking] = await ctx.tx<Asking[]>`
    select m.id as main, m.branch, coalesce(m.vehicle_no, m.name) as visitor, m.entry_reason as reason,
      c.slug || '/' || b.slug as path
    from "Parking_Main_Information" m
    join "Branch" b on b.id = m.branch join "Companies" c on c.id = b.company
    where m.id = ${main} and m.is_waiting_for_approve`;
  if (!asking) return;
  const approvers = await ctx.tx<{ id: string; email: string; phone: string | null; is_present: boolean }[]>`
    select id, email, contact_number as phone, in_out_flag as is_present from users
    where default_branch = ${asking.branch} and role = ${roles.approver.id} and status = 'active' order by date_created, id`;
  const { branch, visitor, reason, path } = asking;
  const approvals_link = `${house.config.publicUrl}/${path}/approvals`;
  const template = "approval-asked";
  for (const { id, email, phone, is_present } of approvers) {
    const event = `approval-asked:${main}:${id}`;
    const values = { visitor, reason: reason ?? "none given", approvals_link };
    await queueMail({ ctx, branch, to: email, template, values, event: `${event}:mail` });
    if (phone && is_present)
      await queueSms({ ctx, branch, to: phone, template, values: { visitor, approvals_link }, event: `${event}:sms` });
  }
}

/** The same for a visit that was just made: its standing record may be one that waits. */
export async function tellApproversOfVisit({ house, ctx, id }: About): Promise<void> {
  const [visit] = await ctx.tx<{ main: number }[]>`
    select m.id as main from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    where p.id = ${id} and m.is_waiting_for_approve`;
  if (visit) await tellApprovers({ house, ctx, main: visit.main });
}
