// Rows of `activity` that may be archived: old, without personal data, and of something that has ended.
import { findCollection } from "#domain/collections.ts";
import { archivedCollections } from "#domain/privacy/archived-history.ts";
import { getPersonalFields } from "#domain/privacy/personal-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { isTicketOpenSql, isUnsettledSql, isVisitorRecordOpenSql } from "#server/privacy/subject.ts";

interface EndedInput {
  sql: Sql;
  before: Date;
}

/** A row of any collection, as `activity` names it. */
interface ItemKey {
  collection: string;
  item: string;
}

/** Returns the ids of a range in ascending order. The newest row is never among them: live events continue from its id. */
export async function findEndedActivity({
  sql,
  before,
  from,
  to,
}: EndedInput & { from: number; to: number }): Promise<number[]> {
  const names: string[] = [...archivedCollections];
  const safeFields = names.map((name) => `{${getSafeFields(name).join(",")}}`);
  const candidates = await sql<({ id: number; isLogIn: boolean } & ItemKey)[]>`
    with safe as (select * from unnest(${names}::text[], ${safeFields}::text[]) s(collection, fields))
    select a.id, a.collection, a.item, a.collection = 'users' as "isLogIn" from activity a
    where a.id between ${from} and ${to} and a.timestamp < ${before} and a.ip is null and a.user_agent is null
      and (a.collection = any(${names}) or (a.collection = 'users' and a.action = 'login'))
      and a.id < (select max(id) from activity)
      and not exists (
        select 1 from revisions r left join safe s on s.collection = r.collection
        where r.activity = a.id and (s.fields is null or ${hasOtherFieldsSql({ sql, column: "data" })}
          or ${hasOtherFieldsSql({ sql, column: "delta" })}))
    order by a.id`;
  const live = await findLiveItems({ sql, before, rows: candidates.filter(({ isLogIn }) => !isLogIn) });
  return candidates.filter((row) => row.isLogIn || !live.has(toKey(row))).map(({ id }) => id);
}

/** Fields without personal data. Any other field of a revision counts as personal, also one of an earlier version. */
function getSafeFields(name: string): string[] {
  const personal = new Set(getPersonalFields({ name }));
  return Object.keys(findCollection(name)!.fields).filter((field) => !personal.has(field));
}

/** SQL condition for `r`, a revision, and `s`, the safe fields of its collection. */
function hasOtherFieldsSql({ sql, column }: { sql: Sql; column: "data" | "delta" }) {
  const values = sql`r.${sql(column)}`;
  return sql`case jsonb_typeof(${values}) when 'object' then ${values} - s.fields::text[] <> '{}' else ${values} is not null end`;
}

const toKey = ({ collection, item }: ItemKey): string => `${collection}/${item}`;

/** The items that have changed since, or in which a vehicle, a pass or money is open. */
async function findLiveItems({
  sql,
  before,
  rows,
}: EndedInput & { rows: readonly ItemKey[] }): Promise<ReadonlySet<string>> {
  const items = [...new Map(rows.map((row) => [toKey(row), row])).values()];
  const getIds = (name: (typeof archivedCollections)[number]): string[] =>
    items.filter(({ collection }) => collection === name).map(({ item }) => item);
  const live = await sql<ItemKey[]>`
    select i.collection, i.item
    from unnest(${items.map(({ collection }) => collection)}::text[], ${items.map(({ item }) => item)}::text[]) i(collection, item)
    where exists (select 1 from activity y where y.collection = i.collection and y.item = i.item and y.timestamp >= ${before})
    union all
    select 'Parking_Main_Information', m.id::text from "Parking_Main_Information" m
    where m.id = any(${getIds("Parking_Main_Information")}::bigint[])
      and (m.pass_end_time >= ${before} or ${isVisitorRecordOpenSql(sql)})
    union all
    select 'Parking_Information', e.id::text from "Parking_Information" e
    where e.id = any(${getIds("Parking_Information")}::bigint[])
      and (coalesce(e.out_time, e.invite_end_date, e.date_created) >= ${before} or e.parking_status_id = 1
        or (e.parking_status_id <> 4 and ${isUnsettledSql({ sql, kind: "parking_information" })}))
    union all
    select 'Valet_and_Parking_Information', t.id::text from "Valet_and_Parking_Information" t
    where t.id = any(${getIds("Valet_and_Parking_Information")}::bigint[])
      and (t.out_time >= ${before} or ${isTicketOpenSql(sql)})
    union all
    select 'Pre_Booking_Information', b.id::text from "Pre_Booking_Information" b
    where b.id = any(${getIds("Pre_Booking_Information")}::bigint[])
      and (b.booking_end_time >= ${before} or b.date_created >= ${before})`;
  return new Set(live.map(toKey));
}
