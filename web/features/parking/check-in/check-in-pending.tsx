// Checks in a pending entry: directly, or after asking for the slot, the photos the branch requires, and the visitor's phone number
// for an invite whose code was not scanned.
import { Button } from "@mantine/core";
import { IconDoorEnter } from "@tabler/icons-react";
import { useState } from "react";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { createPhotosField, VehicleImagePicker, useVehicleImages } from "#web/product/vehicles/vehicle-images.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { checkInPending, refreshEntries } from "#web/features/parking/api.ts";
import type { CheckInDetails } from "#web/features/parking/api.ts";
import type { DetailedEntry } from "#web/features/parking/detailed-entry.ts";
import { getScannedCode } from "#web/features/parking/find-entry.ts";
import { parseChosenSlot } from "#web/product/slots/chosen-slot.ts";
import { SlotField } from "#web/product/slots/slot-field.tsx";
import { useSlotFields } from "#web/product/slots/slots.ts";
import { t } from "#web/languages/t.ts";

const phoneField = {
  phone_no: { ...ParkingMainInformation.fields.phone_no, required: true, label: "Visitor's phone number" },
};

interface RequiredOnArrival {
  isImageRequired: boolean;
  isSlotChosen: boolean;
  /** An invite whose code was not scanned. */
  isPhoneRequired: boolean;
}

/** Invited and booked vehicles can be photographed only on arrival; the slot is asked for if staff choose slots. */
function useRequiredOnArrival({ entry, code }: { entry: DetailedEntry; code: string | undefined }): RequiredOnArrival {
  const { branch } = useBranch();
  const { isSlotChosen } = useSlotFields();
  const isExpected = entry.is_invited || entry.is_awaiting_arrival;
  return {
    isImageRequired: branch.allow_vehicle_image_required && isExpected && !entry.is_person,
    // A booked vehicle gets its slot.
    isSlotChosen: isSlotChosen && !entry.is_person && !entry.is_awaiting_arrival,
    isPhoneRequired: entry.is_invited && code === undefined,
  };
}

export function CheckInPendingButton({ entry }: { entry: DetailedEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  const code = getScannedCode(entry.id);
  const required = useRequiredOnArrival({ entry, code });

  async function enter(arrival: CheckInDetails): Promise<void> {
    await checkInPending(entry.id, { ...arrival, ...(entry.is_invited && code ? { qr: code } : {}) }).finally(
      () => void refreshEntries(),
    );
    setIsOpen(false);
    showSuccess(entry.is_person ? "PERSON_CHECKED_IN" : "VEHICLE_CHECKED_IN");
  }

  const buttonProps = { color: "marigold", size: "xl", leftSection: <IconDoorEnter aria-hidden="true" /> } as const;
  if (!required.isImageRequired && !required.isSlotChosen && !required.isPhoneRequired)
    return (
      <AsyncButton {...buttonProps} onPress={() => enter({})}>
        {t("Check in")}
      </AsyncButton>
    );
  return (
    <>
      <Button {...buttonProps} onClick={() => setIsOpen(true)}>
        {t("Check in")}
      </Button>
      <Sheet isOpen={isOpen} title={t("Check in")} onClose={() => setIsOpen(false)}>
        <CheckInPendingForm
          {...required}
          vehicleType={entry.parking_main_info?.vehicle_type?.id ?? null}
          onCheckedIn={enter}
        />
      </Sheet>
    </>
  );
}

interface CheckInPendingFormProps extends RequiredOnArrival {
  vehicleType: number | null;
  onCheckedIn: (arrival: CheckInDetails) => Promise<void>;
}

function CheckInPendingForm({
  isImageRequired,
  isSlotChosen,
  isPhoneRequired,
  vehicleType,
  onCheckedIn,
}: CheckInPendingFormProps) {
  const photos = useVehicleImages();
  const { slotFields } = useSlotFields();
  const fields = {
    ...(isPhoneRequired ? phoneField : {}),
    ...(isSlotChosen ? slotFields : {}),
    ...createPhotosField({ images: photos, isRequired: isImageRequired }),
  };
  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const images = await photos.ids();
    await onCheckedIn({
      ...(isPhoneRequired ? { phone_no: String(values["phone_no"]) } : {}),
      ...parseChosenSlot(values),
      ...(images.length > 0 ? { entry_images: images } : {}),
    });
  }
  return (
    <Form fields={fields} onSubmit={submit}>
      <Stack>
        {isPhoneRequired && (
          <FormField name="phone_no" description={t("Ask the visitor, or scan the QR code of the invite")} autoFocus />
        )}
        {isSlotChosen && <SlotField vehicleType={vehicleType} />}
        {(isImageRequired || isSlotChosen) && <VehicleImagePicker images={photos} isRequired={isImageRequired} />}
        <SubmitButton>{t("Check in")}</SubmitButton>
      </Stack>
    </Form>
  );
}
