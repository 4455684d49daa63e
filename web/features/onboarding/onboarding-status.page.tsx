// §2 /{company}/{branch}/onboarding-form: submitted details of the company and each branch, and the review decisions.
import { useSearchParams } from "react-router";
import { reviewedFields } from "#domain/onboarding/onboarding-review.ts";
import { onboardingStates } from "#domain/onboarding/states.ts";
import { getSubmissionLabel } from "#domain/onboarding/submission.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { SubmissionValue } from "#web/product/submission/submission-value.tsx";
import { onboardingStatusIcons, onboardingStatusLabels } from "#web/product/submission/labels.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { type Submission, useSubmissions } from "#web/features/onboarding/use-submissions.ts";
import styles from "#web/features/onboarding/onboarding.module.css";

export function OnboardingStatusPage() {
  const { submissions, error, retry } = useSubmissions();
  const { branch, path } = useBranch();
  const [search, setSearch] = useSearchParams();
  const selectedKey = search.get("of") ?? String(branch.id);
  const shown = submissions?.find((submission) => getSubmissionKey(submission) === selectedKey) ?? submissions?.[0];
  const hasRejected = submissions?.some(({ row }) => row.status === "rejected");
  return (
    <div className={styles["wideFrame"]}>
      <Page
        title="Registration status"
        actions={
          <span className={styles["inline"]}>
            {hasRejected && (
              <ButtonLink to={path("application-correction")} size="lg" color="marigold">
                Correct rejected fields
              </ButtonLink>
            )}
            <ButtonLink to="/branch-register" size="lg" variant="default">
              Add branch
            </ButtonLink>
          </span>
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
    </div>
  );
}

function getSubmissionKey({ kind, row }: Submission): string {
  return kind === "company" ? "company" : String(row.id);
}

function SubmissionDetails({ submission: { kind, row, decisions } }: { submission: Submission }) {
  return (
    <>
      <Card>
        <div className={styles["header"]}>
          <h2 className={styles["heading"]}>{row.name}</h2>
          <StatusBadge
            label={onboardingStatusLabels[row.status]}
            colour={onboardingStates.states[row.status].colour}
            icon={onboardingStatusIcons[row.status]}
          />
        </div>
        <dl className={styles["submittedFields"]}>
          {reviewedFields[kind].map((name) => (
            <div key={name}>
              <dt>{getSubmissionLabel(kind, name)}</dt>
              <dd>
                <SubmissionValue kind={kind} name={name} value={row[name]} />
              </dd>
            </div>
          ))}
          {kind === "branch" && Boolean(row["agreement_accepted_at"]) && (
            <div>
              <dt>Accepted by</dt>
              <dd>
                {String(row["agreement_accepted_by"])}, <DateTime at={String(row["agreement_accepted_at"])} />
              </dd>
            </div>
          )}
        </dl>
      </Card>
      <Card>
        <h2 className={styles["heading"]}>Reviews</h2>
        {decisions.length === 0 ? (
          <p className={styles["muted"]}>
            Submitted <DateTime at={row.date_created} />. Not reviewed yet.
          </p>
        ) : (
          <ol className={styles["decisions"]}>
            {decisions.map((decision) => (
              <li key={decision.id}>
                <strong>
                  {decision.changes ? "Corrected and resubmitted" : onboardingStatusLabels[decision.decision]}
                </strong>{" "}
                <span className={styles["muted"]}>
                  <DateTime at={decision.date_created} />
                </span>
                {decision.note && <p>{decision.note}</p>}
                {decision.remarks.map(({ field, remark }) => (
                  <p key={field}>
                    {getSubmissionLabel(kind, field)}: {remark}
                  </p>
                ))}
                {decision.changes && (
                  <p>
                    {Object.keys(decision.changes)
                      .map((field) => getSubmissionLabel(kind, field))
                      .join(", ")}
                  </p>
                )}
              </li>
            ))}
          </ol>
        )}
      </Card>
    </>
  );
}
