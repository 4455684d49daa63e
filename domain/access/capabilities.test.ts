// §6: capabilities per role, and the kinds of roles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { can, canManageRole, isApprover } from "#domain/access/capabilities.ts";
import { capabilityLabels, type Capability } from "#domain/access/capability-labels.ts";
import { isCustomer, isInScope, isPartner, isPlatform, roleNames, type Role } from "#domain/access/roles.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/capabilities.md";

test("roles have the capabilities of docs/rules/capabilities.md", () => {
  const rows = readMarkdownTable({ file, heading: "Capabilities of each role" });
  assert.deepEqual(
    rows.map((row) => row["capability"]),
    Object.keys(capabilityLabels),
  );
  for (const row of rows)
    for (const role of roleNames)
      assert.equal(can({ role }, row["capability"] as Capability), row[role] === "yes", `${role} ${row["capability"]}`);
});

test("labels capabilities in sentence case and without a full stop", () => {
  for (const label of Object.values(capabilityLabels)) assert.match(label, /^[A-Z][^.]+$/);
});

test("tells apart customers, partners, the platform and approvers", () => {
  const select = (accepts: (actor: { role: Role }) => boolean) => roleNames.filter((role) => accepts({ role }));
  assert.deepEqual(select(isCustomer), ["customer"]);
  assert.deepEqual(select(isPartner), ["admin", "manager", "staff", "approver", "employee"]);
  assert.deepEqual(select(isPlatform), ["platform", "verifier"]);
  assert.deepEqual(select(isApprover), ["approver"]);
});

test("managers manage staff and employees, admins all partners, others nobody", () => {
  const listManageable = (manager: Role) =>
    roleNames.filter((role) => canManageRole({ actor: { role: manager }, role }));
  assert.deepEqual(listManageable("manager"), ["staff", "employee"]);
  assert.deepEqual(listManageable("admin"), ["admin", "manager", "staff", "approver", "employee"]);
  for (const role of ["verifier", "staff", "approver", "employee", "customer", "public"] as const)
    assert.deepEqual(listManageable(role), [], role);
});

test("limits a role to its scope", () => {
  const cases: [Role, { company: number | null; branch: number | null }, boolean][] = [
    ["platform", { company: 2, branch: 9 }, true],
    ["admin", { company: 1, branch: 9 }, true],
    ["admin", { company: 2, branch: 7 }, false],
    ["admin", { company: null, branch: 7 }, false],
    ["manager", { company: 1, branch: 7 }, true],
    ["manager", { company: 1, branch: 8 }, false],
    ["approver", { company: 1, branch: null }, false],
    ["customer", { company: 1, branch: 7 }, false],
    ["public", { company: 1, branch: 7 }, false],
  ];
  for (const [role, row, isAllowed] of cases)
    assert.equal(
      isInScope({ actor: { role, company: 1, branch: 7 }, ...row }),
      isAllowed,
      `${role} ${JSON.stringify(row)}`,
    );
  const newAdmin = { role: "admin", company: null, branch: null } as const;
  assert.equal(isInScope({ actor: newAdmin, company: null, branch: null }), false);
});
