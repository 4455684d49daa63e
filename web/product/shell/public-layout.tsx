// Layout of public pages.
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { isCustomer } from "#domain/access/roles.ts";
import { getCustomerType } from "#domain/accounts/customer-type.ts";
import { getLandingPath } from "#domain/accounts/landing.ts";
import { listFooterLinks } from "#domain/site/site-links.ts";
import { logOut } from "#web/api/session.ts";
import type { Session } from "#web/api/session.ts";
import { useSession } from "#web/api/use-session.ts";
import { Button } from "@mantine/core";
import { LanguageSelect } from "#web/product/shell/language-select.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { ColorSchemeToggle } from "#web/ui/color-scheme-toggle.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { Logo } from "#web/product/logo.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import styles from "#web/product/shell/public-layout.module.css";
import { t } from "#web/languages/t.ts";

/** In English in every language, so that who cannot read the chosen one finds the way back. */
const languageLabel = "A अ: Language";

/** The list of languages is loaded when it is wanted, since the log-in page is often opened first. */
function LanguageButton() {
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? (
    <LanguageSelect isOpenedFirst />
  ) : (
    <Button variant="default" aria-label={languageLabel} onClick={() => setIsOpen(true)}>
      A अ
    </Button>
  );
}

/** Landing page of the user; undefined if there is none. */
export function getSessionLandingPath({ user, role, company, branch, isSettingUp }: Session): string | undefined {
  return getLandingPath({
    role,
    customerType: getCustomerType(user),
    pendingCreationType: user.pending_creation_type,
    companySlug: company?.slug ?? null,
    branch,
    isRegistrationRejected: company?.status === "rejected" || branch?.status === "rejected",
    isSettingUp,
  });
}

export function PublicPageLayout({ children }: { children: ReactNode }) {
  const { data: session } = useSession();
  const { pathname } = useLocation();
  const landingPath = session && getSessionLandingPath(session);
  /** Partners and customers have different legal pages. */
  const isPartnersPage = pathname.startsWith("/partner") || (session && !isCustomer(session));
  /** From the customers' own pages other than the account. */
  const leadsToAccount = /^\/(commercial|gov)\//.test(pathname) && !/account(-details)?$/.test(pathname);
  /** Where nobody needs the button to the log-in; guests open theirs by a link. The language is chosen there. */
  const isLogInPage =
    /^\/(partner-with-us|customer\/|partner\/|pay\/|receipt|invite|pass|visit|otp-|staff-l|verif|email)/.test(pathname);
  const audience = isPartnersPage ? "partner" : "customer";
  return (
    <div className={styles["frame"]}>
      <Group component="header" wrap="nowrap" className={styles["header"]} data-crowded={session ? true : undefined}>
        <TextLink to="/" className={styles["brand"]} aria-label={t("Chaavi home")}>
          <Logo />
        </TextLink>
        {!session && isLogInPage && <LanguageButton />}
        <ColorSchemeToggle />
        {session && isCustomer(session) ? (
          // One of them, since a narrow phone has no room for both.
          <ButtonLink to={`/${getCustomerType(session.user)}/${leadsToAccount ? "my-account" : "home"}`} color="ink">
            {t(leadsToAccount ? "My account" : "My parking")}
          </ButtonLink>
        ) : landingPath && !pathname.startsWith(landingPath) ? (
          <ButtonLink to={landingPath} color="ink">
            {session.branch ? t("Open {branch}", { branch: session.branch.name }) : "Open the platform console"}
          </ButtonLink>
        ) : session ? (
          <AsyncButton variant="default" onPress={logOut}>
            {t("Log out")}
          </AsyncButton>
        ) : (
          !isLogInPage && (
            <ButtonLink to="/partner-with-us" color="ink">
              {t("Log in")}
            </ButtonLink>
          )
        )}
      </Group>
      <main id="content" className={styles["content"]} tabIndex={-1}>
        {children}
      </main>
      <Group component="footer" justify="space-between" className={styles["footer"]}>
        <Text size="sm" c="dimmed">
          {t("Chaavi: parking and valet management")}
        </Text>
        <Group component="nav" gap="xl" aria-label={t("Footer")}>
          {listFooterLinks(audience).map(({ label, path }) => (
            <TextLink key={path} to={path}>
              {t(label)}
            </TextLink>
          ))}
        </Group>
      </Group>
    </div>
  );
}
