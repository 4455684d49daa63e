// The frame of the pages everybody may see.
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { customerTypeOf } from "#domain/rules/customer-kind.ts";
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
    isRejected: company?.status === "rejected" || branch?.status === "rejected",
  });
}

export function PublicFrame({ children }: { children: ReactNode }) {
  const { data: session } = useSession();
  const { pathname } = useLocation();
  const own = session && landingOfSession(session);
  /** The legal pages say other things to who works with us. */
  const isPartnersPage = pathname.startsWith("/partner") || (session && session.role !== "customer");
  const reader = isPartnersPage ? "partner" : "customer";
  return (
    <div className={styles["frame"]}>
      <header className={styles["top"]} data-customer={session?.role === "customer" || undefined}>
        <Link to="/" className={styles["brand"]} aria-label="Chaavi, first page">
          <Logo />
        </Link>
        <ColourToggle />
        {own && own !== "/" && !pathname.startsWith(own) ? (
          <ButtonLink to={own} color="ink">
            Open {session.branch?.name ?? "the desk"}
          </ButtonLink>
        ) : session?.role === "customer" ? (
          <>
            <ButtonLink to={`/${customerTypeOf(session.user)}/parking-history`} variant="default">
              My parking
            </ButtonLink>
            <ButtonLink to={`/${customerTypeOf(session.user)}/my-account`} color="ink">
              My account
            </ButtonLink>
          </>
        ) : session ? (
          <WaitingButton variant="default" onPress={logOut}>
            Log out
          </WaitingButton>
        ) : (
          !/^\/(partner-with-us|customer\/|partner\/)/.test(pathname) && (
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
          <Link to="/how-to-use">How to use</Link>
          <Link to="/pre-booking-rental">Pre-booking</Link>
          <Link to="/partner-with-us">For partners</Link>
          <Link to="/contact-us-for-business-affiliation">Work with us</Link>
          <Link to="/suggestions">Suggestions</Link>
          <Link to={`/${reader}/terms-of-service`}>Terms</Link>
          <Link to={`/${reader}/privacy-policy`}>Privacy</Link>
          <Link to={`/${reader}/refund-policy`}>Refunds</Link>
        </nav>
      </footer>
    </div>
  );
}
