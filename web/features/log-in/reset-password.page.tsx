// §2 /partner/reset-password and /customer/reset-password: asks for a link by mail, and with one for the new password.
import { useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { email } from "#domain/fields.ts";
import { request } from "#web/items/client.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { TypedField } from "#web/ui/typed-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { Fields, LogInCard } from "#web/features/log-in/card.tsx";
import { isLinkOver, LinkOver } from "#web/features/log-in/link-over.tsx";
import { matching, NewPassword, newPasswordFields } from "#web/features/log-in/new-password.tsx";
import styles from "#web/features/log-in/log-in.module.css";

/** The log-in and the reset page of one's side. */
function useSide(): { logIn: string; reset: string } {
  const isCustomer = useLocation().pathname.startsWith("/customer/");
  return isCustomer
    ? { logIn: "/customer/commercial/login", reset: "/customer/reset-password" }
    : { logIn: "/partner-with-us", reset: "/partner/reset-password" };
}

export function ResetPasswordPage() {
  usePageTitle("Reset your password");
  const [search] = useSearchParams();
  const token = search.get("token");
  return token ? <SetNew key={token} token={token} /> : <AskForLink />;
}

const fields = { email: email({ required: true }) };

function AskForLink() {
  const { logIn } = useSide();
  const [sentTo, setSentTo] = useState("");

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const body = { email: String(values["email"]) };
    await request("/auth/password/request", { method: "POST", body, isPublic: true });
    setSentTo(body.email);
  }

  if (sentTo)
    return (
      <LogInCard title="Look into your mail">
        <div className={styles["done"]} role="status">
          <p>
            If {sentTo} has an account here, a link to set a new password is on its way. It works once, for an hour.
          </p>
          <p>Nothing there? Look among the unwanted mails, or ask your admin which email your account has.</p>
          <ButtonLink to={logIn} size="xl" color="marigold">
            Back to the log-in
          </ButtonLink>
        </div>
      </LogInCard>
    );
  return (
    <LogInCard
      title="Forgot your password?"
      lead="Type the email you log in with. We send you a link to set a new one."
    >
      <Form fields={fields} onSubmit={submit}>
        <Fields>
          <TypedField name="email" autoComplete="username" />
          <SubmitButton>Send me the link</SubmitButton>
        </Fields>
      </Form>
      <div className={styles["links"]}>
        <Link to={logIn}>Back to the log-in</Link>
      </div>
    </LogInCard>
  );
}

function SetNew({ token }: { token: string }) {
  const { logIn, reset } = useSide();
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const password = matching(values);
    try {
      await request("/auth/password/reset", { method: "POST", body: { token, password }, isPublic: true });
    } catch (thrown) {
      if (!isLinkOver(thrown)) throw thrown;
      return setIsOver(true);
    }
    showSuccess("Your new password is set");
    await navigate(logIn, { replace: true });
  }

  if (isOver)
    return (
      <LinkOver text="It was used already, is older than an hour, or a newer one was sent.">
        <ButtonLink to={reset} size="lg" color="marigold">
          Send me a new link
        </ButtonLink>
      </LinkOver>
    );
  return (
    <LogInCard title="Set a new password" lead="Every device that is logged in now will be logged out.">
      <Form fields={newPasswordFields} onSubmit={submit}>
        <Fields>
          <NewPassword />
          <SubmitButton>Set the password</SubmitButton>
        </Fields>
      </Form>
    </LogInCard>
  );
}
