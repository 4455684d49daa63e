// §2 /valet-parking/create: new ticket. A known vehicle number fills the other fields; then the ticket with its OTP.
import { useState } from "react";
import { text } from "#domain/schema/fields.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { pickFilled } from "#web/ui/forms/filled-values.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Form, SubmitButton, type SubmittedValues } from "#web/ui/forms/form.tsx";
import { KeepTypedValues } from "#web/product/forms/keep-typed-values.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { VehicleImagePicker, useVehicleImages } from "#web/product/vehicles/vehicle-images.tsx";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import { createTicket } from "#web/features/valet/api.ts";
import type { TicketSlip } from "#web/features/valet/api.ts";
import { TicketCreated } from "#web/features/valet/new-ticket/ticket-created.tsx";
import { ReturningCustomerNotice } from "#web/features/valet/new-ticket/returning-customer.tsx";

export function NewTicketPage() {
  const [slip, setSlip] = useState<TicketSlip>();
  if (slip) return <TicketCreated slip={slip} onNext={() => setSlip(undefined)} />;
  return (
    <Page title="New ticket" width="form">
      <NewTicketForm onCreated={setSlip} />
    </Page>
  );
}

function NewTicketForm({ onCreated }: { onCreated: (slip: TicketSlip) => void }) {
  const { branch } = useBranch();
  const photos = useVehicleImages();
  const isImageRequired = branch.allow_vehicle_image_required;
  const { Vehicle_Number, Customer_Phone_Number, vehicle_type, Customer_Name, key_tag } =
    ValetAndParkingInformation.fields;
  const fields = {
    Vehicle_Number,
    Customer_Phone_Number,
    vehicle_type: { ...vehicle_type, required: branch.allow_vehicle_type_required },
    Customer_Name,
    key_tag,
    entry_images: text({ label: "Photos" }),
  };

  async function submit(values: SubmittedValues<typeof fields>): Promise<void> {
    if (isImageRequired && photos.list.length === 0)
      throw new ApiError({ code: "IMAGE_REQUIRED", status: 400, extensions: { field: "entry_images" } });
    const images = await photos.ids();
    const slip = await createTicket({
      ...pickFilled(values, ["Vehicle_Number", "Customer_Phone_Number", "Customer_Name", "key_tag"]),
      ...(values.vehicle_type ? { vehicle_type: Number(values.vehicle_type) } : {}),
      ...(images.length > 0 ? { entry_images: images } : {}),
    });
    showSuccess("Ticket created");
    onCreated(slip);
  }

  return (
    <Form fields={fields} onSubmit={submit}>
      <KeepTypedValues />
      <Stack gap="lg">
        <FormField name="Vehicle_Number" widget="plate" autoFocus />
        <ReturningCustomerNotice />
        <FormField name="Customer_Phone_Number" autoComplete="off" placeholder="98400 12345" />
        <VehicleTypeField service="is_valet_and_parking" />
        <Grid minColumnWidth={130} gap="sm" align="start">
          <FormField name="Customer_Name" label="Name (optional)" />
          <FormField name="key_tag" label="Key tag (optional)" placeholder="17" />
        </Grid>
        <VehicleImagePicker images={photos} isRequired={isImageRequired} />
      </Stack>
      <ActionBar>
        <SubmitButton>Create ticket</SubmitButton>
      </ActionBar>
    </Form>
  );
}
