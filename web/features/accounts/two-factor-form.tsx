// §7: second login step: code from the authenticator app, or a recovery code.
import { authenticatorCode } from "#domain/accounts/fields/two-factor-fields.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { FormFields, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import { t } from "#web/languages/t.ts";

const fields = { otp: { ...authenticatorCode, label: "Code" } };

export function TwoFactorForm({ onCode, onBack }: { onCode: (otp: string) => Promise<void>; onBack: () => void }) {
  return (
    <Form fields={fields} onSubmit={({ otp }) => onCode(String(otp))}>
      <FormFields>
        <TextField
          name="otp"
          autoComplete="one-time-code"
          autoFocus
          description={t("The 6-digit code from your authenticator app. No phone? Enter a recovery code.")}
        />
        <SubmitButton>{t("Verify")}</SubmitButton>
        <LogInLinks>
          <button type="button" onClick={onBack}>
            {t("Use a different account")}
          </button>
        </LogInLinks>
      </FormFields>
    </Form>
  );
}
