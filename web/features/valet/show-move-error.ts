// Error of a move; names the driver to whom the car is assigned, if the server returns the name.
import { ApiError } from "#web/api/api-error.ts";
import { showErrorCode, showError } from "#web/ui/feedback.ts";
import { t } from "#web/languages/t.ts";

export function showMoveError(thrown: unknown): void {
  const name = thrown instanceof ApiError && thrown.code === "ASSIGNED_SOME_OTHER" ? thrown.extensions["name"] : null;
  if (typeof name === "string") return showErrorCode("ASSIGNED_SOME_OTHER", t("Already assigned to {name}.", { name }));
  showError(thrown);
}
