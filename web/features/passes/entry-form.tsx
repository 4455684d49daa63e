// Form of a one-time entry or a pass, for a vehicle or a visitor on foot.
import type { ActionBody } from "#domain/contracts.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { boolean, text } from "#domain/schema/fields.ts";
import { visitDetailFields } from "#domain/visitors/visit-details.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { getVisitorPhoneMode, type VisitorPhoneMode } from "#domain/branches/visitor-phone.ts";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "#web/api/api-error.ts";
import { useBranch } from "#web/api/use-session.ts";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { Form, useFormState } from "#web/ui/forms/form.tsx";
import { KeepTypedValues } from "#web/product/forms/keep-typed-values.tsx";
import { EntrySubmitButton } from "#web/product/forms/entry-submit-button.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { findEnteredUnit, UnitField } from "#web/product/forms/unit-field.tsx";
import { HostField } from "#web/product/forms/host-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Stack } from "#web/ui/layout.tsx";
import { ActionBar } from "#web/ui/page.tsx";
import { createPhotosField, VehicleImagePicker, useVehicleImages } from "#web/product/vehicles/vehicle-images.tsx";
import { parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";
import { useNow } from "#web/ui/use-now.ts";
import { createSlotFields, parseChosenSlot } from "#web/product/slots/chosen-slot.ts";
import { SlotField } from "#web/product/slots/slot-field.tsx";
import { useSlotFields } from "#web/product/slots/slots.ts";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import { toSubmittedVisitDetails, VisitDetailFields } from "#web/product/forms/visit-detail-fields.tsx";
import { checkIn, issuePass } from "#web/features/passes/api.ts";
import { passDurationFields, toSubmittedPassDuration } from "#web/features/passes/pass-duration.ts";
import { getPassPage } from "#web/features/passes/pass-state.ts";
import { PassDurationField } from "#web/features/passes/pass-duration-field.tsx";
import { t } from "#web/languages/t.ts";

interface EntryFormValues {
  [name: string]: string | boolean | null;
}

const entryTypes = [
  { value: "single_time", label: "One-time entry" },
  { value: "long_time", label: "Pass" },
];

interface EntryFieldOptions {
  isPerson: boolean;
  isVehicleTypeRequired: boolean;
  phoneMode: VisitorPhoneMode;
  photosField: ReturnType<typeof createPhotosField>;
}

function getEntryFields({ isPerson, isVehicleTypeRequired, phoneMode, photosField }: EntryFieldOptions) {
  const { parking_type, vehicle_no, vehicle_type, name, phone_no, email, entry_reason, pass_start_time } =
    ParkingMainInformation.fields;
  return {
    entry_type: parking_type,
    ...(isPerson
      ? {}
      : {
          vehicle_no: { ...vehicle_no, required: true },
          vehicle_type: { ...vehicle_type, required: isVehicleTypeRequired },
          ...photosField,
          // Not required for a pass, so that the form does not decide.
          ...createSlotFields(),
        }),
    name: { ...name, required: isPerson },
    phone_no: { ...phone_no, required: phoneMode === "required" },
    email,
    ...(isPerson ? { ...visitDetailFields, ...photosField } : {}),
    unit: text({ label: "Unit" }),
    visitor_id: { ...ParkingInformation.fields.visitor_id, label: "Person to meet" },
    entry_reason: { ...entry_reason, label: "Purpose of visit" },
    is_later: boolean({ label: "Start on a later date" }),
    pass_start_time: { ...pass_start_time, label: "Start date" },
    ...passDurationFields,
  };
}

const copiedFieldNames = ["vehicle_no", "name", "phone_no", "email", "entry_reason"] as const;

/** SLOT_REQUIRED at the field that is missing. */
function getRequiredSlot(values: EntryFormValues) {
  const slot = parseChosenSlot(values);
  if (slot.slot_no !== undefined) return slot;
  const field = slot.slot_prefix === undefined ? "slot_block" : "slot_no";
  throw new ApiError({ code: "SLOT_REQUIRED", status: 400, extensions: { field } });
}

/** What an entry and a pass have in common. */
function toSubmittedEntry({ values, isPerson }: { values: EntryFormValues; isPerson: boolean }) {
  const body: ActionBody<"POST /actions/passes"> = {};
  for (const name of copiedFieldNames) if (values[name]) body[name] = String(values[name]);
  if (values["vehicle_type"]) body.vehicle_type = Number(values["vehicle_type"]);
  return isPerson ? { ...body, is_person: true } : body;
}

interface EntryFormProps {
  isPerson: boolean;
  /** A pass is selected at first. */
  isPass?: boolean;
}

export function EntryForm({ isPerson, isPass = false }: EntryFormProps) {
  const { branch, zone, path } = useBranch();
  const navigate = useNavigate();
  const photos = useVehicleImages();
  const isSlotChosen = useSlotFields().isSlotChosen && !isPerson;
  const keepsSlots = branch.parking_config?.["keeps_pass_slots"] === true && !isPerson;
  const isImageRequired = branch.allow_vehicle_image_required && !isPerson;
  const initialType = isPass ? "long_time" : "single_time";
  const [type, setType] = useState(initialType);
  const phoneMode = getVisitorPhoneMode({
    mode: branch.visitor_phone,
    visitor: { is_person: isPerson, parking_type: type === "long_time" ? type : "single_time" },
  });
  const fields = getEntryFields({
    isPerson,
    isVehicleTypeRequired: branch.allow_vehicle_type_required && !isPerson,
    phoneMode,
    photosField: createPhotosField({ images: photos, isRequired: isImageRequired && type === "single_time" }),
  });

  async function enter(values: EntryFormValues): Promise<void> {
    const slot = isSlotChosen ? getRequiredSlot(values) : {};
    const unit = await findEnteredUnit({ branch: branch.id, name: values["unit"] });
    const images = await photos.ids();
    const entry = await checkIn({
      ...toSubmittedEntry({ values: phoneMode === "off" ? { ...values, phone_no: null } : values, isPerson }),
      ...slot,
      ...(unit === undefined ? {} : { unit }),
      ...(values["visitor_id"] ? { visitor_id: String(values["visitor_id"]) } : {}),
      ...(isPerson ? toSubmittedVisitDetails(values) : {}),
      ...(images.length > 0 ? { entry_images: images } : {}),
    });
    const isCheckedIn = entry.parking_status_id === parkingSequence.in;
    showSuccess(isCheckedIn ? (isPerson ? "PERSON_CHECKED_IN" : "VEHICLE_CHECKED_IN") : "REQUEST_SENT");
    await navigate(path(`parking/detail?id=${entry.id}`));
  }

  async function issue(values: EntryFormValues): Promise<void> {
    const start = values["is_later"]
      ? parseLocalDateTime({ value: String(values["pass_start_time"] ?? ""), zone })
      : null;
    if (start === undefined)
      throw new ApiError({
        code: "FAILED_VALIDATION",
        message: `*${t("{label} is required", { label: t("Start date") })}`,
        status: 400,
        extensions: { field: "pass_start_time" },
      });
    const slot = keepsSlots ? parseChosenSlot(values) : {};
    const pass = await issuePass({
      ...(slot.slot_no === undefined ? {} : slot),
      ...toSubmittedEntry({ values, isPerson }),
      ...toSubmittedPassDuration({ values, zone }),
      ...(start ? { pass_start_time: start.toISOString() } : {}),
    });
    showSuccess(pass.is_waiting_for_approve ? "REQUEST_SENT" : t("Pass issued"));
    await navigate(path(getPassPage(pass)));
  }

  return (
    <Form
      fields={fields}
      initial={{ entry_type: initialType }}
      onSubmit={(values) => (values["entry_type"] === "long_time" ? issue(values) : enter(values))}
    >
      <KeepTypedValues photos={photos} />
      <EntryTypeWatch onChosen={setType} />
      <Stack width="form">
        <SegmentedRadio
          name="entry_type"
          label={t("Entry type")}
          options={entryTypes.map(({ value, label }) => ({ value, label: t(label) }))}
        />
        {isPerson ? <FormField name="name" autoFocus /> : <FormField name="vehicle_no" widget="plate" autoFocus />}
        {phoneMode !== "off" && (
          <FormField
            name="phone_no"
            label={phoneMode === "optional" ? t("Phone number (optional)") : undefined}
            placeholder="98400 12345"
          />
        )}
        {!isPerson && <VehicleTypeField service="is_parking" />}
        {!isPerson && <FormField name="name" label={t("Name (optional)")} />}
        <EntryTypeFields>
          {{
            once: (
              <>
                <UnitField />
                <HostField />
                <FormField name="entry_reason" widget="long-text" />
                {isPerson && <VisitDetailFields />}
                {isSlotChosen && <SlotField isRequired />}
                <VehicleImagePicker images={photos} isRequired={isImageRequired} />
              </>
            ),
            pass: (
              <>
                <PassStartField isPerson={isPerson} />
                {keepsSlots && <SlotField pass={0} isRequired={false} emptyLabel={t("No slot of its own")} />}
                <FormField name="entry_reason" label={t("Pass details")} widget="long-text" />
              </>
            ),
          }}
        </EntryTypeFields>
      </Stack>
      <ActionBar>
        <EntryButton isPerson={isPerson} />
      </ActionBar>
    </Form>
  );
}

/** A pass needs fields that a single entry does not. */
function EntryTypeWatch({ onChosen }: { onChosen: (type: string) => void }) {
  const { values } = useFormState();
  const type = String(values["entry_type"] ?? "");
  useEffect(() => onChosen(type), [type, onChosen]);
  return null;
}

function EntryTypeFields({ children }: { children: { once: React.ReactNode; pass: React.ReactNode } }) {
  const { values } = useFormState();
  return values["entry_type"] === "long_time" ? children.pass : children.once;
}

/** A pass starts now unless a later start is selected. */
function PassStartField({ isPerson }: { isPerson: boolean }) {
  const { zone } = useBranch();
  const now = useNow();
  const { values } = useFormState();
  const isLater = values["is_later"] === true;
  const laterStart = isLater ? parseLocalDateTime({ value: String(values["pass_start_time"] ?? ""), zone }) : undefined;
  return (
    <>
      <FormField name="is_later" />
      {isLater && <FormField name="pass_start_time" />}
      <PassDurationField start={laterStart ?? now} visitor={{ isPerson, start: laterStart }} />
    </>
  );
}

function EntryButton({ isPerson }: { isPerson: boolean }) {
  const { values } = useFormState();
  return <EntrySubmitButton isPerson={isPerson} isPass={values["entry_type"] === "long_time"} />;
}
