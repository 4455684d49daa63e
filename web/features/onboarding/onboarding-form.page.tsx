// §2 /{company}/{branch}/onboarding-form: what was sent of the company and of each branch, and what was decided on it.
import { useSearchParams } from "react-router";
import { reviewedFields } from "#domain/rules/onboarding-review.ts";
import { onboardingStates } from "#domain/states/onboarding.ts";
import { labelOfSubmission } from "#domain/submission.ts";
import { useBranch } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { SubmissionValue } from "#web/ui/submission/submission-value.tsx";
import { statusIcons, statusWords } from "#web/ui/submission/words.ts";
import { Moment } from "#web/ui/time.tsx";
import { type Submission, useSubmissions } from "#web/features/onboarding/application.ts";
import styles from "#web/features/onboarding/onboarding.module.css";

export function OnboardingFormPage() {
  const { submissions, error, retry } = useSubmissions();
  const { branch, path } = useBranch();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("of") ?? String(branch.id);
  const shown = submissions?.find((one) => keyOf(one) === wanted) ?? submissions?.[0];
  const isToCorrect = submissions?.some(({ row }) => row.status === "rejected");
  return (
    <div className={styles["wide"]}>
      <Page
        title="Onboarding"
        actions={
          <span className={styles["line"]}>
            {isToCorrect && (
              <ButtonLink to={path("application-correction")} size="lg" color="marigold">
                Correct what was turned down
              </ButtonLink>
            )}
            <ButtonLink to="/branch-register" size="lg" variant="default">
              Register another branch
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
            <Chips label="Show">
              {submissions.map((one) => (
                <Chip
                  key={keyOf(one)}
                  label={one.kind === "company" ? "Company" : one.row.name}
                  isChosen={one === shown}
                  onPress={() => setSearch({ of: keyOf(one) }, { replace: true, preventScrollReset: true })}
                />
              ))}
            </Chips>
            <Sent submission={shown} />
          </>
        )}
      </Page>
    </div>
  );
}

function keyOf({ kind, row }: Submission): string {
  return kind === "company" ? "company" : String(row.id);
}

function Sent({ submission: { kind, row, decisions } }: { submission: Submission }) {
  return (
    <>
      <Card>
        <div className={styles["head"]}>
          <h2 className={styles["heading"]}>{row.name}</h2>
          <StatusBadge
            label={statusWords[row.status]}
            colour={onboardingStates.states[row.status].colour}
            icon={statusIcons[row.status]}
          />
        </div>
        <dl className={styles["sent"]}>
          {reviewedFields[kind].map((name) => (
            <div key={name}>
              <dt>{labelOfSubmission(kind, name)}</dt>
              <dd>
                <SubmissionValue kind={kind} name={name} value={row[name]} />
              </dd>
            </div>
          ))}
          {kind === "branch" && Boolean(row["agreement_accepted_at"]) && (
            <div>
              <dt>Accepted by</dt>
              <dd>
                {String(row["agreement_accepted_by"])}, <Moment at={row["agreement_accepted_at"] as string} />
              </dd>
            </div>
          )}
        </dl>
      </Card>
      <Card>
        <h2 className={styles["heading"]}>What was decided</h2>
        {decisions.length === 0 ? (
          <p className={styles["soft"]}>
            Sent <Moment at={row.date_created} />. Nothing has been decided yet.
          </p>
        ) : (
          <ol className={styles["decisions"]}>
            {decisions.map((decision) => (
              <li key={decision.id}>
                <strong>{decision.changes ? "Corrected and sent again" : statusWords[decision.decision]}</strong>{" "}
                <span className={styles["soft"]}>
                  <Moment at={decision.date_created} />
                </span>
                {decision.note && <p>{decision.note}</p>}
                {decision.remarks.map(({ field, remark }) => (
                  <p key={field}>
                    {labelOfSubmission(kind, field)}: {remark}
                  </p>
                ))}
                {decision.changes && (
                  <p>
                    {Object.keys(decision.changes)
                      .map((field) => labelOfSubmission(kind, field))
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
