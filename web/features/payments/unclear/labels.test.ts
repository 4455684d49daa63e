import assert from "node:assert/strict";
import { test } from "node:test";
import { describeReason } from "#web/features/payments/unclear/labels.ts";

test("what is returned after a decision was not paid twice or too late", () => {
  const [late, decided] = [false, true].map((isDecided) => describeReason({ reason: "not-needed", isDecided }));
  assert.equal(late!.label, "Paid twice or too late");
  assert.deepEqual(decided, { label: "Decided", text: "What was not used for the entry is being returned." });
  const failed = [false, true].map((isDecided) => describeReason({ reason: "refund-failed", isDecided }).label);
  assert.deepEqual(failed, ["Refund failed", "Refund failed"]);
});
