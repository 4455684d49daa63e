// What the visitor desk records of a visit: identity document, number of persons and badge.
import type { ActionBody } from "#domain/contracts.ts";
import { identityDocumentLabels, identityDocuments, type visitDetailNames } from "#domain/visitors/visit-details.ts";
import { Grid } from "#web/ui/layout.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { t } from "#web/languages/t.ts";

const documentOptions = identityDocuments.map((value) => ({ value, label: identityDocumentLabels[value] }));

/** Fields `visitDetailFields` of the form; the number is asked for once a document is selected. */
export function VisitDetailFields() {
  const { values } = useFormState();
  return (
    <>
      <FormField
        name="identity_document"
        label={t("Identity document (optional)")}
        placeholder={t("Not checked")}
        options={documentOptions.map(({ value, label }) => ({ value, label: t(label) }))}
      />
      {values["identity_document"] && (
        <FormField
          name="identity_last_four"
          label={t("Last four characters (optional)")}
          description={t("Never enter the whole number.")}
        />
      )}
      <Grid minColumnWidth={140} gap="sm">
        <FormField name="person_count" label={t("Persons (optional)")} />
        <FormField name="badge_no" label={t("Badge (optional)")} />
      </Grid>
    </>
  );
}

interface FormValues {
  [name: string]: string | boolean | null;
}
type VisitDetails = Pick<ActionBody<"POST /actions/parking/check-in">, (typeof visitDetailNames)[number]>;

/** The details that were entered, as the API takes them. */
export function toSubmittedVisitDetails({
  identity_document: document,
  identity_last_four: lastFour,
  person_count: count,
  badge_no: badge,
}: FormValues): VisitDetails {
  return {
    ...(document ? { identity_document: identityDocuments.find((known) => known === document) } : {}),
    ...(document && lastFour ? { identity_last_four: String(lastFour) } : {}),
    ...(count ? { person_count: Number(count) } : {}),
    ...(badge ? { badge_no: String(badge) } : {}),
  };
}
