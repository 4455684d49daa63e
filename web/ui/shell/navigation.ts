// The places one can go to, for whom, and which of them a phone's bottom bar has. Only those whose page exists are shown.
import {
  IconBuilding,
  IconBuildingCommunity,
  IconCar,
  IconCash,
  IconCarSuv,
  IconChartBar,
  IconCreditCard,
  IconDoorEnter,
  IconHelpCircle,
  IconHome,
  IconId,
  IconKey,
  IconLayoutDashboard,
  IconPlugConnected,
  IconMailForward,
  IconMapPin,
  IconPlus,
  IconQrcode,
  IconReportMoney,
  IconSearch,
  IconSend,
  IconSettings,
  IconTicket,
  IconTicketOff,
  IconUserCheck,
  IconUserCog,
  IconUsers,
} from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { Role } from "#domain/roles.ts";
import type { Service } from "#domain/services.ts";
import type { Session, SessionBranch } from "#web/items/session.ts";

export interface NavigationLink {
  label: string;
  /** The page under /{company}/{branch}/. */
  page: string;
  icon: Icon;
  group: "Today" | "Manage" | "Help";
  roles?: readonly Role[];
  /** What else the branch must be for it. */
  isFor?: (branch: SessionBranch) => boolean;
  service?: Service;
  /** Its place in the bottom bar, the first existing link of a place takes it. */
  thumb?: { place: "home" | "board" | "plus" | "scan"; label: string };
}

const managers = ["admin", "manager"] as const;
const gate = ["admin", "manager", "staff"] as const;

/** Requests of old are answered also where new ones no longer come. */
function hasApprovals({ entity_type }: SessionBranch): boolean {
  return entity_type === "government" || entity_type === "residential";
}

const links: readonly NavigationLink[] = [
  {
    label: "Approvals",
    page: "approvals",
    icon: IconUserCheck,
    group: "Today",
    service: "is_parking",
    roles: ["approver"],
    thumb: { place: "home", label: "Approvals" },
  },
  {
    label: "Approvals",
    page: "approvals",
    icon: IconUserCheck,
    group: "Today",
    service: "is_parking",
    roles: managers,
    isFor: hasApprovals,
  },
  { label: "Home", page: "home", icon: IconHome, group: "Today", thumb: { place: "home", label: "Home" } },
  {
    label: "Parking board",
    page: "parking/dashboard",
    icon: IconLayoutDashboard,
    group: "Today",
    service: "is_parking",
    thumb: { place: "board", label: "Board" },
  },
  {
    label: "New entry",
    page: "select/entry",
    icon: IconDoorEnter,
    group: "Today",
    roles: gate,
    service: "is_parking",
    isFor: (branch) => branch.allow_person_entries,
    thumb: { place: "plus", label: "New entry" },
  },
  {
    label: "Check in a vehicle",
    page: "parking/create",
    icon: IconPlus,
    group: "Today",
    roles: gate,
    service: "is_parking",
    thumb: { place: "plus", label: "Check in" },
  },
  {
    label: "Visitor or pass",
    page: "vehicle-entry/create",
    icon: IconCarSuv,
    group: "Today",
    roles: gate,
    service: "is_parking",
  },
  {
    label: "Passes",
    page: "passes",
    icon: IconId,
    group: "Today",
    roles: [...gate, "approver"],
    service: "is_parking",
  },
  {
    label: "Invites",
    page: "invites",
    icon: IconMailForward,
    group: "Today",
    roles: [...gate, "employee"],
    service: "is_parking",
  },
  {
    label: "Valet board",
    page: "valet-parking/dashboard",
    icon: IconKey,
    group: "Today",
    service: "is_valet_and_parking",
    thumb: { place: "board", label: "Board" },
  },
  {
    label: "Take a key",
    page: "valet-parking/create",
    icon: IconCar,
    group: "Today",
    service: "is_valet_and_parking",
    thumb: { place: "plus", label: "Take a key" },
  },
  {
    label: "Scan",
    page: "parking/scan-parking-entry",
    icon: IconQrcode,
    group: "Today",
    service: "is_parking",
    thumb: { place: "scan", label: "Scan" },
  },
  { label: "My cash", page: "cash-shift", icon: IconCash, group: "Today", roles: gate },
  { label: "Cash of the day", page: "reporting/cash", icon: IconReportMoney, group: "Manage", roles: managers },
  {
    label: "Scan a ticket",
    page: "valet-parking/scan-parking-entry",
    icon: IconQrcode,
    group: "Today",
    service: "is_valet_and_parking",
    thumb: { place: "scan", label: "Scan" },
  },
  {
    label: "Lost ticket",
    page: "generate-one-time-password",
    icon: IconTicketOff,
    group: "Today",
    roles: gate,
    service: "is_valet_and_parking",
  },
  { label: "Vehicle search", page: "vehicle-search", icon: IconSearch, group: "Manage", roles: managers },
  { label: "Reports", page: "reporting/parking", icon: IconChartBar, group: "Manage", roles: managers },
  { label: "People", page: "users/staff", icon: IconUsers, group: "Manage", roles: managers },
  { label: "Offers", page: "offers/manage", icon: IconTicket, group: "Manage", roles: managers },
  { label: "Outbox", page: "outbox", icon: IconSend, group: "Manage", roles: managers },
  { label: "This branch", page: "configurations/branch", icon: IconMapPin, group: "Manage", roles: managers },
  { label: "The company", page: "configurations/company", icon: IconBuilding, group: "Manage", roles: ["admin"] },
  {
    label: "Configuration",
    page: "configurations/parking",
    icon: IconSettings,
    group: "Manage",
    roles: managers,
    service: "is_parking",
  },
  {
    label: "Valet configuration",
    page: "configurations/valet-parking",
    icon: IconSettings,
    group: "Manage",
    roles: managers,
    service: "is_valet_and_parking",
  },
  {
    label: "Integrations",
    page: "integrations",
    icon: IconPlugConnected,
    group: "Manage",
    roles: ["admin"],
  },
  { label: "Payments", page: "configurations/payments", icon: IconCreditCard, group: "Manage", roles: ["admin"] },
  { label: "Onboarding", page: "onboarding-form", icon: IconBuildingCommunity, group: "Manage", roles: ["admin"] },
  { label: "Your account", page: "account", icon: IconUserCog, group: "Help" },
  { label: "Questions and answers", page: "vendor/faq", icon: IconHelpCircle, group: "Help" },
];

export type HasPage = (page: string) => boolean;

/** What this person at this branch may open. */
export function linksFor({ session, hasPage }: { session: Session; hasPage: HasPage }): NavigationLink[] {
  const { role, branch } = session;
  return links.filter(
    (link) =>
      hasPage(link.page) &&
      (!link.roles || link.roles.includes(role)) &&
      (!link.isFor || (branch !== null && link.isFor(branch))) &&
      (!link.service || branch?.[link.service] === true),
  );
}

/** One link for each place of the bottom bar, in its order. */
export function thumbLinks(shown: readonly NavigationLink[]): NavigationLink[] {
  const places = ["home", "board", "plus", "scan"] as const;
  return places.flatMap((place) => shown.find((link) => link.thumb?.place === place) ?? []);
}
