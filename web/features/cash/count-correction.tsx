// §4: the first count of a shift whose count was corrected, and the sheet that corrects one.
import { useState } from "react";
import type { CashDay } from "#domain/cash/cash-day.ts";
import { CashShifts } from "#domain/cash/cash-shifts.collection.ts";
import { formatRupees } from "#domain/money.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { Button } from "@mantine/core";
import { correctCount } from "#web/api/cash-shift.ts";
import { useBranch } from "#web/api/use-session.ts";
import { tNodes } from "#web/languages/nodes.ts";
import { t } from "#web/languages/t.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { LongText } from "#web/ui/data/long-text.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";

type Shift = CashDay["shifts"][number];

export function CountCorrection({ correction }: { correction: NonNullable<Shift["correction"]> }) {
  const { zone } = useBranch();
  const { counted, by, at, reason } = correction;
  return (
    <Text component="div" size="sm" c="dimmed" fw="regular">
      {tNodes("First count {amount}, corrected by {name} on {time}", {
        amount: formatRupees(counted),
        name: by ?? t("former staff"),
        time: <DateTime at={at} zone={zone} />,
      })}
      {reason && (
        <div>
          <LongText>{reason}</LongText>
        </div>
      )}
    </Text>
  );
}

const fields = { counted: { ...CashShifts.fields.counted, required: true }, reason: changeReason };

export function CorrectCountButton({ shift: { id, name, counted, expected } }: { shift: Shift }) {
  const [isOpen, setIsOpen] = useState(false);
  if (counted === null) return null;
  return (
    <>
      <Button
        variant="subtle"
        onClick={() => setIsOpen(true)}
        aria-label={`Correct count of ${name ?? "former staff"}`}
      >
        Correct
      </Button>
      <Sheet isOpen={isOpen} title="Correct count" onClose={() => setIsOpen(false)}>
        <Form
          fields={fields}
          onSubmit={async (values) => {
            await correctCount(id, { ...values, expected: counted });
            setIsOpen(false);
            showSuccess("Count corrected");
          }}
        >
          <Stack>
            <Text c="dimmed" isFigures>
              Counted {formatRupees(counted)}, expected {formatRupees(expected ?? 0)}. The first count stays with the
              shift.
            </Text>
            <FormField name="counted" placeholder="0.00" />
            <FormField name="reason" />
            <SubmitButton>Correct count</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </>
  );
}
