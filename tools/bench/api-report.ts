// Report of the API bench, for the terminal and for docs/bench-api.md.
import { describeRun, getLoadAverage } from "#tools/bench/run-bench.ts";
import type { MeasureResult, SideResult } from "#tools/bench/measures.ts";
import {
  formatTextTable,
  formatMarkdownTable,
  formatMegabytes,
  formatMs,
  getSideCells,
  sideHeadings,
  formatInteger,
} from "#tools/bench/report.ts";

/** Impact of one attack on other clients. */
export interface AttackImpact {
  attack: string;
  /** Ordinary reads alone immediately before, and during the attack. */
  baseline: SideResult;
  underAttack: SideResult;
  /** The attack itself: rejections per second, median latency in ms, and number of responses by code. */
  rate: number;
  p50: number;
  codes: { [code: string]: number };
}

/** In bytes. */
export interface MemoryUsage {
  atStart: number;
  /** Peak memory during each measure, by its name. */
  peaks: { [measure: string]: number };
}

export interface ApiReport {
  results: readonly MeasureResult[];
  attackImpacts: readonly AttackImpact[];
  memory: MemoryUsage;
  pastEntries: number;
  postgres: string;
  seconds: number;
}

const minRatios: { [name: string]: number } = { "list of 10": 0.6, "by its key": 0.5, create: 0.5 };
const maxMemoryBytes = 250 * 2 ** 20;
const maxSlowdown = 2;

const getPeak = ({ peaks }: MemoryUsage): number => Math.max(0, ...Object.values(peaks));
const getSlowdown = ({ baseline, underAttack }: AttackImpact): number => underAttack.p99 / baseline.p99;

const getMeasureRows = (results: readonly MeasureResult[]): string[][] =>
  results.map((result) => [result.name, ...getSideCells({ result, minRatio: minRatios[result.name] })]);
const measureHeadings = ["Measure", ...sideHeadings];

function getImpactRows(impacts: readonly AttackImpact[]): string[][] {
  return impacts.map((impact) => [
    impact.attack,
    Object.keys(impact.codes).join(", "),
    formatInteger(impact.rate),
    formatMs(impact.p50),
    ...[impact.baseline, impact.underAttack].map(({ p99 }) => formatMs(p99)),
    getSlowdown(impact).toFixed(2),
    maxSlowdown.toFixed(1),
  ]);
}
const impactHeadings = [
  "Attack",
  "Rejected with",
  "per second",
  "p50 ms",
  "Other clients' p99 ms before",
  "during",
  "Factor",
  "Maximum",
];

const getMemoryRows = ({ atStart, peaks }: MemoryUsage): string[][] =>
  Object.entries({ "after start": atStart, ...peaks }).map(([when, bytes]) => [when, formatMegabytes(bytes)]);

/** Returns a sentence for every threshold that is not met. */
export function findFailedThresholds({ results, attackImpacts, memory }: ApiReport): string[] {
  return [
    ...results
      .filter(({ name, ratio }) => ratio < (minRatios[name] ?? 0))
      .map(
        ({ name, ratio }) =>
          `${name}: ${ratio.toFixed(2)} of the baseline rate, at least ${minRatios[name]!.toFixed(2)} is required`,
      ),
    ...attackImpacts
      .filter((impact) => getSlowdown(impact) > maxSlowdown)
      .map(
        (impact) =>
          `${impact.attack}: the p99 of other clients is ${getSlowdown(impact).toFixed(2)} times as long, at most ${maxSlowdown} is allowed`,
      ),
    ...(getPeak(memory) > maxMemoryBytes
      ? [`memory: ${formatMegabytes(getPeak(memory))}, at most ${formatMegabytes(maxMemoryBytes)} is allowed`]
      : []),
  ];
}

export function formatReport({ results, attackImpacts, memory }: ApiReport): string {
  return [
    formatTextTable([measureHeadings, ...getMeasureRows(results)]),
    formatTextTable([impactHeadings, ...getImpactRows(attackImpacts)]),
    formatTextTable([["Memory", ""], ...getMemoryRows(memory)]),
  ].join("\n\n");
}

export function toMarkdown(report: ApiReport): string {
  const { results, attackImpacts, memory, pastEntries, postgres, seconds } = report;
  return `# API performance

Written by \`npm run bench:api\`; do not edit. ${describeRun()}, PostgreSQL ${postgres}, ${formatInteger(pastEntries)} past entries, ${formatInteger(seconds)} s.
Server, PostgreSQL and load generators share these cores, so that only ratios are meaningful, not rates. Load average at the end: ${getLoadAverage()}.

${formatMarkdownTable([measureHeadings, ...getMeasureRows(results)])}

Abusive requests and their impact on other clients:

${formatMarkdownTable([impactHeadings, ...getImpactRows(attackImpacts)])}

Resident memory of the server process, at most ${formatMegabytes(maxMemoryBytes)} during the bench:

${formatMarkdownTable([["Measure", "MB"], ...getMemoryRows(memory)])}

How it is measured:

- Both sides use 16 connections and a load generator in a separate process, and alternate in rounds. Rates are medians of the rounds, and so are
  ratios, computed per round; p50 and p99 cover all rounds. The first three rounds are excluded as warm-up, and a round in which the host of a
  virtual machine gave more than 3 % of the processors to others is repeated, at most twice.
- *List of 10* is the list of the dashboard with visitor record, vehicle type and \`filter_count\`; *by its key* is one entry with the same
  fields. The baseline sends the same statements as the server and discards the results; *by hand* are those that a developer would write
  (\`tools/bench/hand-written-sql.ts\`).
- *Create* is \`POST /items/Parking_Main_Information\`: session, access rules, write rules with their lookups, the visitor lock, the row with its activity,
  revision and live event, and the row read back. The baseline is one transaction with the same statements in the same groups; by hand, the lock, one
  look-up and the rows.
  Both commit to disk one after the other: PostgreSQL serialises the commits of transactions with notifications.
- An attack is one client that repeats its request, while 16 other connections read lists and entries by key as fast as possible.
  The factor compares their p99 during the attack with that between attacks.
- The memory of the server is sampled ten times per second; the table shows the peaks.
`;
}
