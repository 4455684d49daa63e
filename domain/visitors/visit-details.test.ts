import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleViolation } from "#domain/schema/collection.ts";
import { anonymous } from "#domain/access/roles.ts";
import { applyVisitDetails, describeIdentity } from "#domain/visitors/visit-details.ts";

const empty = { identity_document: null, identity_last_four: null, person_count: null, badge_no: null };
type Details = Partial<{ [K in keyof typeof empty]: unknown }>;

function apply(details: Details) {
  const args: unknown = {
    before: null,
    after: { ...empty, ...details },
    changes: details,
    related: {},
    actor: anonymous,
    now: new Date("2026-11-23T09:00:00Z"),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these fields are read
  return applyVisitDetails(args as Parameters<typeof applyVisitDetails>[0]);
}

test("keeps the last four characters of a document, in upper case", () => {
  assert.deepEqual(apply({ identity_document: "passport", identity_last_four: "a 12b" }), {
    identity_last_four: "A12B",
  });
  assert.deepEqual(apply({ identity_document: "aadhaar" }), { identity_last_four: null });
  assert.equal(apply({ person_count: 3 }), undefined);
});

test("rejects other lengths, other characters, and a number without its document", () => {
  for (const [details, field] of [
    [{ identity_document: "aadhaar", identity_last_four: "123" }, "identity_last_four"],
    [{ identity_document: "aadhaar", identity_last_four: "12/4" }, "identity_last_four"],
    [{ identity_last_four: "1234" }, "identity_document"],
  ] as const) {
    const violation = apply(details);
    assert.ok(violation instanceof RuleViolation, JSON.stringify(details));
    assert.deepEqual([violation.code, violation.field], ["FAILED_VALIDATION", field]);
  }
});

test("describes the document that was checked", () => {
  assert.equal(describeIdentity({ identity_document: "aadhaar", identity_last_four: "4321" }), "Aadhaar ending 4321");
  assert.equal(describeIdentity({ identity_document: "voter_id", identity_last_four: null }), "Voter ID");
  assert.equal(describeIdentity({ identity_document: null, identity_last_four: null }), undefined);
});
