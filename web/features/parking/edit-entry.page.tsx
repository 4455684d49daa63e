// §2 /parking/edit: edits the visitor's details, the person to meet and the slot.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { IconCarOff } from "@tabler/icons-react";
import { useNavigate, useSearchParams } from "react-router";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { visitDetailFields, visitDetailNames } from "#domain/visitors/visit-details.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { ApiError } from "#web/api/api-error.ts";
import { correctionMinutes } from "#domain/limits.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { isId } from "#domain/schema/fields.ts";
import { itemQuery, updateItem } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { HostField } from "#web/product/forms/host-field.tsx";
import { VisitDetailFields } from "#web/product/forms/visit-detail-fields.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Stack } from "#web/ui/layout.tsx";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { refreshEntries } from "#web/features/parking/api.ts";
import { createSlotFields, parseChosenSlot, toBlockValue } from "#web/product/slots/chosen-slot.ts";
import { SlotField } from "#web/product/slots/slot-field.tsx";
import { t } from "#web/languages/t.ts";

const fields = [
  "id",
  "parking_status_id",
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

interface EditFormValues {
  [name: string]: string | boolean | null;
}

const visitorRecordFields = ["name", "email", "entry_reason"];

/** Values that differ from the saved ones. */
function getChangedFields({
  values,
  saved,
  names,
}: {
  values: EditFormValues;
  saved: EditFormValues;
  names: readonly string[];
}) {
  const changed = names.filter((name) => (values[name] ?? "") !== saved[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

function EditForm({ entry }: { entry: EditedEntry }) {
  const { path } = useBranch();
  const navigate = useNavigate();
  const visitorRecord = entry.parking_main_info;
  const currentSlot = formatSlot(entry);
  const canChangeSlot = entry.parking_status_id === parkingSequence.in && !entry.is_person;
  const { name, email, entry_reason } = ParkingMainInformation.fields;
  const saved: { [name: string]: string } = {
    name: visitorRecord.name ?? "",
    email: visitorRecord.email ?? "",
    entry_reason: visitorRecord.entry_reason ?? "",
    visitor_id: entry.visitor_id ?? "",
    ...Object.fromEntries(visitDetailNames.map((name) => [name, String(entry[name] ?? "")])),
    slot_block: currentSlot ? toBlockValue(entry.slot_prefix) : "",
    slot_no: String(entry.slot_no ?? ""),
  };

  /** Without a number the lowest free slot of the block is allocated. */
  function getChangedSlot(values: EditFormValues) {
    const isChanged = values["slot_block"] !== saved["slot_block"] || values["slot_no"] !== saved["slot_no"];
    const slot = canChangeSlot && isChanged ? parseChosenSlot(values) : {};
    return slot.slot_prefix === undefined ? {} : { slot_no: null, ...slot };
  }

  function getChangedPersonCount({ person_count: count }: EditFormValues) {
    const typed = String(count ?? "");
    return typed === saved["person_count"] ? {} : { person_count: typed === "" ? null : Number(typed) };
  }

  async function submit(values: EditFormValues): Promise<void> {
    const recordChanges = getChangedFields({ values, saved, names: visitorRecordFields });
    const entryChanges = {
      ...getChangedFields({
        values,
        saved,
        names: ["visitor_id", "identity_document", "identity_last_four", "badge_no"],
      }),
      ...getChangedPersonCount(values),
      ...getChangedSlot(values),
    };
    const hasRecordChanges = Object.keys(recordChanges).length > 0;
    const hasEntryChanges = Object.keys(entryChanges).length > 0;
    if (!hasRecordChanges && !hasEntryChanges) throw new ApiError({ code: "NO_CHANGES", status: 400 });
    // The slot change comes first, because it may be rejected; but a new vehicle type decides which slots there are.
    const isTypeFirst = hasEntryChanges && "vehicle_type" in recordChanges;
    if (isTypeFirst) await updateItem("Parking_Main_Information", visitorRecord.id, recordChanges);
    if (hasEntryChanges) await updateItem("Parking_Information", entry.id, entryChanges);
    if (hasRecordChanges && !isTypeFirst) await updateItem("Parking_Main_Information", visitorRecord.id, recordChanges);
    showSuccess("DATA_UPDATED");
    void refreshEntries();
    await navigate(path(`parking/detail?id=${entry.id}`));
  }

  return (
    <Form
      initial={saved}
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
        <HostField />
        <FormField name="entry_reason" widget="long-text" />
        {entry.is_person && <VisitDetailFields />}
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
