import assert from "node:assert/strict";
import { test } from "node:test";
import { getPayLinkExpiry } from "#domain/payments/online/pay-link.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const createdAt = new Date("2026-01-01T00:00:00Z");
const dayMs = 24 * 60 * 60_000;
const toDay = (text: string | undefined) => (text ? new Date(createdAt.getTime() + Number(text) * dayMs) : null);
const statuses: { [word: string]: object } = {
  inside: { parking_status_id: 1 },
  out: { parking_status_id: 2 },
  cancelled: { parking_status_id: 4 },
  "valet, parked": { status_id: 2 },
  "valet, handed over": { status_id: 6 },
};

test("computes the expiry of pay links in docs/rules/payments.md", () => {
  for (const row of readMarkdownTable({ file: "docs/rules/payments.md", heading: "When a pay link ends" })) {
    const hasBalanceDue = row["owed"] === "yes";
    const entry = {
      ...statuses[row["entry"]!],
      date_created: createdAt,
      date_updated: toDay(row["out"]),
      in_time: createdAt,
      out_time: row["entry"] === "cancelled" ? null : toDay(row["out"]),
      paid_at: toDay(row["paid"]),
      payment_status: hasBalanceDue ? ("not_paid" as const) : ("paid" as const),
      additional_charge: 5_000,
      addition_note: "a charge",
      paid_amount: hasBalanceDue ? 0 : 5_000,
    };
    const end = getPayLinkExpiry({ entry, now: toDay("400")! });
    assert.equal((end.getTime() - createdAt.getTime()) / dayMs, Number(row["ends on"]), JSON.stringify(row));
  }
});
