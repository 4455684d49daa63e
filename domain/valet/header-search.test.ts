import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkField, phone, vehicleNumber } from "#domain/schema/fields.ts";
import { parseSearchTerm } from "#domain/valet/header-search.ts";

test("recognises a phone number, vehicle number, OTP, receipt number or name, else returns one of the two errors", () => {
  const rows: [string, string, string?][] = [
    ["9876543210", "phone", "9876543210"],
    ["(+91) 98765.43210", "phone", "9876543210"],
    ["+91-098765-43210", "phone", "9876543210"],
    ["0091 98765 43210", "phone", "9876543210"],
    ["+1 98765 43210", "HEADER_SEARCH_VALIDATION_2"],
    ["98765 43210", "phone", "9876543210"],
    ["+91 98765-43210", "phone", "9876543210"],
    ["09876543210", "phone", "9876543210"],
    ["919876543210", "phone", "9876543210"],
    ["1000", "digits", "1000"],
    [" 4821 ", "digits", "4821"],
    ["0999", "digits", "0999"],
    ["20261122-12", "receipt", "20261122-12"],
    ["gv20261122-7 ", "receipt", "GV20261122-7"],
    ["Anita", "name", "Anita"],
    [" Dr. Anita D'Souza", "name", "Dr. Anita D'Souza"],
    ["अनीता", "name", "अनीता"],
    ["Al", "HEADER_SEARCH_VALIDATION_2"],
    ["tn 01 ab 1234", "vehicle", "TN01AB1234"],
    ["TN-01-AB-1234", "vehicle", "TN01AB1234"],
    ["22BH1234AA", "vehicle", "22BH1234AA"],
    ["123456", "vehicle", "123456"],
    ["", "HEADER_SEARCH_VALIDATION_1"],
    [" - ", "HEADER_SEARCH_VALIDATION_1"],
    ["00297", "token", "00297"],
    [" 0 02 97", "token", "00297"],
    ["V00297", "vehicle", "V00297"],
    ["v-00297", "vehicle", "V00297"],
    ["100000", "vehicle", "100000"],
    ["TN01", "tag", "TN01"],
    ["k 17", "tag", "K17"],
    ["7", "tag", "7"],
    ["K1A", "tag", "K1A"],
    ["A1234", "tag", "A1234"],
    ["TN01AB1234XXXXXXX", "HEADER_SEARCH_VALIDATION_2"],
    ["Ravi@mail", "HEADER_SEARCH_VALIDATION_2"],
  ];
  for (const [input, kind, value] of rows)
    assert.deepEqual(parseSearchTerm(input), value === undefined ? kind : { kind, value }, input);
});

test("a recognised term is valid for its field", () => {
  const fields = { phone: phone(), vehicle: vehicleNumber() };
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789ABtn -+."), maxLength: 16 }), (input) => {
      const term = parseSearchTerm(input);
      if (typeof term === "string") return;
      const { kind, value } = term;
      if (kind === "phone" || kind === "vehicle")
        assert.equal(checkField({ name: kind, field: fields[kind], value }), undefined);
    }),
  );
});
