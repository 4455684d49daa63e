import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleViolation, type Row, type WriteRule } from "#domain/schema/collection.ts";
import { anonymous, type Role, type Actor } from "#domain/access/roles.ts";
import { applyEntryDecision, canDecideRequest, requiresApproval } from "#domain/approvals/approval.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/approvals.md";
const now = new Date("2026-11-21T04:30:00Z");

test("requires approval by the table of docs/rules/approvals.md", () => {
  for (const row of readMarkdownTable({ file, heading: "What waits" })) {
    const branch: Row = { entity_type: row["kind of branch"] };
    const config: Row = { security: row["security"] };
    const isRequired = requiresApproval({ branch, config });
    assert.equal(isRequired, row["waits"] === "yes", JSON.stringify(row));
  }
  assert.equal(requiresApproval({ branch: { entity_type: "government" }, config: null }), false);
});

test("roles that decide requests match docs/rules/approvals.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Who answers" })) {
    const actor = {
      ...anonymous,
      id: "asha",
      role: row["who"] as Role,
      branch: row["branch"] === "own" ? 7 : 8,
      company: row["company"] === "own" ? 3 : 4,
    };
    assert.equal(canDecideRequest({ actor, branch: 7, company: { id: 3 } }), row["may"] === "yes", JSON.stringify(row));
  }
});

const approver: Actor = { ...anonymous, id: "asha", role: "approver", branch: 7, company: 3 };
const decisionRule: WriteRule = applyEntryDecision;
const decide = ({
  before,
  changes,
  isWaiting,
  actor = approver,
}: {
  before: Row;
  changes: Row;
  isWaiting: boolean;
  actor?: Actor;
}) => {
  const visitorRecord = { is_waiting_for_approve: isWaiting };
  const entry = { branch: 7, company: 3, ...before };
  return decisionRule({
    before: entry,
    after: { ...entry, ...changes },
    changes,
    actor,
    now,
    related: { parking_main_info: visitorRecord },
  });
};

test("a request is decided once", () => {
  for (const row of readMarkdownTable({ file, heading: "Answers" })) {
    const isRejection = row["answer"] === "reject";
    const changes = isRejection ? { parking_status_id: 4, decision_reason: " Not expected " } : { approved_by: "asha" };
    const result = decide({
      before: { parking_status_id: Number(row["status"]) },
      changes,
      isWaiting: row["waits"] === "yes",
    });
    const reason = isRejection ? { decision_reason: "Not expected" } : {};
    const expected = row["result"] === "kept" ? { approved_by: "asha", approved_at: now, ...reason } : row["result"];
    assert.deepEqual(result instanceof RuleViolation ? result.code : result, expected, JSON.stringify(row));
  }
  const personResult = decide({
    before: { parking_status_id: 3, is_person: true },
    changes: { approved_by: "asha" },
    isWaiting: false,
  });
  assert.equal(personResult instanceof RuleViolation && personResult.code, "PERSON_STATUS_ALREADY_UPDATED");
});

test("a rejection needs a reason, unless it withdraws an invite or is a void; a reason needs a rejection", () => {
  const reject = (before: Row, changes: Row) => {
    const entry = { parking_status_id: 3, ...before };
    const result = decide({ before: entry, changes: { parking_status_id: 4, ...changes }, isWaiting: true });
    return result instanceof RuleViolation ? result.code : result;
  };
  const decided = { approved_by: "asha", approved_at: now, decision_reason: null };
  assert.equal(reject({}, {}), "CHANGE_REASON_REQUIRED");
  assert.equal(reject({}, { decision_reason: "  " }), "CHANGE_REASON_REQUIRED");
  assert.equal(reject({}, { decision_reason: "x".repeat(151) }), "VALUE_TOO_LONG");
  assert.deepEqual(reject({ is_invited: true }, {}), decided);
  assert.deepEqual(reject({}, { voided_at: now }), decided);
  const changes = { approved_by: "asha", decision_reason: "Not expected" };
  const approval = decide({ before: { parking_status_id: 3 }, changes, isWaiting: true });
  assert.equal(approval instanceof RuleViolation && approval.code, "FORBIDDEN");
});

test("a member of the visited unit decides without a right of their own", () => {
  const changes = { answered_by_member: 5 };
  const result = decide({ before: { parking_status_id: 3 }, changes, isWaiting: true, actor: anonymous });
  assert.deepEqual(result, { approved_by: null, approved_at: now });
  const late = decide({ before: { parking_status_id: 3 }, changes, isWaiting: false, actor: anonymous });
  assert.equal(late instanceof RuleViolation && late.code, "STATUS_ALREADY_UPDATED");
});

test("cancelling a pending request rejects it, except for the actor's own invite", () => {
  const changes = { parking_status_id: 4 };
  const staff: Actor = { ...approver, id: "ravi", role: "staff" };
  const cancel = (before: Row, actor: Actor) =>
    decide({ before: { parking_status_id: 3, ...before }, changes, isWaiting: true, actor });
  const invite = { is_invited: true, user_created: "ravi" };
  assert.ok(cancel({}, staff) instanceof RuleViolation);
  assert.ok(cancel({ user_created: "ravi" }, staff) instanceof RuleViolation);
  assert.equal(cancel(invite, staff), undefined);
  assert.ok(cancel({ ...invite, user_created: "mina" }, staff) instanceof RuleViolation);
  assert.equal(cancel(invite, anonymous), undefined);
});
