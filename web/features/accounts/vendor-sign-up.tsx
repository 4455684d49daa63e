// §2 /partner-with-us?new: sign-up of a vendor's admin: mobile and email verified by one OTP each, and a password.
import { IconCheck } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { mobileNumber, sentCode } from "#domain/accounts/fields/account-fields.ts";
import { removeSpaces } from "#domain/schema/fields.ts";
import { personFields } from "#domain/people/user-fields.ts";
import { otpLimits } from "#domain/accounts/otp-limits.ts";
import { sessionMode } from "#web/api/shell.ts";
import { getErrorText } from "#domain/errors.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { storeSession } from "#web/api/session.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { showErrorCode } from "#web/ui/feedback.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { getDeliveryInterval } from "#web/features/accounts/customer-log-in-api.ts";
import { FormFields, LogInCard, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import type { useLogInPage } from "#web/features/accounts/log-out-first.tsx";
import {
  requireMatchingPasswords,
  NewPasswordFields,
  newPasswordFields,
} from "#web/features/accounts/new-password-fields.tsx";
import { readTabDraft, removeTabDraft, useKeptDraft } from "#web/product/forms/tab-draft.ts";
import { useResendCode } from "#web/ui/use-resend-code.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Text } from "#web/ui/text.tsx";

type ContactChannel = "sms" | "mail";
interface VendorApplicant {
  name: string;
  phone: string;
  email: string;
  /** Sealed text that identifies the applicant until both contacts are verified. */
  values: string;
  /** Of the contacts verified so far: their codes are used up. */
  proofs: ContactProofs;
  /** Unix time in ms from which each code can be resent. */
  resendAt: { [channel in ContactChannel]: number };
}
type ContactProofs = { [channel in ContactChannel]?: string };
/** The last code of each channel that was refused. */
type RefusedCodes = { [channel in ContactChannel]?: string };

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
  const [applicant, setApplicant] = useStoredApplicant();
  const [contactValues, setContactValues] = useState({
    first_name: applicant?.name ?? "",
    phone_number: applicant?.phone ?? "",
    email: applicant?.email ?? "",
  });
  const [sealedValues, setSealedValues] = useState(applicant?.values);
  const [contactErrors, setContactErrors] = useState<{ [name: string]: string }>({});

  /** Back to the contacts, since one of them has an account. */
  function correctContact({ field, message }: ApiError): void {
    setContactErrors({ [field ?? "email"]: message });
    setApplicant(null);
  }

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
    const resendAt = Date.now() + otpLimits.resendAfterMs;
    setApplicant({
      name: contact.first_name,
      phone: contact.phone_number,
      email: contact.email,
      values,
      proofs: {},
      resendAt: { sms: resendAt, mail: resendAt },
    });
  }

  async function create({ password, proofs }: { password: string; proofs: ContactProofs }): Promise<void> {
    const body = {
      first_name: applicant!.name,
      password,
      phone_proof: proofs.sms,
      email_proof: proofs.mail,
      mode: sessionMode,
    } as const;
    form.onStart();
    try {
      const tokens = await call({ route: "POST /actions/onboarding/create-account", body }, { isPublic: true });
      removeTabDraft(draft);
      form.onLoggedIn(await storeSession(tokens));
    } catch (thrown) {
      if (isContactTaken(thrown)) return correctContact(thrown);
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
        lead="About 10 minutes, in five short steps. You can stop at any time and continue on another device."
      >
        <Stack gap="xs">
          <strong>What you need</strong>
          <Stack component="ul" gap="2xs">
            <li>Your mobile and your email: we send one code to each</li>
            <li>The PAN of the business, or its GSTIN</li>
            <li>A photo of the PAN card or of another proof of identity</li>
          </Stack>
          <Text c="dimmed">Opening hours, pictures, tariff and staff can follow later.</Text>
        </Stack>
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
  return (
    <VerifyContactsForm
      applicant={applicant}
      onChange={setApplicant}
      onTaken={correctContact}
      onVerified={create}
      onBack={() => setApplicant(null)}
    />
  );
}

/** Kept in the tab while the codes are valid: a phone may discard the page while its user reads the SMS. */
const draft = { name: "sign-up", version: "2", maxAgeMs: otpLimits.lifeMs };

function useStoredApplicant() {
  const [applicant, setApplicant] = useState(() => readTabDraft<VendorApplicant>(draft)?.value ?? null);
  useKeptDraft({ ...draft, value: applicant ?? undefined });
  return [applicant, setApplicant] as const;
}

function isContactTaken(thrown: unknown): thrown is ApiError {
  return hasErrorCode(thrown, "USER_EMAIL_EXIST") || hasErrorCode(thrown, "USER_PHONE_EXIST");
}

interface VerifyContactsFormProps {
  applicant: VendorApplicant;
  onChange: (update: (applicant: VendorApplicant | null) => VendorApplicant | null) => void;
  /** A contact has an account: its owner learns it here, by the code sent to it. */
  onTaken: (error: ApiError) => void;
  onVerified: (account: { password: string; proofs: ContactProofs }) => Promise<void>;
  onBack: () => void;
}

const channels = ["sms", "mail"] as const;
const codeErrors = ["OTP_INVALID", "OTP_EXPIRED", "OTP_TOO_MANY_TRIES", "NO_OTP"];

function VerifyContactsForm({ applicant, onChange, onTaken, onVerified, onBack }: VerifyContactsFormProps) {
  const { proofs } = applicant;
  const [refusedCodes, setRefusedCodes] = useState<RefusedCodes>({});
  /** Codes checked so far: each is sent once, so that typing and submitting count as one attempt. */
  const checks = useRef(new Map<string, Promise<string>>());
  // The button of the contacts was further down.
  useEffect(() => {
    scrollTo(0, 0);
  }, []);

  function check(channel: ContactChannel, otp: string): Promise<string> {
    const key = `${channel} ${otp}`;
    const known = checks.current.get(key);
    if (known) return known;
    const body = { values: applicant.values, channel, otp };
    const proof = call({ route: "POST /actions/onboarding/check-code", body }, { isPublic: true }).then((reply) => {
      onChange((before) => before && { ...before, proofs: { ...before.proofs, [channel]: reply.proof } });
      return reply.proof;
    });
    checks.current.set(key, proof);
    proof.catch((thrown: unknown) => {
      if (isContactTaken(thrown)) onTaken(thrown);
      else if (hasErrorCode(thrown, "OTP_INVALID")) setRefusedCodes((before) => ({ ...before, [channel]: otp }));
      // Other failures, such as a lost connection, may be repeated.
      else checks.current.delete(key);
    });
    return proof;
  }

  async function submit(submitted: { [name: string]: string | boolean | null }): Promise<void> {
    const password = requireMatchingPasswords({ password: submitted["password"]!, confirm: submitted["confirm"]! });
    const verified: ContactProofs = { ...proofs };
    for (const channel of channels) {
      if (verified[channel]) continue;
      try {
        verified[channel] = await check(channel, String(submitted[channel]));
      } catch (thrown) {
        if (isContactTaken(thrown)) return;
        const isCodeError = thrown instanceof ApiError && codeErrors.includes(thrown.code);
        // The server does not name the field, and the form has two.
        throw isCodeError ? new ApiError({ ...thrown, extensions: { field: channel } }) : thrown;
      }
    }
    await onVerified({ password, proofs: verified });
  }

  const unverified = channels.filter((channel) => !proofs[channel]);
  const fields = {
    ...Object.fromEntries(unverified.map((channel) => [channel, getCodeField(channel, refusedCodes[channel])])),
    ...newPasswordFields,
  };
  return (
    <LogInCard
      title="Enter both codes"
      lead={`We sent one by SMS to ${applicant.phone} and one by email to ${applicant.email}. Valid for 10 minutes.`}
    >
      <Form fields={fields} onSubmit={submit}>
        <FormFields>
          <CheckTypedCodes
            refusedCodes={refusedCodes}
            onTyped={(channel, otp) => void check(channel, otp).catch(() => {})}
          />
          {channels.map((channel) => (
            <Fragment key={channel}>
              <ContactCodeField applicant={applicant} channel={channel} autoFocus={channel === unverified[0]} />
              {!proofs[channel] && (
                <ResendCodeButton
                  applicant={applicant}
                  channel={channel}
                  onSent={(at) =>
                    onChange((before) => before && { ...before, resendAt: { ...before.resendAt, [channel]: at } })
                  }
                />
              )}
            </Fragment>
          ))}
          <NewPasswordFields />
          <SubmitButton>Create account</SubmitButton>
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

function getCodeField(channel: ContactChannel, refused: string | undefined) {
  if (!refused) return codeFields[channel];
  return {
    ...codeFields[channel],
    isValid: (otp: string) => otp !== refused,
    message: getErrorText("OTP_INVALID"),
  };
}

interface CheckTypedCodesProps {
  refusedCodes: RefusedCodes;
  onTyped: (channel: ContactChannel, otp: string) => void;
}

/** Checks a code as soon as it is complete, and marks it if it is refused. */
function CheckTypedCodes({ refusedCodes, onTyped }: CheckTypedCodesProps) {
  const { fields, values, validateField } = useFormState();
  const [sms, mail] = channels.map((channel) => (fields[channel] ? values[channel] : undefined));
  const checkTyped = useEffectEvent((channel: ContactChannel, typed: unknown) => {
    const code = typeof typed === "string" ? removeSpaces(typed) : "";
    if (/^\d{6}$/.test(code)) onTyped(channel, code);
  });
  useEffect(() => checkTyped("sms", sms), [sms]);
  useEffect(() => checkTyped("mail", mail), [mail]);
  const markRefused = useEffectEvent((channel: ContactChannel) => {
    if (refusedCodes[channel] && removeSpaces(String(values[channel])) === refusedCodes[channel])
      validateField(channel);
  });
  useEffect(() => markRefused("sms"), [refusedCodes.sms]);
  useEffect(() => markRefused("mail"), [refusedCodes.mail]);
  return null;
}

const deliveryKey = ({ values }: VendorApplicant, channel: ContactChannel) => ["contact-code", values, channel];

interface ContactCodeFieldProps {
  applicant: VendorApplicant;
  channel: ContactChannel;
  autoFocus: boolean;
}

function ContactCodeField({ applicant, channel, autoFocus }: ContactCodeFieldProps) {
  const { fields } = useFormState();
  const isShown = !applicant.proofs[channel] && fields[channel] !== undefined;
  const { data: delivery } = useQuery({
    queryKey: deliveryKey(applicant, channel),
    queryFn: () => {
      const body = { values: applicant.values, channel };
      return call({ route: "POST /actions/onboarding/read-code-delivery", body }, { isPublic: true });
    },
    enabled: isShown,
    refetchInterval: getDeliveryInterval,
    retry: false,
  });
  if (!isShown)
    return (
      <div>
        <Badge c="green" size="lg" icon={IconCheck}>
          {channel === "sms" ? "Mobile" : "Email"} verified
        </Badge>
      </div>
    );
  return (
    <>
      <TextField name={channel} autoComplete="one-time-code" description="6 digits" autoFocus={autoFocus} />
      {delivery?.status === "failed" && (
        <Notice c="red" role="alert">
          {getErrorText(channel === "sms" ? "SMS_OTP_FAILED" : "EMAIL_API_ISSUE")}
        </Notice>
      )}
    </>
  );
}

function ResendCodeButton({
  applicant,
  channel,
  onSent,
}: {
  applicant: VendorApplicant;
  channel: ContactChannel;
  /** With the time from which it can be resent. */
  onSent: (resendAt: number) => void;
}) {
  const queryClient = useQueryClient();
  const { secondsLeft, isBlocked, send } = useResendCode({
    availableAt: applicant.resendAt[channel],
    success: channel === "sms" ? "OTP_SENT_PHONE" : "OTP_SENT_MAIL",
    async onSend() {
      const body = { values: applicant.values, channel };
      await call({ route: "POST /actions/onboarding/send-code-again", body }, { isPublic: true });
      void queryClient.resetQueries({ queryKey: deliveryKey(applicant, channel) });
      const resendAt = Date.now() + otpLimits.resendAfterMs;
      onSent(resendAt);
      return resendAt;
    },
  });
  const label = channel === "sms" ? "SMS" : "email";
  return (
    <LogInLinks>
      <button type="button" disabled={isBlocked} onClick={() => void send()}>
        {secondsLeft > 0 ? `Resend ${label} in ${secondsLeft} s` : `Resend ${label}`}
      </button>
    </LogInLinks>
  );
}
