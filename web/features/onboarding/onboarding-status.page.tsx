// §2 /{company}/{branch}/onboarding-form: submitted details of the company and each branch, and the review decisions.
import { useSearchParams } from "react-router";
import { reviewedFields } from "#domain/onboarding/onboarding-review.ts";
import { onboardingStates } from "#domain/onboarding/states.ts";
import { getSubmissionLabel } from "#domain/onboarding/submission.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Card, Page, CenteredPage } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { SubmissionValue } from "#web/product/submission/submission-value.tsx";
import { onboardingStatusIcons, onboardingStatusLabels } from "#web/product/submission/labels.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { type Submission, useSubmissions } from "#web/features/onboarding/use-submissions.ts";
import { Group } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Timeline, TimelineItem } from "#web/ui/data/timeline.tsx";

export function OnboardingStatusPage() {
  const { submissions, error, retry } = useSubmissions();
  const { branch, path } = useBranch();
  const [search, setSearch] = useSearchParams();
  const selectedKey = search.get("of") ?? String(branch.id);
  const shown = submissions?.find((submission) => getSubmissionKey(submission) === selectedKey) ?? submissions?.[0];
  const hasRejected = submissions?.some(({ row }) => row.status === "rejected");
  return (
    <CenteredPage width="reading">
      <Page
        title="Registration status"
        actions={
          <Group component="span">
            {hasRejected && (
              <ButtonLink to={path("application-correction")} size="lg" color="marigold">
                Correct rejected fields
              </ButtonLink>
            )}
            <ButtonLink to="/branch-register" size="lg" variant="default">
              Add branch
            </ButtonLink>
          </Group>
        }
      >
        {error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : !submissions || !shown ? (
          <SkeletonRows count={6} />
        ) : (
          <>
            <FilterChipGroup label="Company or branch">
              {submissions.map((submission) => (
                <FilterChip
                  key={getSubmissionKey(submission)}
                  label={submission.kind === "company" ? "Company" : submission.row.name}
                  isChosen={submission === shown}
                  onPress={() =>
                    setSearch({ of: getSubmissionKey(submission) }, { replace: true, preventScrollReset: true })
                  }
                />
              ))}
            </FilterChipGroup>
            <SubmissionDetails submission={shown} />
          </>
        )}
      </Page>
    </CenteredPage>
  );
}

function getSubmissionKey({ kind, row }: Submission): string {
  return kind === "company" ? "company" : String(row.id);
}

function SubmissionDetails({ submission: { kind, row, decisions } }: { submission: Submission }) {
  return (
    <>
      <Card
        title={row.name}
        actions={
          <StatusBadge
            label={onboardingStatusLabels[row.status]}
            colour={onboardingStates.states[row.status].colour}
            icon={onboardingStatusIcons[row.status]}
          />
        }
      >
        <KeyValueList layout="stacked" minColumnWidth={260} gap="md">
          {reviewedFields[kind].map((name) => (
            <KeyValue key={name} label={getSubmissionLabel(kind, name)}>
              <SubmissionValue kind={kind} name={name} value={row[name]} />
            </KeyValue>
          ))}
          {kind === "branch" && Boolean(row["agreement_accepted_at"]) && (
            <KeyValue label="Accepted by">
              {String(row["agreement_accepted_by"])}, <DateTime at={String(row["agreement_accepted_at"])} />
            </KeyValue>
          )}
        </KeyValueList>
      </Card>
      <Card title="Reviews">
        {decisions.length === 0 ? (
          <Text c="dimmed">
            Submitted <DateTime at={row.date_created} />. Not reviewed yet.
          </Text>
        ) : (
          <Timeline>
            {decisions.map((decision) => (
              <TimelineItem key={decision.id} meta={<DateTime at={decision.date_created} />}>
                {decision.changes ? "Corrected and resubmitted" : onboardingStatusLabels[decision.decision]}
                {decision.note && <Text fw="regular">{decision.note}</Text>}
                {decision.remarks.map(({ field, remark }) => (
                  <Text key={field} fw="regular">
                    {getSubmissionLabel(kind, field)}: {remark}
                  </Text>
                ))}
                {decision.changes && (
                  <Text fw="regular">
                    {Object.keys(decision.changes)
                      .map((field) => getSubmissionLabel(kind, field))
                      .join(", ")}
                  </Text>
                )}
              </TimelineItem>
            ))}
          </Timeline>
        )}
      </Card>
    </>
  );
}
