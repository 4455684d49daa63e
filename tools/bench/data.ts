// Data of the bench: branches with staff, today's entries, and a configurable number of past ones.
import { randomBytes } from "node:crypto";
import type { Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { anonymous, roles, type Actor } from "#domain/access/roles.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { createItem } from "#server/items/write/write.ts";
import { rowFollowUps } from "#server/features/follow-ups.ts";
import { lookupSteps } from "#server/features/lookups.ts";
import { createNotificationSteps } from "#server/features/notifications.ts";
import { allocationSteps } from "#server/features/allocations.ts";
import { createSealer, createSecretStore } from "#server/auth/secrets.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { TokenService } from "#server/auth/tokens.ts";

export interface BenchBranch {
  branch: number;
  company: number;
  user: string;
  token: string;
}

/** Branches of the benches of the API. */
const defaultBranchCount = 8;
const slotsPerBranch = 500;
/** Entries of today and vehicles inside per branch, independent of the number of past entries. */
const entriesToday = 200;
const entriesInside = 40;
/** Entries per past day; the history extends as far back as necessary. */
const entriesPerPastDay = 250;
const longestBenchMs = 12 * 60 * 60 * 1000;
/** Distinct phone numbers of the past entries; the bench checks in others. */
const phoneNumbers = 300_000;

const platformActor: Actor = { ...anonymous, role: "platform", isActive: true, isPresent: true };

export async function createBranches({
  sql,
  secret,
  count = defaultBranchCount,
}: {
  sql: Sql;
  secret: string;
  count?: number | undefined;
}): Promise<BenchBranch[]> {
  // Loading and measuring may take longer than an access token is valid.
  const expiryClock = (): Date => new Date(Date.now() + longestBenchMs);
  const tokens = new TokenService({ keys: [secret], clock: expiryClock });
  const benchBranches: BenchBranch[] = [];
  for (let index = 1; index <= count; index += 1) {
    const benchBranch = (await sql.begin((tx) => createBranch({ tx, secret, index }))) as Omit<BenchBranch, "token">;
    benchBranches.push({
      ...benchBranch,
      token: await tokens.issue({
        kind: tokenKinds.access,
        payload: { id: benchBranch.user, version: 1, session: randomBytes(8).toString("hex") },
      }),
    });
  }
  return benchBranches;
}

async function createBranch({
  tx,
  secret,
  index,
}: {
  tx: Tx;
  secret: string;
  index: number;
}): Promise<Omit<BenchBranch, "token">> {
  const ctx = {
    tx,
    actor: platformActor,
    now: new Date(),
    random: (bytes: number) => randomBytes(bytes),
    origin: { ip: null, userAgent: null },
    allocations: allocationSteps,
    lookups: lookupSteps,
    followUps: { ...rowFollowUps, visitNotices: () => Promise.resolve(), supportNotices: () => Promise.resolve() },
    notifications: createNotificationSteps({ publicUrl: "http://localhost" }),
    onRowWrite: () => undefined,
    storeSecret: createSecretStore({ secret, credentialsKey: secret }),
    seal: createSealer(secret).seal,
  };
  const row = (name: string, payload: Row) => createItem({ ctx, collection: findCollection(name)!, payload });
  const company = (await row("Companies", {
    name: `Company ${index}`,
    slug: `company-${index}`,
    status: "published",
    company_type: "single_organization",
  })) as number;
  const config = await row("Parking_Configuration", { is_slot_required: true });
  const branchValues = {
    company,
    name: `Branch ${index}`,
    slug: `branch-${index}`,
    status: "published",
    is_parking: true,
    parking_config: config,
  };
  const branch = (await row("Branch", branchValues)) as number;
  await row("Slot_Blocks", {
    branch,
    service: "is_parking",
    zone_or_block: "A",
    slot_prefix: "A",
    total_slots: slotsPerBranch,
  });
  await row("Time_Charges", {
    branch,
    service: "is_parking",
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: "20.00",
  });
  const user = (await row("users", {
    first_name: `Staff ${index}`,
    email: `staff${index}@example.com`,
    role: roles.staff.id,
    status: "active",
    in_out_flag: true,
    default_branch: branch,
    default_company: company,
  })) as string;
  return { branch, company, user };
}

const loadedTables = ["Parking_Main_Information", "Parking_Information", "Parking_History", "activity", "revisions"];

/** Loads today's entries of every branch: most have been checked out, some are inside. */
export async function loadTodayEntries({
  sql,
  benchBranches,
}: {
  sql: Sql;
  benchBranches: readonly BenchBranch[];
}): Promise<void> {
  await loadEntries({
    sql,
    benchBranches,
    count: entriesToday * benchBranches.length,
    name: "today",
    inside: entriesInside,
    at: "$1::timestamptz - (n / 8) * interval '1 second'",
  });
}

/**
 * Loads past entries, the oldest first, spread evenly over the branches; their indexes are created afterwards. Reports of their days are not
 * measured, and the days not marked.
 */
export async function loadPastEntries({
  sql,
  benchBranches,
  count,
  name,
}: {
  sql: Sql;
  benchBranches: readonly BenchBranch[];
  count: number;
  name: string;
}): Promise<void> {
  await setMarks(sql, false);
  const indexes = await dropIndexes({ sql, tables: loadedTables });
  await loadEntries({
    sql,
    benchBranches,
    count,
    name,
    inside: 0,
    at: `$1::timestamptz - interval '1 day' - (${count} - n) * interval '${86_400 / entriesPerPastDay / benchBranches.length} seconds'`,
  });
  for (const { definition } of indexes) await sql.unsafe(definition);
  await setMarks(sql, true);
}

/** Returns SQL of an entry's vehicle number: unique, and without order between consecutive entries. */
export function getVehicleNumberSql({ name, index }: { name: string; index: string }): string {
  return `'KA01' || upper(left('${name}', 1)) || lpad((${index}::bigint * 700001 % 10000000)::text, 7, '0')`;
}

/** Inserts rows into all tables that check-in and check-out write to, without checking foreign keys. */
async function loadEntries({
  sql,
  benchBranches,
  count,
  name,
  inside: left,
  at,
}: {
  sql: Sql;
  benchBranches: readonly BenchBranch[];
  count: number;
  name: string;
  inside: number;
  at: string;
}): Promise<void> {
  const list = (pick: (benchBranch: BenchBranch) => unknown) => `'{${benchBranches.map(pick).join(",")}}'`;
  const branch = `(${list((benchBranch) => benchBranch.branch)}::int[])[n % ${benchBranches.length} + 1]`;
  const company = `(${list((benchBranch) => benchBranch.company)}::int[])[n % ${benchBranches.length} + 1]`;
  const user = `(${list((benchBranch) => benchBranch.user)}::uuid[])[n % ${benchBranches.length} + 1]`;
  const isIn = `n >= ${count - left * benchBranches.length}`;
  const phone = `(9000000000 + n::bigint * 7919 % ${phoneNumbers})::text`;
  const rows = `from generate_series(0, ${count - 1}) n`;
  const now = new Date().toISOString();
  const run = (tx: Tx, text: string) => tx.unsafe(text, text.includes("$1") ? [now] : []);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local synchronous_commit = off`;
    const [{ lastRecordId }] =
      (await tx`select coalesce(max(id), 0)::bigint as "lastRecordId" from "Parking_Main_Information"`) as unknown as [
        { lastRecordId: number },
      ];
    const [{ lastEntryId }] =
      (await tx`select coalesce(max(id), 0)::bigint as "lastEntryId" from "Parking_Information"`) as unknown as [
        { lastEntryId: number },
      ];
    await run(
      tx,
      `insert into "Parking_Main_Information" (id, company, branch, phone_no, vehicle_no, vehicle_type, status_id, parking_status_id, user_created, date_created)
      select ${lastRecordId + 1} + n, ${company}, ${branch}, ${phone}, ${getVehicleNumberSql({ name, index: "n" })}, n % 9 + 1,
        case when ${isIn} then 1 else 2 end, case when ${isIn} then 1 else 2 end, ${user}, ${at} ${rows}`,
    );
    await run(
      tx,
      `insert into "Parking_Information" (id, parking_status_id, parking_main_info, company, branch, receipt_no, slot_prefix, slot_no, in_time, out_time, duration,
        payment_status, payment_mode, payment_type, actual_amount, total_amount, paid_amount, payment_collected_by, paid_at,
        parking_time_type, time_value_for_minutes, charge_amount_for_minutes, min_charge_of_minutes, user_created, date_created)
      select ${lastEntryId + 1} + n, case when ${isIn} then 1 else 2 end, ${lastRecordId + 1} + n, ${company}, ${branch}, '${name}-' || n, 'A',
        case when ${isIn} then (n - ${count - left * benchBranches.length}) / ${benchBranches.length} + 1 else n % 400 + 1 end,
        ${at}, case when ${isIn} then null else ${at} + interval '50 minutes' end, case when ${isIn} then null else 50 end,
        case when ${isIn} then 'not_paid' else 'paid' end, case when ${isIn} then null else 'cash' end, 'post-pay',
        case when ${isIn} then null else 40 end, case when ${isIn} then null else 40 end, case when ${isIn} then null else 40 end, ${user}, ${at},
        'minutes', 30, 20, 0, ${user}, ${at} ${rows}`,
    );
    await run(
      tx,
      `insert into "Parking_History" (parking_information, status_id, changes, user_created, date_created)
      select ${lastEntryId + 1} + n, 1, '{}', ${user}, ${at} ${rows}`,
    );
    await run(
      tx,
      `with active as (insert into activity (action, "user", "timestamp", collection, item, company, branch)
        select 'create', ${user}, ${at}, 'Parking_Information', (${lastEntryId + 1} + n)::text, ${company}, ${branch} ${rows} returning id, collection, item)
      insert into revisions (activity, collection, item, data, delta) select id, collection, item, '{"slot_prefix": "A"}', '{"slot_prefix": "A"}' from active`,
    );
    // Every phone number has a customer: the look-up at check-in must not be planned for an empty table.
    await run(
      tx,
      `insert into users (first_name, email, contact_number, role, public_customer, user_vehicle_type, user_vehicles, date_created)
      select 'Customer ' || n, 'c_' || ${phone} || '@bench.example', ${phone}, '${roles.customer.id}', true, 'single',
        jsonb_build_array(jsonb_build_object('vehicleNo', ${getVehicleNumberSql({ name, index: "n" })}, 'type', null)), ${at} ${rows}
      where n < ${phoneNumbers} on conflict do nothing`,
    );
    await tx`select setval(pg_get_serial_sequence('"Parking_Main_Information"', 'id'), ${lastRecordId + count})`;
    await tx`select setval(pg_get_serial_sequence('"Parking_Information"', 'id'), ${lastEntryId + count})`;
  });
}

const markTriggers = [
  ["payments", "report_marks_insert"],
  ["Parking_Information", "report_marks_insert"],
  ["Parking_Information", "report_visits_insert"],
  ["Parking_History", "report_exceptions_insert"],
  ["Valet_and_Parking_Information", "report_visits_insert"],
  ["Valet_and_Parking_History", "report_exceptions_insert"],
] as const;

/** Whether inserted rows mark their days for the reports: row by row, that takes longer than the rows. */
export async function setMarks(sql: Sql, isEnabled: boolean): Promise<void> {
  for (const [table, trigger] of markTriggers)
    await sql.unsafe(`alter table "${table}" ${isEnabled ? "enable always" : "disable"} trigger ${trigger}`);
}

export const markedTables: readonly string[] = [...new Set(markTriggers.map(([table]) => table))];

/**
 * Drops the indexes of tables that are about to be loaded, and returns the statements that create them again: afterwards they take a third of
 * the time. Those of constraints stay.
 */
export async function dropIndexes({
  sql,
  tables,
}: {
  sql: Sql;
  tables: readonly string[];
}): Promise<{ definition: string }[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid left join pg_constraint k on k.conindid = i.indexrelid
    where c.relname = any(${tables as string[]}) and k.oid is null order by i.indexrelid`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  return indexes;
}

/** Updates statistics and the visibility map, as regular operation would; `sql` has no statement timeout. */
export async function vacuumAnalyze(sql: Sql): Promise<void> {
  await sql`vacuum analyze`;
  await sql`checkpoint`;
}

/** Checks out the entries created by a round, so that every round starts from the same state. */
export async function checkOutEntriesAfter({ sql, last }: { sql: Sql; last: number }): Promise<void> {
  await sql`update "Parking_Main_Information" m set parking_status_id = 2, status_id = 2 from "Parking_Information" p
    where p.parking_main_info = m.id and p.id > ${last} and p.parking_status_id = 1`;
  await sql`update "Parking_Information" set parking_status_id = 2, out_time = now(), duration = 1, payment_status = 'paid'
    where id > ${last} and parking_status_id = 1`;
}

export async function getLastEntryId(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select max(id)::bigint as id from "Parking_Information"`;
  return row!.id;
}
