// §2 /partner/reset-password and /customer/reset-password: requests a link by email; with a token, sets the new password.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { personFields } from "#domain/people/user-fields.ts";
import { call } from "#web/api/call.ts";
import { request } from "#web/api/client.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { FormFields, LogInCard, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import { passwordFirst } from "#web/features/accounts/log-in-redirect.ts";
import { isLinkExpired, LinkExpired } from "#web/features/accounts/link-expired.tsx";
import {
  requireMatchingPasswords,
  NewPasswordFields,
  newPasswordFields,
} from "#web/features/accounts/new-password-fields.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

/** Login and reset page of partners or customers. */
function useResetPasswordPaths(): { isCustomer: boolean; logIn: string; reset: string } {
  const isCustomer = useLocation().pathname.startsWith("/customer/");
  return isCustomer
    ? { isCustomer, logIn: `/customer/commercial/login?${passwordFirst}`, reset: "/customer/reset-password" }
    : { isCustomer, logIn: "/partner-with-us", reset: "/partner/reset-password" };
}

export function ResetPasswordPage() {
  usePageTitle(t("Reset your password"));
  const [search] = useSearchParams();
  const token = search.get("token");
  return token ? <SetNewPassword key={token} token={token} /> : <RequestResetLink />;
}

const fields = { email: personFields.email };

function RequestResetLink() {
  const { isCustomer, logIn } = useResetPasswordPaths();
  const [sentTo, setSentTo] = useState("");

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const body = { email: String(values["email"]) };
    await request("/auth/password/request", { method: "POST", body, isPublic: true });
    setSentTo(body.email);
  }

  if (sentTo)
    return (
      <LogInCard title={t("Check your email")}>
        <Stack gap="lg" role="status">
          <p>
            {t(
              "If {email} has an account, we have sent a link to set a new password. It can be used once and expires in 1 hour.",
              { email: sentTo },
            )}
          </p>
          <p>
            {isCustomer
              ? t(
                  "No email? Check your spam folder, or log in with an OTP. An email that is not confirmed yet gets no link.",
                )
              : t("No email? Check your spam folder, or ask your admin which email your account uses.")}
          </p>
          <ButtonLink to={logIn} size="xl" color="marigold">
            {t("Back to login")}
          </ButtonLink>
        </Stack>
      </LogInCard>
    );
  return (
    <LogInCard
      title={t("Forgot your password?")}
      lead={t("Enter the email you log in with. We will send you a link to set a new password.")}
    >
      <Form fields={fields} onSubmit={submit}>
        <FormFields>
          <TextField name="email" autoComplete="username" />
          <SubmitButton>{t("Send link")}</SubmitButton>
        </FormFields>
      </Form>
      <LogInLinks>
        <Link to={logIn}>{t("Back to login")}</Link>
      </LogInLinks>
    </LogInCard>
  );
}

function SetNewPassword({ token }: { token: string }) {
  const { logIn, reset } = useResetPasswordPaths();
  const navigate = useNavigate();
  // Before a password is chosen in vain; other failures, such as a lost connection, show with the form.
  const { error, isLoading } = useQuery({
    queryKey: ["reset-link", token],
    queryFn: async () => {
      await call({ route: "POST /actions/account/check-reset-link", body: { token } }, { isPublic: true });
      return true;
    },
    retry: false,
    refetchOnWindowFocus: false,
  });
  const [isRefused, setIsRefused] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const password = requireMatchingPasswords(values);
    try {
      await request("/auth/password/reset", { method: "POST", body: { token, password }, isPublic: true });
    } catch (thrown) {
      if (!isLinkExpired(thrown)) throw thrown;
      return setIsRefused(true);
    }
    showSuccess(t("Password changed"));
    await navigate(logIn, { replace: true });
  }

  if (isRefused || isLinkExpired(error))
    return (
      <LinkExpired text={t("The link was already used, is more than 1 hour old, or a newer one was sent.")}>
        <ButtonLink to={reset} size="lg" color="marigold">
          {t("Send new link")}
        </ButtonLink>
      </LinkExpired>
    );
  return (
    <LogInCard title={t("Set a new password")} lead={t("All devices will be logged out.")}>
      {isLoading ? (
        <SkeletonRows count={3} />
      ) : (
        <Form fields={newPasswordFields} onSubmit={submit}>
          <FormFields>
            <NewPasswordFields />
            <SubmitButton>{t("Set password")}</SubmitButton>
          </FormFields>
        </Form>
      )}
    </LogInCard>
  );
}
