// What is told when somebody else was first: by name, where the server knows who has the car.
import { ApiError } from "#web/items/api-error.ts";
import { showCode, showError } from "#web/ui/messages.ts";

export function showMoveError(thrown: unknown): void {
  const name = thrown instanceof ApiError && thrown.code === "ASSIGNED_SOME_OTHER" ? thrown.extensions["name"] : null;
  if (typeof name === "string") return showCode("ASSIGNED_SOME_OTHER", `${name} has this car already.`);
  showError(thrown);
}
