// §4: who learns of a visitor at the gate: the visited unit or the approvers of a request, and the host of an arrival and a
// departure.
import { parkingSequence } from "#domain/parking/states.ts";
import type { AppServices } from "#server/context.ts";
import { notifyApprovers } from "#server/features/parking/parking-messages.ts";
import { askUnit } from "#server/features/parking/visitors/ask-unit.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueSms } from "#server/messaging/outbox.ts";

interface EntryMessage {
  services: AppServices;
  ctx: WriteContext;
  /** Id of the entry. */
  id: number;
}

interface EntryNotice {
  visitorRecordId: number;
  branch: number;
  visitor: string;
  isWaiting: boolean;
  unit: number | null;
  status: number;
  /**
   * Phone number of the person to meet, of the employee or customer who invited the visitor, or of the unit: of the member
   * who answered, or else the first one.
   */
  hostPhone: string | null;
}

async function loadEntryNotice({ ctx, id }: Pick<EntryMessage, "ctx" | "id">): Promise<EntryNotice> {
  const [entry] = await ctx.tx<EntryNotice[]>`
    select m.id as "visitorRecordId", p.branch, coalesce(m.name, m.vehicle_no) as visitor,
      m.is_waiting_for_approve as "isWaiting", m.unit, p.parking_status_id as status,
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
 * who has arrived.
 */
export async function notifyOfArrival({ services, ctx, id }: EntryMessage): Promise<void> {
  const { visitorRecordId, isWaiting, unit, status, branch, visitor, hostPhone } = await loadEntryNotice({ ctx, id });
  if (isWaiting && unit !== null && (await askUnit({ services, ctx, id }))) return;
  if (isWaiting) return notifyApprovers({ services, ctx, visitorRecordId });
  if (status !== parkingSequence.in || hostPhone === null) return;
  const event = `visitor-arrived:${id}`;
  await queueSms({ ctx, branch, to: hostPhone, template: "visitor-arrived", values: { visitor }, event });
}

/** Notifies the host of a visitor who has left. */
export async function notifyOfDeparture({ ctx, id }: Pick<EntryMessage, "ctx" | "id">): Promise<void> {
  const { status, branch, visitor, hostPhone } = await loadEntryNotice({ ctx, id });
  if (status !== parkingSequence.out || hostPhone === null) return;
  const event = `visitor-left:${id}`;
  await queueSms({ ctx, branch, to: hostPhone, template: "visitor-left", values: { visitor }, event });
}
