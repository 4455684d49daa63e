import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { computeClockOffset } from "#domain/clock-offset.ts";

const whole = (ms: number): number => Math.floor(ms / 1_000) * 1_000;
const duration = fc.integer({ min: 0, max: 20_000 });
const anyTime = fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 });

test("a right clock has no offset, however slow the request is", () => {
  fc.assert(
    fc.property(anyTime, duration, duration, (sentAt, there, back) => {
      const server = whole(sentAt + there);
      assert.equal(computeClockOffset({ server, sentAt, receivedAt: sentAt + there + back }), 0);
    }),
  );
});

test("a wrong clock is found to within half the request and a second", () => {
  fc.assert(
    fc.property(
      anyTime,
      fc.integer({ min: -5_000_000, max: 5_000_000 }),
      duration,
      duration,
      (at, behind, there, back) => {
        const offset = computeClockOffset({
          server: whole(at + there),
          sentAt: at - behind,
          receivedAt: at - behind + there + back,
        });
        const isExplained = Math.abs(behind) <= there + back + 1_000;
        assert.ok(
          (offset === 0 && isExplained) || Math.abs(offset - behind) <= (there + back + 1_000) / 2 + 1,
          `${offset} for ${behind}`,
        );
      },
    ),
  );
});

test("a clock that is an hour ahead or behind has that offset", () => {
  const server = Date.parse("2026-11-23T06:00:00Z");
  const measure = (deviceMs: number) =>
    computeClockOffset({ server, sentAt: deviceMs, receivedAt: deviceMs + 200 }) / 60_000;
  assert.equal(Math.round(measure(server + 3_600_000)), -60);
  assert.equal(Math.round(measure(server - 3_600_000)), 60);
});
