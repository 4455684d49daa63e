// reading.md §7: the signed access token, 15 minutes.
import { errors as joseErrors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { refuse } from "#server/items/refused.ts";

export const accessTokenMs = 15 * 60 * 1000;
/** In session mode one token in a cookie is all there is, so it lives for a day. */
export const sessionTokenMs = 24 * 60 * 60 * 1000;
const issuer = "chaavi";

export interface Claims {
  /** The user's id. */
  id: string;
  /** The user's auth_version when the token was given out. */
  version: number;
  /** The refresh family this token belongs to. */
  session: string;
  /** In session mode, what renews it: it is in a cookie that scripts cannot read. */
  refresh?: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export class Tokens {
  readonly #key: Uint8Array;
  // Checking a signature costs more than the query it guards; a token that was good stays good until it expires.
  readonly #known = new Map<string, Claims>();

  constructor(secret: string) {
    this.#key = new TextEncoder().encode(secret);
  }

  /** `refresh` makes it the token of session mode. */
  sign({
    id,
    version,
    session,
    refresh,
    now,
  }: {
    id: string;
    version: number;
    session: string;
    refresh?: string;
    now: Date;
  }): Promise<string> {
    const lifeMs = refresh === undefined ? accessTokenMs : sessionTokenMs;
    const payload = { id, v: version, session, ...(refresh === undefined ? {} : { refresh }) };
    return this.#signed({ payload, issuer, now, lifeMs });
  }

  #signed({
    payload,
    issuer: by,
    now,
    lifeMs,
  }: {
    payload: JWTPayload;
    issuer: string;
    now: Date;
    lifeMs: number;
  }): Promise<string> {
    const seconds = Math.floor(now.getTime() / 1000);
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + Math.round(lifeMs / 1000))
      .setIssuer(by)
      .sign(this.#key);
  }

  /** Throws TOKEN_EXPIRED for one that ran out, INVALID_TOKEN for one that is not ours. */
  async verify({ token, now }: { token: string; now: Date }): Promise<Claims> {
    const known = this.#known.get(token) ?? (await this.#check({ token, now }));
    if (known.expiresAt <= now.getTime()) {
      this.#known.delete(token);
      refuse("TOKEN_EXPIRED");
    }
    return known;
  }

  /** A token that opens the live stream and nothing else. */
  signTicket({
    id,
    version,
    session = null,
    now,
    lifeMs,
  }: {
    id: string;
    version: number;
    session?: string | null;
    now: Date;
    lifeMs: number;
  }): Promise<string> {
    return this.#signed({ payload: { id, v: version, session }, issuer: `${issuer}-live`, now, lifeMs });
  }

  /** A token that is worth what `purpose` says and nothing else: a link of a mail, a proof of a phone number. */
  signFor({
    purpose,
    subject,
    now,
    lifeMs,
  }: {
    purpose: string;
    subject: string;
    now: Date;
    lifeMs: number;
  }): Promise<string> {
    return this.#signed({ payload: { scope: purpose, sub: subject }, issuer: `${issuer}-${purpose}`, now, lifeMs });
  }

  /** The subject of such a token. Throws TOKEN_EXPIRED, INVALID_TOKEN. */
  async verifyFor({ purpose, token, now }: { purpose: string; token: string; now: Date }): Promise<string> {
    try {
      const options = { issuer: `${issuer}-${purpose}`, currentDate: now, algorithms: ["HS256"] };
      const { payload } = await jwtVerify(token, this.#key, options);
      return String(payload.sub);
    } catch (error) {
      return refuse(error instanceof joseErrors.JWTExpired ? "TOKEN_EXPIRED" : "INVALID_TOKEN");
    }
  }

  /** Throws INVALID_TOKEN, also for one that ran out. */
  async verifyTicket({
    token,
    now,
  }: {
    token: string;
    now: Date;
  }): Promise<{ id: string; version: number; session: string | null }> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        issuer: `${issuer}-live`,
        currentDate: now,
        algorithms: ["HS256"],
      });
      const session = typeof payload["session"] === "string" ? payload["session"] : null;
      return { id: String(payload["id"]), version: Number(payload["v"]), session };
    } catch {
      return refuse("INVALID_TOKEN");
    }
  }

  async #check({ token, now }: { token: string; now: Date }): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { issuer, currentDate: now, algorithms: ["HS256"] });
      const claims: Claims = {
        id: String(payload["id"]),
        version: Number(payload["v"]),
        session: String(payload["session"]),
        ...(typeof payload["refresh"] === "string" ? { refresh: payload["refresh"] } : {}),
        expiresAt: (payload.exp ?? 0) * 1000,
      };
      if (this.#known.size > 10_000) this.#known.clear();
      this.#known.set(token, claims);
      return claims;
    } catch (error) {
      return refuse(error instanceof joseErrors.JWTExpired ? "TOKEN_EXPIRED" : "INVALID_TOKEN");
    }
  }
}
