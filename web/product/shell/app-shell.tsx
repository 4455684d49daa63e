// Layout of all partner pages: bottom bar on a phone, side navigation on a desktop.
import { IconDots, IconPlus, IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { roles } from "#domain/access/roles.ts";
import type { Session } from "#web/api/session.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { ColorSchemeToggle } from "#web/ui/color-scheme-toggle.tsx";
import { useNotificationRenewal } from "#web/product/notifications/use-notification-renewal.ts";
import { BranchSwitcher } from "#web/product/shell/branch-switcher.tsx";
import { HeaderSearch } from "#web/product/shell/header-search.tsx";
import { LiveIndicator } from "#web/product/live-indicator.tsx";
import { LogoMark, Logo } from "#web/product/logo.tsx";
import { SwitchUserButton } from "#web/product/devices/switch-user-button.tsx";
import { IncomingHandovers } from "#web/product/cash/incoming-handovers.tsx";
import { IncomingTips } from "#web/product/cash/incoming-tips.tsx";
import { LogOutButton } from "#web/product/shell/log-out-button.tsx";
import { QueueNotice } from "#web/product/queue/queue-notice.tsx";
import { DutyBanner, EndDutyButton } from "#web/product/shell/duty.tsx";
import { ReviewNotice } from "#web/product/shell/review-notice.tsx";
import { SupportNotice } from "#web/product/support/support-notice.tsx";
import { SuspensionNotice } from "#web/product/shell/suspension-notice.tsx";
import { getNavigationLinks, getBottomBarLinks } from "#web/product/shell/navigation.ts";
import type { NavigationLink } from "#web/product/shell/navigation.ts";
import { NavigationGroups } from "#web/product/shell/navigation-groups.tsx";
import { useHasPage } from "#web/product/shell/has-page-context.ts";
import { TwoLineName } from "#web/product/shell/two-line-name.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { NavigationItem } from "#web/ui/links/navigation-item.tsx";
import { Text } from "#web/ui/text.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { ReadOnlyContext } from "#web/ui/forms/read-only.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import styles from "#web/product/shell/app-shell.module.css";

function toLinkPath(session: Session, page: string): string {
  return `/${session.company?.slug ?? ""}/${session.branch?.slug ?? ""}/${page}`;
}

interface AppShellProps {
  /** Below the header, on every page. */
  banner?: ReactNode;
  children: ReactNode;
}

export function AppShell({ banner, children }: AppShellProps) {
  const session = useRequiredSession();
  useNotificationRenewal(session.user.id);
  const links = getNavigationLinks({ session, hasPage: useHasPage() });
  const { pathname } = useLocation();
  // A sheet belongs to the page it was opened on, so that navigation closes it.
  const [sheet, setSheet] = useState<{ name: "more" | "search"; pathname: string } | null>(null);
  const openSheet = sheet?.pathname === pathname ? sheet.name : null;
  return (
    <ReadOnlyContext value={session.support !== undefined}>
      <div className={styles["shell"]}>
        <a className={styles["skip"]} href="#content">
          Skip to content
        </a>
        <SideNavigation session={session} links={links} />
        <header className={styles["header"]}>
          <Group gap="sm" wrap="nowrap" className={styles["top"]}>
            <Group gap="sm" wrap="nowrap" className={styles["place"]}>
              <span className={styles["phoneOnly"]}>
                <LogoMark size={36} />
              </span>
              {can(session, "branch.switch") ? (
                <BranchSwitcher session={session} />
              ) : (
                <TwoLineName name={session.branch?.name ?? "Chaavi"} detail={session.company?.name} />
              )}
              <LiveIndicator />
            </Group>
            <div className={styles["search"]}>
              <HeaderSearch hasSlashShortcut />
            </div>
            <IconButton
              label="Find vehicle"
              icon={IconSearch}
              className={styles["openSearch"]}
              onPress={() => setSheet({ name: "search", pathname })}
            />
            <SwitchUserButton session={session} />
            <span className={styles["deskOnly"]}>
              <ColorSchemeToggle />
            </span>
          </Group>
          {banner}
        </header>
        <main id="content" className={styles["content"]} tabIndex={-1}>
          <SupportNotice session={session} />
          <SuspensionNotice session={session} />
          <ReviewNotice session={session} />
          <DutyBanner session={session} />
          <QueueNotice session={session} />
          <IncomingHandovers session={session} />
          <IncomingTips session={session} />
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
          <Stack gap="lg">
            <NavigationGroups links={links} toPath={(page) => toLinkPath(session, page)} />
            <Group justify="space-between">
              <Text fw="bold">Appearance</Text>
              <ColorSchemeToggle />
            </Group>
            <AccountMenu session={session} links={links} />
          </Stack>
        </Sheet>
      </div>
    </ReadOnlyContext>
  );
}

function SideNavigation({ session, links }: { session: Session; links: readonly NavigationLink[] }) {
  const { pathname } = useLocation();
  const navigation = useRef<HTMLElement>(null);
  // There may be more links than fit the screen.
  useEffect(() => {
    navigation.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <div className={styles["side"]}>
      <TextLink to={toLinkPath(session, "home")} className={styles["brand"]} aria-label="Chaavi, home">
        <Logo />
      </TextLink>
      <nav ref={navigation} aria-label="Main navigation">
        <NavigationGroups links={links} toPath={(page) => toLinkPath(session, page)} isCollapsible />
      </nav>
      <AccountMenu session={session} links={links} />
    </div>
  );
}

function AccountMenu({ session, links }: { session: Session; links: readonly NavigationLink[] }) {
  return (
    <Stack gap="xs" className={styles["person"]}>
      <TwoLineName name={session.user.first_name} detail={roles[session.role].name} />
      <Group gap="2xs" wrap="nowrap">
        {links
          .filter(({ group }) => group === "Account")
          .map((link) => (
            <NavigationItem key={link.page} to={toLinkPath(session, link.page)}>
              {link.label}
            </NavigationItem>
          ))}
      </Group>
      <EndDutyButton session={session} />
      <LogOutButton session={session} />
    </Stack>
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
