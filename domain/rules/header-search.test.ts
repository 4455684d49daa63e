import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fieldError, otp, phone, vehicleNumber } from "#domain/fields.ts";
import { recogniseSearch } from "#domain/rules/header-search.ts";

test("a phone number, a vehicle number, an OTP, or one of the two texts", () => {
  const rows: [string, string, string?][] = [
    ["9876543210", "phone", "9876543210"],
    ["98765 43210", "phone", "9876543210"],
    ["+91 98765-43210", "phone", "9876543210"],
    ["09876543210", "phone", "9876543210"],
    ["919876543210", "phone", "9876543210"],
    ["1000", "otp", "1000"],
    [" 4821 ", "otp", "4821"],
    ["tn 01 ab 1234", "vehicle", "TN01AB1234"],
    ["TN-01-AB-1234", "vehicle", "TN01AB1234"],
    ["22BH1234AA", "vehicle", "22BH1234AA"],
    ["123456", "vehicle", "123456"],
    ["", "HEADER_SEARCH_VALIDATION_1"],
    [" - ", "HEADER_SEARCH_VALIDATION_1"],
    ["0999", "HEADER_SEARCH_VALIDATION_2"],
    ["12345", "HEADER_SEARCH_VALIDATION_2"],
    ["TN01", "HEADER_SEARCH_VALIDATION_2"],
    ["TN01AB1234XXXXXXX", "HEADER_SEARCH_VALIDATION_2"],
    ["Ravi@mail", "HEADER_SEARCH_VALIDATION_2"],
  ];
  for (const [typed, kind, value] of rows)
    assert.deepEqual(recogniseSearch(typed), value === undefined ? kind : { kind, value }, typed);
});

test("what is recognised is what its field would take", () => {
  const fields = { phone: phone(), vehicle: vehicleNumber(), otp: otp() };
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789ABtn -+."), maxLength: 16 }), (typed) => {
      const sought = recogniseSearch(typed);
      if (typeof sought === "string") return;
      const { kind, value } = sought;
      assert.equal(fieldError({ name: kind, field: fields[kind], value }), undefined);
    }),
  );
});
