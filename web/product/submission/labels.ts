// Labels and formats of submitted values, for vendors and the platform console.
import { IconArchive, IconCheck, IconClock, IconX } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { documentKinds } from "#domain/onboarding/documents.collection.ts";
import { isFilled } from "#domain/schema/fields.ts";
import { onboardingStates } from "#domain/onboarding/states.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { getSubmissionField, type SubmissionKind } from "#domain/onboarding/submission.ts";
import { humanize } from "#domain/text/labels.ts";

export const documentLabels: { [kind in (typeof documentKinds)[number]]: string } = {
  gst_certificate: "GST certificate",
  pan_card: "PAN card",
  certificate_of_incorporation: "Certificate of incorporation",
  address_proof: "Proof of address",
  letter_of_authority: "Letter of authority",
  other: "Other document",
};

const companyTypeLabels: { readonly [type: string]: string } = {
  single_organization: "Company",
  individual: "Individual owner",
};

/** Company types as an owner calls them. */
export function getCompanyTypeLabel(type: unknown): string {
  return companyTypeLabels[String(type)] ?? humanize(String(type));
}

export function getCompanyTypeOptions(types: readonly string[] = []): { value: string; label: string }[] {
  return types.map((value) => ({ value, label: getCompanyTypeLabel(value) }));
}

function getDocumentLabel(kind: unknown): string {
  const labels: { [kind: string]: string } = documentLabels;
  return labels[String(kind)] ?? String(kind);
}

/** Undefined if the value is empty. */
export function formatSubmissionValue({
  kind,
  name,
  value,
}: {
  kind: SubmissionKind;
  name: string;
  value: unknown;
}): string | undefined {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (!isFilled(value)) return undefined;
  if (Array.isArray(value)) {
    const labels = name === "documents" ? value.map(getDocumentLabel) : value.map(String);
    return labels.length === 0 ? undefined : labels.join(", ");
  }
  if (typeof value === "object") return value && "area_name" in value ? String(value.area_name) : "";
  if (name === "company_type") return getCompanyTypeLabel(value);
  return getSubmissionField(kind, name).allowedValues ? humanize(String(value)) : String(value);
}

export const onboardingStatusLabels: { [status in OnboardingStatus]: string } = {
  draft: "Under review",
  published: onboardingStates.states.published.name,
  rejected: onboardingStates.states.rejected.name,
  archived: onboardingStates.states.archived.name,
};

export const onboardingStatusIcons: { [status in OnboardingStatus]: Icon } = {
  draft: IconClock,
  published: IconCheck,
  rejected: IconX,
  archived: IconArchive,
};
