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
  IconMailForward,
  IconMapPin,
  IconPlus,
  IconQrcode,
  IconReportMoney,
  IconSearch,
  IconSend,
  IconSettings,
  IconShieldLock,
  IconTicket,
  IconTicketOff,
  IconUserCheck,
  IconUserCog,
  IconUsers,
} from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { can, isApprover } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import { canRequireApproval } from "#domain/branches/entity-type.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import type { Session, SessionBranch } from "#web/api/session.ts";

export interface NavigationLink {
  label: string;
  /** The page under /{company}/{branch}/. */
  page: string;
  icon: Icon;
  group: "Today" | "Manage" | "Help";
  /** The user must have one of these capabilities. */
  can?: readonly Capability[];
  /** Additional condition. */
  isVisible?: (context: { branch: SessionBranch; session: Session }) => boolean;
  service?: ServiceName;
  /** Position in the bottom bar; the first visible link of a position is used. */
  bottomBar?: { place: "home" | "board" | "plus" | "scan"; label: string };
}

const links: readonly NavigationLink[] = [
  {
    label: "Approvals",
    page: "approvals",
    icon: IconUserCheck,
    group: "Today",
    service: "is_parking",
    can: ["request.decide"],
    isVisible: ({ session }) => isApprover(session),
    bottomBar: { place: "home", label: "Approvals" },
  },
  {
    label: "Approvals",
    page: "approvals",
    icon: IconUserCheck,
    group: "Today",
    service: "is_parking",
    can: ["request.decide"],
    // Regardless of the approval setting, since earlier requests may still be pending.
    isVisible: ({ branch, session }) => canRequireApproval(branch) && !isApprover(session),
  },
  { label: "Home", page: "home", icon: IconHome, group: "Today", bottomBar: { place: "home", label: "Home" } },
  {
    label: "Parking board",
    page: "parking/dashboard",
    icon: IconLayoutDashboard,
    group: "Today",
    can: ["gate.scan"],
    service: "is_parking",
    bottomBar: { place: "board", label: "Board" },
  },
  {
    label: "My visitors",
    page: "parking/dashboard",
    icon: IconLayoutDashboard,
    group: "Today",
    can: ["invite.host"],
    service: "is_parking",
    bottomBar: { place: "board", label: "Visitors" },
  },
  {
    label: "New entry",
    page: "select/entry",
    icon: IconDoorEnter,
    group: "Today",
    can: ["gate.operate"],
    service: "is_parking",
    isVisible: ({ branch }) => branch.allow_person_entries,
    bottomBar: { place: "plus", label: "New entry" },
  },
  {
    label: "Check in vehicle",
    page: "parking/create",
    icon: IconPlus,
    group: "Today",
    can: ["gate.operate"],
    service: "is_parking",
    bottomBar: { place: "plus", label: "Check in" },
  },
  {
    label: "Visitor or pass",
    page: "vehicle-entry/create",
    icon: IconCarSuv,
    group: "Today",
    can: ["gate.operate"],
    service: "is_parking",
  },
  {
    label: "Passes",
    page: "passes",
    icon: IconId,
    group: "Today",
    can: ["gate.scan"],
    service: "is_parking",
  },
  {
    label: "Invites",
    page: "invites",
    icon: IconMailForward,
    group: "Today",
    can: ["gate.operate", "invite.host"],
    service: "is_parking",
    bottomBar: { place: "plus", label: "Invites" },
  },
  {
    label: "Valet board",
    page: "valet-parking/dashboard",
    icon: IconKey,
    group: "Today",
    can: ["valet.read"],
    service: "is_valet_and_parking",
    bottomBar: { place: "board", label: "Board" },
  },
  {
    label: "New ticket",
    page: "valet-parking/create",
    icon: IconCar,
    group: "Today",
    can: ["gate.operate"],
    service: "is_valet_and_parking",
    bottomBar: { place: "plus", label: "New ticket" },
  },
  {
    label: "Scan code",
    page: "parking/scan-parking-entry",
    icon: IconQrcode,
    group: "Today",
    can: ["gate.scan"],
    service: "is_parking",
    bottomBar: { place: "scan", label: "Scan" },
  },
  {
    label: "Lot check",
    page: "parking/lot-check",
    icon: IconListCheck,
    group: "Today",
    can: ["gate.operate"],
    service: "is_parking",
  },
  {
    label: "Valet cash",
    page: "valet-parking/cash",
    icon: IconCoin,
    group: "Today",
    can: ["valet.read"],
    service: "is_valet_and_parking",
  },
  { label: "Debts", page: "debts", icon: IconCoinRupee, group: "Today", can: ["gate.operate"] },
  { label: "My shift", page: "cash-shift", icon: IconCash, group: "Today", can: ["gate.operate"] },
  { label: "Daily cash", page: "reporting/cash", icon: IconReportMoney, group: "Manage", can: ["report.read"] },
  {
    label: "Reconciliation",
    page: "reconciliation",
    icon: IconFileSpreadsheet,
    group: "Manage",
    can: ["payment.configure"],
  },
  {
    label: "Unclear payments",
    page: "unclear-payments",
    icon: IconCreditCardRefund,
    group: "Manage",
    can: ["payment.refund"],
  },
  {
    label: "Scan ticket",
    page: "valet-parking/scan-parking-entry",
    icon: IconQrcode,
    group: "Today",
    can: ["gate.operate"],
    service: "is_valet_and_parking",
    bottomBar: { place: "scan", label: "Scan" },
  },
  {
    label: "Lost ticket",
    page: "generate-one-time-password",
    icon: IconTicketOff,
    group: "Today",
    can: ["gate.operate"],
    service: "is_valet_and_parking",
  },
  { label: "Vehicle search", page: "vehicle-search", icon: IconSearch, group: "Manage", can: ["report.read"] },
  { label: "Reports", page: "reporting/parking", icon: IconChartBar, group: "Manage", can: ["report.read"] },
  {
    label: "Units",
    page: "units",
    icon: IconBuildingCommunity,
    group: "Manage",
    can: ["branch.configure"],
    service: "is_parking",
    isVisible: ({ branch }) => canRequireApproval(branch),
  },
  { label: "People", page: "users/staff", icon: IconUsers, group: "Manage", can: ["people.manage"] },
  { label: "Offers", page: "offers/manage", icon: IconTicket, group: "Manage", can: ["branch.configure"] },
  { label: "Message outbox", page: "outbox", icon: IconSend, group: "Manage", can: ["message.manage"] },
  {
    label: "Branch settings",
    page: "configurations/branch",
    icon: IconMapPin,
    group: "Manage",
    can: ["branch.configure"],
  },
  {
    label: "Company settings",
    page: "configurations/company",
    icon: IconBuilding,
    group: "Manage",
    can: ["company.configure"],
  },
  {
    label: "Parking settings",
    page: "configurations/parking",
    icon: IconSettings,
    group: "Manage",
    can: ["branch.configure"],
    service: "is_parking",
  },
  {
    label: "Valet settings",
    page: "configurations/valet-parking",
    icon: IconSettings,
    group: "Manage",
    can: ["branch.configure"],
    service: "is_valet_and_parking",
  },
  {
    label: "API tokens",
    page: "integrations",
    icon: IconPlugConnected,
    group: "Manage",
    can: ["integration.manage"],
  },
  {
    label: "Security log",
    page: "configurations/security",
    icon: IconShieldLock,
    group: "Manage",
    can: ["security.read"],
  },
  {
    label: "Payment settings",
    page: "configurations/payments",
    icon: IconCreditCard,
    group: "Manage",
    can: ["payment.configure"],
  },
  {
    label: "Onboarding",
    page: "onboarding-form",
    icon: IconBuildingCommunity,
    group: "Manage",
    can: ["registration.submit"],
  },
  { label: "Account", page: "account", icon: IconUserCog, group: "Help" },
  { label: "Help and FAQs", page: "vendor/faq", icon: IconHelpCircle, group: "Help" },
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
      (!link.can || link.can.some((capability) => can(session, capability))) &&
      (!link.isVisible || (branch !== null && link.isVisible({ branch, session }))) &&
      (!link.service || branch?.[link.service] === true),
  );
}

/** One link per position of the bottom bar, in display order. */
export function getBottomBarLinks(links: readonly NavigationLink[]): NavigationLink[] {
  const places = ["home", "board", "plus", "scan"] as const;
  return places.flatMap((place) => links.find((link) => link.bottomBar?.place === place) ?? []);
}
