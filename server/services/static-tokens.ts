// §7: the static tokens of integrations: looked up by their keyed hash, each acting as one user for every branch it is for.
import type { Sql } from "#server/db/pool.ts";
import { refuse } from "#server/items/refused.ts";
import { codeHash } from "#server/services/secrets.ts";

const start = "chv_";
const tokenBytes = 30;
/** `last_used_at` is for people: once a minute tells them enough. */
const noteEveryMs = 60_000;
const mostKnown = 1_000;

export function isStaticToken(token: string): boolean {
  return token.startsWith(start);
}

export function newStaticToken(random: (bytes: number) => Uint8Array): string {
  return start + Buffer.from(random(tokenBytes)).toString("base64url");
}

interface Known {
  id: number;
  expiresAt: Date | null;
  /** In the order in which the branches were named. */
  users: { id: string; branch: number; slug: string }[];
  notedAt: number;
}

export class StaticTokens {
  readonly #sql: Sql;
  readonly #secret: string;
  // What a token is for never changes; that it was revoked is seen by its users, who are suspended with it.
  readonly #known = new Map<string, Known>();

  constructor({ sql, secret }: { sql: Sql; secret: string }) {
    this.#sql = sql;
    this.#secret = secret;
  }

  /**
   * The user a token acts as at a branch, given by its id or slug; at its first without one. Throws INVALID_CREDENTIALS for a
   * token that is unknown or over, FORBIDDEN for a branch it is not for.
   */
  async userOf({ token, branch, now }: { token: string; branch: string | undefined; now: Date }): Promise<string> {
    const hash = codeHash({ code: token, key: this.#secret });
    const known = this.#known.get(hash) ?? (await this.#look(hash));
    if (known.expiresAt && known.expiresAt <= now) refuse("INVALID_CREDENTIALS");
    const user = branch
      ? known.users.find((one) => one.slug === branch || String(one.branch) === branch)
      : known.users[0];
    if (!user) refuse("FORBIDDEN");
    const sql = this.#sql;
    if (now.getTime() - known.notedAt >= noteEveryMs) {
      known.notedAt = now.getTime();
      await sql`update "Integration_Tokens" set last_used_at = ${now} where id = ${known.id}`;
    }
    return user.id;
  }

  async #look(hash: string): Promise<Known> {
    const sql = this.#sql;
    const [row] = await sql<Omit<Known, "notedAt">[]>`
      select t.id, t.expires_at as "expiresAt",
        (select json_agg(json_build_object('id', u.id, 'branch', b.id, 'slug', b.slug) order by u.date_created, u.email)
          from users u join "Branch" b on b.id = u.default_branch where u.integration = t.id) as users
      from "Integration_Tokens" t where t.token = ${hash} and t.revoked_at is null`;
    if (!row?.users) refuse("INVALID_CREDENTIALS");
    if (this.#known.size >= mostKnown) this.#known.delete(this.#known.keys().next().value!);
    const known = { ...row, notedAt: 0 };
    this.#known.set(hash, known);
    return known;
  }
}
