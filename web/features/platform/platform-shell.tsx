// Frame of the platform console: its navigation, with the number of pending items.
import {
  IconAlertTriangle,
  IconBuilding,
  IconCar,
  IconChecklist,
  IconCoinRupee,
  IconFolder,
  IconLock,
  IconMail,
  IconMapPin,
  IconMessage,
  IconPencilCheck,
  IconReportAnalytics,
  IconSettings,
  IconShieldLock,
  IconStar,
  IconTag,
  IconUsers,
} from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { can } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import { roles } from "#domain/access/roles.ts";
import type { Filter } from "#domain/schema/collection.ts";
import type { CollectionName } from "#domain/schema/registry.ts";
import { countQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { logOut } from "#web/api/session.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import type { NavigationGroup, NavigationGroupLink } from "#web/product/shell/navigation-groups.tsx";
import { ShellFrame } from "#web/product/shell/shell-frame.tsx";
import { TwoLineName } from "#web/product/shell/two-line-name.tsx";
import { SupportElsewhere } from "#web/product/support/support-elsewhere.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";

interface Pending {
  collection: CollectionName;
  filter: Filter;
}

interface PlatformLink extends Omit<NavigationGroupLink, "badge"> {
  can?: Capability;
  pending?: Pending;
}

const pendingFilter: Filter = { status: { _eq: "draft" } };

const groups: readonly { name: string; icon: Icon; links: readonly PlatformLink[] }[] = [
  {
    name: "Onboarding",
    icon: IconChecklist,
    links: [
      { label: "Vendors", path: "/platform", icon: IconChecklist, siblings: ["/platform/review"], isExact: true },
      { label: "Companies", path: "/platform/companies", icon: IconBuilding },
      {
        label: "Change requests",
        path: "/platform/changes",
        icon: IconPencilCheck,
        pending: { collection: "Change_Requests", filter: pendingFilter },
      },
    ],
  },
  {
    name: "Accounts",
    icon: IconUsers,
    links: [
      { label: "People", path: "/platform/people", icon: IconUsers },
      { label: "Personal data", path: "/platform/privacy", icon: IconLock },
    ],
  },
  {
    name: "Catalogue",
    icon: IconFolder,
    links: [
      {
        label: "Areas",
        path: "/platform/areas",
        icon: IconMapPin,
        pending: { collection: "Area_Request_List", filter: pendingFilter },
      },
      { label: "Tags", path: "/platform/tags", icon: IconTag },
      { label: "Vehicle types", path: "/platform/vehicle-types", icon: IconCar },
    ],
  },
  {
    name: "Feedback",
    icon: IconMessage,
    links: [
      {
        label: "Enquiries",
        path: "/platform/messages",
        icon: IconMail,
        pending: { collection: "Enquiries", filter: { is_answered: { _eq: false } } },
      },
      {
        label: "Ratings",
        path: "/platform/ratings",
        icon: IconStar,
        pending: { collection: "Ratings", filter: { state: { _eq: "reported" } } },
      },
      {
        label: "Mistakes",
        path: "/platform/mistakes",
        icon: IconAlertTriangle,
        pending: { collection: "Mistakes", filter: { is_done: { _eq: false } } },
      },
    ],
  },
  {
    name: "Settlement",
    icon: IconCoinRupee,
    links: [{ label: "Settlement", path: "/platform/settlement", icon: IconCoinRupee, can: "settlement.read" }],
  },
  {
    name: "Monitoring",
    icon: IconReportAnalytics,
    links: [
      { label: "Security log", path: "/platform/security", icon: IconShieldLock },
      { label: "Operations", path: "/platform/operations", icon: IconReportAnalytics },
    ],
  },
  {
    name: "Settings",
    icon: IconSettings,
    links: [{ label: "Settings", path: "/platform/settings", icon: IconSettings }],
  },
];

const bottomBar = [
  { to: "/platform", label: "Vendors", icon: IconChecklist, isExact: true },
  { to: "/platform/companies", label: "Companies", icon: IconBuilding },
  { to: "/platform/people", label: "People", icon: IconUsers },
];

export function PlatformShell({ children }: { children: ReactNode }) {
  useLiveCollections("Change_Requests", "Area_Request_List", "Enquiries", "Ratings", "Mistakes");
  const session = useRequiredSession();
  const isShown = (link: PlatformLink) => link.can === undefined || can(session, link.can);
  const shownPending = groups.flatMap(({ links }) => links.filter(isShown).flatMap((link) => link.pending ?? []));
  const shownGroups = groups.flatMap(({ name, icon, links }): NavigationGroup[] => {
    const shown = links.filter(isShown);
    if (shown.length === 0) return [];
    const pending = shown.flatMap((link) => link.pending ?? []);
    return [
      {
        name,
        icon,
        badge: pending.length > 0 && <PendingCount pending={pending} />,
        links: shown.map(({ pending: own, can: _, ...link }) => ({
          ...link,
          badge: own && <PendingCount pending={[own]} />,
        })),
      },
    ];
  });
  return (
    <ShellFrame
      homePath="/platform"
      groups={shownGroups}
      bottomBar={bottomBar}
      moreBadge={<PendingCount pending={shownPending} />}
      place={<TwoLineName name="Platform" detail="Chaavi" />}
      account={
        <>
          <TwoLineName name={session.user.first_name} detail={roles[session.role].name} />
          <AsyncButton variant="default" onPress={logOut}>
            Log out
          </AsyncButton>
        </>
      }
    >
      <SupportElsewhere session={session} />
      {children}
    </ShellFrame>
  );
}

function PendingCount({ pending }: { pending: readonly Pending[] }) {
  const counts = useQueries({ queries: pending.map(({ collection, filter }) => countQuery(collection, filter)) });
  const sum = counts.reduce((total, { data = 0 }) => total + data, 0);
  return sum > 0 ? <Badge c="amber">{sum}</Badge> : null;
}
