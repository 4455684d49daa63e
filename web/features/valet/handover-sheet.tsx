// §4 valet 5 → 6: hand over with the customer's OTP or QR; without either, a manager gives a reason.
import { useState, type ReactNode } from "react";
import { Button } from "@mantine/core";
import { can } from "#domain/access/capabilities.ts";
import { otpLimits } from "#domain/accounts/otp-limits.ts";
import { text } from "#domain/schema/fields.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { useSignals } from "#web/product/signals/signals.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { useVehicleImages, VehicleImagePicker } from "#web/product/vehicles/vehicle-images.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { useResendCode } from "#web/ui/use-resend-code.ts";
import { useSearchParams } from "react-router";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { handOver, resendMessage } from "#web/features/valet/api.ts";
import styles from "#web/features/valet/handover-sheet.module.css";
import { t } from "#web/languages/t.ts";

const { OTP_Value, handover_note } = ValetAndParkingInformation.fields;
const photoField = { entry_images: text({ label: "Photos" }) };
const codeFields = { otp: { ...OTP_Value, required: true }, ...photoField };
const noteFields = {
  handover_note: { ...handover_note, label: "Reason for handover without OTP", required: true },
  ...photoField,
};

export function HandoverSheet({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const [hasCode, setHasCode] = useState(true);
  const [isLocked, setIsLocked] = useState(false);
  const qr = useSearchParams()[0].get("qr");
  const canHandOverWithNote = can(useRequiredSession(), "valet.manage");
  const photos = useVehicleImages();
  const withSignals = useSignals();

  async function submit({ entry_images: _, ...values }: { [name: string]: string | boolean | null }): Promise<void> {
    const images = await photos.ids();
    const proof = { ...values, ...(images.length > 0 && { entry_images: images }) };
    await handOver(ticket.id, proof).catch((error: unknown) => {
      setIsLocked(hasErrorCode(error, "HANDOVER_LOCKED"));
      throw error;
    });
    onClose();
    showSuccess("VEHICLE_CHECKED_OUT");
  }

  return (
    <Sheet isOpen title={t("Hand over car")} onClose={onClose}>
      <Form key={String(hasCode)} fields={hasCode ? codeFields : noteFields} onSubmit={withSignals(submit)}>
        <Stack>
          <Group justify="center">
            <Plate number={ticket.Vehicle_Number} typeIcon={ticket.vehicle_type?.icon} size="large" />
          </Group>
          {qr && (
            <AsyncButton color="marigold" size="xl" onPress={() => withSignals(submit)({ qr })}>
              {t("Hand over with scanned QR code")}
            </AsyncButton>
          )}
          {hasCode ? (
            <div className={styles["code"]}>
              <FormField name="otp" label={t(qr ? "Or enter the customer's OTP" : "Customer's OTP")} autoFocus={!qr} />
              <VehicleImagePicker images={photos} isRequired={false} />
            </div>
          ) : (
            <>
              <FormField
                name="handover_note"
                widget="long-text"
                placeholder={t("Lost ticket; checked the RC book")}
                autoFocus
              />
              <Text c="dimmed">
                {t(
                  "Take a picture of the proof: the registration certificate, or the customer with an identity document.",
                )}
              </Text>
              <VehicleImagePicker images={photos} isRequired />
            </>
          )}
          <SubmitButton {...(qr ? { color: "ink" } : {})}>{t("Hand over car")}</SubmitButton>
          {canHandOverWithNote && (
            <Button variant="default" size="lg" onClick={() => setHasCode(!hasCode)}>
              {t(hasCode ? "Customer has no OTP" : "Enter OTP instead")}
            </Button>
          )}
          {ticket.is_test && (
            <AsyncButton variant="default" size="lg" onPress={() => submit({})}>
              {t("Hand over without OTP")}
            </AsyncButton>
          )}
          {/* While the handover is locked, the OTP cannot be sent again either. */}
          {hasCode && !ticket.is_test && !isLocked && (
            <ResendCode ticket={ticket} onLocked={() => setIsLocked(true)}>
              {!canHandOverWithNote && t("If the customer does not have that phone, call your manager.")}
            </ResendCode>
          )}
        </Stack>
      </Form>
    </Sheet>
  );
}

interface ResendCodeProps {
  ticket: Ticket;
  onLocked: () => void;
  /** What else helps. */
  children: ReactNode;
}

/** The phone may be shown to the customer, with others beside: the number stays masked. */
function ResendCode({ ticket, onLocked, children }: ResendCodeProps) {
  const { secondsLeft, isBlocked, send } = useResendCode({
    availableAt: ticket.otp_renewed_at === null ? 0 : Date.parse(ticket.otp_renewed_at) + otpLimits.resendAfterMs,
    success: t("SMS is being sent"),
    onSend: async () => {
      await resendMessage(ticket.id).catch((error: unknown) => {
        if (hasErrorCode(error, "HANDOVER_LOCKED")) onLocked();
        throw error;
      });
      return Date.now() + otpLimits.resendAfterMs;
    },
  });
  return (
    <Stack gap="2xs">
      <Button variant="default" size="lg" disabled={isBlocked} onClick={() => void send()}>
        {secondsLeft > 0 ? t("Resend in {seconds} s", { seconds: secondsLeft }) : t("Send OTP again")}
      </Button>
      <Text c="dimmed" size="sm">
        {t("By SMS to the number ending in {end}. The OTP sent before stops working.", {
          end: ticket.Customer_Phone_Number.slice(-4),
        })}{" "}
        {children}
      </Text>
    </Stack>
  );
}
