// One rejected field, edited with the same widget as in the registration.
import { Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Row } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";
import { stateNames } from "#domain/onboarding/registration.ts";
import { getSubmissionField, getSubmissionLabel, type SubmissionKind } from "#domain/onboarding/submission.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { AgreementText } from "#web/product/submission/submission-value.tsx";
import { getCompanyTypeOptions } from "#web/product/submission/labels.ts";
import { toSubmittedDocuments, toSubmittedTags } from "#web/product/submission/submitted-relations.ts";
import { agreementQuery } from "#web/features/onboarding/api.ts";
import {
  DocumentsField,
  toUploadedDocuments,
  type UploadedDocument,
} from "#web/features/onboarding/documents-field.tsx";
import { LogoField } from "#web/features/onboarding/logo-field.tsx";
import { AgreementIntro, AmenitiesField, TagsField } from "#web/features/onboarding/registration-steps.tsx";
import { LocationField } from "#web/product/location-map/location-field.tsx";
import { AreaFields } from "#web/product/submission/address-fields.tsx";
import { TaxIdField } from "#web/product/submission/tax-id-field.tsx";
import { Stack } from "#web/ui/layout.tsx";

interface CorrectionFieldProps {
  kind: SubmissionKind;
  field: string;
  /** Field name in the form. */
  name: string;
  row: Row;
  /** Value of a non-text field; undefined while unchanged. */
  value: unknown;
  onChange: (value: unknown) => void;
}

export function CorrectionField({ kind, field, name, row, value, onChange: onValueChange }: CorrectionFieldProps) {
  const { errors, values, setValue } = useFormState();
  /** Current value of another field of the same submission, with the correction if there is one. */
  const getCurrentValue = (other: string): unknown => values[name.replace(/[^:]+$/, other)] ?? row[other];
  // A change clears the error of the field.
  const onChange = (next: unknown) => {
    onValueChange(next);
    setValue(name, "");
  };
  const error = errors[name];
  const label = getSubmissionLabel(kind, field);
  switch (field) {
    case "company_logo":
      return (
        <LogoField value={String(value ?? row["company_logo"] ?? "")} onChange={onChange} label={label} error={error} />
      );
    case "documents":
      return <DocumentsField value={getDocuments({ value, row })} onChange={onChange} error={error} />;
    case "amenities":
      return <AmenitiesField value={value ?? row["amenities"]} onChange={onChange} />;
    case "tags":
      return <TagsField value={value ?? toSubmittedTags(row["tags"]).map(({ id }) => id)} onChange={onChange} />;
    case "agreement":
      return <AgreementField onChange={onChange} error={error} />;
    case "area":
      return (
        <Stack gap="lg">
          <AreaFields
            name={name}
            nameOfOther={`${name}_name`}
            state={String(getCurrentValue("state") ?? "")}
            city={String(getCurrentValue("city") ?? "")}
          />
        </Stack>
      );
    case "latitude":
      return <LocationField prefix={name.replace(/latitude$/, "")} />;
    case "longitude":
      // On the map of the latitude: they are corrected together.
      return null;
    case "gstin":
    case "pan":
      return <TaxIdField kind={field} name={name} label={label} />;
    case "company_type": {
      const options = getCompanyTypeOptions(getSubmissionField(kind, field).allowedValues);
      return <FormField name={name} label={label} options={options} />;
    }
    case "state":
      return <FormField name={name} label={label} options={stateNames.map((one) => ({ value: one, label: one }))} />;
    case "address":
    case "signatory_address":
      return <FormField name={name} label={label} widget="long-text" />;
    default:
      return <FormField name={name} label={label} />;
  }
}

function getDocuments({ value, row }: { value: unknown; row: Row }): UploadedDocument[] {
  if (value !== undefined) return toUploadedDocuments(value);
  return toSubmittedDocuments(row["documents"]).map(({ kind, file }) => ({
    kind,
    file: file.id,
    name: file.filename_download,
  }));
}

function AgreementField({ onChange, error }: { onChange: (value: unknown) => void; error: string | undefined }) {
  const { data: agreement } = useQuery(agreementQuery);
  const [isAccepted, setIsAccepted] = useState(false);
  const [signature, setSignature] = useState("");
  if (!agreement) return <SkeletonRows count={2} />;
  const { version } = agreement;

  function accept(next: { isAccepted: boolean; signature: string }): void {
    setIsAccepted(next.isAccepted);
    setSignature(next.signature);
    onChange(next.isAccepted && next.signature.trim() ? { version, name: next.signature.trim() } : undefined);
  }

  return (
    <Stack gap="lg">
      <AgreementIntro />
      <AgreementText html={agreement.text} />
      <Checkbox
        size="md"
        label="I have read and accept the agreement on behalf of the company"
        error={error}
        checked={isAccepted}
        onChange={(event) => accept({ isAccepted: event.currentTarget.checked, signature })}
      />
      <TextInput
        label="Your full name"
        value={signature}
        maxLength={limits.name}
        autoComplete="name"
        onChange={(event) => accept({ isAccepted, signature: event.currentTarget.value })}
      />
    </Stack>
  );
}
