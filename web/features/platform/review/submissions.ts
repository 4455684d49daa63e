// Queries of the review pages: companies and branches by status, one submission, its decisions and possible duplicates.
import { queryOptions } from "@tanstack/react-query";
import type { Filter, Row } from "#domain/schema/collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import type { ReviewRemark } from "#domain/onboarding/onboarding-review.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { submissionFields } from "#web/product/submission/submission-value.tsx";
import { call } from "#web/api/call.ts";
import { createItem, itemQuery, itemsQuery, pageQuery, readItems } from "#web/api/items.ts";

const reviewFields = [
  "id",
  "decision",
  "remarks",
  "accepted",
  "note",
  "awaits_second",
  "changes",
  "date_created",
  "user_created.id",
  "user_created.first_name",
] as const;
/** `awaits_second` is true for the first of two approvals: the status has not changed. */
export type Review = WireRow<"Onboarding_Reviews", typeof reviewFields>;

/** What waits for an answer, longest wait first, and how long earlier answers took. */
export const reviewTimesQuery = queryOptions({
  queryKey: ["items", "Companies", "review times"],
  queryFn: () => call({ route: "GET /actions/platform/review-times" }),
});

/** Rows about these companies, not their branches, or about these branches. */
export function toSubjectsFilter({ kind, ids }: { kind: SubmissionKind; ids: readonly number[] }): Filter {
  return kind === "branch" ? { branch: { _in: [...ids] } } : { company: { _in: [...ids] }, branch: { _null: true } };
}

/** Of these submissions, those that a first verifier has approved and that wait for a second one. */
export function firstApprovalsQuery({ kind, ids }: { kind: SubmissionKind; ids: readonly number[] }) {
  return queryOptions({
    queryKey: ["items", "Onboarding_Reviews", "first approvals", kind, ids],
    queryFn: async ({ signal }): Promise<ReadonlySet<number>> => {
      const reviews = await readItems(
        "Onboarding_Reviews",
        {
          filter: toSubjectsFilter({ kind, ids }),
          fields: ["company", "branch", "awaits_second"],
          sort: ["-id"],
          limit: 200,
        },
        signal,
      );
      const latest = new Map<number, boolean>();
      for (const { company, branch, awaits_second: awaitsSecond } of reviews) {
        const id = branch ?? company;
        if (!latest.has(id)) latest.set(id, awaitsSecond);
      }
      return new Set([...latest].filter(([, awaitsSecond]) => awaitsSecond).map(([id]) => id));
    },
    enabled: ids.length > 0,
  });
}

/** Pending submissions oldest first, all others newest first. */
const getStatusSort = (status: OnboardingStatus) => [status === "draft" ? "id" : "-id"];

/** A search finds submissions of all states. */
interface SubmissionsQueryOptions {
  status: OnboardingStatus;
  search: string;
  page: number;
}

export function companiesQuery({ status, search, page }: SubmissionsQueryOptions) {
  const filter: Filter = search ? { name: { _icontains: search } } : { status: { _eq: status } };
  const fields = ["id", "name", "status", "company_type", "date_created"] as const;
  return pageQuery("Companies", { filter, fields, sort: search ? ["name", "id"] : getStatusSort(status), page });
}

export function branchesQuery({ status, search, page }: SubmissionsQueryOptions) {
  const nameFilter = { _or: [{ name: { _icontains: search } }, { company: { name: { _icontains: search } } }] };
  const filter: Filter = search ? nameFilter : { status: { _eq: status } };
  const fields = [
    "id",
    "name",
    "status",
    "entity_type",
    "city",
    "date_created",
    "company.id",
    "company.name",
    "company.status",
  ] as const;
  return pageQuery("Branch", { filter, fields, sort: search ? ["name", "id"] : getStatusSort(status), page });
}

export const companyQuery = (id: number) => itemQuery("Companies", id);
export const branchQuery = (id: number) =>
  itemQuery("Branch", id, {
    fields: [
      ...submissionFields,
      "area_request.area_name",
      "company.id",
      "company.name",
      "company.status",
      "company.pan",
      "company.registered_name",
    ],
  });

export interface SubmissionRef {
  company: number;
  /** Absent for the company itself. */
  branch?: number | undefined;
}

/** Rows about the company, not its branches, or about the branch. */
export function toSubjectFilter({ company, branch }: SubmissionRef): Filter {
  return { company: { _eq: company }, branch: branch === undefined ? { _null: true } : { _eq: branch } };
}

export function reviewsQuery(subject: SubmissionRef) {
  return itemsQuery("Onboarding_Reviews", {
    filter: toSubjectFilter(subject),
    fields: reviewFields,
    sort: ["-id"],
    limit: 50,
  });
}

const comparedFields = {
  company: ["registered_name", "pan", "cin_number"],
  branch: ["gstin", "address", "valet_number"],
} as const;
const duplicateFields = {
  company: ["id", "name", "status", ...comparedFields.company],
  branch: ["id", "name", "status", ...comparedFields.branch, "company.id", "company.name"],
} as const;
/** `company` is set for a branch. */
export type DuplicateSubmission = Row &
  WireRow<"Companies" | "Branch", readonly ["id", "name", "status"]> &
  Partial<WireRow<"Branch", readonly ["company.id", "company.name"]>>;
/** The submission that is compared with others. */
export type ComparedSubmission = Row & { id: number; company?: { id: number; registered_name: string | null } };

/** Filters for rows with the same value. Branches of one company may share a GSTIN, and a GSTIN contains the owner's PAN. */
function toDuplicateFilter({
  kind,
  row,
  name,
}: {
  kind: SubmissionKind;
  row: ComparedSubmission;
  name: string;
}): Filter[] {
  const value = row[name];
  if (typeof value !== "string" || value === "") return [];
  const same: Filter = { [name]: { _eq: value } };
  if (kind === "company") return name === "pan" ? [same, { branches: { gstin: { _contains: value } } }] : [same];
  return [name === "gstin" ? { _and: [same, { company: { _neq: row.company?.id ?? null } }] } : same];
}

/** Rows with the same identifying values: a mistake of another vendor, or a second registration. */
export function duplicatesQuery({ kind, row }: { kind: SubmissionKind; row: ComparedSubmission }) {
  const duplicateFilters = comparedFields[kind].flatMap((name) => toDuplicateFilter({ kind, row, name }));
  const query = { filter: { id: { _neq: row.id }, _or: duplicateFilters }, limit: 5 };
  return queryOptions({
    queryKey: ["items", kind === "company" ? "Companies" : "Branch", "duplicates", query],
    queryFn: ({ signal }): Promise<DuplicateSubmission[]> =>
      kind === "company"
        ? readItems("Companies", { ...query, fields: duplicateFields.company }, signal)
        : readItems("Branch", { ...query, fields: duplicateFields.branch }, signal),
    enabled: duplicateFilters.length > 0,
  });
}

interface DecideOptions {
  subject: SubmissionRef;
  /** The latest review on screen; undefined if there was none. */
  lastReviewId: number | undefined;
  decision: OnboardingStatus;
  remarks: ReviewRemark[];
  accepted: string[];
  note: string;
}

/** Throws REMARK_REQUIRED, REVIEW_ALREADY_DONE, SECOND_VERIFIER_REQUIRED, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS. */
export async function submitDecision({
  subject,
  lastReviewId,
  decision,
  remarks,
  accepted,
  note,
}: DecideOptions): Promise<WireRow<"Onboarding_Reviews">> {
  return createItem("Onboarding_Reviews", {
    company: subject.company,
    branch: subject.branch ?? null,
    follows: lastReviewId ?? null,
    decision,
    remarks,
    accepted,
    note: note.trim() || null,
  });
}
