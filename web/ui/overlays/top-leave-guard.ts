import { type LeaveGuard, leaveGuards } from "#web/ui/overlays/leave-guards.ts";

/** The top dialog, since it covers the forms; otherwise a form. */
export function getTopLeaveGuard(): LeaveGuard | undefined {
  const guards = [...leaveGuards];
  return guards.findLast(({ close }) => close) ?? guards[0];
}

/** Whoever logs out, or whose session ended, is not asked. */
export function clearLeaveGuards(): void {
  leaveGuards.clear();
}
