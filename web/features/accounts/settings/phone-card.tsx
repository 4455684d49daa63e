// §5 Account: phone number of a customer, verified by OTP.
import { getErrorCode } from "#domain/error-code.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { getErrorText } from "#domain/errors.ts";
import { currentPassword, mobileNumber, sentCode } from "#domain/accounts/fields/account-fields.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { useResendCode } from "#web/ui/use-resend-code.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import {
  requestPhoneChange,
  confirmPhone,
  type PhoneCodeSent,
  resendPhoneCode,
} from "#web/features/accounts/settings/api.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

type SubmittedValues = { [name: string]: string | boolean | null };

const phoneFields = { phone_number: mobileNumber };
const phoneAndPasswordFields = { ...phoneFields, password: currentPassword };
const codeFields = { otp: sentCode };

export function PhoneCard({ verifiedPhone, hasPassword }: { verifiedPhone: string | null; hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const action = verifiedPhone ? t("Change phone number") : t("Add phone number");
  return (
    <Card title={t("Phone number")}>
      <Text c="dimmed">
        {verifiedPhone
          ? t("You see the entries of {phone}.", { phone: verifiedPhone })
          : t("No phone number is verified. Add your number to see its entries.")}
      </Text>
      <Group>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {action}
        </Button>
      </Group>
      <Sheet isOpen={isOpen} title={action} onClose={() => setIsOpen(false)}>
        <PhoneSteps hasPassword={hasPassword} onDone={() => setIsOpen(false)} />
      </Sheet>
    </Card>
  );
}

/** Step 1: phone number and password. Step 2: OTP. */
function PhoneSteps({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const [enteredPhone, setEnteredPhone] = useState("");
  const [phoneError, setPhoneError] = useState("");
  const [sent, setSent] = useState<PhoneCodeSent | null>(null);

  async function requestCode({ phone_number: to, password }: SubmittedValues): Promise<void> {
    setEnteredPhone(String(to));
    setSent(await requestPhoneChange({ phone: String(to), ...(hasPassword ? { password: String(password) } : {}) }));
    setPhoneError("");
    showSuccess("OTP_SENT_PHONE");
  }

  async function confirm(values: string, { otp }: SubmittedValues): Promise<void> {
    try {
      await confirmPhone({ values, otp: String(otp) });
    } catch (thrown) {
      if (getErrorCode(thrown) !== "USER_PHONE_EXIST") throw thrown;
      // Returns to the phone number field, because another number is needed.
      setPhoneError(getErrorText("USER_PHONE_EXIST"));
      return setSent(null);
    }
    onDone();
    showSuccess(t("Phone number verified"));
  }

  if (sent)
    return (
      <CodeStep sent={sent} onConfirm={(values) => confirm(sent.values, values)} onOtherNumber={() => setSent(null)} />
    );
  return (
    <Form
      fields={hasPassword ? phoneAndPasswordFields : phoneFields}
      initial={{ phone_number: enteredPhone }}
      initialErrors={phoneError ? { phone_number: phoneError } : {}}
      onSubmit={requestCode}
    >
      <Stack>
        <FormField name="phone_number" autoComplete="tel-national" description={t("10 digits")} autoFocus />
        {hasPassword && <FormField name="password" autoComplete="current-password" />}
        <SubmitButton>{t("Send OTP")}</SubmitButton>
      </Stack>
    </Form>
  );
}

function CodeStep({
  sent,
  onConfirm,
  onOtherNumber,
}: {
  sent: PhoneCodeSent;
  onConfirm: (submitted: SubmittedValues) => Promise<void>;
  onOtherNumber: () => void;
}) {
  const { secondsLeft, isBlocked, send } = useResendCode({
    availableAt: Date.parse(sent.resend_at),
    success: "OTP_SENT_PHONE",
    onSend: async () => Date.parse((await resendPhoneCode(sent.values)).resend_at),
  });
  return (
    <Form fields={codeFields} onSubmit={onConfirm}>
      <Stack>
        <p>
          {t("We sent an OTP by SMS to the number ending in {end}. Valid for 10 minutes.", {
            end: sent.phone_end,
          })}
        </p>
        <FormField name="otp" autoComplete="one-time-code" autoFocus />
        <SubmitButton>{t("Verify number")}</SubmitButton>
        <Group>
          <Button variant="subtle" disabled={isBlocked} onClick={() => void send()}>
            {secondsLeft > 0 ? t("Resend in {seconds} s", { seconds: secondsLeft }) : t("Resend OTP")}
          </Button>
          <Button variant="subtle" onClick={onOtherNumber}>
            {t("Use a different number")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
