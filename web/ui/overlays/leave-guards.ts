// What is on the page that leaving it would lose: open dialogs, and forms that were filled in. Every page loads this; what is done
// with it is in top-leave-guard.ts.

export interface LeaveGuard {
  /** Of a dialog, which closes instead. A form has none: it asks. */
  close?: () => void;
}

export const leaveGuards = new Set<LeaveGuard>();

/** Returns a function that removes it. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  leaveGuards.add(guard);
  return () => void leaveGuards.delete(guard);
}
