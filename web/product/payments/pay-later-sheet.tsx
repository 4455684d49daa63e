// §4 Pay later: lets a vehicle leave unpaid, with a reason.
import { paymentFields } from "#domain/payments/payment-fields.ts";
import { formatRupees } from "#domain/money.ts";
import { updateItem } from "#web/api/items.ts";
import { type EntryKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

const fields = { pay_later_reason: { ...paymentFields.pay_later_reason, required: true } };

interface PayLaterSheetProps {
  entry: EntryKey;
  /** Paise. */
  balance: number;
  onClose: () => void;
}

export function PayLaterSheet({ entry, balance, onClose }: PayLaterSheetProps) {
  async function defer(values: { [name: string]: string | boolean | null }): Promise<void> {
    const collection = paidKinds[entry.kind].collection;
    await updateItem(collection, entry.id, {
      payment_type: "pay-later",
      pay_later_reason: values["pay_later_reason"],
    });
    await refreshItems(collection);
    showSuccess("MARKED_PAY_LATER");
    onClose();
  }
  return (
    <Sheet isOpen title={t("Pay later")} onClose={onClose}>
      <Form fields={fields} onSubmit={defer}>
        <Stack>
          <Text c="dimmed">
            {tNodes(
              "The vehicle may leave without payment. {balance} or more is then listed under Debts until it is collected or written off.",
              { balance: formatRupees(balance) },
            )}
          </Text>
          <FormField name="pay_later_reason" />
          <SubmitButton>{t("Mark as pay later")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
