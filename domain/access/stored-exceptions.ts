// §6: what a branch may store as exceptions from the capabilities of its roles. Apart from reading them
// (capability-exceptions.ts), which every session does.
import { can } from "#domain/access/capabilities.ts";
import {
  adjustableRoles,
  type BranchExceptions,
  getAdjustableCapabilities,
  isRecord,
} from "#domain/access/capability-exceptions.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import type { CapabilityExceptions, Role } from "#domain/access/roles.ts";

/** True for null and for `{role: {capability: boolean}}` with adjustable roles and capabilities only. */
export function areValidExceptions(stored: unknown): boolean {
  if (stored === null) return true;
  return isRecord(stored) && Object.entries(stored).every(([role, exceptions]) => areValidOfRole({ role, exceptions }));
}

function areValidOfRole({ role: name, exceptions }: { role: string; exceptions: unknown }): boolean {
  const role = adjustableRoles.find((adjustable) => adjustable === name);
  if (role === undefined || !isRecord(exceptions)) return false;
  const adjustable: readonly string[] = getAdjustableCapabilities(role);
  return Object.entries(exceptions).every(
    ([capability, isGranted]) => typeof isGranted === "boolean" && adjustable.includes(capability),
  );
}

/** Returns the exceptions by which each role has exactly these adjustable capabilities; null if there are none. */
export function toBranchExceptions(granted: {
  readonly [role in Role]?: readonly Capability[];
}): BranchExceptions | null {
  const exceptions = adjustableRoles.flatMap((role): [Role, CapabilityExceptions][] => {
    const changed = getAdjustableCapabilities(role)
      .map((capability) => [capability, granted[role]?.includes(capability) ?? false] as const)
      .filter(([capability, isGranted]) => isGranted !== can({ role }, capability));
    return changed.length > 0 ? [[role, Object.fromEntries(changed)]] : [];
  });
  return exceptions.length > 0 ? Object.fromEntries(exceptions) : null;
}
