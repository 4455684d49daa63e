// Possible duplicates of a submission, and its decision history.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Row } from "#domain/schema/collection.ts";
import { isFilled } from "#domain/schema/fields.ts";
import { onboardingStates } from "#domain/onboarding/states.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { duplicatesQuery } from "#web/features/platform/review/submissions.ts";
import type { ComparedSubmission, DuplicateSubmission, Review } from "#web/features/platform/review/submissions.ts";
import { getSubmissionLabel, type SubmissionKind } from "#domain/onboarding/submission.ts";
import { onboardingStatusIcons, onboardingStatusLabels } from "#web/product/submission/labels.ts";
import { decisionLabels } from "#web/features/platform/labels.ts";
import { Text, Title } from "#web/ui/text.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";

export function DuplicateSubmissions({ kind, row }: { kind: SubmissionKind; row: ComparedSubmission }) {
  const { data: others = [] } = useQuery(duplicatesQuery({ kind, row }));
  if (others.length === 0) return null;
  return (
    <Notice>
      <Title>Possible duplicates</Title>
      <Stack component="ul">
        {others.map((other) => (
          <li key={other.id}>
            <Link to={getReviewPath({ kind, other })}>{getSubmissionName(other)}</Link> (
            {onboardingStatusLabels[other.status].toLowerCase()}): {getMatchingFields({ kind, row, other })}
          </li>
        ))}
      </Stack>
    </Notice>
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
    (name) => !["id", "status"].includes(name) && isFilled(row[name]) && other[name] === row[name],
  );
  return matchingNames.map((name) => getSubmissionLabel(kind, name)).join(", ") || "PAN in a branch GSTIN";
}

export function SecondApprovalNotice({ by }: { by: string | undefined }) {
  return (
    <Notice role="status">1 of 2 accepted. Approved by {by ?? "a verifier"}. Waiting for a second verifier.</Notice>
  );
}

export function DecisionHistory({ kind, reviews }: { kind: SubmissionKind; reviews: readonly Review[] }) {
  if (reviews.length === 0) return <Text c="dimmed">No decisions yet.</Text>;
  return (
    <Card title="Earlier decisions">
      <Stack component="ol">
        {reviews.map((review) => (
          <Stack key={review.id} component="li" gap="2xs">
            <Group component="span" gap="sm">
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
              <Text component="span" c="dimmed">
                {review.user_created?.first_name ?? "Unknown user"}, <DateTime at={review.date_created} />
              </Text>
            </Group>
            {review.note && <p>{review.note}</p>}
            {review.remarks.map(({ field, remark }) => (
              <p key={field}>
                <strong>{getSubmissionLabel(kind, field)}</strong>: {remark}
              </p>
            ))}
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
