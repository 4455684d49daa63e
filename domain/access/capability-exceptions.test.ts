// §6: which exceptions a branch can make, and their effect.
import assert from "node:assert/strict";
import { test } from "node:test";
import { can, isApprover } from "#domain/access/capabilities.ts";
import { canManageRole } from "#domain/access/manageable-roles.ts";
import {
  adjustableRoles,
  getAdjustableCapabilities,
  getRoleExceptions,
  listCapabilityChanges,
} from "#domain/access/capability-exceptions.ts";
import type { Role } from "#domain/access/roles.ts";
import { areValidExceptions, toBranchExceptions } from "#domain/access/stored-exceptions.ts";

test("adjusts only capabilities that the admin has", () => {
  for (const role of adjustableRoles)
    for (const capability of getAdjustableCapabilities(role))
      assert.ok(can({ role: "admin" }, capability), `${role} ${capability}`);
});

test("revokes access to rows only from roles that have it", () => {
  const accessing = (role: Role) =>
    getAdjustableCapabilities(role).filter((name) =>
      ["gate.operate", "branch.configure", "people.manage"].includes(name),
    );
  assert.deepEqual(accessing("manager"), ["gate.operate", "branch.configure", "people.manage"]);
  assert.deepEqual(accessing("staff"), ["gate.operate"]);
  const stored = { staff: { "gate.operate": false, "branch.configure": true } };
  assert.deepEqual(getRoleExceptions({ stored, role: "staff" }), { "gate.operate": false });
});

test("a role from which managing people is revoked manages nobody", () => {
  const manager = { role: "manager", exceptions: { "people.manage": false } } as const;
  assert.deepEqual([canManageRole({ actor: manager, role: "staff" }), can(manager, "people.manage")], [false, false]);
  assert.equal(canManageRole({ actor: { role: "manager" }, role: "staff" }), true);
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

test("staff who decide requests are approvers only if they do not operate the gate", () => {
  const deciding = { role: "staff", exceptions: { "request.decide": true } } as const;
  const approving = { role: "staff", exceptions: { "request.decide": true, "gate.operate": false } } as const;
  const manager = { role: "manager", exceptions: { "gate.operate": false } } as const;
  assert.deepEqual([deciding, approving, manager].map(isApprover), [false, true, true]);
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
    { staff: { "branch.configure": false } },
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
  const listStandard = (role: Role) => getAdjustableCapabilities(role).filter((name) => can({ role }, name));
  const standard = {
    ...Object.fromEntries(adjustableRoles.map((role) => [role, listStandard(role)])),
    manager: listStandard("manager"),
    staff: listStandard("staff"),
  };
  assert.equal(toBranchExceptions(standard), null);
  assert.deepEqual(toBranchExceptions({ ...standard, staff: [...standard.staff, "report.read"] }), {
    staff: { "report.read": true },
  });
  const manager = standard.manager.filter((name) => name !== "payment.refund");
  assert.deepEqual(toBranchExceptions({ ...standard, manager }), { manager: { "payment.refund": false } });
  assert.deepEqual(toBranchExceptions({ ...standard, staff: [] }), { staff: { "gate.operate": false } });
});
