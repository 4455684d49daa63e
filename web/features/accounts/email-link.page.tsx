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

const emailChangeText = {
  title: "Confirm your new email",
  lead: "You will log in with the address this email was sent to. We also notify your old address.",
  button: "Confirm new email",
  route: "POST /actions/account/confirm-email",
  done: "Email changed",
  over: "The link was already used, is more than a day old, or you have requested another address since. Request a new link on your account page.",
} as const;
const verificationText = {
  title: "Confirm your email",
  lead: "Confirm that this email address is yours.",
  button: "Confirm email",
  route: "POST /actions/account/verify-email",
  done: "Email confirmed",
  over: "The link was already used or is more than a day old. Log in with your password to get a new one.",
} as const;

export function EmailLinkPage() {
  const { pathname } = useLocation();
  const texts = pathname === "/verification-page" ? verificationText : emailChangeText;
  usePageTitle(texts.title);
  const [search] = useSearchParams();
  const token = search.get("token");
  const [confirmed, setConfirmed] = useState<ActionReply<(typeof texts)["route"]>>();
  const [isExpired, setIsExpired] = useState(!token);

  async function confirm(): Promise<void> {
    try {
      setConfirmed(await call({ route: texts.route, body: { token } }, { isPublic: true }));
      if (texts === emailChangeText) showSuccess("EMAIL_UPDATED");
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
        title="Email confirmed"
        text={`You now log in with ${confirmed.email} and a password. Set the password next: we email you a link.`}
      >
        <ButtonLink to="/partner/reset-password" size="lg" color="marigold">
          Set password
        </ButtonLink>
      </EmptyState>
    );
  if (confirmed)
    return (
      <EmptyState isPage icon={IconMailCheck} title={texts.done} text={`You log in with ${confirmed.email}.`}>
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
      {landing ? "Continue" : "Go to login"}
    </ButtonLink>
  );
}
