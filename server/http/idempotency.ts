// Idempotency-Key: a repeated request gets the result of the first one, for 24 hours (docs/api.md).
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { isJsonObject } from "#domain/json-object.ts";
import * as limits from "#domain/limits.ts";
import { hashCodeWithAll, type KeyRing, type Sealer } from "#server/auth/secrets.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { isLockTimeout, sendWithCommit } from "#server/db/transaction.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { jsonText } from "#server/json-text.ts";

const header = "idempotency-key";
/** Visible ASCII characters. */
const keyPattern = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyLength}}$`);
const lifetimeMs = limits.idempotencyKeyHours * 60 * 60 * 1000;

/** A request that can be repeated with its key. */
export interface IdempotentRequest {
  /** Owner of the key: the same key of another user or link is independent. */
  scope: string;
  key: string;
  /** 'POST /actions/parking/:id/take-cash' */
  route: string;
  /** Hashes of path and body by each accepted secret; the first one is stored. */
  fingerprints: readonly string[];
}

interface ReadKeyOptions {
  request: FastifyRequest;
  /** Id of the user, or another text for the holder of a link; null for an anonymous request, which has no keys. */
  scope: string | null;
  keys: KeyRing;
}

/** The same text for the same body, in whatever order a client sends its members. */
const toCanonicalJson = (body: unknown): string =>
  JSON.stringify(body, (_name, value: unknown) =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** Reads the key of a request; undefined without one. Throws INVALID_PAYLOAD for a malformed key. */
export function readIdempotencyKey({ request, scope, keys }: ReadKeyOptions): IdempotentRequest | undefined {
  const key = request.headers[header];
  if (key === undefined || scope === null) return undefined;
  if (typeof key !== "string" || !keyPattern.test(key))
    throwInvalidPayload(
      `The header Idempotency-Key must have 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
    );
  const [path = ""] = request.url.split("?", 1);
  const code = `${request.method} ${path}\n${toCanonicalJson(request.body ?? null)}`;
  return {
    scope,
    key,
    route: `${request.method} ${request.routeOptions.url ?? path}`,
    fingerprints: hashCodeWithAll({ code, keys }),
  };
}

export const getUserScope = (userId: string | null): string | null => (userId === null ? null : `user:${userId}`);

/** Schemas of what `work` may return. */
export const noResult = z.unknown().transform((): void => undefined);
export const idResult = z.int();

interface RunOnceOptions<T> {
  /** Transaction of the action: its effect and its key commit together. */
  tx: Tx;
  now: Date;
  /** Without one the work always runs. */
  idempotency: IdempotentRequest | undefined;
  sealer: Sealer;
  /** Returns the ids of the written rows rather than their content, as JSON. */
  work: () => Promise<T>;
  /** Of the result, which a repeated request gets as it was stored, perhaps by an earlier version. */
  result: z.ZodType<T>;
  /** Whether the result is that of a success; otherwise the key can be used again. */
  hasSucceeded?: ((result: T) => boolean) | undefined;
  /**
   * Sends the first statements of the work along with the one that claims the key. The transaction of a repeated request is then
   * rolled back with RepeatedRequestError, and the caller runs it again without this.
   */
  isAhead?: boolean;
}

/** Rolls back work that was started ahead for a request that is a repeated one. */
export class RepeatedRequestError extends Error {}

/**
 * Runs the work of a request once per key, and returns the first result for a repeated request. Waits for a concurrent
 * request with the same key. Throws IDEMPOTENCY_KEY_REUSED for another route or body, REQUEST_IN_PROGRESS.
 */
export async function runOnce<T>({
  tx,
  now,
  idempotency,
  sealer,
  work,
  result: schema,
  hasSucceeded = () => true,
  isAhead = false,
}: RunOnceOptions<T>): Promise<T> {
  if (!idempotency) return work();
  const claim = claimKey({ tx, now, idempotency });
  if (isAhead) {
    // Waits for both, since a rollback must not overtake what the work still sends. The claim decides which error is reported.
    const [claimed, outcome] = await Promise.allSettled([claim, work()]);
    if (claimed.status === "rejected") throw claimed.reason;
    if (claimed.value !== undefined) throw new RepeatedRequestError();
    if (outcome.status === "rejected") throw outcome.reason;
    return keepResult({ tx, idempotency, sealer, result: outcome.value, hasSucceeded });
  }
  const stored = await claim;
  if (stored !== undefined) return jsonText(schema).parse(sealer.unseal(stored));
  return keepResult({ tx, idempotency, sealer, result: await work(), hasSucceeded });
}

async function keepResult<T>({
  tx,
  idempotency,
  sealer,
  result,
  hasSucceeded,
}: KeyOptions & Pick<RunOnceOptions<T>, "sealer"> & { result: T; hasSucceeded: (result: T) => boolean }): Promise<T> {
  if (hasSucceeded(result)) await storeResult({ tx, idempotency, result: sealer.seal(JSON.stringify(result ?? null)) });
  else await releaseKey({ sql: tx, idempotency });
  return result;
}

interface KeyOptions {
  tx: Tx;
  idempotency: IdempotentRequest;
}

/** Inserts the key for this transaction, or returns the stored result of the request that committed it. */
async function claimKey({ tx, now, idempotency }: KeyOptions & { now: Date }): Promise<string | undefined> {
  const { scope, key, route, fingerprints } = idempotency;
  const expired = getExpiryCutoff(now);
  // Waits for a concurrent transaction that has inserted the key: its commit or rollback decides.
  const claimed = await tx`
    insert into idempotency_keys as k (scope, key, route, fingerprint, created_at)
    values (${scope}, ${key}, ${route}, ${fingerprints[0]!}, ${now})
    on conflict (scope, key) do update
      set route = excluded.route, fingerprint = excluded.fingerprint, result = null, created_at = excluded.created_at
      where k.created_at <= ${expired}
    returning 1`.catch((error: unknown) => {
    if (isLockTimeout(error)) throwApiError("REQUEST_IN_PROGRESS");
    throw error;
  });
  if (claimed.length > 0) return undefined;
  const [stored] = await tx<{ route: string; fingerprint: string; result: string }[]>`
    select route, fingerprint, result from idempotency_keys where scope = ${scope} and key = ${key}`;
  // The key was released or removed since.
  if (!stored) return claimKey({ tx, now, idempotency });
  if (stored.route !== route || !fingerprints.includes(stored.fingerprint)) throwApiError("IDEMPOTENCY_KEY_REUSED");
  return stored.result;
}

async function storeResult({ tx, idempotency, result }: KeyOptions & { result: string }): Promise<void> {
  const { scope, key } = idempotency;
  await sendWithCommit(tx, tx`update idempotency_keys set result = ${result} where scope = ${scope} and key = ${key}`);
}

/** Forgets a key whose action failed although its transaction commits, so that it can be repeated. */
export async function releaseKey({
  sql,
  idempotency,
}: {
  sql: Sql | Tx;
  idempotency: IdempotentRequest | undefined;
}): Promise<void> {
  if (!idempotency) return;
  const { scope, key } = idempotency;
  await sql`delete from idempotency_keys where scope = ${scope} and key = ${key}`;
}

/** Keys created at this time or before are not used any more. */
export function getExpiryCutoff(now: Date): Date {
  return new Date(now.getTime() - lifetimeMs);
}
