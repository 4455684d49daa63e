import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal, type Row, type RuleArgs } from "#domain/collection.ts";
import { Branch } from "#domain/collections/branch.ts";
import { Companies } from "#domain/collections/companies.ts";
import { reviewedFields, reviewIsSound, statusOfReview } from "#domain/rules/onboarding-review.ts";
import { nobody } from "#domain/roles.ts";

const company = { id: 1 };
const branch = { id: 7, company: 1 };

function argsFor(review: Row, related: RuleArgs["related"] = {}): RuleArgs {
  const after = { company: 1, branch: null, follows: null, remarks: [], note: null, ...review };
  const theirs = { company, branch: after.branch ? branch : null, follows: null, ...related };
  return { before: null, after, changes: review, who: nobody, now: new Date(0), related: theirs };
}

const refusals: [what: string, review: Row, related: RuleArgs["related"], code: string | undefined][] = [
  ["a company is published without a word", { decision: "published" }, {}, undefined],
  ["a branch is archived without a word", { decision: "archived", branch: 7 }, {}, undefined],
  ["a rejection says nothing", { decision: "rejected" }, {}, "REMARK_REQUIRED"],
  ["a rejection has a note", { decision: "rejected", note: "The deed is unsigned" }, {}, undefined],
  ["a rejection has a remark", { decision: "rejected", remarks: [{ field: "pan", remark: "Blurred" }] }, {}, undefined],
  ["a remark is empty", { decision: "rejected", remarks: [{ field: "pan", remark: " " }] }, {}, "FAILED_VALIDATION"],
  [
    "of a field of a branch",
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
  ["remarks are a text", { decision: "rejected", remarks: "no" }, {}, "FAILED_VALIDATION"],
  [
    "a remark has more in it",
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
    "it follows a review of the branch",
    { decision: "published", follows: 3 },
    { follows: { id: 3, company: 1, branch: 7 } },
    "NO_MATCH_FOUND",
  ],
  [
    "it follows one of the same branch",
    { decision: "published", branch: 7, follows: 3 },
    { follows: { id: 3, company: 1, branch: 7 } },
    undefined,
  ],
];

for (const [what, review, related, code] of refusals)
  test(`a review where ${what}: ${code ?? "may be"}`, () => {
    const answer = reviewIsSound(argsFor(review, related));
    assert.equal(answer instanceof Refusal ? answer.code : undefined, code);
  });

test("a decision is the status of the branch, or of the company where no branch is named", () => {
  const set = { status: "published" };
  assert.deepEqual(statusOfReview(argsFor({ decision: "published", branch: 7 })), [{ to: "branch", set }]);
  assert.deepEqual(statusOfReview(argsFor({ decision: "published" })), [{ to: "company", set }]);
});

test("what is looked at are fields that there are", () => {
  for (const name of reviewedFields.company) assert.ok(name in Companies.fields, name);
  for (const name of reviewedFields.branch) assert.ok(name in Branch.fields, name);
});
