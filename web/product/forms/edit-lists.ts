// Saves whole lists of a branch, of which people edit one entry each.
import type { ActionBody } from "#domain/contracts.ts";
import { call } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import { showSuccess } from "#web/ui/feedback.ts";

type Body = ActionBody<"POST /actions/branches/:id/edit">;

/** ENTRY_CHANGED if a list is not as it was shown; the page then shows the other one, and what was entered is saved the next time. */
export async function editLists({
  branch: id,
  changes,
  shown,
}: {
  branch: number;
  changes: Omit<Body, "shown">;
  shown: Body["shown"];
}): Promise<void> {
  try {
    await call({ route: "POST /actions/branches/:id/edit", id, body: { ...changes, shown } });
    showSuccess("DATA_UPDATED");
  } finally {
    await queryClient.invalidateQueries();
  }
}
