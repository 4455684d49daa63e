// §3 Offers: what was used and saved of each offer.
import type { offerActions } from "#domain/offers/actions.ts";
import { isInScope } from "#domain/access/roles.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { ContractCall } from "#server/http/implement.ts";

/** Of the offers of the actor's branch, and of those of the company for all branches. */
export async function readFigures({
  services: { sql },
  session: { actor },
}: ContractCall<typeof offerActions.readFigures>): Promise<ContractResult<typeof offerActions.readFigures>> {
  const rows = await sql<{ offer: number; uses: number; saved: number; company: number; branch: number | null }[]>`
    select c.offer, c.uses, (c.saved * 100)::int8::float8 as saved, o.company, o.branch
    from offer_counters c join "Offers" o on o.id = c.offer where o.company = ${actor.company} order by c.offer`;
  return rows
    .filter(({ company, branch }) => isInScope({ actor, company, branch: branch ?? actor.branch }))
    .map(({ offer, uses, saved }) => ({ offer, uses, saved }));
}
