// §2 /…/valet-parking/customer/login: phone or plate with the OTP of the ticket; no account.
import { useState } from "react";
import type { FormEvent } from "react";
import { fieldError, otp, text } from "#domain/fields.ts";
import type { ApiError } from "#web/items/api-error.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { logInWithCode } from "#web/features/valet/customer-api.ts";
import styles from "#web/features/valet/customer.module.css";

const fields = {
  text: text({ label: "Phone or vehicle number", required: true, max: 20 }),
  otp: otp({ required: true, label: "OTP on your ticket" }),
};
type Name = keyof typeof fields;
type Errors = { [name in Name]?: string | undefined };

export function CustomerLoginPage({ company, branch }: { company: string; branch: string }) {
  usePageTitle("Your car");
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [isWaiting, setIsWaiting] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const values = { text: String(typed.get("text")).trim(), otp: String(typed.get("otp")).trim() };
    const found: Errors = {};
    for (const name of ["text", "otp"] as const)
      found[name] = fieldError({ name, field: fields[name], value: values[name] });
    show({ form, found });
    if (isWaiting || found.text || found.otp) return;
    setIsWaiting(true);
    try {
      const token = await logInWithCode({ company, branch, ...values });
      location.assign(`/${company}/${branch}/valet-parking/customer/status?t=${encodeURIComponent(token)}`);
    } catch (thrown) {
      setIsWaiting(false);
      const error = thrown as ApiError;
      if (error.field === "text" || error.field === "otp") show({ form, found: { [error.field]: error.message } });
      else setFailure(error.message);
    }
  }

  function show({ form, found }: { form: HTMLFormElement; found: Errors }): void {
    setErrors(found);
    setFailure(undefined);
    const first = (["text", "otp"] as const).find((name) => found[name]);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  return (
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>Find your car</h1>
      <p className={styles["soft"]}>See where it is and ask for it before you walk to the gate.</p>
      <form className={styles["form"]} noValidate onSubmit={(event) => void submit(event)}>
        <Field name="text" placeholder="98400 12345 or TN09AB1234" error={errors.text} />
        <Field name="otp" placeholder="4 digits" error={errors.otp} isNumeric />
        {failure && (
          <p className={styles["failure"]} role="alert">
            {failure}
          </p>
        )}
        <button type="submit" className={`${styles["button"]} ${styles["main"]}`} aria-busy={isWaiting}>
          Show my car
        </button>
      </form>
    </div>
  );
}

interface FieldProps {
  name: Name;
  placeholder: string;
  error: string | undefined;
  isNumeric?: boolean;
}

function Field({ name, placeholder, error, isNumeric = false }: FieldProps) {
  return (
    <div className={styles["field"]}>
      <label htmlFor={name}>{fields[name].label}</label>
      <input
        id={name}
        name={name}
        className={`${styles["input"]} ${isNumeric ? "figures" : ""}`}
        placeholder={placeholder}
        inputMode={isNumeric ? "numeric" : "text"}
        autoComplete={isNumeric ? "one-time-code" : "off"}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={isNumeric ? 4 : 20}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      />
      {error && (
        <p id={`${name}-error`} className={styles["wrong"]}>
          {error}
        </p>
      )}
    </div>
  );
}
