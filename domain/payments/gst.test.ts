import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getFinancialYear, formatInvoiceNumber, splitTaxInclusive } from "#domain/payments/gst.ts";

test("splits tax-inclusive prices in paise", () => {
  assert.deepEqual(splitTaxInclusive(11_800), { taxable: 10_000, cgst: 900, sgst: 900 });
  assert.deepEqual(splitTaxInclusive(4_000), { taxable: 3_390, cgst: 305, sgst: 305 });
  assert.deepEqual(splitTaxInclusive(1), { taxable: 1, cgst: 0, sgst: 0 });
  assert.deepEqual(splitTaxInclusive(0), { taxable: 0, cgst: 0, sgst: 0 });
});

test("the parts add up to the price, with equal CGST and SGST within half a paisa of 9 %", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_00 }), (total) => {
      const { taxable, cgst, sgst } = splitTaxInclusive(total);
      assert.equal(taxable + cgst + sgst, total);
      assert.equal(cgst, sgst);
      assert.ok(Math.abs(cgst - (total * 9) / 118) <= 0.5);
    }),
  );
});

test("the financial year starts on 1 April in the branch's time zone", () => {
  assert.equal(getFinancialYear({ at: new Date("2026-03-31T18:29:59Z") }), "2526");
  assert.equal(getFinancialYear({ at: new Date("2026-03-31T18:30:00Z") }), "2627");
  assert.equal(getFinancialYear({ at: new Date("2026-12-31T23:00:00Z") }), "2627");
  assert.equal(getFinancialYear({ at: new Date("2099-06-01T00:00:00Z") }), "9900");
});

test("an invoice number has at most 16 characters and increases with its count", () => {
  assert.equal(formatInvoiceNumber({ year: "2627", number: 1 }), "INV/2627/0000001");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_998 }), (number) => {
      const [current, next] = [number, number + 1].map((count) => formatInvoiceNumber({ year: "2627", number: count }));
      assert.match(current!, /^[A-Z0-9/-]{1,16}$/);
      assert.ok(current! < next!);
    }),
  );
  assert.throws(() => formatInvoiceNumber({ year: "2627", number: 10_000_000 }), RangeError);
});
