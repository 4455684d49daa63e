// Payment and cancellation of a booking.
import { useNavigate } from "react-router";
import { formatRupees } from "#domain/money.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { useBranch } from "#web/api/use-session.ts";
import { cancelBooking, prepayBooking } from "#web/features/pre-booking/api.ts";
import {
  type BookingRow,
  getBookingName,
  getBookingPrice,
  isBookingPaidAhead,
} from "#web/features/pre-booking/booking-row.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

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
    <Sheet isOpen title={t("Payment of {vehicle}", { vehicle: getBookingName(booking) })} onClose={onClose}>
      <Stack>
        <Text>
          {t("The booked time costs {amount}. It can be paid now, or when the vehicle is here.", {
            amount: formatRupees(getBookingPrice(booking)),
          })}
        </Text>
        <Text c="dimmed">
          {t(
            "If the vehicle does not come, or the booking is cancelled, an online payment is returned automatically; cash is returned at the desk.",
          )}
        </Text>
        <AsyncButton size="xl" color="marigold" onPress={collect}>
          {t("Collect now")}
        </AsyncButton>
        <AsyncButton size="lg" variant="default" onPress={sendLink}>
          {t("Send pay link to {phone}", { phone: booking.phone_no ?? "" })}
        </AsyncButton>
      </Stack>
    </Sheet>
  );
}

const cancelFields = { reason: changeReason };

function getCancelNote(booking: BookingRow): string {
  return isBookingPaidAhead(booking)
    ? t("An online payment is returned; return cash first, from the entry.")
    : t("Nothing is charged.");
}

export function CancelBookingSheet({ booking, onClose }: { booking: BookingRow; onClose: () => void }) {
  async function submit(values: { reason: string | null }): Promise<void> {
    await cancelBooking(booking.id, values.reason ?? "");
    showSuccess("BOOKING_CANCELLED");
    onClose();
  }
  return (
    <Sheet isOpen title={t("Cancel booking of {vehicle}?", { vehicle: getBookingName(booking) })} onClose={onClose}>
      <Form fields={cancelFields} onSubmit={submit}>
        <Stack>
          <Text c="dimmed">
            {t("Its slot can be booked again at once.")} {getCancelNote(booking)}
          </Text>
          <FormField name="reason" widget="long-text" />
          <SubmitButton color="red">{t("Cancel booking")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
