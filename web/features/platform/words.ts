// How the desk says what the database has: statuses, kinds of company, yes and no.
import { IconArchive, IconCheck, IconClock, IconX } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { Field } from "#domain/collection.ts";
import { Branch } from "#domain/collections/branch.ts";
import { Companies } from "#domain/collections/companies.ts";
import { labelOf } from "#domain/fields.ts";
import { onboardingStates } from "#domain/states/onboarding.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import type { Kind } from "#web/features/platform/submissions.ts";

export function fieldOf(kind: Kind, name: string): Field {
  const fields: { [name: string]: Field } = kind === "company" ? Companies.fields : Branch.fields;
  return fields[name]!;
}

/** Whether it is one of the fields that have words; those the server keeps for itself have none. */
export function hasField(kind: Kind, name: string): boolean {
  const fields: { [name: string]: Field } = kind === "company" ? Companies.fields : Branch.fields;
  return Object.hasOwn(fields, name) && !/^(id|user_|date_|change_request)/.test(name);
}

const labels: { [name: string]: string } = {
  is_parking: "Parking",
  is_valet_and_parking: "Valet and parking",
  is_pre_booking: "Pre-booking",
  pan: "PAN",
  entity_type: "Kind of place",
};

export function labelOfField(kind: Kind, name: string): string {
  return labels[name] ?? labelOf(name, fieldOf(kind, name));
}

export function inWords(value: string): string {
  const words = value.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Undefined for what was not given. */
export function valueInWords({ kind, name, value }: { kind: Kind; name: string; value: unknown }): string | undefined {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "object") return (value as { area_name?: string }).area_name ?? "";
  return fieldOf(kind, name).values ? inWords(String(value)) : String(value);
}

export const statusWords: { [status in OnboardingStatus]: string } = {
  draft: "Waiting",
  published: onboardingStates.states.published.name,
  rejected: onboardingStates.states.rejected.name,
  archived: onboardingStates.states.archived.name,
};

/** What was done, in the list of decisions. */
export const decisionWords: { [status in OnboardingStatus]: string } = {
  draft: "Taken up again",
  published: "Published",
  rejected: "Rejected",
  archived: "Archived",
};

/** What the button does. */
export const decisionVerbs: { [status in OnboardingStatus]: string } = {
  draft: "Take up again",
  published: "Publish",
  rejected: "Reject",
  archived: "Archive",
};

export const statusIcons: { [status in OnboardingStatus]: Icon } = {
  draft: IconClock,
  published: IconCheck,
  rejected: IconX,
  archived: IconArchive,
};
