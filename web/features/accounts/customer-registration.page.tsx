// §2 /customer/registration: verifies the phone number by OTP, then collects the customer's details.
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { customerType } from "#domain/accounts/fields/account-fields.ts";
import { employmentFields, personFields } from "#domain/people/user-fields.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showErrorCode, showSuccess } from "#web/ui/feedback.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { FormFields, LogInCard, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import { registerCustomer } from "#web/features/accounts/customer-log-in-api.ts";
import { LogOutPrompt, useLogInPage } from "#web/features/accounts/log-out-first.tsx";
import {
  requireMatchingPasswords,
  NewPasswordFields,
  newPasswordFields,
} from "#web/features/accounts/new-password-fields.tsx";
import { findInvalidPlate, VehicleList } from "#web/features/accounts/vehicle-list.tsx";
import { PhoneForm } from "#web/features/accounts/phone-form.tsx";
import { t } from "#web/languages/t.ts";

const fields = {
  customer_type: customerType,
  first_name: { ...personFields.first_name, label: "Your name" },
  email: personFields.email,
  ...newPasswordFields,
  department: { ...employmentFields.department, label: "Department (optional)" },
  designation: { ...employmentFields.designation, label: "Designation (optional)" },
};

export function CustomerRegistrationPage() {
  usePageTitle(t("Register"));
  const { proof }: { proof?: string } = useLocation().state ?? {};
  const logInPage = useLogInPage("customer");
  if (logInPage.mustLogOut)
    return (
      <LogInCard title={t("Customer registration")}>
        <LogOutPrompt logInPage={logInPage} />
      </LogInCard>
    );
  if (proof) return <CustomerDetailsForm proof={proof} form={logInPage.form} />;
  return (
    <LogInCard
      title={t("Customer registration")}
      lead={t("Enter your mobile number. We will send an OTP to verify it.")}
    >
      <PhoneForm page="commercial" label={t("Send OTP")} />
      <LogInLinks>
        <Link to="/customer/commercial/login">{t("Already have an account? Log in")}</Link>
      </LogInLinks>
    </LogInCard>
  );
}

function CustomerDetailsForm({ proof, form }: { proof: string; form: ReturnType<typeof useLogInPage>["form"] }) {
  const [plates, setPlates] = useState<string[]>([""]);
  const [invalidPlateIndex, setInvalidPlateIndex] = useState<number>();
  const [invalidPlateText, setInvalidPlateText] = useState<string>();
  const navigate = useNavigate();

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const password = requireMatchingPasswords(values);
    const filledPlates = plates.filter((one) => one.trim() !== "");
    const invalidIndex = findInvalidPlate(plates);
    setInvalidPlateIndex(invalidIndex);
    setInvalidPlateText(undefined);
    if (invalidIndex !== undefined) return;
    const isGov = values["customer_type"] === "gov";
    form.onStart();
    try {
      const session = await registerCustomer({
        proof,
        first_name: String(values["first_name"]),
        email: String(values["email"]),
        password,
        customer_type: isGov ? "gov" : "public",
        vehicles: filledPlates.map((vehicleNo) => ({ vehicleNo, type: null })),
        ...(isGov && values["department"] ? { department: String(values["department"]) } : {}),
        ...(isGov && values["designation"] ? { designation: String(values["designation"]) } : {}),
      });
      showSuccess("VERIFICATION_MAIL_SENT");
      form.onLoggedIn(session);
    } catch (thrown) {
      if (hasErrorCode(thrown, "VISIT_CODE_REQUIRED")) {
        const { vehicle } = thrown.extensions;
        setInvalidPlateIndex(plates.findIndex((plate) => plate === vehicle));
        setInvalidPlateText(thrown.message);
        return;
      }
      if (!hasErrorCode(thrown, "TOKEN_EXPIRED") && !hasErrorCode(thrown, "INVALID_TOKEN")) throw thrown;
      showErrorCode("OTP_EXPIRED", t("Your verification has expired. Request a new OTP."));
      await navigate("/customer/registration", { replace: true });
    } finally {
      form.onEnd();
    }
  }

  return (
    <LogInCard
      title={t("Your details")}
      lead={t(
        "Your phone number is verified. Add an email and a password, so that you can also log in without an OTP.",
      )}
    >
      <Form fields={fields} onSubmit={submit}>
        <FormFields>
          <SegmentedRadio
            name="customer_type"
            label={t("Customer type")}
            options={[
              { value: "public", label: "Visitor or resident" },
              { value: "gov", label: "Government office" },
            ]}
          />
          <FormField name="first_name" autoComplete="name" />
          <FormField name="email" autoComplete="email" />
          <NewPasswordFields />
          <GovernmentFields />
          <VehicleList
            plates={plates}
            onChange={setPlates}
            invalidIndex={invalidPlateIndex}
            invalidText={invalidPlateText}
          />
          <SubmitButton>{t("Register")}</SubmitButton>
        </FormFields>
      </Form>
      <LogInLinks>
        <Link to="/customer/commercial/login">{t("Cancel")}</Link>
      </LogInLinks>
    </LogInCard>
  );
}

/** Shown for government customers only. */
function GovernmentFields() {
  const { values } = useFormState();
  if (values["customer_type"] !== "gov") return null;
  return (
    <>
      <FormField name="department" />
      <FormField name="designation" />
    </>
  );
}
