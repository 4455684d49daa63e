import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { computeCredit, getFinancialYear, formatInvoiceNumber, splitTaxInclusive } from "#domain/payments/gst.ts";
import { applyTaxTreatment } from "#domain/payments/payment-settings.ts";
import { anonymous } from "#domain/access/roles.ts";
import { RuleViolation, type WriteRule } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";

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

test("credits what was refunded, at most what is left of the invoice", () => {
  const credits: readonly [refunded: number, left: number, expected: readonly number[]][] = [
    [4_000, 4_000, [-4_000, -3_390, -305, -305]],
    // Taxes of ₹20.00 alone are 1.53 each; those of both halves must not exceed the 3.05 of the invoice.
    [2_000, 4_000, [-2_000, -1_696, -152, -152]],
    [2_000, 2_000, [-2_000, -1_694, -153, -153]],
    [5_000, 4_000, [-4_000, -3_390, -305, -305]],
    [100, 0, [0, 0, 0, 0]],
  ];
  for (const [refunded, left, expected] of credits) {
    const { total, taxable, cgst, sgst } = computeCredit({ refunded, left });
    assert.deepEqual([total, taxable, cgst, sgst], expected, `${refunded} of ${left}`);
  }
});

test("the credit notes of a whole invoice add up to it and to each of its parts", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, (refunds) => {
      const total = refunds.reduce((sum, amount) => sum + amount, 0);
      const invoice = { total, ...splitTaxInclusive(total) };
      const left = { ...invoice };
      for (const refunded of refunds) {
        const credit = computeCredit({ refunded, left: left.total });
        assert.equal(credit.taxable + credit.cgst + credit.sgst, credit.total);
        assert.equal(credit.total, -refunded);
        assert.ok(credit.cgst <= 0 && credit.taxable <= 0);
        for (const part of ["total", "taxable", "cgst", "sgst"] as const) left[part] += credit[part];
      }
      assert.deepEqual(left, { total: 0, taxable: 0, cgst: 0, sgst: 0 });
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
  assert.equal(formatInvoiceNumber({ series: "INV", year: "2627", number: 1 }), "INV/2627/0000001");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_998 }), (number) => {
      const [current, next] = [number, number + 1].map((count) =>
        formatInvoiceNumber({ series: "CRN", year: "2627", number: count }),
      );
      assert.match(current!, /^[A-Z0-9/-]{1,16}$/);
      assert.ok(current! < next!);
    }),
  );
  assert.throws(() => formatInvoiceNumber({ series: "INV", year: "2627", number: 10_000_000 }), RangeError);
});

type Settings = RowOf<"payment_settings">;
type TaxTreatment = Settings["tax_treatment"];
const rule: WriteRule = applyTaxTreatment;
const gstin = "29AAAAA0000A1ZY";

interface Input {
  gstin: string | null;
  before?: TaxTreatment;
  changes?: Partial<Pick<Settings, "tax_treatment" | "tax_reason">>;
}

function apply({ gstin: number, before, changes = {} }: Input) {
  const stored = before ? { tax_treatment: before, tax_reason: null } : null;
  const result = rule({
    before: stored,
    after: { tax_treatment: "unregistered", tax_reason: null, ...stored, ...changes },
    changes,
    related: { branch: { gstin: number } },
    actor: anonymous,
    now: new Date(),
  });
  return result instanceof RuleViolation ? result.code : result;
}

test("GST follows the GSTIN; another choice needs a reason", () => {
  const taxable = { tax_treatment: "taxable", tax_reason: null };
  const unregistered = { tax_treatment: "unregistered", tax_reason: null };
  const rows: [string, Input, unknown][] = [
    ["new with a GSTIN", { gstin }, taxable],
    ["new without one", { gstin: null }, unregistered],
    ["new, chosen as derived", { gstin, changes: { tax_treatment: "taxable" } }, taxable],
    ["new, another choice", { gstin, changes: { tax_treatment: "exempt" } }, "CHANGE_REASON_REQUIRED"],
    ["new, blank reason", { gstin, changes: { tax_treatment: "exempt", tax_reason: " " } }, "CHANGE_REASON_REQUIRED"],
    ["new, with a reason", { gstin, changes: { tax_treatment: "exempt", tax_reason: "Hospital" } }, undefined],
    ["changed", { gstin, before: "taxable", changes: { tax_treatment: "unregistered" } }, "CHANGE_REASON_REQUIRED"],
    ["changed back", { gstin, before: "exempt", changes: { tax_treatment: "taxable" } }, taxable],
    ["as it was, from before reasons existed", { gstin, before: "unregistered" }, undefined],
    ["reason removed", { gstin, before: "exempt", changes: { tax_reason: null } }, "CHANGE_REASON_REQUIRED"],
  ];
  for (const [name, input, expected] of rows) assert.deepEqual(apply(input), expected, name);
});
