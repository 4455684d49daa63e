// §4: first step of the customer login: the phone number an OTP is sent to.
import { useLocation, useNavigate } from "react-router";
import type { CustomerPage } from "#domain/accounts/customer-type.ts";
import { mobileNumber } from "#domain/accounts/fields/account-fields.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { FormFields } from "#web/features/accounts/log-in-card.tsx";
import { sendCode } from "#web/features/accounts/customer-log-in-api.ts";
import { useRedirectQuery } from "#web/features/accounts/log-in-redirect.ts";
import { t } from "#web/languages/t.ts";

const fields = { phone_number: mobileNumber };

export function PhoneForm({ page, label = t("Send OTP") }: { page: CustomerPage; label?: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const redirectQuery = useRedirectQuery();

  async function submit(submitted: { [name: string]: string | boolean | null }): Promise<void> {
    const { values, ...sent } = await sendCode({ phone: String(submitted["phone_number"]), page });
    showSuccess("OTP_SENT_PHONE");
    await navigate(`/otp-authentication/${values}${redirectQuery}`, { state: { ...sent, from: pathname + search } });
  }

  return (
    <Form fields={fields} onSubmit={submit}>
      <FormFields>
        <TextField name="phone_number" autoComplete="tel-national" description={t("10 digits")} />
        <SubmitButton>{label}</SubmitButton>
      </FormFields>
    </Form>
  );
}
