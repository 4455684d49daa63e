// reading.md §7: rotating refresh tokens, stored as hashes; the reuse of an old token ends its session (family).
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { pinSessionTtlMs } from "#domain/devices/pin-log-in.ts";
import { Users } from "#domain/people/users.collection.ts";
import { runInTransaction } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { updateItem } from "#server/items/write/write.ts";

export const refreshTokenTtlMs = 7 * 24 * 60 * 60 * 1000;
/** Maximum life of a session, however often it is refreshed. */
export const sessionTtlMs = 90 * 24 * 60 * 60 * 1000;
/** Two tabs may refresh with the same token concurrently; only later reuse is treated as theft. */
const graceMs = 10_000;

const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * Derives the only successor of a token: concurrent refreshes with one token get the same successor, so that a session
 * is one chain and a stolen copy is detected by its second use. It cannot be computed from the old token or the
 * database alone.
 */
const deriveSuccessor = ({ token, secret }: { token: string; secret: string }): string =>
  createHmac("sha384", secret).update(`refresh:${token}`).digest("base64url");

export interface RefreshToken {
  token: string;
  family: string;
  userId: string;
  /** End of the session, regardless of refreshes. */
  endsAt: Date;
}

interface ClientOrigin {
  ip: string | null;
  userAgent: string | null;
}

/** Creates a session (a new family) for a user who has just authenticated. */
export async function createSession({
  sql,
  userId,
  authVersion,
  origin,
  lifeMs = refreshTokenTtlMs,
  device = null,
  withPin = false,
  isSetUp = false,
  now,
}: {
  sql: Sql | Tx;
  userId: string;
  /** The user's current auth_version; a later one ends the session. */
  authVersion: number;
  origin: ClientOrigin;
  lifeMs?: number;
  /** Shared device to which a session opened with a PIN is bound. */
  device?: number | null;
  /** Opened with a card and PIN: ends as early as a session on a shared device. */
  withPin?: boolean;
  /** Opened to set up while the registration is under review. */
  isSetUp?: boolean;
  now: Date;
}): Promise<RefreshToken> {
  const token = randomBytes(48).toString("base64url");
  const family = randomUUID();
  const kind = { device, withPin, isSetUp };
  return insertToken({ sql, token, userId, authVersion, family, origin, lifeMs, ...kind, openedAt: now, now });
}

async function insertToken({
  sql,
  token,
  userId,
  authVersion,
  family,
  origin,
  lifeMs,
  device,
  withPin,
  isSetUp,
  openedAt,
  now,
}: {
  sql: Sql | Tx;
  token: string;
  userId: string;
  authVersion: number;
  family: string;
  origin: ClientOrigin;
  lifeMs: number;
  device: number | null;
  withPin: boolean;
  isSetUp: boolean;
  openedAt: Date;
  now: Date;
}): Promise<RefreshToken> {
  const endsAt = new Date(openedAt.getTime() + (device === null && !withPin ? sessionTtlMs : pinSessionTtlMs));
  const expiresAt = new Date(Math.min(now.getTime() + lifeMs, endsAt.getTime()));
  await sql`
    insert into sessions (token_hash, family, "user", auth_version, ip, user_agent, created_at, expires_at, opened_at, device, with_pin, is_set_up)
    values (${hashToken(token)}, ${family}, ${userId}, ${authVersion}, ${origin.ip}, ${origin.userAgent?.slice(0, 255) ?? null}, ${now}, ${expiresAt}, ${openedAt}, ${device}, ${withPin}, ${isSetUp})
    on conflict (token_hash) do nothing`;
  return { token, family, userId, endsAt };
}

/**
 * Exchanges a refresh token for its successor. Throws INVALID_CREDENTIALS, also if password, role or status have
 * changed since the log-in, and for a session opened with a PIN on another device, on a revoked one, or by a user who
 * moved to another branch. Reuse after the grace period ends the session.
 */
export async function rotateSession({
  sql,
  secret,
  token,
  origin,
  lifeMs = refreshTokenTtlMs,
  deviceHashes = [],
  now,
  onReuse = () => {},
}: {
  sql: Sql;
  /** Key from which successors are derived. */
  secret: string;
  token: string;
  origin: ClientOrigin;
  lifeMs?: number;
  /** Hashes of the token of the shared device that sends the request. */
  deviceHashes?: readonly string[];
  now: Date;
  /** Called with the user's id when a token is reused. */
  onReuse?: (userId: string) => void;
}): Promise<RefreshToken> {
  const [row] = await sql<UsedToken[]>`
    with old as (select used_at from sessions where token_hash = ${hashToken(token)} for update)
    update sessions s set used_at = coalesce(s.used_at, ${now}) from old where s.token_hash = ${hashToken(token)}
    returning s.family, s."user", s.auth_version as "authVersion", old.used_at as "usedBefore", s.expires_at as "expiresAt",
      coalesce(s.opened_at, s.created_at) as "openedAt", s.device, coalesce(s.with_pin, false) as "withPin",
      coalesce(s.is_set_up, false) as "isSetUp",
      exists (select 1 from sessions o where o.family = s.family and o.ended_at is not null)
        or s.auth_version <> (select u.auth_version from users u where u.id = s."user")
        or (s.device is not null and not exists (
          select 1 from "Shared_Devices" d join users u on u.default_branch = d.branch and u.id = s."user"
          where d.id = s.device and d.revoked_at is null and d.token = any(${[...deviceHashes]}::text[]))) as "isEnded"`;
  if (!row || row.isEnded || row.expiresAt <= now) throwApiError("INVALID_CREDENTIALS");
  if (row.usedBefore && now.getTime() - row.usedBefore.getTime() > graceMs) {
    await endSession({ sql, family: row.family, now });
    onReuse(row.user);
    throwApiError("INVALID_CREDENTIALS");
  }
  const { user: userId, authVersion, family, openedAt, device, withPin, isSetUp } = row;
  const successor = deriveSuccessor({ token, secret });
  return insertToken({
    sql,
    token: successor,
    userId,
    authVersion,
    family,
    origin,
    lifeMs,
    device,
    withPin,
    isSetUp,
    openedAt,
    now,
  });
}

interface UsedToken {
  family: string;
  user: string;
  authVersion: number;
  isEnded: boolean;
  usedBefore: Date | null;
  expiresAt: Date;
  openedAt: Date;
  device: number | null;
  withPin: boolean;
  isSetUp: boolean;
}

/** Ends the session of a token and returns its family; ignores unknown tokens. */
export async function endSessionOfToken({
  sql,
  token,
  now,
}: {
  sql: Sql;
  token: string;
  now: Date;
}): Promise<string | undefined> {
  const [row] = await sql<{ family: string }[]>`select family from sessions where token_hash = ${hashToken(token)}`;
  if (row) await endSession({ sql, family: row.family, now });
  return row?.family;
}

/** Ends one session: its tokens are rejected from the next request on, by all servers (see items/access/session.ts). */
export async function endSession({ sql, family, now }: { sql: Sql | Tx; family: string; now: Date }): Promise<void> {
  await sql`
    with gone as (update sessions set ended_at = ${now} where family = ${family} and ended_at is null returning "user")
    update users set session_version = coalesce(session_version, 0) + 1 where id in (select "user" from gone)`;
}

/** Ends the sessions that were opened with a PIN on a shared device. */
export async function endDeviceSessions({ tx, device, now }: { tx: Tx; device: number; now: Date }): Promise<void> {
  await tx`
    with gone as (update sessions set ended_at = ${now} where device = ${device} and ended_at is null returning "user")
    update users set session_version = coalesce(session_version, 0) + 1 where id in (select "user" from gone)`;
}

/** Ends the sessions that a user opened with a card. */
export async function endCardSessions({ tx, userId, now }: { tx: Tx; userId: string; now: Date }): Promise<void> {
  await tx`
    with gone as (update sessions set ended_at = ${now} where "user" = ${userId} and with_pin and ended_at is null returning "user")
    update users set session_version = coalesce(session_version, 0) + 1 where id in (select "user" from gone)`;
}

/** Retention of ended sessions: until then they record the addresses from which the user has logged in. */
const knownAddressTtlMs = 30 * 24 * 60 * 60 * 1000;

export async function deleteOldSessions({ sql, userId, now }: { sql: Sql; userId: string; now: Date }): Promise<void> {
  await sql`delete from sessions where "user" = ${userId} and expires_at < ${new Date(now.getTime() - knownAddressTtlMs)}`;
}

/** Returns whether the user has logged in from this address, or its network, within 30 days. */
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
  const since = new Date(now.getTime() - knownAddressTtlMs);
  // Compares networks, since IPv6 clients change their address within their network daily.
  const rows = await sql<{ ip: string | null }[]>`
    select distinct ip from sessions where "user" = ${userId} and created_at > ${since}`;
  const key = toClientAddressKey(ip);
  return ip !== null && rows.some((row) => toClientAddressKey(row.ip) === key);
}

export interface OpenSession {
  /** Id of the family. */
  id: string;
  ip: string | null;
  user_agent: string | null;
  signed_in_at: Date;
  last_seen_at: Date;
}

/** Lists the open sessions of a user, the most recently seen first. */
export function listOpenSessions({
  sql,
  userId,
  now,
}: {
  sql: Sql;
  userId: string;
  now: Date;
}): Promise<OpenSession[]> {
  return sql<OpenSession[]>`
    select family as id, (array_agg(ip order by created_at desc))[1] as ip,
      (array_agg(user_agent order by created_at desc))[1] as user_agent,
      min(created_at) as signed_in_at, max(created_at) as last_seen_at
    from sessions s where "user" = ${userId} group by family
    having bool_and(ended_at is null) and max(expires_at) > ${now}
      and max(auth_version) = (select auth_version from users where id = ${userId})
    order by max(created_at) desc`;
}

/** Ends all sessions of a user except one, or only one of them; returns how many. */
async function endSessions({
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

/**
 * Ends sessions and invalidates them on all servers: their next request gets TOKEN_EXPIRED. Returns the number of ended
 * sessions.
 */
export function endSessionsAndNotify({
  context,
  assertAllowed,
  ...selection
}: {
  context: ActionContext & { userId: string };
  /** Throws if the actor may not end sessions of another user. */
  assertAllowed?: (ctx: WriteContext) => Promise<void>;
  only?: string;
  except?: string;
}): Promise<number> {
  const { userId } = context;
  const work = async (ctx: WriteContext): Promise<number> => {
    await assertAllowed?.(ctx);
    const [row] = await ctx.tx<{ version: number }[]>`
      select coalesce(session_version, 0) as version from users where id = ${userId} for update`;
    const ended = await endSessions({ tx: ctx.tx, userId, now: ctx.now, ...selection });
    const systemValues = { session_version: row!.version + 1 };
    if (ended > 0)
      await updateItem({ ctx, collection: Users, id: userId, payload: {}, systemValues, bypassAccess: true });
    return ended;
  };
  return runInTransaction({ ...context, work });
}

/** Returns the user whose session this token can renew; undefined if the session has ended. */
export async function findUserOfRefreshToken({
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
    where s.token_hash = ${hashToken(token)} and s.expires_at > ${now}
      and not exists (select 1 from sessions o where o.family = s.family and o.ended_at is not null)`;
  return row?.user;
}
