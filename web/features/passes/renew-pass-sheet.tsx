// Renewal of a pass: its length and price; what it costs is then due.
import { toPaise } from "#domain/money.ts";
import { findQuickLength, getRenewalStart } from "#domain/passes/pass.ts";
import { getLongestPass } from "#domain/passes/pass-payment.ts";
import { useBranch } from "#web/api/use-session.ts";
import { renewPass } from "#web/features/passes/api.ts";
import { listPassLengths, passDurationFields, toSubmittedPassDuration } from "#web/features/passes/pass-duration.ts";
import { PassDurationField } from "#web/features/passes/pass-duration-field.tsx";
import { type PassValidityFields, toDate } from "#web/features/passes/pass-state.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface RenewPassSheetProps {
  pass: PassValidityFields;
  now: Date;
  onClose: () => void;
  /** The renewal has a price, which is collected on the page of the pass. */
  onDue?: () => void;
}

export function RenewPassSheet({ pass, now, onClose, onDue }: RenewPassSheetProps) {
  const { branch, zone } = useBranch();
  const [from, end] = [toDate(pass.pass_start_time), toDate(pass.pass_end_time)];
  const start = getRenewalStart({ end, now });
  // As long as it was, if the branch still sells that.
  const previous = from && end && findQuickLength({ start: from, end, zone });
  const length = listPassLengths({ start, zone, longestDays: getLongestPass(branch) }).find(
    ({ label }) => label === previous?.label,
  );

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const renewed = await renewPass(pass.id, toSubmittedPassDuration({ values, zone }));
    onClose();
    if (toPaise(renewed.due_amount ?? "0") > 0) return onDue?.();
    showSuccess("DATA_UPDATED");
  }
  return (
    <Form fields={passDurationFields} initial={length ? { length: length.value } : {}} onSubmit={submit}>
      <Stack>
        <p>{tNodes("Starts on {time}.", { time: <DateTime at={start} zone={zone} /> })}</p>
        <PassDurationField start={start} pass={pass.id} />
        <SubmitButton>{t("Renew pass")}</SubmitButton>
      </Stack>
    </Form>
  );
}
