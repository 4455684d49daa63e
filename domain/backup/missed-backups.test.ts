import assert from "node:assert/strict";
import { test } from "node:test";
import { countMissedBackups } from "#domain/backup/missed-backups.ts";

const day = 24 * 3_600;
const examples: [string, number, number][] = [
  ["just created", 0, 0],
  ["the next backup is running", 1.1 * day, 0],
  ["the next backup is missing", 1.6 * day, 1],
  ["twice the period", 2 * day, 1],
  ["more than twice the period", 2 * day + 1, 2],
  ["a week", 7.5 * day, 7],
];
for (const [title, ageSeconds, expected] of examples)
  test(`${title}: ${expected} missed`, () =>
    assert.equal(countMissedBackups({ ageSeconds, periodSeconds: day }), expected));
