import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCompanySearch } from "#domain/platform/company-search.ts";

const rows: [input: string, text: string, taxId: string, phone: string][] = [
  ["", "", "", ""],
  ["  Sri   Murugan ", "Sri Murugan", "SRIMURUGAN", ""],
  ["ann", "ann", "", ""],
  ["aaacm1234f", "aaacm1234f", "AAACM1234F", ""],
  ["33 AAACM 1234F", "33 AAACM 1234F", "33AAACM1234F", ""],
  ["+91 98400-12345", "+91 98400-12345", "", "9840012345"],
  ["098400 12345", "098400 12345", "09840012345", "9840012345"],
  ["12345", "12345", "12345", "12345"],
  ["123", "123", "", ""],
  ["meena@velan.example", "meena@velan.example", "", ""],
  ["50%", "50%", "", ""],
];

test("a search is a part of a name, an email address, a tax number or a phone number", () => {
  for (const [input, text, taxId, phone] of rows) assert.deepEqual(parseCompanySearch(input), { text, taxId, phone });
});
