// Who may correct and cancel a ticket, by the table of docs/rules/corrections.md.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isKeyOf } from "#domain/object-keys.ts";
import { roles } from "#domain/access/roles.ts";
import { paymentStatuses } from "#domain/payments/states.ts";
import { canCorrectTicket } from "#domain/valet/corrections/ticket-correction.ts";
import { canVoidTicket } from "#domain/valet/corrections/void-ticket.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const now = new Date("2026-11-21T04:30:00Z");

test("corrections and cancellations are allowed by the table of docs/rules/corrections.md", () => {
  const rows = readMarkdownTable({ file: "docs/rules/corrections.md", heading: "Valet tickets" });
  assert.ok(rows.length > 10);
  for (const { role, own, minutes, payment, open, correct, cancel } of rows) {
    assert.ok(isKeyOf(roles, role));
    const ticket = {
      user_created: own === "yes" ? "ravi" : "mina",
      date_created: new Date(now.getTime() - Number(minutes) * 60_000),
      out_time: open === "yes" ? null : now,
      payment_status: paymentStatuses.find((status) => status === payment)!,
    };
    const actor = { id: "ravi", role };
    const row = JSON.stringify({ role, own, minutes, payment, open });
    assert.equal(canCorrectTicket({ ticket, actor, now }) ? "yes" : "no", correct, row);
    assert.equal(canVoidTicket({ ticket, actor, now }) ? "yes" : "no", cancel, row);
  }
});
