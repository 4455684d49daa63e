// What the desk reads: companies and branches by their status, one submission, what was decided on it, and who else says the same.
import type { Filter, Row } from "#domain/collection.ts";
import type { Remark } from "#domain/rules/onboarding-review.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import type { SubmissionKind } from "#domain/submission.ts";
import { submissionFields } from "#web/ui/submission/submission-value.tsx";
import { createItem, itemQuery, itemsQuery, pageQuery } from "#web/items/items.ts";

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
  remarks: Remark[];
  note: string | null;
  /** The first yes of two: nothing has moved. */
  awaits_second: boolean;
  /** Where the vendor has sent it again: field → before and after. */
  changes: { [field: string]: [unknown, unknown] } | null;
  date_created: string;
  user_created: { first_name: string } | null;
}

/** What was asked for last waits shortest: the queue begins with the oldest, the archive with the newest. */
const sortOf = (status: OnboardingStatus) => [status === "draft" ? "id" : "-id"];

interface Shown {
  status: OnboardingStatus;
  search: string;
  page: number;
}

export function companiesQuery({ status, search, page }: Shown) {
  const filter: Filter = { status: { _eq: status }, ...(search ? { name: { _icontains: search } } : {}) };
  const fields = ["id", "name", "status", "company_type", "date_created"];
  return pageQuery<CompanyWire>("Companies", { filter, fields, sort: sortOf(status), page });
}

export function branchesQuery({ status, search, page }: Shown) {
  const named = { _or: [{ name: { _icontains: search } }, { company: { name: { _icontains: search } } }] };
  const filter: Filter = { status: { _eq: status }, ...(search ? named : {}) };
  const fields = ["id", "name", "status", "entity_type", "city", "date_created", "company.id", "company.name"];
  return pageQuery<BranchWire>("Branch", { filter, fields: [...fields, "company.status"], sort: sortOf(status), page });
}

export const companyQuery = (id: number) => itemQuery<CompanyWire>("Companies", id);
export const branchQuery = (id: number) =>
  itemQuery<BranchWire>("Branch", id, {
    fields: [...submissionFields, "company.id", "company.name", "company.status", "company.pan"],
  });

export interface Subject {
  company: number;
  /** Absent where it is about the company itself. */
  branch?: number | undefined;
}

export function reviewsQuery({ company, branch }: Subject) {
  const about = branch === undefined ? { _null: true } : { _eq: branch };
  return itemsQuery<ReviewWire>("Onboarding_Reviews", {
    filter: { company: { _eq: company }, branch: about },
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

const compared = {
  company: ["registered_name", "pan", "cin_number"],
  branch: ["gstin", "address", "valet_number"],
} as const;

/** A value by which another one is known; branches of one company share their GSTIN rightly, and a GSTIN holds its owner's PAN. */
function samenessOf({ kind, row, name }: { kind: SubmissionKind; row: Row; name: string }): Filter[] {
  const value = row[name];
  if (typeof value !== "string" || value === "") return [];
  const same: Filter = { [name]: { _eq: value } };
  if (kind === "company") return name === "pan" ? [same, { branches: { gstin: { _contains: value } } }] : [same];
  const company = (row["company"] as { id: number }).id;
  return [name === "gstin" ? { _and: [same, { company: { _neq: company } }] } : same];
}

/** Others that say the same of themselves: another vendor by mistake, or the same one a second time. */
export function alikeQuery({ kind, row }: { kind: SubmissionKind; row: Row }) {
  const same: readonly string[] = compared[kind];
  const ways = same.flatMap((name) => samenessOf({ kind, row, name }));
  const filter: Filter = { id: { _neq: row["id"] as number }, _or: ways };
  const fields = ["id", "name", "status", ...same, ...(kind === "branch" ? ["company.id", "company.name"] : [])];
  return {
    ...itemsQuery(kind === "company" ? "Companies" : "Branch", { filter, fields, limit: 5 }),
    enabled: ways.length > 0,
  };
}

interface Decided {
  subject: Subject;
  /** The last review that was seen; undefined where there was none. */
  follows: number | undefined;
  decision: OnboardingStatus;
  remarks: Remark[];
  note: string;
}

/** Throws REMARK_REQUIRED, REVIEW_ALREADY_DONE, SECOND_VERIFIER_REQUIRED, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS. */
export async function decide({ subject, follows, decision, remarks, note }: Decided): Promise<ReviewWire> {
  return createItem<ReviewWire>("Onboarding_Reviews", {
    company: subject.company,
    branch: subject.branch ?? null,
    follows: follows ?? null,
    decision,
    remarks,
    note: note.trim() || null,
  });
}
