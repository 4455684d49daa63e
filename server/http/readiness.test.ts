import assert from "node:assert/strict";
import { test } from "node:test";
import { Readiness } from "#server/http/readiness.ts";

/** A check that the test completes. */
function createControlledCheck() {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = (): Promise<void> => {
    const pending = Promise.withResolvers<void>();
    runs.push(pending);
    return pending.promise;
  };
  return { runs, check: { name: "database", run } };
}

test("shares one check between concurrent callers and caches its result for a second", async () => {
  const { runs, check } = createControlledCheck();
  let now = 0;
  const readiness = new Readiness({ checks: [check], clock: () => new Date(now) });
  const callers = Array.from({ length: 20 }, () => readiness.getStatus());
  assert.equal(runs.length, 1);
  runs[0]!.resolve();
  for (const { isReady } of await Promise.all(callers)) assert.equal(isReady, true);
  now = 999;
  await readiness.getStatus();
  assert.equal(runs.length, 1);
  now = 1_000;
  const secondCheck = readiness.getStatus();
  assert.equal(runs.length, 2);
  runs[1]!.reject(new Error("disconnected"));
  const { isReady, results } = await secondCheck;
  assert.deepEqual([isReady, results[0]!.status, results[0]!.name], [false, "error", "database"]);
});

test("reports not ready while draining, even if all checks pass", async () => {
  const readiness = new Readiness({ checks: [], clock: () => new Date(0) });
  assert.equal((await readiness.getStatus()).isReady, true);
  readiness.drain();
  assert.equal((await readiness.getStatus()).isReady, false);
});
