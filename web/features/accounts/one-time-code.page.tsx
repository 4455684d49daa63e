// §2 /otp-authentication/{values}: entry of the OTP sent by SMS. `values` is sealed, so the address reveals no phone number.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { getErrorText } from "#domain/errors.ts";
import { sentCode } from "#domain/accounts/fields/account-fields.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Notice } from "#web/ui/notice.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { FormFields, LogInCard, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import {
  codeDeliveryQuery,
  type CodePageState,
  logInWithCode,
  resendCode,
} from "#web/features/accounts/customer-log-in-api.ts";
import { useRedirectQuery, useRedirectAfterLogIn } from "#web/features/accounts/log-in-redirect.ts";
import { useResendCode } from "#web/ui/use-resend-code.ts";
import styles from "#web/features/accounts/log-in.module.css";

const fields = { otp: sentCode };

export function OneTimeCodePage() {
  usePageTitle("Enter OTP");
  const { values = "" } = useParams();
  const sent: CodePageState = useLocation().state ?? {};
  const navigate = useNavigate();
  const openLandingPage = useRedirectAfterLogIn();
  const redirectQuery = useRedirectQuery();
  const delivery = useQuery({ ...codeDeliveryQuery(values), enabled: sent.resend_at !== undefined });

  async function submit(submitted: { [name: string]: string | boolean | null }): Promise<void> {
    const result = await logInWithCode({ values, otp: String(submitted["otp"]) });
    if ("proof" in result) return navigate(`/customer/registration${redirectQuery}`, { state: result, replace: true });
    showSuccess("LOGGED_IN");
    openLandingPage(result);
  }

  const recipient = sent.phone_end ? `the number ending in ${sent.phone_end}` : "your phone";
  return (
    <LogInCard title="Enter OTP" lead={`We sent it by SMS to ${recipient}. Valid for 10 minutes.`}>
      <Form fields={fields} onSubmit={submit}>
        <FormFields>
          {delivery.data?.status === "failed" && (
            <Notice c="red" role="alert">
              {getErrorText("SMS_OTP_FAILED")}
            </Notice>
          )}
          <div className={styles["digits"]}>
            <TextField name="otp" autoComplete="one-time-code" autoFocus />
          </div>
          <SubmitButton>Verify</SubmitButton>
        </FormFields>
      </Form>
      <LogInLinks>
        <ResendCodeButton values={values} resendAt={sent.resend_at} />
        <Link to="/customer/commercial/login">Use a different number</Link>
      </LogInLinks>
    </LogInCard>
  );
}

function ResendCodeButton({ values, resendAt }: { values: string; resendAt: string | undefined }) {
  const queryClient = useQueryClient();
  const { secondsLeft, isBlocked, send } = useResendCode({
    availableAt: toTimestamp(resendAt),
    successCode: "OTP_SENT_PHONE",
    onSend: async () => {
      const { resend_at } = await resendCode(values);
      void queryClient.resetQueries(codeDeliveryQuery(values));
      return toTimestamp(resend_at);
    },
  });
  return (
    <button type="button" disabled={isBlocked} onClick={() => void send()}>
      {secondsLeft > 0 ? `Resend in ${secondsLeft} s` : "Resend OTP"}
    </button>
  );
}

function toTimestamp(resendAt: string | undefined): number {
  return resendAt ? Date.parse(resendAt) : 0;
}
