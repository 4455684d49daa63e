// §7: webhook endpoints that the actor manages: those of the own company, for the platform all.
import { can } from "#domain/access/capabilities.ts";
import { isInScope } from "#domain/access/roles.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

export interface OwnEndpoint {
  id: number;
  company: number;
  state: string;
  secret: string;
}

/** Locks the endpoint; FORBIDDEN if it does not exist or belongs to another company. */
export async function lockOwnEndpoint({ ctx, id }: { ctx: WriteContext; id: number }): Promise<OwnEndpoint> {
  const { actor } = ctx;
  if (!can(actor, "integration.manage")) throwApiError("FORBIDDEN");
  const [row] = await ctx.tx<OwnEndpoint[]>`
    select id, company, state, secret from "Webhook_Endpoints"
    where id = ${id} and (company = ${actor.company} or ${can(actor, "platform.administer")}) for update`;
  if (!row || !isInScope({ actor, company: row.company, branch: null })) throwApiError("FORBIDDEN");
  return row;
}

/** Endpoint of a delivery, with its event; FORBIDDEN as above. */
export async function lockOwnDelivery({
  ctx,
  id,
}: {
  ctx: WriteContext;
  id: number;
}): Promise<{ endpoint: OwnEndpoint; event: number; subject: string; state: string }> {
  const [row] = await ctx.tx<{ endpoint: number; event: number; subject: string; state: string }[]>`
    select endpoint, event, subject, state from "Webhook_Deliveries" where id = ${id} for update`;
  if (!row) throwApiError("FORBIDDEN");
  return { ...row, endpoint: await lockOwnEndpoint({ ctx, id: row.endpoint }) };
}
