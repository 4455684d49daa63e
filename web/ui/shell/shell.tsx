// The frame of every partner page: a bottom bar in thumb reach on a phone, side navigation at a desk.
import { IconDots, IconLogout, IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { roles } from "#domain/roles.ts";
import { stopLive } from "#web/items/live.ts";
import { logOut } from "#web/items/session.ts";
import type { Session } from "#web/items/session.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { ColourToggle } from "#web/ui/colour-toggle.tsx";
import { BranchSwitch } from "#web/ui/shell/branch-switch.tsx";
import { HeaderSearch } from "#web/ui/shell/header-search.tsx";
import { LiveIndicator } from "#web/ui/live-indicator.tsx";
import { KeyMark, Logo } from "#web/ui/logo.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { DutyStrip, EndDuty } from "#web/ui/shell/duty.tsx";
import { linksFor, thumbLinks } from "#web/ui/shell/navigation.ts";
import type { NavigationLink } from "#web/ui/shell/navigation.ts";
import { useHasPage } from "#web/ui/shell/pages-context.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import iconButton from "#web/ui/icon-button.module.css";
import styles from "#web/ui/shell/shell.module.css";

const groups = ["Today", "Manage", "Help"] as const;

function addressOf(session: Session, page: string): string {
  return `/${session.company?.slug ?? ""}/${session.branch?.slug ?? ""}/${page}`;
}

export function Shell({ children }: { children: ReactNode }) {
  const session = useKnownSession();
  const shown = linksFor({ session, hasPage: useHasPage() });
  const { pathname } = useLocation();
  // A sheet belongs to the page it was opened on, so that following a link in it closes it.
  const [sheet, setSheet] = useState<{ name: "more" | "search"; on: string } | null>(null);
  const open = sheet?.on === pathname ? sheet.name : null;
  return (
    <div className={styles["shell"]}>
      <a className={styles["skip"]} href="#content">
        Skip to the content
      </a>
      <SideNavigation session={session} links={shown} />
      <header className={styles["top"]}>
        <div className={styles["place"]}>
          <span className={styles["phoneOnly"]}>
            <KeyMark size={36} />
          </span>
          {session.role === "admin" ? (
            <BranchSwitch session={session} />
          ) : (
            <span className={styles["names"]}>
              <span className={styles["branch"]}>{session.branch?.name ?? "Chaavi"}</span>
              <span className={styles["company"]}>{session.company?.name}</span>
            </span>
          )}
          <LiveIndicator />
        </div>
        <div className={styles["deskSearch"]}>
          <HeaderSearch takesSlash />
        </div>
        <button
          type="button"
          className={`${iconButton["button"]} ${styles["phoneOnly"]}`}
          aria-label="Search"
          onClick={() => setSheet({ name: "search", on: pathname })}
        >
          <IconSearch aria-hidden="true" />
        </button>
        <span className={styles["deskOnly"]}>
          <ColourToggle />
        </span>
      </header>
      <main id="content" className={styles["content"]} tabIndex={-1}>
        <DutyStrip session={session} />
        {children}
      </main>
      <BottomBar session={session} links={thumbLinks(shown)} onMore={() => setSheet({ name: "more", on: pathname })} />
      <Sheet isOpen={open === "search"} title="Find a vehicle" onClose={() => setSheet(null)}>
        <HeaderSearch isInSheet />
      </Sheet>
      <Sheet isOpen={open === "more"} title="More" onClose={() => setSheet(null)}>
        <LinkGroups session={session} links={shown} />
        <div className={styles["colours"]}>
          <span>Light or dark</span>
          <ColourToggle />
        </div>
        <Person session={session} />
      </Sheet>
    </div>
  );
}

function SideNavigation({ session, links }: { session: Session; links: readonly NavigationLink[] }) {
  return (
    <div className={styles["side"]}>
      <Link to={addressOf(session, "home")} className={styles["brand"]} aria-label="Chaavi, home">
        <Logo />
      </Link>
      <nav aria-label="Pages" className={styles["sideLinks"]}>
        <LinkGroups session={session} links={links} />
      </nav>
      <Person session={session} />
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
          <NavLink key={link.page} to={addressOf(session, link.page)} className={styles["link"]!}>
            <link.icon size={22} stroke={1.8} aria-hidden="true" />
            {link.label}
          </NavLink>
        ))}
      </div>
    );
  });
}

function Person({ session }: { session: Session }) {
  const navigate = useNavigate();
  async function leave() {
    stopLive();
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
      <EndDuty session={session} />
      <WaitingButton variant="default" leftSection={<IconLogout size={18} aria-hidden="true" />} onPress={leave}>
        Log out
      </WaitingButton>
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
    <nav aria-label="Main" className={styles["bottom"]}>
      {links.map((link) =>
        link.thumb?.place === "plus" ? (
          <Link
            key={link.page}
            to={addressOf(session, link.page)}
            className={styles["plus"]}
            aria-label={link.thumb.label}
          >
            <IconPlus size={30} stroke={2.4} aria-hidden="true" />
          </Link>
        ) : (
          <NavLink key={link.page} to={addressOf(session, link.page)} className={styles["thumb"]!}>
            <link.icon size={24} stroke={1.8} aria-hidden="true" />
            {link.thumb?.label}
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
