import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { appendHistory, findFalls, readHistory } from "#tools/bench/history.ts";
import type { MeasureResult } from "#tools/bench/measures.ts";

const folder = mkdtempSync(path.join(tmpdir(), "chaavi-history-"));
after(() => rmSync(folder, { recursive: true }));

const side = { requestsPerSecond: 100, p50: 1, p99: 2 };
const createResult = (ratio: number, name = "check-in, one branch"): MeasureResult => ({
  name,
  pastEntries: 20_000,
  http: side,
  baseline: side,
  ratio,
  slowdown: 1,
  byHand: { requestsPerSecond: 200, ratio: ratio / 2 },
});

test("a run is read back as it was added", () => {
  const file = path.join(folder, "written.csv");
  assert.deepEqual(readHistory(file), []);
  appendHistory({ bench: "bench", date: "2026-11-24", results: [createResult(0.5), createResult(0.4)], file });
  appendHistory({ bench: "bench", date: "2026-11-25", results: [createResult(0.6)], file });
  assert.deepEqual(
    readHistory(file).map(({ measure, pastEntries, ratio }) => [measure, pastEntries, ratio]),
    [0.5, 0.4, 0.6].map((ratio) => ["check-in, one branch", 20_000, ratio]),
  );
});

test("a fall is a ratio well below the median of the last five runs of the same measure", () => {
  const run = (ratio: number) => ({ bench: "bench", measure: "check-in, one branch", pastEntries: 20_000, ratio });
  const history = [2, 0.5, 0.52, 0.48, 0.51, 0.3].map(run);
  const rows: [ratio: number, isFall: boolean][] = [
    [0.5, false],
    [0.43, false],
    [0.42, true],
  ];
  for (const [ratio, isFall] of rows)
    assert.equal(
      findFalls({ bench: "bench", results: [createResult(ratio)], history }).length,
      Number(isFall),
      `${ratio}`,
    );
  assert.deepEqual(findFalls({ bench: "bench", results: [createResult(0.1)], history: [] }), []);
  assert.deepEqual(findFalls({ bench: "bench:api", results: [createResult(0.1)], history }), []);
  assert.deepEqual(findFalls({ bench: "bench", results: [createResult(0.1, "list of 10")], history }), []);
});
