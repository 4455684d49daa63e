// §1, reading.md §1: publishing, rejecting and archiving a company or branch. Prose: docs/rules/onboarding.md.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { services } from "#domain/services.ts";
import { onboardingStates, type OnboardingStatus } from "#domain/states/onboarding.ts";
import { refuseMove } from "#domain/states/state-table.ts";

export interface Remark {
  field: string;
  remark: string;
}

/** The fields of a submission that a remark can be about, in the order in which they are looked at. */
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
    ...services,
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

function isRemark(value: unknown, fields: readonly string[]): value is Remark {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  const { field, remark } = value as Partial<Remark>;
  const isText = typeof remark === "string" && remark.trim() !== "" && remark.length <= limits.reviewNote;
  return isText && fields.includes(field as string);
}

/** The remarks, each about a field of its own; undefined where something else was sent. */
function remarksIn(value: unknown, fields: readonly string[]): Remark[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const remarks = value.filter((remark): remark is Remark => isRemark(remark, fields));
  const about = new Set(remarks.map(({ field }) => field));
  return about.size === value.length ? remarks : undefined;
}

/** A vendor who is turned down must be told what to mend. */
export function mustSayWhy(decision: OnboardingStatus): boolean {
  return decision === "rejected";
}

/**
 * FAILED_VALIDATION for remarks that are none, REMARK_REQUIRED where a rejection says nothing, NO_MATCH_FOUND for a branch of
 * another company or a review of something else, REVIEW_ALREADY_DONE where what it follows was not the last word.
 */
export function reviewIsSound({ after, related }: RuleArgs): Refusal | undefined {
  const { branch, follows } = related;
  const isBranch = branch !== null && branch !== undefined;
  if (isBranch && idIn(branch["company"]) !== idIn(after["company"])) return new Refusal("NO_MATCH_FOUND", "branch");
  if (follows && !isSameSubject({ follows, after })) return new Refusal("NO_MATCH_FOUND", "follows");
  const remarks = remarksIn(after["remarks"], reviewedFields[isBranch ? "branch" : "company"]);
  if (!remarks) return new Refusal("FAILED_VALIDATION", "remarks", { type: "remarks" });
  const hasSaid = remarks.length > 0 || Boolean(after["note"]);
  if (mustSayWhy(after["decision"] as OnboardingStatus) && !hasSaid) return new Refusal("REMARK_REQUIRED", "note");
  return undefined;
}

function isSameSubject({ follows, after }: { follows: Row; after: Row }): boolean {
  return (["company", "branch"] as const).every((name) => idIn(follows[name]) === idIn(after[name]));
}

/** A relation is seen as a key or, where the rules asked for it, as its row. */
function idIn(value: unknown): unknown {
  return typeof value === "object" && value !== null ? (value as Row)["id"] : (value ?? null);
}

/** Whether a yes is the first of two: only where the platform has set that publishing takes two. */
export interface Publishing {
  takesTwo: boolean;
}

/** A yes that still counts: nothing of the submission was changed since. */
function isFirstYes({
  follows,
  subject,
}: {
  follows: Row | null | undefined;
  subject: Row | null | undefined;
}): boolean {
  if (!follows || follows["awaits_second"] !== true || follows["decision"] !== "published") return false;
  const [said, changed] = [follows["date_created"], subject?.["date_updated"]].map((at) =>
    at ? +new Date(at as string) : 0,
  );
  return changed! <= said!;
}

/**
 * Publishing by two persons: the first yes is kept and moves nothing, the second is another person's and publishes.
 * SECOND_VERIFIER_REQUIRED where one would be both; the state table's code for what could not be published anyway.
 */
export function publishingTakesTwo({ after, related, facts, who }: RuleArgs): Row | Refusal | undefined {
  const publishing = facts?.publishing as Publishing | undefined;
  if (!publishing?.takesTwo || after["decision"] !== "published") return undefined;
  const { branch, company, follows } = related;
  const subject = branch ?? company;
  if (isFirstYes({ follows, subject }))
    return idIn(follows?.["user_created"]) === who.id ? new Refusal("SECOND_VERIFIER_REQUIRED") : undefined;
  const code = refuseMove(onboardingStates, subject?.["status"] as OnboardingStatus, "published");
  return code ? new Refusal(code) : { awaits_second: true };
}

/** A decision is the new status of what was decided on; the state table says whether it may be. */
export function statusOfReview({ after }: RuleArgs): { to: string; set: Row }[] {
  if (after["awaits_second"] === true) return [];
  return [{ to: idIn(after["branch"]) === null ? "company" : "branch", set: { status: after["decision"] } }];
}
