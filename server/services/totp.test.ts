import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fromBase32, stepAt, stepOf, toBase32, totp } from "#server/services/totp.ts";

const secret = Buffer.from("12345678901234567890");

test("the vectors of RFC 6238, appendix B", () => {
  const vectors: [string, string][] = [
    ["1970-01-01T00:00:59Z", "94287082"],
    ["2005-03-18T01:58:29Z", "07081804"],
    ["2005-03-18T01:58:31Z", "14050471"],
    ["2009-02-13T23:31:30Z", "89005924"],
    ["2033-05-18T03:33:20Z", "69279037"],
    ["2603-10-11T11:33:20Z", "65353130"],
  ];
  for (const [time, code] of vectors) {
    const step = stepAt(new Date(time));
    assert.equal(totp({ secret, step, digits: 8 }), code, time);
    assert.equal(totp({ secret, step }), code.slice(2), time);
  }
});

test("a password is good for its own step and the ones beside it", () => {
  const now = new Date("2026-11-21T04:30:00Z");
  const step = stepAt(now);
  for (const [away, isGood] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const)
    assert.equal(stepOf({ secret, code: totp({ secret, step: step + away }), now }), isGood ? step + away : undefined);
  for (const code of ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"])
    assert.equal(stepOf({ secret, code, now }), undefined);
});

test("base32: the vectors of RFC 4648, and there and back again", () => {
  const vectors = { f: "MY", fo: "MZXQ", foo: "MZXW6", foob: "MZXW6YQ", fooba: "MZXW6YTB", foobar: "MZXW6YTBOI" };
  for (const [text, encoded] of Object.entries(vectors)) assert.equal(toBase32(Buffer.from(text)), encoded);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      assert.deepEqual(fromBase32(toBase32(bytes)), bytes);
    }),
  );
  for (const text of ["", "abc", "A1", "A="]) assert.equal(fromBase32(text), undefined);
});
