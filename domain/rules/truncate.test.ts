import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { truncate } from "#domain/rules/truncate.ts";

test("120 characters stay, the 121st makes an ellipsis", () => {
  const text = "a".repeat(120);
  assert.equal(truncate(text), text);
  assert.equal(truncate(`${text}b`), `${text}…`);
  assert.equal(truncate("take the left gate", 9), "take the…");
  assert.equal(truncate("", 0), "");
});

test("no letter is cut in two", () => {
  assert.equal(truncate("🚗🚙🚕", 2), "🚗🚙…");
  assert.equal(truncate("👨‍👩‍👧👨‍👩‍👧", 1), "👨‍👩‍👧…");
  assert.equal(truncate("கிகிகி", 2), "கிகி…");
  assert.equal(truncate("கிகிகி", 3), "கிகிகி");
});

test("what is cut is the start of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, at) => {
      const short = truncate(text, at);
      if (short === text) return;
      assert.ok(short.endsWith("…") && text.startsWith(short.slice(0, -1)));
    }),
  );
});
