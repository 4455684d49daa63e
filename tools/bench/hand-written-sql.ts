// What a developer would write over the bare driver instead of sending requests: the measure of all that the server adds.
import type postgres from "postgres";
import type { BenchBranch } from "#tools/bench/data.ts";
import type { SqlStatement } from "#tools/bench/load-generator.ts";
import type { BenchVisitor, RecordedRequest } from "#tools/bench/recorded-requests.ts";

const entryColumns = `p.id, p.parking_status_id, p.receipt_no, p.slot_prefix, p.slot_no, p.is_person, p.is_invited, p.is_vehicle_prepay_type,
  p.in_time, p.out_time, p.duration, p.payment_status, p.payment_type, p.total_amount, p.paid_amount, p.parking_time_type,
  p.time_value_for_minutes, p.charge_amount_for_minutes, p.min_charge_of_minutes,
  m.id as visitor, m.vehicle_no, m.phone_no, m.name, m.is_waiting_for_approve, t.name as vehicle_type`;
const entryTables = `"Parking_Information" p left join "Parking_Main_Information" m on m.id = p.parking_main_info
  left join "Vehicle_Type" t on t.id = m.vehicle_type`;

/** The dashboard's list with its count: entries of a branch that are inside, or of a day. */
export function listByHand({ branch, since }: { branch: number; since: Date }): SqlStatement {
  const condition = "p.branch = $1 and (p.parking_status_id = 1 or p.date_created >= $2)";
  return {
    text: `select ${entryColumns}, (select count(*) from "Parking_Information" p where ${condition}) as filter_count
      from ${entryTables} where ${condition} order by p.id desc limit 10`,
    values: [branch, since],
  };
}

export function readByHand({ branch, id }: { branch: number; id: number }): SqlStatement {
  return { text: `select ${entryColumns} from ${entryTables} where p.id = $1 and p.branch = $2`, values: [id, branch] };
}

/** A visitor record with its activity and revision, under the lock of the visitor. */
export async function createVisitorByHand({
  sql,
  recorded: { benchBranch },
  visitor,
}: {
  sql: postgres.Sql;
  recorded: Pick<RecordedRequest, "benchBranch">;
  visitor: BenchVisitor;
}): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7302, hashtext(${`${benchBranch.branch} ${visitor.vehicle_no}`}))`;
    const [open] = await tx`
      select 1 from "Parking_Main_Information" where branch = ${benchBranch.branch} and vehicle_no = ${visitor.vehicle_no} limit 1`;
    if (open) throw new Error(`${visitor.vehicle_no} is inside.`);
    await insertVisitor({ tx, benchBranch, visitor });
  });
}

/** Returns the id of the visitor record. */
export async function insertVisitor({
  tx,
  benchBranch: { branch, company, user },
  visitor,
}: {
  tx: postgres.TransactionSql;
  benchBranch: BenchBranch;
  visitor: BenchVisitor;
}): Promise<number> {
  const values = {
    company,
    branch,
    phone_no: visitor.phone_no,
    vehicle_no: visitor.vehicle_no,
    parking_type: "single_time",
    status_id: 1,
    parking_status_id: 1,
  };
  const now = new Date();
  const [created] = await tx<{ id: number }[]>`
    with written as (
      insert into "Parking_Main_Information" (company, branch, phone_no, vehicle_no, parking_type, status_id, parking_status_id, user_created, date_created)
      values (${company}, ${branch}, ${visitor.phone_no}, ${visitor.vehicle_no}, 'single_time', 1, 1, ${user}, ${now}) returning id),
    active as (
      insert into activity (action, "user", "timestamp", collection, item, company, branch)
      select 'create', ${user}::uuid, ${now}::timestamptz, 'Parking_Main_Information', id::text, ${company}::bigint, ${branch}::bigint from written returning id),
    revised as (
      insert into revisions (activity, collection, item, data, delta)
      select active.id, 'Parking_Main_Information', written.id::text, ${JSON.stringify(values)}::text::jsonb, ${JSON.stringify(values)}::text::jsonb from written, active)
    select written.id, pg_notify('bench', json_build_object('collection', 'Parking_Main_Information', 'id', written.id, 'event', active.id)::text) from written, active`;
  return created!.id;
}
