// §2 /partner-with-us?new: sign-up of a vendor's admin: mobile and email verified by one OTP each, then a password.
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { mobileNumber, sentCode } from "#domain/accounts/fields/account-fields.ts";
import { personFields } from "#domain/people/user-fields.ts";
import { otpLimits } from "#domain/accounts/otp-limits.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { storeSession } from "#web/api/session.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { showErrorCode } from "#web/ui/feedback.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { FormFields, LogInCard, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import type { useLogInPage } from "#web/features/accounts/log-out-first.tsx";
import {
  requireMatchingPasswords,
  NewPasswordFields,
  newPasswordFields,
} from "#web/features/accounts/new-password-fields.tsx";
import { useResendCode } from "#web/ui/use-resend-code.ts";
import { Badge } from "#web/ui/badge.tsx";

type ContactChannel = "sms" | "mail";
interface VendorApplicant {
  name: string;
  phone: string;
  email: string;
  /** Sealed text that identifies the applicant until both contacts are verified. */
  values: string;
}
type ContactProofs = { [channel in ContactChannel]?: string };

const contactFields = {
  first_name: { ...personFields.first_name, label: "Your name" },
  phone_number: mobileNumber,
  email: personFields.email,
};
const codeFields = {
  sms: { ...sentCode, label: "Code from SMS" },
  mail: { ...sentCode, label: "Code from email" },
};

export function VendorSignUp({ form }: { form: ReturnType<typeof useLogInPage>["form"] }) {
  usePageTitle("Register your company");
  const [contactValues, setContactValues] = useState({ first_name: "", phone_number: "", email: "" });
  const [sealedValues, setSealedValues] = useState<string>();
  const [contactErrors, setContactErrors] = useState<{ [name: string]: string }>({});
  const [applicant, setApplicant] = useState<VendorApplicant | null>(null);
  const [proofs, setProofs] = useState<ContactProofs>({});

  async function sendCodes(submitted: { [name: string]: string | boolean | null }): Promise<void> {
    const contact = {
      first_name: String(submitted["first_name"]),
      phone_number: String(submitted["phone_number"]),
      email: String(submitted["email"]),
    };
    const body = {
      phone: contact.phone_number,
      email: contact.email,
      // The OTP sent to the contact that was not corrected stays valid.
      values: sealedValues,
    };
    const { values } = await call({ route: "POST /actions/onboarding/send-codes", body }, { isPublic: true });
    setSealedValues(values);
    setContactValues(contact);
    setContactErrors({});
    setProofs({});
    setApplicant({ name: contact.first_name, phone: contact.phone_number, email: contact.email, values });
  }

  async function create(submitted: { [name: string]: string | boolean | null }): Promise<void> {
    const password = requireMatchingPasswords(submitted);
    const body = {
      first_name: applicant!.name,
      password,
      phone_proof: proofs.sms,
      email_proof: proofs.mail,
      mode: "cookie",
    } as const;
    form.onStart();
    try {
      const tokens = await call({ route: "POST /actions/onboarding/create-account", body }, { isPublic: true });
      form.onLoggedIn(await storeSession(tokens));
    } catch (thrown) {
      if (hasErrorCode(thrown, "USER_EMAIL_EXIST") || hasErrorCode(thrown, "USER_PHONE_EXIST")) {
        const { field, message } = thrown;
        setContactErrors({ [field ?? "email"]: message });
        return setApplicant(null);
      }
      if (!hasErrorCode(thrown, "TOKEN_EXPIRED")) throw thrown;
      showErrorCode("OTP_EXPIRED", "Your verification has expired. Request new codes.");
      setApplicant(null);
    } finally {
      form.onEnd();
    }
  }

  if (!applicant)
    return (
      <LogInCard
        title="Register your company"
        lead="Create your account first. We will send one code to your mobile and one to your email."
      >
        <Form
          key="contact"
          fields={contactFields}
          initial={contactValues}
          initialErrors={contactErrors}
          onSubmit={sendCodes}
        >
          <FormFields>
            <TextField name="first_name" autoComplete="name" />
            <TextField name="phone_number" autoComplete="tel-national" description="10 digits" />
            <TextField name="email" autoComplete="email" />
            <SubmitButton>Send codes</SubmitButton>
          </FormFields>
        </Form>
        <LogInLinks>
          <Link to="/partner-with-us">Already have an account? Log in</Link>
        </LogInLinks>
      </LogInCard>
    );
  if (!proofs.sms || !proofs.mail)
    return (
      <VerifyContactsForm
        applicant={applicant}
        proofs={proofs}
        onVerified={(channel, proof) => setProofs((before) => ({ ...before, [channel]: proof }))}
        onBack={() => setApplicant(null)}
      />
    );
  return (
    <LogInCard
      title="Choose your password"
      lead="Your mobile and email are verified. Choose a password for your account."
    >
      <Form key="password" fields={newPasswordFields} onSubmit={create}>
        <FormFields>
          <NewPasswordFields />
          <SubmitButton>Create account</SubmitButton>
        </FormFields>
      </Form>
    </LogInCard>
  );
}

interface VerifyContactsFormProps {
  applicant: VendorApplicant;
  proofs: ContactProofs;
  onVerified: (channel: ContactChannel, proof: string) => void;
  onBack: () => void;
}

function VerifyContactsForm({ applicant, proofs, onVerified, onBack }: VerifyContactsFormProps) {
  const [openedAt] = useState(() => Date.now());
  const unverifiedChannels = (["sms", "mail"] as const).filter((channel) => !proofs[channel]);

  async function verify(submitted: { [name: string]: string | boolean | null }): Promise<void> {
    for (const channel of unverifiedChannels) {
      try {
        const body = { values: applicant.values, channel, otp: String(submitted[channel]) };
        const { proof } = await call({ route: "POST /actions/onboarding/check-code", body }, { isPublic: true });
        onVerified(channel, proof);
      } catch (thrown) {
        const isCodeError = thrown instanceof ApiError && ["OTP_INVALID", "OTP_EXPIRED"].includes(thrown.code);
        // The server does not name the field, and the form has two.
        throw isCodeError ? new ApiError({ ...thrown, extensions: { field: channel } }) : thrown;
      }
    }
  }

  const fields = Object.fromEntries(unverifiedChannels.map((channel) => [channel, codeFields[channel]]));
  return (
    <LogInCard
      title="Enter both codes"
      lead={`We sent one by SMS to ${applicant.phone} and one by email to ${applicant.email}. Valid for 10 minutes.`}
    >
      <Form fields={fields} onSubmit={verify}>
        <FormFields>
          <ContactCodeField channel="sms" isVerified={proofs.sms !== undefined} />
          <ResendCodeButton applicant={applicant} channel="sms" from={openedAt} isHidden={proofs.sms !== undefined} />
          <ContactCodeField channel="mail" isVerified={proofs.mail !== undefined} />
          <ResendCodeButton applicant={applicant} channel="mail" from={openedAt} isHidden={proofs.mail !== undefined} />
          <SubmitButton>Continue</SubmitButton>
        </FormFields>
      </Form>
      <LogInLinks>
        <button type="button" onClick={onBack}>
          Change number or email
        </button>
      </LogInLinks>
    </LogInCard>
  );
}

function ContactCodeField({ channel, isVerified }: { channel: ContactChannel; isVerified: boolean }) {
  const { fields } = useFormState();
  if (isVerified || !fields[channel])
    return (
      <div>
        <Badge c="green" size="lg" icon={IconCheck}>
          {channel === "sms" ? "Mobile" : "Email"} verified
        </Badge>
      </div>
    );
  return <TextField name={channel} autoComplete="one-time-code" description="6 digits" />;
}

function ResendCodeButton({
  applicant,
  channel,
  from,
  isHidden,
}: {
  applicant: VendorApplicant;
  channel: ContactChannel;
  from: number;
  isHidden: boolean;
}) {
  const { secondsLeft, isBlocked, send } = useResendCode({
    availableAt: from + otpLimits.resendAfterMs,
    successCode: channel === "sms" ? "OTP_SENT_PHONE" : "OTP_SENT_MAIL",
    async onSend() {
      const body = { values: applicant.values, channel };
      await call({ route: "POST /actions/onboarding/send-code-again", body }, { isPublic: true });
      return Date.now() + otpLimits.resendAfterMs;
    },
  });
  if (isHidden) return null;
  const label = channel === "sms" ? "SMS" : "email";
  return (
    <Button variant="subtle" disabled={isBlocked} onClick={() => void send()}>
      {secondsLeft > 0 ? `Resend ${label} in ${secondsLeft} s` : `Resend ${label}`}
    </Button>
  );
}
