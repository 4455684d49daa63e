// Issues and verifies tokens of every kind (token-kinds.ts). Each kind has its own audience, which is signed or encrypted
// with the payload.
import { createHash, createHmac } from "node:crypto";
import { decodeProtectedHeader, errors as joseErrors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { isEqualConstantTime } from "#server/auth/code-attempts.ts";
import { createSealer, type KeyRing, type Sealer } from "#server/auth/secrets.ts";
import {
  type AccessPayload,
  type JwtKind,
  type SealedKind,
  type SessionPayload,
  type SignedTextKind,
  type TokenKind,
  tokenKinds,
} from "#server/auth/token-kinds.ts";
import { unsealJson } from "#server/auth/unseal-json.ts";
import { throwApiError } from "#server/items/api-error.ts";

const sealedValues = z.record(z.string(), z.unknown());

interface SigningKey {
  /** `kid` of the header: identifies the signing key without revealing it. */
  id: string;
  secret: string;
  bytes: Uint8Array;
}

function createSigningKey(secret: string): SigningKey {
  const id = createHash("sha256").update(`chaavi-kid:${secret}`).digest("base64url").slice(0, 8);
  return { id, secret, bytes: new TextEncoder().encode(secret) };
}

interface IssueOptions<K, P> {
  kind: K;
  payload: P;
}

interface VerifyOptions<K> {
  kind: K;
  token: unknown;
}

interface RowVersion {
  /**
   * Version of the row that a signed text names: part of the signature, so that a new version invalidates earlier tokens.
   * Absent in the first version.
   */
  version?: string | undefined;
}

interface CachedAccess {
  payload: AccessPayload | SessionPayload;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export class TokenService {
  /** The first key signs. */
  readonly #keys: readonly SigningKey[];
  readonly #sealer: Sealer;
  readonly #clock: () => Date;
  // Caches verified access tokens, since checking a signature costs more than the query it guards.
  readonly #cache = new LRUCache<string, CachedAccess>({ max: 10_000 });

  constructor({ keys, clock }: { keys: KeyRing; clock: () => Date }) {
    this.#keys = keys.map(createSigningKey);
    this.#sealer = createSealer(...keys);
    this.#clock = clock;
  }

  /** Issues a token. `expiresAt` shortens the validity of its kind. */
  issue<P>(options: IssueOptions<JwtKind<P>, P> & { expiresAt?: Date }): Promise<string>;
  issue<P>(options: IssueOptions<SignedTextKind<P> | SealedKind<P>, P> & RowVersion): string;
  issue<P>({
    kind,
    payload,
    expiresAt,
    version,
  }: IssueOptions<TokenKind<P>, P> & { expiresAt?: Date } & RowVersion): Promise<string> | string {
    if (kind.format === "jwt") return this.#signJwt({ kind, payload, expiresAt });
    if (kind.format === "sealed") return this.#sealer.seal(JSON.stringify(kind.toJson(payload)));
    const text = kind.toText(payload);
    return text + kind.separator + signText({ kind, text, version, secret: this.#keys[0]!.secret });
  }

  /** Returns the payload of a token of this kind. Throws the errors declared by the kind. */
  verify<P>(options: VerifyOptions<JwtKind<P>>): Promise<P>;
  verify<P>(options: VerifyOptions<SignedTextKind<P> | SealedKind<P>> & RowVersion): P;
  verify<P>({ kind, token, version }: VerifyOptions<TokenKind<P>> & RowVersion): Promise<P> | P {
    if (kind.format === "jwt") return this.#verifyJwt({ kind, token });
    return this.tryVerify({ kind, token, version }) ?? throwApiError(kind.invalid);
  }

  /** Returns the payload of a token of this kind; undefined if it is invalid. */
  tryVerify<P>({ kind, token, version }: VerifyOptions<SignedTextKind<P> | SealedKind<P>> & RowVersion): P | undefined {
    if (typeof token !== "string") return undefined;
    if (kind.format === "sealed") return kind.fromJson(this.#unseal(token));
    const payload = parseUnverified({ kind, token });
    const { text, signature } = splitSignedText({ kind, token });
    const isSigned =
      payload !== undefined &&
      this.#keys.some(({ secret }) => isEqualConstantTime(signature, signText({ kind, text, version, secret })));
    return isSigned ? payload : undefined;
  }

  /**
   * Verifies the token of a request: an access token or the token of session mode. Throws TOKEN_EXPIRED, INVALID_TOKEN.
   */
  async authenticate(token: string): Promise<AccessPayload & { refresh?: string }> {
    const { payload, expiresAt } = this.#cache.get(token) ?? (await this.#verifyAccess(token));
    if (expiresAt <= this.#clock().getTime()) {
      this.#cache.delete(token);
      throwApiError("TOKEN_EXPIRED");
    }
    return payload;
  }

  async #verifyAccess(token: string): Promise<CachedAccess> {
    const claims = await this.#readClaims({ kind: tokenKinds.access, token });
    const payload = tokenKinds.access.fromClaims(claims) ?? tokenKinds.session.fromClaims(claims);
    if (!payload) throwApiError("INVALID_TOKEN");
    const cached = { payload, expiresAt: (claims.exp ?? 0) * 1000 };
    this.#cache.set(token, cached);
    return cached;
  }

  #signJwt<P>({
    kind,
    payload,
    expiresAt,
  }: IssueOptions<JwtKind<P>, P> & { expiresAt: Date | undefined }): Promise<string> {
    const now = this.#clock().getTime();
    const lifetimeMs = Math.min(kind.lifetimeMs, (expiresAt?.getTime() ?? Infinity) - now);
    const seconds = Math.floor(now / 1000);
    const [key] = this.#keys;
    return new SignJWT(kind.toClaims(payload))
      .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: key!.id })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + Math.round(lifetimeMs / 1000))
      .setIssuer(kind.audience)
      .sign(key!.bytes);
  }

  async #verifyJwt<P>({ kind, token }: VerifyOptions<JwtKind<P>>): Promise<P> {
    const payload = kind.fromClaims(await this.#readClaims({ kind, token }));
    return payload ?? throwApiError(kind.invalid);
  }

  async #readClaims({
    kind: { audience, invalid, expired },
    token,
  }: VerifyOptions<Pick<JwtKind<unknown>, "audience" | "invalid" | "expired">>): Promise<JWTPayload> {
    if (typeof token !== "string") throwApiError(invalid);
    try {
      return await this.#checkJwt({ token, audience });
    } catch (error) {
      return throwApiError(error instanceof joseErrors.JWTExpired ? expired : invalid);
    }
  }

  /** Returns the claims of a token signed with one of the keys. Throws errors of `jose`. */
  async #checkJwt({ token, audience }: { token: string; audience: string }): Promise<JWTPayload> {
    const { kid } = decodeProtectedHeader(token);
    // Tokens of earlier versions, which had a single key, carry no `kid`.
    const candidates = this.#keys.filter(({ id }) => kid === undefined || id === kid);
    const options = { issuer: audience, currentDate: this.#clock(), algorithms: ["HS256"] };
    for (const { bytes } of candidates.slice(0, -1)) {
      const result = await jwtVerify(token, bytes, options).catch(ignoreSignature);
      if (result) return result.payload;
    }
    const { payload } = await jwtVerify(token, candidates.at(-1)?.bytes ?? this.#keys[0]!.bytes, options);
    return payload;
  }

  /** Returns no values for a text that was altered or encrypted with none of the keys. */
  #unseal(token: string): { [name: string]: unknown } {
    return unsealJson({ sealer: this.#sealer, sealed: token, schema: sealedValues }) ?? {};
  }
}

/** Returns the payload of a signed text without checking its signature; undefined if it is malformed. */
export function parseUnverified<P>({ kind, token }: VerifyOptions<SignedTextKind<P>>): P | undefined {
  if (typeof token !== "string") return undefined;
  const { text, signature } = splitSignedText({ kind, token });
  return signature.length === kind.signatureLength ? kind.fromText(text) : undefined;
}

function splitSignedText({ kind, token }: { kind: Pick<SignedTextKind<unknown>, "separator">; token: string }) {
  const end = token.lastIndexOf(kind.separator);
  return { text: token.slice(0, Math.max(end, 0)), signature: token.slice(end + 1) };
}

function signText({
  kind: { audience, signatureLength },
  text,
  version,
  secret,
}: {
  kind: Pick<SignedTextKind<unknown>, "audience" | "signatureLength">;
  text: string;
  secret: string;
} & RowVersion): string {
  const signed = `${audience}:${text}${version === undefined ? "" : `:${version}`}`;
  return createHmac("sha256", secret).update(signed).digest("base64url").slice(0, signatureLength);
}

function ignoreSignature(error: unknown): undefined {
  if (!(error instanceof joseErrors.JWSSignatureVerificationFailed)) throw error;
}

/**
 * Version of a link to a row without an account, so that a renewal invalidates earlier links. `renewedAt` is the time of
 * the last renewal; links of the first version have none.
 */
export const toLinkVersion = (renewedAt: Date | null | undefined): string | undefined =>
  renewedAt?.getTime().toString();
