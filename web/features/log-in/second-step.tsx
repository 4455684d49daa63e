// §7: the code of the authenticator app, or a recovery code, after the password.
import { text } from "#domain/fields.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { TypedField } from "#web/ui/typed-field.tsx";
import { Fields } from "#web/features/log-in/card.tsx";
import styles from "#web/features/log-in/log-in.module.css";

const fields = { otp: text({ label: "Code", required: true, max: 20, min: 6, minMessage: "*Type all 6 digits" }) };

export function SecondStep({ onCode, onBack }: { onCode: (otp: string) => Promise<void>; onBack: () => void }) {
  return (
    <Form fields={fields} onSubmit={({ otp }) => onCode(String(otp))}>
      <Fields>
        <TypedField
          name="otp"
          autoComplete="one-time-code"
          autoFocus
          description="The 6 digits your authenticator app shows now. No phone at hand? Type a recovery code."
        />
        <SubmitButton>Go on</SubmitButton>
      </Fields>
      <div className={styles["links"]}>
        <button type="button" className={styles["linkButton"]} onClick={onBack}>
          Use another account
        </button>
      </div>
    </Form>
  );
}
