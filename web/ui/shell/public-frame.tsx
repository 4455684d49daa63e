// The frame of the pages everybody may see.
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { landingPath } from "#domain/rules/landing.ts";
import { logOut } from "#web/items/session.ts";
import type { Session } from "#web/items/session.ts";
import { useSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { ColourToggle } from "#web/ui/colour-toggle.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/ui/shell/public-frame.module.css";

/** Where this person's day begins; undefined for who has nowhere to go. */
export function landingOfSession({ user, role, company, branch }: Session): string | undefined {
  return landingPath({
    role,
    pendingCreationType: user.pending_creation_type,
    companySlug: company?.slug ?? null,
    branch,
  });
}

const ownPages = /^\/(commercial|gov)\//;

/** §2: {customerType} is commercial or gov. */
function historyOf({ user }: Session): string {
  return `/${user.govt_customer ? "gov" : "commercial"}/parking-history`;
}

export function PublicFrame({ children }: { children: ReactNode }) {
  const { data: session } = useSession();
  const { pathname } = useLocation();
  const own = session && landingOfSession(session);
  return (
    <div className={styles["frame"]}>
      <header className={styles["top"]}>
        <Link to="/" className={styles["brand"]} aria-label="Chaavi, first page">
          <Logo />
        </Link>
        <ColourToggle />
        {own && session?.branch && session.role !== "customer" ? (
          <ButtonLink to={own} color="ink">
            Open {session.branch.name}
          </ButtonLink>
        ) : session?.role === "customer" && !ownPages.test(pathname) ? (
          <ButtonLink to={historyOf(session)} color="ink">
            My parking
          </ButtonLink>
        ) : session ? (
          <WaitingButton variant="default" onPress={logOut}>
            Log out
          </WaitingButton>
        ) : (
          pathname !== "/partner-with-us" && (
            <ButtonLink to="/partner-with-us" color="ink">
              Log in
            </ButtonLink>
          )
        )}
      </header>
      <main id="content" className={styles["content"]} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles["foot"]}>
        <span>Chaavi: parking and valet, run by the people at the gate.</span>
        <nav aria-label="More pages" className={styles["links"]}>
          <Link to="/pre-booking-rental">Pre-booking</Link>
          <Link to="/partner-with-us">For partners</Link>
        </nav>
      </footer>
    </div>
  );
}
