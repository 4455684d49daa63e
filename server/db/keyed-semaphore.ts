// Semaphore with a limit per key and a short FIFO queue per key. For one limit shared fairly by all keys see WorkQueue
// (server/processes/work-queue.ts).

/** Thrown if the queue of the key or the total queue is full, or if the wait times out. */
export class CapacityExceededError extends Error {
  constructor() {
    super("Too many concurrent operations.");
  }
}

export interface Pacer {
  /** Delay in ms until the next operation of the key may start; 0 if it may start now. */
  getDelayMs: (key: string) => number;
  /** Called when an operation starts. */
  start: (key: string) => void;
}

export interface KeyedSemaphoreOptions {
  /** Concurrent operations per key. */
  limit: number;
  /** Maximum waiters per key. */
  maxQueuedPerKey: number;
  /** Maximum wait in ms. */
  maxWaitMs: number;
  /** Can delay operations of a key although a slot is free. */
  pace?: Pacer;
}

/** Maximum waiters of all keys together, since each one is a request that holds memory. */
const maxQueued = 2_000;
/** Interval in ms at which a delay is checked again, since it can end earlier. */
const recheckMs = 250;

interface Waiter {
  grant: () => void;
}

interface KeyState {
  running: number;
  /** Created for the first waiter. */
  waiting: Set<Waiter> | undefined;
  /** Set while the first waiter is delayed and no other operation of the key is running. */
  timer: NodeJS.Timeout | undefined;
}

export class KeyedSemaphore {
  readonly #options: KeyedSemaphoreOptions;
  /** Contains only keys with running or waiting operations, so that memory is bounded. */
  readonly #entries = new Map<string, KeyState>();
  #queued = 0;

  constructor(options: KeyedSemaphoreOptions) {
    this.#options = options;
  }

  /** Acquires a slot if one is free. */
  tryAcquire(key: string): boolean {
    const { limit, pace } = this.#options;
    const entry = this.#entries.get(key);
    if ((entry && (entry.running >= limit || entry.waiting?.size)) || pace?.getDelayMs(key)) return false;
    if (entry === undefined) this.#entries.set(key, { running: 1, waiting: undefined, timer: undefined });
    else entry.running += 1;
    pace?.start(key);
    return true;
  }

  /**
   * Acquires a slot, waiting if none is free; throws CapacityExceededError, or the reason of the signal if it is
   * aborted while waiting. Each slot must be released.
   */
  async acquire(key: string, signal?: AbortSignal): Promise<void> {
    if (!this.tryAcquire(key)) await this.#wait(key, signal);
  }

  #wait(key: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const entry = this.#entries.get(key) ?? { running: 0, waiting: undefined, timer: undefined };
    const waiting = (entry.waiting ??= new Set());
    if (waiting.size >= this.#options.maxQueuedPerKey || this.#queued >= maxQueued)
      return Promise.reject(new CapacityExceededError());
    return new Promise((resolve, reject) => {
      const removeWaiter = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        waiting.delete(waiter);
        this.#queued -= 1;
      };
      const rejectWaiter = (reason: unknown): void => {
        removeWaiter();
        reject(reason);
      };
      const abort = (): void => rejectWaiter(signal?.reason);
      const waiter: Waiter = {
        grant: () => {
          removeWaiter();
          resolve();
        },
      };
      const timer = setTimeout(() => rejectWaiter(new CapacityExceededError()), this.#options.maxWaitMs);
      timer.unref();
      signal?.addEventListener("abort", abort);
      waiting.add(waiter);
      this.#queued += 1;
      this.#entries.set(key, entry);
      this.#startNext(key, entry);
    });
  }

  /** Starts waiters up to the limit; removes the key if nothing is running. */
  #startNext(key: string, entry: KeyState): void {
    const { limit, pace } = this.#options;
    clearTimeout(entry.timer);
    for (const waiter of entry.waiting ?? []) {
      if (entry.running >= limit) return;
      const delayMs = pace?.getDelayMs(key) ?? 0;
      if (delayMs > 0) {
        // Otherwise the release of a running operation calls this method again.
        if (entry.running === 0)
          entry.timer = setTimeout(() => this.#startNext(key, entry), Math.min(delayMs, recheckMs)).unref();
        return;
      }
      entry.running += 1;
      pace?.start(key);
      waiter.grant();
    }
    if (entry.running === 0) this.#entries.delete(key);
  }

  /** Releases a slot and starts the next waiter of the key, if any. */
  release(key: string): void {
    const entry = this.#entries.get(key)!;
    entry.running -= 1;
    this.#startNext(key, entry);
  }

  /** Number of active keys, and of waiters of all keys. */
  get size(): { keys: number; queued: number } {
    return { keys: this.#entries.size, queued: this.#queued };
  }
}
