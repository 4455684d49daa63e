// §2 /parking/create: a vehicle comes in. The plate first, the rest by itself where it can, one button, the slip.
import { useSearchParams } from "react-router";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { personName, phone, text, vehicleNumber } from "#domain/fields.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { ApiError } from "#web/items/api-error.ts";
import { useBranch } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { readAgain } from "#web/features/parking/api.ts";
import { useCheckInOnce } from "#web/features/parking/check-in-once.ts";
import type { SlipWire } from "#web/features/parking/api.ts";
import { PhotoPicker, usePhotos } from "#web/ui/photos.tsx";
import { Returning } from "#web/features/parking/returning.tsx";
import { PrintButton, Slip } from "#web/features/parking/slip.tsx";
import { SlotChoice, slotFrom } from "#web/features/parking/slot-choice.tsx";
import { VehicleTypes } from "#web/ui/vehicle-types.tsx";
import styles from "#web/features/parking/create.module.css";

export function CheckInPage() {
  const [slip, setSlip] = useState<SlipWire>();
  // The form and the slip are two pages at one address.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [slip]);
  if (slip) return <CheckedIn slip={slip} onNext={() => setSlip(undefined)} />;
  return (
    <Page title="Check in">
      <CheckInForm onCheckedIn={setSlip} />
    </Page>
  );
}

interface Values {
  [name: string]: string | boolean | null;
}

function CheckInForm({ onCheckedIn }: { onCheckedIn: (slip: SlipWire) => void }) {
  const { branch } = useBranch();
  const photos = usePhotos();
  const [parameters] = useSearchParams();
  const send = useCheckInOnce();
  const isImageAsked = branch.allow_vehicle_image_required;
  const choosesSlot = branch.parking_config?.["slot_type"] === "specific_slot";
  const fields = {
    vehicle_no: vehicleNumber({ required: true }),
    phone_no: phone({ required: true }),
    vehicle_type: text({ label: "Vehicle type", required: branch.allow_vehicle_type_required }),
    name: personName(),
    slot: text({ label: "Slot" }),
    entry_images: text({ label: "Pictures" }),
  };

  async function submit(values: Values): Promise<void> {
    if (isImageAsked && photos.list.length === 0)
      throw new ApiError({ code: "IMAGE_REQUIRED", status: 400, extensions: { field: "entry_images" } });
    const images = await photos.ids();
    const slip = await send({
      vehicle_no: String(values["vehicle_no"]),
      phone_no: String(values["phone_no"]),
      ...(values["name"] ? { name: String(values["name"]) } : {}),
      ...(values["vehicle_type"] ? { vehicle_type: Number(values["vehicle_type"]) } : {}),
      ...slotFrom(String(values["slot"] ?? "")),
      ...(images.length > 0 ? { entry_images: images } : {}),
    });
    showSuccess(slip.parking_status_id === parkingSequence.in ? "VEHICLE_CHECKED_IN" : "DATA_CREATED");
    void readAgain();
    onCheckedIn(slip);
  }

  return (
    <Form fields={fields} initial={{ vehicle_no: parameters.get("plate") ?? "" }} onSubmit={submit}>
      <div className={styles["form"]}>
        <FormField name="vehicle_no" as="plate" autoFocus />
        <Returning />
        <FormField name="phone_no" autoComplete="off" placeholder="98400 12345" />
        <VehicleTypes service="is_parking" />
        <FormField name="name" label="Name (if you like)" />
        {choosesSlot && <SlotChoice />}
        <PhotoPicker photos={photos} isRequired={isImageAsked} />
      </div>
      <ActionBar>
        <SubmitButton>Check in</SubmitButton>
      </ActionBar>
    </Form>
  );
}

function CheckedIn({ slip, onNext }: { slip: SlipWire; onNext: () => void }) {
  const { zone, path } = useBranch();
  const isWaiting = slip.parking_status_id !== parkingSequence.in;
  const detail = path(`parking/detail?id=${slip.id}`);
  return (
    <Page title={isWaiting ? "Entry made" : "Checked in"}>
      <div className={styles["slip"]}>
        <Slip slip={slip} zone={zone} />
      </div>
      {isWaiting && (
        <p className={styles["note"]}>
          {slip.is_vehicle_prepay_type
            ? "It pays first: take the cash, and it is in."
            : "It comes in once it is approved."}
        </p>
      )}
      <ButtonLink to={detail} variant="default" size="xl" className={styles["open"]}>
        {isWaiting && slip.is_vehicle_prepay_type ? "Take cash" : "Open"}
      </ButtonLink>
      <ActionBar>
        <PrintButton load={() => slip} zone={zone} />
        <Button color="marigold" size="xl" onClick={onNext} autoFocus>
          Next vehicle
        </Button>
      </ActionBar>
    </Page>
  );
}
