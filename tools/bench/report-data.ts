// Data of the bench of reports: a year of paid entries, and a tenth as many valet tickets, over many branches, generated without chance.
import { roles } from "#domain/access/roles.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { seedReferenceRows } from "#server/db/seed/seed.ts";
import type { Fragment } from "#server/features/reports/visits.ts";
import { dropIndexes, markedTables, setMarks } from "#tools/bench/data.ts";

export const reportBranches = 50;
const days = 365;
const zone = "Asia/Kolkata";
const slotsPerBlock = 40;
const connections = 2;
/** Records of passes have ids above those of visits. */
const passIds = 1_000_000_000;

/** Runs the work of all items, as many at once as there are connections. */
export async function runBeside<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items.values();
  const runRest = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: connections }, runRest));
}

/** Creates the tables, and entries that end with yesterday. */
export async function loadReports({ url, entries }: { url: string; entries: number }): Promise<void> {
  const sql = createPool(url, { max: connections, statementTimeoutMs: 0 });
  try {
    await migrate({ sql });
    await seedReferenceRows({ sql });
    await sql`insert into "Companies" (id, name, slug, status, company_type) values (1, 'Company', 'company', 'published', 'single_organization')`;
    await sql`insert into "Branch" (id, company, name, slug, status, time_zone)
      select i, 1, 'Branch ' || i, 'branch-' || i, 'published', ${zone} from generate_series(1, ${reportBranches}::int) i`;
    await sql`insert into "Vehicle_Type" (id, name) select 100 + i, 'Type ' || i from generate_series(1, 4) i`;
    await sql`insert into "Tariff_Versions" (id, branch, service, number, starts_at, tariff)
      select i, i, 'is_parking', 1, '2000-01-01', '{}' from generate_series(1, ${reportBranches}::int) i`;
    await sql`insert into users (id, role, first_name, email, status) select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, ${roles.staff.id}::uuid, 'Staff ' || i, 'staff' || i || '@example.com', 'active'
      from generate_series(1, ${reportBranches * 4}::int) i`;
    await sql`insert into "Slot_Blocks" (branch, service, slot_prefix, zone_or_block, total_slots)
      select i, 'is_parking', p, 'Block ' || p, ${slotsPerBlock} from generate_series(1, ${reportBranches}::int) i, unnest(array['A', 'B']) p`;
    await setMarks(sql, false);
    const tables = [...markedTables, "Parking_Main_Information"];
    const indexes = await dropIndexes({ sql, tables });
    const perBranch = Math.floor(entries / reportBranches);
    const branches = Array.from({ length: reportBranches }, (_, index) => index + 1);
    await runBeside(branches, (branch) => loadBranch({ sql, branch, perBranch }));
    await runBeside(indexes, ({ definition }) => sql.unsafe(definition));
    await setMarks(sql, true);
    await sql`insert into report_marks
      select b.id, (current_date - n + time '12:00') at time zone ${zone} from "Branch" b, generate_series(-3, ${days + 3}::int) n`;
    await sql`vacuum analyze`;
  } finally {
    await sql.end();
  }
}

/**
 * Stays of 5 minutes to 8 hours, in slots, and few of 30 hours. Every tenth entry is paid a day later, and every fiftieth refunded in part; every
 * fiftieth has a discount, every hundredth was free of charge, and some were voided, corrected, printed again or approved before.
 * Relations are not checked, which takes most of the time of an insert.
 */
async function loadBranch({ sql, branch, perBranch }: { sql: Sql; branch: number; perBranch: number }): Promise<void> {
  const first = (branch - 1) * perBranch;
  const stepSeconds = (days * 86_400) / perBranch;
  const staff = (number: Fragment): Fragment =>
    sql`('00000000-0000-4000-8000-' || lpad((${branch}::bigint * 4 - ${number} % 4)::text, 12, '0'))::uuid`;
  /** Ids follow each other, so that the primary key finds those of the branch without another index. */
  const isOwn = sql`id > ${first} and id <= ${first + perBranch}`;
  const timeOf = (number: Fragment): Fragment =>
    sql`date_trunc('day', now()) - interval '1 year' + ${number} * ${stepSeconds}::float8 * interval '1 second'`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into "Parking_Main_Information" (id, branch, company, vehicle_type, vehicle_no)
      select ${first}::int + i, ${branch}, 1, 101 + i % 4, 'KA01' || i from generate_series(1, ${perBranch}::int) i`;
    await tx`insert into "Parking_Information" (id, branch, company, parking_main_info, parking_status_id, in_time, out_time, total_amount, actual_amount, paid_amount, payment_status, tariff_version, date_created, slot_prefix, slot_no, deduction_charge, user_created,
        voided_at, voided_by, correction, is_slip_lost, slip_prints, approved_at, approved_by, receipt_no)
      select ${first}::int + i, ${branch}, 1, ${first}::int + i, case when i % 200 = 3 then 4 else 2 end, t, o, case when i % 100 = 1 then 0 else 40 + i % 7 end, 40 + i % 7,
        case when i % 100 = 1 then 0 else 40 + i % 7 end, 'paid', ${branch}, t, (array['A', 'B'])[1 + i % 2], 1 + (i / 2) % ${slotsPerBlock}, case when i % 50 = 2 then 5 end,
        ${staff(tx`i`)}, case when i % 200 = 3 then o end, case when i % 200 = 3 then ${staff(tx`i`)} end, case when i % 100 = 9 then '[]'::jsonb end, i % 500 = 7,
        case when i % 40 = 5 then 2 else 1 end, case when i % 20 = 11 then t + make_interval(secs => 20 + i % 97) end, case when i % 20 = 11 then ${staff(tx`i`)} end,
        case when i % 1000 <> 17 then 'KA-' || to_char(t at time zone ${zone}, 'YYYYMMDD') || '-' || row_number() over (partition by (t at time zone ${zone})::date order by i) end
      from generate_series(1, ${perBranch}::int) i, lateral (select ${timeOf(tx`i`)} as t) a,
        lateral (select t + make_interval(mins => case when i % 200 = 13 then 1800 else 5 + ((i % 89 * 7919) % 89) * ((i % 89 * 104729) % 89) / 16 end) as o) b`;
    await tx`insert into counters (branch, name, day, value)
      select ${branch}, 'receipt', (in_time at time zone ${zone})::date, count(*) from "Parking_Information" where ${isOwn} group by 3`;
    await tx`insert into "Parking_History" (parking_information, status_id, changes, date_created, user_created)
      select id, 2, case when deduction_charge > 0 then '{"out_time": [null, 1], "deduction_charge": [null, 5]}'::jsonb when voided_at is not null then '{"voided_at": [null, 1], "total_amount": [40, 0]}'
        when slip_prints > 1 then '{"out_time": [null, 1], "slip_prints": [1, 2]}' else '{"out_time": [null, 1]}' end, out_time, user_created from "Parking_Information" where ${isOwn}
      union all
      select id, 1, '{"correction": [null, {"vehicle_no": "KA02"}], "total_amount": [50, 40]}', in_time, user_created from "Parking_Information" where ${isOwn} and correction is not null`;
    await tx`insert into "Valet_and_Parking_Information" (id, branch, company, "Vehicle_Number", "Customer_Phone_Number", in_time, pickup_requested_at, started_time, at_gate_at, out_time, status_id,
        "Assigned_Staff", pickup_request_assigned, told_wait_minutes, valet_tip, total_amount, actual_amount, paid_amount, user_created, date_created)
      select (${first}::int + i) / 10, ${branch}, 1, 'KA03' || i, '9840012345', t, o - interval '12 minutes', o - make_interval(mins => 6 + i % 5), o - interval '2 minutes', o, 6,
        ${staff(tx`i / 10`)}, ${staff(tx`i / 30`)}, case when i % 3 = 0 then 8 end, case when i % 50 = 0 then 20 end, 100, 100, 100, ${staff(tx`i`)}, t
      from generate_series(10, ${perBranch}::int, 10) i, lateral (select ${timeOf(tx`i`)} as t) a, lateral (select t + make_interval(mins => 60 + i % 300) as o) b`;
    await tx`insert into "Valet_and_Parking_History" (valet_and_parking_information, status_id, changes, date_created, user_created)
      select v.id, s.id, s.changes::jsonb, case s.id when 2 then in_time + make_interval(secs => 120 + v.id % 300) else out_time end, user_created
      from "Valet_and_Parking_Information" v, (values (2, '{"status_id": [1, 2]}'), (6, '{"status_id": [5, 6], "out_time": [null, 1]}')) s (id, changes) where v.id > ${Math.floor(first / 10)} and v.id <= ${Math.floor((first + perBranch) / 10)}`;
    await tx`insert into "Parking_Main_Information" (id, branch, company, vehicle_type, vehicle_no, parking_type, pass_start_time, pass_end_time)
      select ${passIds + first}::int + i, ${branch}, 1, 101 + i % 4, 'KA04' || i, 'long_time', t, t + interval '30 days'
      from generate_series(200, ${perBranch}::int, 200) i, lateral (select ${timeOf(tx`i`)} as t) a`;
    await tx`insert into payments (branch, company, kind, mode, channel, amount, received_at, pass)
      select branch, 1, 'payment', 'cash', 'cash', 900, pass_start_time, id
      from "Parking_Main_Information" where id > ${passIds + first} and id <= ${passIds + first + perBranch}`;
    await tx`with paid as (insert into payments (branch, company, kind, mode, channel, amount, received_at, collected_by, parking_information)
        select branch, 1, 'payment', case id % 3 when 0 then 'cash' else 'online' end, (array['cash', 'upi', 'online'])[1 + id % 3], paid_amount,
          out_time + case when id % 10 = 0 then interval '1 day' else interval '0' end,
          ${staff(tx`id`)}, id
        from "Parking_Information" where ${isOwn}
        returning id, branch, received_at, parking_information)
      insert into payments (branch, company, kind, mode, channel, amount, received_at, parking_information, corrects)
      select branch, 1, 'refund', 'cash', 'cash', -5, received_at + interval '1 hour', parking_information, id from paid where parking_information % 50 = 0`;
  });
}
