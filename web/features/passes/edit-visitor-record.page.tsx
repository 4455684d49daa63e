// §2 /vehicle-entry/edit and /person-entry/edit: a visitor record: its pass with QR code and renewal, and its details.
import { useQuery } from "@tanstack/react-query";
import { IconIdOff } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { canChangePassType } from "#domain/passes/pass-change.ts";
import { isId } from "#domain/schema/fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import {
  createEditStart,
  type EditStart,
  findEditedFields,
  mergeChanges,
  type SavedValues,
  type TypedValues,
} from "#web/product/forms/edit-start.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Columns, Stack } from "#web/ui/layout.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { OnlinePayments } from "#web/product/payments/online-payments.tsx";
import { ReceivedPayments } from "#web/product/payments/received-payments.tsx";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import { editRecord, passQuery } from "#web/features/passes/api.ts";
import type { Pass } from "#web/features/passes/api.ts";
import { PassCard } from "#web/features/passes/pass-card.tsx";
import { t } from "#web/languages/t.ts";

export function EditVisitorRecordPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get("id") ?? "";
  const isValid = isId(id);
  useLiveCollections("Parking_Main_Information");
  const { data, error, refetch } = useQuery({ ...passQuery(id), enabled: isValid });
  if (!isValid || (error instanceof ApiError && error.status === 403)) return <VisitorRecordNotFound />;
  if (data) return <VisitorRecordDetails key={data.id} record={data} />;
  return (
    <Page title={t("Visitor record")}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={4} />}
    </Page>
  );
}

function VisitorRecordNotFound() {
  const { path } = useBranch();
  return (
    <Page title={t("Visitor record")}>
      <EmptyState icon={IconIdOff} title={t("Pass not found")} text={t("It may belong to another branch.")}>
        <ButtonLink to={path("parking/dashboard")} size="lg">
          {t("Go to board")}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

function VisitorRecordDetails({ record }: { record: Pass }) {
  const session = useRequiredSession();
  const isPass = record.parking_type === "long_time";
  return (
    <Page title={isPass ? t("Pass") : t("Visitor record")}>
      <Columns template="2fr 3fr" gap="md">
        {isPass && <PassCard pass={record} />}
        <Stack>
          {isPass && can(session, "payment.read") && (
            <OnlinePayments entry={{ kind: "M", id: record.id }} isGranted={record.ended_at === null} />
          )}
          {isPass && can(session, "cash.count") && <ReceivedPayments entry={{ kind: "M", id: record.id }} />}
          {can(session, "gate.operate") && <EditForm record={record} />}
        </Stack>
      </Columns>
    </Page>
  );
}

function toSavedValues(record: Pass): SavedValues {
  return {
    name: record.name ?? "",
    email: record.email ?? "",
    entry_reason: record.entry_reason ?? "",
    vehicle_type: record.vehicle_type ? String(record.vehicle_type.id) : "",
  };
}

function getShownValues({ name, email, entry_reason, vehicle_type }: Pass) {
  return { name, email, entry_reason, vehicle_type: vehicle_type?.id ?? null };
}

/** Keeps the record that it began with, since the page shows later changes of others. */
function EditForm({ record }: { record: Pass }) {
  const [start, setStart] = useState(() => createEditStart({ row: record, saved: toSavedValues(record) }));
  return <StartedForm key={start.attempt} start={start} onStart={setStart} />;
}

function StartedForm({ start, onStart }: { start: EditStart<Pass>; onStart: (start: EditStart<Pass>) => void }) {
  const session = useRequiredSession();
  const { row: record, initial, errors } = start;
  const mayChangeType = record.parking_type !== "long_time" || canChangePassType({ pass: record, actor: session });
  const { name, email, entry_reason, vehicle_type } = ParkingMainInformation.fields;
  const fields = {
    name: { ...name, required: record.is_person },
    email,
    entry_reason: { ...entry_reason, label: "Purpose of visit" },
    vehicle_type,
  };

  async function submit(values: TypedValues): Promise<void> {
    const edited = findEditedFields({ typed: values, saved: toSavedValues(record) });
    if (edited.length === 0) throw new ApiError({ code: "NO_CHANGES", status: 400 });
    const changes = Object.fromEntries(edited.map((field) => [field, values[field]]));
    const { vehicle_type: type } = changes;
    const body = { ...changes, ...(type === undefined ? {} : { vehicle_type: type === null ? null : Number(type) }) };
    try {
      const row = await editRecord(record.id, { ...body, shown: getShownValues(record) });
      onStart(createEditStart({ row, saved: toSavedValues(row), previous: start }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "ENTRY_CHANGED") throw error;
      const row = await queryClient.fetchQuery({ ...passQuery(String(record.id)), staleTime: 0 });
      return onStart(mergeChanges({ previous: start, row, toSavedValues, typed: values, codes: ["vehicle_type"] }));
    }
    showSuccess("DATA_UPDATED");
  }

  return (
    <Card title={t("Details")}>
      <Form fields={fields} initial={initial} initialErrors={errors} onSubmit={submit}>
        <AskBeforeLeaving />
        <Stack>
          <FormField name="name" />
          <FormField name="email" />
          <FormField name="entry_reason" widget="long-text" />
          {!record.is_person && mayChangeType && <VehicleTypeField service="is_parking" />}
          {/* The action of a pass is on its card. */}
          <SubmitButton {...(record.parking_type === "long_time" ? { color: "ink", variant: "default" } : {})}>
            {t("Save")}
          </SubmitButton>
        </Stack>
      </Form>
    </Card>
  );
}
