// §4: while a registration is under review its admin cannot log in, but can set up the branch with the rights of
// domain/access/set-up-access.ts.
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";

/** Token of a set-up session, for a user who has just authenticated; null if there is nothing to set up. */
export async function issueSetUpToken({
  services,
  session: { actor, authVersion, maySetUp },
}: {
  services: AppServices;
  session: Session;
}): Promise<string | null> {
  if (!maySetUp) return null;
  return services.tokens.issue({ kind: tokenKinds.setUp, payload: { id: actor.id!, version: authVersion } });
}

/**
 * Returns the session that a token opens. Throws INVALID_TOKEN, TOKEN_EXPIRED, also after a change of password, role or
 * status, and the access error of an account or branch that was closed meanwhile.
 */
export async function loadSetUpSession({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<Session> {
  const { id, version } = await services.tokens.verify({ kind: tokenKinds.setUp, token });
  const session = await loadSession({ sql: services.sql, userId: id });
  if (!session) throwApiError("INVALID_TOKEN");
  if (session.authVersion !== version) throwApiError("TOKEN_EXPIRED");
  if (session.accessError && !session.maySetUp) throwApiError(session.accessError);
  return session;
}
