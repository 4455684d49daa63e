// reading.md §7: signed access tokens, valid for 15 minutes.
import { createHash } from "node:crypto";
import { decodeProtectedHeader, errors as joseErrors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { throwApiError } from "#server/items/api-error.ts";
import type { KeyRing } from "#server/auth/secrets.ts";

export const accessTokenTtlMs = 15 * 60 * 1000;
/** The only token of session mode, in a cookie, so it is valid for a day. */
export const sessionTokenTtlMs = 24 * 60 * 60 * 1000;
const issuer = "chaavi";

export interface TokenClaims {
  /** The user's id. */
  id: string;
  /** The user's auth_version when the token was issued. */
  version: number;
  /** Family of the refresh token. */
  session: string;
  /** Refresh token of session mode; protected, since scripts cannot read the cookie. */
  refresh?: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

interface SigningKey {
  /** `kid` of the header: identifies the signing key without revealing it. */
  id: string;
  bytes: Uint8Array;
}

function createSigningKey(secret: string): SigningKey {
  const id = createHash("sha256").update(`chaavi-kid:${secret}`).digest("base64url").slice(0, 8);
  return { id, bytes: new TextEncoder().encode(secret) };
}

function ignoreSignature(error: unknown): undefined {
  if (!(error instanceof joseErrors.JWSSignatureVerificationFailed)) throw error;
}

export class TokenService {
  /** The first key signs. */
  readonly #keys: readonly SigningKey[];
  // Caches verified tokens, since checking a signature costs more than the query it guards.
  readonly #cache = new LRUCache<string, TokenClaims>({ max: 10_000 });

  constructor(...secrets: KeyRing) {
    this.#keys = secrets.map(createSigningKey);
  }

  /** Signs an access token; with `refresh` the token of session mode. */
  sign({
    id,
    version,
    session,
    refresh,
    endsAt,
    now,
  }: {
    id: string;
    version: number;
    session: string;
    refresh?: string;
    /** End of the session, if it is earlier. */
    endsAt?: Date;
    now: Date;
  }): Promise<string> {
    const remainingMs = (endsAt?.getTime() ?? Infinity) - now.getTime();
    const lifeMs = Math.min(refresh === undefined ? accessTokenTtlMs : sessionTokenTtlMs, remainingMs);
    const payload = { id, v: version, session, ...(refresh === undefined ? {} : { refresh }) };
    return this.#sign({ payload, issuer, now, lifeMs });
  }

  #sign({
    payload,
    issuer: tokenIssuer,
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
      .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: this.#keys[0]!.id })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + Math.round(lifeMs / 1000))
      .setIssuer(tokenIssuer)
      .sign(this.#keys[0]!.bytes);
  }

  /** Returns the payload of a token signed with one of the keys. Throws errors of `jose`. */
  async #verify({
    token,
    issuer: tokenIssuer,
    now,
  }: {
    token: string;
    issuer: string;
    now: Date;
  }): Promise<JWTPayload> {
    const { kid } = decodeProtectedHeader(token);
    // Tokens of earlier versions, which had a single key, carry no `kid`.
    const candidates = this.#keys.filter(({ id }) => kid === undefined || id === kid);
    const options = { issuer: tokenIssuer, currentDate: now, algorithms: ["HS256"] };
    for (const { bytes } of candidates.slice(0, -1)) {
      const result = await jwtVerify(token, bytes, options).catch(ignoreSignature);
      if (result) return result.payload;
    }
    const { payload } = await jwtVerify(token, candidates.at(-1)?.bytes ?? this.#keys[0]!.bytes, options);
    return payload;
  }

  /** Verifies an access token. Throws TOKEN_EXPIRED if it has expired, INVALID_TOKEN if it is not valid. */
  async verify({ token, now }: { token: string; now: Date }): Promise<TokenClaims> {
    const claims = this.#cache.get(token) ?? (await this.#check({ token, now }));
    if (claims.expiresAt <= now.getTime()) {
      this.#cache.delete(token);
      throwApiError("TOKEN_EXPIRED");
    }
    return claims;
  }

  /** Signs a token for the live stream only; `until` is when the stream ends, in ms since 1970. */
  signStreamTicket({
    id,
    version,
    session = null,
    until = null,
    now,
    lifeMs,
  }: {
    id: string;
    version: number;
    session?: string | null;
    until?: number | null;
    now: Date;
    lifeMs: number;
  }): Promise<string> {
    return this.#sign({ payload: { id, v: version, session, until }, issuer: `${issuer}-live`, now, lifeMs });
  }

  /** Signs a token for one purpose only, such as a mailed link or the proof of a phone number. */
  signForPurpose({
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
    return this.#sign({ payload: { scope: purpose, sub: subject }, issuer: `${issuer}-${purpose}`, now, lifeMs });
  }

  /** Returns the subject of a token for this purpose. Throws TOKEN_EXPIRED, INVALID_TOKEN. */
  async verifyForPurpose({ purpose, token, now }: { purpose: string; token: string; now: Date }): Promise<string> {
    try {
      const payload = await this.#verify({ token, issuer: `${issuer}-${purpose}`, now });
      return String(payload.sub);
    } catch (error) {
      return throwApiError(error instanceof joseErrors.JWTExpired ? "TOKEN_EXPIRED" : "INVALID_TOKEN");
    }
  }

  /** Verifies a stream ticket. Throws INVALID_TOKEN, also if it has expired. */
  async verifyStreamTicket({
    token,
    now,
  }: {
    token: string;
    now: Date;
  }): Promise<{ id: string; version: number; session: string | null; until: number | null }> {
    try {
      const payload = await this.#verify({ token, issuer: `${issuer}-live`, now });
      const session = typeof payload["session"] === "string" ? payload["session"] : null;
      const until = typeof payload["until"] === "number" ? payload["until"] : null;
      return { id: String(payload["id"]), version: Number(payload["v"]), session, until };
    } catch {
      return throwApiError("INVALID_TOKEN");
    }
  }

  async #check({ token, now }: { token: string; now: Date }): Promise<TokenClaims> {
    try {
      const payload = await this.#verify({ token, issuer, now });
      const claims: TokenClaims = {
        id: String(payload["id"]),
        version: Number(payload["v"]),
        session: String(payload["session"]),
        ...(typeof payload["refresh"] === "string" ? { refresh: payload["refresh"] } : {}),
        expiresAt: (payload.exp ?? 0) * 1000,
      };
      this.#cache.set(token, claims);
      return claims;
    } catch (error) {
      return throwApiError(error instanceof joseErrors.JWTExpired ? "TOKEN_EXPIRED" : "INVALID_TOKEN");
    }
  }
}
