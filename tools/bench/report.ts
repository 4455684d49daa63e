// The bench's table, for the terminal and for docs/bench.md.
import { dayAndMachine, loadNow } from "#tools/bench/bench.ts";
import type { Result } from "#tools/bench/measures.ts";

export interface Report {
  results: readonly Result[];
  /** Resident memory of the servers before and after, in bytes, by their number of past visits. */
  memory: readonly { past: number; before: number; after: number }[];
  postgres: string;
  seconds: number;
}

/** What must hold: HTTP against bare, and many past visits against few. */
const leastRatio: { [name: string]: number } = {
  "list of 10": 0.5,
  "check-in, 8 branches": 1 / 3,
  "check-in, one branch": 1 / 3,
};
const mostSlowdown = 1.3;
/** Searches differ in what they find, so that for them the time itself must hold: the median with sixteen at once, in ms. */
const mostMs: { [name: string]: number } = { "header search": 50, "vehicle search": 50 };

export const whole = (number: number): string => Math.round(number).toLocaleString("en-US");
export const ms = (number: number): string => number.toFixed(1);
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

/** The heads of both sides of a measure, and of what is left of the bare rate over HTTP. */
const rateHeads = (side: string): string[] => [`${side} /s`, "p50 ms", "p99 ms"];
export const sideHeads = [...rateHeads("HTTP"), ...rateHeads("Bare"), "HTTP : bare", "At least"];

/** The cells under these; `least` is the ratio asked for. */
export function sideCells({ result, least }: { result: Result; least: number | undefined }): string[] {
  const { http, bare, ratio } = result;
  const sides = [http, bare].flatMap(({ rate, p50, p99 }) => [whole(rate), ms(p50), ms(p99)]);
  return [...sides, ratio.toFixed(2), least?.toFixed(2) ?? ""];
}

const heads = ["Measure", "Past visits", ...sideHeads, "Slower than with few", "At most"];

function rowsOf(results: readonly Result[]): string[][] {
  return results.map((result) => {
    const { name, past } = result;
    const slowdown = slowdownOf({ result, results });
    return [
      name,
      whole(past),
      ...sideCells({ result, least: leastRatio[name] }),
      slowdown === undefined ? "" : slowdown.toFixed(2),
      slowdown === undefined ? "" : mostSlowdown.toFixed(1),
    ];
  });
}

/** Only where there is less past to compare with. */
function slowdownOf({ result, results }: { result: Result; results: readonly Result[] }): number | undefined {
  if (mostMs[result.name] !== undefined) return undefined;
  return results.some(({ name, past }) => name === result.name && past < result.past) ? result.slowdown : undefined;
}

/** Each line that does not hold, in words. */
export function misses(results: readonly Result[]): string[] {
  return results.flatMap((result) => {
    const { name, past, ratio, http } = result;
    const least = leastRatio[name];
    const slowdown = slowdownOf({ result, results });
    const most = mostMs[name];
    return [
      ...(most !== undefined && http.p50 > most
        ? [`${name}, ${whole(past)} past visits: ${ms(http.p50)} ms, at most ${most} ms is asked`]
        : []),
      ...(least && ratio < least
        ? [
            `${name}, ${whole(past)} past visits: ${ratio.toFixed(2)} of the bare rate, at least ${least.toFixed(2)} is asked`,
          ]
        : []),
      ...(slowdown && slowdown > mostSlowdown
        ? [
            `${name}: ${slowdown.toFixed(2)} times slower with ${whole(past)} past visits, at most ${mostSlowdown} is asked`,
          ]
        : []),
    ];
  });
}

export function markdownOf({ results, memory, postgres, seconds }: Report): string {
  return `# Speed

Written by \`npm run bench\`; do not edit. ${dayAndMachine()}, PostgreSQL ${postgres}, ${whole(seconds)} s.
Server, PostgreSQL and load generators share those cores: the ratios count, not the rates. Load average at the end: ${loadNow()}
(the bench alone makes about 4; much more means that the machine was busy with something else, which HTTP, in two processes more, feels most).

${markdownTable([heads, ...rowsOf(results)])}

Memory of the server: ${memory.map(({ past, before, after }) => `${megabytes(before)} after its start and ${megabytes(after)} after the load (${whole(past)} past visits)`).join("; ")}.

How it is measured:

- 16 connections on either side; each side has a load generator of its own process, and they take turns round by round, as do
  the two databases. A rate is the median of the rounds, and so is a ratio, of each
  round with its own neighbour; p50 and p99 are over all rounds. The first three rounds are left out.
- *List of 10* is the dashboard's: the branch's visits that are in or came today, newest first, with the standing record, its vehicle type
  and \`filter_count\`. *By its key* is one visit with the same fields. The bare side sends the very statement the server makes, and throws the answer away.
- *Header search* is a whole plate or phone number, *vehicle search* a part of one (four digits, five characters, the beginning of a phone
  number, a part that all plates have, one that none has) among all visits of a branch, newest first: each of twenty numbers at eight desks.
  At most 50 ms in the median is asked of both.
- *Check-in* is \`POST /actions/parking/check-in\`: who asks, the rules, receipt number, slot, two rows with their activity, revision, history and
  live event, a customer made of the new phone number, and the entry read back for the slip. The bare side is one hand-written transaction with the same locks, rows and
  notices, without permissions, rules or the reading back. Both commit to the disk, one after the other: PostgreSQL lets only one transaction
  with a notice commit at a time. After every round the cars leave again.
- Eight branches with 40 cars inside and 200 visits today each; the past lies before that, 250 visits a day and branch.
`;
}

export function printed(results: readonly Result[]): string {
  return asTable([heads, ...rowsOf(results)]);
}

/** For the terminal, under its heads: the first column is words, the others are numbers. */
export function asTable(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
  return rows
    .map((row) =>
      row.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join("  "),
    )
    .join("\n");
}

/** The same for a document. */
export function markdownTable([heads, ...rows]: readonly string[][]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [heads!, heads!.map((_, index) => (index === 0 ? "---" : "--:")), ...rows].map(line).join("\n");
}
