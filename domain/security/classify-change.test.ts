import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous, roles, type Actor } from "#domain/access/roles.ts";
import { classifyChange, type WrittenRow } from "#domain/security/classify-change.ts";

const admin: Actor = { ...anonymous, id: "a", role: "admin", company: 1, branch: 2 };
const owner: Actor = { ...anonymous, id: "u", role: "staff", company: 1, branch: 2 };
const verifier: Actor = { ...anonymous, id: "v", role: "verifier" };
const before = {
  id: "u",
  role: roles.staff.id,
  status: "active",
  email: "u@example.com",
  password: "hash",
  tfa_secret: null,
  default_company: 1,
  default_branch: 2,
  integration: null,
};

const customer = {
  ...before,
  role: roles.customer.id,
  default_company: null,
  default_branch: null,
  contact_number: null,
  phone_verified_at: null,
};

function classify(overrides: Partial<WrittenRow>): string[] {
  const changes = overrides.changes ?? {};
  const written: WrittenRow = {
    collection: "users",
    action: "update",
    before,
    after: { ...(overrides.before ?? before), ...changes },
    changes,
    actor: admin,
    route: null,
    ...overrides,
  };
  return classifyChange(written).map(({ kind }) => kind);
}

const cases: [string, Partial<WrittenRow>, string[]][] = [
  ["name", { changes: { first_name: "Ravi" } }, []],
  ["unchanged value", { changes: { status: "active" } }, []],
  ["role", { changes: { role: roles.manager.id } }, ["role_changed"]],
  ["branch, by the admin", { changes: { default_branch: 3 } }, ["role_changed"]],
  ["branch, by the user", { actor: owner, changes: { default_branch: 3 } }, []],
  ["suspension", { changes: { status: "suspended" } }, ["status_changed"]],
  ["email", { changes: { email: "other@example.com" } }, ["email_changed"]],
  ["phone number of staff", { changes: { contact_number: "9840012345" } }, []],
  ["phone number of a customer", { before: customer, changes: { contact_number: "9840012345" } }, ["phone_changed"]],
  [
    "phone number verified by the customer",
    { actor: owner, before: customer, changes: { phone_verified_at: new Date(0) } },
    ["phone_changed"],
  ],
  [
    "phone number verified by a login",
    { actor: anonymous, before: customer, changes: { phone_verified_at: new Date(0) } },
    [],
  ],
  ["password", { actor: owner, changes: { password: "new" } }, ["password_changed"]],
  [
    "password reset by email",
    { actor: owner, changes: { password: "new" }, route: "/auth/password/reset" },
    ["password_reset"],
  ],
  ["first password", { before: { ...before, password: null }, changes: { password: "new" } }, []],
  ["two-factor enabled", { actor: owner, changes: { tfa_secret: "on" } }, ["second_factor_enabled"]],
  [
    "two-factor disabled",
    { actor: owner, before: { ...before, tfa_secret: "on" }, changes: { tfa_secret: null } },
    ["second_factor_disabled"],
  ],
  [
    "two-factor reset by the admin",
    { before: { ...before, tfa_secret: "on" }, changes: { tfa_secret: null } },
    ["second_factor_reset"],
  ],
  [
    "role and status at once",
    { changes: { status: "suspended", role: roles.manager.id } },
    ["role_changed", "status_changed"],
  ],
  ["new manager", { action: "create", before: null, after: { ...before, role: roles.manager.id } }, ["account_added"]],
  ["new customer", { action: "create", before: null, after: { ...before, role: roles.customer.id } }, []],
  ["user of a token", { after: { ...before, integration: 4 }, changes: { status: "suspended" } }, []],
  [
    "new token",
    { collection: "Integration_Tokens", action: "create", before: null, after: { company: 1 } },
    ["token_created"],
  ],
  ["token name", { collection: "Integration_Tokens", after: { company: 1 }, changes: { name: "x" } }, []],
  [
    "token revocation",
    { collection: "Integration_Tokens", after: { company: 1 }, changes: { revoked_at: new Date(0) } },
    ["token_revoked"],
  ],
  [
    "keys of a payment provider",
    { collection: "payment_settings", after: { company: 1 }, changes: { key: "s" } },
    ["payment_settings_changed"],
  ],
  [
    "permissions of a role",
    {
      collection: "Branch",
      before: { id: 2, company: 1, capability_exceptions: null },
      changes: { capability_exceptions: { staff: { "report.read": true } } },
    },
    ["permissions_changed"],
  ],
  [
    "permissions that the role has anyway",
    {
      collection: "Branch",
      before: { id: 2, company: 1, capability_exceptions: null },
      changes: { capability_exceptions: { manager: { "report.read": true } } },
    },
    [],
  ],
  [
    "UPI account of a branch",
    {
      collection: "Branch",
      before: { id: 2, company: 1, upi_vpa: "lot@okbank", payment_channels: ["upi"] },
      changes: { upi_vpa: "other@okbank", payment_channels: ["upi"] },
    },
    ["payment_settings_changed"],
  ],
  [
    "the same UPI account and channels",
    {
      collection: "Branch",
      before: { id: 2, company: 1, upi_vpa: "lot@okbank", payment_channels: ["upi"] },
      changes: { upi_vpa: "lot@okbank", payment_channels: ["upi"] },
    },
    [],
  ],
  ["branch name", { collection: "Branch", before: { id: 2, company: 1 }, changes: { name: "x" } }, []],
  ["entry", { collection: "Parking_Information", after: { company: 1 } }, []],
  [
    "entry, by the platform",
    { actor: verifier, collection: "Parking_Information", after: { company: 1 } },
    ["platform_change"],
  ],
  ["area, by the platform", { actor: verifier, collection: "Areas", after: {} }, []],
];
for (const [change, overrides, expected] of cases)
  test(`${change}: ${expected.join(", ") || "no event"}`, () => assert.deepEqual(classify(overrides), expected));

test("an event contains the names of changed fields, not their values", () => {
  const [event] = classifyChange({
    collection: "payment_settings",
    action: "update",
    before: {},
    after: { company: 1 },
    changes: { salt_key: "a-secret", date_updated: new Date(0) },
    actor: admin,
    route: null,
  });
  assert.deepEqual(event!.detail, { fields: ["salt_key"] });
});

test("a change of permissions names what was granted and revoked, at the branch", () => {
  const [event] = classifyChange({
    collection: "Branch",
    action: "update",
    before: { id: 2, company: 1, capability_exceptions: { staff: { "report.read": true } } },
    after: { id: 2, company: 1, capability_exceptions: { manager: { "payment.refund": false } } },
    changes: { capability_exceptions: { manager: { "payment.refund": false } } },
    actor: admin,
    route: null,
  });
  assert.deepEqual([event!.company, event!.branch], [1, 2]);
  assert.deepEqual(event!.detail, { revoked: ["manager payment.refund", "staff report.read"] });
});
