// §6: a partner who is logged in as a customer, or the reverse, has to log out first.
import type { FastifyRequest } from "fastify";
import { checkLoginSide } from "#domain/accounts/login-access.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession } from "#server/items/access/session.ts";
import { refreshCookie } from "#server/request.ts";
import { findUserOfRefreshToken } from "#server/auth/sessions.ts";

/** Throws PARTNER_LOGGED_IN, CUSTOMER_LOGGED_IN or ADMIN_LOGGED_IN if this browser has a session of the other side. */
export async function assertNoConflictingSession({
  services,
  request,
  page,
}: {
  services: AppServices;
  request: FastifyRequest;
  page: "partner" | "customer";
}): Promise<void> {
  const token = request.cookies[refreshCookie];
  const userId = token && (await findUserOfRefreshToken({ sql: services.sql, token, now: services.clock() }));
  const otherSession = userId ? await loadSession({ sql: services.sql, userId }) : undefined;
  if (!otherSession || otherSession.accessError) return;
  const errorCode = checkLoginSide({ role: otherSession.actor.role, page });
  if (errorCode) throwApiError(errorCode);
}
