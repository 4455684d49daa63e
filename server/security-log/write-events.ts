// Writes counted events in one statement; repeats within an hour are added to one row across servers.
import { findCollection } from "#domain/collections.ts";
import { isId } from "#domain/schema/fields.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { quoteIdentifier } from "#server/items/query/sql-text.ts";
import type { SecurityBucket } from "#server/security-log/entry.ts";

/**
 * Largest number of events per write whose requested row is looked up; during floods the rest are written without it.
 */
const maxTargets = 50;

interface EventTenant {
  company: number | null;
  branch: number | null;
}

/**
 * Adds events to the log. Their company, whose admins see them, is that of the actor, otherwise of the named account,
 * otherwise of the token.
 */
export async function writeSecurityEvents({
  sql,
  buckets,
}: {
  sql: Sql | Tx;
  buckets: readonly SecurityBucket[];
}): Promise<void> {
  if (buckets.length === 0) return;
  const targets = await loadTenants({ sql, buckets });
  const rows = buckets.map((bucket) => ({
    ...bucket,
    typed: bucket.typed?.trim().toLowerCase() ?? null,
    userAgent: bucket.userAgent?.slice(0, 255) ?? null,
    target: targets.get(bucket.bucket) ?? null,
  }));
  await sql.unsafe(insert, [JSON.stringify(rows)], { prepare: true });
}

const insert = `
  insert into "Security_Events" (kind, person, role, account, subject, ip, user_agent, detail, request_id, count,
    first_at, last_at, company, branch, target_company, target_branch, bucket)
  select e.kind, p.id, e.role, a.id, e.subject, e.ip, e."userAgent", e.detail, e."requestId", e.count,
    e."firstAt", e."lastAt", c.id, b.id, (e.target->>'company')::bigint, (e.target->>'branch')::bigint, e.bucket
  from json_to_recordset($1::text::json) as e(kind text, person uuid, role text, account uuid, typed text, "tokenStart" text,
    subject text, ip text, "userAgent" text, detail jsonb, "requestId" text, count int, "firstAt" timestamptz,
    "lastAt" timestamptz, company int, branch int, target jsonb, bucket text)
  left join users p on p.id = e.person
  left join users a on a.id = coalesce(e.account, (select u.id from users u where lower(u.email) = e.typed limit 1))
  left join lateral (select t.company from "Integration_Tokens" t
    where e."tokenStart" is not null and t.token_start = e."tokenStart" limit 1) t on true
  left join "Companies" c on c.id = coalesce(e.company, p.default_company, a.default_company, t.company,
    (select x.company from "Branch" x where x.id = e.branch))
  left join "Branch" b on b.id = coalesce(e.branch, p.default_branch, a.default_branch)
  order by e.bucket
  on conflict (bucket) do update set count = "Security_Events".count + excluded.count,
    last_at = greatest("Security_Events".last_at, excluded.last_at), request_id = excluded.request_id`;

/** Loads the company and branch of the requested rows. */
async function loadTenants({
  sql,
  buckets,
}: {
  sql: Sql | Tx;
  buckets: readonly SecurityBucket[];
}): Promise<Map<string, EventTenant>> {
  const targets = new Map<string, EventTenant>();
  for (const { bucket, item } of buckets.filter(({ item: candidate }) => candidate !== null).slice(0, maxTargets)) {
    const target = await loadTenant({ sql, ...item! });
    if (target) targets.set(bucket, target);
  }
  return targets;
}

async function loadTenant({
  sql,
  collection: name,
  id,
}: {
  sql: Sql | Tx;
  collection: string;
  id: string;
}): Promise<EventTenant | undefined> {
  const collection = findCollection(name);
  const isKey = collection?.keyType === "uuid" ? /^[\da-f-]{36}$/i.test(id) : isId(id);
  if (!collection || !isKey) return undefined;
  const quoteRelationColumn = (names: readonly string[]): string => {
    const column = names.find((candidate) => collection.fields[candidate]?.kind === "one" || candidate === "id");
    return column ? quoteIdentifier(column) : "null::bigint";
  };
  const company = name === "Companies" ? ["id"] : ["company", "default_company"];
  const branch = name === "Branch" ? ["id"] : ["branch", "default_branch"];
  const [row] = await sql.unsafe<EventTenant[]>(
    `select t.company, t.branch from (select "id", ${quoteRelationColumn(company)} as company, ${quoteRelationColumn(branch)} as branch
       from ${quoteIdentifier(collection.name)} where "id" = $1::${collection.keyType === "uuid" ? "uuid" : "bigint"}) t`,
    [id],
  );
  return row;
}
