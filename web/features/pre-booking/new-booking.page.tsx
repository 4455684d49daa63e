// §2 /pre-booking/create: staff book a slot for a time, by phone or at the desk.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { ActionBody } from "#domain/contracts.ts";
import { formatRupees } from "#domain/money.ts";
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useBranch } from "#web/api/use-session.ts";
import { bookSlot, quoteBooking } from "#web/features/pre-booking/api.ts";
import { UnlessClosed } from "#web/product/closed-branch.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { KeepTypedValues } from "#web/product/forms/keep-typed-values.tsx";
import { PlateHint } from "#web/product/vehicles/plate-hint.tsx";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton, type SubmittedValues, useFormState } from "#web/ui/forms/form.tsx";
import { formatLocalDateTime, parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

const { booking_start_time, booking_end_time, vehicle_no, phone_no, vehicle_type, name } = PreBookingInformation.fields;

export function NewBookingPage() {
  const { branch } = useBranch();
  return (
    <Page title={t("Book a slot")}>
      <UnlessClosed>
        {branch.is_parking ? (
          <BookingForm />
        ) : (
          <Notice>{t("Bookings need the Parking service too. An admin can turn it on in Branch settings.")}</Notice>
        )}
      </UnlessClosed>
    </Page>
  );
}

const quarterMs = 15 * 60_000;
/** The next quarter of an hour, at least one from now. */
const getNextQuarter = (): number => Math.ceil((Date.now() + quarterMs) / quarterMs) * quarterMs;

function BookingForm() {
  const { branch, zone, path } = useBranch();
  const navigate = useNavigate();
  const [start] = useState(getNextQuarter);
  const [shownCharge, setShownCharge] = useState<number>();
  const fields = {
    vehicle_no: { ...vehicle_no, required: true },
    phone_no: { ...phone_no, required: true },
    booking_start_time: { ...booking_start_time, required: true },
    booking_end_time: { ...booking_end_time, required: true },
    vehicle_type: { ...vehicle_type, required: branch.allow_vehicle_type_required },
    name,
  };

  async function submit(values: SubmittedValues<typeof fields>): Promise<void> {
    const times = readTimes({ values, zone });
    for (const field of ["booking_start_time", "booking_end_time"] as const)
      if (!times[field]) throw new ApiError({ code: "FAILED_VALIDATION", status: 400, extensions: { field } });
    await bookSlot({
      ...times,
      vehicle_no: values.vehicle_no ?? "",
      phone_no: values.phone_no ?? "",
      ...(values.name ? { name: values.name } : {}),
      ...(values.vehicle_type ? { vehicle_type: Number(values.vehicle_type) } : {}),
      ...(shownCharge === undefined ? {} : { expected: shownCharge }),
    });
    showSuccess("SLOT_BOOKED");
    await navigate(path("pre-booking/dashboard"));
  }

  return (
    <Form
      fields={fields}
      initial={{
        booking_start_time: formatLocalDateTime({ at: new Date(start), zone }),
        booking_end_time: formatLocalDateTime({ at: new Date(start + 8 * quarterMs), zone }),
      }}
      onSubmit={submit}
    >
      <KeepTypedValues />
      <Stack width="form">
        <Stack gap="xs">
          <FormField name="vehicle_no" widget="plate" autoFocus />
          <PlateHint name="vehicle_no" />
        </Stack>
        <FormField name="phone_no" autoComplete="off" placeholder="98400 12345" />
        <FormField name="booking_start_time" />
        <FormField name="booking_end_time" description={t("Later than that, the parking tariff applies")} />
        <VehicleTypeField service="is_parking" />
        <FormField name="name" label={t("Name (optional)")} />
        <BookingQuote onCharge={setShownCharge} />
      </Stack>
      <ActionBar>
        {/* With the price, since the quote is below the first view of a phone. */}
        <SubmitButton>
          {shownCharge === undefined
            ? t("Book a slot")
            : t("Book a slot for {price}", { price: formatRupees(shownCharge) })}
        </SubmitButton>
      </ActionBar>
    </Form>
  );
}

function readTimes({ values, zone }: { values: { [name: string]: unknown }; zone: string }) {
  const read = (name: string) => parseLocalDateTime({ value: String(values[name] ?? ""), zone })?.toISOString();
  return { booking_start_time: read("booking_start_time"), booking_end_time: read("booking_end_time") };
}

/** Slot and price of the entered time; what is wrong with it is said here, before the form is sent. */
function BookingQuote({ onCharge }: { onCharge: (charge: number | undefined) => void }) {
  const { branch, zone } = useBranch();
  const { values } = useFormState();
  const times = readTimes({ values, zone });
  const type = Number(values["vehicle_type"]) || undefined;
  const quoted: NonNullable<ActionBody<"POST /actions/pre-bookings/quote">> = {
    branch: branch.id,
    ...times,
    ...(type !== undefined && { vehicle_type: type }),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ["booking-quote", quoted],
    queryFn: ({ signal }) => quoteBooking(quoted, signal),
    enabled: times.booking_start_time !== undefined && times.booking_end_time !== undefined,
    staleTime: 0,
    retry: false,
  });
  const charge = data?.charge;
  useEffect(() => onCharge(charge), [charge, onCharge]);
  // Texts at fields begin with an asterisk.
  if (error instanceof ApiError && error.status < 500)
    return <Notice role="status">{t(error.message).replace(/^\*/, "")}</Notice>;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <KeyValueList layout="spread" gap="2xs" label={t("Booking")}>
      <KeyValue label={t("Slot")}>
        {data.slot_prefix}
        {data.slot_no}
      </KeyValue>
      <KeyValue label={t("Held from")}>
        <DateTime at={data.held_from} zone={zone} />
      </KeyValue>
      <KeyValue label={t("Latest arrival")}>
        <DateTime at={data.no_show_at} zone={zone} />
      </KeyValue>
      <KeyValue label={t("Price")} isTotal>
        {formatRupees(data.charge)}
      </KeyValue>
    </KeyValueList>
  );
}
