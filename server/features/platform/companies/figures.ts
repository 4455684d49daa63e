// §1: what a branch has done lately, as SQL of the platform's lists.
import { parkingSequence } from "#domain/parking/states.ts";
import type { Sql } from "#server/db/pool.ts";

/** The period of entries and money. */
const figureDays = 30;

export function getFiguresStart(now: Date): Date {
  return new Date(now.getTime() - figureDays * 86_400_000);
}

/** Entries and money since `since` of the branch `b` of the query, as columns `entries` and `received`. */
export function buildFigureColumns({ sql, since }: { sql: Sql; since: Date }) {
  // Bookings on account are no money yet; their settlements are.
  return sql`
    (select count(*) from "Parking_Information" e where e.branch = b.id and e.date_created >= ${since} and not e.is_test)::int
      + (select count(*) from "Valet_and_Parking_Information" t where t.branch = b.id and t.date_created >= ${since} and not t.is_test)::int as entries,
    (select coalesce(sum(p.amount) * 100, 0) from payments p
      where p.branch = b.id and p.received_at >= ${since} and p.channel is distinct from 'on_account')::bigint as received`;
}

/** Services of the branch `b` as a list. */
export function buildServiceColumn(sql: Sql) {
  return sql`array_remove(array[case when b.is_parking then 'is_parking' end,
    case when b.is_valet_and_parking then 'is_valet_and_parking' end, case when b.is_pre_booking then 'is_pre_booking' end], null)`;
}

/** Vehicles and persons inside the branch `b`, and its open tickets. */
export function buildInsideColumn(sql: Sql) {
  return sql`(select count(*) from "Parking_Information" i where i.branch = b.id and i.parking_status_id = ${parkingSequence.in} and not i.is_test)::int
    + (select count(*) from "Valet_and_Parking_Information" v where v.branch = b.id and v.out_time is null and not v.is_test)::int`;
}
