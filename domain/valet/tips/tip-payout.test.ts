import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous, type Actor } from "#domain/access/roles.ts";
import type { HandoverDecision } from "#domain/cash/cash-handover.ts";
import { checkTipDecision, checkTipPayout } from "#domain/valet/tips/tip-payout.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const staff: Actor = { ...anonymous, role: "staff", company: 3, branch: 7, isActive: true, isPresent: true };
const people: { [name: string]: Actor } = {
  driver: { ...staff, id: "driver" },
  "other driver": { ...staff, id: "other driver" },
  manager: { ...staff, id: "manager", role: "manager" },
  "absent manager": { ...staff, id: "absent", role: "manager", isPresent: false },
};

test("who pays out tips, and who decides about a payout", () => {
  const rows = readMarkdownTable({ file: "docs/rules/tips.md", heading: "Payout" });
  assert.ok(rows.length > 10);
  for (const row of rows) {
    const actor = people[row["who"]!]!;
    const [, cash, online] = /^(-?\d+) cash, (-?\d+) online$/.exec(row["due"]!) ?? [];
    const expected = row["expected"] === "" ? {} : { expected: Number(row["expected"]) };
    const error =
      row["does"] === "pays out"
        ? checkTipPayout({ actor, driver: "Ravi", due: { cash: Number(cash), online: Number(online) }, ...expected })
        : checkTipDecision({
            actor,
            payout: { driver: row["payout"] === "own" ? actor.id : "Ravi", company: 3, branch: 7 },
            decision: row["does"] as HandoverDecision,
          });
    assert.equal(error ?? "", row["refused with"], JSON.stringify(row));
  }
});

test("nobody pays out the own tips, and managers of another branch withdraw nothing", () => {
  const manager = people["manager"]!;
  assert.equal(checkTipPayout({ actor: manager, driver: "manager", due: { cash: 50, online: 0 } }), "FORBIDDEN");
  const payout = { driver: "Ravi", company: 3, branch: 8 };
  assert.equal(checkTipDecision({ actor: manager, payout, decision: "withdrawn" }), "FORBIDDEN");
});
