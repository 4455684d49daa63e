// Payment and cancellation of a booking.
import { useNavigate } from "react-router";
import { formatRupees } from "#domain/money.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { useBranch } from "#web/api/use-session.ts";
import { cancelBooking, prepayBooking } from "#web/features/pre-booking/api.ts";
import { type BookingRow, getBookingEntry, getBookingPrice } from "#web/features/pre-booking/booking-row.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";

export function BookingPaymentSheet({ booking, onClose }: { booking: BookingRow; onClose: () => void }) {
  const { path } = useBranch();
  const navigate = useNavigate();

  async function collect(): Promise<void> {
    const { parking_information: entry } = await prepayBooking({ id: booking.id, isLinkSent: false });
    await navigate(path(`parking/detail?id=${entry?.id}`));
  }

  async function sendLink(): Promise<void> {
    await prepayBooking({ id: booking.id, isLinkSent: true });
    showSuccess("PAY_LINK_SENT");
    onClose();
  }

  return (
    <Sheet isOpen title={`Payment of ${booking.vehicle_no}`} onClose={onClose}>
      <Stack>
        <Text>
          The booked time costs {formatRupees(getBookingPrice(booking))}. It can be paid now, or when the vehicle is
          here.
        </Text>
        <Text c="dimmed">
          If the vehicle does not come, or the booking is cancelled, an online payment is returned automatically; cash
          is returned at the desk.
        </Text>
        <AsyncButton size="xl" color="marigold" onPress={collect}>
          Collect now
        </AsyncButton>
        <AsyncButton size="lg" variant="default" onPress={sendLink}>
          Send pay link to {booking.phone_no}
        </AsyncButton>
      </Stack>
    </Sheet>
  );
}

const cancelFields = { reason: changeReason };

function getCancelNote(booking: BookingRow): string {
  return getBookingEntry(booking)?.payment_status === "paid"
    ? "An online payment is returned; return cash first, from the entry."
    : "Nothing is charged.";
}

export function CancelBookingSheet({ booking, onClose }: { booking: BookingRow; onClose: () => void }) {
  async function submit(values: { reason: string | null }): Promise<void> {
    await cancelBooking(booking.id, values.reason ?? "");
    showSuccess("BOOKING_CANCELLED");
    onClose();
  }
  return (
    <Sheet isOpen title={`Cancel booking of ${booking.vehicle_no}?`} onClose={onClose}>
      <Form fields={cancelFields} onSubmit={submit}>
        <Stack>
          <Text c="dimmed">Its slot can be booked again at once. {getCancelNote(booking)}</Text>
          <FormField name="reason" widget="long-text" />
          <SubmitButton color="red">Cancel booking</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
