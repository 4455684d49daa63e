// §2 /application-correction: fields of a rejected submission a vendor can correct, and the changes made.
import type { FieldChanges, Row } from "#domain/schema/collection.ts";
import type { ReviewRemark } from "#domain/onboarding/onboarding-review.ts";
import { reviewedFields } from "#domain/onboarding/onboarding-review.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";

/** The fields with a remark; all fields if the rejection has only a note. */
export function getCorrectableFields({
  kind,
  remarks,
}: {
  kind: SubmissionKind;
  remarks: readonly ReviewRemark[];
}): string[] {
  const remarkedFields = new Set(remarks.map(({ field }) => field));
  const fields: readonly string[] = reviewedFields[kind];
  return remarkedFields.size === 0 ? [...fields] : fields.filter((field) => remarkedFields.has(field));
}

/** Returns the fields that differ, with old and new value; an empty text equals null. */
export function diffRows({ before, after }: { before: Row; after: Row }): FieldChanges {
  const changes: FieldChanges = {};
  for (const [field, value] of Object.entries(after)) {
    const previous = before[field] ?? null;
    const current = value === "" || value === undefined ? null : value;
    if (JSON.stringify(previous) !== JSON.stringify(current)) changes[field] = [previous, current];
  }
  return changes;
}
