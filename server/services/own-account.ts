// §6: what only a person may do with their own account; a static token has none.
import type { FastifyRequest } from "fastify";
import type { House } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { refreshedSession, sessionOf } from "#server/request.ts";
import { stillGood } from "#server/items/who.ts";

/** The person who asks, as they stand now. Throws INVALID_CREDENTIALS for nobody, FORBIDDEN for an integration. */
export async function personAsking({
  house,
  request,
}: {
  house: House;
  request: FastifyRequest;
}): Promise<{ session: Session; id: string }> {
  const { who, authVersion, family, isMachine } = await sessionOf({ house, request });
  if (who.id === null) refuse("INVALID_CREDENTIALS");
  if (isMachine) refuse("FORBIDDEN");
  const fresh = await refreshedSession({ house, userId: who.id });
  return { session: stillGood({ fresh, authVersion, family }), id: who.id };
}
