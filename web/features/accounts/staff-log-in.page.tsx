// §6 /staff-log-in: staff without an email log in with a code sent to their phone, or with a card, whose address has the
// card's token after #, which is sent to no server, and the PIN.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import type { ActionReply } from "#domain/contracts.ts";
import { getErrorText } from "#domain/errors.ts";
import { mobileNumber, sentCode } from "#domain/accounts/fields/account-fields.ts";
import { employmentFields } from "#domain/people/user-fields.ts";
import { sessionMode } from "#web/api/shell.ts";
import { call } from "#web/api/call.ts";
import { type Session, storeSession } from "#web/api/session.ts";
import { getDeliveryInterval } from "#web/features/accounts/customer-log-in-api.ts";
import { FormFields, LogInCard, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import { LogOutPrompt, useLogInPage } from "#web/features/accounts/log-out-first.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { useResendCode } from "#web/ui/use-resend-code.ts";
import styles from "#web/features/accounts/log-in.module.css";
import { t } from "#web/languages/t.ts";

const isPublic = { isPublic: true } as const;
type SentCode = ActionReply<"POST /actions/staff-log-in/send-code"> & { phone: string };

async function sendCode(body: { phone: string; values?: string }): Promise<SentCode> {
  const sent = await call({ route: "POST /actions/staff-log-in/send-code", body }, isPublic);
  return { ...sent, phone: body.phone };
}

export function StaffLogInPage() {
  usePageTitle(t("Staff login"));
  const logInPage = useLogInPage("partner");
  const { hash } = useLocation();
  const [card, setCard] = useState(hash.slice(1));
  const [sent, setSent] = useState<SentCode>();
  const { onStart, onEnd, onLoggedIn } = logInPage.form;

  async function openSession(start: () => Promise<Session>): Promise<void> {
    onStart();
    try {
      onLoggedIn(await start());
    } finally {
      onEnd();
    }
  }

  if (logInPage.mustLogOut)
    return (
      <LogInCard title={t("Staff login")}>
        <LogOutPrompt logInPage={logInPage} />
      </LogInCard>
    );
  if (card) return <CardLogIn card={card} openSession={openSession} onPhone={() => setCard("")} />;
  if (sent)
    return (
      <CodeEntry key={sent.phone} sent={sent} openSession={openSession} onOtherNumber={() => setSent(undefined)} />
    );
  return <PhoneEntry onSent={setSent} />;
}

interface LogInStepProps {
  openSession: (start: () => Promise<Session>) => Promise<void>;
}

type SubmittedValues = { [name: string]: string | boolean | null };
const pinFields = { pin: { ...employmentFields.pin_number, required: true } };

function CardLogIn({ card, openSession, onPhone }: LogInStepProps & { card: string; onPhone: () => void }) {
  const submit = ({ pin }: SubmittedValues) =>
    openSession(async () => {
      const body = { card, pin: String(pin), mode: sessionMode } as const;
      return storeSession(await call({ route: "POST /actions/staff-log-in/with-card", body }, isPublic));
    });
  return (
    <LogInCard title={t("Enter your PIN")} lead={t("The PIN that your manager gave you with the card.")}>
      <Form fields={pinFields} onSubmit={submit}>
        <FormFields>
          <div className={styles["digits"]}>
            <TextField name="pin" autoComplete="off" autoFocus />
          </div>
          <SubmitButton>{t("Log in")}</SubmitButton>
        </FormFields>
      </Form>
      <LogInLinks>
        <button type="button" onClick={onPhone}>
          {t("Use your mobile number")}
        </button>
      </LogInLinks>
    </LogInCard>
  );
}

const phoneFields = { phone: mobileNumber };

function PhoneEntry({ onSent }: { onSent: (sent: SentCode) => void }) {
  return (
    <LogInCard title={t("Staff login")} lead={t("With the mobile number that your manager has entered for you.")}>
      <Form fields={phoneFields} onSubmit={async ({ phone }) => onSent(await sendCode({ phone: String(phone) }))}>
        <FormFields>
          <TextField name="phone" autoComplete="tel-national" description={t("10 digits")} />
          <SubmitButton>{t("Send OTP")}</SubmitButton>
        </FormFields>
      </Form>
      <LogInLinks>
        <Link to="/partner-with-us">{t("Log in with email")}</Link>
      </LogInLinks>
    </LogInCard>
  );
}

const codeFields = { otp: sentCode };

function CodeEntry({
  sent,
  openSession,
  onOtherNumber,
}: LogInStepProps & { sent: SentCode; onOtherNumber: () => void }) {
  const [values, setValues] = useState(sent.values);
  const delivery = useQuery({
    queryKey: ["staff-code-delivery", values],
    queryFn: () => call({ route: "POST /actions/staff-log-in/read-code-delivery", body: { values } }, isPublic),
    refetchInterval: getDeliveryInterval,
    retry: false,
  });
  const resend = useResendCode({
    availableAt: Date.parse(sent.resend_at),
    success: "OTP_SENT_PHONE",
    onSend: async () => {
      const again = await sendCode({ phone: sent.phone, values });
      setValues(again.values);
      return Date.parse(again.resend_at);
    },
  });
  const submit = ({ otp }: SubmittedValues) =>
    openSession(async () => {
      const body = { values, otp: String(otp), mode: sessionMode } as const;
      return storeSession(await call({ route: "POST /actions/staff-log-in/with-code", body }, isPublic));
    });
  return (
    <LogInCard
      title={t("Enter OTP")}
      lead={t("We sent it by SMS to {phone}. Valid for 10 minutes.", { phone: sent.phone })}
    >
      <Form fields={codeFields} onSubmit={submit}>
        <FormFields>
          {delivery.data?.status === "failed" && (
            <Notice c="red" role="alert">
              {t(getErrorText("SMS_OTP_FAILED"))}
            </Notice>
          )}
          <div className={styles["digits"]}>
            <TextField name="otp" autoComplete="one-time-code" autoFocus />
          </div>
          <SubmitButton>{t("Verify")}</SubmitButton>
        </FormFields>
      </Form>
      <LogInLinks>
        <button type="button" disabled={resend.isBlocked} onClick={() => void resend.send()}>
          {resend.secondsLeft > 0 ? t("Resend in {seconds} s", { seconds: resend.secondsLeft }) : t("Resend OTP")}
        </button>
        <button type="button" onClick={onOtherNumber}>
          {t("Use a different number")}
        </button>
      </LogInLinks>
    </LogInCard>
  );
}
