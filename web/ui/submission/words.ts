// How desk and vendor say what the database has: statuses, kinds of company and of document, yes and no.
import { IconArchive, IconCheck, IconClock, IconX } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { documentKinds } from "#domain/collections/onboarding-documents.ts";
import { isGiven } from "#domain/fields.ts";
import { onboardingStates } from "#domain/states/onboarding.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import { fieldOfSubmission, type SubmissionKind } from "#domain/submission.ts";
import { inWords } from "#domain/words.ts";

export const documentWords: { [kind in (typeof documentKinds)[number]]: string } = {
  gst_certificate: "GST certificate",
  pan_card: "PAN card",
  certificate_of_incorporation: "Certificate of incorporation",
  address_proof: "Proof of address",
  letter_of_authority: "Letter of authority",
  other: "Another document",
};

function documentInWords(kind: unknown): string {
  return documentWords[kind as keyof typeof documentWords] ?? String(kind);
}

/** Undefined for what was not given. */
export function valueInWords({
  kind,
  name,
  value,
}: {
  kind: SubmissionKind;
  name: string;
  value: unknown;
}): string | undefined {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (!isGiven(value)) return undefined;
  if (Array.isArray(value)) {
    const words = name === "documents" ? value.map(documentInWords) : value.map(String);
    return words.length === 0 ? undefined : words.join(", ");
  }
  if (typeof value === "object") return (value as { area_name?: string }).area_name ?? "";
  return fieldOfSubmission(kind, name).values ? inWords(String(value)) : String(value);
}

export const statusWords: { [status in OnboardingStatus]: string } = {
  draft: "Waiting",
  published: onboardingStates.states.published.name,
  rejected: onboardingStates.states.rejected.name,
  archived: onboardingStates.states.archived.name,
};

export const statusIcons: { [status in OnboardingStatus]: Icon } = {
  draft: IconClock,
  published: IconCheck,
  rejected: IconX,
  archived: IconArchive,
};
