import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sanitizeRichText, isRichTextEmpty } from "#domain/text/rich-text.ts";

const rows: [input: string, sanitized: string][] = [
  ["<p>One <strong>two</strong></p>", "<p>One <strong>two</strong></p>"],
  ['<p onclick="alert(1)" style="x">One</p>', "<p>One</p>"],
  ["<script>alert(1)</script>One", "One"],
  ["<script>alert(1)", ""],
  ["<scr<script></script>ipt>alert(1)", "ipt&gt;alert(1)"],
  ["<scr<script>alert(1)</script>ipt>", "alert(1)ipt&gt;"],
  ["<svg><p>One</p></svg><math><mi>Two</mi></math>Three", "Three"],
  ["<textarea><p>One</p></textarea><noscript><p>Two</p></noscript>", ""],
  ["<p/onclick=alert(1)>One", "<p>One</p>"],
  ["&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["&#60;img src=x&#62;", "&lt;img src=x&gt;"],
  ["<img src=x onerror=alert(1)>", ""],
  ['<a href="javascript:x">One</a>', "One"],
  ["<ul><li>One<li>Two</ul>", "<ul><li>One</li><li>Two</li></ul>"],
  ["One</p></div>", "One<p></p>"],
  ["<p>Left open", "<p>Left open</p>"],
  ["<p><script</p><p>", "<p></p><p></p><p></p>"],
  ["1 < 2 & 3 > 2", "1 &lt; 2 &amp; 3 &gt; 2"],
  ["One<br/>Two<!-- three -->", "One<br>Two"],
  ["A &amp; B", "A &amp; B"],
];

test("keeps allowed tags only", () => {
  for (const [input, sanitized] of rows) assert.equal(sanitizeRichText(input), sanitized, input);
});

test("removes all other tags and attributes for any input and is idempotent", () => {
  const fragment = fc.constantFrom(
    "<",
    ">",
    "/",
    "p",
    "script",
    "br",
    " onload=",
    '"',
    "&",
    "lt;",
    "<p>",
    "</p>",
    "<!--",
    "x",
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 30 }), (fragments) => {
      const sanitized = sanitizeRichText(fragments.join(""));
      assert.match(sanitized, /^([^<>]|<\/?(p|h2|h3|ul|ol|li|strong|em)>|<br>)*$/);
      assert.equal(sanitizeRichText(sanitized), sanitized);
    }),
  );
});

test("§5: rich text is empty without visible text", () => {
  for (const html of ["", "<p> </p>", "<p>&nbsp;</p>", "<br>", "<p>&#8203;&zwnj;</p>", "<p>&shy;\u2060</p>"])
    assert.ok(isRichTextEmpty(html), html);
  assert.ok(!isRichTextEmpty("<p>a</p>"));
});
