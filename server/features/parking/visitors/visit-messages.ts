// §4: who learns of a visitor at the gate: the visited unit or the approvers of a request, and the host of an arrival and a
// departure.
import { parkingSequence } from "#domain/parking/states.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { notifyOfDebts } from "#server/features/debts/notify-of-debts.ts";
import { type NoticeServices, notifyApprovers } from "#server/features/parking/visitors/notify-approvers.ts";
import { askUnit } from "#server/features/parking/visitors/ask-unit.ts";
import type { Row, WriteContext } from "#server/items/write/write-context.ts";
import { queueSms } from "#server/messaging/outbox.ts";

interface EntryNotice {
  visitorRecordId: number;
  branch: number;
  visitor: string;
  isWaiting: boolean;
  unit: number | null;
  /**
   * Phone number of the person to meet, of the employee or customer who invited the visitor, or of the unit: of the member
   * who answered, or else the first one.
   */
  hostPhone: string | null;
}

async function loadEntryNotice({ ctx, id }: { ctx: WriteContext; id: number }): Promise<EntryNotice> {
  const [entry] = await ctx.tx<EntryNotice[]>`
    select m.id as "visitorRecordId", p.branch, coalesce(m.name, m.vehicle_no) as visitor,
      m.is_waiting_for_approve as "isWaiting", m.unit,
      coalesce(h.contact_number, (select a.phone from "Unit_Members" a where a.unit = m.unit
        order by (a.id = p.answered_by_member) desc nulls last, a.sort, a.id limit 1)) as "hostPhone"
    from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    left join users h on h.id = coalesce(p.visitor_id, case when p.is_invited then p.user_created end)
      and (h.is_employee_user or h.is_customer_user)
    where p.id = ${id}`;
  return entry!;
}

/**
 * Asks the visited unit, or else the approvers, about a new entry that waits for approval; notifies the host of a visitor
 * who has arrived or left, by whatever write.
 */
export async function notifyOfVisit({
  services,
  ctx,
  before,
  after,
  related,
}: {
  services: NoticeServices;
  ctx: WriteContext;
  before: RowOf<"Parking_Information"> | null;
  after: RowOf<"Parking_Information"> | null;
  related: { [field: string]: Row | null };
}): Promise<void> {
  if (!after || after.is_test || after.parking_status_id === before?.parking_status_id) return;
  const { id, parking_status_id: status, visitor_id: host, is_invited: isInvited } = after;
  if (status === parkingSequence.pending && !before) return askAboutVisit({ services, ctx, entry: after });
  const plate = related["parking_main_info"]?.["vehicle_no"];
  if (status === parkingSequence.in && typeof plate === "string")
    await notifyOfDebts({
      services,
      ctx,
      branch: after.branch,
      plate,
      page: `parking/detail?id=${id}`,
      event: `P${id}`,
    });
  // Most vehicles visit nobody: their check-in does not read for whom it is.
  const unit = related["parking_main_info"]?.["unit"] ?? null;
  if ((host ?? null) === null && !isInvited && unit === null) return;
  if (status === parkingSequence.in) return notifyHost({ ctx, id, template: "visitor-arrived" });
  if (status === parkingSequence.out) return notifyHost({ ctx, id, template: "visitor-left" });
}

async function askAboutVisit({
  services,
  ctx,
  entry: { id, is_invited: isInvited },
}: {
  services: NoticeServices;
  ctx: WriteContext;
  entry: RowOf<"Parking_Information">;
}): Promise<void> {
  const { visitorRecordId, isWaiting, unit } = await loadEntryNotice({ ctx, id });
  if (!isWaiting) return;
  // The visitor of an invite is not at the gate: approvers may take their time.
  if (!isInvited && unit !== null && (await askUnit({ services, ctx, id }))) return;
  await notifyApprovers({ services, ctx, visitorRecordId });
}

async function notifyHost({
  ctx,
  id,
  template,
}: {
  ctx: WriteContext;
  id: number;
  template: "visitor-arrived" | "visitor-left";
}): Promise<void> {
  const { branch, visitor, hostPhone } = await loadEntryNotice({ ctx, id });
  if (hostPhone === null) return;
  await queueSms({ ctx, branch, to: hostPhone, template, values: { visitor }, event: `${template}:${id}` });
}
