// §2 Branch.questions: what visitors of the public page ask, with the vendor's answers.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { collapseSpaces, text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";

/** Of one question, for the form that edits it. */
export const questionFields = {
  question: text({ label: "Question", required: true, max: limits.question, normalise: collapseSpaces }),
  answer: text({ label: "Answer", required: true, max: limits.answer, normalise: collapseSpaces }),
};

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is not a JSON value to the types.
export type BranchQuestion = { question: string; answer: string };

const isText = (value: unknown, max: number): value is string =>
  typeof value === "string" && value.trim() !== "" && value.length <= max;

function isQuestion(value: unknown): value is BranchQuestion {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  const { question, answer }: { question?: unknown; answer?: unknown } = value;
  return isText(question, limits.question) && isText(answer, limits.answer);
}

/** Reads `Branch.questions`. */
export function getBranchQuestions(stored: unknown): BranchQuestion[] {
  return Array.isArray(stored) ? stored.filter(isQuestion) : [];
}

/** FAILED_VALIDATION unless the value is a list of different questions, each with an answer. */
export function validateQuestions({ changes }: RuleArgsOf<"Branch">): RuleViolation | undefined {
  const { questions } = changes;
  if (questions === undefined || questions === null) return undefined;
  const known = getBranchQuestions(questions);
  const names = new Set(known.map(({ question }) => question.trim().toLowerCase()));
  const isValid =
    Array.isArray(questions) &&
    questions.length <= limits.questions &&
    known.length === questions.length &&
    names.size === known.length;
  return isValid ? undefined : new RuleViolation("FAILED_VALIDATION", "questions", { type: "questions" });
}
