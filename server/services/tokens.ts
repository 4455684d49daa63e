// reading.md §7: the signed access token, 15 minutes.
import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { refuse } from "#server/items/refused.ts";

export const accessTokenMs = 15 * 60 * 1000;
const issuer = "chaavi";

export interface Claims {
  /** The user's id. */
  id: string;
  /** The user's auth_version when the token was given out. */
  version: number;
  /** The refresh family this token belongs to. */
  session: string;
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

  sign({ id, version, session, now }: { id: string; version: number; session: string; now: Date }): Promise<string> {
    const seconds = Math.floor(now.getTime() / 1000);
    return new SignJWT({ id, v: version, session })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + accessTokenMs / 1000)
      .setIssuer(issuer)
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
    now,
    lifeMs,
  }: {
    id: string;
    version: number;
    now: Date;
    lifeMs: number;
  }): Promise<string> {
    const seconds = Math.floor(now.getTime() / 1000);
    return new SignJWT({ id, v: version })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + lifeMs / 1000)
      .setIssuer(`${issuer}-live`)
      .sign(this.#key);
  }

  /** Throws INVALID_TOKEN, also for one that ran out. */
  async verifyTicket({ token, now }: { token: string; now: Date }): Promise<{ id: string; version: number }> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        issuer: `${issuer}-live`,
        currentDate: now,
        algorithms: ["HS256"],
      });
      return { id: String(payload["id"]), version: Number(payload["v"]) };
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
