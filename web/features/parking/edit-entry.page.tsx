// §2 /parking/edit: edits the visitor's details, the person to meet and the slot.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconCarOff } from "@tabler/icons-react";
import { useNavigate, useSearchParams } from "react-router";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { canCorrectAfterExit } from "#domain/visitors/after-exit.ts";
import { visitDetailFields, visitDetailNames } from "#domain/visitors/visit-details.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { ApiError } from "#web/api/api-error.ts";
import { correctionMinutes } from "#domain/limits.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { isId } from "#domain/schema/fields.ts";
import { itemQuery } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import {
  createEditStart,
  type EditStart,
  mergeChanges,
  type SavedValues,
  type TypedValues,
} from "#web/product/forms/edit-start.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { HostField } from "#web/product/forms/host-field.tsx";
import { VisitDetailFields } from "#web/product/forms/visit-detail-fields.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Stack } from "#web/ui/layout.tsx";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { editEntry, refreshEntries } from "#web/features/parking/api.ts";
import { createSlotFields, parseChosenSlot, toBlockValue } from "#web/product/slots/chosen-slot.ts";
import { SlotField } from "#web/product/slots/slot-field.tsx";
import { readClock } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

const fields = [
  "id",
  "parking_status_id",
  "out_time",
  "is_person",
  "slot_prefix",
  "slot_no",
  "visitor_id",
  ...visitDetailNames,
  "parking_main_info.*",
] as const;
type EditedEntry = WireRow<"Parking_Information", typeof fields>;

export function EditEntryPage() {
  const [parameters] = useSearchParams();
  const { path } = useBranch();
  const id = parameters.get("id") ?? "";
  const isValid = isId(id);
  const { data, error, refetch } = useQuery({
    ...itemQuery("Parking_Information", id, { fields }),
    enabled: isValid,
  });
  const isMissing = !isValid || (error instanceof ApiError && error.status === 403);
  return (
    <Page title={t("Edit entry")}>
      {isMissing ? (
        <EmptyState icon={IconCarOff} title={t("Entry not found")} text={t("It may belong to another branch.")}>
          <ButtonLink to={path("parking/dashboard")} size="lg">
            {t("Go to board")}
          </ButtonLink>
        </EmptyState>
      ) : data ? (
        <EditForm key={data.id} entry={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Page>
  );
}

function toSavedValues(entry: EditedEntry): SavedValues {
  const { name, email, entry_reason: reason } = entry.parking_main_info;
  const slot = formatSlot(entry);
  return {
    name: name ?? "",
    email: email ?? "",
    entry_reason: reason ?? "",
    visitor_id: entry.visitor_id ?? "",
    ...Object.fromEntries(visitDetailNames.map((detail) => [detail, String(entry[detail] ?? "")])),
    slot_block: slot ? toBlockValue(entry.slot_prefix) : "",
    slot_no: String(entry.slot_no ?? ""),
  };
}

const textFields = [
  "name",
  "email",
  "entry_reason",
  "visitor_id",
  "identity_document",
  "identity_last_four",
  "badge_no",
];

function EditForm({ entry }: { entry: EditedEntry }) {
  const [start, setStart] = useState(() => createEditStart({ row: entry, saved: toSavedValues(entry) }));
  return <StartedForm key={start.attempt} start={start} onChanged={setStart} />;
}

function StartedForm({
  start,
  onChanged,
}: {
  start: EditStart<EditedEntry>;
  onChanged: (start: EditStart<EditedEntry>) => void;
}) {
  const { path } = useBranch();
  const navigate = useNavigate();
  const { row: entry } = start;
  const saved = toSavedValues(entry);
  const visitorRecord = entry.parking_main_info;
  const currentSlot = formatSlot(entry);
  const session = useRequiredSession();
  // Fields do not vanish while they are filled in; the server decides.
  const [openedAt] = useState(readClock);
  const { out_time: outTime, parking_status_id: status } = entry;
  const visit = { parking_status_id: status, out_time: outTime === null ? null : new Date(outTime) };
  const canChangeVisit = canCorrectAfterExit({ visit, actor: session, now: openedAt });
  const canChangeSlot = entry.parking_status_id === parkingSequence.in && !entry.is_person;
  const { name, email, entry_reason } = ParkingMainInformation.fields;

  /** Without a number the lowest free slot of the block is allocated. */
  function getChangedSlot(values: TypedValues) {
    const isChanged = values["slot_block"] !== saved["slot_block"] || values["slot_no"] !== saved["slot_no"];
    const slot = canChangeSlot && isChanged ? parseChosenSlot(values) : {};
    return slot.slot_prefix === undefined ? {} : { slot_no: null, ...slot };
  }

  function getChanges(values: TypedValues) {
    const changed = textFields.filter((field) => (values[field] ?? "") !== saved[field]);
    const count = String(values["person_count"] ?? "");
    return {
      ...Object.fromEntries(changed.map((field) => [field, values[field]])),
      ...(count === saved["person_count"] ? {} : { person_count: count === "" ? null : Number(count) }),
      ...getChangedSlot(values),
    };
  }

  async function submit(values: TypedValues): Promise<void> {
    const changes = getChanges(values);
    if (Object.keys(changes).length === 0) throw new ApiError({ code: "NO_CHANGES", status: 400 });
    try {
      await editEntry(entry.id, { ...changes, shown: getShownValues(entry) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "ENTRY_CHANGED") throw error;
      const current = await queryClient.fetchQuery({
        ...itemQuery("Parking_Information", String(entry.id), { fields }),
        staleTime: 0,
      });
      return onChanged(
        mergeChanges({ previous: start, row: current, toSavedValues, typed: values, codes: ["visitor_id"] }),
      );
    }
    showSuccess("DATA_UPDATED");
    void refreshEntries();
    await navigate(path(`parking/detail?id=${entry.id}`));
  }

  return (
    <Form
      initial={start.initial}
      initialErrors={start.errors}
      fields={{
        name: { ...name, required: entry.is_person },
        email,
        entry_reason: { ...entry_reason, label: "Purpose of visit" },
        visitor_id: { ...ParkingInformation.fields.visitor_id, label: "Person to meet" },
        ...visitDetailFields,
        ...createSlotFields(),
      }}
      onSubmit={submit}
    >
      <AskBeforeLeaving />
      <Stack width="form">
        {!entry.is_person && (
          <Text c="dimmed">
            {t(
              "The vehicle number, phone number and vehicle type are changed with “Correct entry”, among the actions of the entry. After {minutes} minutes or a payment, a manager corrects them.",
              { minutes: correctionMinutes },
            )}
          </Text>
        )}
        <FormField name="name" />
        <FormField name="email" />
        {canChangeVisit && <HostField />}
        <FormField name="entry_reason" widget="long-text" />
        {entry.is_person && canChangeVisit && <VisitDetailFields />}
        {canChangeSlot && (
          <SlotField
            vehicleType={visitorRecord.vehicle_type}
            movedEntry={entry.id}
            emptyLabel={currentSlot ? t("Keep {slot}", { slot: currentSlot }) : t("No slot")}
          />
        )}
      </Stack>
      <ActionBar>
        <SubmitButton>{t("Save")}</SubmitButton>
      </ActionBar>
    </Form>
  );
}

function getShownValues(entry: EditedEntry) {
  const { name, email, entry_reason } = entry.parking_main_info;
  const { visitor_id, slot_prefix, slot_no } = entry;
  const details = Object.fromEntries(visitDetailNames.map((detail) => [detail, entry[detail]]));
  return { name, email, entry_reason, visitor_id, slot_prefix, slot_no, ...details };
}
