// §1: actions of the platform's support. Its own session is read here, since it leaves also once the access has ended.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { supportActions } from "#domain/platform/support-actions.ts";
import type { AppServices } from "#server/context.ts";
import { leaveSupportAccess } from "#server/auth/gating/leave-support.ts";
import { enterSupportAccess } from "#server/features/platform/support/support-session.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { assertSessionValid, type Session } from "#server/items/access/session.ts";
import { getSession, loadFreshSession } from "#server/request.ts";

/** The current session of the request, also if its access has ended; undefined without a log-in. */
async function findSession({
  services,
  request,
}: {
  services: AppServices;
  request: FastifyRequest;
}): Promise<Session | undefined> {
  const { actor, authVersion, family } = await getSession({ services, request });
  if (actor.id === null) return undefined;
  const fresh = await loadFreshSession({ services, userId: actor.id });
  return assertSessionValid({ fresh, authVersion, family });
}

const implementations = [
  implement(supportActions.enter, enterSupportAccess),
  implement(supportActions.leave, async ({ services, origin }, { request }) => {
    const session = await findSession({ services, request });
    if (!session?.support) throwApiError("NO_MATCH_FOUND");
    await leaveSupportAccess({ services, origin, access: session.support.id, userId: session.actor.id! });
  }),
  implement(supportActions.readCurrent, async ({ services }, { request }) => {
    const support = (await findSession({ services, request }))?.support;
    if (!support) return null;
    const { id, company, branch, expiresAt, isOpen } = support;
    return { id, company, branch, expires_at: expiresAt, is_open: isOpen && services.clock() < expiresAt };
  }),
];

export function supportRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
