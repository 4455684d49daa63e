// Mails about a decision say what is true of both halves, the company and the branch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeNextStep } from "#domain/onboarding/next-step.ts";

type Input = Parameters<typeof describeNextStep>[0];

test("tells what to do after a decision, by the status of the other half", () => {
  const rows: [Input["kind"], Input["decision"], Input["company"], Input["branches"], RegExp][] = [
    [
      "company",
      "published",
      "published",
      ["draft"],
      /^Its branch is still being verified\. Until that is published too, you can log in to set up/,
    ],
    ["company", "published", "published", ["rejected"], /^Its branch needs a correction: log in/],
    ["company", "published", "published", ["published", "rejected"], /^You can log in now\.$/],
    ["company", "published", "published", ["archived"], /once one of its branches is published/],
    ["company", "rejected", "rejected", ["draft"], /^Log in, correct it.* Its branch is still being verified; we will/],
    ["company", "rejected", "rejected", ["rejected", "draft"], /Its branch needs a correction, too/],
    ["company", "rejected", "rejected", ["published"], /^Log in, correct it and submit it again\.$/],
    ["branch", "published", "published", ["published"], /^You can log in now\.$/],
    [
      "branch",
      "published",
      "draft",
      ["published"],
      /^Its company is still being verified\. Until that is published too, you can log in to set up/,
    ],
    ["branch", "published", "rejected", ["published"], /^Its company needs a correction: log in/],
    ["branch", "published", "archived", ["published"], /^Its company is closed, so you cannot log in\.$/],
    ["branch", "rejected", "draft", ["rejected"], /^Log in, correct it.* Its company is still being verified; we will/],
    ["branch", "rejected", "rejected", ["rejected"], /Its company needs a correction, too/],
    ["branch", "rejected", "archived", ["rejected"], /^Its company is closed, so you cannot log in\.$/],
  ];
  for (const [kind, decision, company, branches, expected] of rows)
    assert.match(
      describeNextStep({ kind, decision, company, branches }),
      expected,
      [kind, decision, company, ...branches].join(),
    );
});

test("reminds those who were invited of their invitation, unless they cannot log in anyway", () => {
  const published = { kind: "branch", decision: "published", branches: ["published"], isInvited: true } as const;
  assert.match(describeNextStep({ ...published, company: "published" }), /First accept the invitation/);
  assert.doesNotMatch(describeNextStep({ ...published, company: "archived" }), /invitation/);
});
