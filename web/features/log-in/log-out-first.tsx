// §6: a partner at the customers' log-in, and the reverse, is told to log out first, and can.
import { useEffect, useState } from "react";
import { otherSideRefusal } from "#domain/rules/login-gate.ts";
import { logOut } from "#web/items/session.ts";
import type { Session } from "#web/items/session.ts";
import { useSession } from "#web/items/use-session.ts";
import { showCode, showSuccess } from "#web/ui/messages.ts";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { useOpenAfterLogIn } from "#web/features/log-in/open-after-log-in.ts";

type Side = "partner" | "customer";

/** Who is found logged in on opening the page goes on to their own; on the wrong side they are told. */
export function useLogInSide(page: Side) {
  const { data: session } = useSession();
  const open = useOpenAfterLogIn();
  const [isLoggingIn, setIsLoggingIn] = useState(false);
  /** The server knows of a log-in in this browser that the page does not. */
  const [isOtherSide, setIsOtherSide] = useState(false);
  const refusal = session ? otherSideRefusal({ role: session.role, page }) : undefined;
  useEffect(() => {
    if (!session || isLoggingIn) return;
    if (refusal) showCode(refusal);
    else open(session);
    // Once for whoever is found logged in on opening the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [session?.user.id]);

  function onLoggedIn(started: Session): void {
    showSuccess("LOGGED_IN");
    open(started);
  }

  return {
    mustLogOut: (refusal !== undefined && !isLoggingIn) || isOtherSide,
    isPartner: refusal !== "CUSTOMER_LOGGED_IN" && page === "customer",
    form: {
      onStart: () => setIsLoggingIn(true),
      onEnd: () => setIsLoggingIn(false),
      onOtherSide: () => setIsOtherSide(true),
      onLoggedIn,
    },
    async leave(): Promise<void> {
      await logOut();
      setIsOtherSide(false);
    },
  };
}

export function LogOutFirst({ side }: { side: ReturnType<typeof useLogInSide> }) {
  return (
    <WaitingButton size="xl" fullWidth color="marigold" onPress={side.leave}>
      {side.isPartner ? "Log out as a partner" : "Log out as a customer"}
    </WaitingButton>
  );
}
