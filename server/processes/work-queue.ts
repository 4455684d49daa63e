// Queue of expensive work of one kind, with limits for running and queued work in total and per key; keys take turns.
// For limits per key that are independent of each other: KeyedSemaphore (server/db/keyed-semaphore.ts).
import { throwApiError } from "#server/items/api-error.ts";

export interface WorkQueueOptions {
  /** Concurrent tasks. */
  concurrency: number;
  /** Queued tasks; further ones are rejected with SERVICE_UNAVAILABLE (503). */
  maxQueued: number;
  /** Running and queued tasks of one key; further ones are rejected with REQUESTS_EXCEEDED (429). */
  maxPerKey?: number;
  /** Seconds after which a rejected caller may retry: `retry_after` in the error and the Retry-After header. */
  retryAfterSeconds: number;
}

export class WorkQueue {
  readonly #options: WorkQueueOptions;
  #running = 0;
  /** Queued tasks by key, in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;
  readonly #perKey = new Map<string, number>();

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  /** Number of queued tasks. */
  get waiting(): number {
    return this.#waitingCount;
  }

  /**
   * Runs the work when a slot is free; keys take turns. `key` identifies whose share it counts for, such as an address.
   */
  async run<T>(work: () => Promise<T>, { key = "" }: { key?: string } = {}): Promise<T> {
    const { concurrency, maxQueued, maxPerKey = Infinity, retryAfterSeconds } = this.#options;
    const details = { retry_after: retryAfterSeconds };
    if ((this.#perKey.get(key) ?? 0) >= maxPerKey) throwApiError("REQUESTS_EXCEEDED", details);
    if (this.#running >= concurrency && this.#waitingCount >= maxQueued) throwApiError("SERVICE_UNAVAILABLE", details);
    this.#count(key, 1);
    try {
      if (this.#running >= concurrency) await this.#waitForSlot(key);
      else this.#running += 1;
      return await this.#runNow(work);
    } finally {
      this.#count(key, -1);
    }
  }

  async #runNow<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      // Passes the slot directly to the next waiter, so that a new caller cannot overtake it.
      const next = this.#next();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #waitForSlot(key: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waitingCount += 1;
      const queue = this.#waiting.get(key);
      if (queue) queue.push(resolve);
      else this.#waiting.set(key, [resolve]);
    });
  }

  /** Returns the first task of the next key, and moves that key to the end of the rotation. */
  #next(): (() => void) | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [key, queue] = first;
    const start = queue.shift();
    this.#waiting.delete(key);
    if (queue.length > 0) this.#waiting.set(key, queue);
    this.#waitingCount -= 1;
    return start;
  }

  #count(key: string, by: 1 | -1): void {
    const count = (this.#perKey.get(key) ?? 0) + by;
    if (count > 0) this.#perKey.set(key, count);
    else this.#perKey.delete(key);
  }
}
