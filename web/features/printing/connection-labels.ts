// §4: how a printer is connected, as the pages say it.
import type { PrinterConnection } from "#domain/printing/print-job.ts";

export const connectionLabels: { readonly [connection in PrinterConnection]: string } = {
  network: "Network",
  usb: "USB",
  bluetooth: "Bluetooth",
};
