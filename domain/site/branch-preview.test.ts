import assert from "node:assert/strict";
import { test } from "node:test";
import { roleNames, type Role } from "#domain/access/roles.ts";
import { canPreviewBranch } from "#domain/site/branch-preview.ts";

const branch = { id: 3, company: 1 };
const can = (role: Role, more: Partial<Parameters<typeof canPreviewBranch>[0]["actor"]> = {}): boolean =>
  canPreviewBranch({ actor: { role, company: 1, branch: 3, exceptions: {}, ...more }, branch });

test("an admin sees the branches of the company, a manager the own one, and no other role any", () => {
  for (const role of roleNames) assert.equal(can(role), role === "admin" || role === "manager", role);
  assert.equal(can("admin", { branch: 4 }), true);
  assert.equal(can("admin", { company: 2 }), false);
  assert.equal(can("admin", { company: null }), false);
  assert.equal(can("manager", { branch: 4 }), false);
  assert.equal(can("manager", { exceptions: { "branch.configure": false } }), false);
});
