// Actions whose changes the caller sees at once.
import type { ActionCall, ActionReply, ActionRoute } from "#domain/contracts.ts";
import type { CollectionName } from "#domain/schema/registry.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";

/**
 * Calls the action and refreshes lists of the collections without waiting for them, also after a failure: another
 * device may have made the change. Throws ApiError.
 */
export async function callAndRefresh<R extends ActionRoute>(
  action: ActionCall<R>,
  ...collections: readonly CollectionName[]
): Promise<ActionReply<R>> {
  try {
    return await call(action);
  } finally {
    void refreshItems(...collections);
  }
}
