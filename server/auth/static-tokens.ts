// §7: static tokens of integrations, looked up by keyed hash; a token acts as one user in each of its branches.
import { LRUCache } from "lru-cache";
import type { Sql } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { hashCodeWithAll, type KeyRing } from "#server/auth/secrets.ts";

const tokenPrefix = "chv_";
const tokenBytes = 30;
/** Write interval of `last_used_at`, which is only informational. */
const lastUsedIntervalMs = 60_000;

/** Access tokens are JWTs, whose parts are separated by dots; any other token is looked up as a static one. */
export function isOpaqueToken(token: string): boolean {
  return !token.includes(".");
}

export function isStaticToken(token: string): boolean {
  return token.startsWith(tokenPrefix);
}

export function generateStaticToken(random: (bytes: number) => Uint8Array): string {
  return tokenPrefix + Buffer.from(random(tokenBytes)).toString("base64url");
}

interface CachedToken {
  id: number;
  expiresAt: Date | null;
  /** In the order in which the branches were assigned. */
  users: { id: string; branch: number; slug: string }[];
  lastUsedWrittenAt: number;
}

export class StaticTokens {
  readonly #sql: Sql;
  readonly #keys: KeyRing;
  // The users of a token never change; revoking it suspends them, which their sessions detect.
  readonly #cache = new LRUCache<string, CachedToken>({ max: 1_000 });

  constructor({ sql, keys }: { sql: Sql; keys: KeyRing }) {
    this.#sql = sql;
    this.#keys = keys;
  }

  /**
   * Returns the user of a token at a branch, given by id or slug; at its first branch by default. Throws
   * INVALID_CREDENTIALS for an unknown or expired token, FORBIDDEN for another branch.
   */
  async getUser({ token, branch, now }: { token: string; branch: string | undefined; now: Date }): Promise<string> {
    const hashes = hashCodeWithAll({ code: token, keys: this.#keys });
    const cached = this.#cache.get(hashes[0]!) ?? (await this.#lookUp(hashes));
    if (cached.expiresAt && cached.expiresAt <= now) throwApiError("INVALID_CREDENTIALS");
    const user = branch
      ? cached.users.find((candidate) => candidate.slug === branch || String(candidate.branch) === branch)
      : cached.users[0];
    if (!user) throwApiError("FORBIDDEN");
    const sql = this.#sql;
    if (now.getTime() - cached.lastUsedWrittenAt >= lastUsedIntervalMs) {
      cached.lastUsedWrittenAt = now.getTime();
      await sql`update "Integration_Tokens" set last_used_at = ${now} where id = ${cached.id}`;
    }
    return user.id;
  }

  /** Returns when a cached token expires, in ms since 1970. */
  getExpiry(token: string): number {
    const cached = this.#cache.get(hashCodeWithAll({ code: token, keys: this.#keys })[0]!);
    return cached?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the first user of a cached token without a database query; undefined for any other. */
  getCachedUser(token: string): string | undefined {
    return this.#cache.get(hashCodeWithAll({ code: token, keys: this.#keys })[0]!)?.users[0]?.id;
  }

  async #lookUp(hashes: readonly string[]): Promise<CachedToken> {
    const sql = this.#sql;
    const hash = hashes[0]!;
    const [row] = await sql<(Omit<CachedToken, "lastUsedWrittenAt"> & { hash: string })[]>`
      select t.token as hash, t.id, t.expires_at as "expiresAt",
        (select json_agg(json_build_object('id', u.id, 'branch', b.id, 'slug', b.slug) order by u.date_created, u.email)
          from users u join "Branch" b on b.id = u.default_branch where u.integration = t.id) as users
      from "Integration_Tokens" t where t.token = any(${[...hashes]}) and t.revoked_at is null`;
    if (!row?.users) throwApiError("INVALID_CREDENTIALS");
    const { hash: storedHash, ...token } = row;
    // Stores the hash of the current key, so that the earlier key can be retired.
    if (storedHash !== hash)
      await sql`update "Integration_Tokens" set token = ${hash} where id = ${row.id} and token = ${storedHash}`;
    const cached = { ...token, lastUsedWrittenAt: 0 };
    this.#cache.set(hash, cached);
    return cached;
  }
}
