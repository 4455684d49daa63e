// §2 /partner-with-us: the partners' log-in. What the gate refuses shows in the modal, what a field lacks by the field.
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { email, text } from "#domain/fields.ts";
import { otherSideRefusal } from "#domain/rules/login-gate.ts";
import { fillPlaceholders } from "#domain/rules/redirect-to.ts";
import { logIn, logOut } from "#web/items/session.ts";
import type { Session } from "#web/items/session.ts";
import { useSession } from "#web/items/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { KeyMark } from "#web/ui/logo.tsx";
import { showCode, showSuccess } from "#web/ui/messages.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { useHasPage } from "#web/ui/shell/pages-context.ts";
import { landingOfSession } from "#web/ui/shell/public-frame.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/features/log-in/log-in.module.css";

const fields = {
  email: email({ required: true }),
  // Here only that something was typed is asked: what a new password must have is no business of an old one.
  password: { ...text({ required: true, label: "Password", max: 200 }), kind: "secret", secret: "password" },
} as const;

export function LogInPage() {
  usePageTitle("Log in");
  const { data: session } = useSession();
  const open = useOpenAfterLogIn();
  const [isLoggingIn, setIsLoggingIn] = useState(false);
  const refusal = session ? otherSideRefusal({ role: session.role, page: "partner" }) : undefined;
  useEffect(() => {
    if (!session || isLoggingIn) return;
    if (refusal) showCode(refusal);
    else open(session);
    // Once for whoever is found logged in on opening the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [session?.user.id]);

  async function submit({ email, password }: { [name: string]: string | boolean | null }): Promise<void> {
    setIsLoggingIn(true);
    try {
      const started = await logIn({ email: String(email), password: String(password) });
      const isCustomer = otherSideRefusal({ role: started.role, page: "partner" }) !== undefined;
      if (isCustomer) {
        await logOut();
        return showCode("INVALID_CREDENTIALS", "This is a customer's account. Customers log in on their own page.");
      }
      showSuccess("LOGGED_IN");
      open(started);
    } finally {
      setIsLoggingIn(false);
    }
  }

  return (
    <div className={styles["page"]}>
      <section className={styles["card"]}>
        <KeyMark size={48} />
        <h1 className={styles["title"]}>Log in to your branch</h1>
        <p className={styles["lead"]}>For the people who run the gate, the keys and the desk.</p>
        {refusal && !isLoggingIn ? (
          <WaitingButton size="xl" fullWidth color="marigold" onPress={logOut}>
            Log out as a customer
          </WaitingButton>
        ) : (
          <Form fields={fields} onSubmit={submit}>
            <div className={styles["fields"]}>
              <FormField name="email" autoComplete="username" />
              <FormField name="password" autoComplete="current-password" />
              <SubmitButton>Log in</SubmitButton>
            </div>
          </Form>
        )}
      </section>
    </div>
  );
}

/** Goes where the person wanted to go, else to the landing of §2. */
function useOpenAfterLogIn(): (session: Session) => void {
  const navigate = useNavigate();
  const hasPage = useHasPage();
  const { search } = useLocation();

  /** A board that is still to come opens on the branch's home, another page that is still to come on the first page. */
  function existing(landing: string): string {
    const [, company, branch, ...page] = landing.split("/");
    if (page.length === 0) return hasPage(landing) ? landing : "/";
    return hasPage(page.join("/")) ? landing : `/${company}/${branch}/home`;
  }

  return function open(session) {
    const wanted = fillPlaceholders({
      address: new URLSearchParams(search).get("redirect_to"),
      companySlug: session.company?.slug ?? null,
      branchSlug: session.branch?.slug ?? null,
    });
    const landing = landingOfSession(session);
    if (!wanted && !landing) return showCode("INVALID_COMPANY_OR_BRANCH");
    void navigate(wanted ?? existing(landing ?? "/"), { replace: true });
  };
}
