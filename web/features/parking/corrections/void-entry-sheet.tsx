// §4: confirmation of a void or a cancellation, with its reason and what happens to the money.
import { changeReason } from "#domain/schema/action-fields.ts";
import { getPaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import { formatRupees } from "#domain/money.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { toEntryRow } from "#web/api/entry.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { refreshEntries, voidEntry } from "#web/features/parking/api.ts";
import type { DetailedEntry } from "#web/features/parking/detailed-entry.ts";
import { t } from "#web/languages/t.ts";

const fields = { reason: changeReason };

export function VoidEntrySheet({ entry, onClose }: { entry: DetailedEntry; onClose: () => void }) {
  const isInside = entry.parking_status_id === parkingSequence.in;
  const visitor = entry.parking_main_info?.vehicle_no ?? entry.parking_main_info?.name ?? "entry";
  const label = isInside ? t("Void entry") : t("Cancel entry");

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    await voidEntry(entry.id, String(values["reason"])).finally(() => void refreshEntries());
    showSuccess(isInside ? "ENTRY_VOIDED" : "ENTRY_CANCELLED");
    onClose();
  }

  return (
    <Sheet isOpen title={`${label}: ${visitor}?`} onClose={onClose}>
      <Form fields={fields} onSubmit={submit}>
        <Stack>
          <Text c="dimmed">
            {isInside ? t("For an entry made by mistake.") : t("For a vehicle or visitor that did not come in.")}{" "}
            {t("Nothing is charged, and the slot is free at once. The entry stays in the history.")}
          </Text>
          <ReceivedMoney entry={entry} />
          <FormField name="reason" widget="long-text" />
          <SubmitButton color="red">{label}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

function ReceivedMoney({ entry }: { entry: DetailedEntry }) {
  const { paid_amount: paid, refunded_amount: refunded } = toEntryRow(entry);
  const kept = Number(paid ?? 0) - Number(refunded ?? 0);
  if (kept <= 0) return null;
  return (
    <Text fw="medium">
      {getPaymentChannel({ channel: entry.payment_channel, mode: entry.payment_mode }) === "online"
        ? t("{kept} paid online is refunded.", { kept: formatRupees(kept) })
        : t("{kept} was received. It must be refunded first.", { kept: formatRupees(kept) })}
    </Text>
  );
}
