// §4: first step of the customer login: the phone number an OTP is sent to.
import { useLocation, useNavigate } from "react-router";
import type { CustomerPage } from "#domain/accounts/customer-type.ts";
import { mobileNumber } from "#domain/accounts/fields/account-fields.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { readTabDraft, storeTabDraft } from "#web/product/forms/tab-draft.ts";
import { FormFields } from "#web/features/accounts/log-in-card.tsx";
import { type SentCode, sendCode } from "#web/features/accounts/customer-log-in-api.ts";
import { useRedirectQuery } from "#web/features/accounts/log-in-redirect.ts";
import { t } from "#web/languages/t.ts";

const fields = { phone_number: mobileNumber };

export function PhoneForm({ page, label = t("Send OTP") }: { page: CustomerPage; label?: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const redirectQuery = useRedirectQuery();

  const openCodePage = ({ values, ...sent }: SentCode) =>
    navigate(`/otp-authentication/${values}${redirectQuery}`, { state: { ...sent, from: pathname + search } });

  async function submit(submitted: { [name: string]: string | boolean | null }): Promise<void> {
    const phone = String(submitted["phone_number"]);
    const kept = { name: "sent-code", version: `${page} ${phone}` };
    try {
      const sent = await sendCode({ phone, page });
      storeTabDraft({ ...kept, value: sent });
      showSuccess("OTP_SENT_PHONE");
      await openCodePage(sent);
    } catch (thrown) {
      // The code that the login or the registration has just requested is valid for both.
      const sent = hasErrorCode(thrown, "VALID_OTP_ALREADY_EXIST") ? readTabDraft<SentCode>(kept)?.value : undefined;
      if (!sent) throw thrown;
      await openCodePage(sent);
    }
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
