import assert from "node:assert/strict";
import { test } from "node:test";
import { listTimes, pageTimes, RefreshTimes } from "#server/features/site/cached/cache-time.ts";

const readAt = new Date("2026-11-18T04:30:00Z");

test("what was read at the same time is read anew at different times, before it ends", () => {
  for (const times of [pageTimes, listTimes]) {
    const refreshTimes = new RefreshTimes(times);
    const ages = Array.from({ length: 500 }, () => refreshTimes.next(readAt) - readAt.getTime());
    for (const age of ages) {
      assert.ok(age >= times.refreshMs / 2 && age <= times.refreshMs, String(age));
      assert.ok(age < times.cacheMs, String(age));
    }
    // In no tenth of the span are more than a fifth of them.
    const span = times.refreshMs / 2;
    const counts = Array.from({ length: 11 }, () => 0);
    for (const age of ages) counts[Math.floor(((age - span) / span) * 10)]! += 1;
    assert.ok(Math.max(...counts) <= ages.length / 5, counts.join(" "));
  }
});
