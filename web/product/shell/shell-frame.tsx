// The frame of the pages of staff, of a branch or of the platform: side navigation on a desktop, bottom bar and "More" on a phone.
import { IconDots, IconPlus } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { ColorSchemeToggle } from "#web/ui/color-scheme-toggle.tsx";
import { MissingCode } from "#web/product/forms/missing-code.tsx";
import { Logo, LogoMark } from "#web/product/logo.tsx";
import { LanguageSelect } from "#web/product/shell/language-select.tsx";
import { NavigationGroups } from "#web/product/shell/navigation-groups.tsx";
import type { NavigationGroup } from "#web/product/shell/navigation-groups.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { Text } from "#web/ui/text.tsx";
import { NavigationGuard } from "#web/ui/overlays/navigation-guard.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { t } from "#web/languages/t.ts";
import styles from "#web/product/shell/app-shell.module.css";

export interface BottomBarLink {
  to: string;
  label: string;
  icon: Icon;
  /** The large button in the middle. */
  isPlus?: boolean;
  /** The page has another primary action. */
  isSecondary?: boolean;
  /** Current on its own path only, as other pages are below it. */
  isExact?: boolean;
}

interface ShellFrameProps {
  homePath: string;
  groups: readonly NavigationGroup[];
  bottomBar: readonly BottomBarLink[];
  /** On the button "More": what waits on the pages behind it. */
  moreBadge?: ReactNode;
  /** The sheet "More" closes when it changes: what was done in it has changed the page behind it. */
  moreKey?: string;
  /** Whose pages these are, at the start of the header. */
  place: ReactNode;
  /** At the end of the header. */
  tools?: ReactNode;
  /** Below the header, on every page. */
  banner?: ReactNode;
  /** Below the links of the navigation: who is logged in, and what they do with their session. */
  account: ReactNode;
  children: ReactNode;
}

export function ShellFrame({
  homePath,
  groups,
  bottomBar,
  moreBadge,
  moreKey = "",
  place,
  tools,
  banner,
  account,
  children,
}: ShellFrameProps) {
  const { pathname } = useLocation();
  // The sheet belongs to the page it was opened on, so that navigation closes it.
  const page = `${pathname} ${moreKey}`;
  const [moreOn, setMoreOn] = useState<string | null>(null);
  return (
    <div className={styles["shell"]}>
      <a className={styles["skip"]} href="#content">
        {t("Skip to content")}
      </a>
      <SideNavigation homePath={homePath} groups={groups} account={account} />
      <header className={styles["header"]}>
        <Group gap="sm" wrap="nowrap" className={styles["top"]}>
          <Group gap="sm" wrap="nowrap" className={styles["place"]}>
            <span className={styles["phoneOnly"]}>
              <LogoMark size={36} />
            </span>
            {place}
          </Group>
          {tools}
          <span className={styles["deskOnly"]}>
            <ColorSchemeToggle />
          </span>
        </Group>
        {banner}
      </header>
      <main id="content" className={styles["content"]} tabIndex={-1}>
        {children}
      </main>
      <BottomBar links={bottomBar} badge={moreBadge} onMore={() => setMoreOn(page)} />
      <Sheet isOpen={moreOn === page} title={t("More")} onClose={() => setMoreOn(null)}>
        <Stack>
          <NavigationGroups groups={groups} />
          <Group justify="space-between">
            <Group>
              <Text fw="bold">{t("Language")}</Text>
              <LanguageSelect />
            </Group>
            <Group>
              <Text fw="bold">{t("Appearance")}</Text>
              <ColorSchemeToggle />
            </Group>
          </Group>
          <AccountMenu>{account}</AccountMenu>
        </Stack>
      </Sheet>
      <MissingCode />
      <NavigationGuard />
    </div>
  );
}

function SideNavigation({ homePath, groups, account }: Pick<ShellFrameProps, "homePath" | "groups" | "account">) {
  const { pathname } = useLocation();
  const navigation = useRef<HTMLElement>(null);
  // There may be more links than fit the screen.
  useEffect(() => {
    navigation.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <aside className={styles["side"]}>
      <TextLink to={homePath} className={styles["brand"]} aria-label={t("Chaavi, home")}>
        <Logo />
      </TextLink>
      <nav ref={navigation} aria-label={t("Main navigation")}>
        <NavigationGroups groups={groups} isCollapsible />
      </nav>
      <AccountMenu>{account}</AccountMenu>
    </aside>
  );
}

function AccountMenu({ children }: { children: ReactNode }) {
  return (
    <Stack gap="xs" className={styles["person"]}>
      {children}
    </Stack>
  );
}

interface BottomBarProps {
  links: readonly BottomBarLink[];
  badge: ReactNode;
  onMore: () => void;
}

const secondaryPlus = { background: "var(--line)", color: "var(--ink)" };

function BottomBar({ links, badge, onMore }: BottomBarProps) {
  return (
    <nav aria-label={t("Bottom navigation")} className={styles["bottom"]}>
      {links.map((link) =>
        link.isPlus ? (
          <Link
            key={link.to}
            to={link.to}
            className={styles["plus"]}
            style={link.isSecondary ? secondaryPlus : undefined}
            aria-label={link.label}
          >
            <IconPlus size={30} stroke={2.4} aria-hidden="true" />
          </Link>
        ) : (
          <NavLink key={link.to} to={link.to} end={link.isExact ?? false} className={styles["thumb"]!}>
            <link.icon size={24} stroke={1.8} aria-hidden="true" />
            {link.label}
          </NavLink>
        ),
      )}
      <button type="button" className={styles["thumb"]} onClick={onMore}>
        <Group gap="2xs" wrap="nowrap">
          <IconDots size={24} stroke={1.8} aria-hidden="true" />
          {badge}
        </Group>
        {t("More")}
      </button>
    </nav>
  );
}
