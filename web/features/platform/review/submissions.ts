// Queries of the review pages: companies and branches by status, one submission, its decisions and possible duplicates.
import type { Filter, Row } from "#domain/schema/collection.ts";
import type { ReviewRemark } from "#domain/onboarding/onboarding-review.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { submissionFields } from "#web/product/submission/submission-value.tsx";
import { createItem, itemQuery, itemsQuery, pageQuery } from "#web/api/items.ts";

export interface CompanyWire extends Row {
  id: number;
  name: string;
  status: OnboardingStatus;
  company_type: string;
  date_created: string;
}

export interface BranchWire extends Row {
  id: number;
  name: string;
  status: OnboardingStatus;
  entity_type: string;
  city: string | null;
  date_created: string;
  company: { id: number; name: string; status: OnboardingStatus };
}

export interface ReviewWire {
  id: number;
  decision: OnboardingStatus;
  remarks: ReviewRemark[];
  note: string | null;
  /** True for the first of two approvals: the status has not changed. */
  awaits_second: boolean;
  /** For a resubmission: field → old and new value. */
  changes: { [field: string]: [unknown, unknown] } | null;
  date_created: string;
  user_created: { first_name: string } | null;
}

/** Pending submissions oldest first, all others newest first. */
const getStatusSort = (status: OnboardingStatus) => [status === "draft" ? "id" : "-id"];

interface SubmissionsQueryOptions {
  status: OnboardingStatus;
  search: string;
  page: number;
}

export function companiesQuery({ status, search, page }: SubmissionsQueryOptions) {
  const filter: Filter = { status: { _eq: status }, ...(search ? { name: { _icontains: search } } : {}) };
  const fields = ["id", "name", "status", "company_type", "date_created"];
  return pageQuery<CompanyWire>("Companies", { filter, fields, sort: getStatusSort(status), page });
}

export function branchesQuery({ status, search, page }: SubmissionsQueryOptions) {
  const nameFilter = { _or: [{ name: { _icontains: search } }, { company: { name: { _icontains: search } } }] };
  const filter: Filter = { status: { _eq: status }, ...(search ? nameFilter : {}) };
  const fields = ["id", "name", "status", "entity_type", "city", "date_created", "company.id", "company.name"];
  return pageQuery<BranchWire>("Branch", {
    filter,
    fields: [...fields, "company.status"],
    sort: getStatusSort(status),
    page,
  });
}

export const companyQuery = (id: number) => itemQuery<CompanyWire>("Companies", id);
export const branchQuery = (id: number) =>
  itemQuery<BranchWire>("Branch", id, {
    fields: [...submissionFields, "company.id", "company.name", "company.status", "company.pan"],
  });

export interface SubmissionRef {
  company: number;
  /** Absent for the company itself. */
  branch?: number | undefined;
}

export function reviewsQuery({ company, branch }: SubmissionRef) {
  const branchFilter = branch === undefined ? { _null: true } : { _eq: branch };
  return itemsQuery<ReviewWire>("Onboarding_Reviews", {
    filter: { company: { _eq: company }, branch: branchFilter },
    fields: [
      "id",
      "decision",
      "remarks",
      "note",
      "awaits_second",
      "changes",
      "date_created",
      "user_created.first_name",
    ],
    sort: ["-id"],
    limit: 50,
  });
}

const comparedFields = {
  company: ["registered_name", "pan", "cin_number"],
  branch: ["gstin", "address", "valet_number"],
} as const;

/** Filters for rows with the same value. Branches of one company may share a GSTIN, and a GSTIN contains the owner's PAN. */
function toDuplicateFilter({ kind, row, name }: { kind: SubmissionKind; row: Row; name: string }): Filter[] {
  const value = row[name];
  if (typeof value !== "string" || value === "") return [];
  const same: Filter = { [name]: { _eq: value } };
  if (kind === "company") return name === "pan" ? [same, { branches: { gstin: { _contains: value } } }] : [same];
  const company = (row["company"] as { id: number }).id;
  return [name === "gstin" ? { _and: [same, { company: { _neq: company } }] } : same];
}

/** Rows with the same identifying values: a mistake of another vendor, or a second registration. */
export function duplicatesQuery({ kind, row }: { kind: SubmissionKind; row: Row }) {
  const same: readonly string[] = comparedFields[kind];
  const duplicateFilters = same.flatMap((name) => toDuplicateFilter({ kind, row, name }));
  const filter: Filter = { id: { _neq: row["id"] as number }, _or: duplicateFilters };
  const fields = ["id", "name", "status", ...same, ...(kind === "branch" ? ["company.id", "company.name"] : [])];
  return {
    ...itemsQuery(kind === "company" ? "Companies" : "Branch", { filter, fields, limit: 5 }),
    enabled: duplicateFilters.length > 0,
  };
}

interface DecideOptions {
  subject: SubmissionRef;
  /** The latest review on screen; undefined if there was none. */
  lastReviewId: number | undefined;
  decision: OnboardingStatus;
  remarks: ReviewRemark[];
  note: string;
}

/** Throws REMARK_REQUIRED, REVIEW_ALREADY_DONE, SECOND_VERIFIER_REQUIRED, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS. */
export async function submitDecision({
  subject,
  lastReviewId,
  decision,
  remarks,
  note,
}: DecideOptions): Promise<ReviewWire> {
  return createItem<ReviewWire>("Onboarding_Reviews", {
    company: subject.company,
    branch: subject.branch ?? null,
    follows: lastReviewId ?? null,
    decision,
    remarks,
    note: note.trim() || null,
  });
}
