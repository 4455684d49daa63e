// §6: restricts actions on the own account to users; static tokens have no account.
import type { FastifyRequest } from "fastify";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { loadFreshSession, getSession } from "#server/request.ts";
import { assertSessionValid } from "#server/items/access/session.ts";

/**
 * Returns the current session of the user. Throws INVALID_CREDENTIALS for anonymous requests, FORBIDDEN for an
 * integration.
 */
export async function requireUser({
  services,
  request,
}: {
  services: AppServices;
  request: FastifyRequest;
}): Promise<{ session: Session; id: string }> {
  const { actor, authVersion, family, isIntegration } = await getSession({ services, request });
  if (actor.id === null) throwApiError("INVALID_CREDENTIALS");
  if (isIntegration) throwApiError("FORBIDDEN");
  const fresh = await loadFreshSession({ services, userId: actor.id });
  return { session: assertSessionValid({ fresh, authVersion, family }), id: actor.id };
}
