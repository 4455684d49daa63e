// Layout of the platform pages: navigation with the number of pending items.
import { can } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import type { CollectionName } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { matchPath, useLocation } from "react-router";
import type { Filter } from "#domain/schema/collection.ts";
import { countQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Page } from "#web/ui/page.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { TabLinks } from "#web/ui/links/tab-links.tsx";
import styles from "#web/features/platform/platform.module.css";

const pendingFilter: Filter = { status: { _eq: "draft" } };

const tabs: readonly {
  to: string;
  label: string;
  pending?: { collection: CollectionName; filter: Filter };
  can?: Capability;
}[] = [
  { to: "/platform", label: "Vendors" },
  { to: "/platform/companies", label: "Companies" },
  { to: "/platform/people", label: "People" },
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
  {
    to: "/platform/ratings",
    label: "Ratings",
    pending: { collection: "Ratings", filter: { state: { _eq: "reported" } } },
  },
  {
    to: "/platform/mistakes",
    label: "Mistakes",
    pending: { collection: "Mistakes", filter: { is_done: { _eq: false } } },
  },
  { to: "/platform/settlement", label: "Settlement", can: "settlement.read" },
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
  useLiveCollections("Change_Requests", "Area_Request_List", "Enquiries", "Ratings", "Mistakes");
  const { pathname } = useLocation();
  const session = useRequiredSession();
  const shown = tabs.filter((tab) => tab.can === undefined || can(session, tab.can));
  return (
    <PlatformFrame>
      <TabLinks
        label="Platform navigation"
        tabs={shown.map(({ pending, can: _, ...tab }) => ({
          ...tab,
          isCurrent: matchPath({ path: tab.to, end: tab.to === "/platform" }, pathname) !== null,
          badge: pending && <PendingCount {...pending} />,
        }))}
      />
      <Page title={title} actions={actions}>
        {children}
      </Page>
    </PlatformFrame>
  );
}

/** Width and padding of a platform page. */
export function PlatformFrame({ children }: { children: ReactNode }) {
  return (
    <Stack gap="lg" className={styles["frame"]}>
      {children}
    </Stack>
  );
}

function PendingCount({ collection, filter }: { collection: CollectionName; filter: Filter }) {
  const { data: count = 0 } = useQuery(countQuery(collection, filter));
  return count > 0 ? <Badge c="amber">{count}</Badge> : null;
}
