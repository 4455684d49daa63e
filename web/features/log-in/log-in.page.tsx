// §2 /partner-with-us: the partners' log-in, and with ?new the account of a new vendor. What the gate refuses shows in the modal,
// what a field lacks by the field; an admin whose documents are being looked at is shown how that stands.
import { lazy, Suspense } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { usePageTitle } from "#web/ui/page.tsx";
import { LogInCard } from "#web/features/log-in/card.tsx";
import { LogInForm } from "#web/features/log-in/log-in-form.tsx";
import { LogOutFirst, useLogInSide } from "#web/features/log-in/log-out-first.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import styles from "#web/features/log-in/log-in.module.css";

// Once for each vendor: its code comes when it is wanted.
const NewVendor = lazy(async () => ({ default: (await import("#web/features/log-in/new-vendor.tsx")).NewVendor }));

export function LogInPage() {
  usePageTitle("Log in");
  const side = useLogInSide("partner");
  const [search] = useSearchParams();
  const navigate = useNavigate();
  if (search.has("new") && !side.mustLogOut)
    return (
      <Suspense fallback={<SkeletonRows count={3} />}>
        <NewVendor form={side.form} />
      </Suspense>
    );
  return (
    <LogInCard title="Log in to your branch" lead="For the people who run the gate, the keys and the desk.">
      {side.mustLogOut ? (
        <LogOutFirst side={side} />
      ) : (
        <LogInForm
          page="partner"
          {...side.form}
          onWaiting={(application) => void navigate("/success-registration", { state: { application } })}
        >
          <div className={styles["links"]}>
            <Link to="/partner-with-us?new">New here? Register your company</Link>
            <Link to="/partner/reset-password">Forgot your password?</Link>
            <Link to="/customer/commercial/login">Are you a customer?</Link>
          </div>
        </LogInForm>
      )}
    </LogInCard>
  );
}
