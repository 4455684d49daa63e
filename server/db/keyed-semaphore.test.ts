import assert from "node:assert/strict";
import { test } from "node:test";
import { CapacityExceededError, KeyedSemaphore } from "#server/db/keyed-semaphore.ts";

const options = { limit: 2, maxQueuedPerKey: 2, maxWaitMs: 1_000 };

test("the limit applies per key", () => {
  const semaphore = new KeyedSemaphore(options);
  assert.deepEqual(
    ["a", "a", "a", "b"].map((key) => semaphore.tryAcquire(key)),
    [true, true, false, true],
  );
  semaphore.release("a");
  assert.ok(semaphore.tryAcquire("a"));
});

test("released slots go to waiters in order", async () => {
  const semaphore = new KeyedSemaphore(options);
  semaphore.tryAcquire("a");
  semaphore.tryAcquire("a");
  const order: string[] = [];
  const waiting = ["first", "second"].map((name) => semaphore.acquire("a").then(() => order.push(name)));
  await assert.rejects(semaphore.acquire("a"), CapacityExceededError);
  semaphore.release("a");
  await waiting[0];
  assert.deepEqual(order, ["first"]);
  semaphore.release("a");
  await waiting[1];
  assert.deepEqual(order, ["first", "second"]);
  // Two are still running.
  assert.ok(!semaphore.tryAcquire("a"));
});

test("a waiter is rejected after the time-out and takes no slot", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const semaphore = new KeyedSemaphore({ ...options, limit: 1 });
  semaphore.tryAcquire("a");
  const timedOutWaiter = semaphore.acquire("a");
  context.mock.timers.tick(1_000);
  await assert.rejects(timedOutWaiter, CapacityExceededError);
  semaphore.release("a");
  assert.deepEqual(semaphore.size, { keys: 0, queued: 0 });
});

test("keeps no state of idle keys", async () => {
  const semaphore = new KeyedSemaphore(options);
  for (let key = 0; key < 10_000; key += 1) {
    await semaphore.acquire(String(key));
    semaphore.release(String(key));
  }
  assert.deepEqual(semaphore.size, { keys: 0, queued: 0 });
});

test("an aborted waiter leaves the queue immediately and takes no slot", async () => {
  const semaphore = new KeyedSemaphore({ ...options, limit: 1, maxQueuedPerKey: 1 });
  semaphore.tryAcquire("a");
  const abortController = new AbortController();
  const abortedWaiter = semaphore.acquire("a", abortController.signal);
  await assert.rejects(semaphore.acquire("a"), CapacityExceededError);
  abortController.abort();
  await assert.rejects(abortedWaiter, { name: "AbortError" });
  await assert.rejects(semaphore.acquire("a", abortController.signal), { name: "AbortError" });
  assert.deepEqual(semaphore.size, { keys: 1, queued: 0 });
  const next = semaphore.acquire("a");
  semaphore.release("a");
  await next;
  semaphore.release("a");
  assert.deepEqual(semaphore.size, { keys: 0, queued: 0 });
});

test("ignores an abort after the slot is granted", async () => {
  const semaphore = new KeyedSemaphore({ ...options, limit: 1 });
  semaphore.tryAcquire("a");
  const lateAbort = new AbortController();
  const granted = semaphore.acquire("a", lateAbort.signal);
  semaphore.release("a");
  await granted;
  lateAbort.abort();
  assert.deepEqual(semaphore.size, { keys: 1, queued: 0 });
  assert.ok(!semaphore.tryAcquire("a"));
});

test("limits the total number of waiters over all keys", async () => {
  const semaphore = new KeyedSemaphore({ limit: 1, maxQueuedPerKey: 200, maxWaitMs: 1_000 });
  const abortController = new AbortController();
  const waiting: Promise<void>[] = [];
  for (let key = 0; key < 10; key += 1) {
    semaphore.tryAcquire(String(key));
    for (let count = 0; count < 200; count += 1) waiting.push(semaphore.acquire(String(key), abortController.signal));
  }
  assert.equal(semaphore.size.queued, 2_000);
  semaphore.tryAcquire("another");
  await assert.rejects(semaphore.acquire("another"), CapacityExceededError);
  abortController.abort();
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, "rejected");
  assert.equal(semaphore.size.queued, 0);
});

test("a waiter starts when the pacer allows it, and keys without waiters are removed", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let delayMs = 100;
  const started: string[] = [];
  const pace = { getDelayMs: () => delayMs, start: (key: string) => started.push(key) };
  const semaphore = new KeyedSemaphore({ ...options, pace });
  const abortController = new AbortController();
  const abortedWaiter = semaphore.acquire("a", abortController.signal);
  const remainingWaiter = semaphore.acquire("b");
  abortController.abort();
  await assert.rejects(abortedWaiter, { name: "AbortError" });
  context.mock.timers.tick(100);
  assert.deepEqual(semaphore.size, { keys: 1, queued: 1 });
  delayMs = 0;
  context.mock.timers.tick(100);
  await remainingWaiter;
  assert.deepEqual(started, ["b"]);
  semaphore.release("b");
  assert.deepEqual(semaphore.size, { keys: 0, queued: 0 });
});
