// Ratios of earlier runs in docs/bench-history.csv, so that a run that is slower than those before it says so.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { MeasureResult } from "#tools/bench/measures.ts";

const historyFile = "docs/bench-history.csv";
const headings = "date,bench,measure,past_entries,http_to_baseline,http_to_hand_written,slowdown";
/** As many runs before this one are compared. */
const comparedRuns = 5;
/** Runs on the same machine differ by less. */
const maxFall = 0.15;

export interface BenchRun {
  bench: string;
  measure: string;
  pastEntries: number;
  ratio: number;
}

/** Rows of the file, oldest first; none if there is no file yet. */
export function readHistory(file: string = historyFile): BenchRun[] {
  if (!existsSync(file)) return [];
  const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [, bench = "", measure = "", pastEntries, ratio] = line.split(",");
    return { bench, measure: measure.replaceAll(";", ","), pastEntries: Number(pastEntries), ratio: Number(ratio) };
  });
}

/** Adds a run; `date` is YYYY-MM-DD. */
export function appendHistory({
  bench,
  date,
  results,
  file = historyFile,
}: {
  bench: string;
  date: string;
  results: readonly MeasureResult[];
  file?: string;
}): void {
  if (!existsSync(file)) writeFileSync(file, `${headings}\n`);
  const lines = results.map(({ name, pastEntries, ratio, byHand, slowdown }) =>
    // Names contain commas.
    [
      date,
      bench,
      name.replaceAll(",", ";"),
      pastEntries,
      ratio.toFixed(2),
      byHand?.ratio.toFixed(2) ?? "",
      slowdown.toFixed(2),
    ].join(","),
  );
  appendFileSync(file, `${lines.join("\n")}\n`);
}

/** A sentence for every ratio that is lower than the median of the last runs by more than their usual difference. */
export function findFalls({
  bench,
  results,
  history,
}: {
  bench: string;
  results: readonly Pick<MeasureResult, "name" | "pastEntries" | "ratio">[];
  history: readonly BenchRun[];
}): string[] {
  return results.flatMap(({ name, pastEntries, ratio }) => {
    const earlier = history
      .filter((run) => run.bench === bench && run.measure === name && run.pastEntries === pastEntries)
      .slice(-comparedRuns)
      .map((run) => run.ratio)
      .toSorted((one, other) => one - other);
    const usual = earlier[Math.floor(earlier.length / 2)];
    if (usual === undefined || ratio >= usual * (1 - maxFall)) return [];
    return [
      `${name}, ${pastEntries.toLocaleString("en-US")} past entries: ${ratio.toFixed(2)} of the baseline, before ${usual.toFixed(2)}`,
    ];
  });
}

/** Says what is slower than in earlier runs, and adds a complete run to them. */
export function compareWithHistory({
  bench,
  results,
  isComplete,
}: {
  bench: string;
  results: readonly MeasureResult[];
  isComplete: boolean;
}): void {
  for (const fall of findFalls({ bench, results, history: readHistory() })) console.log(`Slower than before: ${fall}`);
  if (isComplete) appendHistory({ bench, date: new Date().toISOString().slice(0, 10), results });
}
