import assert from "node:assert/strict";
import { test } from "node:test";
import { type Collection, RuleViolation, type Row, type RuleArgs, type WriteRule } from "#domain/schema/collection.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { Companies } from "#domain/branches/companies.collection.ts";
import {
  applyReviewDecision,
  listAcceptedFields,
  reviewedFields,
  validateReview,
} from "#domain/onboarding/onboarding-review.ts";
import { anonymous } from "#domain/access/roles.ts";

const company = { id: 1 };
const branch = { id: 7, company: 1 };

const reviewRule: WriteRule = validateReview;
const propagate: NonNullable<Collection["propagates"]> = applyReviewDecision;

function createArgs(review: Row, related: RuleArgs["related"] = {}): RuleArgs {
  const after = { company: 1, branch: null, follows: null, remarks: [], note: null, ...review };
  const relatedRows = { company, branch: after.branch ? branch : null, follows: null, ...related };
  return { before: null, after, changes: review, actor: anonymous, now: new Date(0), related: relatedRows };
}

const cases: [condition: string, review: Row, related: RuleArgs["related"], code: string | undefined][] = [
  ["a company is published without a note", { decision: "published" }, {}, undefined],
  ["a branch is archived without a note", { decision: "archived", branch: 7 }, {}, undefined],
  ["a rejection has no reason", { decision: "rejected" }, {}, "REMARK_REQUIRED"],
  ["a rejection has a note", { decision: "rejected", note: "The deed is unsigned" }, {}, undefined],
  ["a rejection has a remark", { decision: "rejected", remarks: [{ field: "pan", remark: "Blurred" }] }, {}, undefined],
  ["a remark is empty", { decision: "rejected", remarks: [{ field: "pan", remark: " " }] }, {}, "FAILED_VALIDATION"],
  [
    "a company remark is about a branch field",
    { decision: "rejected", remarks: [{ field: "gstin", remark: "x" }] },
    {},
    "FAILED_VALIDATION",
  ],
  [
    "a field has two remarks",
    {
      decision: "rejected",
      remarks: [
        { field: "pan", remark: "a" },
        { field: "pan", remark: "b" },
      ],
    },
    {},
    "FAILED_VALIDATION",
  ],
  ["fields are accepted", { decision: "published", accepted: ["pan", "name"] }, {}, undefined],
  ["a branch field is accepted of a company", { decision: "published", accepted: ["gstin"] }, {}, "FAILED_VALIDATION"],
  ["a field is accepted twice", { decision: "published", accepted: ["pan", "pan"] }, {}, "FAILED_VALIDATION"],
  ["the accepted fields are not a list", { decision: "published", accepted: "pan" }, {}, "FAILED_VALIDATION"],
  [
    "an accepted field has a remark",
    { decision: "rejected", accepted: ["pan"], remarks: [{ field: "pan", remark: "Blurred" }] },
    {},
    "FAILED_VALIDATION",
  ],
  ["remarks are not a list", { decision: "rejected", remarks: "no" }, {}, "FAILED_VALIDATION"],
  [
    "a remark has additional properties",
    { decision: "rejected", remarks: [{ field: "pan", remark: "a", by: 1 }] },
    {},
    "FAILED_VALIDATION",
  ],
  [
    "the branch is another company's",
    { decision: "published", branch: 7 },
    { branch: { id: 7, company: 2 } },
    "NO_MATCH_FOUND",
  ],
  [
    "it follows a review of a branch",
    { decision: "published", follows: 3 },
    { follows: { id: 3, company: 1, branch: 7 } },
    "NO_MATCH_FOUND",
  ],
  [
    "it follows a review of the same branch",
    { decision: "published", branch: 7, follows: 3 },
    { follows: { id: 3, company: 1, branch: 7 } },
    undefined,
  ],
];

for (const [condition, review, related, code] of cases)
  test(`a review where ${condition}: ${code ?? "accepted"}`, () => {
    const result = reviewRule(createArgs(review, related));
    assert.equal(result instanceof RuleViolation ? result.code : undefined, code);
  });

test("a decision sets the status of the branch, or of the company if there is no branch", () => {
  const set = { status: "published" };
  assert.deepEqual(propagate(createArgs({ decision: "published", branch: 7 })), [{ to: "branch", set }]);
  assert.deepEqual(propagate(createArgs({ decision: "published" })), [{ to: "company", set }]);
});

test("all reviewed fields exist", () => {
  for (const name of reviewedFields.company) assert.ok(name in Companies.fields, name);
  for (const name of reviewedFields.branch) assert.ok(name in Branch.fields, name);
});

test("what was accepted stays so until it changes, and not after publishing", () => {
  const none = { decision: "draft", awaits_second: false, accepted: [], changes: null } as const;
  const rejected = { ...none, decision: "rejected", accepted: ["pan", "name"] } as const;
  const resubmitted = { ...none, changes: { name: ["Anna", "Anna Parking"] } };
  const approved = { ...none, decision: "published", accepted: ["name"] } as const;
  const list = (...reviews: Parameters<typeof listAcceptedFields>[0]) => [...listAcceptedFields(reviews)].toSorted();
  assert.deepEqual(list(), []);
  assert.deepEqual(list(rejected), ["name", "pan"]);
  assert.deepEqual(list(resubmitted, rejected), ["pan"]);
  assert.deepEqual(list({ ...approved, awaits_second: true }, resubmitted, rejected), ["name", "pan"]);
  assert.deepEqual(list({ ...rejected, accepted: null }, approved, rejected), []);
});
