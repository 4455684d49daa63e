// §2 Times of the query's days, by day, hour, person or branch (time-figures.ts).
import { readTimeLists } from "#domain/reports/operations/time-lists.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";
import { timeLists, type TimeTopic } from "#server/features/reports/rollup/time-figures.ts";

/** Seconds of a list in their order. */
export type TimesOf<T extends TimeTopic> = (list: (typeof timeLists)[T][number]) => Int32Array;

interface TimeRow<T extends TimeTopic> {
  group: string;
  /** Ids, where the rows are by person or branch; a member of a unit is no user. */
  person: string | null;
  member: number | null;
  branch: number | null;
  lists: TimesOf<T>;
}

type Lists = { readonly [list: string]: Uint8Array };
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The rows of the query's group, in its order, and the lists of all. */
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
  const lists = names
    .map((name, index) => sql`string_agg(t.times[${index + 1}::int], ''::bytea) as ${sql(`${name}`)}`)
    .reduce((first, second) => sql`${first}, ${second}`);
  const found = await sql<(Omit<TimeRow<T>, "lists"> & Lists)[]>`
    select ${key}, ${lists} from report_times t
      join unnest(${branches.map(({ id }) => id)}::bigint[], ${branches.map(({ name }) => name)}::text[]) b (id, name) on b.id = t.branch
      left join users u on u.id = nullif(t.keys[1], '')::uuid left join "Unit_Members" m on m.id = nullif(t.keys[2], '')::bigint
    where t.topic = ${topic} and t.day between ${range.from}::text::date and ${range.to}::text::date
    group by 1, 2, 3, 4 order by 1`;
  const toLists = (rows: readonly Lists[], hour?: number): TimesOf<T> => {
    const times = new Map(
      names.map((name) => [
        name,
        readTimeLists(
          rows.map((row) => row[name]!),
          hour,
        ),
      ]),
    );
    return (list) => times.get(list)!;
  };
  if (group !== "hour") return { rows: found.map((row) => ({ ...row, lists: toLists([row]) })), all: toLists(found) };
  const byHour = hours.map((hour) => ({
    group: `${String(hour).padStart(2, "0")}:00`,
    person: null,
    member: null,
    branch: null,
    lists: toLists(found, hour),
  }));
  return {
    rows: byHour.filter(({ lists: own }) => names.some((name) => own(name).length > 0)),
    all: toLists(found),
  };
}
