// §1, reading.md §1: publishing, rejecting and archiving a company or branch. See docs/rules/onboarding.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { PropagationOf, IncludedRow, RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { serviceNames } from "#domain/branches/services.ts";
import { onboardingStates, type OnboardingStatus } from "#domain/onboarding/states.ts";
import { checkTransition } from "#domain/schema/state-table.ts";

export interface ReviewRemark {
  field: string;
  remark: string;
}

/** Fields of a submission that can have a remark, in review order. */
export const reviewedFields = {
  company: ["name", "registered_name", "company_type", "pan", "cin_number", "company_logo"],
  branch: [
    "name",
    "entity_type",
    "gstin",
    "address",
    "city",
    "state",
    "area",
    "pincode",
    "latitude",
    "longitude",
    "valet_number",
    ...serviceNames,
    "amenities",
    "tags",
    "signatory_name",
    "signatory_email",
    "signatory_designation",
    "signatory_address",
    "documents",
    "agreement",
  ],
} as const;

type ReviewArgs = RuleArgsOf<"Onboarding_Reviews", "company" | "branch" | "follows">;

function isReviewRemark(value: unknown, fields: readonly string[]): value is ReviewRemark {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  if (!("field" in value) || !("remark" in value)) return false;
  const { field, remark } = value;
  const isText = typeof remark === "string" && remark.trim() !== "" && remark.length <= limits.reviewNote;
  return isText && fields.some((name) => name === field);
}

/** Parses remarks with at most one per field; undefined if the value is invalid. */
function parseRemarks(value: unknown, fields: readonly string[]): ReviewRemark[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const remarks = value.filter((remark): remark is ReviewRemark => isReviewRemark(remark, fields));
  const remarkedFields = new Set(remarks.map(({ field }) => field));
  return remarkedFields.size === value.length ? remarks : undefined;
}

/** Different fields of the submission, none of which has a remark. */
function areAcceptedFields(
  value: unknown,
  { fields, remarks }: { fields: readonly string[]; remarks: readonly ReviewRemark[] },
): boolean {
  if (!Array.isArray(value)) return false;
  const open = new Set(fields.filter((name) => remarks.every(({ field }) => field !== name)));
  return value.every((name: unknown) => typeof name === "string" && open.delete(name));
}

interface AcceptingReview {
  decision: OnboardingStatus;
  awaits_second: boolean;
  accepted: readonly string[] | null;
  changes: { readonly [field: string]: unknown } | null;
}

/**
 * Fields that were accepted before and have not changed since; the latest review first. Publishing ends it: a published
 * submission also changes by requests.
 */
export function listAcceptedFields(reviews: readonly AcceptingReview[]): ReadonlySet<string> {
  const accepted = new Set<string>();
  const changed = new Set<string>();
  for (const { decision, awaits_second: awaitsSecond, accepted: names, changes } of reviews) {
    if (decision === "published" && !awaitsSecond) break;
    for (const name of names ?? []) if (!changed.has(name)) accepted.add(name);
    for (const name of Object.keys(changes ?? {})) changed.add(name);
  }
  return accepted;
}

/** A rejection must state what the vendor has to correct. */
export function requiresReason(decision: OnboardingStatus): boolean {
  return decision === "rejected";
}

/** NO_MATCH_FOUND for a branch of another company. */
export function validateReviewSubject({
  after,
  related: { branch },
}: {
  after: Row;
  related: { readonly [field: string]: Row | null };
}): RuleViolation | undefined {
  const isOfCompany = !branch || getId(branch["company"]) === getId(after["company"]);
  return isOfCompany ? undefined : new RuleViolation("NO_MATCH_FOUND", "branch");
}

/**
 * FAILED_VALIDATION for invalid remarks, REMARK_REQUIRED for a rejection without a reason, NO_MATCH_FOUND for a branch
 * of another company or a preceding review of another subject. The unique constraint gives REVIEW_ALREADY_DONE if the
 * preceding review is not the latest.
 */
export function validateReview({ after, related }: ReviewArgs): RuleViolation | undefined {
  const { branch, follows } = related;
  const isBranch = branch !== null && branch !== undefined;
  const violation = validateReviewSubject({ after, related });
  if (violation) return violation;
  if (follows && !isSameReviewSubject({ follows, after })) return new RuleViolation("NO_MATCH_FOUND", "follows");
  const remarks = parseRemarks(after["remarks"], reviewedFields[isBranch ? "branch" : "company"]);
  if (!remarks) return new RuleViolation("FAILED_VALIDATION", "remarks", { type: "remarks" });
  if (!areAcceptedFields(after["accepted"] ?? [], { fields: reviewedFields[isBranch ? "branch" : "company"], remarks }))
    return new RuleViolation("FAILED_VALIDATION", "accepted", { type: "fields" });
  const hasReason = remarks.length > 0 || Boolean(after["note"]);
  if (requiresReason(after.decision) && !hasReason) return new RuleViolation("REMARK_REQUIRED", "note");
  return undefined;
}

function isSameReviewSubject({ follows, after }: { follows: Row; after: Row }): boolean {
  return (["company", "branch"] as const).every((name) => getId(follows[name]) === getId(after[name]));
}

/** Returns the id of a relation, which is the key or, if included, the row. */
function getId(value: unknown): unknown {
  return typeof value === "object" && value !== null && "id" in value ? value.id : (value ?? null);
}

/** True if the platform requires two verifiers to publish. */
export interface PublishingPolicy {
  requiresSecondApproval: boolean;
}
declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    publishing: PublishingPolicy;
    /** Decision of the review that is written together with a change of a company or branch. */
    reviewDecision: OnboardingStatus | null;
  }
}

/** The status of a company or branch changes by a review only, also for administrators: it records who, when and why. */
export function validateDecidedStatus({
  before,
  changes,
  lookups,
}: RuleArgsOf<"Companies"> | RuleArgsOf<"Branch">): RuleViolation | undefined {
  if (!before || !("status" in changes) || changes.status === before.status) return undefined;
  if (lookups?.reviewDecision === changes.status) return undefined;
  return new RuleViolation("FORBIDDEN", "status", {}, "The status of a company or branch changes by a review.");
}

/** True if the preceding review is a first approval and the submission has not changed since. */
function isFirstApproval({
  follows,
  subject,
}: {
  follows: IncludedRow<"Onboarding_Reviews", never> | null;
  subject: Pick<RowOf<"Companies" | "Branch">, "date_updated"> | null;
}): boolean {
  if (!follows || !follows.awaits_second || follows.decision !== "published") return false;
  return Number(subject?.date_updated ?? 0) <= Number(follows.date_created);
}

/**
 * Publishing by two verifiers: the first approval is stored without effect, the second one, by another verifier,
 * publishes. SECOND_VERIFIER_REQUIRED if both are by the same user; the state table's error if the subject cannot be
 * published.
 */
export function applyTwoStepPublishing({
  after,
  related,
  lookups,
  actor,
}: ReviewArgs): Row | RuleViolation | undefined {
  const publishing = lookups?.publishing;
  if (!publishing?.requiresSecondApproval || after.decision !== "published") return undefined;
  const { branch, company, follows } = related;
  const subject = branch ?? company;
  if (isFirstApproval({ follows, subject }))
    return getId(follows?.user_created) === actor.id ? new RuleViolation("SECOND_VERIFIER_REQUIRED") : undefined;
  const code = subject
    ? checkTransition(onboardingStates, subject.status, "published")
    : onboardingStates.invalidTransitionError;
  return code ? new RuleViolation(code) : { awaits_second: true };
}

/** Sets the decision as the new status of the branch or company, subject to the state table. */
export function applyReviewDecision({
  after,
}: RuleArgsOf<"Onboarding_Reviews">): PropagationOf<"Onboarding_Reviews">[] {
  if (after.awaits_second) return [];
  return [{ to: after.branch === null ? "company" : "branch", set: { status: after.decision } }];
}
