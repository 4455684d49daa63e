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
import { linkFigures, toDetail } from "#server/features/reports/registers/figure-links.ts";
import { moveQuery, type ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";

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
    rows: rows.map((values) => {
      const filters = { ...query.filters, kind: "arrived", hour: String(values.hour) };
      const link = toDetail({ report: "visits", filters, range: { from: weekBefore, to: weekBefore } });
      return isKnown
        ? { values, ...linkFigures(values, { came_before: link }) }
        : { values: { ...values, ...unknown } };
    }),
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
  const { sql, range, branches, filters } = query;
  const { service = null } = filters;
  await settleDays(query);
  const rows = await sql<{ branch: number; day: string; arrivals: number[] }[]>`
    select branch, day::text as day, arrivals from report_visits
    where branch = any(${branches.map(({ id }) => id)}::bigint[]) and day between ${range.from}::text::date and ${range.to}::text::date
      and extract(isodow from day) = extract(isodow from ${range.to}::text::date) and (${service}::text is null or service = ${service}) and flows[1] > 0`;
  const byBranch = new Map<number, Map<string, number[]>>();
  for (const { branch, day, arrivals } of rows) {
    const days = byBranch.get(branch) ?? new Map<string, number[]>();
    const hours = days.get(day) ?? Array.from({ length: 24 }, () => 0);
    for (const [hour, count] of arrivals.entries()) hours[hour]! += count;
    byBranch.set(branch, days.set(day, hours));
  }
  return byBranch;
}
