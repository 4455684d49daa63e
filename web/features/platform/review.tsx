// One submission: each field with a place for a remark, who else says the same, what was decided before, and the decision.
import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Row } from "#domain/collection.ts";
import { errorText } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import { mustSayWhy, reviewedFields } from "#domain/rules/onboarding-review.ts";
import { onboardingStates } from "#domain/states/onboarding.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import type { SubmissionKind } from "#domain/submission.ts";
import { queryClient } from "#web/items/query-client.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { ActionBar, Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Alike, Decisions, WaitsForSecond } from "#web/features/platform/beside.tsx";
import { DecisionButton } from "#web/features/platform/decision-button.tsx";
import { ReviewedField } from "#web/features/platform/reviewed-field.tsx";
import { Shares } from "#web/features/platform/shares.tsx";
import { decide, reviewsQuery } from "#web/features/platform/submissions.ts";
import type { ReviewWire, Subject } from "#web/features/platform/submissions.ts";
import { decisionWords } from "#web/features/platform/words.ts";
import styles from "#web/features/platform/platform.module.css";

interface ReviewProps {
  kind: SubmissionKind;
  row: Row & { id: number; status: OnboardingStatus };
  subject: Subject;
}

export function Review({ kind, row, subject }: ReviewProps) {
  const { data: reviews, error, refetch } = useQuery(reviewsQuery(subject));
  if (error && !reviews) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!reviews) return <SkeletonRows count={6} />;
  return <Known kind={kind} row={row} subject={subject} reviews={reviews} />;
}

function Known({ kind, row, subject, reviews }: ReviewProps & { reviews: readonly ReviewWire[] }) {
  const [remarks, setRemarks] = useState<{ [field: string]: string }>({});
  const [note, setNote] = useState("");
  const [noteError, setNoteError] = useState<string>();
  const last = reviews[0];
  // What a vendor has sent again is looked at by what was said before.
  const corrected = last?.changes ?? undefined;
  const saidBefore = (corrected ? reviews[1] : last)?.remarks ?? [];
  const said = Object.entries(remarks).flatMap(([field, remark]) =>
    remark.trim() === "" ? [] : [{ field, remark: remark.trim() }],
  );

  /** True where the decision may be sent; what is missing is said by its field. */
  function isReady(decision: OnboardingStatus): boolean {
    const isMissing = mustSayWhy(decision) && said.length === 0 && note.trim() === "";
    setNoteError(isMissing ? errorText("REMARK_REQUIRED") : undefined);
    if (isMissing) document.querySelector<HTMLElement>("textarea[name=note]")?.focus();
    return !isMissing;
  }

  async function send(decision: OnboardingStatus): Promise<void> {
    try {
      const { awaits_second: isFirst } = await decide({ subject, follows: last?.id, decision, remarks: said, note });
      setRemarks({});
      setNote("");
      showSuccess(isFirst ? "Kept: a second person has to say it too" : decisionWords[decision]);
    } finally {
      // What somebody else decided meanwhile is shown too.
      void queryClient.invalidateQueries({ queryKey: ["items"] });
    }
  }

  return (
    <>
      <div className={styles["columns"]}>
        <Card className={styles["submission"]}>
          <dl className={styles["fields"]}>
            {reviewedFields[kind].map((name) => (
              <ReviewedField
                key={name}
                kind={kind}
                name={name}
                value={row[name]}
                before={saidBefore.find(({ field }) => field === name)?.remark}
                changed={corrected?.[name]}
                remark={remarks[name]}
                onRemark={(remark) => setRemarks((known) => ({ ...known, [name]: remark }))}
              />
            ))}
          </dl>
        </Card>
        <div className={styles["beside"]}>
          {last?.awaits_second && <WaitsForSecond by={last.user_created?.first_name} />}
          <Alike kind={kind} row={row} />
          <Card>
            <Textarea
              name="note"
              label="Note"
              description="Read by the admin of the company, with the remarks."
              value={note}
              error={noteError}
              maxLength={limits.reviewNote}
              autosize
              minRows={3}
              onChange={(event) => {
                setNote(event.currentTarget.value);
                setNoteError(undefined);
              }}
            />
          </Card>
          {kind === "branch" && <Shares row={row} />}
          <Decisions kind={kind} reviews={reviews} />
        </div>
      </div>
      <ActionBar>
        {onboardingStates.states[row.status].to.map((decision) => (
          <DecisionButton
            key={decision}
            from={row.status}
            decision={decision}
            kind={kind}
            name={String(row["name"])}
            isReady={() => isReady(decision)}
            onDecide={() => send(decision)}
          />
        ))}
      </ActionBar>
    </>
  );
}
