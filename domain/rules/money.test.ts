import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { paiseFrom, paiseOf, showRupees, wireAmount } from "#domain/rules/money.ts";

test("amounts as they are typed, sent and shown", () => {
  const rows: [string | number, number, string, string][] = [
    ["0", 0, "0.00", "₹0.00"],
    ["-0.00", 0, "0.00", "₹0.00"],
    ["120.00", 12_000, "120.00", "₹120.00"],
    ["120.5", 12_050, "120.50", "₹120.50"],
    ["0.05", 5, "0.05", "₹0.05"],
    [999, 99_900, "999.00", "₹999.00"],
    [1000, 100_000, "1000.00", "₹1,000.00"],
    ["99999.99", 9_999_999, "99999.99", "₹99,999.99"],
    ["123456", 12_345_600, "123456.00", "₹1,23,456.00"],
    ["12345678.90", 1_234_567_890, "12345678.90", "₹1,23,45,678.90"],
    ["-50.25", -5_025, "-50.25", "-₹50.25"],
  ];
  for (const [typed, paise, wire, shown] of rows) {
    assert.equal(paiseOf(typed), paise);
    assert.equal(wireAmount(paise), wire);
    assert.equal(showRupees(paise), shown);
  }
});

test("what is no amount is none", () => {
  for (const typed of ["", "12.345", "1,000", "₹5", "abc", "1e3", ".5", "--1", NaN, Infinity, 0.001])
    assert.equal(paiseFrom(typed), undefined, String(typed));
  assert.throws(() => paiseOf("abc"), RangeError);
  assert.throws(() => wireAmount(0.5), RangeError);
});

test("what is sent comes back as it was", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (paise) => {
      assert.equal(paiseOf(wireAmount(paise)), paise);
      assert.equal(paiseOf(showRupees(paise).replace(/[₹,]/g, "")), paise);
      assert.equal(
        showRupees(paise),
        new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" }).format(paise / 100),
      );
    }),
  );
});
