// Limits the concurrent requests of a user, or of an address for anonymous clients. Requests over the limit are queued
// in order of arrival, then rejected. While the server is busy, clients that use much of its time are delayed
// (time-budget.ts), and repeatedly rejected clients get delayed responses (rejection-delay.ts). Limits of a tenant's
// database use: server/db/connection-shares.ts.
import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "#domain/access/roles.ts";
import * as limits from "#domain/limits.ts";
import { CapacityExceededError, KeyedSemaphore } from "#server/db/keyed-semaphore.ts";
import { getCurrentRequester, type Requester, runAsRequester, type Tenant, getTenant } from "#server/db/requester.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { RejectionDelay } from "#server/http/limits/rejection-delay.ts";
import { type Pacing, processPacing, TimeBudget } from "#server/http/limits/time-budget.ts";
import { throwApiError } from "#server/items/api-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Requester of the admitted request; null before. */
    requester: Requester | null;
  }
}

/** Average number of concurrent requests permitted while the server is busy. An address may be shared by many users. */
const shares = { person: 0.5, address: 1 } as const;
const burstSeconds = 20;
const maxDelayMs = 2_000;

/** Never delayed: these routes are answered from memory or files, or used for monitoring. */
const exemptRoutes = new Set([
  "/static/*",
  "/server/ping",
  "/server/health",
  "/server/live",
  "/server/ready",
  "/metrics",
]);

export interface RequestLimitOptions {
  /** Concurrent requests; 0 means no limit. */
  requestsPerPerson: number;
  requestsPerAddress: number;
  /** Whether clients that use much of the server's time are delayed while it is busy. */
  isRequestPacingEnabled: boolean;
  /** Clock and load on which pacing is based; those of the process by default. */
  pacing?: Pacing | undefined;
  /** Returns the user id of a request's token without a database query; undefined without a valid token. */
  getUserId: (request: FastifyRequest) => Promise<string | undefined>;
  /** Returns the cached actor of a user, if this process has one. */
  getActor: (userId: string) => Actor | undefined;
}

interface RequestLimiterOptions {
  /** Concurrent requests; 0 means no limit. */
  limit: number;
  maxQueued: number;
  /** Average number of concurrent requests while the server is busy. */
  share: number;
  isRequestPacingEnabled: boolean;
  pacing: Pacing | undefined;
}

/** Limits the concurrency and the server time of the requests of each key. */
class RequestLimiter {
  readonly #slots: KeyedSemaphore;
  readonly #budget: TimeBudget | undefined;
  readonly #now: () => number;

  constructor({ limit, maxQueued, share, isRequestPacingEnabled, pacing = processPacing }: RequestLimiterOptions) {
    const budget =
      isRequestPacingEnabled && limit > 0 ? new TimeBudget({ share, burstSeconds, maxDelayMs, ...pacing }) : undefined;
    this.#budget = budget;
    this.#now = pacing.now;
    this.#slots = new KeyedSemaphore({
      limit: limit || Number.POSITIVE_INFINITY,
      maxQueuedPerKey: maxQueued,
      maxWaitMs: limits.requestWaitMs,
      ...(budget ? { pace: budget } : {}),
    });
  }

  /**
   * Waits until a request may start; returns a function to call when it has finished. Throws TOO_MANY_REQUESTS, or an
   * AbortError if the client has disconnected.
   */
  async start({ key, response }: { key: string; response: ServerResponse }): Promise<() => void> {
    if (!this.#slots.tryAcquire(key))
      await this.#slots.acquire(key, createDisconnectSignal(response)).catch(throwTooManyRequests);
    const startedAt = this.#now();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#budget?.end(key, this.#now() - startedAt);
      this.#slots.release(key);
    };
  }
}

/**
 * Registers the limits. A request over its limit is queued; TOO_MANY_REQUESTS if the queue is full or the request does
 * not start within 15 seconds.
 */
export function applyRequestLimits(app: FastifyInstance, options: RequestLimitOptions): void {
  const { requestsPerPerson, requestsPerAddress, isRequestPacingEnabled, pacing, getUserId, getActor } = options;
  const userLimiter = new RequestLimiter({
    limit: requestsPerPerson,
    isRequestPacingEnabled,
    pacing,
    maxQueued: limits.requestsPerPerson.waiting,
    share: shares.person,
  });
  const addressLimiter = new RequestLimiter({
    limit: requestsPerAddress,
    isRequestPacingEnabled,
    pacing,
    maxQueued: limits.requestsPerAddress.waiting,
    share: shares.address,
  });
  const rejectionDelay = isRequestPacingEnabled ? new RejectionDelay(pacing ?? processPacing) : undefined;

  app.decorateRequest("requester", null);
  // Runs after the body was received, so that a slow upload does not occupy a slot.
  app.addHook("preHandler", async (request, reply) => {
    if (isExempt(request) || isInternalRequest(request)) return;
    try {
      request.requester = await admit(request, reply.raw);
    } catch (error) {
      if (!hasDisconnected(request)) throw error;
    }
    if (!hasDisconnected(request)) return;
    // The client has disconnected: the request is not processed.
    request.requester?.releaseSlot?.();
    reply.hijack();
  });
  app.addHook("preHandler", ({ requester }, _reply, done) => (requester ? runAsRequester(requester, done) : done()));
  // Releases the slot after the work has finished, not when the client disconnects, so that reconnecting does not
  // bypass the limit.
  app.addHook("onSend", ({ requester }, { statusCode }, payload, done) => {
    const send = (): void => {
      requester?.releaseSlot?.();
      done(null, payload);
    };
    const isRejection = statusCode >= 400 && statusCode < 500;
    const delayMs = isRejection && requester?.callerKey ? (rejectionDelay?.count(requester.callerKey) ?? 0) : 0;
    if (delayMs === 0) send();
    else setTimeout(send, delayMs).unref();
  });

  async function admit(request: FastifyRequest, response: ServerResponse): Promise<Requester> {
    const userId = await getUserId(request);
    const key = userId ?? toClientAddressKey(request.ip);
    const releaseSlot = await (userId === undefined ? addressLimiter : userLimiter).start({ key, response });
    const tenant = (): Tenant => getTenant(userId === undefined ? undefined : getActor(userId));
    return { tenant, isInTransaction: false, callerKey: key, releaseSlot };
  }
}

function isExempt(request: FastifyRequest): boolean {
  return request.is404 || request.ws || exemptRoutes.has(request.routeOptions.url ?? "");
}

/**
 * Internal requests, as GraphQL makes them, are part of the outer request: with a slot of their own they could wait for
 * themselves.
 */
function isInternalRequest(request: FastifyRequest): boolean {
  return getCurrentRequester()?.releaseSlot !== undefined && !(request.raw.socket instanceof Socket);
}

const hasDisconnected = ({ raw }: FastifyRequest): boolean => raw.socket?.destroyed ?? false;

/**
 * Returns a signal that aborts when the client disconnects. The request's own `signal` aborts at the end of the body.
 */
function createDisconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  else response.once("close", () => controller.abort());
  return controller.signal;
}

function throwTooManyRequests(error: unknown): never {
  if (error instanceof CapacityExceededError) throwApiError("TOO_MANY_REQUESTS");
  throw error;
}
