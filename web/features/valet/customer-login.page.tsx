// §2 /…/valet-parking/customer/login: phone or plate with the OTP of the ticket; no account.
import { useNavigate, useParams } from "react-router";
import { otp, text } from "#domain/fields.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { logInWithCode } from "#web/features/valet/customer-api.ts";
import styles from "#web/features/valet/customer.module.css";

const fields = {
  text: text({ label: "Phone or vehicle number", required: true, max: 20 }),
  otp: otp({ required: true, label: "OTP on your ticket" }),
};

export function CustomerLoginPage() {
  usePageTitle("Your car");
  const { company = "", branch = "" } = useParams();
  const navigate = useNavigate();

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const token = await logInWithCode({ company, branch, text: String(values["text"]), otp: String(values["otp"]) });
    await navigate(`/${company}/${branch}/valet-parking/customer/status?t=${encodeURIComponent(token)}`);
  }

  return (
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>Find your car</h1>
      <p className={styles["soft"]}>See where it is and ask for it before you walk to the gate.</p>
      <Form fields={fields} onSubmit={submit}>
        <div className={styles["form"]}>
          <FormField name="text" placeholder="98400 12345 or TN09AB1234" autoFocus />
          <FormField name="otp" placeholder="4 digits" />
          <SubmitButton>Show my car</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
