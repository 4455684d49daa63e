// §4 Tips that customers gave, by driver and by how they were paid, in rupees.
import type { Sql, Tx } from "#server/db/pool.ts";

/**
 * Tips of the tickets of a branch that are handed over: until then another driver can still bring the car. A tip counts
 * as cash if staff collected cash for the ticket, or closed it in cash with nothing to pay.
 */
export const selectTips = (sql: Sql | Tx, branch: number) => sql`
  select coalesce(v.pickup_request_assigned, v."Assigned_Staff") as driver, 'cash' as channel, v.valet_tip as amount, v.id as ticket, v.out_time
  from "Valet_and_Parking_Information" v
  where v.branch = ${branch} and v.valet_tip > 0 and v.out_time is not null and v.voided_at is null
    and (v.payment_mode = 'cash' and coalesce(v.payment_channel, 'cash') = 'cash' or exists (select 1 from payments p where p.valet_and_parking_information = v.id
      and p.mode = 'cash' and p.kind = 'payment' and not exists (select 1 from payments r where r.corrects = p.id and r.kind = 'reversal')))
  union all
  select coalesce(v.pickup_request_assigned, v."Assigned_Staff"), 'online', v.online_tip, v.id, v.out_time
  from "Valet_and_Parking_Information" v
  where v.branch = ${branch} and v.online_tip > 0 and v.out_time is not null and v.voided_at is null`;
