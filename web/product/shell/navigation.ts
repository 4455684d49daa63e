// Navigation links with their capabilities and services, and the phone's bottom bar. Links to missing pages are hidden.
import {
  IconBuilding,
  IconBuildingCommunity,
  IconCar,
  IconCash,
  IconCarSuv,
  IconChartBar,
  IconCoin,
  IconCoinRupee,
  IconCreditCardRefund,
  IconFileSpreadsheet,
  IconCreditCard,
  IconDoorEnter,
  IconHelpCircle,
  IconHome,
  IconId,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconPlugConnected,
  IconWebhook,
  IconMailForward,
  IconMapPin,
  IconParking,
  IconPlus,
  IconPrinter,
  IconQrcode,
  IconReportMoney,
  IconSearch,
  IconSend,
  IconSettings,
  IconShieldLock,
  IconStar,
  IconTicket,
  IconTicketOff,
  IconUserCheck,
  IconUserCog,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { can, isApprover } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import { canRequireApproval } from "#domain/branches/entity-type.ts";
import { type ServiceName, serviceNames } from "#domain/branches/services.ts";
import { getKeys } from "#domain/object-keys.ts";
import type { Session, SessionBranch } from "#web/api/session.ts";
import { maySend, type SentWrite } from "#web/product/may-send.ts";
import type { NavigationGroup } from "#web/product/shell/navigation-groups.tsx";

/** Groups of the navigation in display order. The pages of "Settings" are listed on one page. */
const groupIcons = {
  Home: IconHome,
  Parking: IconParking,
  Visitors: IconUsersGroup,
  Valet: IconKey,
  Money: IconCoinRupee,
  Reports: IconChartBar,
  People: IconUsers,
  Settings: IconSettings,
} as const satisfies { [name: string]: Icon };
type NavigationGroupName = keyof typeof groupIcons;

export interface NavigationLink {
  label: string;
  /** The page under /{company}/{branch}/. */
  page: string;
  icon: Icon;
  /** Pages beside `page` on which the link is current. */
  siblings?: readonly string[];
  group: NavigationGroupName | "Account";
  /** What the page is for, on the settings page. */
  text?: string;
  /** The user must have one of these capabilities. */
  can?: readonly Capability[];
  /** Additional condition. */
  isVisible?: (context: { branch: SessionBranch; session: Session }) => boolean;
  service?: ServiceName;
  /** What the page is for, if it is to write: left out for a session that may not (web/product/may-send.ts). */
  sends?: SentWrite;
  /** Position in the bottom bar; the first visible link of a position is used. */
  bottomBar?: { place: "home" | "board" | "plus" | "scan"; label: string };
}

const reports = {
  label: "Reports",
  siblings: ["parking", "valet", "money", "people"].map((menu) => `reporting/${menu}`),
  icon: IconChartBar,
  group: "Reports",
  can: ["report.read"],
} as const;

/** The pages that "New entry" leads to, where visitors on foot are entered as well: then it is the only link to them. */
const newEntryPages = ["parking/create", "vehicle-entry/create", "person-entry/create"];

/** The lists, and the pages of one person. */
const peoplePages = ["users", "approver", "staff", "security-personal", "employee"];

const links: readonly NavigationLink[] = [
  {
    label: "Approvals",
    page: "approvals",
    icon: IconUserCheck,
    group: "Visitors",
    service: "is_parking",
    can: ["request.decide"],
    isVisible: ({ session }) => isApprover(session),
    bottomBar: { place: "home", label: "Approvals" },
  },
  {
    label: "Approvals",
    page: "approvals",
    icon: IconUserCheck,
    group: "Visitors",
    service: "is_parking",
    can: ["request.decide"],
    // Regardless of the approval setting, since earlier requests may still be pending.
    isVisible: ({ branch, session }) => canRequireApproval(branch) && !isApprover(session),
  },
  { label: "Home", page: "home", icon: IconHome, group: "Home", bottomBar: { place: "home", label: "Home" } },
  {
    label: "Parking board",
    page: "parking/dashboard",
    siblings: ["parking/detail", "parking/edit"],
    icon: IconLayoutDashboard,
    group: "Parking",
    can: ["gate.scan"],
    service: "is_parking",
    bottomBar: { place: "board", label: "Board" },
  },
  {
    label: "My visitors",
    page: "parking/dashboard",
    siblings: ["parking/detail"],
    icon: IconLayoutDashboard,
    group: "Visitors",
    can: ["invite.host"],
    service: "is_parking",
    bottomBar: { place: "board", label: "Visitors" },
  },
  {
    label: "New entry",
    page: "select/entry",
    siblings: newEntryPages,
    sends: "POST /actions/parking/check-in",
    icon: IconDoorEnter,
    group: "Parking",
    can: ["gate.operate"],
    service: "is_parking",
    isVisible: ({ branch }) => branch.allow_person_entries,
    bottomBar: { place: "plus", label: "New entry" },
  },
  {
    label: "Check in vehicle",
    page: "parking/create",
    sends: "POST /actions/parking/check-in",
    icon: IconPlus,
    group: "Parking",
    can: ["gate.operate"],
    service: "is_parking",
    isVisible: ({ branch }) => !branch.allow_person_entries,
    bottomBar: { place: "plus", label: "Check in" },
  },
  {
    label: "Visitor with a vehicle",
    page: "vehicle-entry/create",
    sends: "POST /actions/passes",
    icon: IconCarSuv,
    group: "Visitors",
    can: ["gate.operate"],
    service: "is_parking",
    isVisible: ({ branch }) => !branch.allow_person_entries,
  },
  {
    label: "Passes",
    page: "passes",
    icon: IconId,
    group: "Visitors",
    can: ["gate.scan"],
    service: "is_parking",
  },
  {
    label: "Invites",
    page: "invites",
    sends: "POST /actions/invites",
    icon: IconMailForward,
    group: "Visitors",
    can: ["gate.operate", "invite.host"],
    service: "is_parking",
    bottomBar: { place: "plus", label: "Invites" },
  },
  {
    label: "Bookings",
    page: "pre-booking/dashboard",
    icon: IconTicket,
    group: "Parking",
    can: ["booking.read"],
    service: "is_pre_booking",
    bottomBar: { place: "board", label: "Bookings" },
  },
  {
    label: "Book a slot",
    page: "pre-booking/create",
    sends: "POST /actions/pre-bookings",
    icon: IconTicket,
    group: "Parking",
    can: ["gate.operate"],
    service: "is_pre_booking",
    isVisible: ({ branch }) => branch.is_parking,
  },
  {
    label: "Valet board",
    page: "valet-parking/dashboard",
    siblings: ["valet-parking/detail"],
    icon: IconKey,
    group: "Valet",
    can: ["valet.read"],
    service: "is_valet_and_parking",
    bottomBar: { place: "board", label: "Board" },
  },
  {
    label: "New ticket",
    page: "valet-parking/create",
    sends: "POST /actions/valet/create-ticket",
    icon: IconCar,
    group: "Valet",
    can: ["gate.operate"],
    service: "is_valet_and_parking",
    bottomBar: { place: "plus", label: "New ticket" },
  },
  {
    label: "Scan code",
    page: "parking/scan-parking-entry",
    icon: IconQrcode,
    group: "Parking",
    can: ["gate.scan"],
    service: "is_parking",
    bottomBar: { place: "scan", label: "Scan" },
  },
  {
    label: "Lot check",
    page: "parking/lot-check",
    sends: "POST /actions/parking/:id/record-exit",
    icon: IconListCheck,
    group: "Parking",
    can: ["gate.operate"],
    service: "is_parking",
  },
  {
    label: "Valet cash",
    page: "valet-parking/cash",
    sends: "POST /actions/valet/:id/take-cash",
    icon: IconCoin,
    group: "Money",
    can: ["valet.read"],
    service: "is_valet_and_parking",
  },
  {
    label: "Debts",
    page: "debts",
    sends: "POST /actions/debts/collect",
    icon: IconCoinRupee,
    group: "Money",
    can: ["gate.operate"],
  },
  {
    label: "My shift",
    page: "cash-shift",
    sends: "cash_shifts",
    icon: IconCash,
    group: "Money",
    can: ["gate.operate"],
  },
  { label: "Daily cash", page: "reporting/cash", icon: IconReportMoney, group: "Money", can: ["report.read"] },
  {
    label: "Reconciliation",
    page: "reconciliation",
    sends: "POST /actions/payments/reconcile",
    icon: IconFileSpreadsheet,
    group: "Money",
    can: ["payment.configure"],
  },
  {
    label: "Unclear payments",
    page: "unclear-payments",
    icon: IconCreditCardRefund,
    group: "Money",
    can: ["payment.refund"],
  },
  {
    label: "Scan ticket",
    page: "valet-parking/scan-parking-entry",
    sends: "POST /actions/valet/scan",
    icon: IconQrcode,
    group: "Valet",
    can: ["gate.operate"],
    service: "is_valet_and_parking",
    bottomBar: { place: "scan", label: "Scan" },
  },
  {
    label: "Lost ticket",
    page: "generate-one-time-password",
    sends: "POST /actions/valet/:id/new-code",
    icon: IconTicketOff,
    group: "Valet",
    can: ["gate.operate"],
    service: "is_valet_and_parking",
  },
  { label: "Vehicle search", page: "vehicle-search", icon: IconSearch, group: "Reports", can: ["report.read"] },
  // The first menu with reports of the branch's services.
  {
    ...reports,
    page: "reporting/parking",
    service: "is_parking",
  },
  {
    ...reports,
    page: "reporting/valet",
    service: "is_valet_and_parking",
    isVisible: ({ branch }) => !branch.is_parking,
  },
  {
    ...reports,
    page: "reporting/money",
    isVisible: ({ branch }) => !branch.is_parking && !branch.is_valet_and_parking,
  },
  {
    label: "Units",
    page: "units",
    sends: "Branch_Units",
    icon: IconBuildingCommunity,
    group: "Visitors",
    can: ["branch.configure"],
    service: "is_parking",
    isVisible: ({ branch }) => canRequireApproval(branch),
  },
  { label: "Ratings", page: "ratings", icon: IconStar, group: "Reports", can: ["rating.answer"] },
  {
    label: "People",
    page: "users/staff",
    siblings: peoplePages,
    icon: IconUsers,
    group: "People",
    can: ["people.manage"],
  },
  {
    label: "Offers",
    page: "offers/manage",
    text: "What customers save, with a code or without",
    icon: IconTicket,
    group: "Settings",
    can: ["offer.manage"],
    isVisible: ({ branch }) => serviceNames.some((name) => branch[name]),
  },
  {
    label: "Branch settings",
    page: "configurations/branch",
    text: "Details, services, hours, discounts, roles and shared devices",
    icon: IconMapPin,
    group: "Settings",
    can: ["branch.configure"],
  },
  {
    label: "Company settings",
    page: "configurations/company",
    text: "Legal details, logo and signatory",
    icon: IconBuilding,
    group: "Settings",
    can: ["company.configure"],
  },
  {
    label: "Parking settings",
    page: "configurations/parking",
    text: "Entry, slots, approvals and the parking tariff",
    icon: IconSettings,
    group: "Settings",
    can: ["branch.configure"],
    service: "is_parking",
  },
  {
    label: "Pre-booking settings",
    page: "configurations/pre-booking",
    text: "How long slots are held, and how many can be booked",
    icon: IconSettings,
    group: "Settings",
    can: ["branch.configure"],
    service: "is_pre_booking",
  },
  {
    label: "Valet settings",
    page: "configurations/valet-parking",
    text: "Handover, slots and the valet tariff",
    icon: IconSettings,
    group: "Settings",
    can: ["branch.configure"],
    service: "is_valet_and_parking",
  },
  {
    label: "API tokens",
    page: "integrations",
    text: "Access for other software",
    icon: IconPlugConnected,
    group: "Settings",
    can: ["integration.manage"],
  },
  {
    label: "Printers",
    page: "printers",
    text: "Receipt printers, waiting papers",
    icon: IconPrinter,
    group: "Settings",
    can: ["branch.configure"],
  },
  {
    label: "Webhooks",
    page: "webhooks",
    text: "Events sent to other software",
    icon: IconWebhook,
    group: "Settings",
    can: ["integration.manage"],
  },
  {
    label: "Security log",
    page: "configurations/security",
    text: "Log-ins, changed rights and exports",
    icon: IconShieldLock,
    group: "Settings",
    can: ["security.read"],
  },
  {
    label: "Payment settings",
    page: "configurations/payments",
    text: "Online payment, UPI and GST",
    icon: IconCreditCard,
    group: "Settings",
    can: ["payment.configure"],
  },
  {
    label: "Onboarding",
    page: "onboarding-form",
    text: "Registrations of the company and its branches",
    icon: IconBuildingCommunity,
    group: "Settings",
    can: ["registration.submit"],
  },
  {
    label: "Message outbox",
    page: "outbox",
    text: "Mails and SMS of this branch, and what became of each",
    icon: IconSend,
    group: "Settings",
    can: ["message.manage"],
  },
  { label: "Account", page: "account", icon: IconUserCog, group: "Account" },
  { label: "Help", page: "vendor/faq", icon: IconHelpCircle, group: "Account" },
];

export type HasPageCheck = (page: string) => boolean;

/** Links the session's user may open at the current branch. */
export function getNavigationLinks({
  session,
  hasPage,
}: {
  session: Session;
  hasPage: HasPageCheck;
}): NavigationLink[] {
  const { branch } = session;
  return links.filter(
    (link) =>
      hasPage(link.page) &&
      (!link.sends || maySend({ session, write: link.sends })) &&
      (!link.can || link.can.some((capability) => can(session, capability))) &&
      (!link.isVisible || (branch !== null && link.isVisible({ branch, session }))) &&
      (!link.service || branch?.[link.service] === true),
  );
}

/** Page of the links to all settings. */
export const settingsPage = "settings";

/**
 * The groups that have links, without those of the account; "Settings" has the link to its page alone, which is current
 * on all of its pages. `toPath` gives the path of a page under /{company}/{branch}/.
 */
export function groupNavigationLinks({
  links: visibleLinks,
  toPath,
}: {
  links: readonly NavigationLink[];
  toPath: (page: string) => string;
}): NavigationGroup[] {
  return getKeys(groupIcons).flatMap((name) => {
    const icon = groupIcons[name];
    const members = visibleLinks.filter(({ group }) => group === name);
    if (members.length === 0) return [];
    if (name === "Settings") {
      const siblings = members.flatMap((link) => [link.page, ...(link.siblings ?? [])]).map(toPath);
      return { name, icon, links: [{ label: name, path: toPath(settingsPage), icon, siblings }] };
    }
    const groupLinks = members.map((link) => ({
      label: link.label,
      path: toPath(link.page),
      icon: link.icon,
      siblings: (link.siblings ?? []).map(toPath),
    }));
    return { name, icon, links: groupLinks };
  });
}

/** One link per position of the bottom bar, in display order. */
export function getBottomBarLinks(links: readonly NavigationLink[]): NavigationLink[] {
  const places = ["home", "board", "plus", "scan"] as const;
  return places.flatMap((place) => links.find((link) => link.bottomBar?.place === place) ?? []);
}
