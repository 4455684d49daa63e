// §4 Approvals: rejects a request with a reason, which the gate tells the visitor.
import { changeReason } from "#domain/schema/action-fields.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const fields = { reason: changeReason };
const commonReasons = ["Not expected", "Not available now", "Outside visiting hours", "Details not clear"];

interface RejectRequestSheetProps {
  visitorLabel: string;
  isPerson: boolean;
  onReject: (reason: string) => Promise<void>;
  onClose: () => void;
}

export function RejectRequestSheet({ visitorLabel, isPerson, onReject, onClose }: RejectRequestSheetProps) {
  return (
    <Sheet isOpen title={t("Reject {visitorLabel}?", { visitorLabel })} onClose={onClose}>
      <Form fields={fields} onSubmit={(values) => onReject(String(values["reason"]))}>
        <Stack>
          <Text c="dimmed">
            {isPerson
              ? t("Gate staff are notified at once with your reason, and will not let them in.")
              : t("Gate staff are notified at once with your reason, and will not let it in.")}
          </Text>
          <CommonReasons />
          <FormField name="reason" />
          <SubmitButton color="red">{t("Reject")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

function CommonReasons() {
  const { values, setValue } = useFormState();
  return (
    <FilterChipGroup label={t("Common reasons")}>
      {commonReasons.map((reason) => (
        <FilterChip
          key={reason}
          label={t(reason)}
          isChosen={values["reason"] === reason}
          onPress={() => setValue("reason", reason)}
        />
      ))}
    </FilterChipGroup>
  );
}
