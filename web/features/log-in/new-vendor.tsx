// §2 /partner-with-us?new: a new vendor's admin: mobile and mail, each proved by its code, then a password of one's own.
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { email, otp, personName, phone } from "#domain/fields.ts";
import { otpLimits } from "#domain/rules/otp-limits.ts";
import { ApiError, hasCode } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { startSession } from "#web/items/session.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/form.tsx";
import { showCode } from "#web/ui/messages.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { TypedField } from "#web/ui/typed-field.tsx";
import { Fields, LogInCard } from "#web/features/log-in/card.tsx";
import type { useLogInSide } from "#web/features/log-in/log-out-first.tsx";
import { matching, NewPassword, newPasswordFields } from "#web/features/log-in/new-password.tsx";
import { useSendAgain } from "#web/features/log-in/send-again.ts";
import styles from "#web/features/log-in/log-in.module.css";

type Channel = "sms" | "mail";
interface Applicant {
  name: string;
  phone: string;
  email: string;
  /** What the server knows them by until both are proved. */
  values: string;
}
type Proofs = { [channel in Channel]?: string };

const contactFields = {
  first_name: personName({ required: true, label: "Your name" }),
  phone_number: phone({ required: true, label: "Mobile number" }),
  email: email({ required: true }),
};
const codeFields = {
  sms: { ...otp({ label: "Code from the SMS" }), required: true },
  mail: { ...otp({ label: "Code from the mail" }), required: true },
};

function post<T>(path: string, body: object): Promise<T> {
  const options = { method: "POST", body, isPublic: true } as const;
  return request<{ data: T }>(`/actions/onboarding/${path}`, options).then(({ data }) => data);
}

export function NewVendor({ form }: { form: ReturnType<typeof useLogInSide>["form"] }) {
  usePageTitle("Register your company");
  const [known, setKnown] = useState({ first_name: "", phone_number: "", email: "" });
  const [taken, setTaken] = useState<{ [name: string]: string }>({});
  const [applicant, setApplicant] = useState<Applicant | null>(null);
  const [proofs, setProofs] = useState<Proofs>({});

  async function askCodes(typed: { [name: string]: string | boolean | null }): Promise<void> {
    const contact = {
      first_name: String(typed["first_name"]),
      phone_number: String(typed["phone_number"]),
      email: String(typed["email"]),
    };
    const { values } = await post<{ values: string }>("send-codes", {
      phone: contact.phone_number,
      email: contact.email,
    });
    setKnown(contact);
    setTaken({});
    setProofs({});
    setApplicant({ name: contact.first_name, phone: contact.phone_number, email: contact.email, values });
  }

  async function create(typed: { [name: string]: string | boolean | null }): Promise<void> {
    const password = matching(typed);
    const body = { first_name: applicant!.name, password, phone_proof: proofs.sms, email_proof: proofs.mail };
    form.onStart();
    try {
      form.onLoggedIn(await startSession({ path: "/actions/onboarding/create-account", body }));
    } catch (thrown) {
      const isTaken = hasCode(thrown, "USER_EMAIL_EXIST") || hasCode(thrown, "USER_PHONE_EXIST");
      if (isTaken) {
        const { field, message } = thrown as ApiError;
        setTaken({ [field ?? "email"]: message });
        return setApplicant(null);
      }
      if (!hasCode(thrown, "TOKEN_EXPIRED")) throw thrown;
      showCode("OTP_EXPIRED", "Your codes were half an hour ago. Ask for new ones.");
      setApplicant(null);
    } finally {
      form.onEnd();
    }
  }

  if (!applicant)
    return (
      <LogInCard
        title="Register your company"
        lead="First your own account. We send a code to your mobile and one to your mail, so that both are yours."
      >
        <Form key="contact" fields={contactFields} initial={known} initialErrors={taken} onSubmit={askCodes}>
          <Fields>
            <TypedField name="first_name" autoComplete="name" />
            <TypedField name="phone_number" autoComplete="tel-national" placeholder="10 digits" />
            <TypedField name="email" autoComplete="email" />
            <SubmitButton>Send me the codes</SubmitButton>
          </Fields>
        </Form>
        <div className={styles["links"]}>
          <Link to="/partner-with-us">Have an account? Log in</Link>
        </div>
      </LogInCard>
    );
  if (!proofs.sms || !proofs.mail)
    return (
      <Codes
        applicant={applicant}
        proofs={proofs}
        onProof={(channel, proof) => setProofs((before) => ({ ...before, [channel]: proof }))}
        onBack={() => setApplicant(null)}
      />
    );
  return (
    <LogInCard
      title="Choose your password"
      lead="Mobile and mail are confirmed. Nobody but you ever knows your password."
    >
      <Form key="password" fields={newPasswordFields} onSubmit={create}>
        <Fields>
          <NewPassword />
          <SubmitButton>Make my account</SubmitButton>
        </Fields>
      </Form>
    </LogInCard>
  );
}

interface CodesProps {
  applicant: Applicant;
  proofs: Proofs;
  onProof: (channel: Channel, proof: string) => void;
  onBack: () => void;
}

function Codes({ applicant, proofs, onProof, onBack }: CodesProps) {
  const [openedAt] = useState(() => Date.now());
  const wanted = (["sms", "mail"] as const).filter((channel) => !proofs[channel]);

  async function check(typed: { [name: string]: string | boolean | null }): Promise<void> {
    for (const channel of wanted) {
      try {
        const body = { values: applicant.values, channel, otp: String(typed[channel]) };
        onProof(channel, (await post<{ proof: string }>("check-code", body)).proof);
      } catch (thrown) {
        const isOfCode = thrown instanceof ApiError && ["OTP_INVALID", "OTP_EXPIRED"].includes(thrown.code);
        // The server speaks of the code; here there are two.
        throw isOfCode ? new ApiError({ ...thrown, extensions: { field: channel } }) : thrown;
      }
    }
  }

  const fields = Object.fromEntries(wanted.map((channel) => [channel, codeFields[channel]]));
  return (
    <LogInCard
      title="Type both codes"
      lead={`One went by SMS to ${applicant.phone}, the other by mail to ${applicant.email}. They hold for 10 minutes.`}
    >
      <Form fields={fields} onSubmit={check}>
        <Fields>
          <CodeField channel="sms" isProved={proofs.sms !== undefined} />
          <SendAgain applicant={applicant} channel="sms" from={openedAt} isHidden={proofs.sms !== undefined} />
          <CodeField channel="mail" isProved={proofs.mail !== undefined} />
          <SendAgain applicant={applicant} channel="mail" from={openedAt} isHidden={proofs.mail !== undefined} />
          <SubmitButton>Go on</SubmitButton>
        </Fields>
      </Form>
      <div className={styles["links"]}>
        <button type="button" className={styles["linkButton"]} onClick={onBack}>
          Change number or mail
        </button>
      </div>
    </LogInCard>
  );
}

function CodeField({ channel, isProved }: { channel: Channel; isProved: boolean }) {
  const { fields } = useFormState();
  if (isProved || !fields[channel])
    return (
      <p className={styles["proved"]}>
        <IconCheck size={20} aria-hidden="true" /> {channel === "sms" ? "Mobile" : "Mail"} confirmed
      </p>
    );
  return <TypedField name={channel} autoComplete="one-time-code" placeholder="4 digits" />;
}

function SendAgain({
  applicant,
  channel,
  from,
  isHidden,
}: {
  applicant: Applicant;
  channel: Channel;
  from: number;
  isHidden: boolean;
}) {
  const { wait, isBlocked, send } = useSendAgain({
    from: from + otpLimits.resendAfterMs,
    said: channel === "sms" ? "OTP_SENT_PHONE" : "OTP_SENT_MAIL",
    async onSend() {
      await post("send-code-again", { values: applicant.values, channel });
      return Date.now() + otpLimits.resendAfterMs;
    },
  });
  if (isHidden) return null;
  const where = channel === "sms" ? "SMS" : "mail";
  return (
    <Button variant="subtle" disabled={isBlocked} onClick={() => void send()}>
      {wait > 0 ? `Send the ${where} again in ${wait} s` : `Send the ${where} again`}
    </Button>
  );
}
