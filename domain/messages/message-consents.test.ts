import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { applyMessageConsents } from "#domain/messages/message-consents.ts";

const now = new Date("2026-11-24T06:00:00Z");
const earlier = { kind: "pass_ends", given_at: "2026-01-05T00:00:00.000Z" };

function apply(message_consents: unknown, actor = "own") {
  const args = {
    before: { id: "own", message_consents: [earlier] },
    changes: { message_consents },
    actor: { id: actor },
    now,
  };
  return applyMessageConsents(args as unknown as RuleArgsOf<"users">);
}

test("a new consent gets the current time, an earlier one keeps its own, whatever date is sent", () => {
  const sent = [{ kind: "pass_ends" }, { kind: "long_visit", given_at: "2020-01-01" }, { kind: "long_visit" }];
  assert.deepEqual(apply(sent), {
    message_consents: [earlier, { kind: "long_visit", given_at: now.toISOString() }],
  });
});

test("a consent that is left out is withdrawn", () => {
  assert.deepEqual(apply([]), { message_consents: [] });
  assert.deepEqual(apply(null), { message_consents: [] });
});

for (const [name, value] of [
  ["an unknown kind", [{ kind: "everything" }]],
  ["no list", { kind: "pass_ends" }],
  ["a text", ["pass_ends"]],
] as const)
  test(`refuses ${name}`, () => assert.ok(apply(value) instanceof RuleViolation));

test("nobody consents for somebody else", () => {
  assert.ok(apply([{ kind: "pass_ends" }], "manager") instanceof RuleViolation);
});
