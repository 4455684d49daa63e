// §2 /parking/create: vehicle check-in. The plate fills in a known vehicle's details; the slip follows.
import { useSearchParams } from "react-router";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { can } from "#domain/access/capabilities.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { pickFilled } from "#web/ui/forms/filled-values.ts";
import { formatRupees } from "#domain/money.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { ApiError } from "#web/api/api-error.ts";
import { computeEntryBalance } from "#web/api/entry.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { sendOrQueue } from "#web/api/queue/send-or-queue.ts";
import type { StoredAction } from "#web/api/queue/queue-storage.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton, type SubmittedValues, useFormState } from "#web/ui/forms/form.tsx";
import { UnlessClosed } from "#web/product/closed-branch.tsx";
import { UnlessTariffRequired } from "#web/product/tariffs/tariff-decision.tsx";
import { CollectPassSheet, type PassToPay } from "#web/product/payments/pass-payment.tsx";
import { parkingTariff } from "#web/product/tariffs/tariff-services.ts";
import { KeepTypedValues } from "#web/product/forms/keep-typed-values.tsx";
import { getEntryLabel } from "#web/product/forms/entry-label.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { refreshEntries } from "#web/features/parking/api.ts";
import { useNow } from "#web/ui/use-now.ts";
import type { EntrySlip } from "#web/features/parking/api.ts";
import { printOnDefault } from "#web/product/printing/default-printer.ts";
import { QueuedResult } from "#web/product/queue/queued-result.tsx";
import { ReturnedActionNotice, toFormValues } from "#web/product/queue/returned-action.tsx";
import { useReturnedAction } from "#web/product/queue/use-queue.ts";
import { createPhotosField, VehicleImagePicker, useVehicleImages } from "#web/product/vehicles/vehicle-images.tsx";
import { UsedBookingNotice } from "#web/features/parking/check-in/booked-vehicle.tsx";
import { ReturningVisitorNotice } from "#web/features/parking/check-in/returning-visitor.tsx";
import { PrintSlipButton, ParkingSlip } from "#web/features/parking/parking-slip.tsx";
import { isOffDuty } from "#web/product/shell/duty.tsx";
import { useSignals } from "#web/product/signals/signals.ts";
import { parseChosenSlot } from "#web/product/slots/chosen-slot.ts";
import { SlotField } from "#web/product/slots/slot-field.tsx";
import { parseVehicleType, useSlotCounts, useSlotFields } from "#web/product/slots/slots.ts";
import { SharedPicture } from "#web/product/vehicles/shared-picture.tsx";
import { PlateHint } from "#web/product/vehicles/plate-hint.tsx";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

export function CheckInPage() {
  const [slip, setSlip] = useState<EntrySlip>();
  const [queuedPlate, setQueuedPlate] = useState<string>();
  const [passToCollect, setPassToCollect] = useState<PassToPay & { attempt: number }>();
  const returned = useReturnedAction("/actions/parking/check-in");
  // The form and the slip share one URL.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [slip, queuedPlate]);
  if (slip && !returned) return <CheckInResult slip={slip} onNext={() => setSlip(undefined)} />;
  if (queuedPlate !== undefined && !returned)
    return (
      <QueuedResult plate={queuedPlate} nextLabel={t("Next vehicle")} onNext={() => setQueuedPlate(undefined)}>
        {t("Let the vehicle in; its slot and slip follow.")}
      </QueuedResult>
    );
  return (
    <Page title={t("Check in")}>
      <UnlessClosed>
        <UnlessTariffRequired tariff={parkingTariff}>
          <CheckInForm
            key={returned?.key}
            returned={returned}
            onCheckedIn={setSlip}
            onQueued={setQueuedPlate}
            onCollectPass={(payment) => setPassToCollect((last) => ({ ...payment, attempt: (last?.attempt ?? 0) + 1 }))}
          />
          {passToCollect && (
            <CollectPassSheet
              key={passToCollect.attempt}
              {...passToCollect}
              onClose={() => setPassToCollect(undefined)}
            />
          )}
        </UnlessTariffRequired>
      </UnlessClosed>
    </Page>
  );
}

function FreeSlots() {
  const { branch } = useBranch();
  useLiveCollections("Parking_Information", "Parking_Main_Information");
  const { values } = useFormState();
  const slots = useSlotCounts(parseVehicleType(values["vehicle_type"]) ?? undefined);
  if (!slots) return null;
  if (slots.free > 0)
    return (
      <Text c="dimmed" isFigures>
        {tNodes("{free} of {total} slots free", { free: slots.free, total: slots.total })}
      </Text>
    );
  return branch.parking_config?.["is_slot_required"] === true ? (
    <Notice c="red" icon={IconAlertTriangle} role="status">
      <strong>{t("FULL.")}</strong>{" "}
      {slots.kept > 0
        ? t("All {total} slots are occupied, or kept for passes or bookings.", { total: slots.total })
        : t("All {total} slots are occupied.", { total: slots.total })}{" "}
      {t("A vehicle can enter once another one has left.")}
    </Notice>
  ) : (
    <Notice icon={IconAlertTriangle} role="status">
      <strong>{t("FULL.")}</strong>{" "}
      {slots.kept > 0
        ? t("All {total} slots are occupied, or kept for passes or bookings.", { total: slots.total })
        : t("All {total} slots are occupied.", { total: slots.total })}{" "}
      {t("The vehicle enters without a slot.")}
    </Notice>
  );
}

/** For a vehicle that a lot check found without an entry. */
const lateFields = {
  in_time: { ...ParkingInformation.fields.in_time, label: "Inside since", required: true },
  reason: changeReason,
};

const paymentTypeFields = {
  payment_type: { ...ParkingInformation.fields.payment_type, label: "Collect payment", required: true },
};
const paymentTypeOptions = [
  { value: "post-pay", label: "At exit" },
  { value: "pre-pay", label: "At entry" },
];

function parsePaymentType({ payment_type: type }: { [name: string]: unknown }) {
  return type === "pre-pay" || type === "post-pay" ? ({ payment_type: type } as const) : {};
}

interface CheckInFormProps {
  returned: StoredAction | undefined;
  onCheckedIn: (slip: EntrySlip) => void;
  onQueued: (plate: string) => void;
  onCollectPass: (payment: PassToPay) => void;
}

function CheckInForm({ returned, onCheckedIn, onQueued, onCollectPass }: CheckInFormProps) {
  const session = useRequiredSession();
  const { branch, zone } = useBranch();
  const photos = useVehicleImages(returned?.images.map(({ file }) => file));
  const [parameters] = useSearchParams();
  const withSignals = useSignals();
  const isLate = parameters.has("late") && can(session, "entry.backdate");
  const isImageRequired = branch.allow_vehicle_image_required;
  const { isSlotChosen, slotFields } = useSlotFields();
  const config = branch.parking_config;
  // A vehicle that was inside already pays at exit, and all vehicles of a branch on credit later.
  const isPaymentTypeChosen = config?.is_payment_type_chosen === true && config.payment_type !== "pay-later" && !isLate;
  const phoneMode = branch.visitor_phone;
  const { vehicle_no, phone_no, vehicle_type, name } = ParkingMainInformation.fields;
  const fields = {
    vehicle_no: { ...vehicle_no, required: true },
    phone_no: { ...phone_no, required: phoneMode === "required" },
    vehicle_type: { ...vehicle_type, required: branch.allow_vehicle_type_required },
    name,
    ...slotFields,
    ...createPhotosField({ images: photos, isRequired: isImageRequired }),
    ...(isLate ? lateFields : {}),
    ...(isPaymentTypeChosen ? paymentTypeFields : {}),
  };

  async function submit(values: SubmittedValues<typeof fields>): Promise<void> {
    const body = {
      ...pickFilled(values, ["vehicle_no", "name"]),
      ...(phoneMode === "off" ? {} : pickFilled(values, ["phone_no"])),
      ...(values.vehicle_type ? { vehicle_type: Number(values.vehicle_type) } : {}),
      ...parseChosenSlot(values),
      ...(isLate ? parseLateEntry({ values, zone }) : {}),
      ...(isPaymentTypeChosen ? parsePaymentType(values) : {}),
    };
    const plate = values.vehicle_no ?? "";
    const result = await sendOrQueue({
      session,
      action: { route: "POST /actions/parking/check-in", body },
      images: photos.list,
      form: { page: `parking/create${isLate ? "?late=1" : ""}`, values },
      title: plate,
      summary: "Check-in",
      resultPage: "parking/detail?id=",
      replaces: returned?.key,
    });
    if (result.isQueued) return onQueued(plate);
    const slip = result.reply;
    const isCheckedIn = slip.parking_status_id === parkingSequence.in;
    // The page of a payment that is due says so itself.
    if (isCheckedIn || !slip.is_vehicle_prepay_type) showSuccess(isCheckedIn ? "VEHICLE_CHECKED_IN" : "REQUEST_SENT");
    void refreshEntries();
    if (isCheckedIn) void printOnDefault({ branch: branch.id, paper: { entry: slip.id } });
    onCheckedIn(slip);
  }

  return (
    <Form
      fields={fields}
      initial={{
        vehicle_no: parameters.get("plate") ?? "",
        ...(isLate ? { reason: "Found in the lot check" } : {}),
        ...(isPaymentTypeChosen ? { payment_type: config?.payment_type ?? "post-pay" } : {}),
        ...toFormValues(returned),
      }}
      onSubmit={withSignals(submit)}
    >
      <KeepTypedValues photos={photos} />
      <Stack width="form">
        <SharedPicture photos={photos} />
        <ReturnedActionNotice returned={returned} />
        <FreeSlots />
        <Stack gap="xs">
          <FormField name="vehicle_no" widget="plate" autoFocus />
          <PlateHint name="vehicle_no" />
          <ReturningVisitorNotice onCollectPass={onCollectPass} isLate={isLate} />
        </Stack>
        {phoneMode !== "off" && (
          <FormField
            name="phone_no"
            label={phoneMode === "optional" ? t("Phone number (optional)") : undefined}
            autoComplete="off"
            placeholder="98400 12345"
          />
        )}
        <VehicleTypeField service="is_parking" />
        <FormField name="name" label={t("Name (optional)")} />
        {isLate && (
          <>
            <FormField name="in_time" description={t("The charge counts from then")} />
            <FormField name="reason" widget="long-text" />
          </>
        )}
        {isPaymentTypeChosen && <FormField name="payment_type" options={paymentTypeOptions} />}
        {isSlotChosen && <SlotField />}
        <VehicleImagePicker images={photos} isRequired={isImageRequired} />
      </Stack>
      <ActionBar>
        <SubmitButton color={isOffDuty(session) ? "ink" : "marigold"}>{t(getEntryLabel(branch))}</SubmitButton>
      </ActionBar>
    </Form>
  );
}

/** FAILED_VALIDATION is the server's; an unreadable time never gets there. */
function parseLateEntry({ values, zone }: { values: { [name: string]: unknown }; zone: string }) {
  const inTime = parseLocalDateTime({ value: String(values["in_time"] ?? ""), zone });
  if (!inTime) throw new ApiError({ code: "FAILED_VALIDATION", status: 400, extensions: { field: "in_time" } });
  return { in_time: inTime.toISOString(), reason: String(values["reason"] ?? "") };
}

/** A link has no `autoFocus`. */
const focusLink = (link: HTMLAnchorElement | null): void => link?.focus();

function CheckInResult({ slip, onNext }: { slip: EntrySlip; onNext: () => void }) {
  const { zone, path } = useBranch();
  const now = useNow();
  const isPending = slip.parking_status_id !== parkingSequence.in;
  const isPaymentDue = isPending && slip.is_vehicle_prepay_type;
  const balance = computeEntryBalance({ entry: slip, now });
  const detail = path(`parking/detail?id=${slip.id}`);
  return (
    <Page
      title={isPaymentDue ? t("Payment due") : isPending ? t("Waiting for approval") : t("Checked in")}
      // Above the slip, since the message of the success is below it.
      actions={
        !isPaymentDue && (
          <ButtonLink to={detail} variant="default">
            {t("Open entry")}
          </ButtonLink>
        )
      }
    >
      <Stack width="form">
        {isPending && (
          <Notice>
            {isPaymentDue
              ? t("Collect {extended} before entry.", { extended: formatRupees(balance.extended) })
              : t("The vehicle can enter once it is approved.")}
          </Notice>
        )}
        <UsedBookingNotice slip={slip} />
        <ParkingSlip slip={slip} zone={zone} />
      </Stack>
      {isPaymentDue ? (
        <ActionBar>
          <Button variant="default" size="xl" onClick={onNext}>
            {t("Next vehicle")}
          </Button>
          <ButtonLink ref={focusLink} to={detail} color="marigold" size="xl">
            {t("Collect cash")}
          </ButtonLink>
        </ActionBar>
      ) : (
        <ActionBar>
          <PrintSlipButton entry={slip.id} zone={zone} />
          <Button color="marigold" size="xl" onClick={onNext} autoFocus>
            {t("Next vehicle")}
          </Button>
        </ActionBar>
      )}
    </Page>
  );
}
