// §1, reading.md §1: a submission's fields in the words in which vendor and verifier speak of them.
import type { Field, Fields } from "#domain/collection.ts";
import { Branch } from "#domain/collections/branch.ts";
import { Companies } from "#domain/collections/companies.ts";
import { labelOf } from "#domain/fields.ts";
import { serviceLabels } from "#domain/services.ts";

export type SubmissionKind = "company" | "branch";

const labels: { [name: string]: string } = {
  ...serviceLabels,
  pan: "PAN",
  gstin: "GSTIN",
  entity_type: "Kind of place",
  company_type: "Type of company",
};

export const fieldsOfSubmission: { readonly [kind in SubmissionKind]: Fields } = {
  company: Companies.fields,
  branch: Branch.fields,
};

export function fieldOfSubmission(kind: SubmissionKind, name: string): Field {
  return fieldsOfSubmission[kind][name] ?? { kind: "text" };
}

/** Whether it is one of the fields that have words; those the server keeps for itself have none. */
export function isSubmissionField(kind: SubmissionKind, name: string): boolean {
  return Object.hasOwn(fieldsOfSubmission[kind], name) && !/^(id|user_|date_|change_request)/.test(name);
}

export function labelOfSubmission(kind: SubmissionKind, name: string): string {
  return labels[name] ?? labelOf(name, fieldOfSubmission(kind, name));
}
