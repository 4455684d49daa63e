// Baseline of a check-in: the same locks, rows and notifications in one hand-written transaction.
import type postgres from "postgres";
import { roles } from "#domain/access/roles.ts";
import type { BenchBranch } from "#tools/bench/data.ts";
import { insertVisitor } from "#tools/bench/hand-written-sql.ts";
import type { BenchVisitor } from "#tools/bench/recorded-requests.ts";

export async function runBaselineCheckIn({
  sql,
  benchBranch,
  visitor,
}: {
  sql: postgres.Sql;
  benchBranch: BenchBranch;
  visitor: BenchVisitor;
}): Promise<void> {
  const { branch, company, user } = benchBranch;
  const now = new Date();
  await sql.begin(async (tx) => {
    const [counter] = await tx<{ value: number }[]>`
      insert into counters as c (branch, name, day, value) values (${branch}, 'bench', ${now}::timestamptz::date, 1)
      on conflict (branch, name, day) do update set value = c.value + 1 returning value`;
    await tx`select pg_advisory_xact_lock(7301, ${branch}::int)`;
    const occupied = await tx<{ slot_no: number }[]>`
      select slot_no from "Parking_Information"
      where branch = ${branch} and out_time is null and slot_no > 0 and parking_status_id in (1, 3) order by slot_no`;
    let slot = 1;
    for (const { slot_no } of occupied) if (slot_no === slot) slot += 1;
    const visitorRecord = await insertVisitor({ tx, benchBranch, visitor });
    const entry = {
      branch,
      company,
      parking_main_info: visitorRecord,
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
        values (1, ${visitorRecord}, ${company}, ${branch}, ${entry.receipt_no}, 'A', ${slot}, ${now}, 'not_paid', 'post-pay', 'minutes', 30, 20, 0, ${user}, ${now})
        returning id),
      active as (
        insert into activity (action, "user", "timestamp", collection, item, company, branch)
        select 'create', ${user}::uuid, ${now}::timestamptz, 'Parking_Information', id::text, ${company}::bigint, ${branch}::bigint from written returning id),
      revised as (
        insert into revisions (activity, collection, item, data, delta)
        select active.id, 'Parking_Information', written.id::text, ${JSON.stringify(entry)}::text::jsonb, ${JSON.stringify(entry)}::text::jsonb from written, active),
      recorded as (
        insert into "Parking_History" (parking_information, status_id, changes, user_created, date_created)
        select id, 1, '{}', ${user}::uuid, ${now}::timestamptz from written)
      select written.id, pg_notify('bench', json_build_object('collection', 'Parking_Information', 'id', written.id, 'event', active.id)::text) from written, active`;
    await upsertCustomer({ tx, visitor, user });
  });
}

/** Creates the customer of a new phone number, serialised per phone number. */
async function upsertCustomer({
  tx,
  visitor,
  user,
}: {
  tx: postgres.TransactionSql;
  visitor: BenchVisitor;
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
