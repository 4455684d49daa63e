// §2 /application-correction: fields of a rejected submission a vendor can correct, and the changes made.
import type { FieldChanges, Row } from "#domain/schema/collection.ts";
import type { ReviewRemark } from "#domain/onboarding/onboarding-review.ts";
import { reviewedFields } from "#domain/onboarding/onboarding-review.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";

/** What a rejection asks for. */
export interface CorrectionRequest {
  kind: SubmissionKind;
  remarks: readonly ReviewRemark[];
  note: string | null;
}

/** The coordinates of a branch are one pin on the map. */
const pinFields = ["latitude", "longitude"];

/** In the order of the review; a remark about one coordinate is about both. */
export function getRemarkedFields({ kind, remarks }: Pick<CorrectionRequest, "kind" | "remarks">): string[] {
  const isRemarked = (field: string): boolean => remarks.some((remark) => remark.field === field);
  const isPinRemarked = pinFields.some(isRemarked);
  return reviewedFields[kind].filter((field) => (pinFields.includes(field) ? isPinRemarked : isRemarked(field)));
}

/** The fields with a remark; all fields if the rejection has a note, which may be about any of them. */
export function getCorrectableFields(request: CorrectionRequest): string[] {
  const remarkedFields = getRemarkedFields(request);
  return request.note || remarkedFields.length === 0 ? [...reviewedFields[request.kind]] : remarkedFields;
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
