// §2 /customer/{commercial, government, school-college-university}/login.
import { useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { type CustomerPage, customerPages, isCustomerPage } from "#domain/rules/customer-kind.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { LogInCard } from "#web/features/log-in/card.tsx";
import { LogInForm } from "#web/features/log-in/log-in-form.tsx";
import { LogOutFirst, useLogInSide } from "#web/features/log-in/log-out-first.tsx";
import { useCarriedRedirect } from "#web/features/log-in/open-after-log-in.ts";
import { PhoneForm } from "#web/features/log-in/phone-form.tsx";
import styles from "#web/features/log-in/log-in.module.css";

const leads: { [page in CustomerPage]: string } = {
  commercial: "Shops, malls, restaurants, and the building you live in.",
  government: "For government offices. Log in with your email and password.",
  "school-college-university": "For schools, colleges and universities.",
};

export function CustomerLogInPage() {
  usePageTitle("Customer log-in");
  const { pathname } = useLocation();
  const kind = pathname.split("/")[2];
  const page: CustomerPage = isCustomerPage(kind) ? kind : "commercial";
  const side = useLogInSide("customer");
  const carried = useCarriedRedirect();
  return (
    <LogInCard title="Log in as a customer" lead={leads[page]}>
      <nav aria-label="Kind of customer" className={styles["kinds"]}>
        {Object.entries(customerPages).map(([name, { name: label }]) => (
          <NavLink key={name} to={`/customer/${name}/login${carried}`} className={styles["kind"]!}>
            {label}
          </NavLink>
        ))}
      </nav>
      {side.mustLogOut ? <LogOutFirst side={side} /> : <Ways key={page} page={page} form={side.form} />}
      <div className={styles["links"]}>
        <Link to={`/customer/registration${carried}`}>New here? Register</Link>
        <Link to="/partner-with-us">Do you run a branch?</Link>
      </div>
    </LogInCard>
  );
}

/** By a code to the phone first, where the kind of customer has it; the password is one press away. */
function Ways({ page, form }: { page: CustomerPage; form: ReturnType<typeof useLogInSide>["form"] }) {
  const { hasPhoneLogin } = customerPages[page];
  const [isByPhone, setIsByPhone] = useState<boolean>(hasPhoneLogin);
  return (
    <>
      {isByPhone ? <PhoneForm page={page} /> : <LogInForm page={page} {...form} />}
      <div className={styles["links"]}>
        {hasPhoneLogin && (
          <button type="button" className={styles["linkButton"]} onClick={() => setIsByPhone(!isByPhone)}>
            {isByPhone ? "Use email and password" : "Use a code to my phone"}
          </button>
        )}
        {!isByPhone && <Link to="/customer/reset-password">Forgot your password?</Link>}
      </div>
    </>
  );
}
