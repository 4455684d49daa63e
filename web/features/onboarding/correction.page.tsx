// §2 /{company}/{branch}/application-correction: exactly the fields that were remarked on, each with its remark, to be sent again.
import { Textarea } from "@mantine/core";
import { IconChecks, IconMessageExclamation } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Field, Fields, Row } from "#domain/collection.ts";
import { errorText } from "#domain/errors.ts";
import { text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { placeFields } from "#domain/registration.ts";
import { otherArea } from "#domain/rules/area.ts";
import { correctableFields } from "#domain/rules/correction.ts";
import { fieldOfSubmission, labelOfSubmission } from "#domain/submission.ts";
import { ApiError } from "#web/items/api-error.ts";
import { checkTaxId } from "#web/items/tax-ids.ts";
import { useBranch } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton, type FormValues } from "#web/ui/form.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { type Submission, useSubmissions } from "#web/features/onboarding/application.ts";
import { type CorrectionSent, sendCorrections } from "#web/features/onboarding/calls.ts";
import { CorrectedField } from "#web/features/onboarding/corrected-field.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

export function ApplicationCorrectionPage() {
  const { submissions, error, retry } = useSubmissions();
  const { path } = useBranch();
  const rejected = submissions?.filter(({ row }) => row.status === "rejected");
  return (
    <div className={styles["frame"]}>
      <Page title="Correct your application">
        {error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : !rejected ? (
          <SkeletonRows count={4} />
        ) : rejected.length === 0 ? (
          <EmptyState icon={IconChecks} title="Nothing to correct" text="Nothing of your company is turned down.">
            <ButtonLink to={path("onboarding-form")} size="lg">
              See what was sent
            </ButtonLink>
          </EmptyState>
        ) : (
          <Corrections rejected={rejected} />
        )}
      </Page>
    </div>
  );
}

/** A form's field names must differ: 'company:pan', '7:gstin'. */
const nameIn = ({ kind, row }: Submission, field: string): string => `${kind === "company" ? kind : row.id}:${field}`;

/** Kept as lists or files beside the typed fields. */
const lists = new Set(["company_logo", "documents", "tags", "amenities", "agreement"]);

function asked(submission: Submission): string[] {
  return correctableFields({ kind: submission.kind, remarks: submission.decisions[0]?.remarks ?? [] });
}

/** An error of the server names a field alone: it stands at the first place that has it. */
function typedField({ kind, name }: { kind: Submission["kind"]; name: string }): Field {
  if (name === "area") return { ...placeFields.area, required: false };
  return lists.has(name) ? text() : { ...fieldOfSubmission(kind, name), label: labelOfSubmission(kind, name) };
}

/** Nothing chosen is no change; with 'Others' comes the name of the one that is missing. */
function areaIn({ typed, name }: { typed: { [name: string]: string | boolean | null }; name: string }): Row {
  const area = typed[name];
  if (typeof area !== "string") return {};
  return { area: Number(area), ...(area === String(otherArea.id) ? { area_name: typed[`${name}_name`] ?? "" } : {}) };
}

function Corrections({ rejected }: { rejected: readonly Submission[] }) {
  const navigate = useNavigate();
  const { branch } = useBranch();
  const [values, setValues] = useState<{ [name: string]: unknown }>({});
  const [notes, setNotes] = useState<{ [of: string]: string }>({});
  const fields: Fields = {};
  const initial: FormValues = {};
  for (const submission of rejected)
    for (const name of asked(submission)) {
      const value = submission.row[name];
      fields[nameIn(submission, name)] = typedField({ kind: submission.kind, name });
      if (name === "area") {
        fields[nameIn(submission, "area_name")] = placeFields.area_name;
        continue;
      }
      if (!lists.has(name) && value !== null && value !== undefined)
        initial[nameIn(submission, name)] = typeof value === "boolean" ? value : String(value);
    }

  function correctionOf(submission: Submission, typed: { [name: string]: string | boolean | null }): CorrectionSent {
    const changes: Row = {};
    for (const field of asked(submission)) {
      const name = nameIn(submission, field);
      if (lists.has(field)) {
        if (name in values) changes[field] = values[name];
      } else if (field === "area") Object.assign(changes, areaIn({ typed, name }));
      else if ((typed[name] ?? null) !== (submission.row[field] ?? null)) changes[field] = typed[name] ?? null;
    }
    const note = notes[nameIn(submission, "note")]?.trim() || null;
    return { branch: submission.kind === "company" ? null : submission.row.id, changes, note };
  }

  async function send(typed: { [name: string]: string | boolean | null }): Promise<void> {
    const corrections = rejected.map((submission) => correctionOf(submission, typed));
    const same = corrections.findIndex(({ changes, note }) => Object.keys(changes).length === 0 && !note);
    if (same >= 0) throw new ApiError({ code: "NO_CHANGES", status: 400, message: `*${errorText("NO_CHANGES")}` });
    try {
      for (const { changes } of corrections) {
        await checkTaxId({ kind: "gstin", typed: changes["gstin"] });
        await checkTaxId({ kind: "pan", typed: changes["pan"] });
      }
      const { application } = await sendCorrections(corrections);
      showSuccess("APPLICATION_SENT");
      const isClosed = corrections.some((sent) => sent.branch === null || sent.branch === branch.id);
      await navigate("/success-registration", { state: { application, isClosed }, replace: true });
    } catch (thrown) {
      throw atItsPlace({ thrown, names: Object.keys(fields) });
    }
  }

  return (
    <Form fields={fields} initial={initial} onSubmit={send}>
      <p className={styles["lead"]}>
        The verifier has turned this down and says why by each field. Correct it, and send it again.
      </p>
      {rejected.map((submission) => (
        <Card key={nameIn(submission, "")} className={styles["correction"]}>
          <h2 className={styles["heading"]}>{submission.row.name}</h2>
          {submission.decisions[0]?.note && <Remark remark={submission.decisions[0].note} />}
          {asked(submission).map((field) => (
            <div key={field}>
              <Remark remark={submission.decisions[0]?.remarks.find((one) => one.field === field)?.remark} />
              <CorrectedField
                kind={submission.kind}
                field={field}
                name={nameIn(submission, field)}
                row={submission.row}
                value={values[nameIn(submission, field)]}
                onChange={(value) => setValues((known) => ({ ...known, [nameIn(submission, field)]: value }))}
              />
            </div>
          ))}
          <Textarea
            label="A word to the verifier"
            description="If something is right as it stands, say why."
            value={notes[nameIn(submission, "note")] ?? ""}
            maxLength={limits.reviewNote}
            autosize
            minRows={2}
            onChange={(event) => {
              const said = event.currentTarget.value;
              setNotes((known) => ({ ...known, [nameIn(submission, "note")]: said }));
            }}
          />
        </Card>
      ))}
      <div className={styles["buttons"]}>
        <SubmitButton>Send again</SubmitButton>
      </div>
    </Form>
  );
}

/** The server speaks of a field by its own name; here it has its submission's before it. */
function atItsPlace({ thrown, names }: { thrown: unknown; names: readonly string[] }): unknown {
  if (!(thrown instanceof ApiError) || !thrown.field) return thrown;
  const place = names.find((name) => name.endsWith(`:${thrown.field}`));
  return place ? new ApiError({ ...thrown, message: thrown.message, extensions: { field: place } }) : thrown;
}

function Remark({ remark }: { remark: string | undefined }) {
  if (!remark) return null;
  return (
    <p className={styles["remark"]}>
      <IconMessageExclamation size={22} aria-hidden="true" />
      {remark}
    </p>
  );
}
