// §3 Branch.change_request, §2 configuration: verified fields change only after a review. See
// docs/rules/change-requests.md.
import { checkCompanyTypeChange } from "#domain/branches/entity-type.ts";
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Fields, Row } from "#domain/schema/collection.ts";
import type { PropagationOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { humanize } from "#domain/text/labels.ts";
import { checkField, isFilled } from "#domain/schema/fields.ts";
import type { StateTable } from "#domain/schema/state-table.ts";
import {
  getSubmissionField,
  getSubmissionLabel,
  submissionFields,
  type SubmissionKind,
} from "#domain/onboarding/submission.ts";

/** Fields a verifier has reviewed; a vendor can change them only with a change request. */
export const verifiedFields = {
  company: ["name", "registered_name", "company_type", "pan", "cin_number"],
  branch: [
    "name",
    "gstin",
    "address",
    "city",
    "state",
    "area",
    "pincode",
    "latitude",
    "longitude",
    "signatory_name",
    "signatory_designation",
    "signatory_email",
    "signatory_address",
  ],
} as const;

/** 'Address: 7 Hennur Road → 8 Hennur Road', for the mail about the decision. Areas are numbers, which say nothing. */
export function describeChanges({
  branch,
  changes,
  was,
  area_name,
}: {
  branch: number | null;
  changes: Row;
  was: Row;
  area_name: string | null;
}): string {
  const kind: SubmissionKind = branch === null ? "company" : "branch";
  const format = (name: string, value: unknown): string => {
    if (!isFilled(value)) return "not given";
    return getSubmissionField(kind, name).allowedValues ? humanize(String(value)) : String(value);
  };
  const lines = Object.entries(changes).map(([name, value]) => {
    const label = getSubmissionLabel(kind, name);
    return name === "area" ? label : `${label}: ${format(name, was[name])} → ${format(name, value)}`;
  });
  return [...lines, ...(area_name ? [`${getSubmissionLabel(kind, "area")}: ${area_name}`] : [])].join("\n");
}

export type ChangeRequestStatus = "draft" | "published" | "rejected" | "archived";

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** Whether the area that a change request names is already listed for the branch's city. */
    isAreaListed: boolean;
  }
}

/** Pending until it is applied, rejected, or cancelled by the requester. */
export const changeRequestStates = {
  initial: ["draft"],
  states: {
    draft: { name: "Waiting", colour: "amber", transitions: ["published", "rejected", "archived"] },
    published: { name: "Applied", colour: "green", transitions: [] },
    rejected: { name: "Rejected", colour: "red", transitions: [] },
    archived: { name: "Cancelled", colour: "grey", transitions: [] },
  },
  alreadyInStateError: "REVIEW_ALREADY_DONE",
  invalidTransitionError: "REVIEW_ALREADY_DONE",
} as const satisfies StateTable;

/** Converts a value to its stored form; an empty value clears the field. */
function toStoredValue({ fields, name, value }: { fields: Fields; name: string; value: unknown }): unknown {
  if (!isFilled(value)) return null;
  const field = fields[name]!;
  if (typeof value === "string" && field.kind === "text")
    return field.normalise ? field.normalise(value) : value.trim();
  return field.kind === "one" ? Number(value) : value;
}

interface RequestedChanges {
  requested: unknown;
  /** Name of an area that is not on the list, requested instead of one of the list (§2 'Others'). */
  areaName: string | null;
  subject: Row;
  kind: SubmissionKind;
}

/** FAILED_VALIDATION with the first invalid field, NO_CHANGES if no value differs. */
function checkRequestedChanges({ requested, areaName, subject, kind }: RequestedChanges): Row | RuleViolation {
  if (typeof requested !== "object" || requested === null || Array.isArray(requested))
    return new RuleViolation("FAILED_VALIDATION", "changes", { type: "changes" });
  const fields = submissionFields[kind];
  const allowedFields: readonly string[] = verifiedFields[kind];
  const changes: Row = {};
  for (const [name, value] of Object.entries(requested)) {
    if (!allowedFields.includes(name)) return new RuleViolation("FAILED_VALIDATION", "changes", { about: name });
    if (checkField({ name, field: fields[name]!, value }) !== undefined)
      return new RuleViolation("FAILED_VALIDATION", name, { about: name });
    const storedValue = toStoredValue({ fields, name, value });
    const currentValue = subject[name] ?? null;
    if (storedValue !== currentValue) changes[name] = storedValue;
  }
  if (areaName !== null) {
    if (kind === "company" || "area" in changes) return new RuleViolation("FAILED_VALIDATION", "area_name");
  } else if (Object.keys(changes).length === 0) return new RuleViolation("NO_CHANGES");
  const isTypeChanged = kind === "company" && "company_type" in changes;
  const violation = isTypeChanged ? checkCompanyTypeChange(subject, changes) : undefined;
  if (violation) return violation;
  const names = [...Object.keys(changes), ...(areaName === null ? [] : ["area"])];
  return { changes, was: Object.fromEntries(names.map((name) => [name, subject[name] ?? null])) };
}

/**
 * Validates the requested changes; NO_MATCH_FOUND for a branch of another company, AREA_EXIST for an area that is on the list.
 * A rejection needs an answer (REMARK_REQUIRED), an area that was requested by name has to be chosen when the request is applied
 * (AREA_REQUIRED), and only the vendor can cancel a request (FORBIDDEN).
 */
export function validateChangeRequest({
  before,
  after,
  changes,
  related,
  lookups,
  actor,
}: RuleArgsOf<"Change_Requests", "company" | "branch">): Row | RuleViolation | undefined {
  const { company, branch } = related;
  if (!before) {
    if (branch && branch.company !== after.company) return new RuleViolation("NO_MATCH_FOUND", "branch");
    const subject = branch ?? company;
    if (!subject) return new RuleViolation("NO_MATCH_FOUND", "company");
    if (lookups?.isAreaListed) return new RuleViolation("AREA_EXIST", "area_name");
    const { changes: requested, area_name: areaName } = after;
    return checkRequestedChanges({ requested, areaName, subject, kind: branch ? "branch" : "company" });
  }
  if (!("status" in changes)) return undefined;
  if (can(actor, "platform.review") === (changes.status === "archived"))
    return new RuleViolation("FORBIDDEN", "status");
  if (changes.status === "published" && after.area_name !== null && after.area === null)
    return new RuleViolation("AREA_REQUIRED", "area");
  const isAnswerMissing = changes.status === "rejected" && !after.answer?.trim();
  return isAnswerMissing ? new RuleViolation("REMARK_REQUIRED", "answer") : undefined;
}

/**
 * Links the pending request to its branch or company; when it is decided, removes the link and applies granted values.
 */
export function applyChangeRequest({
  before,
  after,
  changes,
}: RuleArgsOf<"Change_Requests">): PropagationOf<"Change_Requests">[] {
  const to = after.branch === null ? "company" : "branch";
  if (!before) return [{ to, set: { change_request: after.id } }];
  if (!("status" in changes)) return [];
  const grantedArea = after.area_name === null ? {} : { area: after.area };
  const grantedChanges = changes.status === "published" ? { ...after.changes, ...grantedArea } : {};
  return [{ to, set: { ...grantedChanges, change_request: null } }];
}
