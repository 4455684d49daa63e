// §2 /configurations/branch: a service is switched on or off; one that never ran here gets its configuration with it.
import type { Collection, Row } from "#domain/collection.ts";
import { Branch } from "#domain/collections/branch.ts";
import { configurationFields, services } from "#domain/services.ts";
import { inTransaction } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import type { Acting } from "#server/services/action.ts";
import { createConfiguration } from "#server/services/service-configuration.ts";

const collection = Branch as unknown as Collection;

/**
 * Switches services of the caller's own branch. Throws FORBIDDEN for who is neither admin nor manager, VEHICLES_MOVING while
 * vehicles of a service are inside, SERVICE_REQUIRED where none would be left.
 */
export function switchServices({ house, session, origin, sent }: Acting & { sent: Row }): Promise<void> {
  return inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const { role, branch } = ctx.who;
      if ((role !== "admin" && role !== "manager") || branch === null) refuse("FORBIDDEN");
      // Two who switch on the same service at once would each make a configuration.
      const [row] = await ctx.tx<Row[]>`select * from "Branch" where id = ${branch} for update`;
      const set: Row = {};
      for (const service of services) {
        const field = configurationFields[service];
        if (sent[service] === true && row?.[field] === null) set[field] = await createConfiguration({ ctx, service });
      }
      await updateItem({ ctx, collection, id: branch, payload: sent, set });
    },
  });
}
