// §4 sets the charge of a stay by hand, with a reason, in place of that by the tariff.
import { formatWireAmount, parsePaise } from "#domain/money.ts";
import { paymentFields } from "#domain/payments/payment-fields.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { Entry } from "#web/api/entry.ts";
import { updateItem } from "#web/api/items.ts";
import { type EntryKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const fields = {
  charge_override: { ...paymentFields.charge_override, required: true },
  charge_override_reason: { ...paymentFields.charge_override_reason, required: true },
};

interface ChargeOverrideSheetProps {
  entry: EntryKey;
  recorded: Pick<Entry, keyof typeof fields>;
  /** The charge by the tariff now, in paise. */
  byTariff: number;
  onClose: () => void;
}

export function ChargeOverrideSheet({ entry, recorded, byTariff, onClose }: ChargeOverrideSheetProps) {
  const initial = {
    charge_override: recorded.charge_override ?? "",
    charge_override_reason: recorded.charge_override_reason ?? "",
  };
  async function save(changes: Row): Promise<void> {
    const collection = paidKinds[entry.kind].collection;
    await updateItem(collection, entry.id, changes);
    await refreshItems(collection);
    showSuccess(t("Charge changed"));
    onClose();
  }
  return (
    <Sheet isOpen title={t("Set charge")} onClose={onClose}>
      <Form
        fields={fields}
        initial={initial}
        onSubmit={(values) =>
          save({ ...values, charge_override: formatWireAmount(parsePaise(values.charge_override ?? "") ?? 0) })
        }
      >
        <Stack>
          <AmountDue caption={t("Charge by the tariff")} paise={byTariff} />
          <Text c="dimmed">
            {t(
              "The charge you set replaces it, however long the stay. The history and the receipt show it with the reason.",
            )}
          </Text>
          <FormField name="charge_override" placeholder="0.00" />
          <FormField name="charge_override_reason" />
          <SubmitButton>{t("Set charge")}</SubmitButton>
          {recorded.charge_override !== null && (
            <AsyncButton variant="default" size="xl" onPress={() => save({ charge_override: null })}>
              {t("Use the charge by the tariff")}
            </AsyncButton>
          )}
        </Stack>
      </Form>
    </Sheet>
  );
}
