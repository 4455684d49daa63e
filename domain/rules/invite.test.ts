import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal, type Row } from "#domain/collection.ts";
import { nobody, type Role, type Who } from "#domain/roles.ts";
import { entryIsTheirs, isInvite, mayInviteTo } from "#domain/rules/invite.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/invites.md";
const now = new Date("2026-11-21T04:30:00Z");
const minute = (text: string) => (text === "" ? null : new Date(now.getTime() + Number(text) * 60_000));
const codeOf = (result: unknown) => (result instanceof Refusal ? result.code : "");

test("who may invite to where", () => {
  for (const row of markdownTable({ file, heading: "Who may invite to where" })) {
    const who: Who = { ...nobody, id: "asha", role: row["who"] as Role, branch: row["branch"] === "own" ? 7 : 8 };
    const may = mayInviteTo({ who, branch: { id: 7, entity_type: row["kind of branch"] } });
    assert.equal(may, row["may"] === "yes", JSON.stringify(row));
  }
});

const judge = (changes: Row, before: Row | null = null, who: Who = nobody) =>
  isInvite({ before, after: { ...before, ...changes }, changes, who, now, related: {} });

test("the windows of docs/rules/invites.md", () => {
  for (const row of markdownTable({ file, heading: "Window" })) {
    const start = minute(row["start"] ?? "");
    const window = { invite_start_date: start, invite_end_date: minute(row["end"] ?? "") };
    const result = judge({ is_invited: true, ...window });
    assert.equal(codeOf(result), row["refused with"], JSON.stringify(row));
    if (!codeOf(result)) assert.deepEqual(result, { invite_start_date: start ?? now });
  }
});

test("an invite is one from the start or never, and its window changes only while nobody came", () => {
  const invite = {
    is_invited: true,
    parking_status_id: 3,
    invite_start_date: minute("0"),
    invite_end_date: minute("60"),
  };
  assert.equal(codeOf(judge({ is_invited: true }, { is_invited: false })), "FORBIDDEN");
  assert.equal(codeOf(judge({ is_invited: false }, invite)), "FORBIDDEN");
  assert.equal(codeOf(judge({ invite_end_date: minute("90") }, invite)), "");
  assert.equal(codeOf(judge({ invite_end_date: minute("-1") }, invite)), "FAILED_VALIDATION");
  assert.equal(codeOf(judge({ invite_end_date: minute("90") }, { ...invite, parking_status_id: 1 })), "NO_NEXT_STATUS");
  assert.equal(judge({ slot_no: 3 }, { ...invite, parking_status_id: 1 }), undefined);
  assert.deepEqual(judge({ invite_end_date: minute("90") }), { invite_start_date: null, invite_end_date: null });
});

test("customers and employees withdraw, approvers answer, and do nothing else with an entry", () => {
  const asking = (role: Role, changes: Row, isWaiting = false) =>
    codeOf(
      entryIsTheirs({
        before: { parking_status_id: 3, is_invited: true },
        after: { parking_status_id: 3, is_invited: true, ...changes },
        changes,
        who: { ...nobody, id: "asha", role, branch: 7 },
        now,
        related: { parking_main_info: { is_waiting_for_approve: isWaiting } },
      }),
    );
  for (const role of ["customer", "employee"] as const) {
    assert.equal(asking(role, { parking_status_id: 4 }), "");
    assert.equal(asking(role, { parking_status_id: 1 }), "FORBIDDEN");
  }
  assert.equal(asking("approver", { parking_status_id: 4 }, true), "");
  assert.equal(asking("approver", { parking_status_id: 4 }, false), "FORBIDDEN");
  assert.equal(asking("approver", { parking_status_id: 1 }, true), "FORBIDDEN");
  assert.equal(asking("approver", { approved_by: "asha" }, true), "");
  assert.equal(asking("staff", { parking_status_id: 1 }), "");
});
