import assert from "node:assert/strict";
import { test } from "node:test";
import { getIndicatorState, formatIndicator } from "#domain/operations/indicator-state.ts";
import {
  type IndicatorDefinition,
  type IndicatorName,
  indicatorNames,
  indicatorDefinitions,
} from "#domain/operations/indicators.ts";
import { maxSendsPerHour } from "#domain/accounts/otp-limits.ts";

const states: [IndicatorName, number | null, ReturnType<typeof getIndicatorState>][] = [
  ["server_errors", 0, "fine"],
  ["server_errors", 1, "warning"],
  ["server_errors", 9, "warning"],
  ["server_errors", 10, "alarm"],
  ["job_age", null, "fine"],
  ["job_age", 900, "alarm"],
  ["requests", 1_000_000, "plain"],
  ["sms_balance", 5_001, "fine"],
  ["sms_balance", 5_000, "warning"],
  ["sms_balance", 1_000, "alarm"],
  ["sms_balance", 0, "alarm"],
  ["sms_balance", null, "plain"],
  ["codes_hour", maxSendsPerHour - 1, "warning"],
  ["codes_hour", maxSendsPerHour, "alarm"],
];
for (const [name, value, expected] of states)
  test(`${name} of ${value} is ${expected}`, () => assert.equal(getIndicatorState({ name, value }), expected));

const texts: [IndicatorName, number | null, string][] = [
  ["pool_wait", 0.0042, "4 ms"],
  ["job_age", 90, "90 s"],
  ["job_age", 601, "10 min"],
  ["uptime", 3 * 86_400, "3 days"],
  ["memory", 250 * 1024 * 1024, "250 MB"],
  ["backup_size", 300_000, "293 kB"],
  ["requests", 1_23_456, "1,23,456"],
  ["message_age", null, "–"],
];
for (const [name, value, expected] of texts)
  test(`${name} of ${value} is formatted as ${expected}`, () =>
    assert.equal(formatIndicator({ name, value }), expected));

test("warning and alarm are defined together, and the alarm is beyond the warning", () => {
  for (const name of indicatorNames) {
    const { warning, alarm, isLowBad }: IndicatorDefinition = indicatorDefinitions[name];
    assert.equal(warning === undefined, alarm === undefined, name);
    if (warning !== undefined && alarm !== undefined) assert.ok(isLowBad ? alarm < warning : warning < alarm, name);
  }
});
