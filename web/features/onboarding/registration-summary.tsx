// What the vendor has entered, to be read once more before it is sent.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { otherArea } from "#domain/branches/area.ts";
import { serviceLabels, serviceNames } from "#domain/branches/services.ts";
import {
  getRegistrationSteps,
  getStepFields,
  type RegistrationForm,
  type RegistrationType,
} from "#domain/onboarding/registration.ts";
import { getSubmissionLabel } from "#domain/onboarding/submission.ts";
import { getFieldLabel, isFilled } from "#domain/schema/fields.ts";
import { humanize } from "#domain/text/labels.ts";
import { areasQuery } from "#web/api/areas.ts";
import { documentLabels, getCompanyTypeLabel } from "#web/product/submission/labels.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Title } from "#web/ui/text.tsx";
import { toUploadedDocuments } from "#web/features/onboarding/documents-field.tsx";

const titles = { company: "Company", place: "Location", services: "Services and documents", agreement: "" };
/** Shown with other values, or as part of another one. */
const hiddenFields = ["area_name", "longitude", ...serviceNames];

interface RegistrationSummaryProps {
  type: RegistrationType;
  form: RegistrationForm;
  onOpen: (step: number) => void;
}

export function RegistrationSummary({ type, form, onOpen }: RegistrationSummaryProps) {
  const steps = getRegistrationSteps(type).filter(({ name }) => name !== "agreement");
  return (
    <>
      {steps.map(({ number, name: step }) => (
        <Card key={step} gap="sm">
          <Group justify="space-between" wrap="nowrap">
            <Title order={3}>{titles[step]}</Title>
            <Button
              variant="subtle"
              style={{ flex: "none" }}
              aria-label={`Change ${titles[step].toLowerCase()}`}
              onClick={() => onOpen(number)}
            >
              Change
            </Button>
          </Group>
          <KeyValueList layout="stacked" minColumnWidth={200}>
            {step === "services" && (
              <KeyValue label="Services">
                {serviceNames
                  .filter((name) => form[name] === true)
                  .map((name) => serviceLabels[name])
                  .join(", ")}
              </KeyValue>
            )}
            {Object.entries(getStepFields({ type, step }))
              .filter(([name]) => !hiddenFields.includes(name) && isFilled(form[name]))
              .map(([name, field]) => (
                <KeyValue key={name} label={summaryLabels[name] ?? getFieldLabel(name, field)}>
                  {name === "area" ? (
                    <AreaName form={form} />
                  ) : name === "latitude" ? (
                    `${String(form["latitude"])}, ${String(form["longitude"])}`
                  ) : name === "company_type" ? (
                    getCompanyTypeLabel(form[name])
                  ) : field.allowedValues && name !== "state" ? (
                    humanize(String(form[name]))
                  ) : (
                    String(form[name])
                  )}
                </KeyValue>
              ))}
            {step === "services" && (
              <KeyValue label="Documents">
                {toUploadedDocuments(form["documents"])
                  .map(({ kind, name }) => `${documentLabels[kind]} (${name})`)
                  .join(", ")}
              </KeyValue>
            )}
          </KeyValueList>
        </Card>
      ))}
    </>
  );
}

const summaryLabels: { [name: string]: string } = {
  pan: getSubmissionLabel("company", "pan"),
  gstin: getSubmissionLabel("branch", "gstin"),
  latitude: "Location on map",
};

function AreaName({ form: { area, area_name, state } }: { form: RegistrationForm }) {
  const { data: areas = [] } = useQuery(areasQuery({ filter: { state: { _eq: String(state) } } }));
  if (Number(area) === otherArea.id) return String(area_name ?? "");
  return areas.find(({ id }) => id === Number(area))?.area_name ?? "";
}
