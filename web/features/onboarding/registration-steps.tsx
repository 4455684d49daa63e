// §2 §3: fields of each registration step.
import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { amenityNames } from "#domain/branches/amenities.ts";
import { companyTypes } from "#domain/onboarding/registration.ts";
import { isGovernmentBranch } from "#domain/branches/entity-type.ts";
import { type ServiceName, serviceLabels, serviceNames } from "#domain/branches/services.ts";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { HelpTopicButton } from "#web/product/help-button.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AddressFields } from "#web/product/submission/address-fields.tsx";
import { AgreementText } from "#web/product/submission/submission-value.tsx";
import { agreementQuery } from "#web/features/onboarding/api.ts";
import { CompanySuggestions } from "#web/features/onboarding/company-suggestions.tsx";
import { OptionalFields } from "#web/features/onboarding/optional-fields.tsx";
import { MultiSelectField } from "#web/features/onboarding/multi-select-field.tsx";
import { DocumentsField, toUploadedDocuments } from "#web/features/onboarding/documents-field.tsx";
import { LogoField } from "#web/features/onboarding/logo-field.tsx";
import { LocationField } from "#web/product/location-map/location-field.tsx";
import { CodeField } from "#web/product/submission/code-field.tsx";
import { TaxIdField } from "#web/product/submission/tax-id-field.tsx";
import { useOfferedTags } from "#web/product/submission/offered-tags.ts";
import { getCompanyTypeLabel } from "#web/product/submission/labels.ts";
import { Group } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

/** Values of a step that are not text fields: files and lists. */
export interface NonTextValues {
  get: (name: string) => unknown;
  set: (name: string, value: unknown) => void;
}

const entityTypeOptions = [
  { value: "commercial", label: "Commercial" },
  { value: "residential", label: "Residential" },
  { value: "government", label: "Government" },
];

/** Setter for non-text values that also clears the field's error. */
function useNonTextValues(lists: NonTextValues): NonTextValues["set"] {
  const { setValue } = useFormState();
  return function set(name, value) {
    lists.set(name, value);
    setValue(name, "");
  };
}

export function CompanyStep({ lists }: { lists: NonTextValues }) {
  const { errors } = useFormState();
  const set = useNonTextValues(lists);
  return (
    <>
      <TaxIdField
        kind="gstin"
        label="GSTIN (optional)"
        description="If registered for GST in this state. It fills in the rest."
      />
      <TaxIdField kind="pan" label="PAN" description="10 characters, for example AAACM1234F." />
      <FormField name="registered_name" description="As on your PAN card or GST certificate" />
      <CompanySuggestions />
      <FormField name="company_name" description="As customers know it." autoComplete="organization" />
      <SegmentedRadio
        name="company_type"
        label="Company type"
        options={companyTypes.map((value) => ({ value, label: getCompanyTypeLabel(value) }))}
      />
      <OptionalFields label="CIN and logo (optional)" names={["cin_number", "company_logo"]}>
        <CodeField
          name="cin_number"
          label="CIN (optional)"
          description="21 characters; only for registered companies."
        />
        <LogoField
          value={String(lists.get("company_logo") ?? "")}
          onChange={(id) => set("company_logo", id)}
          error={errors["company_logo"]}
        />
      </OptionalFields>
    </>
  );
}

interface BranchStepProps {
  isGovernment: boolean;
  /** Of a further branch; that of a first one is asked with the company. */
  hasGstin: boolean;
}

export function BranchStep({ isGovernment, hasGstin }: BranchStepProps) {
  return (
    <>
      {hasGstin && (
        <TaxIdField
          kind="gstin"
          label="GSTIN (optional)"
          description="15 characters, for this state; only if registered for GST."
        />
      )}
      <FormField name="branch_name" label="Branch name" description="The location, for example Mount Road or Gate 2." />
      <SegmentedRadio
        name="entity_type"
        label="Customer type"
        options={entityTypeOptions.filter(({ value }) => isGovernmentBranch({ entity_type: value }) === isGovernment)}
      />
      <AddressFields />
      <LocationField />
    </>
  );
}

const getServiceLabel = (service: ServiceName): string =>
  service === "is_pre_booking" ? `${serviceLabels[service]} (coming soon)` : serviceLabels[service];

export function ServicesStep() {
  const { values, setValue, errors } = useFormState();
  return (
    <>
      <MultiSelectField
        label="Services"
        description="You can change them later."
        options={serviceNames.map((value) => ({ value, label: getServiceLabel(value) }))}
        selected={serviceNames.filter((name) => values[name] === true)}
        onChange={(selected) => serviceNames.forEach((name) => setValue(name, selected.includes(name)))}
        error={errors["is_parking"]}
      />
      {values["is_valet_and_parking"] === true && (
        <FormField name="valet_number" description="The number customers call for their car." />
      )}
    </>
  );
}

/** Can be left for later, as the hours and pictures of a branch are. */
export function BranchDetails({ lists }: { lists: NonTextValues }) {
  return (
    <OptionalFields label="Amenities and tags (optional)" names={["amenities", "tags"]}>
      <AmenitiesField value={lists.get("amenities")} onChange={(selected) => lists.set("amenities", selected)} />
      <TagsField value={lists.get("tags")} onChange={(selected) => lists.set("tags", selected)} />
      <Text c="dimmed">
        You can change both later, and add opening hours and pictures, in the settings of the branch.
      </Text>
    </OptionalFields>
  );
}

export function AmenitiesField({ value, onChange }: { value: unknown; onChange: (selected: string[]) => void }) {
  const selected = Array.isArray(value) ? value.map(String) : [];
  const options = [...new Set([...amenityNames, ...selected])].map((name) => ({ value: name, label: name }));
  return <MultiSelectField label="Amenities" options={options} selected={selected} onChange={onChange} />;
}

export function TagsField({ value, onChange }: { value: unknown; onChange: (selected: number[]) => void }) {
  const selected = Array.isArray(value) ? value.map(Number) : [];
  const { offered = [] } = useOfferedTags((id) => selected.includes(id));
  return (
    <MultiSelectField
      label="Tags"
      description="Words that describe this branch."
      options={offered.map(({ id, Name }) => ({ value: id, label: Name }))}
      selected={selected}
      onChange={onChange}
    />
  );
}

export function SignatoryStep({ lists }: { lists: NonTextValues }) {
  const { errors } = useFormState();
  const set = useNonTextValues(lists);
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text c="dimmed">The person authorised to sign for the company.</Text>
        <HelpTopicButton topic="signatory" />
      </Group>
      <FormField name="signatory_name" label="Name" autoComplete="name" />
      <FormField
        name="signatory_designation"
        label="Designation"
        description="For example director, partner or owner"
      />
      <FormField name="signatory_email" label="Email" autoComplete="email" />
      <FormField name="signatory_address" label="Address" widget="long-text" />
      <DocumentsField
        value={toUploadedDocuments(lists.get("documents"))}
        onChange={(documents) => set("documents", documents)}
        error={errors["documents"]}
      />
    </>
  );
}

export function AgreementIntro() {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text c="dimmed">Please read this before you sign.</Text>
      <HelpTopicButton topic="agreement" />
    </Group>
  );
}

export function AgreementStep({ lists }: { lists: NonTextValues }) {
  const { data: agreement, error, refetch } = useQuery(agreementQuery);
  const { errors, setValue } = useFormState();
  if (error && !agreement) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!agreement) return <SkeletonRows count={3} />;
  return (
    <>
      <AgreementIntro />
      <AgreementText html={agreement.text} />
      <Checkbox
        name="agreement"
        size="md"
        label="I have read and accept the agreement on behalf of the company"
        error={errors["agreement"]}
        checked={lists.get("agreement_version") === agreement.version}
        onChange={(event) => {
          lists.set("agreement_version", event.currentTarget.checked ? agreement.version : "");
          setValue("agreement", "");
        }}
      />
      <FormField
        name="agreement_name"
        label="Your full name"
        autoComplete="name"
        description="Saved with date and time as your signature."
      />
    </>
  );
}
