// §2 /email-change-request?token= and /verification-page?token=: confirms by a button, because mail programs open links in advance.
import { IconMailCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { ActionReply } from "#domain/contracts.ts";
import { call } from "#web/api/call.ts";
import { useSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { getSessionLandingPath } from "#web/product/shell/public-layout.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { LogInCard } from "#web/features/accounts/log-in-card.tsx";
import { isLinkExpired, LinkExpired } from "#web/features/accounts/link-expired.tsx";
import { t } from "#web/languages/t.ts";

const getEmailChangeTexts = () => ({
  title: t("Confirm your new email"),
  lead: t("You will log in with the address this email was sent to. We also notify your old address."),
  button: t("Confirm new email"),
  done: t("Email changed"),
  over: t(
    "The link was already used, is more than a day old, or you have requested another address since. Request a new link on your account page.",
  ),
});
const getVerificationTexts = () => ({
  title: t("Confirm your email"),
  lead: t("Confirm that this email address is yours."),
  button: t("Confirm email"),
  done: t("Email confirmed"),
  over: t("The link was already used or is more than a day old. Log in with your password to get a new one."),
});

export function EmailLinkPage() {
  const { pathname } = useLocation();
  const isChange = pathname !== "/verification-page";
  const texts = isChange ? getEmailChangeTexts() : getVerificationTexts();
  const route = isChange ? "POST /actions/account/confirm-email" : "POST /actions/account/verify-email";
  usePageTitle(texts.title);
  const [search] = useSearchParams();
  const token = search.get("token");
  const [confirmed, setConfirmed] = useState<ActionReply<typeof route>>();
  const [isExpired, setIsExpired] = useState(!token);

  async function confirm(): Promise<void> {
    try {
      setConfirmed(await call({ route, body: { token } }, { isPublic: true }));
      if (isChange) showSuccess("EMAIL_UPDATED");
    } catch (thrown) {
      if (!isLinkExpired(thrown)) throw thrown;
      setIsExpired(true);
    }
  }

  if (isExpired)
    return (
      <LinkExpired text={texts.over}>
        <ContinueLink />
      </LinkExpired>
    );
  if (confirmed && !confirmed.has_password)
    return (
      <EmptyState
        isPage
        icon={IconMailCheck}
        title={t("Email confirmed")}
        text={t("You now log in with {email} and a password. Set the password next: we email you a link.", {
          email: confirmed.email,
        })}
      >
        <ButtonLink to="/partner/reset-password" size="lg" color="marigold">
          {t("Set password")}
        </ButtonLink>
      </EmptyState>
    );
  if (confirmed)
    return (
      <EmptyState
        isPage
        icon={IconMailCheck}
        title={texts.done}
        text={t("You log in with {email}.", { email: confirmed.email })}
      >
        <ContinueLink />
      </EmptyState>
    );
  return (
    <LogInCard title={texts.title} lead={texts.lead}>
      <AsyncButton size="xl" fullWidth color="marigold" onPress={confirm}>
        {texts.button}
      </AsyncButton>
    </LogInCard>
  );
}

/** Leads to the landing page of the session, otherwise to the login. */
function ContinueLink() {
  const { data: session } = useSession();
  const landing = session ? getSessionLandingPath(session) : undefined;
  return (
    <ButtonLink to={landing ?? "/partner-with-us"} size="lg" color="marigold">
      {landing ? t("Continue") : t("Go to login")}
    </ButtonLink>
  );
}
