// §2 /valet-parking/create: the key is taken. The plate first, the rest by itself where it can; then the ticket with its code.
import { useState } from "react";
import { personName, phone, text, vehicleNumber } from "#domain/fields.ts";
import { ApiError } from "#web/items/api-error.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { PhotoPicker, usePhotos } from "#web/ui/photos.tsx";
import { VehicleTypes } from "#web/ui/vehicle-types.tsx";
import { createTicket } from "#web/features/valet/api.ts";
import type { SlipWire } from "#web/features/valet/api.ts";
import { KeyTaken } from "#web/features/valet/key-taken.tsx";
import { Returning } from "#web/features/valet/returning.tsx";
import styles from "#web/features/valet/create.module.css";

export function TakeKeyPage() {
  const [slip, setSlip] = useState<SlipWire>();
  if (slip) return <KeyTaken slip={slip} onNext={() => setSlip(undefined)} />;
  return (
    <Page title="Take a key">
      <TakeKeyForm onTaken={setSlip} />
    </Page>
  );
}

function TakeKeyForm({ onTaken }: { onTaken: (slip: SlipWire) => void }) {
  const { branch } = useBranch();
  const photos = usePhotos();
  const isImageAsked = branch.allow_vehicle_image_required;
  const fields = {
    Vehicle_Number: vehicleNumber({ required: true }),
    Customer_Phone_Number: phone({ required: true }),
    vehicle_type: text({ label: "Vehicle type", required: branch.allow_vehicle_type_required }),
    Customer_Name: personName(),
    key_tag: text({ label: "Key tag", max: 20 }),
    entry_images: text({ label: "Pictures" }),
  };

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    if (isImageAsked && photos.list.length === 0)
      throw new ApiError({ code: "IMAGE_REQUIRED", status: 400, extensions: { field: "entry_images" } });
    const images = await photos.ids();
    const slip = await createTicket({
      Vehicle_Number: String(values["Vehicle_Number"]),
      Customer_Phone_Number: String(values["Customer_Phone_Number"]),
      ...(values["Customer_Name"] ? { Customer_Name: String(values["Customer_Name"]) } : {}),
      ...(values["vehicle_type"] ? { vehicle_type: Number(values["vehicle_type"]) } : {}),
      ...(values["key_tag"] ? { key_tag: String(values["key_tag"]) } : {}),
      ...(images.length > 0 ? { entry_images: images } : {}),
    });
    showSuccess("Key taken");
    onTaken(slip);
  }

  return (
    <Form fields={fields} onSubmit={submit}>
      <div className={styles["form"]}>
        <FormField name="Vehicle_Number" as="plate" autoFocus />
        <Returning />
        <FormField name="Customer_Phone_Number" autoComplete="off" placeholder="98400 12345" />
        <VehicleTypes service="is_valet_and_parking" />
        <div className={styles["two"]}>
          <FormField name="Customer_Name" label="Name (if you like)" />
          <FormField name="key_tag" label="Key tag (if you like)" placeholder="17" />
        </div>
        <PhotoPicker photos={photos} isRequired={isImageAsked} />
      </div>
      <ActionBar>
        <SubmitButton>Take the key</SubmitButton>
      </ActionBar>
    </Form>
  );
}
