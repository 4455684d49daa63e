// §4: prints what waits for a printer that is connected to this device. Loaded when such a printer is used.
import { type DeviceConnection, type DeviceProblem, deviceProblems } from "#domain/printing/print-job.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { decodeBase64 } from "#domain/decode-base64.ts";
import { t } from "#web/languages/t.ts";
import { bluetooth, isRemembered } from "#web/product/printing/devices/bluetooth.ts";
import { type DeviceTransmission, PrinterProblem } from "#web/product/printing/devices/transport.ts";
import { usb } from "#web/product/printing/devices/usb.ts";
import { type PairedPrinter, readPaired, storePaired } from "#web/product/printing/stored-printers.ts";
import { showErrorCode } from "#web/ui/feedback.ts";

export interface ConnectedPrinter {
  id: number;
  connection: DeviceConnection;
}

const transports = { usb, bluetooth };

/** Whether this browser can print on printers with this connection. */
export const isSupported = (connection: DeviceConnection): boolean => transports[connection].isSupported();

const send = (paired: PairedPrinter, bytes: Uint8Array<ArrayBuffer>): Promise<DeviceTransmission> =>
  paired.connection === "usb" ? usb.send(paired, bytes) : bluetooth.send(paired, bytes);

/** Shows why nothing is printed; what was ordered is kept. */
function fail(problem: DeviceProblem): false {
  const text = t("{problem}. The paper waits on the page Printers.", { problem: t(deviceProblems[problem]) });
  showErrorCode("OFFLINE", text);
  return false;
}

/** The person chooses the printer that this device prints on; false if none was chosen, or it is not one. */
export async function connectPrinter({ id, connection }: ConnectedPrinter): Promise<boolean> {
  const transport = transports[connection];
  try {
    if (!transport.isSupported()) throw new PrinterProblem("unsupported");
    const paired = await transport.choose();
    if (paired) storePaired(id, paired);
    return paired !== undefined;
  } catch (thrown) {
    const problem = thrown instanceof PrinterProblem ? thrown.problem : "unreachable";
    showErrorCode("OFFLINE", t(deviceProblems[problem]));
    return false;
  }
}

/** Asks for a Bluetooth printer that the browser has forgotten with an earlier page; a press must have started it. */
export async function reconnect(printer: ConnectedPrinter): Promise<void> {
  const paired = readPaired(printer.id);
  if (paired?.connection === "bluetooth" && isSupported("bluetooth") && !(await isRemembered(paired)))
    await connectPrinter(printer);
}

/**
 * Prints the waiting papers of the printer in their order, until one fails, which is shown. Whether all were printed that
 * this user may print here.
 */
export async function printWaiting({ id, connection }: ConnectedPrinter): Promise<boolean> {
  if (!isSupported(connection)) return fail("unsupported");
  const paired = readPaired(id);
  if (!paired) return fail("unpaired");
  for (;;) {
    const { job } = await callAndRefresh({ route: "POST /actions/printers/:id/take-job", id }, "Print_Jobs");
    if (!job) return true;
    const transmission = await send(paired, decodeBase64(job.content));
    await callAndRefresh(
      {
        route: "POST /actions/print-jobs/:id/report",
        id: job.id,
        body: { claim: job.claim, ...transmission },
      },
      "Print_Jobs",
      "Printers",
    );
    if (transmission.outcome !== "sent") return fail(transmission.problem);
  }
}
