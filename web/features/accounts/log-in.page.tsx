// §2 /partner-with-us: the partner login, and with ?new the sign-up of a vendor. An admin whose registration is under review is
// sent to its status page.
import { lazy, Suspense } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { usePageTitle } from "#web/ui/page.tsx";
import { LogInCard, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import { LogInForm } from "#web/features/accounts/log-in-form.tsx";
import { LogOutPrompt, useLogInPage } from "#web/features/accounts/log-out-first.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

// Loaded on demand: used once per vendor.
const NewVendor = lazy(async () => {
  const { loadVendorSignUp } = await import("#web/features/accounts/load-vendor-sign-up.ts");
  return { default: (await loadVendorSignUp()).VendorSignUp };
});

export function LogInPage() {
  usePageTitle(t("Log in"));
  const logInPage = useLogInPage("partner");
  const [search] = useSearchParams();
  const navigate = useNavigate();
  if (search.has("new") && !logInPage.mustLogOut)
    return (
      <Suspense fallback={<SkeletonRows count={3} />}>
        <NewVendor form={logInPage.form} />
      </Suspense>
    );
  return (
    <LogInCard title={t("Partner login")} lead={t("For gate staff, valet drivers, managers and admins.")}>
      {logInPage.mustLogOut ? (
        <LogOutPrompt logInPage={logInPage} />
      ) : (
        <LogInForm
          page="partner"
          {...logInPage.form}
          onRegistrationPending={(state) => void navigate("/success-registration", { state })}
        >
          <LogInLinks>
            <Link to="/partner-with-us?new">{t("New partner? Register your company")}</Link>
            <Link to="/partner/reset-password">{t("Forgot your password?")}</Link>
            <Link to="/staff-log-in">{t("No email? Use your phone")}</Link>
            <Link to="/customer/commercial/login">{t("Customer login")}</Link>
          </LogInLinks>
        </LogInForm>
      )}
    </LogInCard>
  );
}
