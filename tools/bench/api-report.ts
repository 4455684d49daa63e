// The table of the API's bench, for the terminal and for docs/bench-api.md.
import { dayAndMachine, loadNow } from "#tools/bench/bench.ts";
import type { Result, Side } from "#tools/bench/measures.ts";
import { asTable, markdownTable, megabytes, ms, sideCells, sideHeads, whole } from "#tools/bench/report.ts";

/** How everybody else fared while one attack went on. */
export interface Suffered {
  attack: string;
  /** Ordinary reads alone, right before; and meanwhile. */
  alone: Side;
  meanwhile: Side;
  /** Of the attack itself: refused a second, the median in ms, and how often each code was answered. */
  rate: number;
  p50: number;
  codes: { [code: string]: number };
}

/** In bytes. */
export interface Memory {
  atStart: number;
  /** The most that was seen while a measure ran, by its name. */
  peaks: { [measure: string]: number };
}

export interface ApiReport {
  results: readonly Result[];
  suffered: readonly Suffered[];
  memory: Memory;
  past: number;
  postgres: string;
  seconds: number;
}

const leastRatio: { [name: string]: number } = { "list of 10": 0.6, "by its key": 0.5, create: 0.5 };
const mostMemory = 250 * 2 ** 20;
const mostWorse = 2;

const peakOf = ({ peaks }: Memory): number => Math.max(0, ...Object.values(peaks));
const worse = ({ alone, meanwhile }: Suffered): number => meanwhile.p99 / alone.p99;

const measureRows = (results: readonly Result[]): string[][] =>
  results.map((result) => [result.name, ...sideCells({ result, least: leastRatio[result.name] })]);
const measureHeads = ["Measure", ...sideHeads];

function sufferedRows(suffered: readonly Suffered[]): string[][] {
  return suffered.map((one) => [
    one.attack,
    Object.keys(one.codes).join(", "),
    whole(one.rate),
    ms(one.p50),
    ...[one.alone, one.meanwhile].map(({ p99 }) => ms(p99)),
    worse(one).toFixed(2),
    mostWorse.toFixed(1),
  ]);
}
const sufferedHeads = [
  "Attack",
  "Refused as",
  "a second",
  "p50 ms",
  "Others' p99 ms alone",
  "meanwhile",
  "Times",
  "At most",
];

const memoryRows = ({ atStart, peaks }: Memory): string[][] =>
  Object.entries({ "after its start": atStart, ...peaks }).map(([when, bytes]) => [when, megabytes(bytes)]);

/** Each line that does not hold, in words. */
export function misses({ results, suffered, memory }: ApiReport): string[] {
  return [
    ...results
      .filter(({ name, ratio }) => ratio < (leastRatio[name] ?? 0))
      .map(
        ({ name, ratio }) =>
          `${name}: ${ratio.toFixed(2)} of the bare rate, at least ${leastRatio[name]!.toFixed(2)} is asked`,
      ),
    ...suffered
      .filter((one) => worse(one) > mostWorse)
      .map(
        (one) =>
          `${one.attack}: the p99 of others is ${worse(one).toFixed(2)} times as long, at most ${mostWorse} is asked`,
      ),
    ...(peakOf(memory) > mostMemory
      ? [`memory: ${megabytes(peakOf(memory))}, at most ${megabytes(mostMemory)} is asked`]
      : []),
  ];
}

export function printed({ results, suffered, memory }: ApiReport): string {
  return [
    asTable([measureHeads, ...measureRows(results)]),
    asTable([sufferedHeads, ...sufferedRows(suffered)]),
    asTable([["Memory", ""], ...memoryRows(memory)]),
  ].join("\n\n");
}

export function markdownOf(report: ApiReport): string {
  const { results, suffered, memory, past, postgres, seconds } = report;
  return `# Speed of the API

Written by \`npm run bench:api\`; do not edit. ${dayAndMachine()}, PostgreSQL ${postgres}, ${whole(past)} past visits, ${whole(seconds)} s.
Server, PostgreSQL and load generators share those cores: the ratios count, not the rates. Load average at the end: ${loadNow()}.

${markdownTable([measureHeads, ...measureRows(results)])}

Requests that mean harm, and everybody else meanwhile:

${markdownTable([sufferedHeads, ...sufferedRows(suffered)])}

Memory of the server's process (resident): at most ${megabytes(mostMemory)} is asked while it runs.

${markdownTable([["When", "MB"], ...memoryRows(memory)])}

How it is measured:

- 16 connections on either side; each side has a load generator of its own process, and they take turns round by round. A rate is the median of
  the rounds, and so is a ratio, of each round with its own neighbour; p50 and p99 are over all rounds. The first three rounds are left out.
- *List of 10* is the dashboard's, with the standing record, its vehicle type and \`filter_count\`; *by its key* is one visit with the same
  fields. The bare side sends the very statement the server makes, and throws the answer away.
- *Create* is \`POST /items/Parking_Main_Information\`: who asks, the rights, the rules with the rows they look at, the visitor's lock, the row with its activity,
  revision and live event, and the row read back. The bare side is one transaction of the very same statements, sent in the same groups.
  Both commit to the disk, one after the other: PostgreSQL lets only one transaction with a notice commit at a time.
- An attack is one sender who sends it over and over, one after the other, while 16 others read lists and visits by their keys as fast as they are answered.
  The times compare the p99 of these with their p99 in the moments between the attacks.
- Memory is asked of the server ten times a second; the table has the most that was seen.
`;
}
