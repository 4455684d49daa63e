// Possible duplicates of a submission, and its decision history.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Row } from "#domain/schema/collection.ts";
import { onboardingStates } from "#domain/onboarding/states.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { duplicatesQuery } from "#web/features/platform/review/submissions.ts";
import type { ComparedSubmission, DuplicateSubmission, Review } from "#web/features/platform/review/submissions.ts";
import { getSubmissionLabel, type SubmissionKind } from "#domain/onboarding/submission.ts";
import { onboardingStatusIcons, onboardingStatusLabels } from "#web/product/submission/labels.ts";
import { decisionLabels } from "#web/features/platform/labels.ts";
import styles from "#web/features/platform/platform.module.css";

export function DuplicateSubmissions({ kind, row }: { kind: SubmissionKind; row: ComparedSubmission }) {
  const { data: others = [] } = useQuery(duplicatesQuery({ kind, row }));
  if (others.length === 0) return null;
  return (
    <Card className={styles["duplicates"]}>
      <h2 className={styles["heading"]}>Possible duplicates</h2>
      <ul className={styles["plainList"]}>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={getReviewPath({ kind, other })}>{getSubmissionName(other)}</Link>{" "}
            <span className={styles["muted"]}>
              ({onboardingStatusLabels[other.status].toLowerCase()}): {getMatchingFields({ kind, row, other })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function getSubmissionName(other: DuplicateSubmission): string {
  return [other.name, other.company?.name].filter(Boolean).join(", ");
}

function getReviewPath({ kind, other }: { kind: SubmissionKind; other: DuplicateSubmission }): string {
  const { id } = other;
  return kind === "company"
    ? `/platform/review?company=${id}`
    : `/platform/review?company=${other.company?.id}&branch=${id}`;
}

function getMatchingFields({ kind, row, other }: { kind: SubmissionKind; row: Row; other: Row }): string {
  const matchingNames = Object.keys(other).filter(
    (name) => !["id", "status"].includes(name) && other[name] === row[name],
  );
  return matchingNames.map((name) => getSubmissionLabel(kind, name)).join(", ") || "PAN in a branch GSTIN";
}

export function SecondApprovalNotice({ by }: { by: string | undefined }) {
  return (
    <p className={styles["warning"]} role="status">
      Approved by {by ?? "a verifier"}. Waiting for a second verifier.
    </p>
  );
}

export function DecisionHistory({ kind, reviews }: { kind: SubmissionKind; reviews: readonly Review[] }) {
  if (reviews.length === 0) return <p className={styles["muted"]}>No decisions yet.</p>;
  return (
    <Card>
      <h2 className={styles["heading"]}>Earlier decisions</h2>
      <ol className={styles["plainList"]}>
        {reviews.map((review) => (
          <li key={review.id} className={styles["decision"]}>
            <span className={styles["inline"]}>
              <StatusBadge
                label={
                  review.awaits_second
                    ? "First approval"
                    : review.changes
                      ? "Resubmitted"
                      : decisionLabels[review.decision]
                }
                colour={review.awaits_second ? "amber" : onboardingStates.states[review.decision].colour}
                icon={onboardingStatusIcons[review.decision]}
              />
              <span className={styles["muted"]}>
                {review.user_created?.first_name ?? "Unknown user"}, <DateTime at={review.date_created} />
              </span>
            </span>
            {review.note && <p>{review.note}</p>}
            {review.remarks.map(({ field, remark }) => (
              <p key={field}>
                <strong>{getSubmissionLabel(kind, field)}</strong>: {remark}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}
