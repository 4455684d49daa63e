import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Refusal } from "#domain/collection.ts";
import type { Row } from "#domain/collection.ts";
import { nobody } from "#domain/roles.ts";
import { paymentBadge } from "#domain/rules/badge.ts";
import { paiseOf } from "#domain/rules/money.ts";
import { isSettled, owedBy, takeCash, takePayment } from "#domain/rules/payment.ts";
import { paymentStatuses } from "#domain/states/payment.ts";
import type { PaymentStatus } from "#domain/states/payment.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/payments.md";
const came = new Date("2026-11-21T04:30:00Z");
const who = { ...nobody, id: "ravi", role: "staff" as const, isActive: true, isPresent: true };
const after = (minutes: number) => new Date(came.getTime() + minutes * 60_000);
const tariff = {
  parking_time_type: "minutes",
  time_value_for_minutes: 30,
  charge_amount_for_minutes: 2000,
  min_charge_of_minutes: 0,
};

function entryOf(fields: Row): Row {
  return { ...tariff, in_time: came, out_time: null, payment_status: "not_paid", ...fields };
}
function taken(result: Row | Refusal): Row {
  assert.ok(!(result instanceof Refusal), result instanceof Refusal ? result.code : "");
  return result;
}
function codeOf(result: Row | Refusal): string {
  return result instanceof Refusal ? result.code : "";
}

test("the amounts of docs/rules/payments.md", () => {
  for (const row of markdownTable({ file, heading: "Amounts" })) {
    const entry = entryOf({ payment_status: row["status"], paid_amount: paiseOf(row["paid before"] ?? "") });
    const adjustment = {
      additional: paiseOf(row["additional"] ?? ""),
      additionNote: row["note"] ?? "",
      deduction: paiseOf(row["deduction"] ?? ""),
      deductionNote: row["note of deduction"] ?? "",
    };
    const now = after(Number(row["stay"]));
    const { extended } = owedBy({
      entry: { ...entry, additional_charge: adjustment.additional, deduction_charge: adjustment.deduction },
      now,
    });
    assert.equal(extended, paiseOf(row["extended before"] ?? ""), JSON.stringify(row));
    const result = takeCash({ entry, adjustment, isExtra: row["type"] === "extra", who, now });
    assert.equal(codeOf(result), row["refused with"], JSON.stringify(row));
    if (result instanceof Refusal) continue;
    assert.equal(result["total_amount"], paiseOf(row["total"] ?? ""));
    assert.equal(result["paid_amount"], paiseOf(row["paid after"] ?? ""));
    assert.deepEqual(
      [result["payment_status"], result["payment_mode"], result["extended_amount"], result["payment_collected_by"]],
      ["paid", "cash", 0, "ravi"],
    );
    assert.equal(result["paid_at"], now);
  }
});

test("the badges of docs/rules/payments.md", () => {
  for (const row of markdownTable({ file, heading: "Badges" })) {
    const badge = paymentBadge({
      kind: row["kind"] as "parking" | "valet",
      sequence: Number(row["status"]),
      paymentStatus: row["payment"] as PaymentStatus,
      total: paiseOf(row["total"] ?? ""),
      extended: paiseOf(row["owed"] ?? ""),
    });
    assert.equal(badge, row["badge"], JSON.stringify(row));
  }
});

const anyEntry = fc.record({
  charge_amount_for_minutes: fc.nat(10_000),
  min_charge_of_minutes: fc.nat(10_000),
  valet_charge: fc.nat(10_000),
  additional_charge: fc.nat(100_000),
  deduction_charge: fc.nat(100_000),
  addition_note: fc.constant("a"),
  deduction_note: fc.constant("b"),
  paid_amount: fc.nat(100_000),
  payment_status: fc.constantFrom(...paymentStatuses),
});
const stay = fc.nat(100_000);

test("taking money settles the entry, receives exactly what was owed, and cannot be done again", () => {
  fc.assert(
    fc.property(anyEntry, stay, fc.boolean(), (fields, minutes, isExtra) => {
      const entry = entryOf(fields);
      const now = after(minutes);
      const owed = owedBy({ entry, now });
      const result = takeCash({ entry, isExtra, who, now });
      const isRefused = entry["payment_status"] === "paid" && (!isExtra || owed.extended === 0);
      assert.equal(codeOf(result), isRefused ? "ALREADY_PAID" : "");
      if (result instanceof Refusal) return;
      const paid = { ...entry, ...result };
      assert.equal((paid["paid_amount"] as number) - owed.paid, owed.extended);
      assert.ok(isSettled({ entry: paid, now }));
      assert.equal(codeOf(takeCash({ entry: paid, who, now })), "ALREADY_PAID");
      assert.equal(codeOf(takeCash({ entry: paid, isExtra: true, who, now })), "ALREADY_PAID");
    }),
  );
});

test("a badge says Paid only of what is paid, and owes nothing or is out; Free only of what costs nothing", () => {
  const amount = fc.integer({ min: -1_000, max: 100_000 });
  const kind = fc.constantFrom("parking" as const, "valet" as const);
  const of = fc.record({
    kind,
    sequence: fc.integer({ min: 1, max: 6 }),
    paymentStatus: fc.constantFrom(...paymentStatuses),
    total: amount,
    extended: fc.nat(1_000),
  });
  fc.assert(
    fc.property(of, (entry) => {
      const badge = paymentBadge(entry);
      const isLast = entry.sequence === (entry.kind === "parking" ? 2 : 6);
      assert.equal(badge === "Free", entry.total <= 0);
      if (badge === "Paid") assert.ok(entry.paymentStatus === "paid" && (entry.extended === 0 || isLast));
      if (badge === "Partially Paid") assert.ok(entry.paymentStatus === "paid" && entry.extended > 0 && !isLast);
      if (badge === "Pending") assert.notEqual(entry.paymentStatus, "paid");
    }),
  );
});

test("a total is never below zero, and never below what staying longer makes it", () => {
  fc.assert(
    fc.property(anyEntry, stay, stay, (fields, minutes, more) => {
      const early = owedBy({ entry: entryOf(fields), now: after(minutes) });
      const late = owedBy({ entry: entryOf(fields), now: after(minutes + more) });
      assert.ok(early.total >= 0 && early.extended >= 0 && late.total >= early.total);
    }),
  );
});

test("once out, the amount stands still", () => {
  const entry = entryOf({ out_time: after(30) });
  assert.equal(owedBy({ entry, now: after(5000) }).total, 2000);
});

test("a total that has changed since it was shown is not taken", () => {
  const entry = entryOf({});
  assert.equal(codeOf(takeCash({ entry, expected: 2000, who, now: after(31) })), "AMOUNT_MISMATCH");
  assert.equal(taken(takeCash({ entry, expected: 4000, who, now: after(31) }))["paid_amount"], 4000);
});

test("notes already on the entry count, a blank one does not", () => {
  const noted = entryOf({ additional_charge: 500, addition_note: "wash" });
  assert.equal(taken(takeCash({ entry: noted, who, now: after(30) }))["total_amount"], 2500);
  const cleared = takeCash({ entry: noted, adjustment: { additionNote: "  " }, who, now: after(30) });
  assert.equal(codeOf(cleared), "NOTE_REQUIRED");
  assert.equal(cleared instanceof Refusal && cleared.field, "addition_note");
});

test("an online payment has no collector", () => {
  const changes = taken(takePayment({ entry: entryOf({}), mode: "online", who: nobody, now: after(30) }));
  assert.deepEqual([changes["payment_mode"], changes["payment_collected_by"]], ["online", null]);
});

test("settled: free, paid with nothing extra, or agreed to pay later", () => {
  const now = after(31);
  const rows: [Row, boolean][] = [
    [{}, false],
    [{ charge_amount_for_minutes: 0 }, true],
    [{ payment_type: "pay-later" }, true],
    [{ payment_status: "paid", paid_amount: 4000 }, true],
    [{ payment_status: "paid", paid_amount: 2000 }, false],
    [{ payment_status: "partially_paid", paid_amount: 2000 }, false],
    [{ deduction_charge: 4000 }, true],
  ];
  for (const [fields, expected] of rows)
    assert.equal(isSettled({ entry: entryOf(fields), now }), expected, JSON.stringify(fields));
});
