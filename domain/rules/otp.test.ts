import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fieldError, otp } from "#domain/fields.ts";
import { otpBytes, otpFrom } from "#domain/rules/otp.ts";

test("every code from 1000 to 9999 comes equally often over all pairs of bytes", () => {
  const counts = new Map<string, number>();
  let passedOver = 0;
  for (let number = 0; number < 65_536; number++) {
    const bytes = Uint8Array.of(number >> 8, number & 255);
    try {
      const code = otpFrom(bytes);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    } catch {
      passedOver += 1;
    }
  }
  assert.equal(counts.size, 9_000);
  assert.deepEqual([...new Set(counts.values())], [7]);
  assert.equal(passedOver, 65_536 - 63_000);
});

test("a pair that is passed over leaves the next to decide", () => {
  assert.equal(otpFrom(Uint8Array.of(255, 255, 0, 5)), "1005");
  assert.throws(() => otpFrom(Uint8Array.of(255, 255)), RangeError);
  assert.throws(() => otpFrom(new Uint8Array()), RangeError);
});

test("a code is what its field takes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: otpBytes, maxLength: otpBytes }), (bytes) => {
      fc.pre(bytes.some((byte, index) => index % 2 === 0 && byte < 240));
      assert.equal(fieldError({ name: "otp", field: otp(), value: otpFrom(bytes) }), undefined);
    }),
  );
});
