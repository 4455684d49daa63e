// §4 Before going off duty or logging out with uncounted cash: asks for the count.
import { t } from "#web/languages/t.ts";
import { CountShiftForm } from "#web/product/cash/count-shift-form.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";

export interface CountShiftSheetProps {
  /** What was asked for, such as "End duty". */
  action: string;
  onContinue: () => Promise<void>;
  onClose: () => void;
}

export function CountShiftSheet({ action, onContinue, onClose }: CountShiftSheetProps) {
  return (
    <Sheet isOpen title={t("Count your cash")} onClose={onClose}>
      <Stack>
        <CountShiftForm
          onClosed={async () => {
            showSuccess(t("Shift closed"));
            await onContinue();
          }}
        />
        <AsyncButton variant="default" size="xl" onPress={onContinue}>
          {t("{action} without counting", { action })}
        </AsyncButton>
      </Stack>
    </Sheet>
  );
}
