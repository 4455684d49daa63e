// reading.md §7: refresh tokens: rotating, hashed at rest; an old one used again ends its family.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Sql, Tx } from "#server/db/pool.ts";
import { refuse } from "#server/items/refused.ts";

export const refreshTokenMs = 7 * 24 * 60 * 60 * 1000;
/** Two tabs may refresh with the same token at the same moment; only later is it a theft. */
const graceMs = 10_000;

const hashed = (token: string): Buffer => createHash("sha256").update(token).digest();

export interface RefreshToken {
  token: string;
  family: string;
  userId: string;
}

interface Origin {
  ip: string | null;
  userAgent: string | null;
}

/** Opens a family for somebody who has just proved who they are. */
export async function openSession({
  sql,
  userId,
  authVersion,
  origin,
  lifeMs = refreshTokenMs,
  now,
}: {
  sql: Sql | Tx;
  userId: string;
  /** The user's auth_version now: a later one ends the family. */
  authVersion: number;
  origin: Origin;
  lifeMs?: number;
  now: Date;
}): Promise<RefreshToken> {
  return give({ sql, userId, authVersion, family: randomUUID(), origin, lifeMs, now });
}

async function give({
  sql,
  userId,
  authVersion,
  family,
  origin,
  lifeMs,
  now,
}: {
  sql: Sql | Tx;
  userId: string;
  authVersion: number;
  family: string;
  origin: Origin;
  lifeMs: number;
  now: Date;
}): Promise<RefreshToken> {
  const token = randomBytes(48).toString("base64url");
  await sql`insert into sessions (token_hash, family, "user", auth_version, ip, user_agent, created_at, expires_at)
    values (${hashed(token)}, ${family}, ${userId}, ${authVersion}, ${origin.ip}, ${origin.userAgent?.slice(0, 255) ?? null}, ${now}, ${new Date(now.getTime() + lifeMs)})`;
  return { token, family, userId };
}

/**
 * A new token for an old one. Throws INVALID_CREDENTIALS, also where password, role or status have changed since the
 * log-in; ends the family of one that was used before.
 */
export async function rotateSession({
  sql,
  token,
  origin,
  lifeMs = refreshTokenMs,
  now,
}: {
  sql: Sql;
  token: string;
  origin: Origin;
  lifeMs?: number;
  now: Date;
}): Promise<RefreshToken> {
  const [row] = await sql<
    { family: string; user: string; authVersion: number; isEnded: boolean; usedBefore: Date | null; expiresAt: Date }[]
  >`
    with old as (select used_at from sessions where token_hash = ${hashed(token)} for update)
    update sessions s set used_at = coalesce(s.used_at, ${now}) from old where s.token_hash = ${hashed(token)}
    returning s.family, s."user", s.auth_version as "authVersion", old.used_at as "usedBefore", s.expires_at as "expiresAt",
      exists (select 1 from sessions o where o.family = s.family and o.ended_at is not null)
        or s.auth_version <> (select u.auth_version from users u where u.id = s."user") as "isEnded"`;
  if (!row || row.isEnded || row.expiresAt <= now) refuse("INVALID_CREDENTIALS");
  if (row.usedBefore && now.getTime() - row.usedBefore.getTime() > graceMs) {
    await endFamily({ sql, family: row.family, now });
    refuse("INVALID_CREDENTIALS");
  }
  return give({ sql, userId: row.user, authVersion: row.authVersion, family: row.family, origin, lifeMs, now });
}

/** Ends the family a token belongs to; a token nobody knows is no error. */
export async function closeSession({ sql, token, now }: { sql: Sql; token: string; now: Date }): Promise<void> {
  const [row] = await sql<{ family: string }[]>`select family from sessions where token_hash = ${hashed(token)}`;
  if (row) await endFamily({ sql, family: row.family, now });
}

/** Ends one log-in: its tokens are worth nothing from the next request on, at every server (see items/who.ts). */
export async function endFamily({ sql, family, now }: { sql: Sql | Tx; family: string; now: Date }): Promise<void> {
  await sql`
    with gone as (update sessions set ended_at = ${now} where family = ${family} and ended_at is null returning "user")
    update users set session_version = coalesce(session_version, 0) + 1 where id in (select "user" from gone)`;
}

/** Rows that were over a month ago are of no use to anybody; until then they say from where somebody has logged in. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

export async function forgetOldSessions({ sql, userId, now }: { sql: Sql; userId: string; now: Date }): Promise<void> {
  await sql`delete from sessions where "user" = ${userId} and expires_at < ${new Date(now.getTime() - keptMs)}`;
}

/** Whether this person has logged in from this address within the last month. */
export async function hasLoggedInFrom({
  sql,
  userId,
  ip,
  now,
}: {
  sql: Sql;
  userId: string;
  ip: string | null;
  now: Date;
}): Promise<boolean> {
  const since = new Date(now.getTime() - keptMs);
  const found =
    await sql`select 1 from sessions where "user" = ${userId} and ip = ${ip} and created_at > ${since} limit 1`;
  return found.length > 0;
}

export interface OpenLogIn {
  /** Its family. */
  id: string;
  ip: string | null;
  user_agent: string | null;
  signed_in_at: Date;
  last_seen_at: Date;
}

/** The log-ins of a person that are still good, the one last seen first. */
export function openLogIns({ sql, userId, now }: { sql: Sql; userId: string; now: Date }): Promise<OpenLogIn[]> {
  return sql<OpenLogIn[]>`
    select family as id, (array_agg(ip order by created_at desc))[1] as ip,
      (array_agg(user_agent order by created_at desc))[1] as user_agent,
      min(created_at) as signed_in_at, max(created_at) as last_seen_at
    from sessions s where "user" = ${userId} group by family
    having bool_and(ended_at is null) and max(expires_at) > ${now}
      and max(auth_version) = (select auth_version from users where id = ${userId})
    order by max(created_at) desc`;
}

/** Ends all log-ins of a person but one, or one of them alone; answers how many. */
export async function endLogIns({
  tx,
  userId,
  only,
  except,
  now,
}: {
  tx: Tx;
  userId: string;
  only?: string;
  except?: string | null;
  now: Date;
}): Promise<number> {
  const families = await tx<{ family: string }[]>`
    update sessions set ended_at = ${now} where "user" = ${userId} and ended_at is null
      and (${only ?? null}::uuid is null or family = ${only ?? null}::uuid) and family is distinct from ${except ?? null}::uuid
    returning family`;
  return new Set(families.map(({ family }) => family)).size;
}

/** Whose log-in this token still renews; undefined where it is over. */
export async function userOfToken({
  sql,
  token,
  now,
}: {
  sql: Sql;
  token: string;
  now: Date;
}): Promise<string | undefined> {
  const [row] = await sql<{ user: string }[]>`
    select s."user" from sessions s join users u on u.id = s."user" and u.auth_version = s.auth_version
    where s.token_hash = ${hashed(token)} and s.expires_at > ${now}
      and not exists (select 1 from sessions o where o.family = s.family and o.ended_at is not null)`;
  return row?.user;
}
