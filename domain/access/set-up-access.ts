// §4: what an admin may do whose registration is under review. A log-in stays refused; a set-up session prepares the
// branch. What is not listed here is denied. See docs/rules/onboarding.md.
import { can, listCapabilities } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import type { CapabilityExceptions, Role } from "#domain/access/roles.ts";

/** Settings of the own branch, its people and its files, test entries and test tickets. Nothing that reaches customers or takes money. */
const setUpCapabilities: readonly Capability[] = [
  "account.use",
  "reference.read",
  "workplace.read",
  "configuration.read",
  "branch.configure",
  "company.configure",
  "permission.configure",
  "payment.configure",
  "person.read",
  "people.manage",
  "file.read",
  "file.upload",
  "file.manage",
  "entry.read",
  "gate.operate",
  "valet.read",
];

/**
 * Whether the user may set up while the review is pending: who submits registrations, of a company and branch of which
 * at least one was not reviewed yet and neither is to be corrected or closed.
 */
export function isSettingUp({
  role,
  companyStatus,
  branchStatus,
}: {
  role: Role;
  companyStatus: string | null | undefined;
  branchStatus: string | null | undefined;
}): boolean {
  const statuses = [companyStatus, branchStatus];
  const isPending =
    statuses.includes("draft") && statuses.every((status) => status === "draft" || status === "published");
  return isPending && can({ role }, "registration.submit");
}

/** Revokes every capability of the role that is not needed to set up. */
export function getSetUpExceptions(role: Role): CapabilityExceptions {
  const denied = listCapabilities(role).filter((capability) => !setUpCapabilities.includes(capability));
  return Object.fromEntries(denied.map((capability) => [capability, false]));
}
