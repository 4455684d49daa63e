// reading.md §7: refresh tokens: rotating, hashed at rest; an old one used again ends its family.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Sql } from "#server/db/pool.ts";
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
  now,
}: {
  sql: Sql;
  userId: string;
  /** The user's auth_version now: a later one ends the family. */
  authVersion: number;
  origin: Origin;
  now: Date;
}): Promise<RefreshToken> {
  return give({ sql, userId, authVersion, family: randomUUID(), origin, now });
}

async function give({
  sql,
  userId,
  authVersion,
  family,
  origin,
  now,
}: {
  sql: Sql;
  userId: string;
  authVersion: number;
  family: string;
  origin: Origin;
  now: Date;
}): Promise<RefreshToken> {
  const token = randomBytes(48).toString("base64url");
  await sql`insert into sessions (token_hash, family, "user", auth_version, ip, user_agent, created_at, expires_at)
    values (${hashed(token)}, ${family}, ${userId}, ${authVersion}, ${origin.ip}, ${origin.userAgent?.slice(0, 255) ?? null}, ${now}, ${new Date(now.getTime() + refreshTokenMs)})`;
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
  now,
}: {
  sql: Sql;
  token: string;
  origin: Origin;
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
  return give({ sql, userId: row.user, authVersion: row.authVersion, family: row.family, origin, now });
}

/** Ends the family a token belongs to; a token nobody knows is no error. */
export async function closeSession({ sql, token, now }: { sql: Sql; token: string; now: Date }): Promise<void> {
  await sql`update sessions set ended_at = ${now}
    where ended_at is null and family = (select family from sessions where token_hash = ${hashed(token)})`;
}

export async function endFamily({ sql, family, now }: { sql: Sql; family: string; now: Date }): Promise<void> {
  await sql`update sessions set ended_at = ${now} where family = ${family} and ended_at is null`;
}
