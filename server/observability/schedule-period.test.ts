import assert from "node:assert/strict";
import { test } from "node:test";
import { computeSchedulePeriodSeconds } from "#server/observability/schedule-period.ts";

const hour = 3_600;
const day = 24 * hour;
const from = new Date("2026-01-14T10:17:00Z");
const schedules: { [schedule: string]: number } = {
  "30 20 * * *": day,
  "0 */6 * * *": 6 * hour,
  "0 8,20 * * *": 12 * hour,
  "0 22 * * 1-5": 3 * day,
  "15 3 * * 0": 7 * day,
  "0 0 1 * *": 28 * day,
  "0 0 1 1 *": 365 * day,
};
for (const [schedule, expected] of Object.entries(schedules))
  test(`returns a longest period of ${expected / hour} hours for ${schedule}`, () =>
    assert.equal(computeSchedulePeriodSeconds({ schedule, from }), expected));
