// §4: email and password, and the code of the second factor where the account asks for it. Used at every log-in page.
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { email, text } from "#domain/fields.ts";
import { ApiError, hasCode } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { logIn } from "#web/items/session.ts";
import type { LogInPage, Session } from "#web/items/session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { TypedField } from "#web/ui/typed-field.tsx";
import { showCode, showSuccess } from "#web/ui/messages.ts";
import { SkeletonRows } from "#web/ui/states.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { Fields } from "#web/features/log-in/card.tsx";

// Few accounts ask for it: its code comes when it is wanted.
const SecondStep = lazy(async () => ({
  default: (await import("#web/features/log-in/second-step.tsx")).SecondStep,
}));

const fields = {
  email: email({ required: true }),
  // Here only that something was typed is asked: what a new password must have is no business of an old one.
  password: { ...text({ required: true, label: "Password", max: 200 }), kind: "secret", secret: "password" },
} as const;

interface LogInFormProps {
  page: LogInPage;
  onStart?: () => void;
  onEnd?: () => void;
  onLoggedIn: (session: Session) => void;
  onOtherSide: () => void;
  /** An admin whose registration is being looked at: with what opens the page that tells how it stands. */
  onWaiting?: (application: string) => void;
  /** Under the button. */
  children?: ReactNode;
}

type Typed = { email: string; password: string };
const otherSide = ["PARTNER_LOGGED_IN", "CUSTOMER_LOGGED_IN", "ADMIN_LOGGED_IN"];

export function LogInForm({ page, onStart, onEnd, onLoggedIn, onOtherSide, onWaiting, children }: LogInFormProps) {
  /** What was typed, once the account turned out to ask for a code as well. */
  const [proved, setProved] = useState<Typed | null>(null);
  const [unverified, setUnverified] = useState("");

  async function enter(typed: Typed & { otp?: string }): Promise<void> {
    onStart?.();
    try {
      onLoggedIn(await logIn({ ...typed, page }));
    } catch (thrown) {
      if (!typed.otp && hasCode(thrown, "INVALID_OTP")) return setProved(typed);
      // The server's own words where the account is of the other side.
      if (hasCode(thrown, "INVALID_CREDENTIALS") || hasCode(thrown, "CUSTOMER_INVALID_CREDS"))
        return showCode((thrown as ApiError).code as "INVALID_CREDENTIALS", wordsOf(thrown as ApiError));
      const application = thrown instanceof ApiError ? thrown.extensions["application"] : undefined;
      if (onWaiting && typeof application === "string") return onWaiting(application);
      if (thrown instanceof ApiError && otherSide.includes(thrown.code)) onOtherSide();
      if (hasCode(thrown, "EMAIL_NOT_VERIFIED")) setUnverified(typed.email);
      throw thrown;
    } finally {
      onEnd?.();
    }
  }

  if (proved)
    return (
      <Suspense fallback={<SkeletonRows count={2} />}>
        <SecondStep onCode={(otp) => enter({ ...proved, otp })} onBack={() => setProved(null)} />
      </Suspense>
    );
  return (
    <Form
      fields={fields}
      onSubmit={(values) => enter({ email: String(values["email"]), password: String(values["password"]) })}
    >
      <Fields>
        <TypedField name="email" autoComplete="username" />
        <TypedField name="password" autoComplete="current-password" />
        <SubmitButton>Log in</SubmitButton>
        {unverified && (
          <WaitingButton variant="default" size="lg" fullWidth onPress={() => sendVerification(unverified)}>
            Send the mail again
          </WaitingButton>
        )}
      </Fields>
      {children}
    </Form>
  );
}

async function sendVerification(email: string): Promise<void> {
  await request("/actions/account/send-verification", { method: "POST", body: { email }, isPublic: true });
  showSuccess("VERIFICATION_MAIL_SENT");
}

/** The contract's own short words say less than the catalogue's. */
function wordsOf({ message }: ApiError): string | undefined {
  return message === "Invalid user credentials." ? undefined : message;
}
