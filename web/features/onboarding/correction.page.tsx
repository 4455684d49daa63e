// §2 /{company}/{branch}/application-correction: the fields that the verifier asks to correct, to be resubmitted.
import { Textarea } from "@mantine/core";
import { IconChecks, IconMessageExclamation } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Field, Fields, Row } from "#domain/schema/collection.ts";
import { getErrorText } from "#domain/errors.ts";
import { text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { branchFields } from "#domain/onboarding/registration.ts";
import { otherArea } from "#domain/branches/area.ts";
import { getCorrectableFields, getRemarkedFields } from "#domain/onboarding/correction.ts";
import { getSubmissionField, getSubmissionLabel } from "#domain/onboarding/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { verifyTaxId } from "#web/api/tax-ids.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton, useFormState, type FormValues } from "#web/ui/forms/form.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card, Page, ActionBar, CenteredPage } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { type Submission, useSubmissions } from "#web/features/onboarding/use-submissions.ts";
import { type SubmittedCorrection, sendCorrections } from "#web/features/onboarding/api.ts";
import { CorrectionField } from "#web/features/onboarding/correction-field.tsx";
import { OptionalFields } from "#web/features/onboarding/optional-fields.tsx";
import { RestoredDraftNotice } from "#web/product/forms/restored-draft-notice.tsx";
import { readTabDraft, removeTabDraft, useKeptDraft } from "#web/product/forms/tab-draft.ts";
import { Text } from "#web/ui/text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Stack } from "#web/ui/layout.tsx";

export function ApplicationCorrectionPage() {
  const { submissions, error, retry } = useSubmissions();
  const { path } = useBranch();
  const rejected = submissions?.filter(({ row }) => row.status === "rejected");
  return (
    <CenteredPage width="form">
      <Page title="Correct your registration">
        {error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : !rejected ? (
          <SkeletonRows count={4} />
        ) : rejected.length === 0 ? (
          <EmptyState icon={IconChecks} title="Nothing to correct" text="No field was rejected.">
            <ButtonLink to={path("onboarding-form")} size="lg">
              View registration
            </ButtonLink>
          </EmptyState>
        ) : (
          <>
            <PendingSubmissions submissions={submissions ?? []} />
            <CorrectionForm rejected={rejected} />
          </>
        )}
      </Page>
    </CenteredPage>
  );
}

/** Names the parts that are under review, which need no correction now. */
function PendingSubmissions({ submissions }: { submissions: readonly Submission[] }) {
  const names = submissions.filter(({ row }) => row.status === "draft").map(({ row }) => row.name);
  if (names.length === 0) return null;
  return <Notice>Still under review: {names.join(", ")}. We will email you about the result.</Notice>;
}

/** Unique form field names across submissions: 'company:pan', '7:gstin'. */
const toFormFieldName = ({ kind, row }: Submission, field: string): string =>
  `${kind === "company" ? kind : row.id}:${field}`;

/** Fields held as lists or files, outside the text fields of the form. */
const nonTextFields = new Set(["company_logo", "documents", "tags", "amenities", "agreement"]);

function getFields({ kind, decisions: [rejection] }: Submission): { shown: string[]; others: string[] } {
  const { remarks = [], note = null } = rejection ?? {};
  const correctable = getCorrectableFields({ kind, remarks, note });
  const remarked = getRemarkedFields({ kind, remarks });
  if (remarked.length === 0) return { shown: correctable, others: [] };
  return { shown: remarked, others: correctable.filter((field) => !remarked.includes(field)) };
}

const listFields = (submission: Submission): string[] => Object.values(getFields(submission)).flat();

/** Form field for a submission field; non-text fields get a placeholder that carries the error. */
function toFormField({ kind, name }: { kind: Submission["kind"]; name: string }): Field {
  if (name === "area") return { ...branchFields.area, required: false };
  return nonTextFields.has(name)
    ? text()
    : { ...getSubmissionField(kind, name), label: getSubmissionLabel(kind, name) };
}

/** No selection means no change; 'Others' also sends the name of the missing area. */
function toSubmittedArea({
  submitted,
  name,
}: {
  submitted: { [name: string]: string | boolean | null };
  name: string;
}): Row {
  const area = submitted[name];
  if (typeof area !== "string") return {};
  return {
    area: Number(area),
    ...(area === String(otherArea.id) ? { area_name: submitted[`${name}_name`] ?? "" } : {}),
  };
}

/** What was entered and not sent. */
interface CorrectionDraft {
  /** Text fields of the form. */
  texts: FormValues;
  /** The others; of files, their ids. */
  values: { [name: string]: unknown };
  notes: { [of: string]: string };
}

interface KeepCorrectionProps extends Omit<CorrectionDraft, "texts"> {
  draft: { name: string; version: string };
  initial: FormValues;
}

function KeepCorrection({ draft, initial, values, notes }: KeepCorrectionProps) {
  const form = useFormState();
  const texts = pickEntries(form.values, (name, value) => value !== (initial[name] ?? ""));
  // An agreement is accepted with its text on screen.
  const kept = pickEntries(values, (name) => !name.endsWith(":agreement"));
  const isChanged = [texts, kept, notes].some((entries) => Object.keys(entries).length > 0);
  useKeptDraft({ ...draft, value: isChanged ? { texts, values: kept, notes } : undefined });
  return null;
}

function pickEntries<T>(
  entries: { readonly [name: string]: T },
  isPicked: (name: string, value: T) => boolean,
): { [name: string]: T } {
  return Object.fromEntries(Object.entries(entries).filter(([name, value]) => isPicked(name, value)));
}

function CorrectionForm({ rejected }: { rejected: readonly Submission[] }) {
  const navigate = useNavigate();
  const { branch } = useBranch();
  const { user } = useRequiredSession();
  // A draft ends with the next decision or correction.
  const draft = {
    name: `correction/${user.id}`,
    version: rejected.map(({ kind, row, decisions: [last] }) => `${kind} ${row.id} ${last?.id}`).join(),
  };
  const [stored, setStored] = useState(() => readTabDraft<CorrectionDraft>(draft));
  const [values, setValues] = useState(stored?.value.values ?? {});
  const [notes, setNotes] = useState(stored?.value.notes ?? {});
  const fields: Fields = {};
  const initial: FormValues = {};
  for (const submission of rejected)
    for (const name of listFields(submission)) {
      const value = submission.row[name];
      fields[toFormFieldName(submission, name)] = toFormField({ kind: submission.kind, name });
      if (name === "area") {
        fields[toFormFieldName(submission, "area_name")] = branchFields.area_name;
        continue;
      }
      if (!nonTextFields.has(name) && value !== null && value !== undefined)
        initial[toFormFieldName(submission, name)] = typeof value === "boolean" ? value : String(value);
    }

  function buildCorrection(
    submission: Submission,
    submitted: { [name: string]: string | boolean | null },
  ): SubmittedCorrection {
    const changes: Row = {};
    for (const field of listFields(submission)) {
      const name = toFormFieldName(submission, field);
      if (nonTextFields.has(field)) {
        if (name in values) changes[field] = values[name];
      } else if (field === "area") Object.assign(changes, toSubmittedArea({ submitted, name }));
      else if ((submitted[name] ?? null) !== (submission.row[field] ?? null)) changes[field] = submitted[name] ?? null;
    }
    const note = notes[toFormFieldName(submission, "note")]?.trim() || null;
    return { branch: submission.kind === "company" ? null : submission.row.id, changes, note };
  }

  async function send(submitted: { [name: string]: string | boolean | null }): Promise<void> {
    const corrections = rejected.map((submission) => buildCorrection(submission, submitted));
    const unchangedIndex = corrections.findIndex(({ changes, note }) => Object.keys(changes).length === 0 && !note);
    if (unchangedIndex >= 0)
      throw new ApiError({ code: "NO_CHANGES", status: 400, message: `*${getErrorText("NO_CHANGES")}` });
    try {
      for (const { changes } of corrections) {
        await verifyTaxId({ kind: "gstin", typed: changes["gstin"] });
        await verifyTaxId({ kind: "pan", typed: changes["pan"] });
      }
      const { application, set_up } = await sendCorrections(corrections);
      removeTabDraft(draft);
      showSuccess("APPLICATION_SENT");
      const isClosed = corrections.some((correction) => correction.branch === null || correction.branch === branch.id);
      await navigate("/success-registration", { state: { application, set_up, isClosed }, replace: true });
    } catch (thrown) {
      throw mapErrorField({ thrown, names: Object.keys(fields) });
    }
  }

  function renderField(submission: Submission, field: string) {
    const name = toFormFieldName(submission, field);
    return (
      <CorrectionField
        key={name}
        kind={submission.kind}
        field={field}
        name={name}
        row={submission.row}
        value={values[name]}
        onChange={(value) => setValues((current) => ({ ...current, [name]: value }))}
      />
    );
  }

  return (
    <Form
      key={stored ? "restored" : "new"}
      fields={fields}
      initial={{ ...initial, ...stored?.value.texts }}
      onSubmit={send}
    >
      <KeepCorrection draft={draft} initial={initial} values={values} notes={notes} />
      <Stack gap="lg">
        {stored && (
          <RestoredDraftNotice
            at={stored.at}
            onDiscard={() => {
              setStored(undefined);
              setValues({});
              setNotes({});
            }}
          />
        )}
        <Text c="dimmed">The verifier rejected the fields below and explained why. Correct them and submit again.</Text>
        {rejected.map((submission) => (
          <Card title={submission.row.name} key={toFormFieldName(submission, "")} gap="lg">
            {submission.decisions[0]?.note && <RemarkText remark={submission.decisions[0].note} />}
            {getFields(submission).shown.map((field) => (
              <Stack key={field} gap="xs">
                <RemarkText remark={submission.decisions[0]?.remarks.find((other) => other.field === field)?.remark} />
                {renderField(submission, field)}
              </Stack>
            ))}
            {getFields(submission).others.length > 0 && (
              <OptionalFields
                label="Other fields"
                names={getFields(submission).others.map((field) => toFormFieldName(submission, field))}
              >
                {getFields(submission).others.map((field) => renderField(submission, field))}
              </OptionalFields>
            )}
            <Textarea
              label="Message to the verifier"
              description="If a field is correct, explain why."
              value={notes[toFormFieldName(submission, "note")] ?? ""}
              maxLength={limits.reviewNote}
              autosize
              minRows={2}
              onChange={(event) => {
                const note = event.currentTarget.value;
                setNotes((current) => ({ ...current, [toFormFieldName(submission, "note")]: note }));
              }}
            />
          </Card>
        ))}
        <ActionBar>
          <SubmitButton>Submit again</SubmitButton>
        </ActionBar>
      </Stack>
    </Form>
  );
}

/** Maps a field of a server error to the first form field with that name. */
function mapErrorField({ thrown, names }: { thrown: unknown; names: readonly string[] }): unknown {
  if (!(thrown instanceof ApiError) || !thrown.field) return thrown;
  const formField = names.find((name) => name.endsWith(`:${thrown.field}`));
  return formField ? new ApiError({ ...thrown, message: thrown.message, extensions: { field: formField } }) : thrown;
}

function RemarkText({ remark }: { remark: string | undefined }) {
  if (!remark) return null;
  return (
    <Notice c="red" icon={IconMessageExclamation}>
      {remark}
    </Notice>
  );
}
