// §7: who is at the other end of a socket: by an access token, or by what logs in or renews over HTTP.
import type { FastifyInstance } from "fastify";
import type { House, Origin } from "#server/context.ts";
import type { Session } from "#server/items/who.ts";
import { sessionOfToken } from "#server/request.ts";

export interface Credentials {
  access_token?: unknown;
  refresh_token?: unknown;
  email?: unknown;
  password?: unknown;
  otp?: unknown;
}

export interface Found {
  session: Session;
  token: string;
  /** A new one, where an old one or a password was given. */
  refreshToken?: string;
}

/** Throws, or answers null, for who is not known. */
export async function authenticate({
  app,
  house,
  origin,
  credentials,
}: {
  app: FastifyInstance;
  house: House;
  origin: Origin;
  credentials: Credentials;
}): Promise<Found | null> {
  const { access_token: given, refresh_token, email, password, otp } = credentials;
  if (typeof given === "string") return { session: await sessionOfToken({ house, token: given }), token: given };
  const isRenewal = typeof refresh_token === "string";
  if (!isRenewal && (typeof email !== "string" || typeof password !== "string")) return null;
  // At the addresses that do it, so that tries are counted and tokens rotate there as always.
  const answer = await app.inject({
    method: "POST",
    url: isRenewal ? "/auth/refresh" : "/auth/login",
    ...(origin.ip === null ? {} : { remoteAddress: origin.ip }),
    headers: { "user-agent": origin.userAgent ?? "" },
    payload: {
      mode: "json",
      ...(isRenewal ? { refresh_token } : { email, password, ...(otp === undefined ? {} : { otp }) }),
    },
  });
  if (answer.statusCode !== 200) return null;
  const { data } = answer.json<{ data: { access_token: string; refresh_token: string } }>();
  const session = await sessionOfToken({ house, token: data.access_token });
  return { session, token: data.access_token, refreshToken: data.refresh_token };
}

/** When a token that was found good runs out, in ms since 1970; one that is not signed for a time never does. */
export function expiryOf(token: string | null): number {
  const claims = token?.split(".")[1];
  if (claims === undefined) return Number.POSITIVE_INFINITY;
  try {
    const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as { exp?: unknown };
    return typeof exp === "number" ? exp * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
