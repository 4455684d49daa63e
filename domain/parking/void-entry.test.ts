// Who may void an entry, by the table of docs/rules/corrections.md, and what a voided entry costs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isKeyOf } from "#domain/object-keys.ts";
import { roles } from "#domain/access/roles.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import { computeBalance } from "#domain/payments/payment.ts";
import { paymentStatuses } from "#domain/payments/states.ts";
import { canVoidEntry, parseChangeReason } from "#domain/parking/void-entry.ts";
import { parkingStatuses } from "#domain/parking/states.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const now = new Date("2026-11-21T04:30:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test("voids are allowed by the table of docs/rules/corrections.md", () => {
  const rows = readMarkdownTable({ file: "docs/rules/corrections.md", heading: "Void and cancel" });
  assert.ok(rows.length > 10);
  for (const { role, state, own, minutes, payment, allowed } of rows) {
    assert.ok(isKeyOf(roles, role));
    const entry = {
      parking_status_id: parkingStatuses.find(({ id }) => String(id) === state)!.id,
      user_created: own === "yes" ? "ravi" : "mina",
      in_time: state === "3" ? null : minutesAgo(Number(minutes)),
      date_created: minutesAgo(Number(minutes)),
      payment_status: paymentStatuses.find((status) => status === payment)!,
    };
    const isAllowed = canVoidEntry({ entry, actor: { id: "ravi", role }, now });
    assert.equal(isAllowed ? "yes" : "no", allowed, JSON.stringify({ role, state, own, minutes, payment }));
  }
});

test("a voided entry is charged nothing, whatever it was charged before", () => {
  const entry = {
    in_time: minutesAgo(90),
    charge_amount_for_minutes: 2000,
    additional_charge: 500,
    paid_amount: 2000,
  };
  assert.equal(computeBalance({ entry, now }).total, 6500);
  const { total, extended, paid } = computeBalance({ entry: { ...entry, voided_at: now }, now });
  assert.deepEqual({ total, extended, paid }, { total: 0, extended: 0, paid: 2000 });
});

test("a reason has text and at most 150 characters", () => {
  assert.equal(parseChangeReason("  Entered twice "), "Entered twice");
  assert.equal(parseChangeReason(` ${"x".repeat(150)} `), "x".repeat(150));
  const getCode = (reason: unknown) => {
    const violation = parseChangeReason(reason);
    return violation instanceof RuleViolation ? violation.code : violation;
  };
  for (const reason of [undefined, null, 7, "", "   "])
    assert.equal(getCode(reason), "CHANGE_REASON_REQUIRED", String(reason));
  assert.equal(getCode("x".repeat(151)), "VALUE_TOO_LONG");
});
