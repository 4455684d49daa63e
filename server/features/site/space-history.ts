// How full a branch usually is, by weekday and hour, from its own entries of the last four weeks.
import { LRUCache } from "lru-cache";
import type { BranchPage, SiteService } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";

type UsualSpace = BranchPage["usualSpace"];

const hourMs = 3_600_000;
const days = 28;
/** Fewer entries say nothing of a usual day. */
const minEntries = 50;
/** Entries that began earlier and have left are not looked for. */
const earlierDays = 7;

const tables = {
  parking: {
    service: "is_parking",
    name: '"Parking_Information"',
    kept: "e.parking_status_id in (1, 2)",
    open: "e.parking_status_id in (1, 3)",
  },
  "valet-parking": {
    service: "is_valet_and_parking",
    name: '"Valet_and_Parking_Information"',
    kept: "true",
    open: "true",
  },
} as const;

interface HourRow {
  /** Slots of the branch. */
  total: number;
  entries: number;
  /** Slots taken on average, from Monday 0:00 by hour. */
  hours: { weekday: number; hour: number; taken: number }[];
}

/**
 * Vehicles with a slot at each full hour, by how many have come and left until then: the entries are read once. The last
 * slot of a long stay counts for all of it.
 */
function buildHistoryStatement({ service, name, kept, open }: (typeof tables)[keyof typeof tables]): string {
  return `with visits as materialized (
      select e.in_time, e.out_time from ${name} e
        where e.branch = $1::bigint and e.date_created >= $2::timestamptz - interval '${earlierDays} days' and e.slot_no > 0 and ${kept}
          and e.in_time < $3::timestamptz and (e.out_time is null or e.out_time > $2::timestamptz)
      union all select e.in_time, e.out_time from ${name} e
        where e.branch = $1::bigint and e.out_time is null and e.slot_no > 0 and ${open}
          and e.date_created < $2::timestamptz - interval '${earlierDays} days' and e.in_time is not null),
    changes as (
      select greatest(0, ceil(extract(epoch from in_time - $2::timestamptz) / 3600))::int as slot, 1 as change from visits
      union all select ceil(extract(epoch from out_time - $2::timestamptz) / 3600)::int, -1 from visits where out_time is not null),
    sums as (select slot, sum(change) as change from changes group by slot),
    samples as (select $2::timestamptz + n * interval '1 hour' as at, sum(coalesce(s.change, 0)) over (order by n) as taken
      from generate_series(0, ${days * 24 - 1}) n left join sums s on s.slot = n),
    averages as (select extract(isodow from at at time zone $4::text)::int as weekday, extract(hour from at at time zone $4::text)::int as hour,
      avg(taken)::float8 as taken from samples group by 1, 2)
    select (select coalesce(sum(total_slots), 0)::int from "Slot_Blocks" where branch = $1::bigint and service = '${service}') as total,
      (select count(*)::int from visits where in_time >= $2::timestamptz) as entries,
      (select json_agg(a) from averages a) as hours`;
}

interface HistoryRequest {
  sql: Sql;
  branch: number;
  service: SiteService;
  zone: string;
  now: Date;
}

/** Share of slots taken, 0–100, by weekday (Monday first) and hour; null without enough history. */
async function readHistory({ sql, branch, service, zone, now }: HistoryRequest): Promise<UsualSpace> {
  if (service !== "parking" && service !== "valet-parking") return null;
  const until = Math.floor(now.getTime() / hourMs) * hourMs;
  const text = buildHistoryStatement(tables[service]);
  const times = [until - days * 24 * hourMs, until].map((at) => new Date(at).toISOString());
  const [row] = await sql.unsafe<HourRow[]>(text, [branch, ...times, zone], getPrepareOptions(text));
  if (!row || row.total === 0 || row.entries < minEntries) return null;
  const shares = Array.from({ length: 7 }, () => Array.from({ length: 24 }, (): number | null => null));
  for (const { weekday, hour, taken } of row.hours)
    shares[weekday - 1]![hour] = Math.min(100, Math.max(0, Math.round((100 * taken) / row.total)));
  return shares;
}

const maxCached = 2_000;
const cached = new WeakMap<Sql, LRUCache<string, { shares: UsualSpace }>>();

/** As `readHistory`, which is read once an hour for each branch and service. */
export async function readUsualSpace(request: HistoryRequest): Promise<UsualSpace> {
  const { sql, branch, service, now } = request;
  const cache = cached.get(sql) ?? new LRUCache<string, { shares: UsualSpace }>({ max: maxCached });
  cached.set(sql, cache);
  const key = `${branch}:${service}:${Math.floor(now.getTime() / hourMs)}`;
  const known = cache.get(key);
  if (known) return known.shares;
  const shares = await readHistory(request);
  cache.set(key, { shares });
  return shares;
}
