// Tracks the recent server time of each requester. While the server is busy, a requester over its share gets one
// request at a time, with delays that make up for the excess, so that other clients are hardly affected. Interactive
// users, who pause between requests, stay within the share.
import { performance } from "node:perf_hooks";
import { LRUCache } from "lru-cache";

/** Inputs of pacing. */
export interface Pacing {
  /** A monotonic clock in ms. */
  now: () => number;
  /** Whether the server is busy; no requester is delayed otherwise. */
  isBusy: () => boolean;
}

export interface TimeBudgetOptions extends Pacing {
  /** Average number of concurrent requests of one key; may be a fraction. */
  share: number;
  /** Burst in seconds of the share. */
  burstSeconds: number;
  /** Longest delay in ms. */
  maxDelayMs: number;
}

interface KeyAccount {
  /** Charged time in ms that the share has not yet made up for. */
  spentMs: number;
  updatedAtMs: number;
  /** Duration of the key's last request in ms, expected of those in progress. */
  lastMs: number;
  inProgress: number;
}

/** Largest charge: a longer request waits for something else, such as its body on a slow network. */
const maxChargeMs = 1_000;
/** Number of tracked keys; the least recently used is evicted first. */
const maxAccounts = 20_000;

export class TimeBudget {
  readonly #options: TimeBudgetOptions;
  readonly #accounts = new LRUCache<string, KeyAccount>({ max: maxAccounts });

  constructor(options: TimeBudgetOptions) {
    this.#options = options;
  }

  /** Returns the delay of the key's next request in ms; 0 for most. */
  getDelayMs(key: string): number {
    const account = this.#accounts.get(key);
    if (!account) return 0;
    const { share, burstSeconds, isBusy } = this.#options;
    const expectedMs = this.#spentMs(account) + account.inProgress * account.lastMs;
    const debtMs = expectedMs - burstSeconds * 1_000 * share;
    return debtMs > 0 && isBusy() ? debtMs / share : 0;
  }

  start(key: string): void {
    const account = this.#accounts.get(key);
    if (account) account.inProgress += 1;
    else this.#accounts.set(key, { spentMs: 0, updatedAtMs: this.#options.now(), lastMs: 0, inProgress: 1 });
  }

  /** Charges a finished request, which took `durationMs`, to its key. */
  end(key: string, durationMs: number): void {
    const chargedMs = Math.min(durationMs, maxChargeMs);
    const { share, burstSeconds, maxDelayMs, now } = this.#options;
    const account = this.#accounts.get(key);
    // The debt is limited to what the longest delay makes up for, so that a key that stops is soon served normally.
    const maxSpentMs = (burstSeconds * 1_000 + maxDelayMs) * share;
    const spentMs = Math.min(maxSpentMs, (account ? this.#spentMs(account) : 0) + chargedMs);
    this.#accounts.set(key, {
      spentMs,
      updatedAtMs: now(),
      lastMs: chargedMs,
      inProgress: Math.max(0, (account?.inProgress ?? 1) - 1),
    });
  }

  #spentMs({ spentMs, updatedAtMs }: KeyAccount): number {
    return Math.max(0, spentMs - (this.#options.now() - updatedAtMs) * this.#options.share);
  }
}

const sampleMs = 250;
const busyThreshold = 0.4;
/**
 * Time for which a busy sample counts: otherwise delayed clients would keep the server at the edge of the threshold.
 */
const busyForMs = 10_000;
let sample = { at: performance.now(), loop: performance.eventLoopUtilization(), cpu: process.cpuUsage() };
let busyUntil = 0;

/** Returns whether the event loop, or half a core across all threads, was busy in a sample within the last seconds. */
function isProcessBusy(): boolean {
  const nowMs = performance.now();
  if (nowMs - sample.at < sampleMs) return nowMs < busyUntil;
  const [loop, cpu] = [performance.eventLoopUtilization(), process.cpuUsage()];
  const { utilization } = performance.eventLoopUtilization(loop, sample.loop);
  const cpuMs = (cpu.user + cpu.system - sample.cpu.user - sample.cpu.system) / 1_000;
  if (Math.max(utilization, cpuMs / (nowMs - sample.at)) > busyThreshold) busyUntil = nowMs + busyForMs;
  sample = { at: nowMs, loop, cpu };
  return nowMs < busyUntil;
}

/** Clock and load of this process. */
export const processPacing: Pacing = { now: () => performance.now(), isBusy: isProcessBusy };
