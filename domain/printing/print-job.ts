// §4: jobs of network printers. A printer that is off keeps its jobs, which are printed in their order once it is on. A job
// whose transmission broke off may lie on the counter already, so that a person decides whether it is printed again.
export const printJobStates = ["waiting", "printing", "printed", "unclear", "cancelled"] as const;
export type PrintJobState = (typeof printJobStates)[number];

export const printJobKinds = ["test", "entry", "ticket"] as const;

const second = 1_000;
const retryDelaysMs = [2, 5, 10, 20, 30].map((seconds) => seconds * second);
const longestRetryDelayMs = 60 * second;

/** Time in ms until the next attempt after `failures` of a printer in a row, from 1. */
export function getPrinterRetryDelay(failures: number): number {
  return retryDelaysMs[failures - 1] ?? longestRetryDelayMs;
}

/** Longest duration of a transmission in ms; a job in transmission for longer belongs to a process that has ended. */
export const transmissionMs = 20 * second;
export const claimMs = transmissionMs + 10 * second;
