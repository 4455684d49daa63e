// Limits the connections of a pool per branch, per company, and for all customers together, so that load or locked rows
// of one tenant always leave connections for others.
import { KeyedSemaphore } from "#server/db/keyed-semaphore.ts";
import { getCurrentRequester, type Requester, runAsRequester, type Tenant } from "#server/db/requester.ts";

/** Maximum share of a pool. */
const maxShare = { branch: 0.4, company: 0.5, guests: 0.6 } as const;
const maxQueuedPerKey = 200;
const maxWaitMs = 10_000;

type ShareLevel = keyof typeof maxShare;
type ShareKey = [level: ShareLevel, key: string];

export class ConnectionShares {
  readonly #levels: { readonly [level in ShareLevel]: KeyedSemaphore };

  constructor(poolSize: number) {
    const semaphore = (level: ShareLevel): KeyedSemaphore =>
      new KeyedSemaphore({
        limit: Math.max(1, Math.floor(poolSize * maxShare[level])),
        maxQueuedPerKey,
        maxWaitMs,
      });
    this.#levels = { branch: semaphore("branch"), company: semaphore("company"), guests: semaphore("guests") };
  }

  /** Runs work that needs a connection as soon as the requester's share allows it; throws CapacityExceededError. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const requester = getCurrentRequester();
    if (!requester || requester.isInTransaction) return work();
    return this.#within({ places: getShareKeys(requester.tenant()), work });
  }

  /** Runs a transaction within the requester's share. */
  runTransaction<T>(work: () => Promise<T>): Promise<T> {
    const requester = getCurrentRequester();
    if (!requester || requester.isInTransaction) return work();
    const transactionRequester: Requester = { ...requester, isInTransaction: true };
    return this.run(() => runAsRequester(transactionRequester, work));
  }

  async #within<T>({ places: keys, work }: { places: readonly ShareKey[]; work: () => Promise<T> }): Promise<T> {
    const [current, ...remaining] = keys;
    if (!current) return work();
    const [level, key] = current;
    const semaphore = this.#levels[level];
    if (!semaphore.tryAcquire(key)) await semaphore.acquire(key);
    try {
      return await this.#within({ places: remaining, work });
    } finally {
      semaphore.release(key);
    }
  }
}

/** Always in this order, to prevent deadlocks. */
function getShareKeys(tenant: Tenant): ShareKey[] {
  if (tenant === null) return [];
  if (tenant === "guests") return [["guests", ""]];
  const keys: ShareKey[] = [];
  if (tenant.branch !== null) keys.push(["branch", String(tenant.branch)]);
  if (tenant.company !== null) keys.push(["company", String(tenant.company)]);
  return keys;
}
