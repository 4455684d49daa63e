// §8 success keys: each message of the catalogue is shown by a page.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { successMessages } from "#domain/success-messages.ts";

const pages = globSync("web/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
const source = pages.map((file) => readFileSync(file, "utf8")).join("\n");

test("every success message of the catalogue is shown by a page", () => {
  assert.ok(pages.length > 0);
  assert.deepEqual(
    Object.keys(successMessages).filter((code) => !new RegExp(`\\b${code}\\b`).test(source)),
    [],
  );
});
