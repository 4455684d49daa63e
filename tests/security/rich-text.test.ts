// Rich text of a verifier is sanitised in linear time for any input.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as limits from "#domain/limits.ts";
import { sanitizeRichText } from "#domain/text/rich-text.ts";

const fragments = [
  "<",
  "<p",
  "<p>",
  "</p>",
  "<p ",
  "<!--",
  "<script",
  "<script>",
  "<svg>",
  "<li>",
  "<b>x",
  "&",
  "<p a=",
  "<ul><li>",
  "</",
  "<!",
];

/** The shortest of three, in ms. */
function shrinkFailingText(text: string): number {
  const times = [1, 2, 3].map(() => {
    const began = performance.now();
    sanitizeRichText(text);
    return performance.now() - began;
  });
  return Math.min(...times);
}

for (const piece of fragments)
  test(`four times as much of ${piece} takes about four times as long`, () => {
    const measure = (length: number): number => shrinkFailingText(piece.repeat(length / piece.length));
    const [quarter, fullMs] = [measure(limits.agreement / 4), measure(limits.agreement)];
    // Sixteen times as long would be quadratic.
    assert.ok(fullMs < 9 * quarter + 300, `${quarter} and ${fullMs} ms`);
  });
