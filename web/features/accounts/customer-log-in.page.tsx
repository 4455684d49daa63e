// §2 /customer/{commercial, government, school-college-university}/login.
import { useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { type CustomerPage, customerPages, isCustomerPage } from "#domain/accounts/customer-type.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { LogInCard, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import { LogInForm } from "#web/features/accounts/log-in-form.tsx";
import { LogOutPrompt, useLogInPage } from "#web/features/accounts/log-out-first.tsx";
import { passwordFirst, useRedirectQuery } from "#web/features/accounts/log-in-redirect.ts";
import { PhoneForm } from "#web/features/accounts/phone-form.tsx";
import { Group } from "#web/ui/layout.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { t } from "#web/languages/t.ts";

function getIntro(page: CustomerPage): string {
  switch (page) {
    case "commercial":
      return t("Malls, shops, restaurants and residential communities");
    case "government":
      return t(
        "Government offices. Log in with your email and password. If you have just registered, open the link that we emailed you first.",
      );
    case "school-college-university":
      return t("Schools, colleges and universities");
  }
}

export function CustomerLogInPage() {
  usePageTitle(t("Customer login"));
  const { pathname } = useLocation();
  const kind = pathname.split("/")[2];
  const page: CustomerPage = isCustomerPage(kind) ? kind : "commercial";
  const logInPage = useLogInPage("customer");
  const redirectQuery = useRedirectQuery();
  return (
    <LogInCard title={t("Customer login")} lead={getIntro(page)}>
      <Group component="nav" align="stretch" aria-label={t("Customer type")}>
        {Object.entries(customerPages).map(([name, { name: label }]) => (
          <ButtonLink
            key={name}
            to={`/customer/${name}/login${redirectQuery}`}
            {...(name === page ? { variant: "light", color: "marigold" } : { variant: "default" })}
            aria-current={name === page ? "page" : undefined}
            style={{ flex: "1 1 auto" }}
          >
            {t(label)}
          </ButtonLink>
        ))}
      </Group>
      {logInPage.mustLogOut ? (
        <LogOutPrompt logInPage={logInPage} />
      ) : (
        <LogInMethods key={page} page={page} form={logInPage.form} />
      )}
      <LogInLinks>
        <Link to={`/customer/registration${redirectQuery}`}>{t("New customer? Register")}</Link>
        <Link to="/partner-with-us">{t("Partner login")}</Link>
      </LogInLinks>
    </LogInCard>
  );
}

/** Login by OTP is shown first where the customer type has it, unless the password was just set. */
function LogInMethods({ page, form }: { page: CustomerPage; form: ReturnType<typeof useLogInPage>["form"] }) {
  const { hasPhoneLogin } = customerPages[page];
  const [search] = useSearchParams();
  const [isByPhone, setIsByPhone] = useState<boolean>(hasPhoneLogin && !search.has(passwordFirst));
  return (
    <>
      {isByPhone ? <PhoneForm page={page} /> : <LogInForm page={page} {...form} />}
      <LogInLinks>
        {hasPhoneLogin && (
          <button type="button" onClick={() => setIsByPhone(!isByPhone)}>
            {isByPhone ? t("Log in with email and password") : t("Log in with OTP")}
          </button>
        )}
        {!isByPhone && <Link to="/customer/reset-password">{t("Forgot your password?")}</Link>}
      </LogInLinks>
    </>
  );
}
