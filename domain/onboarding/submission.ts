// §1, reading.md §1: labels of the fields of a submission.
import type { Field, Fields } from "#domain/schema/collection.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { Companies } from "#domain/branches/companies.collection.ts";
import { getFieldLabel } from "#domain/schema/fields.ts";
import { serviceLabels } from "#domain/branches/services.ts";

export type SubmissionKind = "company" | "branch";

const labels: { [name: string]: string } = {
  ...serviceLabels,
  pan: "PAN",
  gstin: "GSTIN",
  entity_type: "Customer type",
  company_type: "Company type",
};

export const submissionFields: { readonly [kind in SubmissionKind]: Fields } = {
  company: Companies.fields,
  branch: Branch.fields,
};

export function getSubmissionField(kind: SubmissionKind, name: string): Field {
  return submissionFields[kind][name] ?? { kind: "text" };
}

/** True for fields shown in a submission; internal fields are excluded. */
export function isSubmissionField(kind: SubmissionKind, name: string): boolean {
  return Object.hasOwn(submissionFields[kind], name) && !/^(id|user_|date_|change_request)/.test(name);
}

export function getSubmissionLabel(kind: SubmissionKind, name: string): string {
  return labels[name] ?? getFieldLabel(name, getSubmissionField(kind, name));
}
