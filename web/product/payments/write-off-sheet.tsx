// §4 writes off a debt, with a reason.
import { changeReason } from "#domain/schema/action-fields.ts";
import { formatRupees } from "#domain/money.ts";
import { writeOffDebt } from "#web/api/debts.ts";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";

// Required by the server, whose text says what for.
const fields = { reason: { ...changeReason, required: false } };

interface WriteOffSheetProps {
  entry: EntryKey;
  /** The debt in paise. */
  owed: number;
  onClose: () => void;
}

export function WriteOffSheet({ entry, owed, onClose }: WriteOffSheetProps) {
  async function writeOff(values: { [name: string]: string | boolean | null }): Promise<void> {
    await writeOffDebt({ ...entry, reason: String(values["reason"] ?? ""), expected: owed });
    showSuccess("DEBT_WRITTEN_OFF");
    onClose();
  }
  return (
    <Sheet isOpen title="Write off debt" onClose={onClose}>
      <Form fields={fields} onSubmit={writeOff}>
        <Stack>
          <AmountDue caption="Debt" paise={owed} />
          <Text c="dimmed">It is no longer collected. This cannot be undone, and the daily cash page shows it.</Text>
          <FormField name="reason" isRequired />
          <SubmitButton>{`Write off ${formatRupees(owed)}`}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
