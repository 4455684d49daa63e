// What the visitor desk records of a visit: the document it checked, the number of persons, and the badge it gave. See
// docs/rules/approvals.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import { choice, integer, text, uppercase } from "#domain/schema/fields.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";

export const identityDocuments = [
  "aadhaar",
  "driving_licence",
  "passport",
  "voter_id",
  "pan_card",
  "employee_card",
  "other",
] as const;
type IdentityDocument = (typeof identityDocuments)[number];

export const identityDocumentLabels: { readonly [document in IdentityDocument]: string } = {
  aadhaar: "Aadhaar",
  driving_licence: "Driving licence",
  passport: "Passport",
  voter_id: "Voter ID",
  pan_card: "PAN card",
  employee_card: "Employee card",
  other: "Other document",
};

export const visitDetailFields = {
  identity_document: choice(identityDocuments, { label: "Identity document" }),
  // Never the whole number, which the branch has no right to keep.
  identity_last_four: text({ label: "Last four characters", max: 4 }),
  person_count: integer({ label: "Number of persons", min: 1, max: 99 }),
  badge_no: text({ label: "Badge number", max: 20 }),
};
export const visitDetailNames = ["identity_document", "identity_last_four", "person_count", "badge_no"] as const;

type Visit = Pick<RowOf<"Parking_Information">, (typeof visitDetailNames)[number]>;

/** 'Aadhaar ending 4321'; undefined without a document. */
export function describeIdentity({
  identity_document: document,
  identity_last_four: lastFour,
}: Pick<Visit, "identity_document" | "identity_last_four">): string | undefined {
  if (document === null) return undefined;
  const label = identityDocumentLabels[document];
  return lastFour ? `${label} ending ${lastFour}` : label;
}

/** The last characters in upper case, with their document. FAILED_VALIDATION at the field that is wrong or missing. */
export function applyVisitDetails({
  after,
  changes,
}: RuleArgsOf<"Parking_Information">): Partial<Visit> | RuleViolation | undefined {
  if (!("identity_document" in changes) && !("identity_last_four" in changes)) return undefined;
  const lastFour = after.identity_last_four ? uppercase(after.identity_last_four) : null;
  if (lastFour === null) return { identity_last_four: null };
  if (!/^[A-Z0-9]{4}$/.test(lastFour))
    return new RuleViolation(
      "FAILED_VALIDATION",
      "identity_last_four",
      { type: "regex" },
      "*Enter the last four characters",
    );
  if ((after.identity_document ?? null) === null)
    return new RuleViolation("FAILED_VALIDATION", "identity_document", { type: "required" });
  return { identity_last_four: lastFour };
}
