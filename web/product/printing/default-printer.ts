// §4: the printer that this device prints the slips of new entries and tickets on, without being asked.
import type { ActionBody } from "#domain/contracts.ts";
import { isJsonObject } from "#domain/json-object.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { printerKey } from "#web/api/tokens/access-token.ts";
import { t } from "#web/languages/t.ts";
import { showError, showSuccess } from "#web/ui/feedback.ts";

export interface DefaultPrinter {
  branch: number;
  id: number;
  name: string;
}

/** Undefined if none was chosen for this branch. */
export function readDefaultPrinter(branch: number): DefaultPrinter | undefined {
  const stored: unknown = JSON.parse(localStorage.getItem(printerKey) ?? "null");
  if (!isJsonObject(stored) || stored["branch"] !== branch) return undefined;
  const { id, name } = stored;
  return typeof id === "number" && typeof name === "string" ? { branch, id, name } : undefined;
}

export function storeDefaultPrinter(printer: DefaultPrinter | undefined): void {
  if (printer) localStorage.setItem(printerKey, JSON.stringify(printer));
  else localStorage.removeItem(printerKey);
}

export async function printOn({
  id,
  name,
  paper,
}: Pick<DefaultPrinter, "id" | "name"> & { paper: ActionBody<"POST /actions/printers/:id/print"> }): Promise<void> {
  await callAndRefresh(
    { route: "POST /actions/printers/:id/print", id, body: paper },
    "Print_Jobs",
    "Parking_Information",
    "Parking_History",
    "Valet_and_Parking_Information",
    "Valet_and_Parking_History",
  );
  showSuccess(t("Sent to {name}", { name }));
}

/** The entry or ticket exists already: a failure is shown, and a printer that was deleted is not used again. */
export async function printOnDefault({
  branch,
  paper,
}: {
  branch: number;
  paper: ActionBody<"POST /actions/printers/:id/print">;
}): Promise<void> {
  const printer = readDefaultPrinter(branch);
  if (!printer) return;
  try {
    await printOn({ ...printer, paper });
  } catch (thrown) {
    if (hasErrorCode(thrown, "FORBIDDEN")) storeDefaultPrinter(undefined);
    showError(thrown);
  }
}
