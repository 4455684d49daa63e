// §6: what each role may do. Other modules ask for a capability and never compare roles, so that a role is added or
// changed here only. Which rows a capability opens is declared by the collections (`access`). Administrators of the
// platform read and write all rows by `platform.administer`.
import type { Capability } from "#domain/access/capability-labels.ts";
import { roleNames, roles, type CapabilityExceptions, type Role } from "#domain/access/roles.ts";

/** Every account. */
const account: readonly Capability[] = ["account.use", "reference.read"];
/** Users of a company or branch; they read its rows within the scope of their role. */
const partner: readonly Capability[] = [...account, "workplace.read"];
const gateReading: readonly Capability[] = [
  "entry.read",
  "valet.read",
  "booking.read",
  "payment.read",
  "configuration.read",
  "file.read",
];
const gateStaff: readonly Capability[] = ["gate.operate", "gate.scan", "cash.count", "file.upload"];
const branchReading: readonly Capability[] = ["ledger.read", "person.read", "change-request.read"];
const branchManagement: readonly Capability[] = [
  "gate.operate",
  "gate.scan",
  "visit.void",
  "entry.correct",
  "entry.backdate",
  "request.decide",
  "valet.manage",
  "charge.defer",
  "charge.override",
  "charge.write-off",
  "payment.refund",
  "payment.refund-cash",
  "message.manage",
];
const vendorManagement: readonly Capability[] = [
  ...partner,
  ...gateReading,
  ...gateStaff,
  ...branchReading,
  ...branchManagement,
  "invoice.issue",
  "report.read",
  "report.schedule",
  "cash.close",
  "branch.configure",
  "offer.manage",
  "rating.answer",
  "file.manage",
  "people.manage",
  "tax-id.verify",
];
const platformReview: readonly Capability[] = [
  ...account,
  "platform.review",
  "rating.moderate",
  "account.assist",
  "support.open",
  "operations.read",
  "personal-data.manage",
  "tax-id.verify",
];
const accountManagement: readonly Capability[] = [
  "payment.refund-unlimited",
  "people.assign",
  "account.recover",
  "integration.manage",
];

const capabilitiesByRole: { readonly [role in Role]: readonly Capability[] } = {
  platform: [...branchManagement, ...accountManagement, ...platformReview, "platform.administer", "settlement.read"],
  verifier: platformReview,
  admin: [
    ...vendorManagement,
    ...accountManagement,
    "branch.switch",
    "permission.configure",
    "company.configure",
    "payment.configure",
    "history.read",
    "security.read",
    "support.answer",
    "registration.submit",
  ],
  manager: [...vendorManagement, "valet.drive", "duty.record"],
  staff: [...partner, ...gateReading, ...gateStaff, "valet.drive", "colleague.read", "duty.record"],
  approver: [...partner, "entry.read", "colleague.read", "gate.scan", "request.decide"],
  employee: [...partner, "invite.host"],
  customer: [...account, "directory.read", "account.manage", "invite.host"],
  public: ["directory.read", "reference.read"],
};

/** Whether the actor has the capability: by the branch's exceptions, otherwise by the role. */
export function can(
  { role, exceptions }: { role: Role; exceptions?: CapabilityExceptions | undefined },
  capability: Capability,
): boolean {
  return exceptions?.[capability] ?? capabilitiesByRole[role].includes(capability);
}

/** Capabilities of the role itself, without exceptions. */
export function listCapabilities(role: Role): readonly Capability[] {
  return capabilitiesByRole[role];
}

/** Ids of the roles that have the capability, for queries across branches, whose exceptions do not count. */
export function getRoleIdsWith(capability: Capability): string[] {
  return roleNames.filter((role) => can({ role }, capability)).map((role) => roles[role].id);
}

/** True for actors who decide requests but do not operate the gate. */
export function isApprover(actor: Parameters<typeof can>[0]): boolean {
  return can(actor, "request.decide") && !can(actor, "gate.operate");
}
