import assert from "node:assert/strict";
import { test } from "node:test";
import { mailTemplates, smsTemplates } from "#domain/messages/messages.ts";
import { type Role, roleNames } from "#domain/access/roles.ts";
import {
  getMessageAllowance,
  getInviteAllowance,
  type QuotaExceededAction,
  type QuotaScope,
  findMessageQuota,
} from "#domain/messages/message-quota.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

test("returns the allowances of docs/rules/outbox.md", () => {
  for (const row of readMarkdownTable({ file: "docs/rules/outbox.md", heading: "How many in a day" })) {
    const { scope, role, over, allowed } = row;
    const quota = { scope: scope as QuotaScope, role: role as Role, onExceeded: over as QuotaExceededAction };
    assert.equal(getMessageAllowance({ ...quota, branch: null }), Number(allowed), JSON.stringify(row));
  }
});

test("a branch's own allowance applies to all roles, with a tenth for customers; zero blocks all", () => {
  const getAllowance = (role: Role, branch: number) =>
    getMessageAllowance({ scope: "branch", role, onExceeded: "refuse", branch });
  assert.deepEqual([getAllowance("staff", 50), getAllowance("customer", 50), getAllowance("customer", 1)], [50, 5, 1]);
  assert.deepEqual([getAllowance("staff", 0), getAllowance("customer", 0)], [0, 0]);
});

test("every SMS except a one-time code counts against the branch quota; security notices have no quota", () => {
  for (const template of Object.keys(smsTemplates))
    assert.equal(
      findMessageQuota({ channel: "sms", template })?.scopes.includes("branch") ?? false,
      template !== "otp",
      template,
    );
  for (const template of [
    "password-changed",
    "email-changed",
    "phone-changed",
    "second-factor-reset",
    "reset-password",
    "otp",
  ]) {
    assert.ok(template in mailTemplates);
    assert.equal(findMessageQuota({ channel: "mail", template }), undefined, template);
  }
  assert.equal(findMessageQuota({ channel: "mail", template: "constructor" }), undefined);
});

test("customers have the lowest invite allowance", () => {
  for (const role of roleNames) assert.ok(getInviteAllowance(role) >= getInviteAllowance("customer"), role);
});
