// What is on the page that leaving it would lose: open dialogs, and forms that were filled in.

export interface LeaveGuard {
  /** Of a dialog, which closes instead. A form has none: it asks. */
  close?: () => void;
}

const guards: LeaveGuard[] = [];

/** Returns a function that removes it. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.push(guard);
  return () => {
    if (guards.includes(guard)) guards.splice(guards.indexOf(guard), 1);
  };
}

/** The top dialog, since it covers the forms; otherwise a form. */
export function getLeaveGuard(): LeaveGuard | undefined {
  return guards.findLast(({ close }) => close) ?? guards[0];
}

/** Whoever logs out, or whose session ended, is not asked. */
export function clearLeaveGuards(): void {
  guards.length = 0;
}
