// §4: email and password, then the two-factor code where the account has it. Used on every login page.
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { logInFields } from "#domain/accounts/fields/log-in-fields.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { logIn } from "#web/api/session.ts";
import type { LogInPageKind, Session } from "#web/api/session.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { showErrorCode, showSuccess } from "#web/ui/feedback.ts";
import { SkeletonRows } from "#web/ui/states.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { FormFields } from "#web/features/accounts/log-in-card.tsx";
import { t } from "#web/languages/t.ts";

// Loaded on demand: few accounts have two-factor authentication.
const SecondStep = lazy(async () => ({
  default: (await import("#web/features/accounts/two-factor-form.tsx")).TwoFactorForm,
}));

interface LogInFormProps {
  page: LogInPageKind;
  onStart?: () => void;
  onEnd?: () => void;
  onLoggedIn: (session: Session) => void;
  onConflictingSession: () => void;
  /** Called for an admin whose registration is under review, with the tokens of the registration status page. */
  onRegistrationPending?: (tokens: object) => void;
  /** Shown below the button. */
  children?: ReactNode;
}

type Credentials = { email: string; password: string };
const conflictingSessionCodes = ["PARTNER_LOGGED_IN", "CUSTOMER_LOGGED_IN", "ADMIN_LOGGED_IN"];

export function LogInForm({
  page,
  onStart,
  onEnd,
  onLoggedIn,
  onConflictingSession,
  onRegistrationPending,
  children,
}: LogInFormProps) {
  /** The credentials, once the account has asked for a two-factor code. */
  const [pendingCredentials, setPendingCredentials] = useState<Credentials | null>(null);
  const [unverifiedEmail, setUnverifiedEmail] = useState("");

  async function submit(credentials: Credentials & { otp?: string }): Promise<void> {
    onStart?.();
    try {
      onLoggedIn(await logIn({ ...credentials, page }));
    } catch (thrown) {
      if (!credentials.otp && hasErrorCode(thrown, "INVALID_OTP")) return setPendingCredentials(credentials);
      // The server's message names the right login page when the account belongs to the other side.
      if (hasErrorCode(thrown, "INVALID_CREDENTIALS") || hasErrorCode(thrown, "CUSTOMER_INVALID_CREDS"))
        return showErrorCode(thrown.code, toErrorMessage(thrown));
      if (onRegistrationPending && thrown instanceof ApiError && thrown.extensions["application"])
        return onRegistrationPending(thrown.extensions);
      if (thrown instanceof ApiError && conflictingSessionCodes.includes(thrown.code)) onConflictingSession();
      if (hasErrorCode(thrown, "EMAIL_NOT_VERIFIED")) setUnverifiedEmail(credentials.email);
      throw thrown;
    } finally {
      onEnd?.();
    }
  }

  if (pendingCredentials)
    return (
      <Suspense fallback={<SkeletonRows count={2} />}>
        <SecondStep
          onCode={(otp) => submit({ ...pendingCredentials, otp })}
          onBack={() => setPendingCredentials(null)}
        />
      </Suspense>
    );
  return (
    <Form
      fields={logInFields}
      onSubmit={({ email, password }) => submit({ email: String(email), password: String(password) })}
    >
      <FormFields>
        <TextField name="email" autoComplete="username" />
        <TextField name="password" autoComplete="current-password" />
        <SubmitButton>{t("Log in")}</SubmitButton>
        {unverifiedEmail && (
          <AsyncButton variant="default" size="lg" fullWidth onPress={() => sendVerification(unverifiedEmail)}>
            {t("Resend verification email")}
          </AsyncButton>
        )}
        {children}
      </FormFields>
    </Form>
  );
}

async function sendVerification(email: string): Promise<void> {
  await call({ route: "POST /actions/account/send-verification", body: { email } }, { isPublic: true });
  showSuccess("VERIFICATION_MAIL_SENT");
}

/** Prefers the catalogue text to the generic message of the authentication contract. */
function toErrorMessage({ message }: ApiError): string | undefined {
  return message === "Invalid user credentials." ? undefined : message;
}
