// §7: the branches for which tokens and webhooks are made.
import { can } from "#domain/access/capabilities.ts";
import { isInScope } from "#domain/access/roles.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * Requires that all branches exist and belong to one company, the actor's own unless the actor is the platform;
 * otherwise FORBIDDEN.
 */
export async function assertOwnBranches({ ctx, branches }: { ctx: WriteContext; branches: number[] }): Promise<number> {
  const { actor } = ctx;
  const found = await ctx.tx<{ id: number; company: number }[]>`
    select id, company from "Branch" where id = any(${branches}::bigint[])`;
  const isPermitted =
    can(actor, "integration.manage") && found.every(({ company }) => isInScope({ actor, company, branch: null }));
  const isSingleCompany = new Set(found.map((candidate) => candidate.company)).size === 1;
  if (!isPermitted || !isSingleCompany || found.length !== branches.length) throwApiError("FORBIDDEN");
  return found[0]!.company;
}
