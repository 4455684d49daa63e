// §4: the printer that this device prints the slips of new entries and tickets on, without being asked.
import type { ActionBody } from "#domain/contracts.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { t } from "#web/languages/t.ts";
import { type DevicePrinter, readDefaultPrinter, storeDefaultPrinter } from "#web/product/printing/stored-printers.ts";
import { showError, showSuccess } from "#web/ui/feedback.ts";

export type PrintedPaper = ActionBody<"POST /actions/printers/:id/print">;

/** Orders the paper, and prints it if the printer is connected to this device. */
async function print({ printer: { id, name, connection }, paper }: { printer: DevicePrinter; paper: PrintedPaper }) {
  await callAndRefresh(
    { route: "POST /actions/printers/:id/print", id, body: paper },
    "Print_Jobs",
    "Parking_Information",
    "Parking_History",
    "Valet_and_Parking_Information",
    "Valet_and_Parking_History",
  );
  if (await printWaiting({ id, connection })) showSuccess(t("Sent to {name}", { name }));
}

/** Only devices with a printer of their own need it. */
export const loadDevicePrinting = () => import("#web/product/printing/devices/device-printing.ts");

type PrinterOfDevice = Pick<DevicePrinter, "id" | "connection">;

/** Before a press orders a paper: asks for a printer of this device that the browser has forgotten. */
export async function reconnect({ id, connection }: PrinterOfDevice): Promise<void> {
  if (connection !== "network") await (await loadDevicePrinting()).reconnect({ id, connection });
}

/** Prints what waits for a printer of this device, and says whether all was printed; the server prints on the others. */
export async function printWaiting({ id, connection }: PrinterOfDevice): Promise<boolean> {
  return connection === "network" || (await loadDevicePrinting()).printWaiting({ id, connection });
}

/** Prints on the printer that a person has chosen. */
export async function printOn({ printer, paper }: { printer: DevicePrinter; paper: PrintedPaper }): Promise<void> {
  await reconnect(printer);
  await print({ printer, paper });
}

/** The entry or ticket exists already: a failure is shown, and a printer that was deleted is not used again. */
export async function printOnDefault({ branch, paper }: { branch: number; paper: PrintedPaper }): Promise<void> {
  const printer = readDefaultPrinter(branch);
  if (!printer) return;
  try {
    await print({ printer, paper });
  } catch (thrown) {
    if (hasErrorCode(thrown, "FORBIDDEN")) storeDefaultPrinter(branch, undefined);
    showError(thrown);
  }
}
