// reading.md §10: counts the stored data of a person and what prevents its erasure.
import type { privacyActions } from "#domain/privacy/actions.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { buildSubjectConditions, isPaidOnlineSql, isUnsettledSql, type DataSubject } from "#server/privacy/subject.ts";

type ErasurePreview = ContractReply<(typeof privacyActions)["preview"]>;

type RetainedCounts = Omit<ErasurePreview["counts"], "accounts"> &
  ErasurePreview["blockers"] & {
    invoices: number;
    work_accounts: number;
    valid_passes: number;
    upcoming_bookings: number;
  };

/** Counts all stored data of a person without changes. */
export async function readErasurePreview({
  sql,
  subject,
  now,
}: {
  sql: Sql | Tx;
  subject: DataSubject;
  now: Date;
}): Promise<ErasurePreview> {
  const rows = buildSubjectConditions({ sql, subject });
  const [storedCounts] = await sql<RetainedCounts[]>`
    with mains as (select m.id, m.parking_type, m.pass_end_time from "Parking_Main_Information" m where ${rows.visitorRecords}),
      entries as (select e.* from "Parking_Information" e where e.parking_main_info in (select id from mains)),
      tickets as (select t.* from "Valet_and_Parking_Information" t where ${rows.tickets}),
      money as (select invoice from payments where parking_information in (select id from entries)
        or valet_and_parking_information in (select id from tickets) or pass in (select id from mains))
    select (select count(*) from mains)::int as visitors,
      (select count(*) from entries)::int as visits,
      (select count(*) from tickets)::int as tickets,
      ((select count(*) from "Parking_Vehicle_Images" where parking_information in (select id from entries))
        + (select count(*) from valet_parking_vehicle_images
          where valet_and_parking_information in (select id from tickets)))::int as pictures,
      (select count(*) from valet_chat_messages where chat in (select id from valet_chats
        where valet_and_parking_information in (select id from tickets)))::int as chat_messages,
      (select count(*) from "Outbox" o where ${rows.messages})::int as messages,
      (select count(*) from "Pre_Booking_Information" b where ${rows.bookings})::int as bookings,
      ((select count(*) from "Enquiries" e where ${rows.enquiries})
        + (select count(*) from "Mistakes" e where ${rows.enquiries}))::int as enquiries,
      (select count(distinct invoice) from money where invoice is not null)::int as invoices,
      (select count(*) from users u where ${rows.users} and not coalesce(u.is_customer_user, false))::int as work_accounts,
      (select count(*) from mains where parking_type = 'long_time' and pass_end_time > ${now})::int as valid_passes,
      (select count(*) from "Pre_Booking_Information" b where ${rows.bookings} and ${isUpcomingSql(sql)})::int as upcoming_bookings,
      ((select count(*) from entries where parking_status_id = 1)
        + (select count(*) from tickets where out_time is null))::int as inside,
      ((select count(*) from entries e where e.parking_status_id <> 4
          and case when e.is_awaiting_arrival then ${isPaidOnlineSql({ sql, id: "e.id", kind: "parking_information" })} or ${isTakenByStaffSql(sql)}
            else ${isUnsettledSql({ sql, kind: "parking_information" })} end)
        + (select count(*) from tickets e where ${isUnsettledSql({ sql, kind: "valet_and_parking_information" })}))::int as owed`;
  const accounts = await sql<ErasurePreview["accounts"]>`
    select u.first_name, u.contact_number as phone, u.email from users u
    where ${rows.users} and u.is_customer_user order by u.date_created limit 20`;
  const { inside, owed, invoices, work_accounts, valid_passes, upcoming_bookings, ...counts } = storedCounts!;
  return {
    counts: { ...counts, accounts: accounts.length },
    stays: { invoices, work_accounts },
    valid_passes,
    upcoming_bookings,
    blockers: { inside, owed },
    accounts: [...accounts],
  };
}

/** SQL condition for `e`, an entry whose vehicle has not come: staff took money for it, which they have to return to the person. */
const isTakenByStaffSql = (sql: Sql | Tx) => sql`coalesce((select sum(p.amount) from payments p
  where p.parking_information = e.id and coalesce(p.channel, p.mode) <> 'online'), 0) > 0`;

const isUpcomingSql = (sql: Sql | Tx) => sql`b.pre_booking_status_id = ${bookingSequence.booked}`;

/** The person's bookings whose vehicles have not come, oldest first. */
export async function findUpcomingBookings({ sql, subject }: { sql: Tx; subject: DataSubject }): Promise<number[]> {
  const { bookings } = buildSubjectConditions({ sql, subject });
  const rows = await sql<{ id: number }[]>`
    select b.id from "Pre_Booking_Information" b where ${bookings} and ${isUpcomingSql(sql)} order by b.id`;
  return rows.map(({ id }) => id);
}

/** Throws ERASURE_VEHICLE_INSIDE or ERASURE_MONEY_OWED while the person has a vehicle inside or a balance due. */
export function assertErasable({ blockers: { inside, owed } }: ErasurePreview): void {
  if (inside > 0) throwApiError("ERASURE_VEHICLE_INSIDE", { count: inside });
  if (owed > 0) throwApiError("ERASURE_MONEY_OWED", { count: owed });
}
