// The day of each branch of a company, for an admin of several.
import type { BranchDay } from "#domain/branches/actions.ts";
import { startOfDay } from "#domain/dates.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { valetSequence } from "#domain/valet/states.ts";
import type { AppServices } from "#server/context.ts";

/**
 * Reads today's figures of the company's published branches by name, in two statements for any number of branches. The
 * money is that of `readCashDay` (server/features/cash/cash-day.ts): `cash` less `cash_refunded`, as in the drawers.
 */
export async function readBranchDays({
  services: { sql, clock },
  company,
}: {
  services: AppServices;
  company: number;
}): Promise<BranchDay[]> {
  const branches = await sql<{ id: number; zone: string }[]>`
    select id, time_zone as zone from "Branch" where company = ${company} and status = 'published'`;
  const starts = branches.map(({ zone }) => startOfDay({ at: clock(), zone }).toISOString());
  return sql<BranchDay[]>`
    select b.id, b.name, b.slug,
      (select count(*) from "Parking_Information" p where p.branch = b.id and p.parking_status_id = ${parkingSequence.in})::int as inside,
      (select count(*) from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
        where p.branch = b.id and p.parking_status_id = ${parkingSequence.pending} and m.is_waiting_for_approve)::int as "waitingForApproval",
      valet.open as "valetOpen", valet.requested as "pickupsRequested", valet.since as "waitingSince",
      money.cash, money.online,
      (select count(*) from users u where u.default_branch = b.id and u.status = 'active' and u.in_out_flag)::int as "onDuty"
    from unnest(${branches.map(({ id }) => id)}::bigint[], ${starts}::timestamptz[]) as day (branch, start)
      join "Branch" b on b.id = day.branch
      cross join lateral (select count(*)::int as open, (count(*) filter (where v.status_id = ${valetSequence.pickupRequested}))::int as requested,
        min(v.pickup_requested_at) filter (where v.status_id = ${valetSequence.pickupRequested}) as since
        from "Valet_and_Parking_Information" v where v.branch = b.id and v.status_id <> ${valetSequence.checkedOut}) valet
      cross join lateral (select (coalesce(sum(amount) filter (where mode = 'cash'), 0) * 100)::int as cash,
        (coalesce(sum(amount) filter (where coalesce(channel, mode) = 'online'), 0) * 100)::int as online
        from payments where branch = b.id and received_at >= day.start) money
    order by b.name, b.id`;
}
