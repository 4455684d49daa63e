import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal, type Row } from "#domain/collection.ts";
import { nobody, type Role, type Who } from "#domain/roles.ts";
import { decidesApproval, mayDecide, needsApproval } from "#domain/rules/approval.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/approvals.md";
const now = new Date("2026-11-21T04:30:00Z");

test("what waits", () => {
  for (const row of markdownTable({ file, heading: "What waits" })) {
    const waits = needsApproval({
      branch: { entity_type: row["kind of branch"] },
      config: { security: row["security"] },
    });
    assert.equal(waits, row["waits"] === "yes", JSON.stringify(row));
  }
  assert.equal(needsApproval({ branch: { entity_type: "government" }, config: null }), false);
});

test("who answers", () => {
  for (const row of markdownTable({ file, heading: "Who answers" })) {
    const who = {
      ...nobody,
      id: "asha",
      role: row["who"] as Role,
      branch: row["branch"] === "own" ? 7 : 8,
      company: row["company"] === "own" ? 3 : 4,
    };
    assert.equal(mayDecide({ who, branch: 7, company: { id: 3 } }), row["may"] === "yes", JSON.stringify(row));
  }
});

const approver: Who = { ...nobody, id: "asha", role: "approver", branch: 7, company: 3 };
const answer = ({
  before,
  changes,
  isWaiting,
  who = approver,
}: {
  before: Row;
  changes: Row;
  isWaiting: boolean;
  who?: Who;
}) => {
  const main = { is_waiting_for_approve: isWaiting };
  const entry = { branch: 7, company: 3, ...before };
  return decidesApproval({
    before: entry,
    after: { ...entry, ...changes },
    changes,
    who,
    now,
    related: { parking_main_info: main },
  });
};

test("an answer counts once", () => {
  for (const row of markdownTable({ file, heading: "Answers" })) {
    const changes = row["answer"] === "reject" ? { parking_status_id: 4 } : { approved_by: "asha" };
    const result = answer({
      before: { parking_status_id: Number(row["status"]) },
      changes,
      isWaiting: row["waits"] === "yes",
    });
    const expected = row["result"] === "kept" ? { approved_by: "asha", approved_at: now } : row["result"];
    assert.deepEqual(result instanceof Refusal ? result.code : result, expected, JSON.stringify(row));
  }
  const person = answer({
    before: { parking_status_id: 3, is_person: true },
    changes: { approved_by: "asha" },
    isWaiting: false,
  });
  assert.equal(person instanceof Refusal && person.code, "PERSON_STATUS_ALREADY_UPDATED");
});

test("to cancel what waits is to reject it, but for an invite of one's own", () => {
  const changes = { parking_status_id: 4 };
  const staff: Who = { ...approver, id: "ravi", role: "staff" };
  const cancel = (before: Row, who: Who) =>
    answer({ before: { parking_status_id: 3, ...before }, changes, isWaiting: true, who });
  const invite = { is_invited: true, user_created: "ravi" };
  assert.ok(cancel({}, staff) instanceof Refusal);
  assert.ok(cancel({ user_created: "ravi" }, staff) instanceof Refusal);
  assert.equal(cancel(invite, staff), undefined);
  assert.ok(cancel({ ...invite, user_created: "mina" }, staff) instanceof Refusal);
  assert.equal(cancel(invite, nobody), undefined);
});
