// §2 /otp-authentication/{values}: the four digits that came by SMS. The address holds nothing that could be read.
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { otp } from "#domain/fields.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { TypedField } from "#web/ui/typed-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { Fields, LogInCard } from "#web/features/log-in/card.tsx";
import { type CodeSent, logInWithCode, sendCodeAgain } from "#web/features/log-in/customer-calls.ts";
import { useCarriedRedirect, useOpenAfterLogIn } from "#web/features/log-in/open-after-log-in.ts";
import { useSendAgain } from "#web/features/log-in/send-again.ts";
import styles from "#web/features/log-in/log-in.module.css";

const fields = { otp: otp({ required: true, label: "4-digit code" }) };

export function OneTimeCodePage() {
  usePageTitle("Your code");
  const { values = "" } = useParams();
  const sent = (useLocation().state ?? {}) as CodeSent;
  const navigate = useNavigate();
  const open = useOpenAfterLogIn();
  const carried = useCarriedRedirect();

  async function submit(typed: { [name: string]: string | boolean | null }): Promise<void> {
    const found = await logInWithCode({ values, otp: String(typed["otp"]) });
    if ("proof" in found) return navigate(`/customer/registration${carried}`, { state: found, replace: true });
    showSuccess("LOGGED_IN");
    open(found);
  }

  const to = sent.phone_end ? `the phone number that ends in ${sent.phone_end}` : "your phone";
  return (
    <LogInCard title="Type your code" lead={`We have sent it by SMS to ${to}. It holds for 10 minutes.`}>
      <Form fields={fields} onSubmit={submit}>
        <Fields>
          <div className={styles["digits"]}>
            <TypedField name="otp" autoComplete="one-time-code" autoFocus />
          </div>
          <SubmitButton>Go on</SubmitButton>
        </Fields>
      </Form>
      <div className={styles["links"]}>
        <SendAgain values={values} resendAt={sent.resend_at} />
        <Link to="/customer/commercial/login">Use another number</Link>
      </div>
    </LogInCard>
  );
}

function SendAgain({ values, resendAt }: { values: string; resendAt: string | undefined }) {
  const { wait, isBlocked, send } = useSendAgain({
    from: momentIn(resendAt),
    said: "OTP_SENT_PHONE",
    onSend: async () => momentIn((await sendCodeAgain(values)).resend_at),
  });
  return (
    <button type="button" className={styles["linkButton"]} disabled={isBlocked} onClick={() => void send()}>
      {wait > 0 ? `Send again in ${wait} s` : "Send the code again"}
    </button>
  );
}

function momentIn(resendAt: string | undefined): number {
  return resendAt ? Date.parse(resendAt) : 0;
}
