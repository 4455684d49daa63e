// §4: what this device remembers of printers: which one prints the slips of a branch, and which printers are connected to it.
import { isJsonObject } from "#domain/json-object.ts";
import type { PrinterConnection } from "#domain/printing/print-job.ts";
import { printerKey } from "#web/api/tokens/access-token.ts";

/** A printer as a device uses it. */
export interface DevicePrinter {
  id: number;
  name: string;
  connection: PrinterConnection;
}

/** How the browser recognises a printer that is connected to this device. */
export type PairedPrinter =
  | { connection: "usb"; vendorId: number; productId: number; serialNumber: string | null }
  | { connection: "bluetooth"; id: string };

interface StoredPrinters {
  /** By branch. */
  defaults: { [branch: string]: DevicePrinter };
  /** By printer. */
  paired: { [printer: string]: PairedPrinter };
}

function read(): StoredPrinters {
  const stored: Partial<StoredPrinters> | null = JSON.parse(localStorage.getItem(printerKey) ?? "null");
  const { defaults, paired } = stored ?? {};
  return { defaults: isJsonObject(defaults) ? defaults : {}, paired: isJsonObject(paired) ? paired : {} };
}

const write = (stored: StoredPrinters): void => localStorage.setItem(printerKey, JSON.stringify(stored));

/** A copy with the value under this key, or without it. */
function put<V>(values: { [key: string]: V }, key: number, value: V | undefined): { [key: string]: V } {
  const others = Object.entries(values).filter(([name]) => name !== String(key));
  return Object.fromEntries(value === undefined ? others : [...others, [String(key), value]]);
}

/** Undefined if none was chosen for this branch. */
export const readDefaultPrinter = (branch: number): DevicePrinter | undefined => read().defaults[branch];

/** That of another branch is kept. */
export function storeDefaultPrinter(branch: number, printer: DevicePrinter | undefined): void {
  const { defaults, paired } = read();
  write({ defaults: put(defaults, branch, printer), paired });
}

export const readPaired = (printer: number): PairedPrinter | undefined => read().paired[printer];

export function storePaired(printer: number, device: PairedPrinter | undefined): void {
  const { defaults, paired } = read();
  write({ defaults, paired: put(paired, printer, device) });
}
