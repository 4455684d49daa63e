import assert from "node:assert/strict";
import { test } from "node:test";
import { KeyedSemaphore } from "#server/db/keyed-semaphore.ts";
import { TimeBudget } from "#server/http/limits/time-budget.ts";

/**
 * A budget with its own clock: an average of a quarter of a request, a burst of two seconds' share, delays of at most a
 * second.
 */
function createBudget({ isBusy = true, burstSeconds = 2 } = {}) {
  let now = 0;
  const options = { share: 0.25, burstSeconds, maxDelayMs: 1_000 };
  const budget = new TimeBudget({ ...options, now: () => now, isBusy: () => isBusy });
  const advanceMs = (ms: number): void => {
    now += ms;
  };
  const runRequest = (key: string, ms: number): void => {
    budget.start(key);
    advanceMs(ms);
    budget.end(key, ms);
  };
  return { budget, advanceMs, runRequest };
}

test("delays a key that exceeds its burst until its share has made up for it", () => {
  const { budget, runRequest, advanceMs } = createBudget();
  runRequest("a", 500);
  assert.equal(budget.getDelayMs("a"), 0);
  // 100 ms over the burst, a quarter of which was made up for meanwhile.
  runRequest("a", 100);
  assert.equal(budget.getDelayMs("a"), 300);
  advanceMs(300);
  assert.equal(budget.getDelayMs("a"), 0);
});

test("charges requests in progress with the duration of the last one, so that they do not all start after the delay", () => {
  const { budget, runRequest, advanceMs } = createBudget();
  runRequest("a", 600);
  advanceMs(1_000);
  assert.equal(budget.getDelayMs("a"), 0);
  budget.start("a");
  assert.ok(budget.getDelayMs("a") > 0);
});

test("never delays a key that stays within its share", () => {
  const { budget, runRequest, advanceMs } = createBudget();
  for (let index = 0; index < 1_000; index += 1) {
    assert.equal(budget.getDelayMs("gate"), 0);
    runRequest("gate", 100);
    advanceMs(300);
  }
});

test("charges a request at most one second, however long it waits for its body or a lock", () => {
  const { budget, runRequest } = createBudget({ burstSeconds: 5 });
  runRequest("a", 60_000);
  assert.equal(budget.getDelayMs("a"), 0);
});

test("limits the debt of a key to what the longest delay makes up for", () => {
  const { budget, runRequest, advanceMs } = createBudget();
  for (let index = 0; index < 10; index += 1) runRequest("a", 1_000);
  assert.equal(budget.getDelayMs("a"), 1_000);
  advanceMs(1_000);
  assert.equal(budget.getDelayMs("a"), 0);
});

test("charges each key separately, and delays none while the server is not busy", () => {
  const { budget, runRequest } = createBudget();
  runRequest("a", 5_000);
  assert.ok(budget.getDelayMs("a") > 0);
  assert.equal(budget.getDelayMs("b"), 0);
  const idle = createBudget({ isBusy: false });
  idle.runRequest("a", 5_000);
  assert.equal(idle.budget.getDelayMs("a"), 0);
});

test("evicts a key after 20,000 others, so that memory is bounded", () => {
  const { budget, runRequest } = createBudget();
  runRequest("a", 1_000);
  assert.ok(budget.getDelayMs("a") > 0);
  for (let index = 0; index < 20_000; index += 1) budget.start(`other ${index}`);
  assert.equal(budget.getDelayMs("a"), 0);
});

test("starts the requests of a key over its share one at a time, each after its delay", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { budget, runRequest, advanceMs } = createBudget();
  const slots = new KeyedSemaphore({ limit: 4, maxQueuedPerKey: 10, maxWaitMs: 10_000, pace: budget });
  runRequest("a", 800);
  const started: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    assert.equal(slots.tryAcquire("a"), false);
    void slots.acquire("a").then(() => started.push(index));
  }
  assert.ok(slots.tryAcquire("b"));
  const advanceAndTick = async (ms: number): Promise<number[]> => {
    advanceMs(ms);
    t.mock.timers.tick(250);
    await Promise.resolve();
    return started;
  };
  assert.deepEqual(await advanceAndTick(250), []);
  assert.deepEqual(await advanceAndTick(250), []);
  assert.deepEqual(await advanceAndTick(2_000), [0], "the others are expected to take as long as the last one");
  budget.end("a", 400);
  slots.release("a");
  assert.deepEqual(await advanceAndTick(10), [0]);
  assert.deepEqual(await advanceAndTick(500), [0, 1]);
});
