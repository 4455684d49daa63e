import assert from "node:assert/strict";
import { test } from "node:test";
import { findVersionInForce, getVersionState, sortVersions } from "#web/product/tariffs/versions.ts";

const version = (number: number, starts_at: string) => ({ number, starts_at });
const first = version(1, "2026-11-01T00:00:00Z");
const second = version(2, "2026-12-01T00:00:00Z");
const third = version(3, "2026-11-20T00:00:00Z");
const fourth = version(4, "2026-11-20T00:00:00Z");
const versions = [first, second, third, fourth];

test("the version in force has the latest start that is not in the future, and the highest number", () => {
  const at = (time: string) => findVersionInForce(versions, new Date(time))?.number;
  assert.deepEqual(
    [at("2026-10-31T00:00:00Z"), at("2026-11-01T00:00:00Z"), at("2026-11-22T00:00:00Z"), at("2026-12-01T00:00:00Z")],
    [undefined, 1, 4, 2],
  );
});

test("each version is scheduled, in force or replaced", () => {
  const now = new Date("2026-11-22T00:00:00Z");
  assert.deepEqual(
    sortVersions(versions).map((one) => [one.number, getVersionState({ version: one, versions, now })]),
    [
      [2, "scheduled"],
      [4, "in_force"],
      [3, "replaced"],
      [1, "replaced"],
    ],
  );
});
