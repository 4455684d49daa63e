// Graceful shutdown: first reports that the server is not ready, then finishes running requests, then closes.
import { Socket } from "node:net";
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Readiness } from "#server/http/readiness.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** Requests that take longer are aborted. */
export const drainTimeoutMs = 20_000;

/** Further work to finish before closing, such as pending responses of sockets. */
export type DrainFinisher = () => Promise<unknown>;

/** Tracks the running requests of one server and waits for them. */
export class RequestDrain {
  readonly #readiness: Readiness;
  readonly #delayMs: number;
  readonly #running = new RunningResponses();
  readonly #finishers: DrainFinisher[] = [];
  #isRejecting = false;
  #onIdle: (() => void) | undefined;

  /** `delayMs` is the time between readiness returning 503 and requests being rejected. */
  constructor({ readiness, delayMs }: { readiness: Readiness; delayMs: number }) {
    this.#readiness = readiness;
    this.#delayMs = delayMs;
  }

  /** Tracks the requests of `app`; must be registered before any other hook. */
  watch(app: FastifyInstance): void {
    app.addHook("onRequest", async ({ raw }, reply) => {
      // An injected request belongs to a request that is already counted.
      if (!(raw.socket instanceof Socket)) return;
      if (this.#isRejecting) {
        reply.header("connection", "close");
        throwApiError("SERVICE_UNAVAILABLE");
      }
      const remove = this.#running.add(reply.raw);
      reply.raw.once("close", () => {
        remove();
        if (this.#onIdle && this.#isIdle()) this.#onIdle();
      });
    });
  }

  onFinish(finisher: DrainFinisher): void {
    this.#finishers.push(finisher);
  }

  /**
   * Reports that the server is not ready, waits until load balancers have noticed, rejects new requests with
   * SERVICE_UNAVAILABLE, and resolves when all running requests are answered, or after `drainTimeoutMs`.
   */
  async run(): Promise<void> {
    this.#readiness.drain();
    await wait(this.#delayMs);
    this.#isRejecting = true;
    const finished = Promise.allSettled([this.#waitUntilIdle(), ...this.#finishers.map((finish) => finish())]);
    const timeout = new AbortController();
    await Promise.race([finished, wait(drainTimeoutMs, undefined, { signal: timeout.signal })]);
    timeout.abort();
  }

  #waitUntilIdle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => (this.#onIdle = resolve));
  }

  /** Event streams never finish by themselves: they are ended, not waited for. */
  #isIdle(): boolean {
    return this.#running.every(isEventStream);
  }
}

/**
 * In places that are used again. The table of a Set or Map is replaced whenever as many values were added as it holds, and the garbage of
 * one table leads to the next: with thousands of requests a second V8 would keep each request, with its answer, until it collects
 * its old generation.
 */
class RunningResponses {
  readonly #places: (ServerResponse | undefined)[] = [];
  readonly #free: number[] = [];

  /** Returns a function that removes it. */
  add(response: ServerResponse): () => void {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = response;
    return () => {
      this.#places[place] = undefined;
      this.#free.push(place);
    };
  }

  every(isSuch: (response: ServerResponse) => boolean): boolean {
    return this.#places.every((response) => response === undefined || isSuch(response));
  }
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}

const decoration = "drain";

export function decorateWithDrain({ app, drain }: { app: FastifyInstance; drain: RequestDrain }): void {
  app.decorate(decoration, drain);
}

/** Finishes running requests, then closes the app with its streams, jobs and connections. */
export async function drainAndClose(app: FastifyInstance): Promise<void> {
  await app.getDecorator<RequestDrain>(decoration).run();
  await app.close();
}
