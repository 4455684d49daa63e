// §2 /email-change-request?token= and /verification-page?token=: a press, so that a mail program that looks at links confirms nothing.
import { IconMailCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { request } from "#web/items/client.ts";
import { useSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { landingOfSession } from "#web/ui/shell/public-frame.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { LogInCard } from "#web/features/log-in/card.tsx";
import { isLinkOver, LinkOver } from "#web/features/log-in/link-over.tsx";

const change = {
  title: "Confirm your new email",
  lead: "From then on you log in with the address this mail was sent to. The old one is told.",
  button: "Use the new email",
  action: "/actions/account/confirm-email",
  done: "Your email is changed",
  over: "It was used already, is older than a day, or you have asked for another address since. Ask for a new one on your account page.",
};
const verification = {
  title: "Confirm your email",
  lead: "One press, and we know that this address is yours.",
  button: "This is my email",
  action: "/actions/account/verify-email",
  done: "Your email is confirmed",
  over: "It was used already, or is older than a day. Log in with your password, and we offer to send a new one.",
};

export function EmailLinkPage() {
  const { pathname } = useLocation();
  const words = pathname === "/verification-page" ? verification : change;
  usePageTitle(words.title);
  const [search] = useSearchParams();
  const token = search.get("token");
  const [email, setEmail] = useState("");
  const [isOver, setIsOver] = useState(!token);

  async function confirm(): Promise<void> {
    try {
      const options = { method: "POST", body: { token }, isPublic: true } as const;
      setEmail((await request<{ data: { email: string } }>(words.action, options)).data.email);
    } catch (thrown) {
      if (!isLinkOver(thrown)) throw thrown;
      setIsOver(true);
    }
  }

  if (isOver)
    return (
      <LinkOver text={words.over}>
        <GoOn />
      </LinkOver>
    );
  if (email)
    return (
      <EmptyState icon={IconMailCheck} title={words.done} text={`You log in with ${email}.`}>
        <GoOn />
      </EmptyState>
    );
  return (
    <LogInCard title={words.title} lead={words.lead}>
      <WaitingButton size="xl" fullWidth color="marigold" onPress={confirm}>
        {words.button}
      </WaitingButton>
    </LogInCard>
  );
}

/** To one's own first page where one is logged in, else to the log-in. */
function GoOn() {
  const { data: session } = useSession();
  const own = session ? landingOfSession(session) : undefined;
  return (
    <ButtonLink to={own ?? "/partner-with-us"} size="lg" color="marigold">
      {own ? "Go on" : "Go to the log-in"}
    </ButtonLink>
  );
}
