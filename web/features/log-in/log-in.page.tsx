// §2 /partner-with-us: the partners' log-in. What the gate refuses shows in the modal, what a field lacks by the field.
import { Link } from "react-router";
import { usePageTitle } from "#web/ui/page.tsx";
import { LogInCard } from "#web/features/log-in/card.tsx";
import { LogInForm } from "#web/features/log-in/log-in-form.tsx";
import { LogOutFirst, useLogInSide } from "#web/features/log-in/log-out-first.tsx";
import styles from "#web/features/log-in/log-in.module.css";

export function LogInPage() {
  usePageTitle("Log in");
  const side = useLogInSide("partner");
  return (
    <LogInCard title="Log in to your branch" lead="For the people who run the gate, the keys and the desk.">
      {side.mustLogOut ? (
        <LogOutFirst side={side} />
      ) : (
        <LogInForm page="partner" {...side.form}>
          <div className={styles["links"]}>
            <Link to="/partner/reset-password">Forgot your password?</Link>
            <Link to="/customer/commercial/login">Are you a customer?</Link>
          </div>
        </LogInForm>
      )}
    </LogInCard>
  );
}
