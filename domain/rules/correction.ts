// §2 /application-correction: what a vendor may change of a submission that was turned down, and what of it was changed.
import type { Row } from "#domain/collection.ts";
import type { Remark } from "#domain/rules/onboarding-review.ts";
import { reviewedFields } from "#domain/rules/onboarding-review.ts";
import type { SubmissionKind } from "#domain/submission.ts";

/** Exactly the fields that were remarked on; all of them where the rejection is a note alone. */
export function correctableFields({ kind, remarks }: { kind: SubmissionKind; remarks: readonly Remark[] }): string[] {
  const about = new Set(remarks.map(({ field }) => field));
  const fields: readonly string[] = reviewedFields[kind];
  return about.size === 0 ? [...fields] : fields.filter((field) => about.has(field));
}

export type Changes = { [field: string]: [before: unknown, after: unknown] };

/** What differs, as it stood and as it stands; an empty text is nothing. */
export function changesBetween({ before, after }: { before: Row; after: Row }): Changes {
  const changes: Changes = {};
  for (const [field, value] of Object.entries(after)) {
    const was = before[field] ?? null;
    const is = value === "" || value === undefined ? null : value;
    if (JSON.stringify(was) !== JSON.stringify(is)) changes[field] = [was, is];
  }
  return changes;
}
