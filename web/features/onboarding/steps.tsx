// §2 §3: what each step of a registration asks for.
import { Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { amenityNames } from "#domain/rules/amenities.ts";
import { otherArea } from "#domain/rules/area.ts";
import { companyTypes } from "#domain/registration.ts";
import { type Service, serviceLabels, services } from "#domain/services.ts";
import { areasQuery } from "#web/items/areas.ts";
import { itemsQuery } from "#web/items/items.ts";
import { Choices } from "#web/ui/choices.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { useFormState } from "#web/ui/form.tsx";
import { HelpAbout } from "#web/ui/help-note.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AgreementText } from "#web/ui/submission/submission-value.tsx";
import { useField } from "#web/ui/typed-field.tsx";
import { agreementQuery } from "#web/features/onboarding/calls.ts";
import { ChosenField } from "#web/features/onboarding/chosen-field.tsx";
import { DocumentsField, type PickedDocument } from "#web/features/onboarding/documents-field.tsx";
import { LogoField } from "#web/features/onboarding/logo-field.tsx";
import { MapPin } from "#web/features/onboarding/map-pin.tsx";
import { TaxIdField } from "#web/features/onboarding/tax-id-field.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

/** What a step keeps beside its typed fields. */
export interface Lists {
  get: (name: string) => unknown;
  set: (name: string, value: unknown) => void;
}

const typeWords: { [type in (typeof companyTypes)[number]]: string } = {
  single_organization: "One organisation",
  franchise: "A franchise",
  individual: "An individual",
};

/** What is kept beside the typed fields is set here; what was said to be wrong with it is so no more. */
function useLists(lists: Lists): Lists["set"] {
  const { setValue } = useFormState();
  return function set(name, value) {
    lists.set(name, value);
    setValue(name, "");
  };
}

export function CompanyStep({ lists }: { lists: Lists }) {
  const { errors } = useFormState();
  const set = useLists(lists);
  return (
    <>
      <Choices
        name="company_type"
        label="Type of company"
        options={companyTypes.map((value) => ({ value, label: typeWords[value] }))}
      />
      <FormField name="company_name" description="As customers know you." autoComplete="organization" />
      <FormField name="registered_name" description="As it stands in your papers." />
      <TaxIdField kind="pan" label="PAN" description="10 characters, like AAACM1234F." />
      <FormField name="cin_number" description="If you are registered as a company: 21 characters." />
      <LogoField
        value={String(lists.get("company_logo") ?? "")}
        onChange={(id) => set("company_logo", id)}
        error={errors["company_logo"]}
      />
    </>
  );
}

const isSameCity = (one: string | null, other: string): boolean =>
  (one ?? "").trim().toLowerCase() === other.trim().toLowerCase();

interface AreaFieldsProps {
  /** Where the branch lies, as it is typed now. */
  state: string;
  city: string;
  /** The form's names of the two. */
  name?: string;
  nameOfOther?: string;
  /** What stands in the same line. */
  beside?: ReactNode;
}

/** The areas of a city, and 'Others' for one that is missing: its name is asked for then. */
export function AreaFields({ state, city, name = "area", nameOfOther = "area_name", beside }: AreaFieldsProps) {
  const { values } = useFormState();
  const { data: areas = [] } = useQuery({
    ...areasQuery({ filter: { state: { _eq: state } } }),
    enabled: state !== "",
  });
  const ofCity = areas.filter((area) => isSameCity(area.city, city));
  const options = [...ofCity, otherArea].map(({ id, area_name }) => ({ value: String(id), label: area_name }));
  return (
    <>
      <div className={beside ? styles["pair"] : undefined}>
        <FormField name={name} options={options} description="Not on the list? Choose Others." />
        {beside}
      </div>
      {values[name] === String(otherArea.id) && (
        <FormField name={nameOfOther} description="We add it to the list once it is checked." />
      )}
    </>
  );
}

export function PlaceFields() {
  const { values } = useFormState();
  const state = String(values["state"] ?? "");
  const city = String(values["city"] ?? "");
  const { data: areas = [] } = useQuery({
    ...areasQuery({ filter: { state: { _eq: state } } }),
    enabled: state !== "",
  });
  return (
    <>
      <FormField name="address" as="long-text" autoComplete="street-address" />
      <div className={styles["pair"]}>
        <FormField name="state" />
        <CityField cities={[...new Set(areas.map((area) => area.city ?? "").filter(Boolean))]} />
      </div>
      <AreaFields
        state={state}
        city={city}
        beside={<FormField name="pincode" placeholder="6 digits" autoComplete="postal-code" />}
      />
    </>
  );
}

function CityField({ cities }: { cities: readonly string[] }) {
  const id = useId();
  const { text, set, shared } = useField({ name: "city" });
  return (
    <div>
      <TextInput
        {...shared}
        value={text}
        list={id}
        autoComplete="address-level2"
        onChange={(event) => set(event.currentTarget.value)}
      />
      <datalist id={id}>
        {cities.map((city) => (
          <option key={city} value={city}>
            {city}
          </option>
        ))}
      </datalist>
    </div>
  );
}

export function PlaceStep() {
  return (
    <>
      <FormField name="branch_name" label="Name of the branch" description="The place, like Mount Road or Gate 2." />
      <Choices
        name="entity_type"
        label="Kind of place"
        options={[
          { value: "commercial", label: "Commercial" },
          { value: "residential", label: "Residential" },
          { value: "government", label: "Government" },
        ]}
      />
      <PlaceFields />
      <TaxIdField
        kind="gstin"
        label="GSTIN"
        description="If you are registered for GST: 15 characters, of this state."
      />
      <MapPin />
    </>
  );
}

const offeredAs = (service: Service): string =>
  service === "is_pre_booking" ? `${serviceLabels[service]} (coming soon)` : serviceLabels[service];

export function ServicesStep({ lists }: { lists: Lists }) {
  const { values, setValue, errors } = useFormState();
  return (
    <>
      <ChosenField
        label="Services"
        description="What you want to run here. You can change it later."
        options={services.map((value) => ({ value, label: offeredAs(value) }))}
        chosen={services.filter((name) => values[name] === true)}
        onChange={(chosen) => services.forEach((name) => setValue(name, chosen.includes(name)))}
        error={errors["is_parking"]}
      />
      {values["is_valet_and_parking"] === true && (
        <FormField name="valet_number" description="Customers call it when they want their car." />
      )}
      <AmenitiesField value={lists.get("amenities")} onChange={(chosen) => lists.set("amenities", chosen)} />
      <TagsField value={lists.get("tags")} onChange={(chosen) => lists.set("tags", chosen)} />
    </>
  );
}

export function AmenitiesField({ value, onChange }: { value: unknown; onChange: (chosen: string[]) => void }) {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const options = [...new Set([...amenityNames, ...chosen])].map((name) => ({ value: name, label: name }));
  return <ChosenField label="Amenities" options={options} chosen={chosen} onChange={onChange} />;
}

export function TagsField({ value, onChange }: { value: unknown; onChange: (chosen: number[]) => void }) {
  const { data: tags = [] } = useQuery(
    itemsQuery<{ id: number; Name: string }>("Tags_Category", { fields: ["id", "Name"], sort: ["Name"], limit: -1 }),
  );
  return (
    <ChosenField
      label="Tags"
      description="Customers filter by them."
      options={tags.map(({ id, Name }) => ({ value: id, label: Name }))}
      chosen={Array.isArray(value) ? (value as number[]) : []}
      onChange={onChange}
    />
  );
}

export function SignatoryStep({ lists }: { lists: Lists }) {
  const { errors } = useFormState();
  const set = useLists(lists);
  return (
    <>
      <div className={styles["told-beside"]}>
        <p className={styles["soft"]}>Who may sign for the company.</p>
        <HelpAbout about="signatory" />
      </div>
      <FormField name="signatory_name" label="Name" autoComplete="name" />
      <FormField name="signatory_designation" label="Designation" placeholder="Director, partner, owner" />
      <FormField name="signatory_email" label="Email" autoComplete="email" />
      <FormField name="signatory_address" label="Address" as="long-text" />
      <DocumentsField
        value={(lists.get("documents") ?? []) as PickedDocument[]}
        onChange={(documents) => set("documents", documents)}
        error={errors["documents"]}
      />
    </>
  );
}

export function AgreementIntro() {
  return (
    <div className={styles["told-beside"]}>
      <p className={styles["soft"]}>Read it in full: you sign it.</p>
      <HelpAbout about="agreement" />
    </div>
  );
}

export function AgreementStep({ lists }: { lists: Lists }) {
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
        label="I have read the agreement and accept it for the company"
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
        description="Kept with the time, as your signature."
      />
    </>
  );
}
