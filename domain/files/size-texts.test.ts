import assert from "node:assert/strict";
import { test } from "node:test";
import { getErrorText } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";

test("the text of an image that is too large says the limit", () => {
  assert.ok(getErrorText("IMAGE_TOO_LARGE").includes(`${limits.imageBytes / (1024 * 1024)} MB`));
});
