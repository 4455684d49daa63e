import assert from "node:assert/strict";
import { test } from "node:test";
import { SmsBalance } from "#server/messaging/sms-balance.ts";

const minuteMs = 60_000;

function createTestBalance(replies: (number | null | Error)[]) {
  let now = Date.parse("2026-11-21T06:00:00Z");
  let requestCount = 0;
  const balance = new SmsBalance({
    clock: () => new Date(now),
    request: () => {
      const reply = replies[requestCount]!;
      requestCount += 1;
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
    },
  });
  /** Reads the balance after the given minutes, and again once the request has been answered. */
  const read = async (minutes: number): Promise<[number | null, number | null]> => {
    now += minutes * minuteMs;
    const first = balance.read();
    await new Promise((resolve) => setImmediate(resolve));
    return [first, balance.read()];
  };
  return { read, requestCount: () => requestCount };
}

test("returns the cached balance without waiting and refreshes it every five minutes at most", async () => {
  const { read, requestCount } = createTestBalance([900, 800]);
  assert.deepEqual(await read(0), [null, 900]);
  assert.deepEqual(await read(4), [900, 900]);
  assert.equal(requestCount(), 1);
  assert.deepEqual(await read(1), [900, 800]);
  assert.equal(requestCount(), 2);
});

test("keeps the last balance for half an hour while the provider does not respond, then returns null", async () => {
  const { read, requestCount } = createTestBalance([900, null, new Error("no connection"), null]);
  await read(0);
  assert.deepEqual(await read(10), [900, 900]);
  assert.deepEqual(await read(19), [900, 900]);
  assert.deepEqual(await read(1), [null, null]);
  assert.equal(requestCount(), 3);
});

test("returns null for a provider without a balance query", () => {
  const clock = () => new Date("2026-11-21T06:00:00Z");
  assert.equal(new SmsBalance({ request: undefined, clock }).read(), null);
});
