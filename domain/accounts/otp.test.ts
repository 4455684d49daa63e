import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkField, oneTimeCode, otp } from "#domain/schema/fields.ts";
import { generateLoginCode, otpRandomBytes, generateHandoverCode } from "#domain/accounts/otp.ts";

test("generates each code from 1000 to 9999 equally often over all byte pairs", () => {
  const counts = new Map<string, number>();
  let rejectedCount = 0;
  for (let number = 0; number < 65_536; number++) {
    const bytes = Uint8Array.of(number >> 8, number & 255);
    try {
      const code = generateHandoverCode(bytes);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    } catch {
      rejectedCount += 1;
    }
  }
  assert.equal(counts.size, 9_000);
  assert.deepEqual([...new Set(counts.values())], [7]);
  assert.equal(rejectedCount, 65_536 - 63_000);
});

test("uses the next byte pair after a rejected one", () => {
  assert.equal(generateHandoverCode(Uint8Array.of(255, 255, 0, 5)), "1005");
  assert.throws(() => generateHandoverCode(Uint8Array.of(255, 255)), RangeError);
  assert.throws(() => generateHandoverCode(new Uint8Array()), RangeError);
});

test("a handover code is valid for its field", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: otpRandomBytes, maxLength: otpRandomBytes }), (bytes) => {
      fc.pre(bytes.some((byte, index) => index % 2 === 0 && byte < 240));
      assert.equal(checkField({ name: "otp", field: otp(), value: generateHandoverCode(bytes) }), undefined);
    }),
  );
});

test("a code is accepted as it is pasted or written in groups", () => {
  for (const field of [otp(), oneTimeCode()])
    for (const typed of [" 3086", "3086 ", "30 86"].map((code) => (field.max === 6 ? `12${code}` : code)))
      assert.equal(checkField({ name: "otp", field, value: typed }), undefined, typed);
});

test("a login code has six digits from 100000 to 999999 and is valid for its field", () => {
  const field = oneTimeCode();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: otpRandomBytes, maxLength: otpRandomBytes }), (bytes) => {
      if (bytes.every((byte, index) => index % 4 !== 0 || byte === 255)) return;
      const code = generateLoginCode(bytes);
      assert.match(code, /^[1-9]\d{5}$/);
      assert.equal(checkField({ name: "otp", field, value: code }), undefined);
    }),
  );
  const toBytes = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
  assert.equal(generateLoginCode(Uint8Array.from(toBytes(0))), "100000");
  assert.equal(generateLoginCode(Uint8Array.from(toBytes(899_999))), "999999");
  assert.equal(generateLoginCode(Uint8Array.from(toBytes(900_000))), "100000");
  // 4,294,800,000 is the first number that would make low codes more likely.
  assert.equal(generateLoginCode(Uint8Array.from([...toBytes(4_294_800_000), ...toBytes(5)])), "100005");
  assert.throws(() => generateLoginCode(Uint8Array.of(1, 2, 3)), RangeError);
});
