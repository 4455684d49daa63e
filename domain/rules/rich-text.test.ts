import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cleanRichText, isRichTextEmpty } from "#domain/rules/rich-text.ts";

const rows: [typed: string, cleaned: string][] = [
  ["<p>One <strong>two</strong></p>", "<p>One <strong>two</strong></p>"],
  ['<p onclick="alert(1)" style="x">One</p>', "<p>One</p>"],
  ["<script>alert(1)</script>One", "One"],
  ["<script>alert(1)", ""],
  ["<scr<script></script>ipt>alert(1)", "alert(1)"],
  ["<img src=x onerror=alert(1)>", ""],
  ['<a href="javascript:x">One</a>', "One"],
  ["<ul><li>One<li>Two</ul>", "<ul><li>One<li>Two</li></li></ul>"],
  ["One</p></div>", "One"],
  ["<p>Left open", "<p>Left open</p>"],
  ["1 < 2 & 3 > 2", "1 &lt; 2 &amp; 3 &gt; 2"],
  ["One<br/>Two<!-- three -->", "One<br>Two"],
  ["A &amp; B", "A &amp; B"],
];

test("only the marks that are allowed are left", () => {
  for (const [typed, cleaned] of rows) assert.equal(cleanRichText(typed), cleaned, typed);
});

test("whatever is typed, no other mark and no attribute comes out, and cleaning it again changes nothing", () => {
  const piece = fc.constantFrom(
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
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const cleaned = cleanRichText(pieces.join(""));
      assert.match(cleaned, /^([^<>]|<\/?(p|h2|h3|ul|ol|li|strong|em)>|<br>)*$/);
      assert.equal(cleanRichText(cleaned), cleaned);
    }),
  );
});

test("§5: empty is what has no text to read", () => {
  for (const html of ["", "<p> </p>", "<p>&nbsp;</p>", "<br>"]) assert.ok(isRichTextEmpty(html), html);
  assert.ok(!isRichTextEmpty("<p>a</p>"));
});
