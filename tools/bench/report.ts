// Report of the bench, for the terminal and for docs/bench.md.
import { describeRun, getLoadAverage } from "#tools/bench/run-bench.ts";
import type { MeasureResult } from "#tools/bench/measures.ts";

export interface BenchReport {
  results: readonly MeasureResult[];
  /** Resident memory of the servers before and after, in bytes, by number of past entries. */
  memory: readonly { past: number; before: number; after: number }[];
  postgres: string;
  seconds: number;
  size: BenchSize;
}

/** The longer history, and what may be slower with it. */
export interface BenchSize {
  manyEntries: number;
  /** Times slower than with few past entries. */
  maxSlowdown: number;
  file: string;
  /** The command that writes the file. */
  script: string;
}

/** Thresholds of HTTP compared with the baseline, and of many past entries compared with few. */
const minRatios: { [name: string]: number } = {
  "list of 10": 0.5,
  "check-in, 8 branches": 1 / 3,
  "check-in, one branch": 1 / 3,
};
/**
 * Searches vary in their results, so that the time itself has a threshold: the median with sixteen connections, in ms.
 */
const maxMs: { [name: string]: number } = { "header search": 50, "vehicle search": 50 };

export const formatInteger = (number: number): string => Math.round(number).toLocaleString("en-US");
export const formatMs = (number: number): string => number.toFixed(1);
export const formatMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Column headings of one side of a measure. */
const getRateHeadings = (side: string): string[] => [`${side} /s`, "p50 ms", "p99 ms"];
export const sideHeadings = [
  ...getRateHeadings("HTTP"),
  ...getRateHeadings("Baseline"),
  "HTTP : baseline",
  "Minimum",
  "By hand /s",
  "HTTP : by hand",
];

/** Returns the cells of both sides; `minRatio` is the required ratio. */
export function getSideCells({ result, minRatio }: { result: MeasureResult; minRatio: number | undefined }): string[] {
  const { http, baseline, ratio, byHand } = result;
  const sides = [http, baseline].flatMap(({ requestsPerSecond, p50, p99 }) => [
    formatInteger(requestsPerSecond),
    formatMs(p50),
    formatMs(p99),
  ]);
  const handCells = byHand ? [formatInteger(byHand.requestsPerSecond), byHand.ratio.toFixed(2)] : ["", ""];
  return [...sides, ratio.toFixed(2), minRatio?.toFixed(2) ?? "", ...handCells];
}

const headings = ["Measure", "Past entries", ...sideHeadings, "Slowdown", "Maximum"];

function getReportRows({ results, size }: Pick<BenchReport, "results" | "size">): string[][] {
  return results.map((result) => {
    const { name, pastEntries } = result;
    const slowdown = getSlowdown({ result, results });
    return [
      name,
      formatInteger(pastEntries),
      ...getSideCells({ result, minRatio: minRatios[name] }),
      slowdown === undefined ? "" : slowdown.toFixed(2),
      slowdown === undefined ? "" : size.maxSlowdown.toFixed(1),
    ];
  });
}

/** Returns the slowdown compared with a shorter history, if there is one. */
function getSlowdown({
  result,
  results,
}: {
  result: MeasureResult;
  results: readonly MeasureResult[];
}): number | undefined {
  if (maxMs[result.name] !== undefined) return undefined;
  return results.some(({ name, pastEntries }) => name === result.name && pastEntries < result.pastEntries)
    ? result.slowdown
    : undefined;
}

/** Returns a sentence for every threshold that is not met. */
export function findFailedThresholds({ results, size }: Pick<BenchReport, "results" | "size">): string[] {
  return results.flatMap((result) => {
    const { name, pastEntries, ratio, http } = result;
    const minRatio = minRatios[name];
    const slowdown = getSlowdown({ result, results });
    const maxMedianMs = maxMs[name];
    return [
      ...(maxMedianMs !== undefined && http.p50 > maxMedianMs
        ? [
            `${name}, ${formatInteger(pastEntries)} past entries: ${formatMs(http.p50)} ms, at most ${maxMedianMs} ms is allowed`,
          ]
        : []),
      ...(minRatio && ratio < minRatio
        ? [
            `${name}, ${formatInteger(pastEntries)} past entries: ${ratio.toFixed(2)} of the baseline rate, at least ${minRatio.toFixed(2)} is required`,
          ]
        : []),
      ...(slowdown && slowdown > size.maxSlowdown
        ? [
            `${name}: ${slowdown.toFixed(2)} times slower with ${formatInteger(pastEntries)} past entries, at most ${size.maxSlowdown} is allowed`,
          ]
        : []),
    ];
  });
}

export function toMarkdown({ results, memory, postgres, seconds, size }: BenchReport): string {
  return `# Performance

Written by \`${size.script}\`; do not edit. ${describeRun()}, PostgreSQL ${postgres}, ${formatInteger(seconds)} s.
Server, PostgreSQL and load generators share these cores, so that only ratios are meaningful, not rates. Load average at the end: ${getLoadAverage()}
(the bench alone causes about 4; much more means other load on the machine, which affects HTTP most, as it uses two more processes).

${formatMarkdownTable([headings, ...getReportRows({ results, size })])}

Memory of the server: ${memory.map(({ past, before, after }) => `${formatMegabytes(before)} after start and ${formatMegabytes(after)} after the load (${formatInteger(past)} past entries)`).join("; ")}.

How it is measured:

- Both sides use 16 connections and a load generator in a separate process, and alternate in rounds, as do
  the two databases. Rates are medians of the rounds, and so are ratios, computed
  per round; p50 and p99 cover all rounds. The first three rounds are excluded as warm-up, and a round in which the host of a virtual
  machine gave more than 3 % of the processors to others is repeated, at most twice.
- *List of 10* is the list of the dashboard: the branch's entries that are inside or of today, newest first, with visitor record, vehicle type
  and \`filter_count\`. *By its key* is one entry with the same fields. The baseline sends the same statements as the server and discards the results; *by hand* are the statements
  that a developer would write for the same data (\`tools/bench/hand-written-sql.ts\`).
- *Header search* is a whole vehicle or phone number, *vehicle search* a part of one (four digits, five characters, the beginning of a phone
  number, a part common to all vehicle numbers, one without matches) among all entries of a branch, newest first: twenty terms at each of eight branches.
  The median of both may be at most 50 ms.
- *Check-in* is \`POST /actions/parking/check-in\`: session, rules, receipt number, slot, two rows with their activity, revision, history and
  live event, a customer for the new phone number, and the entry read back for the slip. The baseline is one hand-written transaction with the same locks, rows and
  notifications, without permissions, rules or reading back. Both commit to disk one after the other: PostgreSQL serialises the commits of transactions
  with notifications. After every round the vehicles are checked out.
- Eight branches with 40 vehicles inside and 200 entries today each; the history before has 250 entries per day and branch.
`;
}

export function formatReport(report: Pick<BenchReport, "results" | "size">): string {
  return formatTextTable([headings, ...getReportRows(report)]);
}

/** Formats a text table for the terminal: the first column is text, the others are numbers. */
export function formatTextTable(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
  return rows
    .map((row) =>
      row.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join("  "),
    )
    .join("\n");
}

/** Formats a Markdown table. */
export function formatMarkdownTable([headings, ...rows]: readonly string[][]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [headings!, headings!.map((_, index) => (index === 0 ? "---" : "--:")), ...rows].map(line).join("\n");
}
