import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row, RuleArgs } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";
import { anonymous } from "#domain/access/roles.ts";
import { validatePresetSize, validatePresetCount } from "#domain/accounts/presets.ts";

const createArgs = (overrides: Partial<RuleArgs>): RuleArgs => ({
  before: null,
  after: {},
  changes: {},
  actor: anonymous,
  now: new Date(0),
  related: {},
  ...overrides,
});

for (const [name, presetCount, code] of [
  ["one below the limit", limits.presets - 1, undefined],
  ["at the limit", limits.presets, "TOO_MANY_PRESETS"],
  ["not counted, since no preset is added", undefined, undefined],
] as const)
  test(`presets of a user: ${name}`, () => {
    assert.equal(validatePresetCount(createArgs({ lookups: { presetCount } }))?.code, code);
  });

/** Text whose JSON, including quotes, has this length. */
const json = (length: number): string => "x".repeat(length - 2);
const nulls = 2 * "null".length;
const sizes: [name: string, row: Row, changes: Row, code: string | undefined][] = [
  ["no JSON", { bookmark: "Mine" }, { bookmark: "Mine" }, undefined],
  ["at the limit", { filter: json(limits.presetJson - nulls) }, { filter: "" }, undefined],
  ["one above the limit", { filter: json(limits.presetJson - nulls + 1) }, { filter: "" }, "VALUE_TOO_LONG"],
  [
    "too long together with stored fields",
    { filter: json(limits.presetJson / 2), layout_query: json(limits.presetJson / 2) },
    { filter: "" },
    "VALUE_TOO_LONG",
  ],
  [
    "renaming a preset that was stored above the limit",
    { filter: json(limits.presetJson) },
    { bookmark: "" },
    undefined,
  ],
];
for (const [name, after, changes, code] of sizes)
  test(`size of a preset: ${name}`, () => {
    assert.equal(validatePresetSize(createArgs({ after, changes }))?.code, code);
  });
