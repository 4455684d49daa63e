// §2 Vehicles inside by hour and day: of days that are over from the figures by day, of the others from the visits themselves.
import { formatDate, getDayRange } from "#domain/dates.ts";
import { addDays } from "#domain/reports/report-period.ts";
import type { BranchPeriod, ReportQuery } from "#server/features/reports/report-query.ts";
import { settleHistory } from "#server/features/reports/rollup/settle-days.ts";
import { type Fragment, selectLevels } from "#server/features/reports/visits.ts";

interface Parts {
  /** The days that are over, by branch; 'YYYY-MM-DD', inclusive. */
  readonly past: readonly { readonly id: number; readonly zone: string; readonly last: string }[];
  /** The same query for the rest of the period; undefined if all of it is over. */
  readonly rest: ReportQuery | undefined;
}

function splitAtToday(query: ReportQuery): Parts {
  const { branches, now, range } = query;
  const past: { id: number; zone: string; last: string }[] = [];
  const rest: BranchPeriod[] = [];
  for (const branch of branches) {
    const today = formatDate({ at: now, zone: branch.zone });
    const last = range.to < today ? range.to : addDays(today, -1);
    if (last >= range.from) past.push({ id: branch.id, zone: branch.zone, last });
    if (range.to < today) continue;
    const { from } = getDayRange({ day: today, zone: branch.zone });
    rest.push({ ...branch, from: from > branch.from ? from : branch.from });
  }
  return { past, rest: rest.length === 0 ? undefined : { ...query, branches: rest } };
}

/**
 * Parts of a `with` clause that end in `past (branch, day, zone, length, base, seconds, highest, lowest, at_least)`: the days that are over with the
 * number inside at the start of each, their length in seconds, and the figures of 0210-report-visits.sql; null without an event.
 */
function selectPastDays({
  query,
  past,
  isInSlot,
}: {
  query: ReportQuery;
  past: Parts["past"];
  isInSlot: boolean;
}): Fragment {
  const { sql, range, filters } = query;
  const { service = null } = filters;
  const change = isInSlot ? sql`f.flows[3] - f.flows[4]` : sql`f.flows[1] - f.flows[2]`;
  const ids = past.map(({ id }) => id);
  return sql`
    flow as (select f.branch, greatest(f.day, ${range.from}::text::date - 1) as day, sum(${change})::int as change from report_visits f
      where f.branch = any(${ids}::bigint[]) and f.day <= ${range.to}::text::date and (${service}::text is null or f.service = ${service}) group by 1, 2),
    past as (
      select d.*, extract(epoch from ((d.day + 1)::timestamp at time zone d.zone) - (d.day::timestamp at time zone d.zone))::float8 as length,
        l.seconds, l.highest, l.lowest, l.at_least
      from (select d.branch, d.day, d.zone, coalesce(sum(flow.change) over (partition by d.branch order by d.day rows between unbounded preceding and 1 preceding), 0)::int as base
          from (select p.branch, p.zone, ${range.from}::text::date - 1 + n as day
              from unnest(${ids}::bigint[], ${past.map(({ zone }) => zone)}::text[], ${past.map(({ last }) => last)}::text[]) p (branch, zone, last)
                cross join lateral generate_series(0, p.last::date - ${range.from}::text::date + 1) n) d
            left join flow on flow.branch = d.branch and flow.day = d.day) d
        left join report_levels l on l.branch = d.branch and l.service = ${service ?? ""} and l.is_in_slot = ${isInSlot} and l.day = d.day
      where d.day >= ${range.from}::text::date)`;
}

const hours = Array.from({ length: 24 }, (_, index) => index + 1);

/**
 * Arrays by hour, or of one element for the whole day, of days of 24 hours: vehicles times seconds, seconds, and the highest number. Written
 * out by element, which takes a fraction of the time that a row for each hour of a year would.
 */
function selectDayArrays(sql: ReportQuery["sql"], isByHour: boolean): Fragment {
  const join = (parts: readonly Fragment[], by: Fragment): Fragment =>
    parts.reduce((first, second) => sql`${first}${by}${second}`);
  const comma = sql`, `;
  const level = (hour: number): Fragment =>
    sql`case when p.seconds is null then p.base else p.base + p.highest[${sql.unsafe(String(hour))}] end`;
  const second = (hour: number): Fragment => sql`coalesce(p.seconds[${sql.unsafe(String(hour))}], 0)`;
  if (isByHour)
    return sql`array[${join(
      hours.map((hour) => sql`sum(p.base * 3600::float8 + ${second(hour)})`),
      comma,
    )}] as inside, 3600 * count(*)::float8 as seconds, array[${join(
      hours.map((hour) => sql`max(${level(hour)})`),
      comma,
    )}] as highest`;
  return sql`array[sum(p.base * 86400::float8 + ${join(hours.map(second), sql` + `)})] as inside, 86400 * count(*)::float8 as seconds,
    array[max(greatest(${join(hours.map(level), comma)}))] as highest`;
}

export interface OccupancySum {
  branch: number;
  group: string | null;
  weekday: number | null;
  hour: number | null;
  /** Vehicles times seconds, and seconds. */
  inside: number;
  seconds: number;
  highest: number;
}

/** Sums by branch and group. */
export async function readOccupancySums(query: ReportQuery): Promise<OccupancySum[]> {
  const { sql, group } = query;
  const { past, rest } = splitAtToday(query);
  await settleHistory(query);
  const toKey = (day: Fragment, weekday: Fragment, hour: Fragment): Fragment => {
    if (group === "hour_of_week") return sql`null::text, ${weekday}, ${hour}`;
    if (group === "hour") return sql`null::text, null::int, ${hour}`;
    return group === "day" ? sql`${day}::text, ${weekday}, null::int` : sql`null::text, null::int, null::int`;
  };
  const isByHour = group === "hour_of_week" || group === "hour";
  const none = sql`null::int`;
  // A day on which clocks are changed has a row for each hour.
  const kept =
    past.length === 0
      ? []
      : await sql<OccupancySum[]>`
    with ${selectPastDays({ query, past, isInSlot: false })},
    days as materialized (select p.branch, p.day, extract(isodow from p.day)::int as weekday, p.zone, p.length, p.base, p.seconds, p.highest from past p)
    select p.branch, p."group", p.weekday, ${isByHour ? sql`(h.n - 1)::int` : none} as hour, h.inside, p.seconds, h.highest
    from (select p.branch, k.*, ${selectDayArrays(sql, isByHour)} from days p cross join lateral (select ${toKey(sql`p.day`, sql`p.weekday`, none)}) k ("group", weekday, hour)
        where p.length = 86400 group by p.branch, 2, 3, 4) p
      cross join lateral unnest(p.inside, p.highest) with ordinality h (inside, highest, n)
    union all
    select p.branch, k.*, sum(p.base * q.length + coalesce(p.seconds[q.hour + 1], 0))::float8, sum(q.length)::float8,
      max(case when p.seconds is null then p.base else p.base + p.highest[q.hour + 1] end)::int
    from days p cross join lateral (select extract(hour from t at time zone p.zone)::int as hour, count(*) * 900::float8 as length
        from generate_series(p.day::timestamp at time zone p.zone, ((p.day + 1)::timestamp at time zone p.zone) - interval '1 second', interval '15 minutes') t group by 1) q
      cross join lateral (select ${toKey(sql`p.day`, sql`p.weekday`, sql`q.hour`)}) k ("group", weekday, hour)
    where p.length <> 86400 group by p.branch, 2, 3, 4`;
  if (!rest) return kept;
  const restKey = toKey(sql`l.at::date`, sql`extract(isodow from l.at)::int`, sql`extract(hour from l.at)::int`);
  const read = await sql<OccupancySum[]>`
    with ${selectLevels(rest)}
    select l.branch, k.*, coalesce(sum(inside * extract(epoch from length)), 0)::float8 as inside, sum(extract(epoch from length))::float8 as seconds, max(inside) as highest
    from level l cross join lateral (select ${restKey}) as k ("group", weekday, hour) group by 1, 2, 3, 4`;
  return [...kept, ...read];
}

export interface FullDay {
  branch: number;
  day: string;
  highest: number;
  /** Seconds with at least as many vehicles in slots as there are slots. */
  full: number;
}

/** The days of the period that have begun, by branch; `capacities` are the slots of each. */
export async function readFullDays(query: ReportQuery, capacities: ReadonlyMap<number, number>): Promise<FullDay[]> {
  const { sql, branches } = query;
  const { past, rest } = splitAtToday(query);
  await settleHistory(query);
  const capacity = sql`unnest(${branches.map(({ id }) => id)}::bigint[], ${branches.map(({ id }) => capacities.get(id) ?? 0)}::int[]) as c (branch, slots)`;
  const kept =
    past.length === 0
      ? []
      : await sql<FullDay[]>`
    with ${selectPastDays({ query, past, isInSlot: true })}
    select p.branch, p.day::text, p.base + coalesce((select max(x) from unnest(p.highest) x), 0) as highest,
      case when c.slots = 0 then 0 when p.at_least is null then case when p.base >= c.slots then p.length else 0 end
        when c.slots - p.base <= p.lowest then p.length
        else coalesce(p.at_least[c.slots - p.base - p.lowest + 1], 0) end as "full"
    from past p join ${capacity} on c.branch = p.branch`;
  if (!rest) return kept;
  const read = await sql<FullDay[]>`
    with ${selectLevels(rest, { isInSlot: true })}
    select l.branch, l.at::date::text as day, max(inside) as highest,
      coalesce(sum(extract(epoch from length)) filter (where inside >= c.slots and c.slots > 0), 0)::float8 as "full"
    from level l join ${capacity} on c.branch = l.branch group by 1, 2`;
  return [...kept, ...read];
}
