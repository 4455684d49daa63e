import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptsHtml, prefersHtml } from "#server/http/accepts-html.ts";

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
const rows: [accept: string | undefined, accepts: boolean, prefers: boolean][] = [
  [undefined, true, true],
  ["*/*", true, true],
  [browser, true, true],
  ["text/*", true, true],
  ["text/html;q=0.5, application/json", true, false],
  ["application/json, text/html", true, true],
  ["application/json, text/plain, */*", true, false],
  ["application/json", false, false],
  ["text/html;q=0, */*", false, false],
  ["text/event-stream", false, false],
  ["*/*;q=0", false, false],
];

test("HTML is allowed and preferred as the Accept header says", () => {
  for (const [accept, accepts, prefers] of rows)
    assert.deepEqual([acceptsHtml(accept), prefersHtml(accept)], [accepts, prefers], accept);
});
