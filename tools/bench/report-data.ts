// Data of the bench of reports: a year of paid entries over many branches, generated without chance.
import { roles } from "#domain/access/roles.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { seedReferenceRows } from "#server/db/seed.ts";

export const reportBranches = 50;
const days = 365;
const zone = "Asia/Kolkata";
const slotsPerBlock = 40;

const markTriggers = [
  ["payments", "report_marks_insert"],
  ["Parking_Information", "report_marks_insert"],
  ["Parking_Information", "report_visits_insert"],
] as const;

/** Marks are written once at the end, as by the migration, and not row by row. */
async function setMarks(sql: Sql, isEnabled: boolean): Promise<void> {
  for (const [table, trigger] of markTriggers)
    await sql.unsafe(`alter table "${table}" ${isEnabled ? "enable always" : "disable"} trigger ${trigger}`);
}

/** Creates the tables, and entries that end with yesterday. */
export async function loadReports({ url, entries }: { url: string; entries: number }): Promise<void> {
  const sql = createPool(url, { max: 2, statementTimeoutMs: 0 });
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
    await sql`insert into "Slot_Blocks" (branch, company, service, slot_prefix, zone_or_block, total_slots)
      select i, 1, 'is_parking', p, 'Block ' || p, ${slotsPerBlock} from generate_series(1, ${reportBranches}::int) i, unnest(array['A', 'B']) p`;
    await setMarks(sql, false);
    const perBranch = Math.floor(entries / reportBranches);
    for (let branch = 1; branch <= reportBranches; branch += 1) await loadBranch({ sql, branch, perBranch });
    await setMarks(sql, true);
    await sql`insert into report_marks
      select distinct branch, date_bin('15 minutes', at, '2000-01-01Z') from (select branch, received_at as at from payments
        union all select branch, out_time from "Parking_Information" union all select branch, in_time from "Parking_Information") t`;
    await sql`vacuum analyze`;
  } finally {
    await sql.end();
  }
}

/**
 * Stays of 5 minutes to 8 hours, in slots. Every tenth entry is paid a day later, and every fiftieth refunded in part; every fiftieth has a
 * discount, and every hundredth was free of charge. Relations are not checked, which takes most of the time of an insert.
 */
async function loadBranch({ sql, branch, perBranch }: { sql: Sql; branch: number; perBranch: number }): Promise<void> {
  const first = (branch - 1) * perBranch;
  const stepSeconds = (days * 86_400) / perBranch;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into "Parking_Main_Information" (id, branch, company, vehicle_type, vehicle_no)
      select ${first}::int + i, ${branch}, 1, 101 + i % 4, 'KA01' || i from generate_series(1, ${perBranch}::int) i`;
    await tx`insert into "Parking_Information" (id, branch, company, parking_main_info, parking_status_id, in_time, out_time, total_amount, actual_amount, paid_amount, payment_status, tariff_version, date_created, slot_prefix, slot_no, deduction_charge, user_created)
      select ${first}::int + i, ${branch}, 1, ${first}::int + i, 2, t, t + make_interval(mins => 5 + ((i * 7919) % 89) * ((i * 104729) % 89) / 16), case when i % 100 = 1 then 0 else 40 + i % 7 end, 40 + i % 7,
        case when i % 100 = 1 then 0 else 40 + i % 7 end, 'paid', ${branch}, t, (array['A', 'B'])[1 + i % 2], 1 + (i / 2) % ${slotsPerBlock}, case when i % 50 = 2 then 5 end,
        ('00000000-0000-4000-8000-' || lpad((${branch}::int * 4 - i % 4)::text, 12, '0'))::uuid
      from generate_series(1, ${perBranch}::int) i, lateral (select date_trunc('day', now()) - interval '1 year' + i * ${stepSeconds}::float8 * interval '1 second' as t) a`;
    await tx`insert into payments (branch, company, kind, mode, channel, amount, received_at, collected_by, parking_information)
      select branch, 1, 'payment', case id % 3 when 0 then 'cash' else 'online' end, (array['cash', 'upi', 'online'])[1 + id % 3], paid_amount,
        out_time + case when id % 10 = 0 then interval '1 day' else interval '0' end,
        ('00000000-0000-4000-8000-' || lpad((branch * 4 - id % 4)::text, 12, '0'))::uuid, id
      from "Parking_Information" where branch = ${branch}`;
    await tx`insert into payments (branch, company, kind, mode, channel, amount, received_at, parking_information, corrects)
      select branch, 1, 'refund', 'cash', 'cash', -5, received_at + interval '1 hour', parking_information, id
      from payments where branch = ${branch} and parking_information % 50 = 0`;
  });
}
