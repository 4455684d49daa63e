// One field that was remarked on, with the widget it was first told with.
import { Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Row } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { stateNames } from "#domain/registration.ts";
import { labelOfSubmission, type SubmissionKind } from "#domain/submission.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { useFormState } from "#web/ui/form.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { AgreementText } from "#web/ui/submission/submission-value.tsx";
import { agreementQuery } from "#web/features/onboarding/calls.ts";
import { DocumentsField, type PickedDocument } from "#web/features/onboarding/documents-field.tsx";
import { LogoField } from "#web/features/onboarding/logo-field.tsx";
import { AgreementIntro, AmenitiesField, AreaFields, TagsField } from "#web/features/onboarding/steps.tsx";
import { TaxIdField } from "#web/features/onboarding/tax-id-field.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

interface CorrectedFieldProps {
  kind: SubmissionKind;
  field: string;
  /** Its name in the form. */
  name: string;
  row: Row;
  /** Of what is no typed field; undefined while it is as it was sent. */
  value: unknown;
  onChange: (value: unknown) => void;
}

interface DocumentWire {
  kind: PickedDocument["kind"];
  file: { id: string; filename_download: string };
}

export function CorrectedField({ kind, field, name, row, value, onChange: change }: CorrectedFieldProps) {
  const { errors, values, setValue } = useFormState();
  /** Another field of the same submission, as it is typed where it is corrected too. */
  const typed = (other: string): unknown => values[name.replace(/[^:]+$/, other)] ?? row[other];
  // What was said to be wrong with it is so no more.
  const onChange = (next: unknown) => {
    change(next);
    setValue(name, "");
  };
  const error = errors[name];
  const label = labelOfSubmission(kind, field);
  switch (field) {
    case "company_logo":
      return (
        <LogoField value={String(value ?? row["company_logo"] ?? "")} onChange={onChange} label={label} error={error} />
      );
    case "documents":
      return <DocumentsField value={documentsOf({ value, row })} onChange={onChange} error={error} />;
    case "amenities":
      return <AmenitiesField value={value ?? row["amenities"]} onChange={onChange} />;
    case "tags":
      return <TagsField value={value ?? tagsOf(row)} onChange={onChange} />;
    case "agreement":
      return <AgreementAgain onChange={onChange} error={error} />;
    case "area":
      return (
        <div className={styles["fields"]}>
          <AreaFields
            name={name}
            nameOfOther={`${name}_name`}
            state={String(typed("state") ?? "")}
            city={String(typed("city") ?? "")}
          />
        </div>
      );
    case "gstin":
    case "pan":
      return <TaxIdField kind={field} name={name} label={label} />;
    case "state":
      return <FormField name={name} label={label} options={stateNames.map((one) => ({ value: one, label: one }))} />;
    case "address":
    case "signatory_address":
      return <FormField name={name} label={label} as="long-text" />;
    default:
      return <FormField name={name} label={label} />;
  }
}

function documentsOf({ value, row }: { value: unknown; row: Row }): PickedDocument[] {
  if (value !== undefined) return value as PickedDocument[];
  return ((row["documents"] ?? []) as DocumentWire[]).map(({ kind, file }) => ({
    kind,
    file: file.id,
    name: file.filename_download,
  }));
}

function tagsOf(row: Row): number[] {
  return ((row["tags"] ?? []) as { tag: { id: number } | null }[]).flatMap(({ tag }) => (tag ? [tag.id] : []));
}

function AgreementAgain({ onChange, error }: { onChange: (value: unknown) => void; error: string | undefined }) {
  const { data: agreement } = useQuery(agreementQuery);
  const [isRead, setIsRead] = useState(false);
  const [signed, setSigned] = useState("");
  if (!agreement) return <SkeletonRows count={2} />;
  const { version } = agreement;

  function accept(next: { isRead: boolean; signed: string }): void {
    setIsRead(next.isRead);
    setSigned(next.signed);
    onChange(next.isRead && next.signed.trim() ? { version, name: next.signed.trim() } : undefined);
  }

  return (
    <div className={styles["fields"]}>
      <AgreementIntro />
      <AgreementText html={agreement.text} />
      <Checkbox
        size="md"
        label="I have read the agreement and accept it for the company"
        error={error}
        checked={isRead}
        onChange={(event) => accept({ isRead: event.currentTarget.checked, signed })}
      />
      <TextInput
        label="Your full name"
        value={signed}
        maxLength={limits.name}
        autoComplete="name"
        onChange={(event) => accept({ isRead, signed: event.currentTarget.value })}
      />
    </div>
  );
}
