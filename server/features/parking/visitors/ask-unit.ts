// §4 Approvals: asks the members of the visited unit one after the other about a visitor at the gate, then the branch's
// approvers. The state is in the entry, so that a restart loses nothing.
import * as limits from "#domain/limits.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { getNextMember } from "#domain/visitors/asked-member.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { type NoticeServices, notifyApprovers } from "#server/features/parking/visitors/notify-approvers.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import { queueCustomerPush, queueSmsUnlessSeen } from "#server/messaging/push/queue-push.ts";

interface AskedEntry {
  visitorRecordId: number;
  branch: number;
  visitor: string;
  unit: string;
  asked: number | null;
  askedAt: Date | null;
  members: { id: number; phone: string }[];
}

/** The entry under its lock; undefined if it does not wait, or visits no unit. */
async function lockAskedEntry({ ctx, id }: { ctx: WriteContext; id: number }): Promise<AskedEntry | undefined> {
  const [entry] = await ctx.tx<AskedEntry[]>`
    select m.id as "visitorRecordId", p.branch, coalesce(m.name, m.vehicle_no) as visitor, u.name as unit,
      p.asked_member as asked, p.asked_at as "askedAt",
      coalesce((select json_agg(json_build_object('id', a.id, 'phone', a.phone) order by a.sort, a.id)
        from "Unit_Members" a where a.unit = u.id), '[]') as members
    from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    join "Branch_Units" u on u.id = m.unit
    where p.id = ${id} and m.is_waiting_for_approve
    for update of p`;
  return entry;
}

/**
 * Asks the first member, or the next one, by SMS with a link to the answer, and queues the question to the one after;
 * after the last one the approvers are notified. Returns false if the entry visits no unit with members.
 */
export async function askUnit({
  services,
  ctx,
  id,
}: {
  services: NoticeServices;
  ctx: WriteContext;
  id: number;
}): Promise<boolean> {
  const entry = await lockAskedEntry({ ctx, id });
  if (!entry || (entry.members.length === 0 && !entry.askedAt)) return false;
  const { branch, visitor, unit, members, asked, askedAt, visitorRecordId } = entry;
  const isAsked = askedAt !== null;
  // A job may run twice.
  if (isAsked && ctx.now.getTime() - askedAt.getTime() < limits.unitAnswerMs - 1_000) return true;
  const isRemoved = isAsked && asked === null;
  const member = isRemoved ? undefined : getNextMember({ members, asked });
  const systemValues = { asked_member: member?.id ?? null, asked_at: ctx.now };
  await updateItem({ ctx, collection: ParkingInformation, id, payload: {}, systemValues, bypassAccess: true });
  if (!member) {
    await notifyApprovers({ services, ctx, visitorRecordId });
    return true;
  }
  const link = services.tokens.issue({ kind: tokenKinds.visitLink, payload: { entry: id, member: member.id } });
  const values = { visitor, unit, answer_link: `${services.config.publicUrl}/visit?t=${link}` };
  const event = `visitor-asks:${id}:${member.id}`;
  const push = await queueCustomerPush({
    ctx,
    branch,
    phone: member.phone,
    template: "visitor-asks",
    values: { visitor, unit },
    path: `/visit?t=${link}`,
    subject: id,
    event,
  });
  await queueSmsUnlessSeen({ ctx, branch, to: member.phone, template: "visitor-asks", values, event, push });
  const key = `ask-unit:${id}`;
  await queueJob({ tx: ctx.tx, task: "ask-unit", payload: { entry: id }, key, delayMs: limits.unitAnswerMs });
  return true;
}
