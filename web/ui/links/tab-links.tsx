// Links to the pages of one area, as a row of tabs above the page.
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "#web/ui/links/tab-links.module.css";

interface TabLink {
  to: string;
  label: string;
  isCurrent: boolean;
  /** After the label, such as a number of pending items. */
  badge?: ReactNode;
}

export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const navigation = useRef<HTMLElement>(null);
  // On a phone the row is wider than the screen: scrolls the current tab into view.
  useEffect(() => {
    const scrollToCurrent = (): void =>
      navigation.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    scrollToCurrent();
    // Repeated once the fonts are loaded, because they change the widths.
    void document.fonts.ready.then(scrollToCurrent);
  }, []);
  return (
    <nav ref={navigation} className={styles["tabs"]} aria-label={label}>
      {tabs.map(({ to, label: name, isCurrent, badge }) => (
        <Link key={to} to={to} className={styles["tab"]} aria-current={isCurrent ? "page" : undefined}>
          {name}
          {badge}
        </Link>
      ))}
    </nav>
  );
}
