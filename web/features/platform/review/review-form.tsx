// Review of one submission: fields with remarks, possible duplicates, decision history and the decision.
import { Textarea } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isJsonObject } from "#domain/json-object.ts";
import type { Row } from "#domain/schema/collection.ts";
import { getErrorText } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { compareWithRegister, type Suggestions } from "#domain/onboarding/prefill.ts";
import { listAcceptedFields, requiresReason, reviewedFields } from "#domain/onboarding/onboarding-review.ts";
import { onboardingStates } from "#domain/onboarding/states.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { getSubmissionLabel, type SubmissionKind } from "#domain/onboarding/submission.ts";
import { queryClient } from "#web/api/query-client.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { ActionBar, Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import {
  DuplicateSubmissions,
  DecisionHistory,
  SecondApprovalNotice,
} from "#web/features/platform/review/related-submissions.tsx";
import { DecisionButton } from "#web/features/platform/review/decision-button.tsx";
import { OpenPoints } from "#web/features/platform/review/open-points.tsx";
import { applicantMessageId, ReviewedField } from "#web/features/platform/review/reviewed-field.tsx";
import { MessageQuotaForm } from "#web/features/platform/message-quota.tsx";
import { platformSettingsQuery } from "#web/features/platform/platform-settings.ts";
import { PlatformFees } from "#web/features/platform/two-person/platform-fees.tsx";
import { ReviewShortcuts } from "#web/features/platform/review/review-shortcuts.tsx";
import { taxIdQuery } from "#web/api/tax-ids.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { submitDecision, reviewsQuery } from "#web/features/platform/review/submissions.ts";
import type { ComparedSubmission, Review, SubmissionRef } from "#web/features/platform/review/submissions.ts";
import { Applicant } from "#web/features/platform/review/applicant.tsx";
import { decisionLabels, standardReasons } from "#web/features/platform/labels.ts";
import { RestoredDraftNotice } from "#web/product/forms/restored-draft-notice.tsx";
import { readTabDraft, useKeptDraft } from "#web/product/forms/tab-draft.ts";
import { Select } from "#web/ui/forms/select.tsx";
import { Columns, Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Text } from "#web/ui/text.tsx";
import { KeyValueList } from "#web/ui/data/key-value-list.tsx";

/** A branch in a new area has none until the request is granted: what was asked for is shown. */
function getReviewedValue(row: Row, name: string): unknown {
  const { area, area_request: request } = row;
  const isRequested = name === "area" && !area && isJsonObject(request) && typeof request["area_name"] === "string";
  return isRequested ? { area_name: `${String(request["area_name"])} (new area, requested)` } : row[name];
}

/** What the register of the GSTIN, or of a company's PAN, has instead of what was typed. */
function useRegisterComparison({ kind: subject, row }: { kind: SubmissionKind; row: ComparedSubmission }): {
  registeredName: unknown;
  differences: Suggestions;
  warnings: string[];
} {
  const { gstin, pan, company } = row;
  const number = company ? gstin : pan;
  const kind = company ? "gstin" : "pan";
  const { data: answer, error } = useQuery(
    taxIdQuery({ kind, number: typeof number === "string" && number !== "" ? number : undefined }),
  );
  const registeredName = company ? company.registered_name : row["registered_name"];
  const typed = { ...row, registered_name: registeredName };
  const differences = compareWithRegister({ typed, gstin: typeof gstin === "string" ? gstin : "", answer });
  const labels = Object.keys(differences).map((name) =>
    getSubmissionLabel(name === "registered_name" ? "company" : subject, name),
  );
  return {
    registeredName,
    differences,
    warnings: [
      ...(error ? [error.message.replace(/^\*/, "")] : []),
      ...(labels.length > 0 ? [`The register differs: ${labels.join(", ")}`] : []),
    ],
  };
}

/** What was entered and not sent. */
interface ReviewDraft {
  remarks: { [field: string]: string };
  note: string;
  accepted: string[];
}

interface ReviewFormProps {
  kind: SubmissionKind;
  row: ComparedSubmission & { status: OnboardingStatus };
  subject: SubmissionRef;
}

export function ReviewForm({ kind, row, subject }: ReviewFormProps) {
  const { data: reviews, error, refetch } = useQuery(reviewsQuery(subject));
  if (error && !reviews) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!reviews) return <SkeletonRows count={6} />;
  return <ReviewFields kind={kind} row={row} subject={subject} reviews={reviews} />;
}

function ReviewFields({ kind, row, subject, reviews }: ReviewFormProps & { reviews: readonly Review[] }) {
  const { user } = useRequiredSession();
  // A draft ends with the next decision or correction.
  const draft = {
    name: `review/${user.id}/${subject.company}/${subject.branch ?? ""}`,
    version: String(reviews[0]?.id ?? ""),
  };
  const [stored, setStored] = useState(() => readTabDraft<ReviewDraft>(draft));
  const [remarks, setRemarks] = useState(stored?.value.remarks ?? {});
  const [note, setNote] = useState(stored?.value.note ?? "");
  const [noteError, setNoteError] = useState<string>();
  // What an earlier verifier has accepted stays so until it changes.
  const acceptedBefore = listAcceptedFields(reviews);
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(
    stored ? new Set(stored.value.accepted) : acceptedBefore,
  );
  // A decision or a correction ends what was accepted; remarks that are being written stay.
  const [version, setVersion] = useState(draft.version);
  if (version !== draft.version) {
    setVersion(draft.version);
    setAccepted(acceptedBefore);
  }
  const { registeredName, differences, warnings } = useRegisterComparison({ kind, row });
  const { data: settings } = useQuery(platformSettingsQuery);
  const last = reviews[0];
  // A resubmission is reviewed against the remarks of the decision before it.
  const corrections = last?.changes ?? undefined;
  const previousRemarks = (corrections ? reviews[1] : last)?.remarks ?? [];
  // Also while a first of two approvals waits for the second.
  const answer = row.status === "draft" ? reviews.find(({ awaits_second: isFirst }) => !isFirst) : undefined;
  const message = answer?.changes ? answer.note : null;
  const filledRemarks = Object.entries(remarks).flatMap(([field, remark]) =>
    remark.trim() === "" ? [] : [{ field, remark: remark.trim() }],
  );

  const isSelectionChanged =
    accepted.size !== acceptedBefore.size || [...accepted].some((name) => !acceptedBefore.has(name));
  const isChanged = filledRemarks.length > 0 || note.trim() !== "" || isSelectionChanged;
  useKeptDraft({ ...draft, value: isChanged ? { remarks, note, accepted: [...accepted] } : undefined });

  function reset(): void {
    setStored(undefined);
    setRemarks({});
    setNote("");
  }

  const isFirstApproverOf = (decision: OnboardingStatus): boolean =>
    decision === "published" && last?.awaits_second === true && last.user_created?.id === user.id;

  function toggleAccepted(name: string): void {
    setAccepted(
      (current) => new Set(current.has(name) ? [...current].filter((other) => other !== name) : [...current, name]),
    );
  }

  /** True if the decision may be sent; otherwise shows the error at the note. */
  function isReady(decision: OnboardingStatus): boolean {
    const isMissing = requiresReason(decision) && filledRemarks.length === 0 && note.trim() === "";
    setNoteError(isMissing ? getErrorText("REMARK_REQUIRED") : undefined);
    if (isMissing) document.querySelector<HTMLElement>("textarea[name=note]")?.focus();
    return !isMissing;
  }

  async function send(decision: OnboardingStatus): Promise<void> {
    try {
      const { awaits_second: isFirst } = await submitDecision({
        subject,
        lastReviewId: last?.id,
        decision,
        remarks: filledRemarks,
        accepted: reviewedFields[kind].filter(
          (name) => accepted.has(name) && filledRemarks.every(({ field }) => field !== name),
        ),
        note,
      });
      reset();
      showSuccess(isFirst ? "Approved by you. Waiting for a second verifier" : decisionLabels[decision]);
    } finally {
      // Refetched on errors too, to show a decision made meanwhile by another verifier.
      void queryClient.invalidateQueries({ queryKey: ["items"] });
    }
  }

  return (
    <>
      {stored && (
        <RestoredDraftNotice
          at={stored.at}
          onDiscard={() => {
            reset();
            setAccepted(acceptedBefore);
          }}
        />
      )}
      {message && (
        <Notice c="blue" icon={IconMessage} id={applicantMessageId}>
          <strong>Message from {answer?.user_created?.first_name ?? "the applicant"}:</strong> {message}
        </Notice>
      )}
      <Columns template="3fr 2fr">
        <Card>
          <Group justify="space-between">
            <Text component="span" c="dimmed" role="status">
              {accepted.size} of {reviewedFields[kind].length} fields accepted
            </Text>
            <ReviewShortcuts subject={subject} />
          </Group>
          <KeyValueList layout="stacked" minColumnWidth={480} gap="xs">
            {reviewedFields[kind].map((name) => (
              <ReviewedField
                key={name}
                kind={kind}
                name={name}
                value={getReviewedValue(row, name)}
                registeredName={registeredName}
                registerValue={differences[name]}
                isAccepted={accepted.has(name)}
                onAccept={() => toggleAccepted(name)}
                previousRemark={previousRemarks.find(({ field }) => field === name)?.remark}
                hasMessage={message !== null}
                change={corrections?.[name]}
                remark={remarks[name]}
                onRemark={(remark) => setRemarks((current) => ({ ...current, [name]: remark }))}
              />
            ))}
          </KeyValueList>
        </Card>
        <Stack>
          {last?.awaits_second && <SecondApprovalNotice by={last.user_created?.first_name} />}
          <Applicant company={subject.company} row={row} />
          <DuplicateSubmissions kind={kind} row={row} />
          <Card gap="sm">
            <Textarea
              name="note"
              label="Note"
              description="Shown to the company admin together with the remarks."
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
            <Select
              label="Add a standard reason"
              data={["", ...standardReasons]}
              value=""
              onChange={(event) => {
                const reason = event.currentTarget.value;
                setNote((current) => [current.trim(), reason].filter(Boolean).join("\n").slice(0, limits.reviewNote));
                setNoteError(undefined);
              }}
            />
          </Card>
          {kind === "branch" && <PlatformFees row={row} />}
          {kind === "branch" && <MessageQuotaForm row={row} />}
          <DecisionHistory kind={kind} reviews={reviews} />
        </Stack>
      </Columns>
      <ActionBar>
        {onboardingStates.states[row.status].transitions.map((decision) => (
          <DecisionButton
            key={decision}
            from={row.status}
            decision={decision}
            isSecondary={isFirstApproverOf(decision)}
            kind={kind}
            name={String(row["name"])}
            isReady={() => isReady(decision)}
            isFirstOfTwo={settings?.publishing_takes_two === true && last?.awaits_second !== true}
            onDecide={() => send(decision)}
          >
            <OpenPoints
              {...{ kind, row, decision, accepted, warnings }}
              remarked={filledRemarks.map(({ field }) => field)}
            />
          </DecisionButton>
        ))}
      </ActionBar>
    </>
  );
}
