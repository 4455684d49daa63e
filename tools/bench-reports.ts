// npm run bench:reports: the time to read each report from a year of made entries over 50 branches, and what marking costs a
// check-in. ENTRIES is the number of entries. REPORTS_DATABASE is a database that an earlier run of loadReports has filled, whose days are
// settled; its load takes most of the time. Writes docs/bench-reports.md.
import { writeFileSync } from "node:fs";
import { defaultTimeZone, formatDate, getDayRange } from "#domain/dates.ts";
import { getKeys } from "#domain/object-keys.ts";
import { addDays } from "#domain/reports/report-period.ts";
import { maxShownRows } from "#domain/reports/report.ts";
import { getReport, type ReportName, reportNames } from "#domain/reports/reports.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { readers } from "#server/features/reports/readers.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";
import { startDatabase } from "#tools/bench/environments.ts";
import { getMedian } from "#tools/bench/quantiles.ts";
import { setMarks } from "#tools/bench/data.ts";
import { checkInRounds, measureCheckIns } from "#tools/bench/marking.ts";
import { readProcessorTime } from "#tools/bench/processor-time.ts";
import { loadReports, reportBranches, runBeside } from "#tools/bench/report-data.ts";
import { type BenchContext, describeRun, getLoadAverage, measureFilter, runBench } from "#tools/bench/run-bench.ts";

const entries = Number(process.env["ENTRIES"] ?? 1_000_000);
const loadedUrl = process.env["REPORTS_DATABASE"];
const rounds = 100;
const maxMonthMs = 150;
const maxYearMs = 1_000;
const maxMarkingPercent = 3;
/** Short ones, so that some of them have the machine for themselves. */
const markingRounds = 150;

interface ReportMeasure {
  name: string;
  p50: number;
  p99: number;
  /** Of one read, in ms; null if it is not known. */
  processor: number | null;
  threshold: number;
}

const poolName = "bench-reports";

function createQuery(
  sql: Sql,
  values: Pick<ReportQuery, "range" | "group" | "isAcrossBranches"> & { branch: number },
): ReportQuery {
  const { branch, range, ...query } = values;
  const zone = defaultTimeZone;
  const from = getDayRange({ day: range.from, zone }).from;
  const { to } = getDayRange({ day: range.to, zone });
  const ids = query.isAcrossBranches ? Array.from({ length: reportBranches }, (_, index) => index + 1) : [branch];
  return {
    ...query,
    sql,
    now: new Date(),
    range,
    maxRows: maxShownRows,
    branches: ids.map((id) => ({ id, name: `Branch ${id}`, zone, from, to })),
    filters: {},
  };
}

async function measureReport(
  { sql, admin }: { sql: Sql; admin: Sql },
  { report, group, isYear }: { report: ReportName; group: string; isYear: boolean },
): Promise<ReportMeasure> {
  const times: number[] = [];
  const today = formatDate({ at: new Date(), zone: defaultTimeZone });
  const isDay = getReport(report).period === "day";
  const days = isYear ? 365 : 30;
  const used = await readProcessorTime({ admin, name: poolName });
  for (let round = 0; round < (isYear ? rounds / 10 : rounds); round += 1) {
    const to = addDays(today, -1 - (isYear ? 0 : (round * 7) % 300));
    const range = { from: isDay ? to : addDays(to, 1 - days), to };
    const query = createQuery(sql, { range, group, isAcrossBranches: isYear, branch: 1 + (round % reportBranches) });
    const start = performance.now();
    await readers[report](query);
    times.push(performance.now() - start);
  }
  const usedThen = await readProcessorTime({ admin, name: poolName });
  const sorted = times.toSorted((a, b) => a - b);
  const period = isYear ? "a year, all branches" : isDay ? "a day" : "a month";
  return {
    name: `${getReport(report).title}${group ? ` by ${getReport(report).groups![group]!.toLowerCase()}` : ""}, ${period}`,
    p50: getMedian(times),
    p99: sorted[Math.ceil(sorted.length * 0.99) - 1]!,
    processor: used === null || usedThen === null ? null : (usedThen - used) / times.length,
    threshold: isYear ? maxYearMs : maxMonthMs,
  };
}

/** Inserts of a check-in with and without the triggers, in turn; the least of each, since the machine has other work. */
async function measureMarking(sql: Sql): Promise<{ percent: number; microseconds: number }> {
  const count = 200;
  const run = async (): Promise<number> => {
    const [row] = await sql<{ ms: number }[]>`select bench_check_in(${count}) as ms`;
    return row!.ms;
  };
  await sql.unsafe(`create or replace function bench_check_in(count integer) returns double precision language plpgsql as $$
    declare start timestamptz := clock_timestamp(); record integer; entry integer;
    begin
      for i in 1 .. count loop
        insert into "Parking_Main_Information" (branch, company, vehicle_type, vehicle_no) values (1, 1, 101, 'KA05' || i) returning id into record;
        insert into "Parking_Information" (branch, company, parking_main_info, parking_status_id, in_time, tariff_version) values (1, 1, record, 1, now(), 1) returning id into entry;
        insert into "Parking_History" (parking_information, status_id, changes) values (entry, 1, '{"parking_status_id": [null, 1]}');
      end loop;
      return extract(epoch from clock_timestamp() - start) * 1000;
    end $$`);
  for (const table of ["Parking_Main_Information", "Parking_Information"])
    await sql.unsafe(`select setval(pg_get_serial_sequence('"${table}"', 'id'), 1900000000)`);
  const least = { marked: Infinity, unmarked: Infinity };
  for (let round = 0; round < markingRounds; round += 1)
    for (const kind of ["marked", "unmarked"] as const) {
      await setMarks(sql, kind === "marked");
      least[kind] = Math.min(least[kind], await run());
    }
  await setMarks(sql, true);
  // What was checked in is not part of the reports that are measured.
  await sql`delete from "Parking_Information" where id > 1900000000`;
  await sql`delete from "Parking_Main_Information" where id > 1900000000`;
  await settleDays({ sql, branches: [{ id: 1, from: new Date(0), to: new Date(Date.now() + 86_400_000) }] });
  return {
    percent: (least.marked / least.unmarked - 1) * 100,
    microseconds: ((least.marked - least.unmarked) * 1_000) / count,
  };
}

async function runReportBench({ cleanup, seconds, log }: BenchContext): Promise<void> {
  // For the load: the index of a large table in one pass, and few checkpoints.
  const { getUrl, admin, version } = await startDatabase(cleanup, {
    maintenance_work_mem: "512MB",
    max_wal_size: "16GB",
  });
  if (!loadedUrl) {
    await admin`create database reports`;
    await loadReports({ url: getUrl("reports"), entries });
    log(`${entries.toLocaleString("en-US")} entries loaded`);
  }
  const url = loadedUrl ?? getUrl("reports");
  const sql = createPool(url, { max: 4, statementTimeoutMs: 0, name: poolName });
  const ownAdmin = createPool(url, { max: 1, name: "bench-admin" });
  cleanup.push(() => Promise.all([sql.end(), ownAdmin.end()]));
  const pools = { sql, admin: ownAdmin };
  const start = performance.now();
  const all = Array.from({ length: reportBranches }, (_, index) => ({
    id: index + 1,
    from: new Date(0),
    to: new Date(),
  }));
  await runBeside(all, (branch) => settleDays({ sql, branches: [branch] }));
  const firstSeconds = (performance.now() - start) / 1_000;
  await sql`vacuum analyze report_figures, report_marks, report_visits, report_levels, report_slots, report_times`;
  log("figures of all days computed");
  const marking = await measureMarking(sql);
  await admin`create database check_in`;
  const checkIn = await measureCheckIns({ url: getUrl("check_in"), cleanup });
  const checkInPercent = (checkIn.marked / checkIn.unmarked - 1) * 100;
  log("marking measured");
  const measures: ReportMeasure[] = [];
  for (const report of reportNames) {
    const { title, groups = { "": "" }, isAcrossBranches, period } = getReport(report);
    if (!title.toLowerCase().includes(measureFilter)) continue;
    for (const group of getKeys(groups)) {
      measures.push(await measureReport(pools, { report, group, isYear: false }));
      if (isAcrossBranches && period !== "day")
        measures.push(await measureReport(pools, { report, group, isYear: true }));
    }
    log(title);
  }
  const lines = [
    "# Report performance",
    "",
    `Written by \`npm run bench:reports\`; do not edit. ${describeRun()}, PostgreSQL ${version}. Load average at the end: ${getLoadAverage()}. ${seconds().toFixed(0)} s.`,
    "",
    `**${entries.toLocaleString("en-US")} entries** and a tenth as many valet tickets of a year over ${reportBranches} branches${entries < 10_000_000 ? ", not the ten million of the requirement: run it with `ENTRIES=10000000` on a machine of its own" : ""}.`,
    "",
    "| Report | p50 | p99 | Processor | Threshold | Met |",
    "| --- | --: | --: | --: | --: | --- |",
    ...measures.map(
      ({ name, p50, p99, processor, threshold }) =>
        `| ${name} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms | ${processor === null ? "–" : `${processor.toFixed(0)} ms`} | ${threshold} ms | ${p99 <= threshold ? "yes" : "no"} |`,
    ),
    "",
    "| Cost | Result | Threshold | Met |",
    "| --- | --: | --: | --- |",
    `| A check-in, with marking against without | ${checkInPercent.toFixed(1)} % (${checkIn.marked.toFixed(2)} ms against ${checkIn.unmarked.toFixed(2)} ms) | under ${maxMarkingPercent} % | ${checkInPercent < maxMarkingPercent ? "yes" : "no"} |`,
    `| Its three inserts alone, with marking against without | ${marking.percent.toFixed(1)} % (${marking.microseconds.toFixed(1)} µs) | | |`,
    ...(loadedUrl ? [] : [`| All figures of the year, computed once | ${firstSeconds.toFixed(1)} s | | |`]),
    "",
    "How it is measured:",
    "",
    `- A report is read by its reader in this process, without HTTP, a list with the ${maxShownRows} rows of a page: a month of changing days of one branch, a day, or a year of all branches at once.`,
    "- Processor is the time that one read takes of a processor, in this process and in PostgreSQL: what is above it in p50 and p99 is the other work of the machine, and waiting for the disk.",
    `- A check-in is \`POST /actions/parking/check-in\` of one client at a time, with and without the triggers in turn, over ${checkInRounds} rounds; medians of one request.`,
    `- The inserts alone are without the rules and the other statements of the write path; the least of ${markingRounds} runs each.`,
    "",
  ];
  console.log(lines.join("\n"));
  if (!measureFilter) writeFileSync("docs/bench-reports.md", lines.join("\n"));
}

await runBench(runReportBench);
