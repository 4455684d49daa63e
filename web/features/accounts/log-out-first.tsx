// §6: asks a partner on the customer login, and a customer on the partner login, to log out first.
import { useEffect, useState } from "react";
import { checkLoginSide } from "#domain/accounts/login-access.ts";
import { logOut } from "#web/api/session.ts";
import type { Session } from "#web/api/session.ts";
import { useSession } from "#web/api/use-session.ts";
import { showErrorCode, showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { useRedirectAfterLogIn } from "#web/features/accounts/log-in-redirect.ts";
import { t } from "#web/languages/t.ts";

type AccountSide = "partner" | "customer";

/** Redirects an existing session to its landing page, or reports that it belongs to the other login. */
export function useLogInPage(side: AccountSide) {
  const { data: session } = useSession();
  const openLandingPage = useRedirectAfterLogIn();
  const [isLoggingIn, setIsLoggingIn] = useState(false);
  /** The server has a session of the other side for this browser that the page does not know. */
  const [hasConflictingSession, setHasConflictingSession] = useState(false);
  const conflict = session ? checkLoginSide({ role: session.role, page: side }) : undefined;
  useEffect(() => {
    if (!session || isLoggingIn) return;
    if (conflict) showErrorCode(conflict);
    else openLandingPage(session);
    // Runs once per user found logged in when the page opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [session?.user.id]);

  function onLoggedIn(newSession: Session): void {
    showSuccess("LOGGED_IN");
    openLandingPage(newSession);
  }

  return {
    mustLogOut: (conflict !== undefined && !isLoggingIn) || hasConflictingSession,
    isPartner: conflict !== "CUSTOMER_LOGGED_IN" && side === "customer",
    form: {
      onStart: () => setIsLoggingIn(true),
      onEnd: () => setIsLoggingIn(false),
      onConflictingSession: () => setHasConflictingSession(true),
      onLoggedIn,
    },
    async leave(): Promise<void> {
      await logOut();
      setHasConflictingSession(false);
    },
  };
}

export function LogOutPrompt({ logInPage }: { logInPage: ReturnType<typeof useLogInPage> }) {
  return (
    <AsyncButton size="xl" fullWidth color="marigold" onPress={logInPage.leave}>
      {t(logInPage.isPartner ? "Log out of partner account" : "Log out of customer account")}
    </AsyncButton>
  );
}
