// §4: a way to printers of this device. `send` never throws.
import type { DeviceProblem } from "#domain/printing/print-job.ts";
import type { PairedPrinter } from "#web/product/printing/stored-printers.ts";

export type DeviceTransmission =
  | { outcome: "sent" }
  /** `off`: nothing was transmitted. `unclear`: the transmission broke off. */
  | { outcome: "off" | "unclear"; problem: DeviceProblem };

export interface PrinterTransport<P extends PairedPrinter = PairedPrinter> {
  isSupported: () => boolean;
  /** The person chooses a printer in a dialog of the browser, which a press must open. Throws `PrinterProblem`. */
  choose: () => Promise<P | undefined>;
  send: (paired: P, bytes: Uint8Array<ArrayBuffer>) => Promise<DeviceTransmission>;
}

export class PrinterProblem extends Error {
  readonly problem: DeviceProblem;
  constructor(problem: DeviceProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Whether the person closed the dialog without a choice. */
export const isUnchosen = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.name === "NotFoundError" || thrown.name === "AbortError");

/** Parts of at most `size` bytes, in their order. */
export function splitBytes(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size));
  return parts;
}

/** Rejects after `ms`: neither API has a time limit of its own. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
