// §7: authenticates a socket with an access token, a refresh token, or e-mail and password.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { assertSupportOpen, type Session } from "#server/items/access/session.ts";
import type { SocketMessage } from "#server/features/live/message.ts";
import { getSessionOfToken } from "#server/request.ts";
import { isStaticToken } from "#server/auth/static-tokens.ts";
import { jsonText } from "#server/json-text.ts";

export interface AuthenticatedSession {
  session: Session;
  token: string;
  /** New refresh token after authentication by refresh token or password. */
  refreshToken?: string;
}

/**
 * Reads `access_token`, `refresh_token`, or `email`, `password` and `otp`. Throws or returns null if the credentials are
 * invalid.
 */
export async function authenticateSocket({
  app,
  services,
  origin,
  credentials,
}: {
  app: FastifyInstance;
  services: AppServices;
  origin: RequestOrigin;
  credentials: SocketMessage;
}): Promise<AuthenticatedSession | null> {
  const { access_token: accessToken, refresh_token, email, password, otp } = credentials;
  if (typeof accessToken === "string")
    return { session: await getOpenSession({ services, token: accessToken }), token: accessToken };
  const isRenewal = typeof refresh_token === "string";
  if (!isRenewal && (typeof email !== "string" || typeof password !== "string")) return null;
  // Calls the HTTP routes, so that attempts are counted and tokens rotate as usual.
  const response = await app.inject({
    method: "POST",
    url: isRenewal ? "/auth/refresh" : "/auth/login",
    ...(origin.ip === null ? {} : { remoteAddress: origin.ip }),
    headers: { "user-agent": origin.userAgent ?? "" },
    payload: {
      mode: "json",
      ...(isRenewal ? { refresh_token } : { email, password, ...(otp === undefined ? {} : { otp }) }),
    },
  });
  if (response.statusCode !== 200) return null;
  const { data } = response.json<{ data: { access_token: string; refresh_token: string } }>();
  const session = await getOpenSession({ services, token: data.access_token });
  return { session, token: data.access_token, refreshToken: data.refresh_token };
}

async function getOpenSession({ services, token }: { services: AppServices; token: string }): Promise<Session> {
  const session = await getSessionOfToken({ services, token });
  assertSupportOpen({ session, now: services.clock() });
  return session;
}

const expiringClaims = jsonText(z.object({ exp: z.number() }));

/** Expiry of a verified token in ms since 1970; infinity if it does not expire. */
function getTokenExpiry({ services, token }: { services: AppServices; token: string | null }): number {
  if (token !== null && isStaticToken(token)) return services.staticTokens.getExpiry(token);
  const claims = token?.split(".")[1];
  if (claims === undefined) return Number.POSITIVE_INFINITY;
  const { data } = expiringClaims.safeParse(Buffer.from(claims, "base64url").toString("utf8"));
  return data ? data.exp * 1000 : Number.POSITIVE_INFINITY;
}

/** End of what the session may listen to, in ms since 1970: of its token, or of its access as support. */
export function getSessionExpiry({
  services,
  session: { support },
  token,
}: {
  services: AppServices;
  session: Session;
  token: string | null;
}): number {
  return Math.min(getTokenExpiry({ services, token }), support?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY);
}
