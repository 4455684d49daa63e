// The bench's data: a few branches with their staff, today's visits, and as many past ones as are asked for.
import { randomBytes } from "node:crypto";
import type { Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { nobody, roles, type Who } from "#domain/roles.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { createItem } from "#server/items/write.ts";
import { factSteps } from "#server/services/facts.ts";
import { tellSteps } from "#server/services/tells.ts";
import { scarceSteps } from "#server/services/scarce.ts";
import { sealer, secretKeeper } from "#server/services/secrets.ts";
import { Tokens } from "#server/services/tokens.ts";

export interface Desk {
  branch: number;
  company: number;
  user: string;
  token: string;
}

const branches = 8;
const slots = 500;
/** Visits of today by branch, and how many of their cars are still inside: the same however much past there is. */
const today = 200;
const inside = 40;
/** So many visits a day has; the past goes back as far as it must. */
const perDay = 250;

const platform: Who = { ...nobody, role: "platform", isActive: true, isPresent: true };

export async function makeDesks({ sql, secret }: { sql: Sql; secret: string }): Promise<Desk[]> {
  const tokens = new Tokens(secret);
  const desks: Desk[] = [];
  for (let number = 1; number <= branches; number += 1) {
    const desk = (await sql.begin((tx) => makeDesk({ tx, secret, number }))) as Omit<Desk, "token">;
    desks.push({
      ...desk,
      token: await tokens.sign({ id: desk.user, version: 1, session: randomBytes(8).toString("hex"), now: new Date() }),
    });
  }
  return desks;
}

async function makeDesk({
  tx,
  secret,
  number,
}: {
  tx: Tx;
  secret: string;
  number: number;
}): Promise<Omit<Desk, "token">> {
  const ctx = {
    tx,
    who: platform,
    now: new Date(),
    random: (bytes: number) => randomBytes(bytes),
    origin: { ip: null, userAgent: null },
    scarce: scarceSteps,
    facts: factSteps,
    tells: tellSteps({ publicUrl: "http://localhost" }),
    keepSecret: secretKeeper({ secret, credentialsKey: secret }),
    seal: sealer(secret).seal,
  };
  const row = (name: string, payload: Row) => createItem({ ctx, collection: collectionNamed(name)!, payload });
  const company = (await row("Companies", {
    name: `Company ${number}`,
    slug: `company-${number}`,
    status: "published",
    company_type: "single_organization",
  })) as number;
  const config = await row("Parking_Configuration", { is_slot_required: true });
  const place = {
    company,
    name: `Branch ${number}`,
    slug: `branch-${number}`,
    status: "published",
    is_parking: true,
    parking_config: config,
  };
  const branch = (await row("Branch", place)) as number;
  await row("Slot_Blocks", { branch, service: "is_parking", zone_or_block: "A", slot_prefix: "A", total_slots: slots });
  await row("Time_Charges", {
    branch,
    service: "is_parking",
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: "20.00",
  });
  const user = (await row("users", {
    first_name: `Clerk ${number}`,
    email: `clerk${number}@example.com`,
    role: roles.staff.id,
    status: "active",
    in_out_flag: true,
    default_branch: branch,
    default_company: company,
  })) as string;
  return { branch, company, user };
}

/** Today's visits of every branch: most have left, some are inside. */
export async function loadToday({ sql, desks }: { sql: Sql; desks: readonly Desk[] }): Promise<void> {
  await load({
    sql,
    desks,
    count: today * desks.length,
    name: "today",
    inside,
    at: "$1::timestamptz - (n / 8) * interval '1 second'",
  });
}

/** Past visits, the oldest first, spread evenly over the branches. */
export async function loadPast({
  sql,
  desks,
  count,
  name,
}: {
  sql: Sql;
  desks: readonly Desk[];
  count: number;
  name: string;
}): Promise<void> {
  await load({
    sql,
    desks,
    count,
    name,
    inside: 0,
    at: `$1::timestamptz - interval '1 day' - (${count} - n) * interval '${86_400 / perDay / branches} seconds'`,
  });
}

/** The plate of one visit, as SQL: all differ, and which come one after the other says nothing of their numbers. */
export function plateOf({ name, number }: { name: string; number: string }): string {
  return `'KA01' || upper(left('${name}', 1)) || lpad((${number}::bigint * 700001 % 10000000)::text, 7, '0')`;
}

/** Rows by the hundred thousand, all tables a check-in and a check-out write to; foreign keys are not looked at. */
async function load({
  sql,
  desks,
  count,
  name,
  inside: left,
  at,
}: {
  sql: Sql;
  desks: readonly Desk[];
  count: number;
  name: string;
  inside: number;
  at: string;
}): Promise<void> {
  const list = (pick: (desk: Desk) => unknown) => `'{${desks.map(pick).join(",")}}'`;
  const branch = `(${list((desk) => desk.branch)}::int[])[n % ${desks.length} + 1]`;
  const company = `(${list((desk) => desk.company)}::int[])[n % ${desks.length} + 1]`;
  const user = `(${list((desk) => desk.user)}::uuid[])[n % ${desks.length} + 1]`;
  const isIn = `n >= ${count - left * desks.length}`;
  const rows = `from generate_series(0, ${count - 1}) n`;
  const now = new Date().toISOString();
  const run = (tx: Tx, text: string) => tx.unsafe(text, text.includes("$1") ? [now] : []);
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`set local session_replication_role = replica`;
    await tx`set local synchronous_commit = off`;
    const [{ main }] =
      (await tx`select coalesce(max(id), 0)::int as main from "Parking_Main_Information"`) as unknown as [
        { main: number },
      ];
    const [{ visit }] = (await tx`select coalesce(max(id), 0)::int as visit from "Parking_Information"`) as unknown as [
      { visit: number },
    ];
    await run(
      tx,
      `insert into "Parking_Main_Information" (id, company, branch, phone_no, vehicle_no, vehicle_type, status_id, parking_status_id, user_created, date_created)
      select ${main + 1} + n, ${company}, ${branch}, (9000000000 + n::bigint * 7919 % 300000)::text, ${plateOf({ name, number: "n" })}, n % 9 + 1,
        case when ${isIn} then 1 else 2 end, case when ${isIn} then 1 else 2 end, ${user}, ${at} ${rows}`,
    );
    await run(
      tx,
      `insert into "Parking_Information" (id, parking_status_id, parking_main_info, company, branch, receipt_no, slot_prefix, slot_no, in_time, out_time, duration,
        payment_status, payment_mode, payment_type, actual_amount, total_amount, paid_amount, payment_collected_by, paid_at,
        parking_time_type, time_value_for_minutes, charge_amount_for_minutes, min_charge_of_minutes, user_created, date_created)
      select ${visit + 1} + n, case when ${isIn} then 1 else 2 end, ${main + 1} + n, ${company}, ${branch}, '${name}-' || n, 'A',
        case when ${isIn} then (n - ${count - left * desks.length}) / ${desks.length} + 1 else n % 400 + 1 end,
        ${at}, case when ${isIn} then null else ${at} + interval '50 minutes' end, case when ${isIn} then null else 50 end,
        case when ${isIn} then 'not_paid' else 'paid' end, case when ${isIn} then null else 'cash' end, 'post-pay',
        case when ${isIn} then null else 40 end, case when ${isIn} then null else 40 end, case when ${isIn} then null else 40 end, ${user}, ${at},
        'minutes', 30, 20, 0, ${user}, ${at} ${rows}`,
    );
    await run(
      tx,
      `insert into "Parking_History" (parking_information, status_id, changes, user_created, date_created)
      select ${visit + 1} + n, 1, '{}', ${user}, ${at} ${rows}`,
    );
    await run(
      tx,
      `with active as (insert into activity (action, "user", "timestamp", collection, item, company, branch)
        select 'create', ${user}, ${at}, 'Parking_Information', (${visit + 1} + n)::text, ${company}, ${branch} ${rows} returning id, collection, item)
      insert into revisions (activity, collection, item, data, delta) select id, collection, item, '{"slot_prefix": "A"}', '{"slot_prefix": "A"}' from active`,
    );
    await tx`select setval(pg_get_serial_sequence('"Parking_Main_Information"', 'id'), ${main + count})`;
    await tx`select setval(pg_get_serial_sequence('"Parking_Information"', 'id'), ${visit + count})`;
  });
}

/** What time brings to a table by itself: statistics and the visibility map. */
export async function settle(sql: Sql): Promise<void> {
  const one = await sql.reserve();
  try {
    await one`set statement_timeout = 0`;
    await one`vacuum analyze`;
    await one`checkpoint`;
  } finally {
    await one`reset statement_timeout`;
    one.release();
  }
}

/** Sends away the cars that a round brought in, so that the next one finds the branch as this one did. */
export async function emptyAfter({ sql, last }: { sql: Sql; last: number }): Promise<void> {
  await sql`update "Parking_Main_Information" m set parking_status_id = 2, status_id = 2 from "Parking_Information" p
    where p.parking_main_info = m.id and p.id > ${last} and p.parking_status_id = 1`;
  await sql`update "Parking_Information" set parking_status_id = 2, out_time = now(), duration = 1, payment_status = 'paid'
    where id > ${last} and parking_status_id = 1`;
}

export async function lastVisit(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select max(id)::int as id from "Parking_Information"`;
  return row!.id;
}
