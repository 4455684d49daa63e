// Payloads of queued jobs are checked when they are read back, since an older version may have queued them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type TaskName, taskPayloads } from "#server/jobs/jobs.ts";

const accepted: readonly [task: TaskName, payload: object][] = [
  ["deliver-mail", { recipient: "a@park.example" }],
  ["deliver-messages", { channel: "sms", recipient: "9840012345" }],
  ["check-tax-id", { kind: "pan", hash: "h" }],
  ["invite-people", { people: "1,2", inviter: "" }],
  ["payment-check", { attempt: 7 }],
  ["payment-refund", { refund: 7, tries: 0 }],
  ["erase-person", { request: 7 }],
  ["remove-old", {}],
];
describe("accepts what is queued, and ignores further properties", () => {
  for (const [task, payload] of accepted)
    test(task, () => assert.deepEqual(taskPayloads[task].parse({ ...payload, _cron: { ts: "2026-11-21" } }), payload));
});

const rejected: readonly [task: TaskName, payload: unknown][] = [
  ["deliver-mail", {}],
  ["deliver-mail", { recipient: null }],
  ["deliver-messages", { channel: "fax", recipient: "9840012345" }],
  ["check-tax-id", { kind: "pan" }],
  ["payment-check", { attempt: "7" }],
  ["payment-check", { attempt: null }],
  ["payment-check", null],
  ["payment-refund", { refund: 7 }],
  ["erase-person", { request: 1.5 }],
];
describe("rejects a malformed payload", () => {
  for (const [task, payload] of rejected)
    test(`${task} ${JSON.stringify(payload)}`, () =>
      assert.equal(taskPayloads[task].safeParse(payload).success, false));
});
