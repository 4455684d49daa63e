import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { truncate } from "#domain/text/truncate.ts";

test("keeps 120 characters and replaces the rest by an ellipsis", () => {
  const text = "a".repeat(120);
  assert.equal(truncate(text), text);
  assert.equal(truncate(`${text}b`), `${text}…`);
  assert.equal(truncate("take the left gate", 9), "take the…");
  assert.equal(truncate("", 0), "");
});

test("does not split grapheme clusters", () => {
  assert.equal(truncate("🚗🚙🚕", 2), "🚗🚙…");
  assert.equal(truncate("👨‍👩‍👧👨‍👩‍👧", 1), "👨‍👩‍👧…");
  assert.equal(truncate("கிகிகி", 2), "கிகி…");
  assert.equal(truncate("கிகிகி", 3), "கிகிகி");
});

test("the result is the start of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, maxLength) => {
      const truncated = truncate(text, maxLength);
      if (truncated === text) return;
      assert.ok(truncated.endsWith("…") && text.startsWith(truncated.slice(0, -1)));
    }),
  );
});
