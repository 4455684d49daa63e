// §4: jobs of printers. A printer that is off keeps its jobs, which are printed in their order once it is on. A job
// whose transmission broke off may lie on the counter already, so that a person decides whether it is printed again.

/** `network`: the server reaches the printer by its address. The others are connected to a device, whose browser prints. */
export const printerConnections = ["network", "usb", "bluetooth"] as const;
export type PrinterConnection = (typeof printerConnections)[number];
export type DeviceConnection = Exclude<PrinterConnection, "network">;

export const printJobStates = ["waiting", "printing", "printed", "unclear", "cancelled"] as const;
export type PrintJobState = (typeof printJobStates)[number];

export const printJobKinds = ["test", "entry", "ticket", "pass", "settlement", "shift"] as const;

const second = 1_000;
const retryDelaysMs = [2, 5, 10, 20, 30].map((seconds) => seconds * second);
const longestRetryDelayMs = 60 * second;

/** Time in ms until the next attempt after `failures` of a printer in a row, from 1. */
export function getPrinterRetryDelay(failures: number): number {
  return retryDelaysMs[failures - 1] ?? longestRetryDelayMs;
}

/** Longest duration of a transmission in ms: Bluetooth is slow, and pictures are long. */
export const transmissionMs: { readonly [connection in PrinterConnection]: number } = {
  network: 20 * second,
  usb: 20 * second,
  bluetooth: 90 * second,
};

/** A job in transmission for longer belongs to a process or a browser that has ended. */
export const getClaimMs = (connection: PrinterConnection): number => transmissionMs[connection] + 10 * second;

/** `off`: nothing was transmitted. `unclear`: the transmission broke off. */
export const printOutcomes = ["sent", "off", "unclear"] as const;
export type PrintOutcome = (typeof printOutcomes)[number];

/** Why the server could not print, as the page says it. */
export const networkProblems = {
  refused: "The printer refuses the connection",
  silent: "The printer does not answer",
  forbidden: "The server may not reach this address",
} as const;

/** Why the browser of a device could not print, as the page says it. */
export const deviceProblems = {
  unsupported: "This browser cannot print on it: use Chrome on Android or on a computer",
  unpaired: "The printer is not connected to this device",
  missing: "The browser does not find the printer: turn it on, or connect it again",
  unreachable: "The printer is off, out of reach or used by another application",
  unknown: "The device that was chosen is not a receipt printer",
  interrupted: "The connection broke off while printing",
} as const;
export type DeviceProblem = keyof typeof deviceProblems;
