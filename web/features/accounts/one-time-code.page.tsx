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
import { t } from "#web/languages/t.ts";

const fields = { otp: sentCode };

export function OneTimeCodePage() {
  usePageTitle(t("Enter OTP"));
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

  return (
    <LogInCard
      title={t("Enter OTP")}
      lead={
        sent.phone_end
          ? t("We sent it by SMS to the number ending in {end}. Valid for 10 minutes.", { end: sent.phone_end })
          : t("We sent it by SMS to your phone. Valid for 10 minutes.")
      }
    >
      <Form fields={fields} onSubmit={submit}>
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
        <ResendCodeButton values={values} resendAt={sent.resend_at} />
        <Link to={sent.from ?? `/customer/commercial/login${redirectQuery}`}>{t("Use a different number")}</Link>
      </LogInLinks>
    </LogInCard>
  );
}

function ResendCodeButton({ values, resendAt }: { values: string; resendAt: string | undefined }) {
  const queryClient = useQueryClient();
  const { secondsLeft, isBlocked, send } = useResendCode({
    availableAt: toTimestamp(resendAt),
    success: "OTP_SENT_PHONE",
    onSend: async () => {
      const { resend_at } = await resendCode(values);
      void queryClient.resetQueries(codeDeliveryQuery(values));
      return toTimestamp(resend_at);
    },
  });
  return (
    <button type="button" disabled={isBlocked} onClick={() => void send()}>
      {secondsLeft > 0 ? t("Resend in {seconds} s", { seconds: secondsLeft }) : t("Resend OTP")}
    </button>
  );
}

function toTimestamp(resendAt: string | undefined): number {
  return resendAt ? Date.parse(resendAt) : 0;
}
