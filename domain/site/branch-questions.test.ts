import assert from "node:assert/strict";
import { test } from "node:test";
import { getBranchQuestions, validateQuestions, type BranchQuestion } from "#domain/site/branch-questions.ts";
import * as limits from "#domain/limits.ts";

const guarded = { question: "Is it guarded?", answer: "Day and night." };
const number = (index: number): BranchQuestion => ({ question: `Question ${index}?`, answer: "Yes." });
type Args = Parameters<typeof validateQuestions>[0];
const validate = (questions: unknown) => validateQuestions({ changes: { questions } } as unknown as Args)?.code;

test("accepts up to ten different questions with answers, or none", () => {
  for (const questions of [
    undefined,
    null,
    [],
    [guarded],
    Array.from({ length: limits.questions }, (_, n) => number(n)),
  ])
    assert.equal(validate(questions), undefined, JSON.stringify(questions));
});

test("rejects any other value", () => {
  const wrong: unknown[] = [
    "Is it guarded?",
    { ...guarded },
    [null],
    ["Is it guarded?"],
    [{ question: "Is it guarded?" }],
    [{ ...guarded, answer: " " }],
    [{ ...guarded, answer: 7 }],
    [{ ...guarded, by: "Meena" }],
    [{ ...guarded, question: "x".repeat(limits.question + 1) }],
    [{ ...guarded, answer: "x".repeat(limits.answer + 1) }],
    [guarded, { ...guarded, question: "is it GUARDED? " }],
    Array.from({ length: limits.questions + 1 }, (_, n) => number(n)),
  ];
  for (const questions of wrong) assert.equal(validate(questions), "FAILED_VALIDATION", JSON.stringify(questions));
});

test("reads nothing from a value that is not a list", () => {
  assert.deepEqual(getBranchQuestions(null), []);
  assert.deepEqual(getBranchQuestions({}), []);
  assert.deepEqual(getBranchQuestions([guarded, 7]), [guarded]);
});
