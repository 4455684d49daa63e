import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "#server/items/api-error.ts";
import { WorkQueue } from "#server/processes/work-queue.ts";

/** Adds work that the test completes. */
function createControlledWork(queue: WorkQueue) {
  const complete: (() => void)[] = [];
  let startedCount = 0;
  const add = (key?: string) =>
    queue.run(
      () => {
        startedCount += 1;
        return new Promise<void>((resolve) => complete.push(resolve));
      },
      key === undefined ? {} : { key },
    );
  return { add, complete, startedCount: () => startedCount };
}
const hasErrorCode = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code && error.entries[0]!.details["retry_after"] === 7;

test("limits running and queued work and rejects more with a retry time", async () => {
  const queue = new WorkQueue({ concurrency: 2, maxQueued: 1, retryAfterSeconds: 7 });
  const { add, complete, startedCount } = createControlledWork(queue);
  const all = [add(), add(), add()];
  await assert.rejects(add(), hasErrorCode("SERVICE_UNAVAILABLE"));
  assert.deepEqual([startedCount(), queue.waiting], [2, 1]);
  complete[0]!();
  await all[0];
  // The slot was passed to the waiting work.
  await Promise.resolve();
  assert.deepEqual([startedCount(), queue.waiting], [3, 0]);
  for (const finish of complete) finish();
  await Promise.all(all);
});

test("limits the work of one key and releases its share when work ends or fails", async () => {
  const queue = new WorkQueue({ concurrency: 1, maxQueued: 10, maxPerKey: 2, retryAfterSeconds: 7 });
  const { add, complete } = createControlledWork(queue);
  const ownWork = [add("a"), add("a")];
  await assert.rejects(add("a"), hasErrorCode("REQUESTS_EXCEEDED"));
  const otherWork = add("b");
  for (let index = 0; index < 3; index += 1) {
    complete[index]!();
    await [...ownWork, otherWork][index];
    await Promise.resolve();
  }
  const failing = queue.run(() => Promise.reject(new Error("no")), { key: "a" });
  await assert.rejects(failing, /no/);
  const retried = [add("a"), add("a")];
  complete[3]!();
  await retried[0];
  await Promise.resolve();
  complete[4]!();
  await retried[1];
});

test("alternates between keys, so that one with much work does not delay others", async () => {
  const queue = new WorkQueue({ concurrency: 1, maxQueued: 50, retryAfterSeconds: 7 });
  const order: string[] = [];
  const add = (key: string) => queue.run(() => Promise.resolve(order.push(key)), { key });
  await Promise.all([..."aaaaaa", "b", "c", "b"].map(add));
  assert.equal(order.join(""), "aabcabaaa");
});
