// §4: a customer's log-in begins with the phone; the code that is sent to it is typed on the next page.
import { useNavigate } from "react-router";
import { phone } from "#domain/fields.ts";
import type { LogInPage } from "#web/items/session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { TypedField } from "#web/ui/typed-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Fields } from "#web/features/log-in/card.tsx";
import { sendCode } from "#web/features/log-in/customer-calls.ts";
import { useCarriedRedirect } from "#web/features/log-in/open-after-log-in.ts";

const fields = { phone_number: phone({ required: true, label: "Mobile number" }) };

export function PhoneForm({ page, label = "Send me a code" }: { page: LogInPage; label?: string }) {
  const navigate = useNavigate();
  const carried = useCarriedRedirect();

  async function submit(typed: { [name: string]: string | boolean | null }): Promise<void> {
    const { values, ...sent } = await sendCode({ phone: String(typed["phone_number"]), page });
    showSuccess("OTP_SENT_PHONE");
    await navigate(`/otp-authentication/${values}${carried}`, { state: sent });
  }

  return (
    <Form fields={fields} onSubmit={submit}>
      <Fields>
        <TypedField name="phone_number" autoComplete="tel-national" placeholder="10 digits" />
        <SubmitButton>{label}</SubmitButton>
      </Fields>
    </Form>
  );
}
