// Layout of the platform pages: navigation with the number of pending items.
import type { CollectionName } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import type { Filter } from "#domain/schema/collection.ts";
import { countQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { Page } from "#web/ui/page.tsx";
import styles from "#web/features/platform/platform.module.css";

const pendingFilter: Filter = { status: { _eq: "draft" } };

const tabs: readonly { to: string; label: string; pending?: { collection: CollectionName; filter: Filter } }[] = [
  { to: "/platform", label: "Vendors" },
  {
    to: "/platform/changes",
    label: "Change requests",
    pending: { collection: "Change_Requests", filter: pendingFilter },
  },
  { to: "/platform/areas", label: "Areas", pending: { collection: "Area_Request_List", filter: pendingFilter } },
  { to: "/platform/tags", label: "Tags" },
  { to: "/platform/vehicle-types", label: "Vehicle types" },
  {
    to: "/platform/messages",
    label: "Enquiries",
    pending: { collection: "Enquiries", filter: { is_answered: { _eq: false } } },
  },
  { to: "/platform/security", label: "Security log" },
  { to: "/platform/operations", label: "Operations" },
  { to: "/platform/privacy", label: "Personal data" },
  { to: "/platform/settings", label: "Settings" },
];

export function PlatformLayout({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useLiveCollections("Change_Requests", "Area_Request_List", "Enquiries");
  const navigation = useRef<HTMLElement>(null);
  // On a phone the navigation is wider than the screen: scrolls the current page into view.
  useEffect(() => {
    const scrollToCurrent = (): void =>
      navigation.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    scrollToCurrent();
    // Repeated once the fonts are loaded, because they change the widths.
    void document.fonts.ready.then(scrollToCurrent);
  }, []);
  return (
    <div className={styles["frame"]}>
      <nav ref={navigation} className={styles["tabs"]} aria-label="Platform navigation">
        {tabs.map(({ to, label, pending }) => (
          <NavLink key={to} to={to} end className={styles["tab"]!}>
            {label}
            {pending && <PendingCount {...pending} />}
          </NavLink>
        ))}
      </nav>
      <Page title={title} actions={actions}>
        {children}
      </Page>
    </div>
  );
}

function PendingCount({ collection, filter }: { collection: CollectionName; filter: Filter }) {
  const { data: count = 0 } = useQuery(countQuery(collection, filter));
  return count > 0 ? <span className={`figures ${styles["pendingCount"]}`}>{count}</span> : null;
}
