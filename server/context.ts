// The services shared by all requests, and the context of one write: actor, time, randomness and transaction.
import type { z } from "zod";
import { getErrorCode } from "#domain/error-code.ts";
import { randomBytes } from "node:crypto";
import * as limits from "#domain/limits.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { Config } from "#server/config.ts";
import { isLockTimeout, runTransaction } from "#server/db/transaction.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { type IdempotentRequest, RepeatedRequestError, runOnce } from "#server/http/idempotency.ts";
import { ConnectionLimits } from "#server/http/limits/connection-limits.ts";
import { SessionWatch } from "#server/http/session-watch.ts";
import {
  assertSessionValid,
  loadFingerprint,
  loadSession,
  type Session,
  SessionCache,
} from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createFollowUpSteps } from "#server/features/follow-ups.ts";
import { lookupSteps } from "#server/features/lookups.ts";
import { onRowWrite } from "#server/features/row-listeners.ts";
import { SecurityLog } from "#server/security-log/log.ts";
import { createIntegrations, type Integrations } from "#server/integrations.ts";
import { createNotificationSteps } from "#server/features/notifications.ts";
import { allocationSteps } from "#server/features/allocations.ts";
import { PaymentGateways } from "#server/features/payments/providers/branch-gateways.ts";
import { createSealer, type Sealer, createSecretStore, getSecretKeys } from "#server/auth/secrets.ts";
import { StaticTokens } from "#server/auth/static-tokens.ts";
import { RateLimiter } from "#server/auth/throttle.ts";
import { TokenService } from "#server/auth/tokens.ts";

/** Services shared by the whole server, created once at start-up. */
export interface AppServices {
  sql: Sql;
  config: Config;
  sessions: SessionCache;
  tokens: TokenService;
  throttle: RateLimiter;
  connections: ConnectionLimits;
  sessionWatch: SessionWatch;
  staticTokens: StaticTokens;
  sealer: Sealer;
  paymentGateways: PaymentGateways;
  integrations: Integrations;
  securityLog: SecurityLog;
  clock: () => Date;
  random: (bytes: number) => Uint8Array;
  /** Passed to every write (see WriteContext). */
  storeSecret: WriteContext["storeSecret"];
  notifications: WriteContext["notifications"];
  followUps: WriteContext["followUps"];
}

/** Creates the services of one server; `clock` can be replaced in tests. */
export function createServices({ sql, config, clock }: Pick<AppServices, "sql" | "config" | "clock">): AppServices {
  const tokens = new TokenService({ keys: getSecretKeys(config), clock });
  return {
    sql,
    config,
    clock,
    sessions: new SessionCache(),
    tokens,
    throttle: new RateLimiter(sql),
    connections: new ConnectionLimits({
      perAddress: config.liveConnectionsPerAddress ?? limits.liveConnectionsPerAddress,
    }),
    sessionWatch: new SessionWatch(sql),
    staticTokens: new StaticTokens({ sql, keys: getSecretKeys(config) }),
    sealer: createSealer(...getSecretKeys(config)),
    paymentGateways: new PaymentGateways({ config, clock }),
    integrations: createIntegrations(config.integrations),
    securityLog: new SecurityLog({ sql, secret: config.secret }),
    random: secureRandomBytes,
    storeSecret: createSecretStore(config),
    notifications: createNotificationSteps(config),
    followUps: createFollowUpSteps({ tokens, config }),
  };
}

export interface RequestOrigin {
  ip: string | null;
  userAgent: string | null;
  /** Id and declared route of the request; absent for jobs. */
  requestId?: string;
  route?: string;
}

export const secureRandomBytes = (bytes: number): Uint8Array => randomBytes(bytes);

/** Creates the context of a write within an open transaction. */
export function createWriteContext({
  services,
  tx,
  actor,
  origin,
  isAhead = false,
}: {
  services: AppServices;
  tx: Tx;
  actor: Actor;
  origin: RequestOrigin;
  isAhead?: boolean;
}): WriteContext {
  return {
    tx,
    isAhead,
    actor,
    now: services.clock(),
    random: services.random,
    origin,
    allocations: allocationSteps,
    lookups: lookupSteps,
    notifications: services.notifications,
    followUps: services.followUps,
    onRowWrite,
    storeSecret: services.storeSecret,
    seal: services.sealer.seal,
  };
}

type TransactionOptions<T> = {
  services: AppServices;
  session: Session;
  origin: RequestOrigin;
  work: (ctx: WriteContext) => Promise<T>;
} & (
  | { idempotency?: undefined }
  | {
      idempotency: IdempotentRequest | undefined;
      /** Schema of the result, which a repeated request gets. */
      result: z.ZodType<T>;
      hasSucceeded?: (result: T) => boolean;
    }
);

/**
 * Runs `work` in one transaction with the actor reloaded from the database, so that a recent change of rights counts. Work that
 * was started with outdated rights is rolled back and run again, so that its only effects are those of the transaction.
 * Throws the access error of the account if it may no longer log in. Retries after deadlocks and serialisation
 * failures. With `idempotency` the work runs once per key (`runOnce`).
 */
export async function runInTransaction<T>(args: TransactionOptions<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runAttempt(args);
    } catch (error) {
      if (attempt >= maxAttemptsFor(error)) throw error;
    }
  }
}

/**
 * Largest number of attempts for an error of PostgreSQL: a rolled-back transaction has no effect and can be repeated.
 */
function maxAttemptsFor(error: unknown): number {
  // A deadlock is resolved immediately, whereas a lock timeout has already taken long.
  if (getErrorCode(error)?.match(/^40(P01|001)$/)) return 5;
  return isLockTimeout(error) ? 2 : 1;
}

/** `isRepeated`: an attempt has shown that the request is a repeated one. */
async function runAttempt<T>(args: TransactionOptions<T>, isRepeated = false): Promise<T> {
  const { services, session } = args;
  const isAhead = !isRepeated;
  const known = findKnown({ services, session });
  try {
    return await runTransaction({
      sql: services.sql,
      work: async (tx) => {
        if (!known) return await runAs({ ...args, tx, isAhead, actor: await reloadActor({ services, tx, session }) });
        // Starts as the known actor: the first statements of the work go along with the one that verifies it.
        const stamp = loadFingerprint({ sql: tx, userId: known.userId });
        const outcome = runAs({ ...args, tx, isAhead, actor: known.actor });
        const [current] = await Promise.allSettled([stamp, outcome]);
        if (current.status === "rejected") throw current.reason;
        if (current.value !== known.stamp) throw new OutdatedActorError();
        return await outcome;
      },
    });
  } catch (error) {
    if (error instanceof RepeatedRequestError) return runAttempt(args, true);
    if (!known || !(error instanceof OutdatedActorError)) throw error;
    services.sessions.delete(known.userId);
    return runAttempt(args, isRepeated);
  }
}

/** Rolls back what was done as an actor whose rights have changed. */
class OutdatedActorError extends Error {}

/**
 * The actor of the request with the fingerprint of the cached session. Not that of an integration, whose scope the fingerprint
 * does not contain, nor of a session that another one may have replaced.
 */
function findKnown({
  services,
  session: { actor, authVersion, family },
}: {
  services: AppServices;
  session: Session;
}): { userId: string; actor: Actor; stamp: string } | undefined {
  const cached = actor.id === null ? undefined : services.sessions.get(actor.id);
  if (!cached?.stamp || cached.actor !== actor || cached.accessError || cached.isIntegration) return undefined;
  const isValid = cached.authVersion === authVersion && !(family !== null && cached.ended.has(family));
  return isValid ? { userId: actor.id!, actor, stamp: cached.stamp } : undefined;
}

async function runAs<T>(args: TransactionOptions<T> & { tx: Tx; actor: Actor; isAhead: boolean }): Promise<T> {
  const { services, origin, work, tx, actor, isAhead } = args;
  // Whatever the interface: a token or session to read with never reaches the write path.
  if (actor.scope?.isReadOnly || actor.isSupport) throwApiError("FORBIDDEN");
  const ctx = createWriteContext({ services, tx, actor, origin, isAhead });
  if (!args.idempotency) return work(ctx);
  const { idempotency, result, hasSucceeded } = args;
  const { now } = ctx;
  const { sealer } = services;
  return runOnce({ tx, now, idempotency, sealer, work: () => work(ctx), result, hasSucceeded, isAhead });
}

async function reloadActor({
  services,
  tx,
  session,
}: {
  services: AppServices;
  tx: Tx;
  session: Session;
}): Promise<Actor> {
  const { actor, authVersion, family } = session;
  if (actor.id === null) return actor;
  const row = await loadSession({ sql: tx, userId: actor.id });
  if (!row) throwApiError("INVALID_CREDENTIALS");
  return assertSessionValid({ fresh: services.sessions.set(actor.id, row), authVersion, family }).actor;
}
