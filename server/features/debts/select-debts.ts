// §4: what a debt is: the balance of an entry or ticket that has left.
import { parkingSequence } from "#domain/parking/states.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** Query of the debts of a branch, of which `owed` is in paise. */
export function selectDebts({ sql, branch }: { sql: Sql | Tx; branch: number }) {
  return sql`
    select 'P' as kind, e.id, coalesce(m.vehicle_no, m.name) as name, m.vehicle_no as vehicle, m.name as visitor,
      m.phone_no as phone, e.receipt_no, e.in_time, e.out_time, (e.extended_amount * 100)::int as owed, e.pay_later_reason as reason
    from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
    where e.branch = ${branch} and e.parking_status_id = ${parkingSequence.out} and e.extended_amount > 0 and e.out_time is not null
    union all
    select 'V', e.id, e."Vehicle_Number", e."Vehicle_Number", e."Customer_Name",
      e."Customer_Phone_Number", e.receipt_no, e.in_time, e.out_time, (e.extended_amount * 100)::int, e.pay_later_reason
    from "Valet_and_Parking_Information" e
    where e.branch = ${branch} and e.extended_amount > 0 and e.out_time is not null`;
}
