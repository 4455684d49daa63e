// §2 Times of the query's days, by day, hour, person or branch (time-figures.ts).
import { countTimes, countTimesByHour, sumTimes, TimeCounts } from "#domain/reports/operations/time-lists.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";
import { countedLists, timeLists, type TimeTopic } from "#server/features/reports/rollup/time-figures.ts";

export type TimesOf<T extends TimeTopic> = (list: (typeof timeLists)[T][number]) => TimeCounts;

interface TimeRow<T extends TimeTopic> {
  group: string;
  /** Ids, where the rows are by person or branch; a member of a unit is no user. */
  person: string | null;
  member: number | null;
  branch: number | null;
  lists: TimesOf<T>;
}

/** What is read of a list: its bytes, or the number of its times. */
type Lists = { readonly [list: string]: Uint8Array | number };

/** The rows of the query's group, in its order, and the times of all. */
export async function readTimes<T extends TimeTopic>(
  query: ReportQuery,
  topic: T,
): Promise<{ rows: TimeRow<T>[]; all: TimesOf<T> }> {
  const { sql, branches, range, group } = query;
  await settleDays(query);
  const none = sql`null::text as person, null::bigint as member`;
  const key = {
    person: sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), m.name, 'Nobody') as "group", u.id::text as person, m.id as member, null::bigint as branch`,
    branch: sql`b.name as "group", ${none}, t.branch`,
    day: sql`t.day::text as "group", ${none}, null::bigint as branch`,
    hour: sql`null::text as "group", ${none}, null::bigint as branch`,
  }[group]!;
  const names: readonly (typeof timeLists)[T][number][] = timeLists[topic];
  const isByHour = group === "hour";
  const isCounted = (name: string): boolean => !isByHour && countedLists.includes(name);
  const lists = names
    .map((name, index) => {
      const times = sql`t.times[${index + 1}::int]`;
      return isCounted(name)
        ? sql`(sum(length(${times})) / 4)::int as ${sql(`${name}`)}`
        : sql`string_agg(${times}, ''::bytea) as ${sql(`${name}`)}`;
    })
    .reduce((first, second) => sql`${first}, ${second}`);
  const found = await sql<(Omit<TimeRow<T>, "lists"> & Lists)[]>`
    select ${key}, ${lists} from report_times t
      join unnest(${branches.map(({ id }) => id)}::bigint[], ${branches.map(({ name }) => name)}::text[]) b (id, name) on b.id = t.branch
      left join users u on u.id = nullif(t.keys[1], '')::uuid left join "Unit_Members" m on m.id = nullif(t.keys[2], '')::bigint
    where t.topic = ${topic} and t.day between ${range.from}::text::date and ${range.to}::text::date
    group by 1, 2, 3, 4 order by 1`;
  const rows = isByHour
    ? splitByHour(names, found[0])
    : found.map((row) => ({ ...row, lists: toTimes(names, (name) => readList(row[name]!)) }));
  return { rows, all: toTimes(names, (name) => sumTimes(rows.map(({ lists: own }) => own(name)))) };
}

/** The hours with times of the only row. */
function splitByHour<T extends TimeTopic>(
  names: readonly (typeof timeLists)[T][number][],
  row: Lists | undefined,
): TimeRow<T>[] {
  if (!row) return [];
  const byHour = toTimes(names, (name) => countTimesByHour(toBytes(row[name]!)));
  const rows = Array.from({ length: 24 }, (_, hour) => ({
    group: `${String(hour).padStart(2, "0")}:00`,
    person: null,
    member: null,
    branch: null,
    lists: toTimes(names, (name) => byHour(name)[hour]!),
  }));
  return rows.filter(({ lists: own }) => names.some((name) => own(name).length > 0));
}

/** What is read of each list. */
function toTimes<N extends string, V>(names: readonly N[], read: (name: N) => V): (name: N) => V {
  const times = new Map(names.map((name) => [name, read(name)]));
  return (name) => times.get(name)!;
}

/** Those that are only counted have zeros. */
function readList(list: Uint8Array | number): TimeCounts {
  if (typeof list !== "number") return countTimes(list);
  const times = new TimeCounts();
  times.add(0, list);
  return times;
}

const toBytes = (list: Uint8Array | number): Uint8Array => (typeof list === "number" ? new Uint8Array(list * 4) : list);
