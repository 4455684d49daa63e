import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { anonymous } from "#domain/access/roles.ts";
import { getPaymentLabel } from "#domain/payments/payment-label.ts";
import { toPaise } from "#domain/money.ts";
import { isSettled, computeBalance, applyCashPayment, applyPayment } from "#domain/payments/payment.ts";
import { toSimpleTariff } from "#domain/tariffs/simple-tariff.ts";
import { paymentStatuses } from "#domain/payments/states.ts";
import type { PaymentStatus } from "#domain/payments/states.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/payments.md";
const inTime = new Date("2026-11-21T04:30:00Z");
const actor = { ...anonymous, id: "ravi", role: "staff" as const, isActive: true, isPresent: true };
const minutesAfterStart = (minutes: number) => new Date(inTime.getTime() + minutes * 60_000);
const tariff = {
  parking_time_type: "minutes" as const,
  time_value_for_minutes: 30,
  charge_amount_for_minutes: 2000,
  min_charge_of_minutes: 0,
};

function createEntry(fields: Row): Row {
  return { ...tariff, in_time: inTime, out_time: null, payment_status: "not_paid", ...fields };
}
function assertAccepted(result: Row | RuleViolation): Row {
  assert.ok(!(result instanceof RuleViolation), result instanceof RuleViolation ? result.code : "");
  return result;
}
function getErrorCode(result: Row | RuleViolation): string {
  return result instanceof RuleViolation ? result.code : "";
}

test("computes the amounts of docs/rules/payments.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Amounts" })) {
    const entry = createEntry({ payment_status: row["status"], paid_amount: toPaise(row["paid before"] ?? "") });
    const adjustment = {
      additional: toPaise(row["additional"] ?? ""),
      additionNote: row["note"] ?? "",
      deduction: toPaise(row["deduction"] ?? ""),
      deductionNote: row["note of deduction"] ?? "",
    };
    const now = minutesAfterStart(Number(row["stay"]));
    const { extended } = computeBalance({
      entry: { ...entry, additional_charge: adjustment.additional, deduction_charge: adjustment.deduction },
      now,
    });
    assert.equal(extended, toPaise(row["extended before"] ?? ""), JSON.stringify(row));
    const result = applyCashPayment({ entry, adjustment, isAdditional: row["type"] === "extra", actor, now });
    assert.equal(getErrorCode(result), row["refused with"], JSON.stringify(row));
    if (result instanceof RuleViolation) continue;
    assert.equal(result["deduction_charge"], toPaise(row["waived"] ?? ""), JSON.stringify(row));
    assert.equal(result["total_amount"], toPaise(row["total"] ?? ""));
    assert.equal(result["paid_amount"], toPaise(row["paid after"] ?? ""));
    assert.deepEqual(
      [result["payment_status"], result["payment_mode"], result["extended_amount"], result["payment_collected_by"]],
      ["paid", "cash", 0, "ravi"],
    );
    assert.equal(result["paid_at"], now);
  }
});

/** Seconds of 'minutes:seconds'. */
function parseSeconds(text = ""): number {
  const [minutes = 0, seconds = 0] = text.split(":").map(Number);
  return minutes * 60 + seconds;
}

test("owes nothing more in the grace period of docs/rules/payments.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Grace period" })) {
    const simple = toSimpleTariff(tariff);
    const copied = row["grace"] === "" ? null : { ...simple, grace_minutes: Number(row["grace"]) };
    const entry = createEntry({ tariff: copied });
    const addSeconds = (seconds: number) => new Date(inTime.getTime() + seconds * 1000);
    const paidAfter = parseSeconds(row["paid after"]);
    // In advance, the payment is made before the time starts.
    const paidAt = addSeconds(paidAfter);
    const payable = paidAfter === 0 ? { ...entry, in_time: null } : entry;
    const paid = assertAccepted(applyCashPayment({ entry: payable, actor, now: paidAt }));
    assert.equal(paid["total_amount"], 2000);
    const now = addSeconds(paidAfter + parseSeconds(row["after the payment"]));
    for (const end of [{ now }, { now: addSeconds(1e9), out_time: now }]) {
      const { total, extended } = computeBalance({ entry: { ...entry, ...paid, ...end }, now: end.now });
      assert.deepEqual(
        [total, extended],
        [toPaise(row["total"] ?? ""), toPaise(row["owed"] ?? "")],
        JSON.stringify(row),
      );
    }
  }
});

test("the grace period does not cover an amount that staff add, nor an unpaid stay", () => {
  const paid = assertAccepted(applyCashPayment({ entry: createEntry({}), actor, now: minutesAfterStart(29) }));
  const entry = createEntry(paid);
  const now = minutesAfterStart(40);
  const adjusted = { ...entry, additional_charge: 5000, addition_note: "Tyre" };
  assert.equal(computeBalance({ entry: adjusted, now }).extended, 5000);
  assert.equal(computeBalance({ entry: { ...entry, payment_status: "not_paid", paid_amount: 0 }, now }).extended, 4000);
  assert.equal(computeBalance({ entry: { ...entry, paid_amount: 0 }, now }).extended, 4000);
});

test("returns the badges of docs/rules/payments.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Badges" })) {
    const label = getPaymentLabel({
      kind: row["kind"] as "parking" | "valet",
      sequence: Number(row["status"]),
      paymentStatus: row["payment"] as PaymentStatus,
      total: toPaise(row["total"] ?? ""),
      balanceDue: toPaise(row["owed"] ?? ""),
    });
    assert.equal(label, row["badge"], JSON.stringify(row));
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

test("a payment settles the entry, receives exactly the balance due and cannot be repeated", () => {
  fc.assert(
    fc.property(anyEntry, stay, fc.boolean(), (fields, minutes, isAdditional) => {
      const entry = createEntry(fields);
      const now = minutesAfterStart(minutes);
      const balance = computeBalance({ entry, now });
      const result = applyCashPayment({ entry, isAdditional, actor, now });
      const isRejected = entry["payment_status"] === "paid" && (!isAdditional || balance.extended === 0);
      assert.equal(getErrorCode(result), isRejected ? "ALREADY_PAID" : "");
      if (result instanceof RuleViolation) return;
      const paid = { ...entry, ...result };
      assert.equal((paid["paid_amount"] as number) - balance.paid, balance.extended);
      assert.ok(isSettled({ entry: paid, now }));
      assert.equal(getErrorCode(applyCashPayment({ entry: paid, actor, now })), "ALREADY_PAID");
      assert.equal(getErrorCode(applyCashPayment({ entry: paid, isAdditional: true, actor, now })), "ALREADY_PAID");
    }),
  );
});

test("the badge is Paid only for a paid entry without balance due or closed, and Free only for a zero total", () => {
  const amount = fc.integer({ min: -1_000, max: 100_000 });
  const kind = fc.constantFrom("parking" as const, "valet" as const);
  const labelInput = fc.record({
    kind,
    sequence: fc.integer({ min: 1, max: 6 }),
    paymentStatus: fc.constantFrom(...paymentStatuses),
    total: amount,
    balanceDue: fc.nat(1_000),
  });
  fc.assert(
    fc.property(labelInput, (entry) => {
      const label = getPaymentLabel(entry);
      const isLast = entry.sequence === (entry.kind === "parking" ? 2 : 6);
      assert.equal(label === "Free", entry.total <= 0);
      if (label === "Paid") assert.ok(entry.paymentStatus === "paid" && (entry.balanceDue === 0 || isLast));
      if (label === "Partially Paid") assert.ok(entry.paymentStatus === "paid" && entry.balanceDue > 0 && !isLast);
      if (label === "Pending") assert.notEqual(entry.paymentStatus, "paid");
    }),
  );
});

test("the total is never negative and never decreases with a longer stay", () => {
  fc.assert(
    fc.property(anyEntry, stay, stay, (fields, minutes, extraMinutes) => {
      const earlier = computeBalance({ entry: createEntry(fields), now: minutesAfterStart(minutes) });
      const later = computeBalance({ entry: createEntry(fields), now: minutesAfterStart(minutes + extraMinutes) });
      assert.ok(earlier.total >= 0 && earlier.extended >= 0 && later.total >= earlier.total);
    }),
  );
});

test("the amount does not change after check-out", () => {
  const entry = createEntry({ out_time: minutesAfterStart(30) });
  assert.equal(computeBalance({ entry, now: minutesAfterStart(5000) }).total, 2000);
});

test("rejects a payment if the total has changed since it was shown", () => {
  const entry = createEntry({});
  assert.equal(
    getErrorCode(applyCashPayment({ entry, expected: 2000, actor, now: minutesAfterStart(31) })),
    "AMOUNT_MISMATCH",
  );
  assert.equal(
    assertAccepted(applyCashPayment({ entry, expected: 4000, actor, now: minutesAfterStart(31) }))["paid_amount"],
    4000,
  );
});

test("accepts a note stored on the entry, but not a blank one", () => {
  const entryWithNote = createEntry({ additional_charge: 500, addition_note: "wash" });
  assert.equal(
    assertAccepted(applyCashPayment({ entry: entryWithNote, actor, now: minutesAfterStart(30) }))["total_amount"],
    2500,
  );
  const withBlankNote = applyCashPayment({
    entry: entryWithNote,
    adjustment: { additionNote: "  " },
    actor,
    now: minutesAfterStart(30),
  });
  assert.equal(getErrorCode(withBlankNote), "NOTE_REQUIRED");
  assert.equal(withBlankNote instanceof RuleViolation && withBlankNote.field, "addition_note");
});

test("an online payment has no collector", () => {
  const changes = assertAccepted(
    applyPayment({ entry: createEntry({}), channel: "online", actor: anonymous, now: minutesAfterStart(30) }),
  );
  assert.deepEqual([changes["payment_mode"], changes["payment_collected_by"]], ["online", null]);
});

test("settled means free, paid without balance due, or pay later", () => {
  const now = minutesAfterStart(31);
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
    assert.equal(isSettled({ entry: createEntry(fields), now }), expected, JSON.stringify(fields));
});
