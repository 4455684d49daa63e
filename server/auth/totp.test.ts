import assert from "node:assert/strict";
import { test } from "node:test";
import { buildOtpauthUrl, toBase32, generateTotpSecret, verifyTotp } from "#server/auth/totp.ts";
import { createTotpCode } from "#tests/support/totp.ts";

const secret = toBase32(Buffer.from("12345678901234567890"));

test("verifies the vectors of RFC 6238, appendix B, with six digits", () => {
  const vectors: [string, string][] = [
    ["1970-01-01T00:00:59Z", "287082"],
    ["2005-03-18T01:58:29Z", "081804"],
    ["2005-03-18T01:58:31Z", "050471"],
    ["2009-02-13T23:31:30Z", "005924"],
    ["2033-05-18T03:33:20Z", "279037"],
    ["2603-10-11T11:33:20Z", "353130"],
  ];
  for (const [time, otp] of vectors) {
    const now = new Date(time);
    assert.equal(verifyTotp({ secret, otp, now }), Math.floor(now.getTime() / 30_000), time);
  }
});

test("accepts a code in its own step and the adjacent ones", () => {
  const now = new Date("2026-11-21T04:30:00Z");
  const step = Math.floor(now.getTime() / 30_000);
  for (const [stepsAhead, isValid] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const)
    assert.equal(
      verifyTotp({ secret, otp: createTotpCode({ secret, at: now, stepsAhead }), now }),
      isValid ? step + stepsAhead : undefined,
    );
  for (const otp of ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"])
    assert.equal(verifyTotp({ secret, otp, now }), undefined);
});

test("rejects any code for a secret that is too short or not base32", () => {
  const now = new Date();
  for (const bad of ["", "!!", "GEZDGNBVGY3TQ", "gezdgnbvgy3tqojqgezdgnbvgy3tqojq"])
    assert.equal(verifyTotp({ secret: bad, otp: "000000", now }), undefined);
});

test("encodes the base32 vectors of RFC 4648, also from part of a buffer", () => {
  const vectors = { f: "MY", fo: "MZXQ", foo: "MZXW6", foob: "MZXW6YQ", fooba: "MZXW6YTB", foobar: "MZXW6YTBOI" };
  for (const [text, encoded] of Object.entries(vectors)) assert.equal(toBase32(Buffer.from(text)), encoded);
  assert.equal(toBase32(new Uint8Array(Buffer.from("a foo")).subarray(2)), "MZXW6");
});

test("builds the otpauth URL that authenticator apps read", () => {
  assert.equal(generateTotpSecret((bytes) => Buffer.alloc(bytes, 1)).length, 32);
  const url = new URL(buildOtpauthUrl({ secret, email: "asha+1@example.com" }));
  assert.equal(decodeURIComponent(url.pathname), "/Chaavi:asha+1@example.com");
  const settings = { issuer: "Chaavi", secret, algorithm: "SHA1", digits: "6", period: "30" };
  assert.deepEqual(Object.fromEntries(url.searchParams), settings);
});
