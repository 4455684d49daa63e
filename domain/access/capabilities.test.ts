// §6: capabilities per role, and the kinds of roles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { can, isApprover } from "#domain/access/capabilities.ts";
import { canManageRole } from "#domain/access/manageable-roles.ts";
import { adjustableRoles } from "#domain/access/capability-exceptions.ts";
import { capabilityLabels, type Capability } from "#domain/access/capability-labels.ts";
import { isCustomer, isInScope, isPartner, isPlatform, roleNames, roles, type Role } from "#domain/access/roles.ts";
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

test("roles have the scope, duty, list and superiors of docs/rules/capabilities.md", () => {
  const rows = readMarkdownTable({ file, heading: "Roles" });
  assert.deepEqual(
    rows.map(({ role }) => role),
    roleNames,
  );
  for (const { role: name, scope, duty, list, "managed by": superiors, adjustable } of rows) {
    const role = name as Role;
    assert.deepEqual([roles[role].scope, roles[role].duty, roles[role].list ?? ""], [scope, duty, list], role);
    const managers = roleNames.filter((manager) => canManageRole({ actor: { role: manager }, role }));
    assert.equal(managers.filter((manager) => manager !== "platform").join(", "), superiors, role);
    assert.equal(adjustableRoles.includes(role), adjustable === "yes", role);
  }
});

test("tells apart customers, partners, the platform and approvers", () => {
  const select = (accepts: (actor: { role: Role }) => boolean) => roleNames.filter((role) => accepts({ role }));
  const selectByScope = (...scopes: string[]) => roleNames.filter((role) => scopes.includes(roles[role].scope));
  assert.deepEqual(select(isCustomer), selectByScope("customer"));
  assert.deepEqual(select(isPartner), selectByScope("company", "branch"));
  assert.deepEqual(select(isPlatform), selectByScope("platform"));
  assert.deepEqual(select(isApprover), ["approver"]);
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

test("the role of customers has a fixed id", () => {
  assert.equal(roles.customer.id, "c4aa0000-0000-4000-8000-000000000008");
});
