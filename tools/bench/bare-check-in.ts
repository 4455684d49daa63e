// What a check-in is to the database and nothing more: the same locks, rows and notices, written by hand, in one transaction.
import type postgres from "postgres";
import { roles } from "#domain/roles.ts";
import type { Desk } from "#tools/bench/data.ts";
import type { Visitor } from "#tools/bench/recorded.ts";

export async function bareCheckIn({
  sql,
  desk,
  visitor,
}: {
  sql: postgres.Sql;
  desk: Desk;
  visitor: Visitor;
}): Promise<void> {
  const { branch, company, user } = desk;
  const now = new Date();
  await sql.begin(async (tx) => {
    const [counter] = await tx<{ value: number }[]>`
      insert into counters as c (branch, name, day, value) values (${branch}, 'bench', ${now}::timestamptz::date, 1)
      on conflict (branch, name, day) do update set value = c.value + 1 returning value`;
    await tx`select pg_advisory_xact_lock(7301, ${branch}::int)`;
    const taken = await tx<{ slot_no: number }[]>`
      select slot_no from "Parking_Information"
      where branch = ${branch} and out_time is null and slot_no > 0 and parking_status_id in (1, 3) order by slot_no`;
    let slot = 1;
    for (const { slot_no } of taken) if (slot_no === slot) slot += 1;
    const main = {
      company,
      branch,
      phone_no: visitor.phone_no,
      vehicle_no: visitor.vehicle_no,
      parking_type: "single_time",
      status_id: 1,
      parking_status_id: 1,
    };
    const [standing] = await tx<{ id: number }[]>`
      with written as (
        insert into "Parking_Main_Information" (company, branch, phone_no, vehicle_no, parking_type, status_id, parking_status_id, user_created, date_created)
        values (${company}, ${branch}, ${main.phone_no}, ${visitor.vehicle_no}, 'single_time', 1, 1, ${user}, ${now}) returning id),
      active as (
        insert into activity (action, "user", "timestamp", collection, item, company, branch)
        select 'create', ${user}::uuid, ${now}::timestamptz, 'Parking_Main_Information', id::text, ${company}::int, ${branch}::int from written returning id),
      revised as (
        insert into revisions (activity, collection, item, data, delta)
        select active.id, 'Parking_Main_Information', written.id::text, ${JSON.stringify(main)}::text::jsonb, ${JSON.stringify(main)}::text::jsonb from written, active)
      select written.id, pg_notify('bench', json_build_object('collection', 'Parking_Main_Information', 'id', written.id, 'event', active.id)::text) from written, active`;
    const visit = {
      branch,
      company,
      parking_main_info: standing!.id,
      receipt_no: `B${counter!.value}`,
      slot_prefix: "A",
      slot_no: slot,
      in_time: now,
      payment_status: "not_paid",
    };
    await tx`
      with written as (
        insert into "Parking_Information" (parking_status_id, parking_main_info, company, branch, receipt_no, slot_prefix, slot_no, in_time,
          payment_status, payment_type, parking_time_type, time_value_for_minutes, charge_amount_for_minutes, min_charge_of_minutes, user_created, date_created)
        values (1, ${standing!.id}, ${company}, ${branch}, ${visit.receipt_no}, 'A', ${slot}, ${now}, 'not_paid', 'post-pay', 'minutes', 30, 20, 0, ${user}, ${now})
        returning id),
      active as (
        insert into activity (action, "user", "timestamp", collection, item, company, branch)
        select 'create', ${user}::uuid, ${now}::timestamptz, 'Parking_Information', id::text, ${company}::int, ${branch}::int from written returning id),
      revised as (
        insert into revisions (activity, collection, item, data, delta)
        select active.id, 'Parking_Information', written.id::text, ${JSON.stringify(visit)}::text::jsonb, ${JSON.stringify(visit)}::text::jsonb from written, active),
      told as (
        insert into "Parking_History" (parking_information, status_id, changes, user_created, date_created)
        select id, 1, '{}', ${user}::uuid, ${now}::timestamptz from written)
      select written.id, pg_notify('bench', json_build_object('collection', 'Parking_Information', 'id', written.id, 'event', active.id)::text) from written, active`;
    await keepCustomer({ tx, visitor, user });
  });
}

/** Whoever comes for the first time is made a customer, one gate at a time for one phone. */
async function keepCustomer({
  tx,
  visitor,
  user,
}: {
  tx: postgres.TransactionSql;
  visitor: Visitor;
  user: string;
}): Promise<void> {
  const email = `c_${visitor.phone_no}_${visitor.vehicle_no.toLowerCase()}@bench.example`;
  const find = () => tx`
    select id, role, user_vehicles from users
    where (contact_number = ${visitor.phone_no} and role = ${roles.customer.id}::uuid) or lower(email) = ${email} limit 1`;
  await find();
  await tx`select pg_advisory_xact_lock(7303, hashtext(${visitor.phone_no}))`;
  await find();
  const customer = {
    first_name: `Customer ${visitor.phone_no.slice(-4)}`,
    email,
    contact_number: visitor.phone_no,
    role: roles.customer.id,
    user_vehicles: [{ vehicleNo: visitor.vehicle_no, type: null }],
  };
  await tx`
    with written as (
      insert into users (first_name, email, contact_number, role, public_customer, user_vehicle_type, user_vehicles, user_created, date_created)
      values (${customer.first_name}, ${email}, ${visitor.phone_no}, ${roles.customer.id}, true, 'single',
        ${JSON.stringify(customer.user_vehicles)}::text::jsonb, ${user}, now()) returning id),
    active as (
      insert into activity (action, "user", "timestamp", collection, item)
      select 'create', ${user}::uuid, now(), 'users', id::text from written returning id),
    revised as (
      insert into revisions (activity, collection, item, data, delta)
      select active.id, 'users', written.id::text, ${JSON.stringify(customer)}::text::jsonb, ${JSON.stringify(customer)}::text::jsonb from written, active)
    select written.id, pg_notify('bench', json_build_object('collection', 'users', 'id', written.id, 'event', active.id)::text) from written, active`;
}
