// Discards what a client still sends of a body that was rejected. Without a pace one client that repeats bodies of 10 MB fills the memory with
// buffers faster than they are collected, and other requests wait.
import type { Readable } from "node:stream";

/** Of all connections together. */
const bytesPerMs = (32 * 1024 * 1024) / 1_000;
/** A shorter pause in ms costs more than it saves. */
const minPauseMs = 4;

export interface DiscardClock {
  /** In ms. */
  now: () => number;
  schedule: (work: () => void, ms: number) => void;
}

const processClock: DiscardClock = {
  now: () => performance.now(),
  schedule: (work, ms) => void setTimeout(work, ms).unref(),
};

export class BodyDiscarder {
  readonly #clock: DiscardClock;
  /** When all that was discarded so far has used up its time. */
  #paidUntil = 0;

  constructor(clock = processClock) {
    this.#clock = clock;
  }

  /** Reads a body that nothing else reads. */
  discard(body: Readable): void {
    body.on("data", (chunk: Buffer) => {
      const now = this.#clock.now();
      this.#paidUntil = Math.max(this.#paidUntil, now) + chunk.length / bytesPerMs;
      const pauseMs = this.#paidUntil - now;
      if (pauseMs < minPauseMs) return;
      body.pause();
      this.#clock.schedule(() => body.resume(), pauseMs);
    });
  }
}
