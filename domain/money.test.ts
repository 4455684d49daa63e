import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parsePaise, toPaise, formatRate, formatRupees, formatWireAmount } from "#domain/money.ts";

test("parses and formats amounts", () => {
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
    ["-50.25", -5_025, "-50.25", "−₹50.25"],
  ];
  for (const [input, paise, wire, display] of rows) {
    assert.equal(toPaise(input), paise);
    assert.equal(formatWireAmount(paise), wire);
    assert.equal(formatRupees(paise), display);
  }
});

test("formats rates without empty decimals", () => {
  assert.equal(formatRate(2_000), "₹20");
  assert.equal(formatRate(12_345_050), "₹1,23,450.50");
});

test("rejects invalid amounts", () => {
  for (const input of ["", "12.345", "1,000", "₹5", "abc", "1e3", ".5", "--1", NaN, Infinity, 0.001])
    assert.equal(parsePaise(input), undefined, String(input));
  assert.throws(() => toPaise("abc"), RangeError);
  assert.throws(() => formatWireAmount(0.5), RangeError);
});

test("wire and display formats round-trip", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (paise) => {
      assert.equal(toPaise(formatWireAmount(paise)), paise);
      assert.equal(toPaise(formatRupees(paise).replace("−", "-").replace(/[₹,]/g, "")), paise);
      assert.equal(
        formatRupees(paise).replace("−", "-"),
        new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" }).format(paise / 100),
      );
    }),
  );
});
