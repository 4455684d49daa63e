// §3 Branch: creates the configuration of a service when it is first enabled at a branch.
import { getCollection } from "#domain/collections.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { configurationFields, type ServiceName } from "#domain/branches/services.ts";
import { createItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Creates a configuration with default values and returns its id. */
export async function createServiceConfiguration({
  ctx,
  service,
}: {
  ctx: WriteContext;
  service: ServiceName;
}): Promise<number> {
  const collection = getCollection(Branch.fields[configurationFields[service]].target);
  return createItem({ ctx, collection, payload: {}, bypassAccess: true });
}
