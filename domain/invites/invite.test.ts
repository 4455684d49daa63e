import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleViolation, type Row, type WriteRule } from "#domain/schema/collection.ts";
import { anonymous, type Role, type Actor } from "#domain/access/roles.ts";
import { validateHostEntry, applyInviteRules, canInviteToBranch } from "#domain/invites/invite.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/invites.md";
const now = new Date("2026-11-21T04:30:00Z");
const minutesFromNow = (text: string) => (text === "" ? null : new Date(now.getTime() + Number(text) * 60_000));
const getErrorCode = (result: unknown) => (result instanceof RuleViolation ? result.code : "");

test("roles that invite to a branch match docs/rules/invites.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Who may invite to where" })) {
    const actor: Actor = {
      ...anonymous,
      id: "asha",
      role: row["who"] as Role,
      branch: row["branch"] === "own" ? 7 : 8,
    };
    const branch: Row = { id: 7, entity_type: row["kind of branch"] };
    const canInvite = canInviteToBranch({ actor, branch, isHome: row["branch"] === "listed" });
    assert.equal(canInvite, row["may"] === "yes", JSON.stringify(row));
  }
});

const inviteRule: WriteRule = applyInviteRules;
const hostRule: WriteRule = validateHostEntry;

const applyRules = (changes: Row, before: Row | null = null, actor: Actor = anonymous) =>
  inviteRule({ before, after: { ...before, ...changes }, changes, actor, now, related: {} });

test("validates the periods of docs/rules/invites.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Window" })) {
    const start = minutesFromNow(row["start"] ?? "");
    const period = { invite_start_date: start, invite_end_date: minutesFromNow(row["end"] ?? "") };
    const result = applyRules({ is_invited: true, ...period });
    assert.equal(getErrorCode(result), row["refused with"], JSON.stringify(row));
    if (!getErrorCode(result)) assert.deepEqual(result, { invite_start_date: start ?? now });
  }
});

test("is_invited is fixed on creation, and the period can change only before check-in", () => {
  const invite = {
    is_invited: true,
    user_created: "asha",
    parking_status_id: 3,
    invite_start_date: minutesFromNow("0"),
    invite_end_date: minutesFromNow("60"),
  };
  const creator: Actor = { ...anonymous, id: "asha", role: "staff" };
  const change = (changes: Row, fields: Row = {}, actor = creator) =>
    getErrorCode(applyRules(changes, { ...invite, ...fields }, actor));
  const later = { invite_end_date: minutesFromNow("90") };
  assert.equal(getErrorCode(applyRules({ is_invited: true }, { is_invited: false })), "FORBIDDEN");
  assert.equal(getErrorCode(applyRules({ is_invited: false }, invite)), "FORBIDDEN");
  assert.equal(change(later), "");
  assert.equal(change({ invite_end_date: minutesFromNow("-1") }), "FAILED_VALIDATION");
  assert.equal(change(later, { parking_status_id: 1 }), "NO_NEXT_STATUS");
  assert.equal(change(later, { user_created: "usha" }), "FORBIDDEN");
  assert.equal(change(later, {}, { ...creator, id: "usha", role: "manager" }), "");
  assert.equal(change(later, { is_invited: false }), "FORBIDDEN");
  assert.equal(applyRules({ slot_no: 3 }, { ...invite, parking_status_id: 1 }), undefined);
  assert.deepEqual(applyRules({ invite_end_date: minutesFromNow("90") }), {
    invite_start_date: null,
    invite_end_date: null,
  });
});

test("customers and employees can only withdraw, approvers only decide", () => {
  const checkUpdate = (role: Role, changes: Row, isWaiting = false) =>
    getErrorCode(
      hostRule({
        before: { parking_status_id: 3, is_invited: true },
        after: { parking_status_id: 3, is_invited: true, ...changes },
        changes,
        actor: { ...anonymous, id: "asha", role, branch: 7 },
        now,
        related: { parking_main_info: { is_waiting_for_approve: isWaiting } },
      }),
    );
  for (const role of ["customer", "employee"] as const) {
    assert.equal(checkUpdate(role, { parking_status_id: 4 }), "");
    assert.equal(checkUpdate(role, { parking_status_id: 1 }), "FORBIDDEN");
  }
  assert.equal(checkUpdate("approver", { parking_status_id: 4 }, true), "");
  assert.equal(checkUpdate("approver", { parking_status_id: 4 }, false), "FORBIDDEN");
  assert.equal(checkUpdate("approver", { parking_status_id: 1 }, true), "FORBIDDEN");
  assert.equal(checkUpdate("approver", { approved_by: "asha" }, true), "");
  assert.equal(checkUpdate("staff", { parking_status_id: 1 }), "");
});
