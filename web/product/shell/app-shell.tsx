// Layout of all partner pages: bottom bar on a phone, side navigation on a desktop.
import { IconDots, IconLogout, IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { roles } from "#domain/access/roles.ts";
import { stopLiveUpdates } from "#web/api/live-updates.ts";
import { logOut } from "#web/api/session.ts";
import type { Session } from "#web/api/session.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { ColorSchemeToggle } from "#web/ui/color-scheme-toggle.tsx";
import { BranchSwitcher } from "#web/product/shell/branch-switcher.tsx";
import { HeaderSearch } from "#web/product/shell/header-search.tsx";
import { LiveIndicator } from "#web/product/live-indicator.tsx";
import { LogoMark, Logo } from "#web/ui/logo.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { DutyBanner, EndDutyButton } from "#web/product/shell/duty.tsx";
import { getNavigationLinks, getBottomBarLinks } from "#web/product/shell/navigation.ts";
import type { NavigationLink } from "#web/product/shell/navigation.ts";
import { useHasPage } from "#web/product/shell/has-page-context.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import iconButton from "#web/ui/icon-button.module.css";
import styles from "#web/product/shell/app-shell.module.css";

const groups = ["Today", "Manage", "Help"] as const;

function toLinkPath(session: Session, page: string): string {
  return `/${session.company?.slug ?? ""}/${session.branch?.slug ?? ""}/${page}`;
}

export function AppShell({ children }: { children: ReactNode }) {
  const session = useRequiredSession();
  const links = getNavigationLinks({ session, hasPage: useHasPage() });
  const { pathname } = useLocation();
  // A sheet belongs to the page it was opened on, so that navigation closes it.
  const [sheet, setSheet] = useState<{ name: "more" | "search"; pathname: string } | null>(null);
  const openSheet = sheet?.pathname === pathname ? sheet.name : null;
  return (
    <div className={styles["shell"]}>
      <a className={styles["skip"]} href="#content">
        Skip to content
      </a>
      <SideNavigation session={session} links={links} />
      <header className={styles["top"]}>
        <div className={styles["place"]}>
          <span className={styles["phoneOnly"]}>
            <LogoMark size={36} />
          </span>
          {can(session, "branch.switch") ? (
            <BranchSwitcher session={session} />
          ) : (
            <span className={styles["names"]}>
              <span className={styles["branch"]}>{session.branch?.name ?? "Chaavi"}</span>
              <span className={styles["company"]}>{session.company?.name}</span>
            </span>
          )}
          <LiveIndicator />
        </div>
        <div className={styles["deskSearch"]}>
          <HeaderSearch hasSlashShortcut />
        </div>
        <button
          type="button"
          className={`${iconButton["button"]} ${styles["phoneOnly"]}`}
          aria-label="Find vehicle"
          onClick={() => setSheet({ name: "search", pathname })}
        >
          <IconSearch aria-hidden="true" />
        </button>
        <span className={styles["deskOnly"]}>
          <ColorSchemeToggle />
        </span>
      </header>
      <main id="content" className={styles["content"]} tabIndex={-1}>
        <DutyBanner session={session} />
        {children}
      </main>
      <BottomBar
        session={session}
        links={getBottomBarLinks(links)}
        onMore={() => setSheet({ name: "more", pathname })}
      />
      <Sheet isOpen={openSheet === "search"} title="Find vehicle" onClose={() => setSheet(null)}>
        <HeaderSearch isInSheet />
      </Sheet>
      <Sheet isOpen={openSheet === "more"} title="More" onClose={() => setSheet(null)}>
        <LinkGroups session={session} links={links} />
        <div className={styles["colours"]}>
          <span>Appearance</span>
          <ColorSchemeToggle />
        </div>
        <AccountMenu session={session} />
      </Sheet>
    </div>
  );
}

function SideNavigation({ session, links }: { session: Session; links: readonly NavigationLink[] }) {
  return (
    <div className={styles["side"]}>
      <Link to={toLinkPath(session, "home")} className={styles["brand"]} aria-label="Chaavi, home">
        <Logo />
      </Link>
      <nav aria-label="Main navigation" className={styles["sideLinks"]}>
        <LinkGroups session={session} links={links} />
      </nav>
      <AccountMenu session={session} />
    </div>
  );
}

function LinkGroups({ session, links }: { session: Session; links: readonly NavigationLink[] }) {
  return groups.map((group) => {
    const members = links.filter((link) => link.group === group);
    if (members.length === 0) return null;
    return (
      <div key={group} className={styles["group"]}>
        <span className={styles["groupName"]}>{group}</span>
        {members.map((link) => (
          <NavLink key={link.page} to={toLinkPath(session, link.page)} className={styles["link"]!}>
            <link.icon size={22} stroke={1.8} aria-hidden="true" />
            {link.label}
          </NavLink>
        ))}
      </div>
    );
  });
}

function AccountMenu({ session }: { session: Session }) {
  const navigate = useNavigate();
  async function endSession() {
    stopLiveUpdates();
    await navigate("/partner-with-us");
    await logOut();
    showSuccess("LOGGED_OUT");
  }
  return (
    <div className={styles["person"]}>
      <span className={styles["names"]}>
        <span className={styles["branch"]}>{session.user.first_name}</span>
        <span className={styles["company"]}>{roles[session.role].name}</span>
      </span>
      <EndDutyButton session={session} />
      <AsyncButton variant="default" leftSection={<IconLogout size={18} aria-hidden="true" />} onPress={endSession}>
        Log out
      </AsyncButton>
    </div>
  );
}

function BottomBar({
  session,
  links,
  onMore,
}: {
  session: Session;
  links: readonly NavigationLink[];
  onMore: () => void;
}) {
  return (
    <nav aria-label="Bottom navigation" className={styles["bottom"]}>
      {links.map((link) =>
        link.bottomBar?.place === "plus" ? (
          <Link
            key={link.page}
            to={toLinkPath(session, link.page)}
            className={styles["plus"]}
            aria-label={link.bottomBar.label}
          >
            <IconPlus size={30} stroke={2.4} aria-hidden="true" />
          </Link>
        ) : (
          <NavLink key={link.page} to={toLinkPath(session, link.page)} className={styles["thumb"]!}>
            <link.icon size={24} stroke={1.8} aria-hidden="true" />
            {link.bottomBar?.label}
          </NavLink>
        ),
      )}
      <button type="button" className={styles["thumb"]} onClick={onMore}>
        <IconDots size={24} stroke={1.8} aria-hidden="true" />
        More
      </button>
    </nav>
  );
}
