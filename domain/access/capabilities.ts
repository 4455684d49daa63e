// §6: what each role may do. Other modules ask for a capability and never compare roles, so that a role is added or
// changed here only. Which rows a role may read or write is declared by the collections (`access`).
import { roleNames, roles, type Actor, type Role } from "#domain/access/roles.ts";

/** Capabilities with their labels. */
export const capabilityLabels = {
  "gate.operate": "Check in, check out and collect payments",
  "gate.scan": "Scan slips, invites and passes",
  "request.decide": "Approve and reject entry requests",
  "invite.host": "Invite visitors",
  "valet.drive": "Park and retrieve vehicles",
  "valet.manage": "Assign valet drivers, hand over without OTP and take over chats",
  "payment.refund": "Refund online payments",
  "payment.refund-unlimited": "Refund more than the branch's limit",
  "invoice.issue": "Issue tax invoices",
  "report.read": "View reports and daily cash",
  "branch.configure": "Change branch settings and view their history",
  "branch.switch": "Switch between the company's branches",
  "company.configure": "Change company settings",
  "payment.configure": "Change payment settings",
  "people.manage": "Manage people and attendance",
  "people.assign": "Change a person's role and branch",
  "account.recover": "Reset two-factor authentication",
  "message.manage": "View and resend messages",
  "integration.manage": "Manage API tokens",
  "security.read": "View the security log",
  "registration.submit": "Register and correct companies and branches",
  "tax-id.verify": "Verify GSTIN and PAN",
  "platform.review": "Review registrations and change requests",
  "platform.administer": "Administer the platform and all its data",
  "operations.read": "View operational indicators",
  "personal-data.manage": "Export and erase personal data",
} as const;

export type Capability = keyof typeof capabilityLabels;

const gateStaff: readonly Capability[] = ["gate.operate", "gate.scan"];
const branchManagement: readonly Capability[] = [
  ...gateStaff,
  "request.decide",
  "valet.manage",
  "payment.refund",
  "message.manage",
];
const vendorManagement: readonly Capability[] = [
  ...branchManagement,
  "invoice.issue",
  "report.read",
  "branch.configure",
  "people.manage",
  "tax-id.verify",
];
const platformReview: readonly Capability[] = [
  "platform.review",
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
  platform: [...branchManagement, ...accountManagement, ...platformReview, "platform.administer"],
  verifier: platformReview,
  admin: [
    ...vendorManagement,
    ...accountManagement,
    "branch.switch",
    "company.configure",
    "payment.configure",
    "security.read",
    "registration.submit",
  ],
  manager: [...vendorManagement, "valet.drive"],
  staff: [...gateStaff, "valet.drive"],
  approver: ["gate.scan", "request.decide"],
  employee: ["invite.host"],
  customer: ["invite.host"],
  public: [],
};

export function can({ role }: Pick<Actor, "role">, capability: Capability): boolean {
  return capabilitiesByRole[role].includes(capability);
}

/** Ids of the roles that have the capability, for queries. */
export function getRoleIdsWith(capability: Capability): string[] {
  return roleNames.filter((role) => can({ role }, capability)).map((role) => roles[role].id);
}

/** True for approvers, who decide requests but do not operate the gate. */
export function isApprover(actor: Pick<Actor, "role">): boolean {
  return can(actor, "request.decide") && !can(actor, "gate.operate");
}

/** Roles of the users whom a role invites, changes and suspends. */
const manageableRoles: { readonly [role in Role]?: readonly Role[] } = {
  platform: ["platform", "verifier", "admin", "manager", "staff", "approver", "employee", "customer"],
  admin: ["admin", "manager", "staff", "approver", "employee"],
  manager: ["staff", "employee"],
};

/** True if the actor manages users of this role. */
export function canManageRole({ actor, role }: { actor: Pick<Actor, "role">; role: Role }): boolean {
  return manageableRoles[actor.role]?.includes(role) ?? false;
}
