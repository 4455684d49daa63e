// §6: which rule of a collection applies to an actor.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findAccessRule } from "#domain/access/access-rule.ts";
import { byScope } from "#domain/access/row-filters.ts";
import { anonymous, type Role } from "#domain/access/roles.ts";
import type { AccessRules } from "#domain/schema/collection.ts";

const select = (rules: AccessRules, actor: Parameters<typeof findAccessRule>[0]["actor"]) =>
  findAccessRule({ rules, actor });

test("the first capability of the actor decides", () => {
  const gate = { rows: true, fields: ["name"] };
  const decision = { rows: true, fields: ["status"] };
  const own = { rows: true, fields: ["own"] };
  const rules: AccessRules = { "gate.operate": gate, "request.decide": decision, "workplace.read": own };
  const expected: [Role, unknown][] = [
    ["manager", gate],
    ["staff", gate],
    ["approver", decision],
    ["employee", own],
    ["customer", undefined],
    ["public", undefined],
  ];
  for (const [role, rule] of expected) assert.equal(select(rules, { role }), rule, role);
});

test("a branch's exceptions decide which capability the actor has", () => {
  const rules: AccessRules = { "report.read": true, "duty.record": false };
  assert.equal(select(rules, { role: "staff" }), false);
  assert.equal(select(rules, { role: "staff", exceptions: { "report.read": true } }), true);
  assert.equal(select(rules, { role: "admin", exceptions: { "report.read": false } }), undefined);
});

test("no rules grant no access", () => {
  assert.equal(findAccessRule({ rules: undefined, actor: { role: "admin" } }), undefined);
});

test("filters by the scope of the role, and grants roles of another scope nothing", () => {
  const rows = byScope({ company: () => ({ company: 1 }), branch: () => ({ branch: 7 }) });
  const filters = (["admin", "staff", "verifier", "customer", "public"] as const).map((role) =>
    rows({ ...anonymous, role }),
  );
  assert.deepEqual(filters, [{ company: 1 }, { branch: 7 }, false, false, false]);
});
