// §2 /reporting/parking: reader of the forecast.
import {
  type ArrivalsByDay,
  computeHourlyEntries,
  computeStaff,
  forecastDay,
  type HourForecast,
  listForecastDays,
} from "#domain/reports/operations/forecast.ts";
import type { parkingReports } from "#domain/reports/parking-reports.ts";
import { addDays } from "#domain/reports/report-period.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { readHandledEntries } from "#server/features/reports/people-readers.ts";
import { moveQuery, type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { selectVisits } from "#server/features/reports/visits.ts";

export const forecastReaders = { forecast: readForecast };

interface HourValues extends HourForecast {
  staff: number;
  forecast_before: number;
  came_before: number;
}

/** Across branches the figures are the sums of those of each branch, which needs its own staff. */
async function readForecast(query: ReportQuery): Promise<ReportData<ColumnsOf<typeof parkingReports.forecast>>> {
  const day = query.range.from;
  const weekBefore = addDays(day, -7);
  const days = [...listForecastDays(day), ...listForecastDays(weekBefore)].toSorted();
  // Staff of the weeks on which the forecast rests, as far as they are over.
  const past = moveQuery(query, { from: listForecastDays(day).at(-1)!, to: weekBefore });
  const [arrivals, handled] = await Promise.all([
    readArrivals(moveQuery(query, { from: days[0]!, to: weekBefore })),
    readHandledEntries(past),
  ]);
  const perBranch = query.branches.map(({ id }) => {
    const own = arrivals.get(id) ?? new Map<string, number[]>();
    const hourlyEntries = computeHourlyEntries(handled.get(id) ?? { entries: 0, dutyMinutes: 0 });
    const before = forecastDay({ day: weekBefore, arrivals: own });
    return forecastDay({ day, arrivals: own }).map((hour, index): HourValues => ({
      ...hour,
      staff: computeStaff({ arrivals: hour.high, hourlyEntries }),
      forecast_before: before[index]!.expected,
      came_before: own.get(weekBefore)?.[index] ?? 0,
    }));
  });
  const rows = Array.from({ length: 24 }, (_, hour) => ({ hour, ...addUp(perBranch.map((hours) => hours[hour]!)) }));
  const { expected, ...week } = addUp(rows);
  // What came is known once the day is over.
  const isKnown = moveQuery(query, { from: weekBefore, to: weekBefore }).branches.every(({ to }) => to <= query.now);
  const unknown = { came_before: null, error_before: null };
  return {
    rows: rows.map((values) => ({ values: isKnown ? values : { ...values, ...unknown } })),
    totals: {
      expected,
      forecast_before: week.forecast_before,
      ...(isKnown ? { came_before: week.came_before, error_before: week.error_before } : unknown),
    },
  };
}

function addUp(values: readonly HourValues[]) {
  const sum = (name: keyof HourValues): number =>
    Math.round(values.reduce((total, value) => total + value[name], 0) * 10) / 10;
  const forecast_before = sum("forecast_before");
  const came_before = sum("came_before");
  return {
    expected: sum("expected"),
    low: sum("low"),
    high: sum("high"),
    staff: sum("staff"),
    forecast_before,
    came_before,
    error_before: Math.round((came_before - forecast_before) * 10) / 10,
  };
}

/** Arrivals by branch, day and hour. */
async function readArrivals(query: ReportQuery): Promise<Map<number, ArrivalsByDay>> {
  const { sql, range } = query;
  const arrived = sql`e.in_time >= day.start and e.in_time < day.stop
    and extract(isodow from e.in_time at time zone day.zone) = extract(isodow from ${range.to}::text::date)`;
  const rows = await sql<{ branch: number; day: string; hour: number; count: number }[]>`
    select day.branch, (v.in_time at time zone day.zone)::date::text as day, extract(hour from v.in_time at time zone day.zone)::int as hour, count(*)::int as count
    from ${selectBranchPeriods(query)} cross join lateral (${selectVisits(query, arrived)}) v group by 1, 2, 3`;
  const byBranch = new Map<number, Map<string, number[]>>();
  for (const { branch, day, hour, count } of rows) {
    const days = byBranch.get(branch) ?? new Map<string, number[]>();
    const hours = days.get(day) ?? Array.from({ length: 24 }, () => 0);
    hours[hour] = count;
    byBranch.set(branch, days.set(day, hours));
  }
  return byBranch;
}
