// §6: which exceptions a branch can make, and their effect.
import assert from "node:assert/strict";
import { test } from "node:test";
import { can, isApprover } from "#domain/access/capabilities.ts";
import {
  adjustableCapabilities,
  adjustableRoles,
  areValidExceptions,
  getRoleExceptions,
  listCapabilityChanges,
  toBranchExceptions,
} from "#domain/access/capability-exceptions.ts";

test("adjusts managers and staff, and only capabilities that the admin has", () => {
  assert.deepEqual(adjustableRoles, ["manager", "staff"]);
  for (const capability of adjustableCapabilities) assert.ok(can({ role: "admin" }, capability), capability);
});

test("grants and revokes what is stored for the role, and nothing else", () => {
  const stored = {
    staff: { "report.read": true, "people.manage": true, "invoice.issue": "yes" },
    manager: { "payment.refund": false },
    approver: { "report.read": true },
  };
  const staff = { role: "staff", exceptions: getRoleExceptions({ stored, role: "staff" }) } as const;
  assert.deepEqual(staff.exceptions, { "report.read": true });
  assert.deepEqual(
    [can(staff, "report.read"), can(staff, "people.manage"), can(staff, "invoice.issue")],
    [true, false, false],
  );
  const manager = { role: "manager", exceptions: getRoleExceptions({ stored, role: "manager" }) } as const;
  assert.deepEqual([can(manager, "payment.refund"), can(manager, "report.read")], [false, true]);
  assert.equal(getRoleExceptions({ stored, role: "approver" }), undefined);
  for (const invalid of [null, undefined, [], "staff", { staff: null }, { staff: [] }])
    assert.equal(getRoleExceptions({ stored: invalid, role: "staff" }), undefined);
});

test("does not turn a role into an approver, or an approver into another role", () => {
  const approver = { role: "approver", exceptions: { "request.decide": false } } as const;
  const staff = { role: "staff", exceptions: { "request.decide": true } } as const;
  assert.deepEqual([isApprover(approver), isApprover(staff)], [true, false]);
});

test("accepts adjustable roles and capabilities with a boolean only", () => {
  for (const valid of [
    null,
    {},
    { staff: {} },
    { staff: { "report.read": true }, manager: { "payment.refund": false } },
  ])
    assert.equal(areValidExceptions(valid), true, JSON.stringify(valid));
  for (const invalid of [
    [],
    "staff",
    { admin: { "report.read": true } },
    { approver: { "report.read": true } },
    { staff: { "people.manage": true } },
    { staff: { "platform.administer": true } },
    { staff: { "report.read": "yes" } },
    { staff: null },
  ])
    assert.equal(areValidExceptions(invalid), false, JSON.stringify(invalid));
});

test("compares the effect of two stored values", () => {
  const before = { staff: { "report.read": true }, manager: { "payment.refund": true } };
  const after = { staff: { "invoice.issue": true, "people.manage": true }, manager: { "payment.refund": false } };
  assert.deepEqual(listCapabilityChanges({ before, after }), [
    { role: "manager", capability: "payment.refund", isGranted: false },
    { role: "staff", capability: "invoice.issue", isGranted: true },
    { role: "staff", capability: "report.read", isGranted: false },
  ]);
  // Managers issue refunds without an exception.
  assert.deepEqual(listCapabilityChanges({ before: { manager: { "payment.refund": true } }, after: null }), []);
});

test("stores differences from the roles only", () => {
  const standard = { manager: adjustableCapabilities.filter((name) => can({ role: "manager" }, name)), staff: [] };
  assert.equal(toBranchExceptions(standard), null);
  assert.deepEqual(toBranchExceptions({ ...standard, staff: ["report.read"] }), { staff: { "report.read": true } });
  assert.deepEqual(toBranchExceptions({ manager: [...standard.manager].filter((name) => name !== "payment.refund") }), {
    manager: { "payment.refund": false },
  });
});
