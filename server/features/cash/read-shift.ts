// §4 A shift before its count: what happened without cash, its tips and handovers. The expected cash is not disclosed.
import { can } from "#domain/access/capabilities.ts";
import { isInScope } from "#domain/access/roles.ts";
import type { cashActions } from "#domain/cash/actions.ts";
import type { ShiftException, ShiftHandover, ShiftSummary } from "#domain/cash/shift-summary.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { valetSequence } from "#domain/valet/states.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import {
  isFreeExitSql,
  selectEntriesAndTickets,
  selectFreeServices,
} from "#server/features/cash/entries-and-tickets.ts";
import {
  needsCount,
  selectChannelSums,
  selectShiftHandovers,
  selectShiftTotals,
  selectShiftVehicles,
} from "#server/features/cash/shift-totals.ts";

interface ShiftRow extends Omit<ShiftSummary, "isOwn" | "exceptions" | "handovers" | "opened_at"> {
  collector: string | null;
  company: number;
  branch: number;
  opened_at: Date;
  isClosed: boolean;
}

/** Returns null without an open shift. FORBIDDEN for the shift of someone else without the capability `cash.close`. */
export async function readShift({
  services,
  session: { actor },
  id,
}: {
  services: AppServices;
  session: Session;
  /** Another person's shift. */
  id: number | null;
}): Promise<ContractResult<typeof cashActions.readShift>> {
  if (!can(actor, "cash.count")) throwApiError("FORBIDDEN");
  const shift = await findShift({ services, id, collector: actor.id });
  const isOwn = shift?.collector === actor.id;
  const isAllowed = shift && (isOwn || (can(actor, "cash.close") && isInScope({ actor, ...shift })));
  if (id !== null && !isAllowed) throwApiError("FORBIDDEN");
  if (!shift || shift.isClosed) return null;
  const [exceptions, handovers] = await Promise.all([
    readExceptions({ services, shift }),
    readHandovers({ services, shift }),
  ]);
  const { collector: _, company: _company, branch: _branch, isClosed: _isClosed, ...summary } = shift;
  return { ...summary, isOwn, exceptions, handovers };
}

async function findShift({
  services: { sql },
  id,
  collector,
}: {
  services: AppServices;
  id: number | null;
  collector: string | null;
}): Promise<ShiftRow | undefined> {
  const [row] = await sql<ShiftRow[]>`
    select s.id, s.collector, s.company, s.branch, u.first_name as name, s.opened_at, s.closed_at is not null as "isClosed",
      (coalesce(s.opening_float, 0) * 100)::int as "openingFloat", coalesce(t.tips, 0) as tips, other.channels, paid.vehicles,
      ${needsCount(sql)} as "needsCount"
    from cash_shifts s left join users u on u.id = s.collector
      left join lateral (${selectShiftTotals(sql)}) t on true
      left join lateral (${selectShiftHandovers(sql)}) h on true
      left join lateral (${selectChannelSums(sql)}) other on true
      left join lateral (${selectShiftVehicles(sql)}) paid on true
    where ${id === null ? sql`s.collector = ${collector} and s.closed_at is null` : sql`s.id = ${id}`}`;
  return row;
}

const maxExceptions = 100;

/** Derived from the history of entries, so that every route that changes them counts. */
function readExceptions({
  services: { sql },
  shift: { branch, collector, opened_at: from },
}: {
  services: AppServices;
  shift: ShiftRow;
}): Promise<ShiftException[]> {
  return sql<ShiftException[]>`
    with entries as (
      ${selectEntriesAndTickets({
        sql,
        parking: sql`p.branch = ${branch} and p.date_updated >= ${from}`,
        valet: sql`v.branch = ${branch} and v.date_updated >= ${from}`,
      })}),
    changes as (
      select e.*, h.changes ? 'deduction_charge' as is_discount, h.changes ? 'additional_charge' as is_addition,
        h.changes -> 'parking_status_id' ->> 1 = ${String(parkingSequence.out)} as is_exit,
        h.changes -> 'parking_status_id' ->> 1 = ${String(parkingSequence.cancelled)} as is_cancellation
      from entries e join "Parking_History" h on e.kind = 'P' and h.parking_information = e.id
      where h.user_created = ${collector} and h.date_created >= ${from}
      union all
      select e.*, h.changes ? 'deduction_charge', h.changes ? 'additional_charge',
        h.changes -> 'status_id' ->> 1 = ${String(valetSequence.checkedOut)} and not h.changes ? 'voided_at', h.changes ? 'voided_at'
      from entries e join "Valet_and_Parking_History" h on e.kind = 'V' and h.valet_and_parking_information = e.id
      where h.user_created = ${collector} and h.date_created >= ${from}),
    found as (
      select kind, id, name, receipt_no, 'pay-later' as why, (total_amount * 100)::int as size, null as note
      from changes where is_exit and total_amount > 0 and (paid_at is null or paid_at > out_time)
      union
      select kind, id, name, receipt_no, 'discount', (deduction_charge * 100)::int, deduction_note from changes where is_discount and deduction_charge > 0
      union
      select kind, id, name, receipt_no, 'addition', (additional_charge * 100)::int, addition_note from changes where is_addition and additional_charge > 0
      union
      select kind, id, name, receipt_no, 'cancelled', coalesce(total_amount * 100, 0)::int, null from changes where is_cancellation
      union
      select kind, id, name, receipt_no, 'free', 0, null from changes e
      where is_exit and ${isFreeExitSql(sql)} and (${branch}, kind) not in (${selectFreeServices({ sql, branches: [branch] })}))
    select * from found
    order by array_position(array['pay-later', 'cancelled', 'discount', 'free', 'addition'], why), size desc, kind, id limit ${maxExceptions}`;
}

function readHandovers({
  services: { sql },
  shift: { id },
}: {
  services: AppServices;
  shift: ShiftRow;
}): Promise<ShiftHandover[]> {
  return sql<ShiftHandover[]>`
    select h.id, h.from_shift = ${id} as "isGiven", u.first_name as name, (h.amount * 100)::int as amount, h.state,
      h.date_created as at
    from cash_handovers h left join users u on u.id = case when h.from_shift = ${id} then h.receiver else h.giver end
    where h.from_shift = ${id} or h.to_shift = ${id} order by h.id desc`;
}
