// §2 /configurations/branch: enables and disables services; creates the configuration of a service enabled for the
// first time.
import { can } from "#domain/access/capabilities.ts";
import type { Row } from "#domain/schema/collection.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { configurationFields, serviceNames } from "#domain/branches/services.ts";
import { runInTransaction } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { createServiceConfiguration } from "#server/features/branches/service-configuration.ts";

/**
 * Enables and disables services of the actor's own branch. Throws FORBIDDEN except for admins and managers,
 * VEHICLES_MOVING while vehicles of a service are inside, SERVICE_REQUIRED if no service would remain.
 */
export function setEnabledServices({
  services,
  session,
  origin,
  changes,
}: ActionContext & { changes: Row }): Promise<void> {
  return runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const { branch } = ctx.actor;
      if (!can(ctx.actor, "branch.configure") || branch === null) throwApiError("FORBIDDEN");
      // Locks the branch so that concurrent requests do not create two configurations of a service.
      const [row] = await ctx.tx<Row[]>`select * from "Branch" where id = ${branch} for update`;
      const systemValues: Row = {};
      for (const service of serviceNames) {
        const field = configurationFields[service];
        if (changes[service] === true && row?.[field] === null)
          systemValues[field] = await createServiceConfiguration({ ctx, service });
      }
      await updateItem({ ctx, collection: Branch, id: branch, payload: changes, systemValues });
    },
  });
}
