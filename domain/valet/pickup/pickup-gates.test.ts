import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous } from "#domain/access/roles.ts";
import { type Row, RuleViolation, type WriteRule } from "#domain/schema/collection.ts";
import { applyPickupGate, listPickupGates, validatePickupGates } from "#domain/valet/pickup/pickup-gates.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const common = { actor: anonymous, now: new Date("2026-11-21T12:00:00Z") };
const file = "docs/rules/valet-pickup.md";

test("gates are listed once each, and only if there are several", () => {
  assert.deepEqual(listPickupGates(" Main  gate, Tower B,, Main gate "), ["Main gate", "Tower B"]);
  for (const none of [null, undefined, "", "Main gate", "Main gate, Main gate"])
    assert.deepEqual(listPickupGates(none), []);
});

test("a branch has at most eight gates with names of at most 30 characters", () => {
  const rule: WriteRule = validatePickupGates;
  const check = (pickup_gates: string | null) => {
    const changes: Row = { pickup_gates };
    const outcome = rule({ ...common, before: {}, after: changes, changes, related: {} });
    return outcome instanceof RuleViolation ? outcome.code : "";
  };
  const gates = Array.from({ length: 9 }, (_, index) => `Gate ${index}`);
  assert.equal(check(gates.slice(1).join(",")), "");
  assert.equal(check(gates.join(",")), "FAILED_VALIDATION");
  assert.equal(check("x".repeat(30)), "");
  assert.equal(check("x".repeat(31)), "FAILED_VALIDATION");
  assert.equal(check(null), "");
});

for (const { status, had, chosen, gate, ...row } of readMarkdownTable({ file, heading: "Gates" })) {
  const refusal = row["refused with"] ?? "";
  test(`status ${status}, had '${had}', chosen '${chosen}': ${refusal || gate || "none"}`, () => {
    const rule: WriteRule = applyPickupGate;
    const before: Row = { status_id: Number(status), pickup_gate: had || null };
    const changes: Row = chosen ? { pickup_gate: chosen } : {};
    const after = { ...before, ...changes };
    const related = { branch: { valet_and_parking_config: { pickup_gates: "Main gate, Tower B" } } };
    const outcome = rule({ ...common, before, after, changes, related });
    if (outcome instanceof RuleViolation) return assert.equal(outcome.code, refusal);
    assert.equal(refusal, "");
    assert.equal({ ...after, ...outcome }["pickup_gate"] ?? "", gate);
  });
}
