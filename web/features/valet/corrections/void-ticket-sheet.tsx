// §4: confirmation of a cancelled ticket, with its reason and what happens to the money.
import { changeReason } from "#domain/schema/action-fields.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { getPaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { voidTicket } from "#web/features/valet/api.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const fields = { reason: changeReason };

export function VoidTicketSheet({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const tip = ticket.tip_collected_at === null ? 0 : toPaise(ticket.valet_tip ?? "0");

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    await voidTicket(ticket.id, { reason: String(values["reason"]), returned_tip: tip });
    showSuccess(t("Ticket cancelled"));
    onClose();
  }

  return (
    <Sheet isOpen title={t("Cancel ticket of {car}?", { car: ticket.Vehicle_Number })} onClose={onClose}>
      <Form fields={fields} onSubmit={submit}>
        <Stack>
          <Text c="dimmed">
            {t(
              "For a ticket made by mistake, or a customer who takes the car back. Nothing is charged; the slot and the key tag are free at once. Return the key to the customer first.",
            )}
          </Text>
          <ReceivedMoney ticket={ticket} />
          {tip > 0 && (
            <Text fw="medium">
              {t("Return the tip of {tip} in cash as well: the cancellation records it.", { tip: formatRupees(tip) })}
            </Text>
          )}
          <FormField name="reason" widget="long-text" />
          <SubmitButton color="red">{t("Cancel ticket")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

function ReceivedMoney({ ticket }: { ticket: Ticket }) {
  const kept = toPaise(ticket.paid_amount ?? "0") - toPaise(ticket.refunded_amount ?? "0");
  if (kept <= 0) return null;
  return (
    <Text fw="medium">
      {getPaymentChannel({ channel: ticket.payment_channel, mode: ticket.payment_mode }) === "online"
        ? t("{kept} paid online is refunded.", { kept: formatRupees(kept) })
        : t("{kept} was received. It must be refunded first.", { kept: formatRupees(kept) })}
    </Text>
  );
}
