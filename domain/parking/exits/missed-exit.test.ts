// When a missed exit is accepted and what it charges, by the table of docs/rules/corrections.md.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous, roles } from "#domain/access/roles.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { parkingEntryRules } from "#domain/parking/parking-entry.ts";
import { RuleViolation, type Row } from "#domain/schema/collection.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const checkedInAt = new Date("2026-11-21T04:30:00Z");
const toDate = (minutes: string): Date => new Date(checkedInAt.getTime() + Number(minutes) * 60_000);
const toPaise = (rupees: string | undefined): number => (rupees ? Math.round(Number(rupees) * 100) : 0);

/** The changes after all rules, as in a write. */
function recordExit(row: { [column: string]: string }): Row | RuleViolation {
  const { role = "", left = "", now = "", paid, at = "", discount } = row;
  assert.ok(isKeyOf(roles, role));
  const before: Row = {
    id: 11,
    parking_main_info: 5,
    parking_status_id: 1,
    in_time: checkedInAt,
    out_time: null,
    payment_status: paid ? "paid" : "not_paid",
    payment_type: "post-pay",
    paid_amount: toPaise(paid),
    paid_at: paid ? toDate(at) : null,
    deduction_charge: toPaise(discount),
    deduction_note: discount ? "Complaint" : null,
    is_person: false,
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: 2000,
  };
  const actor = { ...anonymous, id: "meena", role, company: 3, branch: 7, isActive: true, isPresent: true };
  let changes: Row = {
    parking_status_id: 2,
    out_time: toDate(left),
    exit_recorded_at: toDate(now),
    change_reason: "Barrier was open",
  };
  for (const rule of parkingEntryRules) {
    const after = { ...before, ...changes };
    const outcome = rule({ before, after, changes, actor, now: toDate(now), related: { parking_main_info: null } });
    if (outcome instanceof RuleViolation) return outcome;
    changes = { ...changes, ...outcome };
  }
  return changes;
}

test("missed exits are recorded by the table of docs/rules/corrections.md", () => {
  const rows = readMarkdownTable({ file: "docs/rules/corrections.md", heading: "Worked examples" });
  assert.ok(rows.length > 10);
  for (const row of rows) {
    const name = JSON.stringify(row);
    const changes = recordExit(row);
    if (changes instanceof RuleViolation) {
      assert.equal(changes.code, row["refused with"], name);
      continue;
    }
    assert.equal(row["refused with"], "", name);
    // The first minute is charged.
    const isAtOnce = row["left"] === "0";
    assert.deepEqual(changes["out_time"], isAtOnce ? new Date(checkedInAt.getTime() + 1) : toDate(row["left"]!), name);
    assert.equal(changes["duration"], isAtOnce ? 1 : Number(row["left"]), name);
    assert.equal(changes["total_amount"], toPaise(row["charge"]), name);
    assert.equal(changes["extended_amount"], toPaise(row["owed"]), name);
    assert.equal(changes["payment_type"] ?? "post-pay", row["leaves as"], name);
    assert.equal(changes["pay_later_reason"], row["leaves as"] === "pay-later" ? "Barrier was open" : undefined, name);
  }
});

test("an exit in the minute of the payment is at that second", () => {
  const stated = (seconds: number) => String(seconds / 60);
  const paid = { role: "manager", now: "600", paid: "20.00", at: stated(90) };
  const exit = recordExit({ ...paid, left: stated(60) });
  assert.ok(!(exit instanceof RuleViolation));
  assert.deepEqual(exit["out_time"], toDate(stated(90)));
  assert.ok(recordExit({ ...paid, left: stated(59) }) instanceof RuleViolation);
});
