// §2 /customer/registration: the phone first, proved by its code; then who one is.
import { Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { choice, email, fieldError, personName, text, vehicleNumber } from "#domain/fields.ts";
import { hasCode } from "#web/items/api-error.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Choices } from "#web/ui/choices.tsx";
import { Form, SubmitButton, useFormState } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showCode, showSuccess } from "#web/ui/messages.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { PlateInput } from "#web/ui/plate-input.tsx";
import { Fields, LogInCard } from "#web/features/log-in/card.tsx";
import { register } from "#web/features/log-in/customer-calls.ts";
import { LogOutFirst, useLogInSide } from "#web/features/log-in/log-out-first.tsx";
import { matching, NewPassword, newPasswordFields } from "#web/features/log-in/new-password.tsx";
import { PhoneForm } from "#web/features/log-in/phone-form.tsx";
import iconButton from "#web/ui/icon-button.module.css";
import styles from "#web/features/log-in/log-in.module.css";

const fields = {
  customer_type: choice(["public", "gov"], { required: true, default: "public", label: "I come as" }),
  first_name: personName({ required: true, label: "Your name" }),
  email: email({ required: true }),
  ...newPasswordFields,
  department: text({ max: 50 }),
  designation: text({ max: 50 }),
};
const plate = vehicleNumber({ label: "Vehicle number" });
const mostVehicles = 10;

export function RegistrationPage() {
  usePageTitle("Register");
  const { proof } = (useLocation().state ?? {}) as { proof?: string };
  const side = useLogInSide("customer");
  if (side.mustLogOut)
    return (
      <LogInCard title="Register as a customer">
        <LogOutFirst side={side} />
      </LogInCard>
    );
  if (proof) return <AboutYou proof={proof} form={side.form} />;
  return (
    <LogInCard
      title="Register as a customer"
      lead="Begin with your mobile number. We send it a code, so that nobody else can use it."
    >
      <PhoneForm page="commercial" label="Send me a code" />
      <div className={styles["links"]}>
        <Link to="/customer/commercial/login">Have an account? Log in</Link>
      </div>
    </LogInCard>
  );
}

function AboutYou({ proof, form }: { proof: string; form: ReturnType<typeof useLogInSide>["form"] }) {
  const [plates, setPlates] = useState<string[]>([""]);
  const [wrongPlate, setWrongPlate] = useState<number | null>(null);
  const navigate = useNavigate();

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const password = matching(values);
    const typed = plates.filter((one) => one.trim() !== "");
    const wrong = plates.findIndex((one) => fieldError({ name: "vehicle", field: plate, value: one }) !== undefined);
    setWrongPlate(wrong < 0 ? null : wrong);
    if (wrong >= 0) return;
    const isGov = values["customer_type"] === "gov";
    const more = { department: values["department"], designation: values["designation"] };
    form.onStart();
    try {
      const started = await register({
        proof,
        first_name: String(values["first_name"]),
        email: String(values["email"]),
        password,
        customer_type: isGov ? "gov" : "public",
        vehicles: typed.map((vehicleNo) => ({ vehicleNo, type: null })),
        ...(isGov ? (Object.fromEntries(Object.entries(more).filter(([, value]) => value)) as object) : {}),
      });
      showSuccess("VERIFICATION_MAIL_SENT");
      form.onLoggedIn(started);
    } catch (thrown) {
      if (!hasCode(thrown, "TOKEN_EXPIRED") && !hasCode(thrown, "INVALID_TOKEN")) throw thrown;
      showCode("OTP_EXPIRED", "The code for your phone was half an hour ago. Ask for a new one.");
      await navigate("/customer/registration", { replace: true });
    } finally {
      form.onEnd();
    }
  }

  return (
    <LogInCard
      title="About you"
      lead="Your phone is confirmed. With an email and a password you can log in from anywhere."
    >
      <Form fields={fields} onSubmit={submit}>
        <Fields>
          <Choices
            name="customer_type"
            label="I come as"
            options={[
              { value: "public", label: "A visitor or resident" },
              { value: "gov", label: "A government office" },
            ]}
          />
          <FormField name="first_name" autoComplete="name" />
          <FormField name="email" autoComplete="email" />
          <NewPassword />
          <OfOffice />
          <div className={styles["plates"]}>
            {plates.map((value, at) => (
              // A line of its own; the lines have no other name than their place.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={at} className={styles["plateRow"]}>
                <PlateInput
                  label={at === 0 ? "Your vehicle (if you have one)" : `Vehicle ${at + 1}`}
                  value={value}
                  error={wrongPlate === at ? "*Invalid vehicle number" : undefined}
                  onChange={(typed) => setPlates(plates.map((one, index) => (index === at ? typed : one)))}
                />
                {at > 0 && (
                  <button
                    type="button"
                    className={iconButton["button"]}
                    aria-label={`Remove vehicle ${at + 1}`}
                    onClick={() => setPlates(plates.filter((_, index) => index !== at))}
                  >
                    <IconX aria-hidden="true" />
                  </button>
                )}
              </div>
            ))}
            {plates.length < mostVehicles && plates.at(-1) !== "" && (
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden="true" />}
                onClick={() => setPlates([...plates, ""])}
              >
                Add another vehicle
              </Button>
            )}
          </div>
          <SubmitButton>Register</SubmitButton>
        </Fields>
      </Form>
      <div className={styles["links"]}>
        <ButtonLink to="/customer/commercial/login" variant="subtle">
          Not now
        </ButtonLink>
      </div>
    </LogInCard>
  );
}

/** Asked of who comes from an office alone. */
function OfOffice() {
  const { values } = useFormState();
  if (values["customer_type"] !== "gov") return null;
  return (
    <>
      <FormField name="department" />
      <FormField name="designation" />
    </>
  );
}
