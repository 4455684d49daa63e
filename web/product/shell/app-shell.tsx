// Layout of all partner pages.
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { roles } from "#domain/access/roles.ts";
import type { Session } from "#web/api/session.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { useNotificationRenewal } from "#web/product/notifications/use-notification-renewal.ts";
import { BranchSwitcher } from "#web/product/shell/branch-switcher.tsx";
import { HeaderSearch } from "#web/product/shell/header-search.tsx";
import { LiveIndicator } from "#web/product/live-indicator.tsx";
import { SwitchUserButton } from "#web/product/devices/switch-user-button.tsx";
import { IncomingHandovers } from "#web/product/cash/incoming-handovers.tsx";
import { IncomingTips } from "#web/product/cash/incoming-tips.tsx";
import { LogOutButton } from "#web/product/shell/log-out-button.tsx";
import { QueueNotice } from "#web/product/queue/queue-notice.tsx";
import { DutyBanner, EndDutyButton, isOffDuty } from "#web/product/shell/duty.tsx";
import { ReviewNotice } from "#web/product/shell/review-notice.tsx";
import { SupportNotice } from "#web/product/support/support-notice.tsx";
import { SuspensionNotice } from "#web/product/shell/suspension-notice.tsx";
import { getNavigationLinks, getBottomBarLinks, groupNavigationLinks } from "#web/product/shell/navigation.ts";
import type { NavigationLink } from "#web/product/shell/navigation.ts";
import { useHasPage } from "#web/product/shell/has-page-context.ts";
import { ShellFrame } from "#web/product/shell/shell-frame.tsx";
import { TwoLineName } from "#web/product/shell/two-line-name.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import { NavigationItem } from "#web/ui/links/navigation-item.tsx";
import { ReadOnlyContext } from "#web/ui/forms/read-only.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import styles from "#web/product/shell/app-shell.module.css";
import { t } from "#web/languages/t.ts";

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
  const toPath = (page: string) => toLinkPath(session, page);
  const { pathname } = useLocation();
  // The sheet belongs to the page it was opened on, so that navigation closes it.
  const [searchOn, setSearchOn] = useState<string | null>(null);
  return (
    <ReadOnlyContext value={session.support !== undefined}>
      <ShellFrame
        homePath={toPath("home")}
        groups={groupNavigationLinks({ links, toPath })}
        bottomBar={getBottomBarLinks(links).map(({ page, icon, label, bottomBar }) => ({
          to: toPath(page),
          label: t(bottomBar?.label ?? label),
          icon,
          isPlus: bottomBar?.place === "plus",
          isSecondary: isOffDuty(session),
        }))}
        place={
          <>
            {can(session, "branch.switch") ? (
              <BranchSwitcher session={session} />
            ) : (
              <TwoLineName name={session.branch?.name ?? "Chaavi"} detail={session.company?.name} />
            )}
            <LiveIndicator />
          </>
        }
        tools={
          <>
            <div className={styles["search"]}>
              <HeaderSearch hasSlashShortcut />
            </div>
            <IconButton
              label={t("Find vehicle")}
              icon={IconSearch}
              className={styles["openSearch"]}
              onPress={() => setSearchOn(pathname)}
            />
            <SwitchUserButton session={session} />
          </>
        }
        moreKey={isOffDuty(session) ? "off duty" : ""}
        banner={banner}
        account={<AccountMenu session={session} links={links} />}
      >
        <SupportNotice session={session} />
        <SuspensionNotice session={session} />
        <ReviewNotice session={session} />
        <DutyBanner session={session} />
        <QueueNotice session={session} />
        <IncomingHandovers session={session} />
        <IncomingTips session={session} />
        {children}
      </ShellFrame>
      <Sheet isOpen={searchOn === pathname} title={t("Find vehicle")} onClose={() => setSearchOn(null)}>
        <HeaderSearch isInSheet />
      </Sheet>
    </ReadOnlyContext>
  );
}

function AccountMenu({ session, links }: { session: Session; links: readonly NavigationLink[] }) {
  return (
    <>
      <Group justify="space-between">
        <TwoLineName name={session.user.first_name} detail={t(roles[session.role].name)} />
        <Group gap="2xs" wrap="nowrap">
          {links
            .filter(({ group }) => group === "Account")
            .map((link) => (
              <NavigationItem key={link.page} to={toLinkPath(session, link.page)}>
                {t(link.label)}
              </NavigationItem>
            ))}
        </Group>
      </Group>
      <EndDutyButton session={session} />
      <LogOutButton session={session} />
    </>
  );
}
