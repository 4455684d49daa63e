// §4 Form of a delivery or a cab at a residential gate: the unit, and a vehicle number or a phone number.
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { getVisitorPhoneMode } from "#domain/branches/visitor-phone.ts";
import * as limits from "#domain/limits.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { text } from "#domain/schema/fields.ts";
import { type QuickVisit, toQuickVisitor } from "#domain/visitors/quick-visit.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useBranch } from "#web/api/use-session.ts";
import { checkIn } from "#web/features/passes/api.ts";
import { EntrySubmitButton } from "#web/product/forms/entry-submit-button.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { KeepTypedValues } from "#web/product/forms/keep-typed-values.tsx";
import { findEnteredUnit, UnitField, useUnits } from "#web/product/forms/unit-field.tsx";
import { createSlotFields, parseChosenSlot } from "#web/product/slots/chosen-slot.ts";
import { SlotField } from "#web/product/slots/slot-field.tsx";
import { useSlotFields } from "#web/product/slots/slots.ts";
import { useVehicleImages, VehicleImagePicker } from "#web/product/vehicles/vehicle-images.tsx";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { ActionBar } from "#web/ui/page.tsx";
import { t } from "#web/languages/t.ts";

const { vehicle_no, vehicle_type, phone_no } = ParkingMainInformation.fields;
// Required where the server does: what is asked depends on whether there is a vehicle number.
const visitorFields = {
  vehicle_no: { ...vehicle_no, required: false },
  // The purpose stands before it.
  name: text({ label: "Name", max: limits.name - 20 }),
  vehicle_type: { ...vehicle_type, required: false },
  entry_images: text({ label: "Photos" }),
};

type TypedValues = { [name: string]: string | boolean | null };

export function QuickVisitForm({ visit }: { visit: QuickVisit }) {
  const { branch, path } = useBranch();
  const navigate = useNavigate();
  const photos = useVehicleImages();

  const isUnitAsked = useUnits().length > 0;
  const [hasPlate, setHasPlate] = useState(false);
  const phoneMode = getVisitorPhoneMode({ mode: branch.visitor_phone, visitor: { is_person: !hasPlate } });
  const fields = {
    unit: text({ label: "Unit", required: isUnitAsked }),
    phone_no: { ...phone_no, required: phoneMode === "required" },
    ...visitorFields,
    ...createSlotFields(),
  };

  async function enter(values: TypedValues): Promise<void> {
    const unit = await findEnteredUnit({ branch: branch.id, name: values["unit"] });
    const read = (field: string) => String(values[field] ?? "");
    const visitor = toQuickVisitor({ visit, name: read("name"), plate: read("vehicle_no") });
    const isVehicle = visitor.is_person !== true;
    if (isVehicle && branch.allow_vehicle_image_required && photos.list.length === 0)
      throw new ApiError({ code: "IMAGE_REQUIRED", status: 400, extensions: { field: "entry_images" } });
    const images = isVehicle ? await photos.ids() : [];
    const entry = await checkIn({
      ...visitor,
      ...(values["phone_no"] ? { phone_no: read("phone_no") } : {}),
      ...(unit === undefined ? {} : { unit }),
      ...(isVehicle && values["vehicle_type"] ? { vehicle_type: Number(values["vehicle_type"]) } : {}),
      ...(isVehicle ? parseChosenSlot(values) : {}),
      ...(images.length > 0 ? { entry_images: images } : {}),
    });
    const isCheckedIn = entry.parking_status_id === parkingSequence.in;
    showSuccess(isCheckedIn ? (isVehicle ? "VEHICLE_CHECKED_IN" : "PERSON_CHECKED_IN") : "REQUEST_SENT");
    await navigate(path(`parking/detail?id=${entry.id}`));
  }

  return (
    <Form fields={fields} onSubmit={enter}>
      <KeepTypedValues photos={photos} />
      <Stack width="form">
        <UnitField label={t("Unit")} />
        {phoneMode !== "off" && (
          <FormField
            name="phone_no"
            label={phoneMode === "optional" ? t("Phone number (optional)") : undefined}
            placeholder="98400 12345"
          />
        )}
        <FormField
          name="vehicle_no"
          label={branch.allow_person_entries ? t("Vehicle number (optional)") : undefined}
          widget="plate"
        />
        <FormField name="name" label={t("Name or company (optional)")} placeholder={t("Swiggy")} />
        <VehicleFields photos={photos} onPlate={setHasPlate} />
      </Stack>
      <ActionBar>
        <QuickVisitButton />
      </ActionBar>
    </Form>
  );
}

/** A visitor without a vehicle number comes on foot. */
function QuickVisitButton() {
  const { values } = useFormState();
  return <EntrySubmitButton isPerson={!values["vehicle_no"]} />;
}

/** What the branch requires of a vehicle. */
function VehicleFields({
  photos,
  onPlate,
}: {
  photos: ReturnType<typeof useVehicleImages>;
  onPlate: (hasPlate: boolean) => void;
}) {
  const { branch } = useBranch();
  const { isSlotChosen } = useSlotFields();
  const { values } = useFormState();
  const hasPlate = Boolean(values["vehicle_no"]);
  useEffect(() => onPlate(hasPlate), [onPlate, hasPlate]);
  if (!hasPlate) return null;
  return (
    <>
      {branch.allow_vehicle_type_required && <VehicleTypeField service="is_parking" />}
      {isSlotChosen && <SlotField />}
      {branch.allow_vehicle_image_required && <VehicleImagePicker images={photos} isRequired />}
    </>
  );
}
