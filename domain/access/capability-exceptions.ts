// §6: exceptions of a branch from the capabilities of its roles, set by the company's admins. See
// docs/rules/capabilities.md.
import { can } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import { roleNames, roles, type CapabilityExceptions, type Role } from "#domain/access/roles.ts";

/** `Branch.capability_exceptions`; a capability without an entry is that of the role. */
export type BranchExceptions = { readonly [role in Role]?: CapabilityExceptions };

/** Capabilities that a branch can grant and revoke: those that the server decides by `can` alone. */
const grantableCapabilities: readonly Capability[] = [
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
  "payment.refund-unlimited",
  "invoice.issue",
  "report.read",
];

/**
 * Capabilities that a branch can only revoke from roles that have them: they open the rows of collections, whose rules
 * for the role's scope were written for these roles.
 */
const revocableCapabilities: readonly Capability[] = ["gate.operate", "branch.configure", "people.manage"];

/** Roles that work at the gate of one branch. */
export const adjustableRoles: readonly Role[] = roleNames.filter(
  (role) => roles[role].scope === "branch" && can({ role }, "gate.operate"),
);

/** Capabilities that a branch can adjust for one of these roles, in the order of the page. */
export function getAdjustableCapabilities(role: Role): readonly Capability[] {
  return [...revocableCapabilities.filter((capability) => can({ role }, capability)), ...grantableCapabilities];
}

export function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the exceptions of a role at a branch; anything that cannot be adjusted is ignored. */
export function getRoleExceptions({ stored, role }: { stored: unknown; role: Role }): CapabilityExceptions | undefined {
  const exceptions = isRecord(stored) && adjustableRoles.some((name) => name === role) ? stored[role] : undefined;
  if (!isRecord(exceptions)) return undefined;
  const entries = getAdjustableCapabilities(role).flatMap((capability): [Capability, boolean][] => {
    const isGranted = exceptions[capability];
    return typeof isGranted === "boolean" ? [[capability, isGranted]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Ids of the roles that have the capability at a branch with these stored exceptions, for queries. */
export function getRoleIdsAtBranch({ capability, stored }: { capability: Capability; stored: unknown }): string[] {
  return roleNames
    .filter((role) => can({ role, exceptions: getRoleExceptions({ stored, role }) }, capability))
    .map((role) => roles[role].id);
}

/** Returns what two stored values of the exceptions grant and revoke, compared with each other. */
export function listCapabilityChanges({
  before,
  after,
}: {
  before: unknown;
  after: unknown;
}): { role: Role; capability: Capability; isGranted: boolean }[] {
  return adjustableRoles.flatMap((role) => {
    const had = { role, exceptions: getRoleExceptions({ stored: before, role }) };
    const has = { role, exceptions: getRoleExceptions({ stored: after, role }) };
    return getAdjustableCapabilities(role)
      .filter((capability) => can(had, capability) !== can(has, capability))
      .map((capability) => ({ role, capability, isGranted: can(has, capability) }));
  });
}
