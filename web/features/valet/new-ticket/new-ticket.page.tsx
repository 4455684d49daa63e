// §2 /valet-parking/create: new ticket. A known vehicle number fills the other fields; then the ticket with its OTP.
import { useState } from "react";
import { Button } from "@mantine/core";
import { boolean, text } from "#domain/schema/fields.ts";
import { type CarPart, fuelLevels, readDamages } from "#domain/valet/condition/damages.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { pickFilled } from "#web/ui/forms/filled-values.ts";
import { sendOrQueue } from "#web/api/queue/send-or-queue.ts";
import type { StoredAction } from "#web/api/queue/queue-storage.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Form, SubmitButton, type SubmittedValues, useFormState } from "#web/ui/forms/form.tsx";
import { UnlessClosed } from "#web/product/closed-branch.tsx";
import { UnlessTariffRequired } from "#web/product/tariffs/tariff-decision.tsx";
import { valetTariff } from "#web/product/tariffs/tariff-services.ts";
import { KeepTypedValues } from "#web/product/forms/keep-typed-values.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { printOnDefault } from "#web/product/printing/default-printer.ts";
import { QueuedResult } from "#web/product/queue/queued-result.tsx";
import { ReturnedActionNotice, toFormValues } from "#web/product/queue/returned-action.tsx";
import { useReturnedAction } from "#web/product/queue/use-queue.ts";
import { useSignals } from "#web/product/signals/signals.ts";
import { createPhotosField, VehicleImagePicker, useVehicleImages } from "#web/product/vehicles/vehicle-images.tsx";
import { SharedPicture } from "#web/product/vehicles/shared-picture.tsx";
import { PlateHint } from "#web/product/vehicles/plate-hint.tsx";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import type { TicketSlip } from "#web/features/valet/api.ts";
import { DamageDrawing } from "#web/features/valet/condition/damage-drawing.tsx";
import { TicketCreated } from "#web/features/valet/new-ticket/ticket-created.tsx";
import { KeyTagField } from "#web/features/valet/key-tag-field.tsx";
import { ReturningCustomerNotice } from "#web/features/valet/new-ticket/returning-customer.tsx";
import { t } from "#web/languages/t.ts";

export function NewTicketPage() {
  const [slip, setSlip] = useState<TicketSlip>();
  const [queuedPlate, setQueuedPlate] = useState<string>();
  const returned = useReturnedAction("/actions/valet/create-ticket");
  if (slip && !returned) return <TicketCreated slip={slip} onNext={() => setSlip(undefined)} />;
  if (queuedPlate !== undefined && !returned)
    return (
      <QueuedResult plate={queuedPlate} nextLabel={t("Next car")} onNext={() => setQueuedPlate(undefined)}>
        {t("Keep the key; the token follows, and the customer gets the OTP by SMS.")}
      </QueuedResult>
    );
  return (
    <Page title={t("New ticket")} width="form">
      <UnlessClosed>
        <UnlessTariffRequired tariff={valetTariff}>
          <NewTicketForm key={returned?.key} returned={returned} onCreated={setSlip} onQueued={setQueuedPlate} />
        </UnlessTariffRequired>
      </UnlessClosed>
    </Page>
  );
}

interface NewTicketFormProps {
  returned: StoredAction | undefined;
  onCreated: (slip: TicketSlip) => void;
  onQueued: (plate: string) => void;
}

function NewTicketForm({ returned, onCreated, onQueued }: NewTicketFormProps) {
  const session = useRequiredSession();
  const { branch } = useBranch();
  const photos = useVehicleImages(returned?.images.map(({ file }) => file));
  const withSignals = useSignals();
  const hasNoSlot = branch.valet_and_parking_config?.service_type === "valet-service";
  const isImageRequired = branch.allow_vehicle_image_required;
  const { Vehicle_Number, Customer_Phone_Number, vehicle_type, Customer_Name, email, key_tag, fuel_level } =
    ValetAndParkingInformation.fields;
  const fields = {
    Vehicle_Number,
    Customer_Phone_Number,
    vehicle_type: { ...vehicle_type, required: branch.allow_vehicle_type_required },
    Customer_Name,
    email,
    key_tag,
    fuel_level,
    // The parts as text, so that they are kept with the form.
    damages: text({ label: "Damages" }),
    has_no_slot: boolean({ label: "Without a slot" }),
    ...createPhotosField({ images: photos, isRequired: isImageRequired }),
  };

  async function submit(values: SubmittedValues<typeof fields>): Promise<void> {
    const body = {
      ...pickFilled(values, ["Vehicle_Number", "Customer_Phone_Number", "Customer_Name", "email", "key_tag"]),
      ...(values.vehicle_type ? { vehicle_type: Number(values.vehicle_type) } : {}),
      ...(fuelLevels.some((level) => level === values.fuel_level) && { fuel_level: values.fuel_level }),
      damages: parseDamages(values.damages),
      service_type: values.has_no_slot ? ("valet-service" as const) : ("valet-parking" as const),
    };
    const plate = values.Vehicle_Number ?? "";
    const result = await sendOrQueue({
      session,
      action: { route: "POST /actions/valet/create-ticket", body },
      images: photos.list,
      form: { page: "valet-parking/create", values },
      title: plate,
      summary: "Valet ticket",
      resultPage: "valet-parking/detail?id=",
      replaces: returned?.key,
    });
    if (result.isQueued) return onQueued(plate);
    void printOnDefault({ branch: branch.id, paper: { ticket: result.reply.id } });
    onCreated(result.reply);
  }

  return (
    <Form
      fields={fields}
      initial={{ has_no_slot: hasNoSlot, ...toFormValues(returned) }}
      onSubmit={withSignals(submit)}
    >
      <KeepTypedValues photos={photos} />
      <Stack gap="lg">
        <ReturnedActionNotice returned={returned} />
        <SharedPicture photos={photos} />
        <FormField name="Vehicle_Number" widget="plate" autoFocus />
        <PlateHint name="Vehicle_Number" />
        <ReturningCustomerNotice />
        <FormField name="Customer_Phone_Number" autoComplete="off" placeholder="98400 12345" />
        <Grid minColumnWidth={130} gap="sm" align="start">
          <FormField name="Customer_Name" label={t("Name (optional)")} />
          <KeyTagField />
        </Grid>
        <VehicleTypeField service="is_valet_and_parking" />
        <EmailField />
        <VehicleImagePicker images={photos} isRequired={isImageRequired} />
        <FormField name="fuel_level" placeholder={t("Not noted")} />
        <DamageField />
        <FormField name="has_no_slot" description={t("The car stays at the porch, or where there is room.")} />
      </Stack>
      <ActionBar>
        <SubmitButton>{t("Create ticket")}</SubmitButton>
      </ActionBar>
    </Form>
  );
}

function parseDamages(text: unknown): CarPart[] {
  return readDamages(typeof text === "string" ? text.split(",") : []);
}

/** Few guests give one while they wait: the field opens on request, and for a returning customer whose email is known. */
function EmailField() {
  const { values } = useFormState();
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && !values["email"])
    return (
      <Button variant="default" size="lg" onClick={() => setIsOpen(true)}>
        {t("Add email")}
      </Button>
    );
  return <FormField name="email" label={t("Email (optional)")} autoComplete="off" autoFocus={isOpen} />;
}

/** Most cars have none: the drawing opens on request. */
function DamageField() {
  const { values, setValue } = useFormState();
  const [isOpen, setIsOpen] = useState(false);
  const damages = parseDamages(values["damages"]);
  if (!isOpen && damages.length === 0)
    return (
      <Button variant="default" size="lg" onClick={() => setIsOpen(true)}>
        {t("Mark damages")}
      </Button>
    );
  return (
    <div>
      <Text fw="bold">{t("Damages")}</Text>
      <Text c="dimmed">{t("Tap each damaged part. The front of the car is on the left.")}</Text>
      <DamageDrawing damages={damages} onChange={(marked) => setValue("damages", marked.join(","))} />
    </div>
  );
}
